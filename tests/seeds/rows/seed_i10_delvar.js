// Deleting a name: the nearest binding, if it can be deleted.
// The document's example (run there with Rhino).
var a = 10;
function f() {
  eval("var a = 20; print(a); " +
       "print(delete a); print(a); " +
       "print(delete a)");
}
f();
// expect: 20
// expect: true
// expect: 10
// expect: false

print((function () { return delete unresolvable; })()); // expect: true
print((function () { var x = 1; return delete x; })(), (function (x) { return delete x; })(1), (function () { function x() {} return delete x; })());
// expect: false false false
print((function () { return delete arguments; })(), (function x() { return delete x; })()); // expect: false false
implicit = 1;
print(JSON.stringify(Object.getOwnPropertyDescriptor(this, "implicit")));
// expect: {"value":1,"writable":true,"enumerable":true,"configurable":true}
print(delete implicit, typeof implicit, delete implicit); // expect: true undefined true
var declared = 1;
print(delete declared, typeof declared, delete f, typeof f); // expect: false number false function
(0, eval)("var byEval = 1; function functionByEval() {}");
print(delete byEval, typeof byEval, delete functionByEval, typeof functionByEval);
// expect: true undefined true undefined
print((function () { eval("var e = 1; function g() {}"); return [delete e, typeof e, delete g, typeof g, delete e].join(); })());
// expect: true,undefined,true,undefined,true
print((function (p) { eval("var p = 1"); return [delete p, p].join(); })(0)); // expect: false,1
with ({ t: 1, get g() { return 1; } }) { print(delete t, typeof t, delete g, typeof g); }
// expect: true undefined true undefined
with (Object.freeze({ fixed: 1 })) { print(delete fixed, fixed); } // expect: false 1
with (Object.create({ inherited: 1 })) { print(delete inherited, inherited); } // expect: true 1
print((function () { try { throw 1; } catch (e) { return [delete e, e].join(); } })()); // expect: false,1
print((function (x) { return (function () { return delete x; })(); })(1), (function (x) { return eval("delete x"); })(1));
// expect: false false
print(delete (declared), delete (0, declared), delete undefined, delete NaN); // expect: false true false false

// Several deletable bindings of one name, one inside the other.
var level = "global";
function outer() {
  eval("var level = 'outer'");
  return (function () {
    eval("var level = 'inner'");
    with ({ level: "with" }) { return [level, delete level, level, delete level, level, delete level, level, delete level].join(); }
  })();
}
print(outer()); // expect: with,true,inner,true,outer,true,global,false

// Strict code: an early SyntaxError, whatever the name is.
function early(code) { try { return (0, eval)(code); } catch (e) { return e.name; } }
print(early("(function () { 'use strict'; delete foo; })"), early("foo = 1; (function () { 'use strict'; delete foo; })"));
// expect: SyntaxError SyntaxError
print(early("with ({ bar: 1 }) { var h = function () { 'use strict'; delete bar; } }"), early("'use strict'; delete (x)"), early("'use strict'; delete ((x))"));
// expect: SyntaxError SyntaxError SyntaxError
print(early("'use strict'; delete this.notThere"), early("'use strict'; delete (0, x)") === "ReferenceError", typeof foo);
// expect: true true undefined
