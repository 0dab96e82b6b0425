// Jobs alone are no reason to tell of the end again; what they begin is one.
let told = 0;
process.on('beforeExit', async () => {
  console.log('told', ++told);
  await null;
  process.nextTick(() => console.log('tick', told));
  if (told === 1) setTimeout(() => console.log('timer'), 1);
  await null;
  console.log('done', told);
});
process.on('exit', () => console.log('exit', told));
