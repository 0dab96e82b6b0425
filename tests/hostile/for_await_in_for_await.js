// for await around for await around …, each step of which is awaited.
async function* deep(n) { if (n === 0) for (;;) yield n; for await (const value of deep(n - 1)) yield value; }
(async () => { for await (const value of deep(3000)); })();
(async () => { for await (const value of { [Symbol.asyncIterator]() { return this; }, next() { return { done: false }; } }); })();
