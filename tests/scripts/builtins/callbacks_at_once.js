// Callbacks for elements that are at hand: the loop stays in the function, and each way out of that in the middle.
const ten = () => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
function where(run) {
  try {
    return run();
  } catch (error) {
    return "caught " + (error.message || error);
  }
}

// The array changes while it is visited.
let a = ten();
print(a.map((x, i) => { if (i === 3) a.length = 5; return x * 2; }).length, a.join()); // expect: 10 0,1,2,3,4
a = ten();
print(JSON.stringify(a.map((x, i) => { if (i === 3) a.length = 5; return x * 2; })));
// expect: [0,2,4,6,8,null,null,null,null,null]
a = ten();
print(a.filter((x, i) => { if (i === 2) a.push(77); if (i === 4) a[9] = "late"; return i > 6; }).join());
// expect: 7,8,late
a = ten();
print(a.reduce((sum, x, i) => { if (i === 1) delete a[3]; if (i === 4) a[6] = 1000; return sum + x; })); // expect: 1036
a = ten();
const seen = [];
a.forEach((x, i) => { seen.push(x); if (i === 2) a.splice(0, 3); });
print(seen.join()); // expect: 0,1,2,6,7,8,9
a = ten();
print(a.find((x, i) => { if (i === 1) a.length = 3; return x === undefined; }), a.findLastIndex((x) => x === 1));
// expect: undefined 1
a = ten();
print(a.every((x, i) => { if (i === 5) a = null; return x < 9; }), where(() => ten().some(function (x) { return x > this.most; }, { most: 8 })));
// expect: false true

// Elements become something else: getters, holes that the prototype fills, frozen ones, doubles and strings.
a = ten();
print(a.map((x, i) => { if (i === 2) Object.defineProperty(a, 4, { get() { return "got"; } }); return x; }).join());
// expect: 0,1,2,3,got,5,6,7,8,9
a = [0, , 2, , 4];
print(a.map((x) => x + 1).length, 1 in a.map((x) => x), a.reduce((p, x) => p + "," + x), a.find((x) => x === undefined), a.findIndex((x) => x === undefined));
// expect: 5 false 0,2,4 undefined 1
a = ten();
print(a.map((x, i) => { if (i === 2) { delete a[5]; Array.prototype[5] = "from above"; } return x; }).join());
// expect: 0,1,2,3,4,from above,6,7,8,9
delete Array.prototype[5];
print(Object.freeze(ten()).map((x) => x / 2).join(), "text".split("").map((c) => c + c).join(""));
// expect: 0,0.5,1,1.5,2,2.5,3,3.5,4,4.5 tteexxtt
a = ten();
print(a.map((x, i) => { if (i === 1) Object.freeze(a); return x; }).join()); // expect: 0,1,2,3,4,5,6,7,8,9
a = ten();
Object.setPrototypeOf(a, { __proto__: Array.prototype, get 7() { return "above"; } });
print(a.map((x, i) => { if (i === 3) a.length = 6; return x; }).length, Array.prototype.map.call(a, (x, i) => { a.length = 4; return x; }).join("|"));
// expect: 10 0|1|2|3||

// The function replaces itself by a tail call, makes scopes, or ends in other ways.
const strict = (function () {
  "use strict";
  const other = (x, i, list) => list.length + x + i;
  const twice = (x) => x * 2;
  return { tail: (x, i, list) => other(x, i, list), sometimes: (x) => (x & 1 ? twice(x) : x), self(x) { return x > 0 ? strict.self(x - 1) : "end"; } };
})();
print(ten().map(strict.tail).join(), ten().map(strict.sometimes).join(), ten().map(strict.self).join());
// expect: 10,12,14,16,18,20,22,24,26,28 0,2,2,6,4,10,6,14,8,18 end,end,end,end,end,end,end,end,end,end
print(ten().map((x) => () => x).map((f) => f()).join(), ten().map(function* (x) { yield x; }).map((g) => g.next().value).join());
// expect: 0,1,2,3,4,5,6,7,8,9 0,1,2,3,4,5,6,7,8,9
print(where(() => ten().map((x) => { if (x === 4) throw new Error("at four"); return x; }))); // expect: caught at four
let count = 0;
print(where(() => ten().filter((x) => { count++; try { if (x === 4) throw x; return true; } catch (e) { throw "again " + e; } finally { count += 10; } })), count);
// expect: caught again 4 55

