// Map with integers as keys: filled, read, counted up, emptied and filled again, walked.
function run() {
  const map = new Map();
  let sum = 0;
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 50000; i++) map.set(i * 7, i);
    for (let i = 0; i < 150000; i++) sum += map.get((i * 13) % 350000 | 0) || 0;
    for (let i = 0; i < 50000; i++) map.set((i % 500) * 7, map.get((i % 500) * 7) + 1);
    for (const [key, value] of map) sum += key ^ value;
    map.forEach((value, key) => {
      sum -= key & value;
    });
    for (let i = 0; i < 50000; i += 2) map.delete(i * 7);
  }
  return sum + ' ' + map.size;
}
(typeof console !== 'undefined' ? console.log : print)(run());
