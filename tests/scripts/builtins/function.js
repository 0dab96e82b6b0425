// Function.prototype: call, apply, bind, toString, and the properties of functions.
function f(a, b) { return [this === undefined ? "undef" : typeof this, a, b, arguments.length].join(); }
print(f.call(), f.call(null, 1), f.call(5, 1, 2), f.call("s", 1, 2, 3), f.apply(null), f.apply(null, []), f.apply({}, [1]), f.apply(null, [1, 2, 3]), f.apply(null, { length: 2, 0: "x", 1: "y" }), f.apply(null, undefined), f.apply(null, null));
// expect: object,,,0 object,1,,1 object,1,2,2 object,1,2,3 object,,,0 object,,,0 object,1,,1 object,1,2,3 object,x,y,2 object,,,0 object,,,0
function name(f) { try { return f(); } catch (e) { return e.name; } }
print(name(function () { f.apply(null, 5); }), name(function () { f.apply(null, "abc"); }), name(function () { Function.prototype.call.call(5); }), name(function () { Function.prototype.apply.call({}, null, []); }), name(function () { Function.prototype.toString.call({}); }), name(function () { Function.prototype.bind.call(1); }));
// expect: TypeError TypeError TypeError TypeError TypeError TypeError
var strict = function () { "use strict"; return this; };
print(strict.call(5), strict.call(null), strict.call("s"), strict.apply(undefined), strict.bind(7)());
// expect: 5 null s undefined 7
var bound = f.bind({}, 1);
print(bound(), bound(2), bound(2, 3), bound.length, bound.name, "prototype" in bound, f.bind(null, 1, 2, 3).length, (function () { }).bind().name, Object.getPrototypeOf(bound) === Function.prototype);
// expect: object,1,,1 object,1,2,2 object,1,2,3 1 bound f false 0 bound  true
function Ctor(a, b) { this.a = a; this.b = b; }
var B = Ctor.bind({ ignored: 1 }, "first"), made = new B("second");
print(made.a, made.b, made instanceof Ctor, made instanceof B, made.ignored, new (B.bind(null, "x"))("y").b);
// expect: first second true true undefined x
print(bound.bind(null, 5)(6), f.bind(1).bind(2)("a"), Math.max.bind(null, 5)(3, 9), [].slice.bind([1, 2, 3])(1), name(function () { return new (Math.max.bind())(); }), name(function () { "use strict"; return bound.caller; }));
// expect: object,1,5,3 object,a,,1 9 2,3 TypeError TypeError
print(f.length, f.name, (function () { }).length, Function.length, Function.prototype.length, Function.prototype.name, typeof Function.prototype, Function.prototype(), Function.prototype.constructor === Function, f.constructor === Function);
// expect: 2 f 0 1 0  function undefined true true
f.length = 10;
f.name = "changed";
print(f.length, f.name, delete f.length, f.length, delete f.name, f.name); // expect: 2 f true 0 true
Object.defineProperty(f, "name", { value: "defined" });
print(f.name); // expect: defined
print(f.hasOwnProperty("prototype"), delete f.prototype, Object.keys(f.prototype), Object.getOwnPropertyNames(f.prototype), f.prototype.constructor === f);
// expect: true false  constructor true
f.prototype = { replaced: true };
print(new f().replaced); // expect: true
var anonymous = function () { }, obj = { method: function () { }, get acc() { return 1; } };
print(anonymous.name, obj.method.name, (function () { }).name, Object.getOwnPropertyDescriptor(obj, "acc").get.name, (anonymous, function () { }).name);
// expect: anonymous method  get acc
var assigned;
assigned = function () { };
print(assigned.name); // expect: assigned
var named = function inner() { };
print(named.name); // expect: inner
var o2 = {};
o2.prop = function () { };
print(o2.prop.name === ""); // expect: true
print([function () { }][0].name === "", (function () { return function () { }; })().name === ""); // expect: true true
print(Function.prototype.toString.call(f), String(Math.max).replace === undefined || typeof String(Math.max), ("" + Math.max).indexOf("native code") > 0, ("" + bound).indexOf("native code") > 0, ("" + Function.prototype).indexOf("function") === 0);
// expect: function f(a, b) { return [this === undefined ? "undef" : typeof this, a, b, arguments.length].join(); } string true true true
print((function () {}).toString(), (function a(b,c){return b+c}).toString(), ({ get x() { return 1; } }, "g"), String(Object.getOwnPropertyDescriptor({ get x ( ) { return 1 } }, "x").get), ({ f: function /*c*/ ( ) { } }).f.toString());
// expect: function () {} function a(b,c){return b+c} g get x ( ) { return 1 } function /*c*/ ( ) { }
print(name(function () { return (function () { return this; }).call.call(function () { return "cc"; }); }), Function.prototype.call.apply(function (x) { return x; }, [null, "ca"]), Function.prototype.apply.call(function (x) { return x; }, null, ["ac"]), (function () { return arguments.length; }).apply(null, new Array(300)));
// expect: cc ca ac 300
print(Math.max.apply(null, [1, 5, 3]), String.fromCharCode.apply(null, [72, 105]), Array.apply(null, [1, 2, 3]), Array.apply(null, { length: 3 }).length, [].push.apply([1], [2, 3]), [].concat.apply([], [[1], [2, 3]]));
// expect: 5 Hi 1,2,3 3 3 1,2,3
function sum() { var s = 0; for (var i = 0; i < arguments.length; i++) s += arguments[i]; return s; }
var big = [];
for (var i = 0; i < 5000; i++) big.push(i);
print(sum.apply(null, big), Math.max.apply(Math, big), [].concat.apply([], big).length); // expect: 12497500 4999 5000
print(JSON.stringify(Object.getOwnPropertyDescriptor(f.call, "length")), f.call.length, f.apply.length, f.bind.length, f.toString.length, Function.prototype.isPrototypeOf(f), f instanceof Function, Function instanceof Function, Object.getPrototypeOf(Function) === Function.prototype);
// expect: {"value":1,"writable":false,"enumerable":false,"configurable":true} 1 2 1 0 true true true true
print(typeof Function("return this")(), Function("a", "b", "return a+b").length, Function("a,b,c", "").length, new Function("a", "return arguments.callee.name")(1));
// expect: object 2 3 anonymous
print(f.call.call(sum, null, 1, 2, 3), sum.call.bind(sum)(null, 4, 5), sum.bind(null, 1).apply(null, [2]), sum.bind.apply(sum, [null, 1, 2])(3));
// expect: 6 9 3 6
var selfCalls = { n: 0, again: function () { return ++this.n < 5 ? this.again.call(this) : this.n; } };
print(selfCalls.again()); // expect: 5
