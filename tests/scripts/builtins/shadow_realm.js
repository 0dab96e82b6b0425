// not for node: it has none
// ShadowRealm, of the proposal: evaluate, wrapped functions, and errors at the border.

const realm = new ShadowRealm();
function error(action) {
  try {
    return 'no error: ' + String(action());
  } catch (error) {
    return `${Object.getPrototypeOf(error) === globalThis[error.name].prototype ? 'own' : 'foreign'} ${error}`;
  }
}

// The constructor and its prototype.
print(ShadowRealm.length, typeof ShadowRealm, String(realm)); // expect: 0 function [object ShadowRealm]
print(Reflect.ownKeys(ShadowRealm.prototype).map(String).join()); // expect: constructor,evaluate,importValue,Symbol(Symbol.toStringTag)
print(realm.evaluate.length, realm.importValue.length, Reflect.ownKeys(realm).length); // expect: 1 2 0
print(error(() => ShadowRealm())); // expect: own TypeError: Constructor ShadowRealm requires 'new'
print(error(() => realm.evaluate.call({}, '1'))); // expect: own TypeError: Method ShadowRealm.prototype.evaluate called on incompatible receiver #<Object>
print(error(() => realm.importValue.call(1, '1'))); // expect: own TypeError: Method ShadowRealm.prototype.importValue called on incompatible receiver 1
class Derived extends ShadowRealm { twice(text) { return this.evaluate(text) + this.evaluate(text); } }
print(new Derived().twice('globalThis.n = (globalThis.n ?? 0) + 1')); // expect: 3
print(Object.getPrototypeOf(Reflect.construct(ShadowRealm, [], Map)) === Map.prototype); // expect: true

// Texts.
print(realm.evaluate('1 + 1'), realm.evaluate(''), realm.evaluate('"a"; ;')); // expect: 2 undefined a
print(error(() => realm.evaluate(Object('1')))); // expect: own TypeError: The source text must be a string, found #<String>
print(error(() => realm.evaluate('1 +'))); // expect: own SyntaxError: unexpected end of input
print(error(() => realm.evaluate('new.target'))); // expect: own SyntaxError: `new.target` is only allowed in functions and classes
print(error(() => realm.evaluate('eval("1 +")'))); // expect: own TypeError: another realm threw SyntaxError: unexpected end of input
realm.evaluate('let lexical = 1; const constant = 2; var v = 3; function f() {} class C {}');
print(realm.evaluate('[typeof lexical, typeof constant, typeof v, typeof f, typeof C].join()')); // expect: undefined,undefined,number,function,undefined
print(realm.evaluate('delete globalThis.v') , realm.evaluate('"use strict"; var strict = 1; typeof this') , realm.evaluate('typeof strict')); // expect: true object undefined
print(realm.evaluate('(function () { return this === globalThis })')()); // expect: true

// The realm has the language's own globals, nothing of the host, and none of ours.
globalThis.outer = 1;
print(realm.evaluate('typeof outer'), typeof globalThis.f); // expect: undefined undefined
print(realm.evaluate('typeof print + typeof console + typeof setTimeout + typeof URL + typeof structuredClone + typeof queueMicrotask')); // expect: undefinedundefinedundefinedundefinedundefinedundefined
print(realm.evaluate('typeof ShadowRealm + typeof Promise + typeof Temporal')); // expect: functionfunctionobject
print(realm.evaluate(`Reflect.ownKeys(globalThis).every(key => {
  const { configurable } = Object.getOwnPropertyDescriptor(globalThis, key);
  return configurable || ['Infinity', 'NaN', 'undefined'].includes(key);
})`)); // expect: true
print(realm.evaluate('Object.prototype.extra = "inner"; ({}).extra'), ({}).extra); // expect: inner undefined

// Primitive values pass, functions pass as wrapped ones, other objects do not.
const symbol = Symbol('s');
print(realm.evaluate('x => x')(symbol) === symbol, Symbol.for('a') === realm.evaluate('Symbol.for("a")')); // expect: true true
print(realm.evaluate('Symbol.iterator') === Symbol.iterator, realm.evaluate('2n ** 70n'), Object.is(realm.evaluate('-0'), -0)); // expect: true 1180591620717411303424 true
for (const text of ['[]', '({})', 'globalThis', 'new Proxy({}, {})', 'Promise.resolve()', 'Object.create(null)', 'new Error("e")', '(async () => {})()']) {
  print(error(() => realm.evaluate(text)));
}
// expect: own TypeError: Only primitive values and functions pass between realms, found [object Array]
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Object>
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Object>
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Object>
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Promise>
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Object>
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Error>
// expect: own TypeError: Only primitive values and functions pass between realms, found #<Promise>
print(error(() => realm.evaluate('x => x')({}))); // expect: own TypeError: Only primitive values and functions pass between realms, found #<Object>
print(error(() => realm.evaluate('x => x').call({}, 1))); // expect: own TypeError: Only primitive values and functions pass between realms, found #<Object>

