// A rejection that is handled as an exception is a reason to tell of the end again, and so is what a listener throws.
let told = 0;
process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
const ends = [
  () => void Promise.reject(new Error('nobody listens')),
  () => {
    process.on('unhandledRejection', error => {
      console.log('rejected', error.message);
      if (error.message === 'throws') throw new Error('of a listener');
    });
    Promise.reject(new Error('throws'));
  },
  () => void Promise.reject(new Error('begins nothing')),
  () => console.log('never'),
];
process.on('beforeExit', () => {
  console.log('told', told);
  ends[told++]();
});
process.on('exit', () => console.log('exit', told));
