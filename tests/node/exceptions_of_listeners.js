// Who listens for exceptions is told of what listeners for rejections throw, and of reasons that are no errors. Jobs that a listener for
// the end leaves are run, and it is not asked again for them.
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message.slice(-30), origin));
process.on('uncaughtException', (error, origin) => console.log('caught', error.name, error.code, error.message, origin));
Promise.reject(5);
Promise.reject(Symbol('s'));
Promise.reject(undefined);
class Reason {}
Promise.reject(new Reason());
Promise.reject({ stack: 'mine', name: 'N', message: 'looks like an error' });
Promise.reject(Object.assign(new RangeError('an error'), { code: 'OWN' }));
setTimeout(() => {
  process.on('unhandledRejection', reason => {
    console.log('rejected', reason);
    throw Object.assign(new TypeError('in the listener'), { code: 'LISTENER' });
  });
  Promise.reject('lost');
}, 5);
let told = 0;
process.on('beforeExit', async code => {
  told++;
  await 1;
  await new Promise(done => process.nextTick(done));
  console.log('asked', told, code);
});
process.on('beforeExit', () => queueMicrotask(() => { console.log('a job', told); }));
process.on('exit', code => console.log('exit', code, told));
