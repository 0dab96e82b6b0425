// `let` and `const` in blocks, functions and loops; the temporal dead zone; global lexical declarations.
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
{ let a = 1; { let a = 2; print(a); } print(a); }
// expect: 2
// expect: 1
{ let u; const c = 5; print(u, c); } // expect: undefined 5
print(thrown(function () { x; let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { x = 2; let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { typeof x; let x; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { let x = x + 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { x++; let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { x += 1; let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { function f() { return x; } f(); let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { function f() { x = 3; } f(); let x = 1; })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { function f() { return x; } let x = 1; return f(); })); // expect: 1
print(thrown(function () { const c = 1; c = 2; })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { const c = 1; c++; })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { const c = 1; c += 1; })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { c = 2; const c = 1; })); // expect: ReferenceError: Cannot access 'c' before initialization
print(thrown(function () { const c = 1; (function () { c = 2; })(); })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { (function () { c = 2; })(); const c = 1; })); // expect: ReferenceError: Cannot access 'c' before initialization
print(thrown(function () { var log = ""; function v() { log += "v"; return 1; } const c = 1; try { c = v(); } catch (e) { return log + e.name; } })); // expect: vTypeError
print(thrown(function () { var log = ""; function v() { log += "v"; return 1; } try { x = v(); let x; } catch (e) { return log + e.name; } })); // expect: vReferenceError
print(thrown(function () { switch (1) { case 0: let a; case 1: return a; } })); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(function () { switch (0) { case 0: let a = 7; case 1: return a; } })); // expect: 7
print(thrown(function () { switch (1) { case 0: let a; break; case 1: a = 5; return a; } })); // expect: ReferenceError: Cannot access 'a' before initialization
print(thrown(function () { let x = 1; { x; let y = x; return y; } })); // expect: 1
print(thrown(function () { let x = "outer"; { return x; let x = 1; } })); // expect: ReferenceError: Cannot access 'x' before initialization
print(thrown(function () { for (var i = 0, s = ""; i < 3; i++) { s += typeof u; let t = i; var u = 1; s += t; } return s; })); // expect: undefined0number1number2
print(thrown(function () { var s = ""; for (var i = 0; i < 3; i++) { let u; s += u; u = i; } return s; })); // expect: undefinedundefinedundefined
// Each turn has its own.
var fs = [];
for (let i = 0; i < 3; i++) fs.push(function () { return i; });
print(fs[0](), fs[1](), fs[2]()); // expect: 0 1 2
fs = [];
for (let i = 0; i < 3; fs.push(function () { return i; }), i++) ;
print(fs[0](), fs[1](), fs[2]()); // expect: 1 2 3
for (let i = 0, f = function () { return i; }; i < 1; i++) fs[0] = f;
print(fs[0]()); // expect: 0
fs = [];
for (let i = 0; fs.push(function () { return i; }), i < 2; i++) { if (i === 1) continue; i += 0; }
print(fs.map(function (f) { return f(); })); // expect: 0,1,2
fs = [];
for (let k in { a: 1, b: 2 }) fs.push(function () { return k; });
print(fs[0](), fs[1]()); // expect: a b
fs = [];
for (const k in { a: 1, b: 2 }) { fs.push(function () { return k; }); }
print(fs[0](), fs[1]()); // expect: a b
print(thrown(function () { for (const k in { a: 1 }) k = 2; })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { for (const i = 0; i < 2; i++); })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { let o = { a: 1 }; for (let o in o) ; })); // expect: ReferenceError: Cannot access 'o' before initialization
print(thrown(function () { var s = ""; for (let i in "ab") { let i = 5; s += i; } return s; })); // expect: 55
print(thrown(function () { var f; for (let k in (f = function () { return k; }, { a: 1 })) ; return f(); })); // expect: ReferenceError: Cannot access 'k' before initialization
print(thrown(function () { outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { fs[i] = function () { return i + "" + j; }; if (j === 1) continue outer; } } return fs[0]() + fs[2](); })); // expect: 0121
print(thrown(function () { L: { let a = 1; fs[0] = function () { return a; }; break L; } return fs[0](); })); // expect: 1
print(thrown(function () { try { let a = 1; throw function () { return a; }; } catch (f) { let b = 2; return f() + b; } })); // expect: 3
print(thrown(function () { try { throw 1; } catch (e) { { let e = 2; print(e); } return e; } }));
// expect: 2
// expect: 1
print(thrown(function () { { function f() { return 1; } } return f(); })); // expect: 1
print(thrown(function () { "use strict"; { function f() { return 1; } } return typeof f; })); // expect: undefined
print(thrown(function () { "use strict"; { let r = f(); function f() { return 1; } return r; } })); // expect: 1
print(thrown(function () { let f = 1; { function f() { return 2; } } return f; })); // expect: 1
// Globals that are no properties.
let shared = 1;
const constant = 2;
print(shared, constant, typeof this.shared, "constant" in this); // expect: 1 2 undefined false
function readGlobal() { return shared; }
function writeGlobal(v) { shared = v; }
for (var n = 0; n < 5; n++) { writeGlobal(n); if (readGlobal() !== n) print("wrong"); }
print(shared, ++shared, shared++, (shared += 2)); // expect: 4 5 5 8
print(thrown(function () { constant = 1; })); // expect: TypeError: Assignment to constant variable.
print(thrown(function () { return late; })); // expect: ReferenceError: Cannot access 'late' before initialization
print(thrown(function () { return typeof late; })); // expect: ReferenceError: Cannot access 'late' before initialization
print(thrown(function () { late = 1; })); // expect: ReferenceError: Cannot access 'late' before initialization
print(thrown(function () { "use strict"; late = thrown(readGlobal); })); // expect: ReferenceError: Cannot access 'late' before initialization
let late;
print(late, thrown(function () { return (late = 3); })); // expect: undefined 3
print(delete shared, typeof shared); // expect: false number
print((0, eval)("shared + late"), (0, eval)("let inner = 4; inner"), typeof inner); // expect: 11 4 undefined
print(thrown(function () { (0, eval)("var shared = 1"); })); // expect: SyntaxError: Identifier 'shared' has already been declared
print(thrown(function () { with ({ shared: "with" }) { let x = shared; return x; } })); // expect: with
