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
  for (let round = 0; round < 25; round++) {
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
// expect: concat 1689 573385979
// expect: slice 1016 684281050
// expect: splice 832 639896118
// expect: shift 1088 751087535
// expect: unshift 860 800257359
// expect: reverse 1750 262919534
// expect: copyWithin 1161 289059197
// expect: sort 1217 99804052
// expect: sortBy 1270 663308552
// expect: forEach 1265 517837975
// expect: map 359276 562868267
// expect: filter 663 427570532
// expect: some 598 338448264
// expect: every 646 66984006
// expect: reduce 1055 905840289
// expect: reduceRight 1026 330430523
// expect: indexOf 702 864490543
// expect: lastIndexOf 708 672468767
// expect: includes 1010 653927920
// expect: join 105181 555039213
// expect: flat 1483 305953686
// expect: flatMap 1325 844147463
}
