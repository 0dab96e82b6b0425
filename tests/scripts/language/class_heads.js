// All parts of a class are strict code, heritage and computed keys in sloppy functions as well (ECMA-262 11.2.2).
function t(f) { try { return f() } catch (e) { return e.name } }
var frozen = Object.freeze({a: 1}), undefd;
print(t(() => { class C extends (nowhere1 = 1, Object) {} return typeof nowhere1 })); // expect: ReferenceError
print(t(function () { class C { [frozen.a = 2]() {} } return "no error" })); // expect: TypeError
print(t(function () { class C { [delete frozen.a]() {} } return "no error" })); // expect: TypeError
print(t(function () { class C { [(function () { return typeof this })()] () {} } return Object.getOwnPropertyNames(C.prototype).join() }));
// expect: constructor,undefined
print(t(function () { class C extends (eval("var inEval = 1"), Object) {} return typeof inEval })); // expect: undefined
print(t(function () { class C { [eval("typeof this; nowhere2 = 1")]() {} } return typeof nowhere2 }));
// expect: ReferenceError
print(t(function () { nowhere3 = class { [1]() {} }; return typeof nowhere3 })); // expect: function
print(t(function () { frozen.a = class extends Object {}; return frozen.a })); // expect: 1
print(t(function () { frozen[class { static [Symbol.toPrimitive]() { return "a" } }] = 5; return frozen.a }));
// expect: 1
print(t(function f() { class C extends (f = 1, Object) {} return typeof f })); // expect: TypeError
print(t(function f() { class C { [f = 1]() {} } return typeof f })); // expect: TypeError
print(t(function f() { f = class { [1]() {} }; return typeof f })); // expect: function
print(t(function () { class C { static [undefined = 1] = 1 } return "no error" })); // expect: TypeError
print(t(function () { class C { [(() => { undefined = 1 })()] = 1 } return "no error" })); // expect: TypeError
print(t(function () { with (frozen) { class C { [a = 1]() {} } } return "no error" })); // expect: TypeError
print(t(function () { var r = []; for (var x of [1]) { class C extends (r.push(x), Object) { [r.push(2)]() {} } } undefined = 1; return r.join() }));
// expect: 1,2
print(t(function () { class C extends class { [frozen.a = 3]() {} } {} ; return "no error" })); // expect: TypeError
print(t(function () { class C { x = class { [frozen.a = 3]() {} } } ; new C; return "no error" })); // expect: TypeError
print(t(function () { try { class C { [frozen.a = 3]() {} } } catch (e) { frozen.a = 4; return e.name } }));
// expect: TypeError
print(t(function () { function *g() { class C extends (yield 1) { [frozen.a = 1]() {} } } var i = g(); i.next(); i.next(Object); return "no error" }));
// expect: TypeError
print(t(function () { "use strict"; class C { [frozen.a = 2]() {} } return "no error" })); // expect: TypeError
class Top extends (t(() => { topLevel = 1 }) === "ReferenceError" ? Object : null) {} print(Object.getPrototypeOf(Top) === Function.prototype);
// expect: false
print(t(() => (0, eval)("class C extends (indirectly = 1, Object) {}; typeof indirectly"))); // expect: ReferenceError
function refused(source) { try { new Function(source); return false; } catch (e) { return e.name; } }
print(["class C extends (with (1) {}) {}", "class C { [delete frozen]() {} }", "class C extends (function (a, a) {}) {}",
// expect: SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError
  "class C extends (function eval() {}) {}", "class C extends (arguments = 1, Object) {}", "class C extends (let = 1) {}",
  "class C extends class let {} {}", "class static {}", "class C { [eval++]() {} }"].map(refused).join());
print((function (C = class { static [eval("let a = 1; function k() { return a } 'key' + k()")] = 2 }) { return C.key1 + typeof k; })());
// expect: 2undefined
