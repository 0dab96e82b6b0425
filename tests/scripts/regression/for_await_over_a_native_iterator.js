// The results that a built-in iterator gives are waited for as objects: nothing is stepped over.
const log = [];
async function f(iterable) {
  for await (const x of iterable) log.push(x instanceof Promise ? "promise" : x);
  log.push("end");
}
const plain = (iterator) => ({ [Symbol.asyncIterator]: () => iterator });
f(plain([7, Promise.resolve(8)].values()))
  .then(() => f(plain(new Map([[1, 2]]).keys())))
  .then(() => print(log.join())); // expect: 7,promise,end,1,end