// Registers begin anew in each call.
print(ten().map((x) => { let y; if (x & 1) y = x; var z; if (x & 2) z = x; return [y, z].join("/"); }).join(" "));
// expect: / 1/ /2 3/3 / 5/ /6 7/7 / 9/
print(ten().map(function (x, i, list, none) { const was = none; none = x; x = 1; return was; }).join("")); // expect:
print(ten().map(function () { "use strict"; return typeof this; }).join(), ten().map(function () { return typeof this; }, 5).join());
// expect: undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined object,object,object,object,object,object,object,object,object,object

// Stacks of errors have the callback once, and `this` and the arguments are right after a nested visit.
print(ten().map((x) => new Error("e").stack.split("\n").length).filter((n, i, all) => n === all[0]).length);
// expect: 10
print(ten().map((x, i, list) => list.map((y) => y * x).reduce((p, q) => p + q, i)).join());
// expect: 0,46,92,138,184,230,276,322,368,414
function deep(n) { return n === 0 ? 0 : [1, 2, 3].map((x) => (x === 2 ? deep(n - 1) : x)).length + n; }
print(deep(40)); // expect: 43

// Results go where the species says, even into the visited array.
class Own extends Array {}
print(Own.from(ten()).map((x) => x + 1) instanceof Own, Own.from(ten()).filter((x) => x & 1).join());
// expect: true 1,3,5,7,9
a = ten();
a.constructor = { [Symbol.species]: function () { return a; } };
print(a.map((x) => x + 1) === a, a.join()); // expect: true 1,2,3,4,5,6,7,8,9,10
a = ten();
a.constructor = { [Symbol.species]: function () { return a; } };
print(a.filter((x) => x > 4) === a, a.join()); // expect: true 5,6,7,8,9,5,6,7,8,9
a = [1, 2, 3];
const target = [];
a.constructor = { [Symbol.species]: function () { return target; } };
a.map((x, i) => { if (i === 1) target.push("pushed"); return x; });
print(target.join()); // expect: 1,2,3
a = [1, 2, 3];
a.constructor = { [Symbol.species]: function () { return Object.preventExtensions([]); } };
print(where(() => a.map((x) => x)).slice(0, 6), where(() => a.filter((x) => false)).length); // expect: caught 0

// Sorts: orders of all kinds, and lists of all lengths around the runs.
const orders = [(x, y) => x - y, (x, y) => y - x, (x, y) => (x < y ? -1.5 : 1.5), (x, y) => String(x - y), (x, y) => ({ valueOf: () => x - y }), () => 0, () => NaN, () => undefined];
for (const order of orders) {
  const sums = [];
  for (let length = 0; length < 40; length++) {
    const list = Array.from({ length }, (_, i) => (i * 7919) % 31);
    const sorted = list.slice().sort(order);
    sums.push(sorted.reduce((sum, x, i) => sum + x * (i + 1), 0));
  }
  print(sums.slice(5).join(" "));
// expect: 304 398 561 679 868 1004 1210 1570 1802 2184 2439 2837 3112 3520 3812 4224 4530 4940 5608 6029 6689 7121 7770 8213 8848 9302 9920 10385 10983 11938 12533 13451 14046 14927 15525
// expect: 164 204 303 338 452 470 590 770 900 1116 1241 1481 1586 1838 1908 2160 2180 2420 2768 2996 3373 3571 3962 4112 4502 4586 4960 4960 5303 5807 6115 6640 6892 7420 7595
// expect: 304 398 561 679 868 1004 1210 1570 1802 2184 2439 2837 3112 3520 3812 4224 4530 4940 5608 6029 6689 7121 7770 8213 8848 9302 9920 10385 10983 11938 12533 13451 14046 14927 15525
// expect: 304 398 561 679 868 1004 1210 1570 1802 2184 2439 2837 3112 3520 3812 4224 4530 4940 5608 6029 6689 7121 7770 8213 8848 9302 9920 10385 10983 11938 12533 13451 14046 14927 15525
// expect: 304 398 561 679 868 1004 1210 1570 1802 2184 2439 2837 3112 3520 3812 4224 4530 4940 5608 6029 6689 7121 7770 8213 8848 9302 9920 10385 10983 11938 12533 13451 14046 14927 15525
// expect: 281 329 483 523 694 714 890 1250 1419 1797 1947 2331 2450 2828 2904 3264 3285 3615 4282 4570 5220 5454 6075 6243 6823 6913 7440 7440 7902 8854 9239 10139 10435 11271 11466
// expect: 281 329 483 523 694 714 890 1250 1419 1797 1947 2331 2450 2828 2904 3264 3285 3615 4282 4570 5220 5454 6075 6243 6823 6913 7440 7440 7902 8854 9239 10139 10435 11271 11466
// expect: 281 329 483 523 694 714 890 1250 1419 1797 1947 2331 2450 2828 2904 3264 3285 3615 4282 4570 5220 5454 6075 6243 6823 6913 7440 7440 7902 8854 9239 10139 10435 11271 11466
}
print([3, 1, 2].sort((x, y) => { a.length = 0; return x - y; }).join(), where(() => [3, 1, 2, 5, 4].sort((x, y) => { if (x === 5) throw "five"; return x - y; })));
// expect: 1,2,3 caught five
a = [5, 4, 3, 2, 1];
print(a.sort((x, y) => { a.length = 2; return x - y; }).join(), new Float64Array([3, 1, 2, 9, 8]).sort((x, y) => y - x).join(), new BigInt64Array([3n, 1n, 2n]).sort((x, y) => (x < y ? -1 : 1)).join());
// expect: 1,2,3,4,5 9,8,3,2,1 1,2,3

