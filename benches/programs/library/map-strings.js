// Map with strings as keys: words counted, and keys that are made anew for each look.
function run() {
  const counts = new Map(),
    words = [];
  for (let i = 0; i < 4000; i++) words.push('word' + i * 31);
  for (let i = 0; i < 300000; i++) {
    const word = words[(i * 17 + (i >> 3)) % 4000];
    counts.set(word, (counts.get(word) || 0) + 1);
  }
  let sum = 0;
  for (let i = 0; i < 100000; i++) sum += counts.get('word' + (i % 8000) * 31) || 0;
  for (const [word, count] of counts) sum += word.length * count;
  return sum + ' ' + [...counts.keys()].sort().slice(0, 3).join();
}
(typeof console !== 'undefined' ? console.log : print)(run());
