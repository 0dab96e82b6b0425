// Listeners for failures see the stores of the code that has failed.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage(), other = new AsyncLocalStorage();
const show = (name, what) => console.log(name, what, storage.getStore(), other.getStore());
process.on('uncaughtException', error => show('exception', error.message));
process.on('unhandledRejection', reason => show('rejection', reason));
process.on('uncaughtExceptionMonitor', error => show('monitor', error.message));

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
storage.run('timer', () => setTimeout(() => { throw new Error('of a timer'); }));
storage.run('interval', () => {
  const timer = setInterval(() => {
    clearInterval(timer);
    throw new Error('of an interval');
  }, 5);
});
storage.run('tick', () => setTimeout(() => process.nextTick(() => { throw new Error('of a tick'); }), 15));
storage.run('function', async () => {
  await wait(20);
  throw 'of a function';
});
storage.run('promise', () => other.run('inner', () => setTimeout(() => Promise.reject('of a promise'), 25)));
storage.run('reaction', () => wait(30).then(() => { throw 'of a reaction'; }));
// What listeners enter is theirs alone.
setTimeout(() => {
  process.prependOnceListener('unhandledRejection', () => storage.enterWith('entered'));
  Promise.reject('that a listener enters');
  Promise.reject('that comes next');
}, 35);
setTimeout(() => show('at the end', 'nothing'), 45);
