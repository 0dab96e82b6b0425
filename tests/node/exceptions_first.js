// Who listens for exceptions is told of one before the callbacks behind it run; of rejections once all jobs have run.
const order = [];
process.on('uncaughtException', error => order.push(`told ${error}`));
process.on('unhandledRejection', reason => order.push(`rejected ${reason}`));
queueMicrotask(() => { order.push('job 1'); throw 'of a job'; });
queueMicrotask(() => { order.push('job 2'); kept.catch(reason => order.push(`handled ${reason}`)); });
Promise.resolve().then(() => order.push('job 3'));
const kept = Promise.reject('kept');
Promise.reject('lost');
process.nextTick(() => order.push('tick 1'));
setTimeout(() => {
  process.nextTick(() => order.push('tick of the timer'));
  queueMicrotask(() => order.push('job of the timer'));
  throw 'of a timer';
}, 5);
setTimeout(() => {
  process.nextTick(() => { order.push('tick 2'); throw 'of a tick'; });
  process.nextTick(() => order.push('tick 3'));
  queueMicrotask(() => order.push('job 4'));
}, 60);
setTimeout(() => {
  queueMicrotask(() => { throw 'first'; });
  queueMicrotask(() => { order.push('between'); throw 'second'; });
  queueMicrotask(() => order.push('last'));
}, 120);
process.on('exit', () => console.log(order.join('\n')));
