// The process, and the small modules about it.
const assert = require('assert');
const os = require('node:os'), qs = require('querystring'), mod = require('module'), tty = require('tty'), perf = require('perf_hooks'), timers = require('timers'), proc = require('process');
console.log(proc === process, typeof os.EOL, os.platform() === process.platform, os.type(), os.endianness(), typeof os.cpus().length, os.constants.signals.SIGINT, os.constants.errno.ENOENT);
console.log(qs.stringify({ a: 'b c', d: ['e', 'f&'], g: 5, h: true, i: null, j: undefined, k: NaN, l: '€!\'()*~', m: 5n }), qs.parse('a=b+c&d=e&d=f%26&x&=y&p=%E2%82%AC&q=%ff&r=a%zz'), qs.parse('a:1;b:2', ';', ':'), qs.escape('a b&'), qs.unescape('a%20b'), qs.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }), qs.stringify('x'), qs.encode === qs.stringify);
console.log(mod.isBuiltin('fs'), mod.isBuiltin('node:fs'), mod.isBuiltin('x'), mod.builtinModules.includes('path'), mod.builtinModules.includes('fs/promises'), typeof mod.createRequire(__filename)('path').join, mod.createRequire(require('url').pathToFileURL(__filename))('./process.js') === module.exports);
try { mod.createRequire('x') } catch (e) { console.log(e.code, e.message); }
console.log(tty.isatty(99), typeof perf.performance.now(), timers.setTimeout === setTimeout, Object.keys(timers).includes('promises'));
console.log(Array.isArray(process.hrtime()), process.hrtime().length, typeof process.hrtime.bigint(), process.hrtime(process.hrtime())[0], typeof process.memoryUsage().heapUsed, process.versions.node.split('.').length, process.version[0], process.release.name, process.title.length > 0, typeof process.uptime(), process.argv0.length > 0);
process.on('warning', w => console.log('warning', w.name, w.message, w.code));
process.emitWarning('careful'); process.emitWarning(Object.assign(new Error('e'), { name: 'Own' })); process.emitWarning('opt', { type: 'T', code: 'C' });
try { process.emitWarning(5) } catch (e) { console.log(e.code) }
try { process.hrtime(5) } catch (e) { console.log(e.code) }
console.log(process.stdout.write('text\n'), process.stdout.write(Buffer.from('bytes €\n')), process.stdout.write('c3a90a', 'hex'), process.stdout.fd, process.stderr.fd, process.stdout.writable, process.stdout.isTTY === true);
process.stdout.write('with callback\n', () => console.log('called'));
try { process.chdir(5) } catch (e) { console.log(typeof e.code) }
const last = () => (async () => {
  console.log(await require('timers/promises').setTimeout(5, 'value'));
  await require('timers/promises').setTimeout(50, 'value', { signal: AbortSignal.abort() }).catch(e => console.log(e.name, e.code));
  let n = 0; for await (const x of require('timers/promises').setInterval(1, 'i')) { console.log(x); if (++n === 2) break; }
  process.on('exit', code => console.log('exit', code));
})();
process.nextTick((a, b) => console.log('tick', a, b), 1, 2); Promise.resolve().then(() => console.log('micro')); setImmediate(() => { console.log('immediate'); last(); });
const p = require('punycode'); console.log(p.toASCII('mañana.com'), p.toUnicode('xn--maana-pta.com'), p.encode('☃-⌘'), p.decode('--dqo34k'), p.ucs2.decode('a😀'), p.toASCII('日本語@ex.jp'));
console.log(require('fs') === require('node:fs'), require('sys') === require('util'), require('path/posix').sep, require('util/types').isDate(new Date()), require('assert/strict').ok.name);
const { AsyncResource } = require('async_hooks'); console.log(new AsyncResource('X').runInAsyncScope((a, b) => a + b, null, 1, 2));
console.log(require('constants').ENOENT, require('constants').O_RDONLY, require('worker_threads').isMainThread);
console.log(Object.prototype.toString.call(process), typeof process.pid, process.exitCode);
console.log(String(globalThis), Object.entries(Object.getOwnPropertyDescriptor(globalThis, Symbol.toStringTag)).join(' '));
for (const m of ['child_process', 'nope']) try { require(m); console.log(m) } catch (e) { console.log(m, e.code) }
