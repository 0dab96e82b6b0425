// Simple and compound assignment, their order of evaluation and their results.
var a, b, c;
print(a = b = c = 5, a, b, c); // expect: 5 5 5 5
a += 2; print(a); a -= 3; print(a); a *= 4; print(a); a /= 8; print(a); a %= 2; print(a);
// expect: 7
// expect: 4
// expect: 16
// expect: 2
// expect: 0
a = "s"; a += 1; print(a); a += "t"; print(a); a -= 1; print(a);
// expect: s1
// expect: s1t
// expect: NaN
a = 1; a += a++ + ++a; print(a); // expect: 5
a = 1; a = a++; print(a); a = a++ + a++; print(a);
// expect: 1
// expect: 3
a = 1; a = (a = 2) + a; print(a); a = a + (a = 10); print(a); a = 3; a *= (a = 2) + a; print(a);
// expect: 4
// expect: 14
// expect: 12
var o = { x: 1, get y() { return this._y || 5; }, set y(v) { this._y = v; } };
print(o.x += 4, o.x, o.y += 1, o.y, o._y, o["x"] -= 2, o.x); // expect: 5 5 6 6 6 3 3
var log = [];
function f(name, value) { log.push(name); return value; }
f("object", o)[f("key", "x")] = f("value", 1); print(log); // expect: object,key,value
log = []; f("object", o)[f("key", "x")] += f("value", 1); print(log, o.x); // expect: object,key,value 2
log = [];
try { f("base", null)[f("key", "k")] = f("value", 1); } catch (e) { print(log, e instanceof TypeError); }
// expect: base,key,value true
log = [];
try { f("base", undefined)[f("key", { toString: function () { log.push("toKey"); } })]; } catch (e) { print(log, e instanceof TypeError); }
// expect: base,key true
var arr = [1, 2, 3], i = 0;
arr[i++] = arr[i++] + 10; print(arr, i); // expect: 12,2,3 2
arr[i] = i = 0; print(arr, i); // expect: 12,2,0 0
i = 0; arr[i] += arr[i = 1]; print(arr, i); // expect: 14,2,0 1
undeclared = 5; print(undeclared, delete undeclared, typeof undeclared); // expect: 5 true undefined
(a) = 6; print(a); ((o.x)) = 7; print(o.x); (o)["x"] = 8; print(o.x);
// expect: 6
// expect: 7
// expect: 8
var fn = function () { return this; };
print((o.m = function () { return this === o; })(), o.m(), (o.m)(), (0, o.m)(), (o.m || 0)());
// expect: false true true false false
NaN = 1; undefined = 2; Infinity = 3; print(NaN, undefined, Infinity); // expect: NaN undefined Infinity
"abc".length = 10;
"abc".foo = 1;
(5).bar = 2;
true.baz = 3;
print("abc".length, "abc".foo, (5).bar); // expect: 3 undefined undefined
var z = (1, 2), w = z === 2 ? z : 0; print(z, w); // expect: 2 2
for (var k = 0, m = (k, 3); k < m; k++); print(k, m); // expect: 3 3
var swap1 = 1, swap2 = 2; swap1 = [swap2, swap2 = swap1][0]; print(swap1, swap2); // expect: 2 1
function params(p, q) { p = q; q = p + 1; p += q *= 2; return [p, q]; }
print(params(1, 2)); // expect: 8,6
function locals() { var x = 1, y = x++ + x, z = y-- - --y; x = y = z; return [x, y, z]; }
print(locals()); // expect: 2,2,2
function shuffled(a, b, c) { a = b + (b = c) + (c = a) + b + c; return [a, b, c]; }
print(shuffled(1, 2, 3)); // expect: 10,3,1
function argumentOrder(x) { function g() { return [].join.call(arguments, "|"); } return g(x, x++, x, ++x, x = 9, x, x += 1, x); }
print(argumentOrder(1)); // expect: 1|1|2|3|9|9|10|10
