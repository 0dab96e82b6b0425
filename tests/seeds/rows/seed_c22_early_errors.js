// Early are the errors that the specification calls early; all else happens when it is reached.
function early(code) { try { Function(code); return "fine"; } catch (e) { return e.name; } }
function row() { var out = []; for (var i = 0; i < arguments.length; i++) out.push(early(arguments[i])); return out.join(" "); }
print(row("1 = x", "1++", "++1", "this = 1", "(a, b) = 1", "a + b = 1", "-a = 1", "'x' += 1", "for (1 in x) ;", "new a() = 1", "a ? b : c = 1", "(a ? b : c) = 1", "null = 1", "function () {}"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError fine SyntaxError SyntaxError SyntaxError
print(row("f() = 1", "f() += 1", "f()++", "--f()", "for (f() in x) ;", "(f()) = 1", "f()() = 1", "a.b() = 1", "(f())++"));
// expect: fine fine fine fine fine fine fine fine fine
print(row("'use strict'; with (a) b", "'use strict'; eval = 1", "'use strict'; ++arguments", "'use strict'; delete x", "'use strict'; 010", "'use strict'; var eval", "'use strict'; public = 1", "'use strict'; function f(a, a) {}", "'use strict'; try {} catch (eval) {}"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError
print(row("break", "continue", "return", "l: l: ;", "break l", "{ continue }", "while (0) { break l }", "switch (0) { case 0: break }", "switch (0) { default: default: }", "throw", "throw\n1", "try { }", "catch (e) { }"));
// expect: SyntaxError SyntaxError fine SyntaxError SyntaxError SyntaxError SyntaxError fine SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError
print(row("var 1", "var a b", "if", "if (1", "else", "(", ")", "a(", "[", "]", "{", "}", "({a:})", "({get a(b) {}})", "({set a() {}})", "({get a() {}, a: 1})", "({__proto__: 1, __proto__: 2})", "a..b", "a.1", "0..a"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError fine SyntaxError SyntaxError SyntaxError fine
print(row("/[/", "/a/gg", "/a/z", "/a", "'a", "\"a", "/* a", "\\", "#", "a\\u{}", "'\\u12'", "3a", "0b2", "0o8", "09", "08.5", "1e", "0x"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError fine fine SyntaxError SyntaxError
print(row("function f() { return 1 }", "(function () { break })", "(function (a, a) {})", "var v; var v", "function f() {} function f() {}", "var f; function f() {}", "{ function f() {} function f() {} }", "{ function f() {} var f }", "'use strict'; { function f() {} function f() {} }", "if (1) function f() {}", "while (1) function f() {}", "l: function f() {}"));
// expect: fine SyntaxError fine fine fine fine fine SyntaxError SyntaxError fine SyntaxError fine
// Reached or not: nothing happens before its time.
function late(code) { try { return String(eval(code)); } catch (e) { return e.name; } }
var log = [];
print(late("if (false) f() = 1; 'not reached'"), late("log.push('before'); undeclared() = (log.push('value'), 1)"), log.join());
// expect: not reached ReferenceError before
function call() { log.push("call"); return {}; }
log = [];
print(late("call() = (log.push('value'), 1)"), log.join()); log = []; // expect: ReferenceError call
print(late("call() += (log.push('value'), 1)"), log.join()); log = []; // expect: ReferenceError call
print(late("call()++"), log.join()); log = []; // expect: ReferenceError call
print(late("for (call() in { a: 1 }) log.push('body')"), log.join()); log = []; // expect: ReferenceError call
print(late("null.x"), late("undeclared"), late("undefined()"), late("new 1"), late("1()"), late("1 in 2"), late("1 instanceof 2"), late("new Array(-1)"), late("'use strict'; undeclared = 1"));
// expect: TypeError ReferenceError TypeError TypeError TypeError TypeError TypeError RangeError ReferenceError
print(late("(function () { return; 1 = 2 })"), late("(function () { if (0) { delete 1; void 0; } return 'ran' })()"), late("log.push('never'); ("), log.join());
// expect: SyntaxError ran SyntaxError
