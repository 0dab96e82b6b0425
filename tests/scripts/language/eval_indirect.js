// Indirect eval runs in the global scope; the Function constructor too.
var x = "global", e = eval, o = { eval: eval };
function f() { var x = "local"; return [eval("x"), e("x"), (0, eval)("x"), o.eval("x"), (eval)("x"), (1, eval)("x"), [eval][0]("x"), eval.call(null, "x"), eval.apply(null, ["x"]), (true && eval)("x")]; }
print(f()); // expect: local,global,global,global,local,global,global,global,global,global
function declares() { (0, eval)("var indirect = 1; function indirectFn() { return 2; }"); return typeof indirect; }
print(declares(), indirect, indirectFn(), delete indirect, typeof indirect, delete indirectFn);
// expect: number 1 2 true undefined true
print((0, eval)("this") === this, e("typeof arguments"), e("'use strict'; var hidden = 1; typeof hidden"), typeof hidden);
// expect: true undefined number undefined
function strictCaller() { "use strict"; e("var fromStrict = 3"); return typeof fromStrict; }
print(strictCaller(), fromStrict); // expect: number 3
print((function () { "use strict"; return (0, eval)("(function () { return typeof this; })()"); })()); // expect: object
function viaAlias() { var eval2 = eval; var q = 1; try { eval2("q"); } catch (err) { return err.name; } }
print(viaAlias()); // expect: ReferenceError
print(e("1;2;3"), e(), e("x = 'assigned'"), x); // expect: 3 undefined assigned assigned
var F = new Function("a", "b", "return a + b + x;");
print(F(1, 2), F.length, F.name, typeof F, F instanceof Function); // expect: 3assigned 2 anonymous function true
print(new Function()(), Function("return 1")(), new Function("a, b", "c", "return a + b + c")(1, 2, 3), new Function("a", "/* c */", "return a")(5));
// expect: undefined 1 6 5
function scoped() { var x = "inner"; return new Function("return x")(); }
print(scoped()); // expect: assigned
print(String(new Function("a", "b", "return a")), String(Function()));
// expect: function anonymous(a,b
// expect: ) {
// expect: return a
// expect: } function anonymous(
// expect: ) {
// expect:
// expect: }
print((function () { "use strict"; return new Function("return typeof this")(); })(), new Function("'use strict'; return this")());
// expect: object undefined
try { new Function("return }"); } catch (err) { print(err.name); } // expect: SyntaxError
try { new Function("a b", ""); } catch (err) { print(err.name); } // expect: SyntaxError
try { new Function("a) { }, function (", ""); } catch (err) { print(err.name); } // expect: SyntaxError
try { new Function("a", "'use strict'; with (a) {}"); } catch (err) { print(err.name); } // expect: SyntaxError
try { Function("eval", "'use strict'"); } catch (err) { print(err.name); } // expect: SyntaxError
print(new Function("a = 1; return typeof a")(), new Function("return arguments.length")(1, 2), new Function("//c\n", "return 4")(), Function("a", "return a * 2 // c")(4));
// expect: number 2 4 8
var body = "var s = 0; for (var i = 1; i <= n; i++) s += i; return s;";
print(new Function("n", body)(100)); // expect: 5050
print(new Function({ toString: function () { return "p"; } }, { toString: function () { return "return p"; } })(3));
// expect: 3
print(Function.prototype.constructor("return 9")(), F.constructor === Function, Function.length); // expect: 9 true 1
