// What sites and built-ins remember must go when a script replaces what they remembered, in the middle of a loop, and come back with it.

// Methods of prototypes: replaced, deleted, turned into getters, prototypes exchanged.
{
  const odd = { f() { return 1; } };
  const even = { f() { return 2; } };
  const objects = [];
  for (let i = 0; i < 30; i++) objects.push(Object.create(i % 2 ? odd : even, { ["k" + i]: { value: i } }));
  const sums = [];
  let sum = 0;
  for (let i = 0; i < 9000; i++) {
    sum += objects[i % 30].f();
    if (i % 100 === 0) Object.setPrototypeOf(objects[i % 30], i % 200 ? odd : even);
    if (i % 1000 !== 999) continue;
    sums.push(sum);
    sum = 0;
    if (i === 1999) odd.f = () => 5;
    if (i === 2999) Object.prototype.f = () => 7;
    if (i === 3999) delete odd.f;
    if (i === 4999) Object.setPrototypeOf(even, { f: () => 9 });
    if (i === 5999) delete even.f;
    if (i === 6999) Object.defineProperty(odd, "f", { get() { return () => 100; } });
  }
  delete Object.prototype.f;
  print(sums.join()); // expect: 1458,1450,3650,3650,4750,4750,7900,59050,59050
}

// Methods of classes with private fields, and of their super classes.
{
  class Base {
    #count = 0;
    constructor(value) { this.value = value; }
    step() { return ++this.#count + this.value; }
    get count() { return this.#count; }
  }
  class Derived extends Base {
    constructor(value) { super(value); this["own" + value % 40] = value; }
    step() { return super.step() * 2; }
  }
  const objects = [];
  const sums = [];
  let sum = 0;
  for (let i = 0; i < 1000; i++) {
    objects[i % 20] = i % 3 ? new Derived(i % 50) : new Base(i % 50);
    for (const object of objects) sum += object.step();
    if (i % 200 !== 199) continue;
    sums.push(sum);
    sum = 0;
    if (i === 399) Base.prototype.step = () => 1;
    if (i === 599) delete Derived.prototype.step;
    if (i === 799) Object.defineProperty(Base.prototype, "step", { get() { return () => this.count; } });
  }
  print(sums.join()); // expect: 215201,233350,6667,4000,0
}

// The iteration of arrays.
{
  const iterators = Object.getPrototypeOf([][Symbol.iterator]());
  const { next } = iterators;
  const values = Array.prototype[Symbol.iterator];
  const use = array => {
    const [x, y] = array;
    return x + y + [...array].length + Math.max(...array) + new Set(array).size;
  };
  const uses = (array, times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += use(array);
    return sum;
  };
  print(uses([1, 2, 3], 1000)); // expect: 12000
  let calls = 0;
  iterators.next = function () { calls++; return next.call(this); };
  let result = uses([1, 2, 3], 10);
  iterators.next = next;
  print(result, calls); // expect: 120 140
  print(uses([1, 2, 3], 10), calls); // expect: 120 140
  Array.prototype[Symbol.iterator] = function* () { yield 7; yield 8; };
  result = use([1, 2, 3]);
  Array.prototype[Symbol.iterator] = values;
  print(result); // expect: 27
  print(use([1, 2, 3])); // expect: 12
  const own = [1, 2];
  own[Symbol.iterator] = function* () { yield 5; yield 6; yield 0; };
  print(use(own)); // expect: 23
}

// What built-ins look up: exec, set, then, toJSON, toString, valueOf, join.
{
  const texts = () => ["abc".replace(/b/, "x"), "abc".split(/b/), /b/.test("abc"), "abc".match(/b/g), "a".search(/a/)].join();
  const { exec } = RegExp.prototype;
  print(texts()); // expect: axc,a,c,true,b,0
  let calls = 0;
  RegExp.prototype.exec = function (text) { return calls++ < 4 ? exec.call(this, text) : null; };
  let result = texts();
  RegExp.prototype.exec = exec;
  print(result, calls); // expect: axc,a,c,false,,-1 7
  print(texts(), calls); // expect: axc,a,c,true,b,0 7

  const { set } = Map.prototype;
  calls = 0;
  Map.prototype.set = function (key, value) { calls++; return set.call(this, key, value); };
  result = new Map([[1, 2], [3, 4]]).size;
  Map.prototype.set = set;
  print(result, calls); // expect: 2 2
  print(new Map([[1, 2], [3, 4]]).size, calls); // expect: 2 2

  const { then } = Promise.prototype;
  calls = 0;
  Promise.prototype.then = function (...reactions) { calls++; return then.apply(this, reactions); };
  Promise.resolve(1).finally(() => 0);
  Promise.all([1, 2]);
  Promise.prototype.then = then;
  print(calls); // expect: 3

  Number.prototype.toJSON = function () { return "N" + this; };
  result = JSON.stringify([1, { a: 2 }]);
  delete Number.prototype.toJSON;
  print(result); // expect: [1,{"a":2}]
  print(JSON.stringify([1, { a: 2 }])); // expect: [1,{"a":2}]

  const { toString } = Number.prototype;
  Number.prototype.toString = () => "replaced";
  result = [`${1}`, 1 + "", String(1), [1].join(), Object(1) + ""];
  Number.prototype.toString = toString;
  print(result.join()); // expect: 1,1,1,1,1
  Object.prototype[Symbol.toPrimitive] = () => 42;
  result = [{} + 1, `${[]}`];
  delete Object.prototype[Symbol.toPrimitive];
  print(result.join()); // expect: 43,42
  print({} + 1, `${[]}`); // expect: [object Object]1
  const { join } = Array.prototype;
  Array.prototype.join = () => "joined";
  result = [[1] + "", String([1, 2])];
  Array.prototype.join = join;
  print(result.join()); // expect: joined,joined
  print([1] + "", String([1, 2])); // expect: 1 1,2
}
