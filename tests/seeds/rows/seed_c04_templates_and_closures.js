// A function in the source is one template; every evaluation makes a closure of it. Compilation is pure: it may happen
// while another piece of code is being run by a getter, a toString, a callback.
// (Compiling on another thread: crates/runtime/tests/suite/templates.rs.)
function f(x) { function g() { return x; } return g; }
var g1 = f(1), g2 = f(2);
print(g1 === g2, g1(), g2(), g1.prototype === g2.prototype, g1.toString() === g2.toString());
// expect: false 1 2 false true
g1.property = "own";
print(g2.property, f.toString() === String(f)); // expect: undefined true
function loop() { var made = []; for (var i = 0; i < 3; i++) made.push(function () { return i; }); return made; }
var made = loop();
print(made[0] === made[1], made[0]() + made[1]() + made[2](), loop()[0] === made[0]); // expect: false 9 false

// Recursive compilation.
var depth = 0;
var source = { toString: function () { return eval("(function () { return 'inner ' + eval('1 + 1'); })()"); } };
print(String(source), source + source); // expect: inner 2 inner 2inner 2
function compile(n) { return n ? eval("'x' + compile(" + (n - 1) + ")") : "end"; }
print(compile(20)); // expect: xxxxxxxxxxxxxxxxxxxxend
var withGetter = { get code() { return Function("return eval('this') === undefined ? 'none' : 'this is ' + typeof this")(); } };
print(eval("withGetter.code + withGetter.code")); // expect: this is objectthis is object
print([1, 2, 3].map(function (n) { return Function("n", "return eval('n * " + n + "')")(n); }).join()); // expect: 1,4,9
print(new Function("a", "b", "return new Function('c', 'return a + c')")(1, 2) instanceof Function, eval("eval('eval(\"3\")')"));
// expect: true 3
print(Function("a, b", "c", "return [a, b, c].join()")(1, 2, 3), Function("a /* x */", "return a")(4), Function().length, Function("a", "b", "").length);
// expect: 1,2,3 4 0 2
