// Functions that eval code declares see what it declares lexically, and are variables of the code around (ECMA-262 19.2.1.3).
function caller(a) { eval("let y = 3; function k() { y = 99; return y } k()"); return a + " " + k(); }
print(caller(1)); // expect: 1 99
function constant(a) { const c = 2; eval("let y = 3; function k() { y = 99 } k()"); return a + c; }
print(constant(1)); // expect: 3
function strictCaller(a) { "use strict"; eval("let y = 3; function k() { y = 99 } k()"); return a + typeof k; }
print(strictCaller(1)); // expect: 1undefined
function strictText(a) { var r = eval("'use strict'; let y = 3; function k() { return y += a } k()"); return a + r + typeof k; }
print(strictText(1)); // expect: 5undefined
print((0, eval)("let y1 = 3; function k1() { return ++y1 } k1()"), typeof y1, k1()); // expect: 4 undefined 5
print((0, eval)("'use strict'; const y2 = 3; function k2() { return y2 } k2()"), typeof k2); // expect: 3 undefined
print(eval("const y3 = 3; class C3 {} function k3() { return [y3, typeof C3, typeof k3].join() } k3()"), typeof C3, k3());
// expect: 3,function,function undefined 3,function,function
print(eval("function early() { return typeof late } var seen; try { early() } catch (e) { seen = e.name } let late = 1; seen + early()"));
// expect: ReferenceErrornumber
print((function (a) { eval("let b = 1; { let c = 2; function inner() { return a + b + c } } function k() { return inner() }"); return k() + inner(); })(3));
// expect: 12
print((function (a) { with ({ k: "property", y: 5 }) { eval("let y = 3; function k() { return y }"); print(k); } return k(); })());
// expect: property
// expect: 3
print((function (a) { eval("function a() { return 5 }"); return a(); })(1)); // expect: 5
print((function (a) { eval("let b = a; function a() { return typeof b }"); return a(); })(1)); // expect: function
print((function (a, b = eval("let q = 7; function z() { return q + a } z()")) { return b + typeof z; })(1));
// expect: 8function
print((function (a, b = () => z()) { eval("let q = 7; function z() { return q }"); try { return b(); } catch (e) { return e.name + z(); } })(1));
// expect: ReferenceError7
print(((a) => { let b = 4; eval("let b = 5; function k() { return [a, b] }"); return k() + "," + b; })(1));
// expect: 1,5,4
print([...(function* (a) { eval("let b = 5; function k() { return b += a }"); yield k(); yield k(); })(2)].join());
// expect: 7,9
print(new (class { constructor(a) { eval("let b = 5; function k() { return b + this.c } this.k = k; this.c = a"); } })(2).k());
// expect: 7
class Static { static { this.v = eval("let b = 5; function k() { return b } k()") + typeof k; } }
print(Static.v); // expect: 5undefined
print((function () { try { throw 1 } catch (e) { eval("let f = 2; function k() { return e + f } var e2 = e"); return k() + e2; } })());
// expect: 4
print((function () { try { throw 1 } catch (e) { eval("let f = 2; function e() { return f }"); return typeof e; } })());
// expect: number
print((function () { { let z = 1; eval("let f = 2; function k() { return z + f }"); } return k(); })()); // expect: 3
print((function () { { let k = 1; try { eval("let f = 2; function k() { }"); } catch (e) { return e.name; } } })());
// expect: SyntaxError
print((function () { eval("let a = 1; function k() { return a }"); eval("let a = 2; function j() { return a + k() }"); return j(); })());
// expect: 3
print((function () { eval("let a = 1; function k() { return eval('let b = 2; function l() { return a + b } l()') }"); return k(); })());
// expect: 3
print((function () { eval("function k() { return 1 } function k() { return 2 } var k"); return k(); })()); // expect: 2
print((function () { eval("let x = 1; function f() { return x } var g = f; x = 2"); return g() + f(); })());
// expect: 4
print((function () { var r = []; for (let i = 0; i < 3; i++) { eval("let j = i * 2; function k() { return j + i }"); r.push(k); } return r.map(f => f()).join(); })());
// expect: 0,3,6
print(Object.keys((0, eval)("this")).filter(key => /^(k1|order.)$/.test(key)).join()); // expect: k1
(0, eval)("var order1; function order2() {} let hidden; function order3() {} var order4");
print(Object.keys(globalThis).filter(key => /^order/.test(key)).sort().join(), delete globalThis.order3, typeof order3);
// expect: order1,order2,order3,order4 true undefined
print(eval("1; function completes() {}"), eval("function completes() {} 2; function again() {}"), eval("let l; function completes() {}"));
// expect: 1 2 undefined
Object.defineProperty(globalThis, "fixedName", { value: 1 });
try { (0, eval)("let l = 1; function before() {} function fixedName() { return l }"); } catch (e) { print(e.name); }
// expect: TypeError
