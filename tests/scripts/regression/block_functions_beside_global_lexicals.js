// A function in a block becomes no variable where another script has declared its name lexically (ECMA-262 B.3.2.2, B.3.2.3).
let a = 1;
const b = 2;
class C {}
print((0, eval)("{ function a() {} } typeof a")); // expect: number
print((0, eval)("{ function b() {} } typeof b")); // expect: number
print((0, eval)("if (true) function C() {} C.name + typeof C.prototype.constructor")); // expect: Cfunction
print(a, b, String(C)); // expect: 1 2 class C {}
(0, eval)("switch (1) { case 1: a(); function a() { print('called') } }"); // expect: called
print(a, typeof globalThis.a); // expect: 1 undefined

// Not even while the declaration is not initialised.
print((0, eval)("{ function late() {} } 'no error'")); // expect: no error
let late = 3;
print(late, typeof globalThis.late); // expect: 3 undefined

// The same in direct eval code, and in functions of this script.
eval("{ function a() {} }");
(() => { (0, eval)("{ function a() {} }") })();
print(a); // expect: 1

// Other names become variables.
(0, eval)("{ function d() { return 4 } }");
print(d(), delete globalThis.d); // expect: 4 true
{ function e() { return 5 } }
print(e(), globalThis.e === e, delete globalThis.e); // expect: 5 true false
var f = 6;
(0, eval)("{ function f() { return 7 } }");
print(f(), globalThis.f()); // expect: 7 7
