// Directive prologues: valid, valid but not strict, and what ends one.
function isStrict(f) { return f() === undefined ? "strict" : "sloppy"; }
print(isStrict(function () { 'use strict'; return this; }), isStrict(function () { "use strict"; return this; }));
// expect: strict strict
print(isStrict(function () { 'use\u0020strict'; return this; }), isStrict(function () { 'use\u0020strict'; 'use strict'; return this; }));
// expect: sloppy strict
print(isStrict(function () { ('use strict'); return this; }), isStrict(function () { ('other'); 'use strict'; return this; }));
// expect: sloppy sloppy
print(isStrict(function () { 'other'; 'use strict'; return this; }), isStrict(function () { 'other', 'use strict'; return this; }));
// expect: strict sloppy
print(isStrict(function () { 'use strict' // expect: strict strict sloppy sloppy
  return this; }), isStrict(function () { 'other'
  'use strict'
  return this; }), isStrict(function () { 'use strict'
  .length; return this; }), isStrict(function () { ; 'use strict'; return this; }));
print(isStrict(function () { /* comment */ 'use strict' /* another */ ; return this; }), isStrict(function () { 'Use Strict'; return this; }), isStrict(function () { ' use strict'; return this; }));
// expect: strict sloppy sloppy
print(isStrict(function () { 'use strict'; return (function () { return this; })(); }), isStrict(function () { return (function () { 'use strict'; })() || this; }));
// expect: strict sloppy
print(isStrict(function () { var x; 'use strict'; return this; }), isStrict(function () { 'use strict' || 1; return this; }), isStrict(function () { 'use strict', 1; return this; }));
// expect: sloppy sloppy sloppy
print(isStrict(Function("'use strict'; return this")), isStrict(Function("return this")), eval("'use strict'; (function () { return this; })()"));
// expect: strict sloppy undefined

// Strictness is known before name and parameters are judged.
function early(code) { try { (0, eval)("(" + code + ")"); return "fine"; } catch (e) { return e.name; } }
print(early("function f(a, a) {}"), early("function f(a, a) { 'use strict' }"), early("function f(a, a) { 'use\\u0020strict' }"), early("function f(a, a) { ('use strict') }"));
// expect: fine SyntaxError fine fine
print(early("function eval() { 'use strict' }"), early("function f(arguments) { 'use strict' }"), early("function eval(arguments) {}"), early("function static() { 'use strict' }"));
// expect: SyntaxError SyntaxError fine SyntaxError
print(early("function f() { 'use strict'; function g(a, a) {} }"), early("function f() { 'use strict'; return function (eval) {} }"), early("function f() { '\\07'; 'use strict' }"), early("function f() { 'use strict'; '\\07' }"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError
print(early("function f() { 'use strict'; with (a) {} }"), early("function f() { 'use strict'; delete a }"), early("function f() { 'use strict'; eval = 1 }"), early("function f() { 'use strict'; arguments++ }"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError
print(early("function f() { 'use strict'; 017 }"), early("function f() { 'use strict'; ({ a: 1, a: 2 }) }"), early("function f() { 'use strict'; try { } catch (eval) { } }"), early("function f() { 'use strict'; if (1) function g() {} }"));
// expect: SyntaxError fine SyntaxError SyntaxError
print(early("{ set a(eval) { 'use strict' } }"), early("{ get a() { 'use strict'; with (b) { } } }"), early("function f() { 'use strict'; var public }"), early("function f() { 'use strict'; yield = 1 }"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError
