const a = [3, 1, , 2]; a.sort(); a.length = 6; print(a, a.flatMap(x => [x, x]), a.findLast(x => x), Array.from({ length: 2 }, (_, i) => i), a.with(0, 9), a.toSpliced(1, 1));
const t = new Float32Array([1.5, NaN]); print(t, t.subarray(1).length, new DataView(t.buffer).getUint8(3));
