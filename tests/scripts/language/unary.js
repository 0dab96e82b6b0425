// typeof, delete, void.
print(typeof undeclared, typeof undeclared === "undefined", typeof typeof 1, typeof void 0, typeof NaN, typeof new Number(1));
// expect: undefined true string undefined number object
print(typeof new String(""), typeof Object("a"), typeof Object, typeof Math, typeof JSON, typeof /* comment */ null, typeof print);
// expect: object object function object object object function
print(void 0, void "x", void print, typeof void 1); // expect: undefined undefined undefined undefined
var o = { a: 1, b: 2 };
print(delete o.a, "a" in o, delete o.missing, delete o["b"], "b" in o, delete 5, delete "x", delete print("side"));
// expect: side
// expect: true false true true false true true true
var declared = 1; implicit = 2; this.property = 3;
print(delete declared, declared, delete implicit, typeof implicit, delete this.property, typeof property, delete neverThere);
// expect: false 1 true undefined true undefined true
function f(p) { var local = 1; function inner() { } return [delete p, delete local, delete inner, delete arguments, typeof p, local]; }
print(f(1)); // expect: false,false,false,false,number,1
print(delete [].length, delete "abc".length, delete Math.PI, delete Object.prototype, delete Math.floorless);
// expect: false false false false true
var array = [1, 2, 3]; print(delete array[1], array, array.length, 1 in array, array[1]);
// expect: true 1,,3 3 false undefined
print(delete this.NaN, delete this.undefined, typeof NaN); // expect: false false number
var frozen = Object.freeze({ x: 1 }); print(delete frozen.x, frozen.x); // expect: false 1
(function () {
  "use strict";
  try { delete frozen.x; } catch (e) { print(e instanceof TypeError); }
  try { delete [].length; } catch (e) { print(e instanceof TypeError); }
  print(delete ({}).x, delete [1][0]);
})();
// expect: true
// expect: true
// expect: true true
print(delete (o), delete (o.x), delete ((o)).y, typeof (undeclaredInParens)); // expect: false true true undefined
try { delete null.x; } catch (e) { print(e instanceof TypeError); } // expect: true
try { delete undeclaredBase.x; } catch (e) { print(e instanceof ReferenceError); } // expect: true
try { typeof undeclaredBase.x; } catch (e) { print(e instanceof ReferenceError); } // expect: true
function g() { return typeof g; } print(g(), typeof g(), typeof function () { return 1; }());
// expect: function string number
print(-"5" + +"5", - -5, !-0, ~!0, typeof !1, !typeof 1, -typeof 1, void 0 === undefined);
// expect: 0 5 true -2 boolean false NaN true
var proto = { inherited: 1 }, child = Object.create(proto);
print(delete child.inherited, child.inherited); // expect: true 1
print(typeof delete o.q, delete o.q, delete delete o.q, delete typeof o, delete void 0);
// expect: boolean true true true true
