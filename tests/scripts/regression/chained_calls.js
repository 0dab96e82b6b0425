// Chains of call and apply: the function they end at is held by nothing else, and the chain takes no native stack.
function name(f) { try { return f(); } catch (e) { return e.name; } }
function objects(n) { var a = []; for (var i = 0; i < n; i++) a.push({ v: i }); return a; }
function sum() { var s = 0; for (var i = 0; i < arguments.length; i++) s += arguments[i].v; return s; }
print(name(function () { Function.prototype.call.call({}); }), name(function () { Function.prototype.apply.call({}, null, []); }));
// expect: TypeError TypeError
print((function () { return function (x) { return x.v; }; })().call(null, { v: 5 })); // expect: 5
print(Function.prototype.call.call(function () { return typeof this + arguments.length; }, {}, 1, 2));
// expect: object2
print(Function.prototype.call.call.call.call(function (a) { return a.v; }, null, { v: 7 })); // expect: 7
print(sum.apply(null, objects(300)), sum.apply(null, objects(2000)), sum.apply.apply(sum, [null, objects(10)]));
// expect: 44850 1999000 45
function number(v) { return { valueOf: function () { return { a: v }.a + [v].length; } }; }
function numbers(n) { var a = []; for (var i = 0; i < n; i++) a.push(number(i)); return a; }
print(Math.max.apply(null, numbers(700)), [].concat.apply([], objects(700)).length, String.fromCharCode.apply(null, numbers(400)).length, sum.bind(null).apply(null, objects(900)));
// expect: 700 700 400 404550
var call = Function.prototype.call, chain = [];
for (var i = 0; i < 20000; i++) chain.push(call);
print(name(function () { call.apply(call, chain); })); // expect: TypeError
chain.push(function () { return "reached " + this.length; });
print(name(function () { return call.apply(call, chain.concat("abc")); })); // expect: reached 3
