// The process tells of events as an EventEmitter, and of its end.
const said = work => { try { return work(); } catch (error) { return [error.name, error.code, error.message].join(' | '); } };
for (const code of ['x', 1.5, {}, true, NaN, [], '']) console.log(said(() => process.exit(code)), said(() => { process.exitCode = code; }));
console.log(said(() => { process.exitCode = '5'; return process.exitCode; }), said(() => { process.exitCode = null; return typeof process.exitCode; }));
console.log(process instanceof require('events'), process.stdout instanceof require('stream').Writable, process.stderr instanceof require('events'), process.constructor.name, String(process));
console.log(process.getMaxListeners(), said(() => process.setMaxListeners(-1)), process.setMaxListeners(20) === process, process.getMaxListeners(), process.stdout.getMaxListeners(), process.stderr.setMaxListeners(5) === process.stderr);
process.once('own', (...values) => console.log('own', ...values));
const [once] = process.rawListeners('own'); console.log(typeof once.listener, process.listeners('own')[0] === once.listener, process.listenerCount('own')); once(1, 2); console.log(process.listenerCount('own'), process.emit('own'));
console.log(said(() => process.on('x', 5)), said(() => process.on('x', null)), said(() => process.emit('error', new RangeError('nobody'))));
console.log(typeof process.getuid(), typeof process.getegid(), Object.keys(process.resourceUsage()).length, Object.values(process.resourceUsage()).every(Number.isFinite));
console.log(process.getBuiltinModule('fs') === require('fs'), process.getBuiltinModule('node:path') === require('path'), process.getBuiltinModule('nope'), said(() => process.getBuiltinModule(5)));
console.log(said(() => process.binding('nope')), Object.keys(process.binding('constants')), process.binding('constants').os.signals.SIGINT);
for (const callback of [5, undefined, 'x']) console.log(said(() => process.setUncaughtExceptionCaptureCallback(callback)));
console.log(process.hasUncaughtExceptionCaptureCallback());
process.setUncaughtExceptionCaptureCallback(error => console.log('captured', error.message));
console.log(process.hasUncaughtExceptionCaptureCallback(), said(() => process.setUncaughtExceptionCaptureCallback(() => {})).split(' | ')[1]);
process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
let rounds = 0;
process.on('beforeExit', code => {
  console.log('before exit', code, rounds);
  if (rounds++ === 0) setTimeout(() => { console.log('more'); throw new Error('in a timer'); }, 1);
  else if (rounds === 2) Promise.resolve().then(() => { process.setUncaughtExceptionCaptureCallback(null); setTimeout(() => { throw new Error('not captured'); }, 1); });
});
process.on('exit', code => console.log('exit', code, process.exitCode));