// Questions that shapes answer.
class Base { method() {} }
class Derived extends Base { constructor() { super(); this.own = 1; } }
const derived = new Derived();
const bare = Object.create(null);
const answers = [];
for (let i = 0; i < 3; i++) {
  answers.push("own" in derived, "method" in derived, "toString" in derived, "none" in derived, "toString" in bare, 0 in [1], 1 in [1], "length" in [], Symbol.iterator in [], "0" in [1], "x" in function () {}, "name" in class {});
  if (i === 0) Base.prototype.none = 1;
  if (i === 1) Object.setPrototypeOf(Base.prototype, null);
}
Object.setPrototypeOf(Base.prototype, Object.prototype);
print(answers.map(Number).join("")); // expect: 111001011101111101011101110101011101
print(where(() => "a" in 1).slice(0, 6), "a" in new Proxy({}, { has: () => true }), 1 in "text".split(""), 1 in Object("text"), "length" in Object("text"), 3 in new Uint8Array(3), "3" in new Uint8Array(4));
// expect: caught true true true true false true
print(Object.hasOwn(derived, "own"), Object.hasOwn(derived, "method"), Object.hasOwn([1], 0), Object.hasOwn([1], "length"), Object.hasOwn("text", 1), Object.hasOwn(Object("text"), "length"), Object.hasOwn(print, "name"), Object.hasOwn((function () { return arguments; })(1), 0));
// expect: true false true true true true true true
print(derived.hasOwnProperty("own"), [].hasOwnProperty("length"), [,].hasOwnProperty(0), Math.hasOwnProperty("PI"), globalThis.hasOwnProperty("Array"), new Proxy({}, {}).hasOwnProperty === undefined);
// expect: true true false true true false
print(derived instanceof Derived, derived instanceof Base, derived instanceof Object, bare instanceof Object, 1 instanceof Number, [] instanceof Array, [] instanceof Object, (() => 1) instanceof Function);
// expect: true true true false false true true true
function F() {}
const f = new F();
const found = [];
for (let i = 0; i < 4; i++) {
  found.push(where(() => f instanceof F), where(() => 5 instanceof F));
  if (i === 0) F.prototype = {};
  if (i === 1) F.prototype = 5;
  if (i === 2) Object.defineProperty(F, Symbol.hasInstance, { value: () => true });
}
print(found.map((x) => (typeof x === "string" ? x.slice(0, 6) : x)).join());
// expect: true,false,false,false,caught,false,true,true
print(new Proxy({}, { getPrototypeOf: () => Array.prototype }) instanceof Array, where(() => derived instanceof 5).slice(0, 6), where(() => derived instanceof {}).slice(0, 6), derived instanceof Derived.bind());
// expect: true caught caught true
