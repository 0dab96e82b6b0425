(function (process, native, isNode) {
  'use strict';
  const began = performance.now();
  const define = (name, value) =>
    Object.defineProperty(process, name, { value, writable: true, enumerable: true, configurable: true });
  const { errors } = native;
  const invalid = (name, words, value) => errors().invalidType(name, words, value);

  // Exit codes are whole numbers, or their texts.
  function checkCode(code) {
    if (code === undefined || code === null) return;
    const number = typeof code === 'string' && code !== '' ? Number(code) : code;
    if (typeof number !== 'number' || typeof code === 'string' && Number.isNaN(number)) throw invalid('code', 'of type number', code);
    if (!Number.isSafeInteger(number)) errors().checkInteger(number, 'code');
  }
  const { exit: leave } = process;
  process.exit = function exit(code) {
    checkCode(code);
    return code === undefined || code === null ? leave() : leave(Number(code));
  };
  let exitCode;
  Object.defineProperty(process, 'exitCode', {
    get: () => exitCode,
    set(code) {
      checkCode(code);
      exitCode = code;
    },
    enumerable: true, configurable: true,
  });

  function hrtime(before) {
    const now = process.hrtime.bigint();
    const time = [Number(now / 1000000000n), Number(now % 1000000000n)];
    if (before === undefined) return time;
    if (!Array.isArray(before)) throw invalid('time', 'an instance of Array', before);
    if (before.length !== 2) throw errors().outOfRange('time', 2, before.length);
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
    let detail;
    if (typeof type === 'object' && type !== null && !Array.isArray(type)) {
      ({ code, detail } = type);
      type = type.type || 'Warning';
    } else if (typeof type === 'function') [type, code] = ['Warning', undefined];
    if (type !== undefined && typeof type !== 'string') errors().checkString(type, 'type');
    if (typeof code === 'function') code = undefined;
    else if (code !== undefined && typeof code !== 'string') errors().checkString(code, 'code');
    let error = warning;
    if (typeof warning === 'string') {
      error = new Error(warning);
      error.name = type || 'Warning';
      if (code !== undefined) error.code = code;
      if (typeof detail === 'string') error.detail = detail;
    } else if (!(warning instanceof Error)) throw invalid('warning', 'of type string or an instance of Error', warning);
    if (error.name === 'DeprecationWarning') {
      if (process.noDeprecation) return;
      if (error.code !== undefined && told.has(error.code)) return;
      told.add(error.code);
    }
    process.nextTick(() => {
      const start = error.code ? `[${error.code}] ` : '', end = typeof error.detail === 'string' ? `${error.detail}\n` : '';
      process.stderr.write(`(ferrotape) ${start}${error.name}: ${error.message}\n${end}`);
      process.emit('warning', error);
    });
  });
  if (!isNode) return;

  // As in Node, the environment has nothing but texts.
  const textOf = value => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    return `${value}`;
  };
  define('env', new Proxy(process.env, {
    // Assignments come here too, but for those to objects that inherit from it.
    defineProperty(target, name, descriptor) {
      const value = textOf(descriptor.value);
      return Reflect.defineProperty(target, textOf(name), { value, writable: true, enumerable: true, configurable: true });
    },
  }));

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
  // Nothing tells who runs the program.
  for (const name of ['getuid', 'geteuid', 'getgid', 'getegid']) define(name, { [name]: () => 1000 }[name]);
  define('getgroups', function getgroups() { return [1000]; });
  define('resourceUsage', function resourceUsage() {
    const { user, system } = process.cpuUsage(), names = [
      'maxRSS', 'sharedMemorySize', 'unsharedDataSize', 'unsharedStackSize', 'minorPageFault', 'majorPageFault', 'swappedOut', 'fsRead',
      'fsWrite', 'ipcSent', 'ipcReceived', 'signalsCount', 'voluntaryContextSwitches', 'involuntaryContextSwitches',
    ];
    const usage = { userCPUTime: user, systemCPUTime: system };
    for (const name of names) usage[name] = name === 'maxRSS' ? Math.ceil(native.memory() / 1024) : 0;
    return usage;
  });
  // Whether the program waits for what a thing is to do.
  for (const [name, key] of [['ref', Symbol.for('nodejs.ref')], ['unref', Symbol.for('nodejs.unref')]]) {
    define(name, { [name](thing) { (thing?.[key] ?? thing?.[name])?.call(thing); } }[name]);
  }
  define('openStdin', function openStdin() { return process.stdin.resume(); });
  // What a file of NAME=value says, where the environment has nothing of the name. The file is read as any other.
  define('loadEnvFile', function loadEnvFile(path = '.env') {
    const found = native.builtin('util').parseEnv(native.builtin('fs').readFileSync(path, 'utf8'));
    for (const name of Object.keys(found)) if (!(name in process.env)) process.env[name] = found[name];
  });
  define('availableMemory', function availableMemory() { return 2 ** 30; });
  define('constrainedMemory', function constrainedMemory() { return 0; });
  define('setSourceMapsEnabled', function setSourceMapsEnabled(value) {
    if (typeof value !== 'boolean') throw invalid('val', 'of type boolean', value);
  });
  define('allowedNodeEnvironmentFlags', new Set());
  define('getBuiltinModule', function getBuiltinModule(id) {
    if (typeof id !== 'string') throw invalid('id', 'of type string', id);
    return native.builtin(id);
  });
  // The module that the command was given, if it was given a file.
  Object.defineProperty(process, 'mainModule', {
    get: () => (process.argv[1] === undefined ? undefined : native.builtin('module').createRequire(process.argv[1]).main),
    set: value => define('mainModule', value),
    enumerable: true, configurable: true,
  });
  // The engine tells of rejections that are handled after all as browsers do. Whoever listens here hears of them too.
  const { addEventListener } = globalThis;
  let isTold = false;
  for (const method of ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener']) {
    const own = process[method];
    const adds = {
      [method](name, listener) {
        if (name === 'rejectionHandled' && !isTold) {
          isTold = true;
          addEventListener('rejectionhandled', event => process.emit('rejectionHandled', event.promise));
        }
        return own(name, listener);
      },
    };
    Object.defineProperty(process, method, { value: adds[method], writable: true, configurable: true });
  }
  // Of Node's own parts packages read numbers, and look for what is not here.
  define('binding', function binding(name) {
    const { os, fs } = native.builtin('constants');
    const parts = { constants: { os, fs, crypto: {}, zlib: native.builtin('zlib').constants, trace: {} }, natives: {}, config: {} };
    if (Object.hasOwn(parts, name)) return parts[name];
    throw new Error(`No such module: ${name}`);
  });
  // Gets what would be an uncaught exception, before any listener.
  Object.defineProperty(process, '_capture', { value: null, writable: true });
  define('setUncaughtExceptionCaptureCallback', function setUncaughtExceptionCaptureCallback(callback) {
    if (callback !== null && typeof callback !== 'function') throw invalid('fn', 'of type function or null', callback);
    if (callback !== null && process._capture !== null) {
      throw errors().coded(Error, 'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET',
        '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');
    }
    process._capture = callback;
  });
  define('hasUncaughtExceptionCaptureCallback', function hasUncaughtExceptionCaptureCallback() { return process._capture !== null; });
  define('umask', function umask() { return 0o22; });
  define('abort', function abort() { process.exit(134); });
  for (const name of ['chdir', 'kill', 'dlopen'])
    define(name, function () { throw errors().notHere(`process.${name}`); });
})
