// Promises of waitAsync, with and without a time, and notifications that find none.
const list = new Int32Array(new SharedArrayBuffer(1 << 16));
for (let i = 0; i < 100000; i++) Atomics.waitAsync(list, i % 1000, 0, i % 3 ? Infinity : 1e9);
for (let i = 0; ; i++) { const { value } = Atomics.waitAsync(list, 0, 0, 0.01 + i % 5); Atomics.notify(list, i % 1000, 1); if (i % 7 === 0) Atomics.notify(list, 5000, Infinity); }
