// All methods over arrays and array-likes with long gaps, some of which inherit elements or have accessors.
let state = 12345;
const random = n => (state = (state * 1103515245 + 12345) % 2147483648) % n;
const trail = [];
function make() {
  const array = random(3) ? [] : {};
  const length = 1 + random(6000);
  array.length = length;
  for (let left = random(8); left > 0; left--) array[random(length)] = random(50);
  for (let left = random(3); left > 0; left--) array[random(9000)] = "x" + left;
  if (random(6) === 0) {
    const index = random(length);
    Object.defineProperty(array, index, {
      get() { trail.push("get"); array[random(length)] = "late"; return index; },
      set() { trail.push("set"); },
      configurable: true,
    });
  }
  if (random(8) === 0) Object.setPrototypeOf(array, Object.assign(Object.create(Array.prototype), { [random(length)]: "above" }));
  if (random(10) === 0) Object.freeze(array);
  return array;
}
const add = (all, value, index) => all + ";" + value + index;
const methods = {
  concat: a => Array.prototype.concat.call(a, a, 1),
  slice: a => Array.prototype.slice.call(a, random(1000), -random(1000)),
  splice: a => Array.prototype.splice.call(a, random(3000), random(3000), ...Array(random(4)).fill("in")),
  shift: a => Array.prototype.shift.call(a),
  unshift: a => Array.prototype.unshift.call(a, ...Array(random(3)).fill("first")),
  reverse: a => Array.prototype.reverse.call(a),
  copyWithin: a => Array.prototype.copyWithin.call(a, random(4000), random(4000), random(6000)),
  sort: a => Array.prototype.sort.call(a),
  sortBy: a => Array.prototype.sort.call(a, (x, y) => (String(x) < String(y) ? 1 : -1)),
  forEach: a => Array.prototype.forEach.call(a, (value, index) => trail.push(value, index)),
  map: a => Array.prototype.map.call(a, add),
  filter: a => Array.prototype.filter.call(a, () => random(2)),
  some: a => Array.prototype.some.call(a, value => value > 40),
  every: a => Array.prototype.every.call(a, value => value < 40),
  reduce: a => Array.prototype.reduce.call(a, add, ""),
  reduceRight: a => Array.prototype.reduceRight.call(a, add, ""),
  indexOf: a => Array.prototype.indexOf.call(a, random(50)),
  lastIndexOf: a => Array.prototype.lastIndexOf.call(a, random(50)),
  includes: a => [Array.prototype.includes.call(a, random(50)), Array.prototype.includes.call(a, undefined, random(6000))],
  join: a => Array.prototype.join.call(a, ["", "-", "ab"][random(3)]),
  flat: a => [a, [a]].flat(2),
  flatMap: a => Array.prototype.flatMap.call(a, value => [value, value]),
};
function shown(value) {
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.keys(value).map(key => {
    const own = Object.getOwnPropertyDescriptor(value, key);
    return key + ":" + (own.get ? "accessor" : typeof own.value === "object" ? "object" : own.value);
  });
  return value.length + "{" + parts.join() + "}";
}
function digest(text) {
  let sum = 7;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 1000000007;
  return sum;
}
for (const name in methods) {
  let text = "";
  for (let round = 0; round < 60; round++) {
    const array = make();
    let result;
    try {
      result = shown(methods[name](array));
    } catch (error) {
      result = error.name;
    }
    text += result + " " + shown(array) + " " + trail.splice(0).join() + "\n";
  }
  print(name, text.length, digest(text));
// expect: concat 4450 504439981
// expect: slice 2378 511068071
// expect: splice 2064 276152230
// expect: shift 2573 661373980
// expect: unshift 2532 57989830
// expect: reverse 3408 795382662
// expect: copyWithin 2519 24686831
// expect: sort 3055 846134355
// expect: sortBy 3123 606246235
// expect: forEach 2946 503974156
// expect: map 734895 235172808
// expect: filter 1530 842456283
// expect: some 1728 685657960
// expect: every 1522 857964756
// expect: reduce 2452 219283117
// expect: reduceRight 2533 996495
// expect: indexOf 1486 474001165
// expect: lastIndexOf 1520 821643341
// expect: includes 2322 982295614
// expect: join 162740 613564628
// expect: flat 3301 598497803
// expect: flatMap 3486 279404251
}
