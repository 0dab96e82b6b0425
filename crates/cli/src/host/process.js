(function (process, native, isNode) {
  'use strict';
  const began = performance.now();
  const define = (name, value) =>
    Object.defineProperty(process, name, { value, writable: true, enumerable: true, configurable: true });
  const invalid = (name, words) =>
    Object.assign(new TypeError(`The "${name}" argument must be ${words}`), { code: 'ERR_INVALID_ARG_TYPE' });

  function hrtime(before) {
    const now = process.hrtime.bigint();
    const time = [Number(now / 1000000000n), Number(now % 1000000000n)];
    if (before === undefined) return time;
    if (!Array.isArray(before)) throw invalid('time', 'an instance of Array');
    let seconds = time[0] - before[0], rest = time[1] - before[1];
    if (rest < 0) [seconds, rest] = [seconds - 1, rest + 1e9];
    return [seconds, rest];
  }
  hrtime.bigint = function bigint() { return BigInt(Math.round(performance.now() * 1e6)); };
  define('hrtime', hrtime);
  define('uptime', function uptime() { return (performance.now() - began) / 1000; });
  define('memoryUsage', function memoryUsage() {
    const bytes = native.memory();
    return { rss: bytes, heapTotal: bytes, heapUsed: bytes, external: 0, arrayBuffers: 0 };
  });
  process.memoryUsage.rss = function rss() { return native.memory(); };
  define('cpuUsage', function cpuUsage(before) {
    const user = Math.round((performance.now() - began) * 1000);
    return { user: user - (before?.user ?? 0), system: 0 - (before?.system ?? 0) };
  });

  const told = new Set();
  define('emitWarning', function emitWarning(warning, type, code) {
    if (typeof type === 'object' && type !== null) ({ type, code } = type);
    let error = warning;
    if (typeof warning === 'string') {
      error = new Error(warning);
      error.name = typeof type === 'string' ? type : 'Warning';
      if (typeof code === 'string') error.code = code;
    } else if (!(warning instanceof Error)) throw invalid('warning', 'of type string or an instance of Error');
    if (error.name === 'DeprecationWarning') {
      if (process.noDeprecation) return;
      if (error.code !== undefined && told.has(error.code)) return;
      told.add(error.code);
    }
    process.nextTick(() => {
      const start = error.code === undefined ? '' : `[${error.code}] `;
      process.stderr.write(`(ferrotape) ${start}${error.name}: ${error.message}\n`);
      process.emit('warning', error);
    });
  });
  if (!isNode) return;

  // For packages: what they look for to see that they run on Node.
  Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true });
  define('title', 'ferrotape');
  define('argv0', process.argv[0]);
  define('execPath', process.argv[0]);
  define('execArgv', []);
  define('pid', 1);
  define('ppid', 0);
  define('release', { name: 'node' });
  define('config', { target_defaults: {}, variables: {} });
  define('features', { inspector: false, ipv6: true, tls: false, require_module: true });
  define('umask', function umask() { return 0o22; });
  define('abort', function abort() { process.exit(134); });
  for (const name of ['chdir', 'kill', 'binding', 'dlopen'])
    define(name, function () {
      throw Object.assign(new Error(`process.${name} is not here`), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    });
})