// Wrapped functions.
const add = realm.evaluate('function add(a, b) { "use strict"; return [typeof this, arguments.length, a, b].join() } add.own = 1; add');
print(typeof add, add.name, add.length, add.own, Reflect.ownKeys(add).join()); // expect: function add 2 undefined length,name
print(Object.getPrototypeOf(add) === Function.prototype, String(add), Object.prototype.toString.call(add)); // expect: true function () { [native code] } [object Function]
print(add(1, 'x'), add.call(5), add.apply(null, [1, 2, 3]), add.bind(undefined, 7)(8)); // expect: undefined,2,1,x number,0,, object,3,1,2 undefined,2,7,8
print(error(() => new add())); // expect: own TypeError: add is not a constructor
print(error(() => Reflect.construct(Object, [], add))); // expect: own TypeError: function add is not a constructor
print(error(() => class extends add {})); // expect: own TypeError: Class extends value function add is not a constructor or null
print(error(() => add.caller)); // expect: own TypeError: 'caller', 'callee' and 'arguments' of strict functions may not be accessed
print(realm.evaluate('add2 = () => 1') === realm.evaluate('add2')); // expect: false

// Names and lengths.
function shown(text) {
  const { length, name } = realm.evaluate(text);
  return `${length} ${JSON.stringify(name)}`;
}
print(shown('Object.defineProperty((a) => 1, "length", { value: Infinity })'), shown('Object.defineProperty((a) => 1, "length", { value: -5 })'), shown('Object.defineProperty((a) => 1, "length", { value: "3" })')); // expect: Infinity "" 0 "" 0 ""
print(shown('Object.defineProperty((a) => 1, "length", { value: 2.7 })'), shown('Object.defineProperty(() => 1, "name", { get: () => "got" })'), shown('Object.defineProperty(() => 1, "name", { value: 5 })')); // expect: 2 "" 0 "got" 0 ""
print(shown('const g = (a) => 1; delete g.length; Object.setPrototypeOf(g, { length: 7, name: "far" }); delete g.name; g')); // expect: 0 "far"
print(error(() => realm.evaluate('Object.defineProperty(() => 1, "name", { get() { throw new RangeError("no name") } })'))); // expect: own TypeError: another realm threw RangeError: no name
print(error(() => realm.evaluate('Object.defineProperty(() => 1, "length", { get() { throw 5 } })'))); // expect: own TypeError: another realm threw 5
print(error(() => realm.evaluate('new Proxy(() => 1, { getOwnPropertyDescriptor() { throw "trap" } })'))); // expect: own TypeError: another realm threw "trap"

// Both ways.
let count = 0;
const counter = realm.evaluate('let n = 0; f => { n++; return f(n) + 0.5 }');
print(counter((n) => { count += n; return count; }), counter((n) => { count += n; return count; }), count); // expect: 1.5 3.5 3
print(realm.evaluate('f => Object.getPrototypeOf(f) === Function.prototype')(() => {})); // expect: true
print(realm.evaluate('f => f')(add) === add, realm.evaluate('f => f')(add)(1, 2)); // expect: false undefined,2,1,2
const deep = realm.evaluate('f => g => h => f(x => g(x) + h(x))');
print(deep((f) => f(1))((x) => x + 1)((x) => x * 10)); // expect: 12
const inner = realm.evaluate('const inner = new ShadowRealm(); text => inner.evaluate(text)');
print(inner('globalThis.where = "innermost"; where'), realm.evaluate('typeof where')); // expect: innermost undefined
print(error(() => inner('({})'))); // expect: own TypeError: another realm threw TypeError: Only primitive values and functions pass between realms, found #<Object>

