// Statements by recursive descent, expressions by binding power; NoIn; new, call and member expressions.
var log = [];
function Foo() { log.push("Foo" + arguments.length); return Foo2; }
function Foo2() { log.push("Foo2" + arguments.length); return Foo3; }
function Foo3() { log.push("Foo3" + arguments.length); return Foo4; }
function Foo4() { log.push("Foo4" + arguments.length); return { last: 1 }; }
function logged(value) { var text = log.join(" "); log = []; return text + " -> " + (value === Foo2 ? "Foo2" : value === Foo3 ? "Foo3" : value === Foo4 ? "Foo4" : typeof value); }
var value;
value = new Foo; print(logged(value)); // expect: Foo0 -> Foo2
value = new Foo(1); print(logged(value)); // expect: Foo1 -> Foo2
value = new new Foo(1)(1, 2); print(logged(value)); // expect: Foo1 Foo22 -> Foo3
value = new new Foo; print(logged(value)); // expect: Foo0 Foo20 -> Foo3
value = new new Foo()(); print(logged(value)); // expect: Foo0 Foo20 -> Foo3
value = new new Foo() (1) (1, 2); print(logged(value)); // expect: Foo0 Foo21 Foo32 -> Foo4
value = new new new new Foo (1) (1, 2); print(logged(value)); // expect: Foo1 Foo22 Foo30 Foo40 -> object
value = new new Foo () () () (); print(logged(value)); // expect: Foo0 Foo20 Foo30 Foo40 -> object
var o = { Foo: Foo, p: { Foo: Foo } };
print(logged(new o.Foo), logged(new o.Foo(1)), logged(new o.p["Foo"]()), logged(new (o.p.Foo)), logged(new (o.p.Foo)(1, 2)()));
// expect: Foo0 -> Foo2 Foo1 -> Foo2 Foo0 -> Foo2 Foo0 -> Foo2 Foo2 Foo20 -> Foo3
print(new Array(3).length, new Array(1, 2).length, (new Array).length, new (Array)(4).length, new Array.constructor("return 5")());
// expect: 3 2 0 4 5

// The table of binding powers.
print(1 + 2 * 3 - 4 / 2 % 3, 1 + 2 << 3 - 1, 1 < 2 === true, 1 | 2 ^ 3 & 4, 5 & 6 == 6, 1 || 0 && 0, 2 > 1 > 0);
// expect: 5 12 true 3 1 1 true
print(-2 * -3, - -2, + +"3", !!1 + 1, ~-1, typeof 1 + 1, void 0 + 1, delete 1 + 1, -"2" - -2, 3 - -3);
// expect: 6 2 3 2 0 number1 NaN 2 0 6
print(1 ? 2 : 3 ? 4 : 5, 0 ? 2 : 0 ? 4 : 5, (1, 2), 1 ? (2, 3) : 4, 10 - 5 - 3, 100 / 10 / 5, 2 + 3 + "5", "2" + 3 + 5);
// expect: 2 5 2 3 2 2 55 235
var a, b, c; a = b = c = 4; a += b -= c *= 2; print(a, b, c); // expect: 0 -4 8
a = 1; print(a++ + ++a, a-- - --a, -a++, a, typeof a++, !a--); // expect: 4 2 -1 2 number false
print("a" in { a: 1 } === true, ("length" in []) + 1, [] instanceof Array == true, 1 in [1, 2] ? "in" : "not");
// expect: true 2 true in
print(a = 1 ? 2 : 3, a, (a = 5) + a, a ? b ? 1 : 2 : 3); // expect: 2 2 10 1

// NoIn.
for (var i = ("x" in { x: 1 }) ? 1 : 2; i < 3; i++) print("i", i);
// expect: i 1
// expect: i 2
for (var k in "a" in {} ? {} : { key: 1 }) print(k); // expect: key
for (var f = function () { return "y" in { y: 1 }; }, once = true; once; once = false) print(f()); // expect: true
for (var arr = [("p" in { p: 1 })], n = 0; n < 1; n++) print(arr[0]); // expect: true
function early(code) { try { Function(code); return "fine"; } catch (e) { return e.name; } }
print(early("for (var i = 'x' in {}; ; ) ;"), early("for ('x' in {}; ; ) ;"), early("for (var i = 0 in {}) ;"), early("for (i = 0 in {}) ;"), early("for (1 ? 'x' in {} : 1; ;) break;"));
// expect: SyntaxError SyntaxError fine SyntaxError fine

// Nesting: an error that can be caught, or a value; never a crash. Which, depends on the machine: no variable keeps it.
function nested(open, middle, close) { var depth = 20000, text = new Array(depth + 1).join(open) + middle + new Array(depth + 1).join(close); try { Function(text); return "value"; } catch (e) { return e.name; } }
print([nested("(", "1", ")"), nested("[", "", "]"), nested("{", "", "}"), nested("-", "1", ""), nested("function f() {", "", "}"), nested("a(", "", ")"), nested("a ? ", "b", ": c"), nested("x = ", "1", ""), nested("if (a) ", ";", ""), nested("a: ", ";", "").slice(-5), nested("new ", "a", ""), nested("(function () {", "", "})()"), nested("{a:", "1", "}"), nested("while (1) ", ";", "")].every(function (ending) { return ending === "value" || ending === "RangeError" || ending === "Error" || ending === "SyntaxError"; }));
// expect: true
