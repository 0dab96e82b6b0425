// Values of arrays in a WeakMap have nothing to do with symbols of the same place: FERROTAPE_GC=slices saw a value that was kept
// by one.
let seed = 99;
const random = count => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 8) % count;
};
const values = new WeakMap(), kept = new Array(400).fill(0);
const make = depth => {
  if (random(2)) return Symbol('k');
  const key = [1, 2];
  values.set(key, { value: depth && make(depth - 1) });
  return key;
};
for (let i = 0; i < 3000; i++) kept[random(400)] = make(4);
const depth = value => Array.isArray(value) ? 1 + depth(values.get(value).value) : 0;
print(Math.max(...kept.map(depth))); // expect: 5
