// WeakMap: data kept beside objects that live long, and beside objects that do not.
function run() {
  const hidden = new WeakMap(),
    kept = [];
  let sum = 0;
  for (let i = 0; i < 5000; i++) {
    const object = { i };
    hidden.set(object, { count: 0 });
    kept.push(object);
  }
  for (let i = 0; i < 400000; i++) hidden.get(kept[(i * 31) % 5000]).count += i & 3;
  for (let i = 0; i < 200000; i++) {
    const short = { i };
    hidden.set(short, i);
    sum += hidden.get(short) & 1;
  }
  for (const object of kept) sum += hidden.get(object).count;
  return sum;
}
(typeof console !== 'undefined' ? console.log : print)(run());
