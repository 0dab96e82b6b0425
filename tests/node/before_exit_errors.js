// An error that is handled is a reason to tell of the end again, and so is what begins where it is handled.
let told = 0;
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('unhandledRejection', (error) => {
  console.log('rejected', error.message);
  Promise.resolve().then(() => console.log('job'));
  if (error.message === 'begins') setTimeout(() => console.log('timer'), 1);
});
const ends = [
  () => {
    queueMicrotask(() => console.log('behind'));
    throw new Error('thrown');
  },
  () => {
    queueMicrotask(() => {
      throw new Error('of a job');
    });
  },
  () => void Promise.reject(new Error('begins')),
  () => void Promise.reject(new Error('begins nothing')),
  () => console.log('never'),
];
process.on('beforeExit', () => {
  console.log('told', told);
  ends[told++]();
});
process.on('exit', () => console.log('exit', told));
