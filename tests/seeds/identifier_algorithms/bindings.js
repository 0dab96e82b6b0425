// "Unsorted notes": almost all bindings are mutable and cannot be deleted, except these three.
function error(f) { try { return String(f()); } catch (e) { return e.name; } }
// Declarations in eval code can be deleted.
(function () { eval("var v = 1; function d() {}"); print(delete v, delete d, typeof v, typeof d); })();
// expect: true true undefined undefined
(function () { var v = 1; function d() {} print(delete v, delete d, typeof v, typeof d); })();
// expect: false false number function
// `arguments` of a strict function is immutable: today assigning to the name is an early SyntaxError already.
print(error(function () { return Function("'use strict'; arguments = 1"); })); // expect: SyntaxError
// The name of a function expression is immutable in its body, that of a declaration is not.
print(error(function () { return (function f() { f = 1; return typeof f; })(); })); // expect: function
print(error(function () { return (function f() { "use strict"; f = 1; })(); })); // expect: TypeError
function f() { f = 1; return typeof f; }
print(error(f)); // expect: number
