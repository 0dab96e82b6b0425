// Tokens depend on where they stand: strictness, regular expression or division, reserved word or name, escapes.
var foo = { return: 8, in: 6, function: 4, if: 2, class: 1, true: 0 }, a = 20, b = 2, g = 5, hi = 2;
print(foo.return/2, foo.in/2/1, foo.function /2/ 1, foo.if/foo.class/1); // expect: 4 3 2 2
a = b
/hi/g
print(a); // expect: 0.2
print(foo.class, foo["class"], { default: 1 }.default, { get get() { return "get"; }, set set(v) {}, set: 1 }.get);
// expect: 1 1 1 get
function division(x) { return x /2/ 1; }
print(division(8), typeof function () { return /x/ instanceof RegExp; }, typeof function () { return [typeof /=/, /[/]/.test("/"), /\//g, !/a/, a /2/ 1, (a) /2/ 1]; });
// expect: 4 function function
print(a++ /2/ 1, (a) /2, [4] /2, foo.return /4, { valueOf: function () { return 10; } } /5); // expect: 0.1 0.6 2 2 2
(function () { if (false) /re/.test("re"); while (false) /re2/.test("re2"); for (;false;) /re3/; if (false) { } else a /2/ 1; })();
function neverCalled() { { } /re/.test(a); function f() { } /re/g.exec(a); ({}) /2/ 1; return /re/ /2/ 1; switch (/x/) { case /x/: } throw /x/; }
print(+{} /1, typeof(1) /1, typeof Function("{}/1/g"), eval("({})/1") + "", eval("a = {}\n/1/1; typeof a === 'object' || a"));
// expect: NaN NaN function NaN NaN
print((function () { "use\u0020strict"; return this === undefined; })(), (function () { "use strict"; return this === undefined; })());
// expect: false true
print((function () { ("use strict"); return this === undefined; })(), (function () { 'use strict'; return this === undefined; })());
// expect: false true
print((function () { "use st\rict"; return this === undefined; })(), (function () { "use strict" + ""; return this === undefined; })());
// expect: false false
function early(code) { try { (0, eval)(code); return "fine"; } catch (e) { return e.name; } }
print(early("var yield = 1, static = 2, let = 3, implements = 4;"), early("'use strict'; var yield"), early("'use strict'; var static"), early("'use strict'; implements: ;"));
// expect: fine SyntaxError SyntaxError SyntaxError
print(early("var v\\u0061r"), early("v\\u0061r x"), early("var \\u0069f"), early("({ \\u0069f: 1 }).\\u0069f"), early("var l\\u0065t"), early("'use strict'; var l\\u0065t"));
// expect: SyntaxError SyntaxError SyntaxError fine fine SyntaxError
print(early("var eval"), early("'use strict'; var eval"), early("'use strict'; 010"), early("010"), early("'use strict'; '\\010'"), early("function f() { '\\010'; 'use strict' }"));
// expect: fine SyntaxError SyntaxError fine SyntaxError SyntaxError
print(early("var enum"), early("var await = 1; await"), early("var async = 1, of = 2, get = 3, set = 4"), early("'use strict'; ({ yield: 1, let: 2, eval: 3 }).yield"));
// expect: SyntaxError fine fine fine
