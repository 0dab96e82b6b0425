// The only agent waits for another one.
const list = new Int32Array(new SharedArrayBuffer(16));
for (;;) try { Atomics.wait(list, 0, 0); Atomics.pause(1); } catch { Atomics.wait(list, 0, 0, 1e9); }
