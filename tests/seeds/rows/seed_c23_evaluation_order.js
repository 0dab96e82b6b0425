// Guaranteed side effects and the order of evaluation, also when variables live in registers.
var log = [];
function L(v) { log.push(typeof v === "object" ? "o" : v); return v; }
function seen() { var text = log.join(" "); log = []; return text; }
function o(name) { log.push(name); return { get x() { log.push(name + ".x"); return 1; }, set x(v) { log.push(name + ".x=" + v); }, valueOf: function () { log.push(name + ".valueOf"); return 1; }, toString: function () { log.push(name + ".toString"); return "k"; }, k: 5, f: function () { log.push(name + ".f"); return 9; } }; }
var foo = { get x() { log.push("getter"); return 1; } };
void foo.x; foo.x; foo["x"]; foo.x, 1; (foo.x); !foo.x; typeof foo.x; foo.x ? 1 : 2; foo.x && 1; if (foo.x) ; [foo.x]; ({ a: foo.x }); foo.x == 1; -foo.x; switch (foo.x) { }
print(seen());
// expect: getter getter getter getter getter getter getter getter getter getter getter getter getter getter getter

// Variables in registers: an operand has the value it had when it was evaluated.
print((function () { var x = 5; return x + (x = 1); })(), (function () { var x = 5; return (x = 1) + x; })(), (function () { var x = 5; return x + x++ + x; })(), (function () { var x = 5; return x++ + x++; })(), (function () { var x = 5; return x + ++x + x--; })());
// expect: 6 2 16 11 17
print((function () { var a = {}, i = 1; a[i] = i = 2; return JSON.stringify(a) + i; })(), (function () { var a = { b: 1 }, c = a; a.b = a = 5; return JSON.stringify(c) + a; })(), (function () { var a = [0, 0], i = 0; a[i++] = i++; return a.join() + i; })(), (function () { var a = [1, 2], i = 0; a[i] += i = 1; return a.join() + i; })());
// expect: {"1":2}2 {"b":5}5 1,02 2,21
print((function () { var x = 1; return [x, x = 2, x, x++, x].join(); })(), (function () { var x = 1; return JSON.stringify({ a: x, b: x = 2, c: x }); })(), (function () { var x = 1; return [x, [x = 2, x], x].join(); })());
// expect: 1,2,2,2,3 {"a":1,"b":2,"c":2} 1,2,2,2
print((function () { var x = 1; function f(a, b, c) { return [a, b, c].join(); } return f(x, x = 2, x); })(), (function () { var f = function () { return "first"; }; return f(f = function () { return "second"; }); })(), (function () { var o = { m: function () { return this.n; }, n: 1 }; return o.m(o = { n: 2 }); })());
// expect: 1,2,2 first 1
print((function () { var x = 3; return x < (x = 2); })(), (function () { var x = 1; return x === (x = 2) || x; })(), (function () { var x = 1; return x - (x = 5, x) * 2; })(), (function () { var x = "a"; return x + (x += "b") + x; })(), (function () { var x = 1, y = 2; return x + (x = y, y = 10) + x + y; })());
// expect: false 2 -9 aabab 23
print((function (x) { return x + (arguments[0] = 5) + x; })(1), (function (x) { function set() { x = 5; return 10; } return x + set() + x; })(1), (function (x) { return x + eval("x = 5") + x; })(1), (function () { var x = 1; with ({}) { return x + (x = 5) + x; } })());
// expect: 11 16 11 11
print((function () { var x = 1; x += (x = 5, 10); return x; })(), (function () { var x = 1; x += x++ + ++x; return x; })(), (function () { var x = 1; x = x++ + 1; return x; })(), (function () { var x = 1; x = (x++, x) + x; return x; })(), (function () { var x = 2; x *= x = 3; return x; })());
// expect: 11 5 2 4 6
print((function () { var x = { valueOf: function () { x = 5; return 1; } }; return x + x; })(), (function () { var x = { valueOf: function () { x = 5; return 1; } }; return x + 1 + x; })(), (function () { var x = { valueOf: function () { x = 7; return 1; } }; x += 1; return x; })(), (function () { var x = { valueOf: function () { x = 7; return 1; } }; var y = x++; return y + "," + x; })());
// expect: 2 7 2 1,2
print((function () { var x = 1; return x ? (x = 2, x) : x; })(), (function () { var x = 0; return x || (x = 3) && x; })(), (function () { var x = 1, r = x; x = 2; return r; })(), (function () { var x = 1, f = function () { return x; }; return x + (x = 2) + f(); })());
// expect: 2 3 1 5
print((function () { try { var x = 1; return x + (function () { x = 2; throw 0; })(); } catch (e) { return x; } })(), (function () { var x = 1; try { x = (function () { throw 0; })(); } catch (e) { } return x; })(), (function () { var x = 1; try { x = x.a.b; } catch (e) { } return x; })());
// expect: 2 1 1
print((function () { var a = [1, 2, 3], i = 0; return a[i++] + a[i++] * a[i]; })(), (function () { var a = [1, 2, 3], i = 0; a[i] = a[i = 1]; return a.join(); })(), (function () { var a = [[1], [2]], i = 0; return a[i][i] + a[++i][--i]; })(), (function () { var k = "a", o = { a: 1, b: 2 }; return o[k] + o[k = "b"] + o[k]; })());
// expect: 7 2,2,3 3 5
print((function () { var t = 1; return (t = 2, t) + (function () { return t++; })() + t; })(), (function () { var i = 0; return [i++, i++, i++].concat([i]).join(); })(), (function () { var s = ""; for (var i = 0; s += i, i < 3; s += "|", i++) s += "b"; return s; })());
// expect: 7 0,1,2,3 0b|1b|2b|3
print((function () { var c = 3, o = {}; return [(o.x = c) + c--, (o[0] = c) == c--, (o.y = o.z = c) + (c = 7), [o.x = c, c++], (o.x = c) < ++c, (made = c) + (c = 1)].join(); })());
// expect: 6,true,8,7,7,true,10
for (var turn = 0, array = [4, 5, 6], down = 3; turn < 3 && (array[2] = down) == down--; turn++) ;
print(array.join(), down, made); // expect: 4,5,1 0 9