// What is thrown.
for (const thrown of ['new RangeError("far")', '5', '"text"', 'undefined', 'Symbol("s")', '{ message: "an object" }', '() => 1', 'new Proxy(new Error("p"), { get() { globalThis.asked = 1 } })',
  'Object.defineProperty(new Error("x"), "message", { get() { globalThis.asked = 1 } })', 'class extends Error {}', 'new (class Own extends Error {})("own")', 'null']) {
  print(error(() => realm.evaluate(`throw (${thrown.startsWith('{') ? `(${thrown})` : thrown})`)));
}
// expect: own TypeError: another realm threw RangeError: far
// expect: own TypeError: another realm threw 5
// expect: own TypeError: another realm threw "text"
// expect: own TypeError: another realm threw undefined
// expect: own TypeError: another realm threw Symbol(s)
// expect: own TypeError: another realm threw #<Object>: an object
// expect: own TypeError: another realm threw () => 1
// expect: own TypeError: another realm threw #<Object>
// expect: own TypeError: another realm threw Error
// expect: own TypeError: another realm threw class extends Error {}
// expect: own TypeError: another realm threw Error: own
// expect: own TypeError: another realm threw null
print(realm.evaluate('typeof asked')); // expect: undefined
print(error(() => realm.evaluate('f => f()')(() => { throw new RangeError('ours'); }))); // expect: own TypeError: another realm threw RangeError: ours
print(realm.evaluate('f => { try { f() } catch (error) { return error instanceof TypeError && error.message } }')(() => { throw new RangeError('ours'); })); // expect: another realm threw RangeError: ours
print(error(() => realm.evaluate('f => f()')(() => ({})))); // expect: own TypeError: another realm threw TypeError: Only primitive values and functions pass between realms, found #<Object>
print(realm.evaluate('f => { try { f({}) } catch (error) { return error instanceof TypeError } }')(() => 1)); // expect: true

// Proxies and bound functions.
const revoked = realm.evaluate('globalThis.revocable = Proxy.revocable(() => 1, {}); revocable.proxy');
print(revoked()); // expect: 1
realm.evaluate('revocable.revoke()');
print(error(revoked)); // expect: own TypeError: The proxy has been revoked, it can do nothing any more
print(error(() => realm.evaluate('revocable.proxy'))); // expect: own TypeError: another realm threw TypeError: Cannot perform 'getOwnPropertyDescriptor' on a proxy that has been revoked
print(realm.evaluate('new Proxy((a, b) => 1, { apply: (target, self, list) => list.length })')(1, 2, 3)); // expect: 3
print(realm.evaluate('(function (...list) { return this.x + list.join() }).bind({ x: "x" }, 1)')(2)); // expect: x1,2
print(new Proxy(add, {})(1, 2)); // expect: undefined,2,1,2
print(typeof realm.evaluate('class K {} K'), error(() => realm.evaluate('K2 = class K {}')())); // expect: function own TypeError: another realm threw TypeError: Class constructor K cannot be invoked without 'new'

// Generators, async functions, tail calls.
print(error(() => realm.evaluate('(function* () {})')()), error(() => realm.evaluate('(async () => 1)')())); // expect: own TypeError: Only primitive values and functions pass between realms, found #<Object> own TypeError: Only primitive values and functions pass between realms, found #<Promise>
const next = realm.evaluate('const steps = (function* () { const got = yield 1; yield got + 1 })(); x => steps.next(x).value');
print(next(), next(41), next()); // expect: 1 42 undefined
const even = realm.evaluate('"use strict"; const even = (n, odd) => n === 0 ? "even" : odd(n - 1); even');
const odd = (n) => { 'use strict'; return n === 0 ? 'odd' : even(n - 1, odd); };
print(even(20, odd), even(21, odd)); // expect: even odd
(async () => {
  const resolve = realm.evaluate('let list = []; const waiting = new Promise(go => globalThis.go = go); waiting.then(x => list.push(x)); globalThis.list = () => list.join(); go');
  resolve('came');
  await 1;
  print(realm.evaluate('list()'));
})();

// Stacks, and what prepares them, show no objects of the other realm.
realm.evaluate('Error.prepareStackTrace = (error, sites) => sites.map(site => [typeof site.getThis(), typeof site.getFunction(), site instanceof Object].join()).join(" ")');
print(realm.evaluate('f => f()')(() => realm.evaluate('(() => new Error("s").stack.split(" ").every(site => site === "undefined,undefined,true"))()'))); // expect: true
// expect: came
