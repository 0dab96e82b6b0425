// Declarations of direct eval beside lexical ones (ECMA-262 19.2.1.3).
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
print(thrown(function () { let x = 1; eval("var x = 2"); return x; })); // expect: SyntaxError: Identifier 'x' has already been declared
print(thrown(function () { { let x = 1; eval("var x = 2"); return x; } })); // expect: SyntaxError: Identifier 'x' has already been declared
print(thrown(function () { for (let x = 1; ;) { eval("var x = 2"); return x; } })); // expect: SyntaxError: Identifier 'x' has already been declared
print(thrown(function () { { function x() {} eval("var x = 2"); return x; } })); // expect: SyntaxError: Identifier 'x' has already been declared
print(thrown(function () { try { throw 1; } catch (x) { eval("var x = 2"); return x; } })); // expect: 2
print(thrown(function () { let x = 1; eval("let x = 2; const y = 3"); return x + typeof y; })); // expect: 1undefined
print(thrown(function () { let x = 1; return eval("let x = 2; (function () { return x; })"); })()); // expect: 2
print(thrown(function () { eval("x; let x = 1"); })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { eval("x"); let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { eval("x = 2"); let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { const x = 1; eval("x = 2"); })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { let x = 1; eval("x = 2"); return x; })); // expect: 2
print(thrown(function () { "use strict"; let x = 1; eval("var x = 2"); return x; })); // expect: 1
print(thrown(function () { let x = 1; { eval("var y = x; { function x() {} }"); } return y + typeof x; })); // expect: 1number
print(thrown(function () { var f = []; for (let i = 0; i < 2; i++) eval("f.push(function () { return i; })"); return f[0]() + "" + f[1](); })); // expect: 01
print(thrown(function () { var s = ""; for (let k in { a: 1, b: 1 }) s += eval("k"); return s; })); // expect: ab
print(thrown(function () { let o = {}; for (let o in eval("o")) ; })); // expect: ReferenceError: Cannot access 'o' before initialization
print(thrown(function () { switch (1) { case 0: let a = 1; case 1: return eval("typeof a"); } })); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(function () { return eval("1; { let x = 2; x; }"); })); // expect: 2
print(thrown(function () { return eval("'use strict'; let x = 2; { let x = 3; } x"); })); // expect: 2
let shared = 1;
print(thrown(function () { eval("var shared = 2"); return shared; }), shared); // expect: 2 1
print(thrown(function () { return (0, eval)("let shared = 5; shared"); }), shared); // expect: 5 1
