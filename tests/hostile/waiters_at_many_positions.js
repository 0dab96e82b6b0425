// Each promise waits for another element.
const a = new Int32Array(new SharedArrayBuffer(1 << 22)); for (let i = 0; ; i++) Atomics.waitAsync(a, i % a.length, 0)
