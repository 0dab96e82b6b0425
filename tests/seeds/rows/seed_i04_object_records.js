// Object records: lookups go to the target (and its prototypes), then on to the outer record. Records of `with` provide
// this, the global one does not.
var global = this;
var foo = {
  bar: function () { return this === foo ? "foo" : this === global ? "global" : String(this); },
  toString: function () { return "i'm foo"; }
};
var bar = function () { return this === global ? "global" : "?"; };
print(bar()); // expect: global
with (foo) { print(bar(), (bar)(), (0, bar)(), (bar, bar)()); } // expect: foo foo global global
with (foo) { print((function () { return bar(); })(), eval("bar()"), [1].map(function () { return bar(); })[0]); }
// expect: foo foo foo
with (foo) { (function () { "use strict"; print(bar()); })(); } // expect: foo
with (foo) { print(String(), bar.call(1), (bar = bar)()); } // expect: 1 global
function strictBar() { "use strict"; return this; }
print(strictBar()); // expect: undefined
with ({ strictBar: strictBar, name: "target" }) { print(strictBar().name); } // expect: target
with ({}) { print(strictBar()); } // expect: undefined

// Prototypes of the target take part, those of the record do not exist.
var base = { inherited: "base" }, derived = Object.create(base);
derived.own = "derived";
var own = "global own", inherited = "global inherited", neither = "global neither";
with (derived) { print(own, inherited, neither, typeof toString, toString === Object.prototype.toString); }
// expect: derived base global neither function true
with (Object.create(null)) { print(own, typeof toString, typeof nowhere); } // expect: global own function undefined

// Nested: the innermost that has the name wins, at the time of the lookup.
var outerTarget = { x: "outer", only: "outer only" }, innerTarget = { x: "inner" };
with (outerTarget) {
  with (innerTarget) {
    print(x, only); // expect: inner outer only
    delete innerTarget.x;
    print(x); // expect: outer
    innerTarget.only = "now inner";
    print(only); // expect: now inner
    x = "assigned";
    var x = "declared";
  }
}
print(outerTarget.x, innerTarget.x, typeof x); // expect: declared undefined undefined

// Variables around a with: registers are looked up by name from inside.
function local(p) {
  var v = "v";
  with ({ p: "shadow" }) { v = p; p = "written"; }
  return v + p;
}
print(local("param")); // expect: shadowparam
function withPrimitive() { with ("abc") { return length + charAt(1); } }
print(withPrimitive()); // expect: 3b
try { with (null) { print("never"); } } catch (e) { print(e.name); } // expect: TypeError
try { with (undefined) { print("never"); } } catch (e) { print(e.name); } // expect: TypeError

// The this value belongs to the record that has the name when it is called.
var log = [];
function Target(name) { this.name = name; }
Target.prototype.who = function () { return this.name; };
with (new Target("a")) { with (new Target("b")) { log.push(who()); } log.push(who()); }
print(log.join()); // expect: b,a
