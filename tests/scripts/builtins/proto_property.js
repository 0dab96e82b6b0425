// Annex B.2.2.1 and B.3.1: the __proto__ accessor and its form in literals.
var base = { inherited: 1 }, o = { __proto__: base, own: 2 };
print(o.inherited, Object.getPrototypeOf(o) === base, Object.keys(o), o.hasOwnProperty("__proto__"), o.__proto__ === base);
// expect: 1 true own false true
o.__proto__ = null;
print(o.inherited, Object.getPrototypeOf(o), o.__proto__); // expect: undefined null undefined
print(Object.getPrototypeOf({ "__proto__": null }), { __proto__: 5 }.toString === Object.prototype.toString, ({ __proto__: undefined }) instanceof Object);
// expect: null true true
var d = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
print(typeof d.get, typeof d.set, d.enumerable, d.configurable); // expect: function function false true
var cyclic = {}, child = Object.create(cyclic);
try { cyclic.__proto__ = child; } catch (e) { print(e.name); } // expect: TypeError
try { Object.preventExtensions(cyclic).__proto__ = {}; } catch (e) { print(e.name); } // expect: TypeError
try { eval("({ __proto__: null, '__proto__': null })"); } catch (e) { print(e.name); } // expect: SyntaxError
var bare = Object.create(null); bare.__proto__ = 5; print(bare.__proto__, Object.keys(bare)); // expect: 5 __proto__
print((5).__proto__ === Number.prototype, "s".__proto__ === String.prototype, [].__proto__ === Array.prototype, print.__proto__ === Function.prototype);
// expect: true true true true
function f(x) { return x.inherited; }
var p = { inherited: "p1" }, q = Object.create(p);
print(f(q)); // expect: p1
q.__proto__ = { inherited: "p2" };
print(f(q)); // expect: p2
p.inherited = "p3";
print(f(q)); // expect: p2
q.__proto__ = p;
print(f(q)); // expect: p3
