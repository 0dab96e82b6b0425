// Where a "use strict" directive counts, and where it is only a string.
function strictness() { return this === undefined; }
print((function () { "use strict"; return this === undefined; })(), (function () { 'use strict'; return this === undefined; })());
// expect: true true
print((function () { "use\x20strict"; return this === undefined; })(), (function () { ("use strict"); return this === undefined; })(), (function () { "use strict" + ""; return this === undefined; })());
// expect: false false false
print((function () { "other"; "use strict"; return this === undefined; })(), (function () { 5; "use strict"; return this === undefined; })(), (function () { var x; "use strict"; return this === undefined; })());
// expect: true false false
print((function () { "a" // expect: true
  "use strict"
  return this === undefined; })());
print((function () { /* c */ "use strict" // c // expect: true false false
  return this === undefined; })(), (function () { "use strict", 1; return this === undefined; })(), (function () { "use strict".length; return this === undefined; })());
print((function () { "use strict"; return (function () { return this === undefined; })(); })(), (function () { return (function () { "use strict"; return this === undefined; })() + "," + (this === undefined); })());
// expect: true true,false
print(eval("'use strict'; (function () { return this === undefined; })()"), (function () { "use strict"; return eval("(function () { return this === undefined; })()"); })(), strictness());
// expect: true true false
function check(source) { try { (0, eval)(source); return "ok"; } catch (e) { return e.name; } }
print(check("function f() { 'use strict'; 010 }"), check("function f() { '\\010'; 'use strict'; }"), check("function f() { 010; 'use strict'; }"), check("function f(a, a) { 'use strict'; }"), check("function eval() { 'use strict'; }"), check("function arguments() { 'use strict' }"));
// expect: SyntaxError SyntaxError ok SyntaxError SyntaxError SyntaxError
print(check("function f(eval) { 'use strict'; }"), check("(function static() { 'use strict'; })"), check("function f(yield) { 'use strict'; }"), check("'use strict'; function f(a, a) { }"), check("function f() { 'use strict'; } with ({}) {}"), check("function f() { 'use strict'; } 010"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError ok ok
print(check("({ get x() { 'use strict'; with ({}) {} } })"), check("({ set x(v) { 'use strict'; v = 010; } })"), check("({ get x() { 'use strict'; } }); 010"), check("function f() { function g() { 'use strict'; } with ({}) {} }"));
// expect: SyntaxError SyntaxError ok ok
