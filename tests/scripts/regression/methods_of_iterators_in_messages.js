// What is called as `next` or `return` of an iterator has no text of its own: on the stack machine, the iterable's was named.
const it = iterator => ({ [Symbol.iterator]: () => iterator, [Symbol.asyncIterator]: () => iterator });
const endless = () => ({ done: false });
async function failure(run) {
  try { await run(); } catch (error) { print(error.message); }
}
async function main() {
  await failure(() => { for (const value of it({ next: 5 })); }); // expect: 5 is not a function
  await failure(() => { for (const value of it({})); }); // expect: undefined is not a function
  await failure(() => { const [value] = it({ next: 5 }); }); // expect: 5 is not a function
  await failure(() => { for (const value of it({ next: endless, return: 5 })) break; }); // expect: return is not a function
  await failure(() => { const odd = it({ next: endless, return: 5 }); for (const value of odd) break; }); // expect: return is not a function
  await failure(() => { const [value] = it({ next: endless, return: 5 }); }); // expect: return is not a function
  await failure(async () => { for await (const value of it({ next: 5 })); }); // expect: 5 is not a function
  await failure(async () => { for await (const value of it({ next: endless, return: 5 })) break; }); // expect: return is not a function
  // Other callees without arguments are called by their text.
  const o = {};
  await failure(() => { for (const value of it([].values())); return o.f() || it() && o.f?.(); }); // expect: o.f is not a function
  await failure(() => { return o.constructor.f() + 1; }); // expect: o.constructor.f is not a function
  await failure(() => { return (o?.f)() + 1; }); // expect: undefined is not a function
}
main();
