// "Parsing CallExpression / NewExpression / MemberExpression": which argument lists belong to which `new`.
var log = [];
// Tells how it was called, and gives the next function.
function level(n) {
  return function () {
    log.push((this instanceof Object && Object.getPrototypeOf(this) !== Object.prototype && this !== global ? "new" : "call") + n);
    return level(n + 1);
  };
}
var global = this, Foo = level(1);
function show() { print(log.join(" ")); log = []; }
new Foo; show(); // expect: new1
new Foo (); show(); // expect: new1
new new Foo () (); show(); // expect: new1 new2
(new (new Foo ()) ()); show(); // expect: new1 new2
new new Foo () () (); show(); // expect: new1 new2 call3
new new new new Foo () (); show(); // expect: new1 new2 new3 new4
new (new (new (new Foo ()) ())); show(); // expect: new1 new2 new3 new4
new new Foo () () () (); show(); // expect: new1 new2 call3 call4
(((new (new Foo ()) ()) ()) ()); show(); // expect: new1 new2 call3 call4
// The target of `new` may have properties, but no call.
var o = { p: { Foo: Foo } };
new o.p.Foo (); show(); // expect: new1
new o["p"].Foo; show(); // expect: new1
new o.p["Foo"] () (); show(); // expect: new1 call2
