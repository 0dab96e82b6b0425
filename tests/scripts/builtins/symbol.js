var s = Symbol("a"), t = Symbol("a"), u = Symbol();
print(typeof s, s === t, s === s, s == Object(s), typeof Object(s), Object(s) instanceof Symbol);
// expect: symbol false true true object true
print(String(s), s.toString(), u.toString(), s.description, u.description, Symbol("").description === "");
// expect: Symbol(a) Symbol(a) Symbol() a undefined true
var errors = [
  function () { return s + ""; }, function () { return +s; }, function () { return s * 2; }, function () { return s < 1; },
  function () { return new Symbol(); }, function () { return "" + Object(s); }, function () { return Symbol.keyFor("a"); },
  function () { return [s].join(); }, function () { null[s]; }, function () { undefined[s] = 1; }, function () { s(); },
  function () { "use strict"; s.x = 1; }, function () { return Math.max(s); }, function () { return isNaN(s); },
];
for (var i = 0; i < errors.length; i++) try { print(errors[i]()); } catch (e) { print(e.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
var o = {}; o[s] = 1; o.b = 2; o[7] = 3; o[t] = 4; o[3] = 5; o.a = 6;
print(Object.keys(o).join(), Object.getOwnPropertyNames(o).join(), Object.getOwnPropertySymbols(o).length);
// expect: 3,7,b,a 3,7,b,a 2
var names = []; for (var k in o) names.push(k); print(names.join()); // expect: 3,7,b,a
print(o[s], o[t], s in o, u in o, delete o[t], o[t], Object.getOwnPropertySymbols(o)[0] === s);
// expect: 1 4 true false true undefined true
var c = Object.assign({}, o); print(c[s], JSON.stringify(c), JSON.stringify([s]), JSON.stringify(s));
// expect: 1 {"3":5,"7":3,"b":2,"a":6} [null] undefined
print(JSON.stringify({ a: s, b: 1 }), JSON.stringify(Object(s))); // expect: {"b":1} {}
print(Symbol.for("k") === Symbol.for("k"), Symbol.keyFor(Symbol.for("k")), Symbol.keyFor(s), Symbol.for("12") === Symbol.for(12), Symbol.for("12").description);
// expect: true k undefined true 12
print(Symbol.keyFor(Symbol.iterator), Symbol.iterator.toString(), Symbol.length, Symbol.name);
// expect: undefined Symbol(Symbol.iterator) 0 Symbol
print(Object.getOwnPropertyNames(Symbol.prototype).join(), Object.getOwnPropertySymbols(Symbol.prototype).length);
// expect: constructor,toString,valueOf,description 2
print(Object.prototype.toString.call(s), Object.prototype.toString.call(Symbol.prototype));
// expect: [object Symbol] [object Symbol]
var p = {}; p[Symbol.toPrimitive] = function (hint) { return hint; };
print(p + "", +p, p * 1, String(p), p == "default", new Date(2000, 0)[Symbol.toPrimitive]("number") > 0);
// expect: default NaN NaN string true true
var p2 = {}; p2[Symbol.toPrimitive] = function () { return {}; };
try { p2 + ""; } catch (e) { print(e.name); } // expect: TypeError
p2[Symbol.toPrimitive] = 1; try { p2 + ""; } catch (e) { print(e.name); } // expect: TypeError
p2[Symbol.toPrimitive] = undefined; print(p2 + ""); // expect: [object Object]
try { Date.prototype[Symbol.toPrimitive].call({}, "x"); } catch (e) { print(e.name); } // expect: TypeError
print(Date.prototype[Symbol.toPrimitive].call({ toString: function () { return "T"; } }, "default")); // expect: T
var Even = {}; Even[Symbol.hasInstance] = function (n) { return n % 2 === 0; };
print(2 instanceof Even, 1 instanceof Even); // expect: true false
function F() {} print(new F instanceof F, F[Symbol.hasInstance](new F), new F instanceof F.bind());
// expect: true true true
Object.defineProperty(F, Symbol.hasInstance, { value: function () { return "yes"; } });
print(1 instanceof F, 1 instanceof F.bind(), Function.prototype[Symbol.hasInstance].call(1, 2));
// expect: true true false
try { 1 instanceof {}; } catch (e) { print(e.name, e.message); }
// expect: TypeError Right-hand side of 'instanceof' is not callable
try { 1 instanceof 1; } catch (e) { print(e.name); } // expect: TypeError
var tagged = {}; tagged[Symbol.toStringTag] = "Tag"; print(String(tagged), Object.prototype.toString.call(tagged));
// expect: [object Tag] [object Tag]
var env = { x: 1, y: 2 }; env[Symbol.unscopables] = { x: true }; var x = "outer", y = "outer";

var spread = { length: 2, 0: "a", 1: "b" }; print([1].concat(spread).length); spread[Symbol.isConcatSpreadable] = true;
// expect: 2
print([1].concat(spread).join()); // expect: 1,a,b
var closed = [1, 2]; closed[Symbol.isConcatSpreadable] = false; print([].concat(closed).length, [].concat([1, 2]).length);
// expect: 1 2
function Mine(n) { this.n = n; } var arr = [1, 2, 3]; arr.constructor = {}; arr.constructor[Symbol.species] = Mine;
var m = arr.map(function (v) { return v * 2; }); print(m instanceof Mine, m[2], m.n, m.length);
// expect: true 6 3 undefined
var sl = arr.slice(1); print(sl instanceof Mine, sl.length, sl.n); var f = arr.filter(Boolean); print(f.n, f[0]);
// expect: true 2 2
// expect: 0 1
var cc = arr.concat([4]); print(cc instanceof Mine, cc.length, cc[3]); arr.constructor[Symbol.species] = null; print(Array.isArray(arr.map(String)));
// expect: true 4 4
// expect: true
print(Array[Symbol.species] === Array, Object.getOwnPropertyDescriptor(Array, Symbol.species).get.name);
// expect: true get [Symbol.species]
function get(o) { return o[s]; } for (var i = 0, n = 0; i < 5; i++) n += get(o); print(n); // expect: 5
var sw; switch (s) { case t: sw = 1; break; case s: sw = 2; } print(sw, !s, s ? 1 : 2, s && 3); // expect: 2 false 1 3
var made = []; for (var i = 0; i < 1000; i++) made.push(Symbol.for("r" + i)); print(made[10] === Symbol.for("r10"));
// expect: true
Object.defineProperty(o, s, { enumerable: false }); print(Object.assign({}, o)[s], o.propertyIsEnumerable(s), o.hasOwnProperty(s));
// expect: undefined false true
var frozen = Object.freeze(o); (function () { "use strict"; try { o[s] = 2; } catch (e) { print(e.name); } })();
// expect: TypeError
try { ({})[Symbol("f")](); } catch (e) { print(e.name); } // expect: TypeError
