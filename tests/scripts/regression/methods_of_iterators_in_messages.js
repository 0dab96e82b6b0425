// What is called as `next` or `return` of an iterator has no text of its own, but its name. On the stack machine, the iterable's was named.
// not for node: it names the value
const it = iterator => ({ [Symbol.iterator]: () => iterator, [Symbol.asyncIterator]: () => iterator });
const endless = () => ({ done: false });
async function failure(run) {
  try { await run(); } catch (error) { print(error.message); }
}
async function main() {
  await failure(() => { for (const value of it({ next: 5 })); }); // expect: next is not a function
  await failure(() => { for (const value of it({})); }); // expect: next is not a function
  await failure(() => { const [value] = it({ next: 5 }); }); // expect: next is not a function
  await failure(() => { for (const value of it({ next: endless, return: 5 })) break; }); // expect: return is not a function
  await failure(() => { const odd = it({ next: endless, return: 5 }); for (const value of odd) break; }); // expect: return is not a function
  await failure(() => { const [value] = it({ next: endless, return: 5 }); }); // expect: return is not a function
  await failure(async () => { for await (const value of it({ next: 5 })); }); // expect: next is not a function
  await failure(async () => { for await (const value of it({ next: endless, return: 5 })) break; }); // expect: return is not a function
  await failure(() => [...it({})]); // expect: next is not a function
  await failure(() => Math.max(...it({ next: {} }))); // expect: next is not a function
  await failure(() => new Map(it({ next: null }))); // expect: next is not a function
  await failure(() => Array.from(it({}))); // expect: next is not a function
  await failure(() => Array.fromAsync(it({}))); // expect: next is not a function
  await failure(() => Iterator.from({}).toArray()); // expect: next is not a function
  await failure(() => Iterator.from({}).next()); // expect: next is not a function
  await failure(() => Iterator.from([1]).flatMap(() => it({})).toArray()); // expect: next is not a function
  await failure(() => (function* () { yield* it({}); })().next()); // expect: next is not a function
  await failure(() => (async function* () { yield* it({}); })().next()); // expect: next is not a function
  await failure(async () => { for await (const value of { [Symbol.iterator]: () => ({}) }); }); // expect: next is not a function
  // Other callees without arguments are called by their text.
  const o = {};
  await failure(() => { for (const value of it([].values())); return o.f() || it() && o.f?.(); }); // expect: o.f is not a function
  await failure(() => { return o.constructor.f() + 1; }); // expect: o.constructor.f is not a function
  await failure(() => { return (o?.f)() + 1; }); // expect: undefined is not a function
}
main();
