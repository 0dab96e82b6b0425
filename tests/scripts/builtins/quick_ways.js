// Short ways of built-ins: each is left where somebody could tell.

// Natives by `call`.
const has = Object.prototype.hasOwnProperty;
const object = { a: 1, get b() { return print("not read"); }, 3: 4 };
const asked = [];
for (let i = 0; i < 3; i++) asked.push(has.call(object, "a"), has.call(object, "b"), has.call(object, 3), has.call(object, "toString"));
print(asked.join()); // expect: true,true,true,false,true,true,true,false,true,true,true,false
print(has.call("text", "length"), has.call([1], 0), has.call([1], "length"), has.call(function () {}, "prototype"));
// expect: true true true true
for (const self of [null, undefined]) {
  try {
    has.call(self, "a");
  } catch (error) {
    print(error instanceof TypeError);
// expect: true
// expect: true
  }
}
const order = [];
try {
  has.call(null, { toString() { order.push("key"); return "a"; } });
} catch (error) {
  order.push(error.name);
}
print(order.join()); // expect: key,TypeError
print(has.call(new Proxy({}, { getOwnPropertyDescriptor: (target, key) => (print("asked for", key), undefined) }), "k"));
// expect: asked for k
// expect: false
print(Math.max.call(), Math.max.call(null), Math.max.call(null, 1), Math.max.call(null, 1, 3), Math.max.call(null, 1, 3, 2));
// expect: -Infinity -Infinity 1 3 3
print(Array.prototype.slice.call([1, 2, 3], 1, 2).join(), Object.prototype.toString.call());
// expect: 2 [object Undefined]
function throughCall(f, self, x) {
  return f.call(self, x);
}
print(throughCall(has, { y: 1 }, "y"), throughCall(function (x) { return this.z + x; }, { z: 1 }, 2), throughCall((x) => x, 0, 5));
// expect: true 3 5
try {
  throughCall({ call: 1 }, 0);
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
const { call } = Function.prototype;
Function.prototype.call = function (...list) {
  return "patched " + list.length;
};
print(has.call(object, "a"), throughCall(has, object, "a")); // expect: patched 2 patched 2
Function.prototype.call = call;
print(throughCall(has, object, "a")); // expect: true
try {
  call.call(1);
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
print(call.call(call, has, object, "a"), call.call(has.bind(object), null, "a")); // expect: true true

// Spread of arrays.
const spread = (a) => [...a];
print(spread([1, 2, 3]).join(), JSON.stringify(spread([1, , 3])), spread("ab").join(), spread([]).length);
// expect: 1,2,3 [1,null,3] a,b 0
print(spread(Array.from({ length: 40 }, (_, i) => i)).length, spread(Object.freeze([1, 2])).join()); // expect: 40 1,2
Array.prototype[1] = "inherited";
print(JSON.stringify(spread([1, , 3]))); // expect: [1,"inherited",3]
delete Array.prototype[1];
const growing = [1, 2];
Object.defineProperty(growing, 1, { get() { if (growing.length < 5) growing.push("pushed"); return "got"; }, configurable: true });
print(spread(growing).join()); // expect: 1,got,pushed
const iteratorPrototype = Object.getPrototypeOf([][Symbol.iterator]());
const { next } = iteratorPrototype;
iteratorPrototype.next = function () {
  const step = next.call(this);
  if (!step.done) step.value = "<" + step.value + ">";
  return step;
};
print(spread([1, 2]).join()); // expect: <1>,<2>
iteratorPrototype.next = next;
const values = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function* () {
  yield "mine";
};
print(spread([1, 2]).join()); // expect: mine
Array.prototype[Symbol.iterator] = values;
print(spread([1, 2]).join()); // expect: 1,2
class Own extends Array {
  *[Symbol.iterator]() {
    yield* ["own", "iterator"];
  }
}
print(spread(Own.of(1, 2)).join()); // expect: own,iterator

// Patched between two spreads of one literal.
const patching = {
  *[Symbol.iterator]() {
    Array.prototype[Symbol.iterator] = function* () {
      yield "late";
    };
    yield 1;
  },
};
const both = [...[0], ...patching, ...[2]];
Array.prototype[Symbol.iterator] = values;
print(both.join()); // expect: 0,1,late

// map and filter.
const changing = [1, 2, 3, 4];
print(changing.map((x, i, all) => (i === 0 && (all.length = 2), x)).length, changing.join()); // expect: 4 1,2
print(JSON.stringify([1, , 3].map((x) => x * 2)), JSON.stringify([1, , 3, undefined].filter(() => true)));
// expect: [2,null,6] [1,3,null]
print([1, 2, 3].map((x, i, all) => (all.push(9), x)).join()); // expect: 1,2,3
const made = [];
class Species extends Array {
  static get [Symbol.species]() {
    return function (length) {
      made.push(length);
      return { length: 0 };
    };
  }
}
print(JSON.stringify(Species.of(1, 2).map((x) => x + 1)), JSON.stringify(Species.of(1, 2).filter((x) => x > 1)), made.join());
// expect: {"0":2,"1":3,"length":0} {"0":2,"length":0} 2,0
class Frozen extends Array {
  static get [Symbol.species]() {
    return function () {
      return Object.freeze([]);
    };
  }
}
try {
  Frozen.of(1).map((x) => x);
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
let shared;
class Shared extends Array {
  static get [Symbol.species]() {
    return function () {
      return (shared = [8, 8]);
    };
  }
}
print(Shared.of(1, 2, 3).map((x) => (shared.push("between"), x)).join()); // expect: 1,2,3,between,between
const tail = [1, 2, 3];
tail.constructor = undefined;
print(tail.map((x) => x).join()); // expect: 1,2,3
Object.defineProperty(tail, "constructor", { get() { throw new Error("constructor"); } });
try {
  tail.filter(() => true);
} catch (error) {
  print(error.message); // expect: constructor
}
const { proxy, revoke } = Proxy.revocable([1, 2, 3], {});
try {
  Array.prototype.map.call(proxy, (x) => (x === 2 && revoke(), x));
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
print([3, 4].map(function () { return this.k; }, { k: 5 }).join(), ["1", "2", "3"].map(parseInt).join());
// expect: 5,5 1,NaN,NaN

// Elements of frozen arrays.
const frozen = Object.freeze([1, , "three"]);
function element(array, index) {
  return array[index];
}
print(element(frozen, 0), element(frozen, 1), element(frozen, 2), element(frozen, 3), element(frozen, -1), frozen[2], frozen[5]);
// expect: 1 undefined three undefined undefined three undefined
Array.prototype[1] = "from the prototype";
print(element(frozen, 1), frozen[1]); // expect: from the prototype from the prototype
delete Array.prototype[1];
for (const write of [() => { "use strict"; frozen[0] = 2; }, () => { "use strict"; frozen[9] = 2; }, () => { "use strict"; frozen.push(1); }]) {
  try {
    write();
  } catch (error) {
    print(error instanceof TypeError);
// expect: true
// expect: true
// expect: true
  }
}
frozen[0] = 2;
for (let i = 0; i < 2; i++) frozen[i] = i + 10;
print(JSON.stringify(frozen)); // expect: [1,null,"three"]
let text = "";
for (const value of frozen) text += value + ";";
print(text, JSON.stringify([frozen, frozen])); // expect: 1;undefined;three; [[1,null,"three"],[1,null,"three"]]
const [first, , third] = frozen;
print(first, third); // expect: 1 three

// Regular expressions whose prototype is touched, and mended.
const find = (r, s) => r.test(s) + " " + s.replace(r, "-") + " " + s.search(r);
print(find(/b/, "abc")); // expect: true a-c 1
const { exec } = RegExp.prototype;
RegExp.prototype.exec = function (s) {
  const result = exec.call(this, s);
  if (result) result.index = 0;
  return result;
};
print(find(/b/, "abc")); // expect: true -bc 0
RegExp.prototype.exec = exec;
print(find(/b/, "abc")); // expect: true a-c 1
const global = Object.getOwnPropertyDescriptor(RegExp.prototype, "global");
delete RegExp.prototype.global;
print("abcb".replace(/b/g, "-")); // expect: a-cb
Object.defineProperty(RegExp.prototype, "global", global);
print("abcb".replace(/b/g, "-")); // expect: a-c-
RegExp.prototype.added = 1;
print(find(/b/, "abc")); // expect: true a-c 1
delete RegExp.prototype.added;
const own = /b/;
own.exec = () => null;
print(find(own, "abc")); // expect: false abc -1

// Members of parsed objects.
const parsed = JSON.parse('[{"a":1,"b":2},{"a":3,"b":4,"a":5},{"b":1,"a":2},{"a":1,"0":2,"b":3,"__proto__":4},{"a":{"a":{"a":1}}}]');
for (const value of parsed) print(JSON.stringify(value), Object.keys(value).join());
// expect: {"a":1,"b":2} a,b
// expect: {"a":5,"b":4} a,b
// expect: {"b":1,"a":2} b,a
// expect: {"0":2,"a":1,"b":3,"__proto__":4} 0,a,b,__proto__
// expect: {"a":{"a":{"a":1}}} a
print(Object.getPrototypeOf(parsed[3]) === Object.prototype, Object.getOwnPropertyDescriptor(parsed[1], "a").writable);
// expect: true true
Object.defineProperty(Object.prototype, "a", { set() { print("setter"); }, configurable: true });
print(JSON.parse('{"a":1}').a, JSON.parse('{"z":1,"a":2}').a); // expect: 1 2
delete Object.prototype.a;
const many = "{" + Array.from({ length: 50 }, (_, i) => `"key${i}":${i}`).join() + "}";
print(Object.keys(JSON.parse(many)).length, JSON.parse(many).key49, JSON.stringify(JSON.parse(many)) === many);
// expect: 50 49 true
const long = "x".repeat(15) + "\u00e9" + "y".repeat(40);
for (const inner of [long, long + "\n", "\u0001" + long, long + '"', "\\" + long, long + "\u2028\ud800", ""]) {
  print(JSON.parse(JSON.stringify({ inner })).inner === inner);
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
}
for (const bad of ['"' + "x".repeat(16), '"' + "x".repeat(20) + "\n\"", '"' + "x".repeat(31) + "\u001f\""]) {
  try {
    JSON.parse(bad);
  } catch (error) {
    print(error instanceof SyntaxError);
// expect: true
// expect: true
// expect: true
  }
}
