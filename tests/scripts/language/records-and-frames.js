// Records hold up to three values in themselves; bindings are read and written while open and when closed.
function make(count) {
  var a = 1, b = 2, c = 3, d = 4;
  if (count === 1) return { get: function () { return a }, set: function (v) { a = v } };
  return { get: function () { return [a, b, c, d].join() }, set: function (v) { a = v; b = v + 1; c = v + 2; d = v + 3 } };
}
function three() {
  var a = 1, b = 2, c = 3;
  var inner = { get: function () { return [a, b, c].join() }, set: function (v) { c = v } };
  inner.set(30);
  a = 10;
  print('open', inner.get(), a, b, c);
  return inner;
}
var one = make(1), four = make(4), few = three(); // expect: open 10,2,30 10 2 30
one.set(7); four.set(5); few.set(31);
print('closed', one.get(), four.get(), few.get()); // expect: closed 7 5,6,7,8 10,2,31

// Eval adds bindings to open and to closed records, few values or many, and takes them away.
function grown(p, q) {
  eval('var added = p + 1');
  return function (code) { return eval(code) };
}
var reach = grown(1, 2);
print(reach('added'), reach('typeof late'), reach('delete added'), reach('typeof added'));
// expect: 2 function true undefined
function late(p) { return eval('(function () { return function (code) { return eval(code) } })')() }
var sloppy = late(5);
print(sloppy('var extra = p; extra + 1'), sloppy('typeof extra'), sloppy('p = 6; p')); // expect: 6 undefined 6
function wide(p, q, r, s) { return function (code) { return eval(code) } }
print(wide(1, 2, 3, 4)('p + q + r + s'), wide(1)('typeof s')); // expect: 10 undefined

// Parameters are shared with a mapped arguments object, open and closed.
function mapped(a, b) {
  var list = arguments, get = function () { return a + '/' + b };
  list[0] = 'x'; b = 'y';
  print(get(), list[0], list[1]);
  return { get: get, list: list };
}
var shared = mapped(1, 2); // expect: x/y x y
shared.list[1] = 'z';
print(shared.get()); // expect: x/z

// Frames with scopes that open none, some, or open them and throw.
function maybe(open, fail) {
  var value = open ? 'opened' : 'not';
  var get = open ? function () { return value } : null;
  if (fail) { value += ' and failed'; kept = get; throw new Error(value) }
  return get ? get : value;
}
var kept;
print(maybe(false, false), maybe(true, false)()); // expect: not opened
for (var i = 0; i < 2; i++) {
  try { maybe(!!i, true) } catch (error) { print(error.message, kept && kept()) }
// expect: not and failed null
// expect: opened and failed opened and failed
}
function nested(depth) {
  var at = depth;
  if (depth === 0) return [];
  var list = nested(depth - 1);
  list.push(function () { return at++ });
  return list;
}
var counters = nested(5);
counters[2]();
print(counters.map(function (next) { return next() }).join()); // expect: 1,2,4,4,5

// In the place of the caller, whose scopes close first.
function tail(n, list) {
  'use strict';
  if (n === 0) return list;
  list.push(function () { return n });
  return tail(n - 1, list);
}
print(tail(4, []).map(function (f) { return f() }).join()); // expect: 4,3,2,1

// Constructors whose prototype changes, that give objects, and that are called again while they run.
function C(x) { this.x = x; this.get = function () { return x } }
function twice() { return [new C(1), new C(2)].map(function (c) { return c.get() + ':' + (c instanceof C) }).join() }
print(twice(), twice()); // expect: 1:true,2:true 1:true,2:true
var before = new C(0);
C.prototype = { tag: 'new' };
print(new C(3).tag, before instanceof C, new C(4) instanceof C); // expect: new false true
C.prototype = 5;
print(Object.getPrototypeOf(new C(6)) === Object.prototype); // expect: true
function Other() { if (this.inner) return 1; return { other: true } }
for (var j = 0; j < 3; j++) print(JSON.stringify(new Other()));
// expect: {"other":true}
// expect: {"other":true}
// expect: {"other":true}
Other.prototype.inner = true;
print(new Other() instanceof Other); // expect: true
function Nested(n) { this.n = n; if (n) this.next = new Nested(n - 1) }
print(JSON.stringify(new Nested(3))); // expect: {"n":3,"next":{"n":2,"next":{"n":1,"next":{"n":0}}}}

// Methods of the object itself, found again by the same call: replaced, of another shape, inherited, none.
function callIt(o) { try { return o.m() } catch (error) { return error.constructor.name } }
var own = { m: function () { return 'own ' + this.v }, v: 1 };
var results = [];
[own, own, { v: 2, m: own.m }, Object.create(own), own].forEach(function (o) { results.push(callIt(o)) });
own.m = function () { return 'other' };
results.push(callIt(own));
delete own.m;
results.push(callIt(own), callIt('text'), callIt(null));
String.prototype.m = function () { return 'string ' + this.length };
results.push(callIt('text'), callIt(new String('ab')), callIt(own));
Object.defineProperty(own, 'm', { get: function () { return function () { return 'got' } } });
results.push(callIt(own), callIt(own));
print(results.join('; '));
// expect: own 1; own 1; own 2; own 1; own 1; other; TypeError; TypeError; TypeError; string 4; string 2; TypeError; got; got
