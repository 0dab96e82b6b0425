// Returns find the code of their callers, however deep and whatever lies between. `this` of sloppy functions is an object in each
// kind of call.

// Each function has code of its own, some of which goes away while others run.
function chain(depth, between) {
  let next = (value) => value;
  for (let level = 0; level < depth; level++) {
    const inner = next;
    const make = new Function("inner", "between", `
      return function level${level}(value) {
        const before = ${level};
        const result = between(inner, value + 1);
        return before === ${level} ? result + ${level % 3} : NaN;
      };`);
    next = make(inner, between);
  }
  return next;
}

function* passing(callee, value) { return callee(yield value); }

const ways = {
  plain: (callee, value) => callee(value),
  strictTail: new Function("callee", "value", "'use strict'; return callee(value)"),
  method: (callee, value) => ({ callee }).callee(value),
  getter: (callee, value) => ({ get it() { return callee(value); } }).it,
  apply: (callee, value) => callee.apply(null, [value]),
  spread: (callee, value) => callee(...[value]),
  bound: (callee, value) => callee.bind(null, value)(),
  callback: (callee, value) => [value].map((each) => callee(each))[0],
  construct: (callee, value) => new (class { constructor() { this.result = callee(value); } })().result,
  proxy: (callee, value) => new Proxy(callee, {})(value),
  evaluated: (callee, value) => eval("callee(value)"),
  generator(callee, value) {
    const steps = passing(callee, value);
    return steps.next(steps.next().value).value;
  },
  thrown(callee, value) {
    try {
      throw callee(value);
    } catch (result) {
      return result;
    } finally {
      new Function("return 1")();
    }
  },
};
const sums = [];
for (const depth of [0, 1, 7, 8, 9, 16, 17, 40]) {
  const results = Object.keys(ways).map((way) => chain(depth, ways[way])(0));
  sums.push(new Set(results).size === 1 ? results[0] : results.join());
}
console.log(sums.join()); // expect: 0,1,13,15,18,31,33,79

// Two functions by turns, each the caller of the other at every depth.
let odd = new Function("n", "even", "odd", "return n === 0 ? 'odd' : even(n - 1, even, odd)");
let even = new Function("n", "even", "odd", "const r = n === 0 ? 'even' : odd(n - 1, even, odd); return r");
console.log(even(101, even, odd), even(100, even, odd)); // expect: odd even

// `this` by each kind of call, in code that begins with a look at it and in code that begins with something else.
const global = globalThis;
const sloppy = {
  first: function () { return this; },
  named: function again() { const self = () => again; return self() === again ? this : 0; },
  defaulted: function (value = this) { return value; },
  arguments: function (value) { arguments[0] = this; return value; },
  captured: function () { return (() => this)(); },
  evaluated: function () { return eval("this"); },
};
function show(value) {
  return value === global ? "global" : Object.prototype.toString.call(value).slice(8, -1) + (typeof value === "object" ? "" : "!");
}
for (const name of Object.keys(sloppy)) {
  const f = sloppy[name], object = { f };
  Number.prototype.f = String.prototype.f = f;
  const shown = [f(0), object.f() === object, (5).f(), "s".f(), f.call(null), f.call(true), f.call(object) === object, new Proxy(f, {})(0)]
    .map((value) => (typeof value === "boolean" ? value : show(value)));
  console.log(name, shown.join(), new f() instanceof f);
}
// expect: first global,true,Number,String,global,Boolean,true,global true
// expect: named global,true,Number,String,global,Boolean,true,global true
// expect: defaulted Number!,true,Number,String,global,Boolean,true,Number! true
// expect: arguments global,false,Undefined!,Undefined!,Undefined!,Undefined!,false,global true
// expect: captured global,true,Number,String,global,Boolean,true,global true
// expect: evaluated global,true,Number,String,global,Boolean,true,global true
