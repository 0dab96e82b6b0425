// The end is told again when something was begun that is waited for, and when what was thrown was handled. Timers that nobody
// waits for are no reason.
let told = 0;
setInterval(() => {}, 1000).unref();
process.on('uncaughtException', error => console.log('handled', error.message));
process.on('unhandledRejection', error => {
  console.log('rejected', error.message);
  if (error.message === 'timer') setTimeout(() => console.log('timer'), 1);
});
process.on('beforeExit', () => {
  console.log('told', ++told);
  if (told === 1) throw new Error('thrown');
  if (told === 2) Promise.reject(new Error('timer'));
  if (told === 3) Promise.reject(new Error('alone'));
});
process.on('exit', () => console.log('exit', told));
