// Each promise waits for a block that nobody else has.
for (;;) { Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(8)), 0, 0) }