// Members, calls and new: object, key, arguments, then the operation.
L(o("a"))[L(o("b"))] = L(o("c")).x; print(seen()); // expect: a o b o c o c.x b.toString
o("a").x = o("b").x + o("c").x; print(seen()); // expect: a b b.x c c.x a.x=2
o("a").f(o("b").x, o("c").f()); print(seen()); // expect: a b b.x c c.f a.f
try { o("a").missing(L("argument")); } catch (e) { print(e.name, seen()); } // expect: TypeError a argument
try { o("a").missing.deeper(L("argument")); } catch (e) { print(e.name, seen()); } // expect: TypeError a
try { o("a").missing.deeper = L("value"); } catch (e) { print(e.name, seen()); } // expect: TypeError a value
try { null[L("key")] = L("value"); } catch (e) { print(e.name, seen()); } // expect: TypeError key value
try { undefined[o("key")](L("argument")); } catch (e) { print(e.name, seen()); } // expect: TypeError key
try { undeclared(L("argument")); } catch (e) { print(e.name, seen()); } // expect: ReferenceError
try { new (L("no constructor"))(L("argument")); } catch (e) { print(e.name, seen()); }
// expect: TypeError no constructor argument
try { undeclaredTarget = L("value"); print(seen(), delete undeclaredTarget); } catch (e) { print(e.name); }
// expect: value true
try { undeclaredTarget += L("value"); } catch (e) { print(e.name, seen()); } // expect: ReferenceError
function f() { log.push("f"); return o("target"); } function g() { log.push("g"); return "x"; } function h() { log.push("h"); return 7; }
f()[g()] = h(); print(seen()); // expect: f target g h target.x=7
f()[g()] += h(); print(seen()); // expect: f target g target.x h target.x=8
delete f()[g()]; print(seen()); // expect: f target g
o("a") + o("b"); print(seen()); // expect: a b a.valueOf b.valueOf
o("a") < o("b"); o("a") > o("b"); print(seen()); // expect: a b a.valueOf b.valueOf a b a.valueOf b.valueOf
o("a") in o("b"); print(seen()); // expect: a b a.toString
o("a") == o("b"); o("a") == 1; 1 == o("b"); print(seen()); // expect: a b a a.valueOf b b.valueOf
o("a") - o("b") * o("c"); print(seen()); // expect: a b c b.valueOf c.valueOf a.valueOf
-o("a") + +o("b"); print(seen()); // expect: a a.valueOf b b.valueOf
