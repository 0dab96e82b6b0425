// Assigning to a name. Unresolvable: a new global in sloppy code, a ReferenceError in strict code. Immutable bindings and
// read-only properties: silently nothing, or a TypeError.
var global = this, log = [];
function error(callback) { try { var result = callback(); return result === undefined ? "fine" : result; } catch (e) { return e.name; } }
function attributes(name) { var d = Object.getOwnPropertyDescriptor(global, name); return d ? [d.value, d.writable, d.enumerable, d.configurable].join() : "none"; }

implicit = 1;
print(attributes("implicit"), delete implicit, attributes("implicit")); // expect: 1,true,true,true true none
(function () { implicit = 2; })();
eval("implicit += 1");
print(implicit, delete global.implicit); // expect: 3 true
print(error(function () { "use strict"; implicit = 1; }), error(function () { "use strict"; eval("implicit = 1"); }), typeof implicit);
// expect: ReferenceError ReferenceError undefined
print(error(function () { "use strict"; for (implicit in { a: 1 }) ; }), error(function () { "use strict"; implicit++; }), typeof implicit);
// expect: ReferenceError ReferenceError undefined
print(error(function () { with ({}) { (function () { "use strict"; implicit = 1; })(); } }), typeof implicit);
// expect: ReferenceError undefined

Object.defineProperty(global, "fixed", { value: "fixed", configurable: true });
Object.defineProperty(global, "noSetter", { get: function () { return "got"; }, configurable: true });
print(fixed = 1, fixed, noSetter = 2, noSetter, fixed += "!", fixed); // expect: 1 fixed 2 got fixed! fixed
print(error(function () { "use strict"; fixed = 1; }), error(function () { "use strict"; noSetter = 1; }), error(function () { "use strict"; fixed++; }));
// expect: TypeError TypeError TypeError
print(error(function () { undefined = 1; NaN = 2; Infinity = 3; return typeof undefined; }), error(function () { "use strict"; undefined = 1; }));
// expect: undefined TypeError
with (Object.freeze({ frozen: 1 })) { print(frozen = 2, frozen, error(function () { "use strict"; frozen = 3; }), frozen); }
// expect: 2 1 TypeError 1
with ({ get getter() { return 1; } }) { print(getter = 2, getter, error(function () { "use strict"; getter = 3; })); }
// expect: 2 1 TypeError
print((function own() { own = 1; return typeof own; })(), error(function () { (function own() { "use strict"; own = 1; })(); }));
// expect: function TypeError

// Setters of targets are called, with the target as this; inherited setters too; inherited read-only properties refuse.
var target = { set s(v) { log.push(this === target, v); }, base: 1 };
with (target) { s = 5; s += 1; }
print(log.join(), Object.keys(target).join()); // expect: true,5,true,NaN s,base
log = [];
with (Object.create(target)) { base = 2; print(base, target.base, base === 2); } // expect: 2 1 true
with (Object.create(Object.freeze({ locked: 1 }))) { locked = 2; print(locked, error(function () { "use strict"; locked = 3; })); }
// expect: 1 TypeError

// The place is found before the value is computed.
with ({ x: "in target" }) { var x = "assigned to the target"; }
print(x); // expect: undefined
var taken = { y: 1 };
var y = "global";
(function () { var y = "local"; y = (eval("var z = 1"), "assigned"); print(y); })(); // expect: assigned
function strictLost() { "use strict"; lost = (delete global.lost, 1); }
global.lost = 0;
print(error(strictLost), typeof lost); // expect: ReferenceError undefined
global.late = 0;
print(error(function () { "use strict"; late = 1; return late; }), error(function () { "use strict"; late += 1; return late; }));
// expect: 1 2
function strictLostWithin(object) { with (object) { return (function () { "use strict"; gone = (delete object.gone, 1); })(); } }
print(error(function () { strictLostWithin({ gone: 0 }); })); // expect: ReferenceError

// Declared by eval: assigned in its record; deleted: assigned outside.
function evaled() { eval("var e = 1"); e = 2; var was = e; delete e; e = "global again"; return was; }
print(evaled(), e, delete global.e); // expect: 2 global again true
