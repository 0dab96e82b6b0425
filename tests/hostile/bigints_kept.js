// Long BigInts that are kept, by the heap alone and as keys: they must be counted.
var kept = [], keys = new Map(), long = (1n << 16000000n) - 1n;
for (var i = 0n; ; i++) {
  kept.push(long - i, long << 3n, -long, ~long);
  keys.set(long ^ i, BigInt.asUintN(15000000, -i));
  if (kept.length > 20) kept = [];
}
