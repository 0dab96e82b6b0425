// The value of global and eval code: that of the last statement that has one.
// The document's table.
var a;
print(eval("1+2;"), eval("1+2;;"), eval("1+2; var a;"), eval("1+2; var a=5;"), eval("1+2; a=5;"), eval("1;;var x=2;"));
// expect: 3 3 3 3 5 1
print(eval("if (true) {} else {1}"), eval("if (false) {1}")); // expect: undefined undefined
// Each statement kind, alone and after a value.
function values() { for (var at = 0, all = []; at < arguments.length; at++) all.push(String(eval(arguments[at])), String(eval("'before'; " + arguments[at]))); print(all.join(" ")); }
values("", ";", "{}", "{;}", "{1}", "{1;;}", "{1;{}}", "{1;{2}}");
// expect: undefined before undefined before undefined before undefined before 1 1 1 1 1 1 2 2
values("var v", "var v = 1", "function f() {}", "debugger", "1", "1; var v", "a = 2", "(function () { return 3; })()");
// expect: undefined before undefined before undefined before undefined before 1 1 1 1 2 2 3 3
values("if (1) 2", "if (0) 2", "if (1) ; else 2", "if (0) ; else 2", "if (1) {}", "if (1) var v = 1", "if (0) 1; else {}");
// expect: 2 2 undefined undefined undefined undefined 2 2 undefined undefined undefined undefined undefined undefined
values("do 1; while (0)", "do ; while (0)", "do { 1; continue } while (0)", "do { 1; break } while (1)", "do { break } while (1)", "do { 1; { break } } while (1)");
// expect: 1 1 undefined undefined 1 1 1 1 undefined undefined 1 1
values("while (0) 1", "var n = 2; while (n--) n", "while (1) { 1; break }", "while (1) break", "var n = 2; while (n--) { if (n) 5; else continue }");
// expect: undefined undefined 0 0 1 1 undefined undefined undefined undefined
values("for (var i = 0; i < 3; i++) i", "for (;0;) 1", "for (;;) { 7; break }", "for (var i = 0; i < 3; i++) { i; if (i == 1) break }", "for (var i = 0; i < 2; i++) ;", "for (var i = 0; i < 2; i++) { i; continue }");
// expect: 2 2 undefined undefined 7 7 undefined undefined undefined undefined 1 1
values("for (var k in { a: 1, b: 2 }) k", "for (var k in {}) k", "for (var k in { a: 1 }) ;", "for (var k in { a: 1, b: 2 }) { k; if (k == 'a') continue; 'last' }", "for (var k in { a: 1 }) { 4; break }");
// expect: b b undefined undefined undefined undefined last last 4 4
values("with ({ w: 1 }) w", "with ({}) {}", "with ({}) ;", "with ({}) var v = 1");
// expect: 1 1 undefined undefined undefined undefined undefined undefined
values("switch (1) { case 1: 'one' }", "switch (2) { case 1: 'one' }", "switch (1) { case 1: 'one'; case 2: 'two' }", "switch (1) { case 1: 'one'; break; case 2: 'two' }", "switch (1) { case 1: break }", "switch (1) { default: 'd'; case 2: }", "switch (1) { }", "switch (1) { case 1: { 'one'; break } }");
// expect: one one undefined undefined two two one one undefined undefined d d undefined undefined one one
values("l: 1", "l: ;", "l: { 1; break l; 2 }", "l: { break l }", "l: for (;;) { 1; break l }", "l: m: { 1; { 2; break m } }");
// expect: 1 1 undefined before 1 1 undefined before 1 1 2 2
values("try { 1 } catch (e) { 2 }", "try { throw 1 } catch (e) { 2 }", "try { throw 1 } catch (e) { }", "try { 1 } finally { 2 }", "try { } finally { 2 }", "try { } catch (e) { }", "try { 1; throw 2 } catch (e) { }");
// expect: 1 1 2 2 undefined undefined 1 1 undefined undefined undefined undefined undefined undefined
values("l: try { 1 } finally { break l }", "l: try { 1 } finally { 2; break l }", "do { try { 1; break } finally { 2 } } while (0)", "do { try { 1 } finally { 2; break } } while (0)", "do { 3; try { continue } finally { 4 } } while (0)", "try { try { throw 1 } finally { 2 } } catch (e) { }");
// expect: undefined undefined 2 2 1 1 2 2 undefined undefined undefined undefined
values("1; do { 2; continue } while (0)", "1; l: { 2; { break l } }", "1; do { -2; if (true) { break } -3 } while (0)", "2; do { 3; if (true) { continue } 4 } while (0)", "var o = { a: 1 }; for (var k in o) { k; switch (k) { case 'a': 9; break } }");
// expect: 2 2 2 2 undefined undefined undefined undefined 9 9
// Indirect eval and nested eval.
print((0, eval)("1; if (0) 2"), eval("eval('1; {}')"), eval("eval('1'); ;"), (0, eval)("'use strict'"), eval("'use strict'; 1; function f() {}"), Function("1")());
// expect: undefined 1 1 use strict 1 undefined
print(eval("2; function f() {}"), eval("{ function g() {} }"), eval("3; { function g() {} }"), eval("4; { 5; function g() {} }"));
// expect: 2 undefined 3 5
