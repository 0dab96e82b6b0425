// Sorting: integers, doubles, strings and objects, with comparators and without, in typed arrays and in arrays.
let seed = 42;
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return seed >>> 4;
}
function run() {
  const ints = Array.from({ length: 60000 }, random),
    doubles = Float64Array.from(ints, (x) => x / 7),
    out = [];
  out.push(ints.slice().sort((a, b) => a - b)[777]);
  out.push(ints.slice().sort((a, b) => b - a)[777]);
  out.push(ints.slice(0, 20000).sort()[777]);
  for (let i = 0; i < 4; i++) out.push(doubles.slice().sort()[777 + i]);
  out.push(Int32Array.from(ints).sort((a, b) => a - b)[55]);
  const words = ints.slice(0, 30000).map((x) => 'w' + (x % 9973));
  out.push(words.slice().sort()[500], words.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[500]);
  const people = ints.slice(0, 30000).map((x, i) => ({ age: x % 90, name: 'p' + i }));
  out.push(people.sort((a, b) => a.age - b.age)[12345].name);
  return out.join(' ');
}
(typeof console !== 'undefined' ? console.log : print)(run());
