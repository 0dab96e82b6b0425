// All promises wait for one element.
const a = new Int32Array(new SharedArrayBuffer(8)); for (;;) Atomics.waitAsync(a, 0, 0)
