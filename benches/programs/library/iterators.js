// Iteration: spread, destructuring, for-of over arrays, typed arrays, maps and generators, and iterator helpers.
function* count(limit) {
  for (let i = 0; i < limit; i++) yield i;
}
function run() {
  const list = Array.from({ length: 2000 }, (_, i) => i),
    bytes = Uint8Array.from(list),
    map = new Map(list.map((x) => [x, x * 2]));
  let sum = 0;
  for (let round = 0; round < 60; round++) {
    for (const x of list) sum += x;
    for (const x of bytes) sum += x;
    for (const [key, value] of map) sum += key ^ value;
    for (const [index, x] of list.entries()) sum += index - x;
    const [first, second, ...rest] = list;
    sum += first + second + rest.length + [...list, ...bytes].length + Math.max(...bytes);
    for (const x of count(1000)) sum += x;
    sum +=
      list.includes(1999) +
      list.indexOf(1500) +
      list.lastIndexOf(3) +
      list
        .map((x) => x & 7)
        .filter((x) => x > 3)
        .reduce((a, b) => a + b, 0);
  }
  return sum;
}
(typeof console !== 'undefined' ? console.log : print)(run());
