// slow: the stack is deep when it is collected
// Endless recursion of every kind ends in a RangeError that can be caught, and the engine goes on.
function kind(f) { try { f(); return "returned"; } catch (e) { return e.name; } }
print(kind(function f() { f(); })); // expect: RangeError
print(kind(function f() { return f() + f(); })); // expect: RangeError
print(kind(function f() { new f(); })); // expect: RangeError
print(kind(function f() { [1].forEach(f); })); // expect: RangeError
print(kind(function f() { f.apply(null, [1, 2]); })); // expect: RangeError
print(kind(function f() { f.call(null); })); // expect: RangeError
print(kind(function f() { [2, 1].sort(f); })); // expect: RangeError
print(kind(function f() { "a".replace("a", f); })); // expect: RangeError
print(kind(function f() { JSON.stringify({ toJSON: f }); })); // expect: RangeError
print(kind(function f() { JSON.parse("[1]", f); })); // expect: RangeError
print(kind(function f() { eval("f()"); })); // expect: RangeError
print(kind(function f() { new Function("f", "f()")(f); })); // expect: RangeError
print(kind(function f() { return "" + { toString: f }; })); // expect: RangeError
print(kind(function f() { return +{ valueOf: f }; })); // expect: RangeError
print(kind(function f() { return { get x() { return f(); } }.x; })); // expect: RangeError
print(kind(function f() { var o = { set x(v) { f(); } }; o.x = 1; })); // expect: RangeError
print(kind(function f() { try { f(); } finally { f; } })); // expect: RangeError
print(kind(function f() { try { f(); } catch (e) { throw e; } })); // expect: RangeError
print(kind(function f() { f.bind(null)(); })); // expect: RangeError
print(kind(function () { var o = {}; o.toString = function () { return String(o); }; String(o); }));
// expect: RangeError
// These may also succeed: it is a matter of the stack's size, or of the engine doing without recursion.
function either(f) { var outcome = kind(f); print(outcome === "returned" || outcome === "RangeError" ? "fine" : outcome); }
function nest(n) { var a = [1]; while (n--) a = [a]; return a; }
either(function () { return String(nest(100000)); }); // expect: fine
either(function () { return JSON.stringify(nest(100000)); }); // expect: fine
either(function () { return [].concat(nest(100000)).toLocaleString(); }); // expect: fine
either(function () { var f = print; for (var i = 0; i < 100000; i++) f = f.bind(null); return f.call; }); // expect: fine
either(function () { var f = Math.abs; for (var i = 0; i < 100000; i++) f = f.bind(null); return f(); }); // expect: fine
either(function () { var o = {}; for (var i = 0; i < 100000; i++) o = Object.create(o); return o.missing; }); // expect: fine
either(function () { var s = ""; for (var i = 0; i < 100000; i++) s = "(" + s + ")"; return s.length + s.charAt(5); }); // expect: fine
print(kind(function () { var s = ""; for (var i = 0; i < 100000; i++) s += "["; return JSON.parse(s); }));
// expect: SyntaxError
print(1 + 1); // expect: 2
