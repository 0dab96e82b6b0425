// new, prototypes, instanceof, inheritance patterns.
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.sum = function () { return this.x + this.y; };
Point.prototype.toString = function () { return "(" + this.x + "," + this.y + ")"; };
var p = new Point(1, 2);
print(p, p.sum(), p instanceof Point, p.constructor === Point, Object.getPrototypeOf(p) === Point.prototype, typeof p);
// expect: (1,2) 3 true true true object
print(new Point, new Point().x, (new Point(3)).y, new (Point)(5, 6), new (function () { return Point; }())(7, 8));
// expect: (undefined,undefined) undefined undefined (5,6) (7,8)
function ReturnsObject() { this.a = 1; return { a: 2 }; }
function ReturnsPrimitive() { this.a = 1; return 5; }
function ReturnsFn() { return function () { return "f"; }; }
function ReturnsNull() { this.a = 3; return null; }
print(new ReturnsObject().a, new ReturnsPrimitive().a, new ReturnsFn()(), new ReturnsNull().a); // expect: 2 1 f 3
function Point3(x, y, z) { Point.call(this, x, y); this.z = z; }
Point3.prototype = Object.create(Point.prototype);
Point3.prototype.constructor = Point3;
Point3.prototype.sum = function () { return Point.prototype.sum.call(this) + this.z; };
var q = new Point3(1, 2, 3);
print(q, q.sum(), q instanceof Point, q instanceof Point3, p instanceof Point3, Point.prototype.isPrototypeOf(q));
// expect: (1,2) 6 true true false true
Point.prototype.added = "later";
print(p.added, q.added, new Point3(0, 0, 0).added); // expect: later later later
Point.prototype.sum = function () { return "replaced"; };
print(p.sum(), q.sum()); // expect: replaced replaced3
p.sum = function () { return "own"; };
print(p.sum(), new Point(1, 1).sum()); // expect: own replaced
delete p.sum;
print(p.sum()); // expect: replaced
function Old() { }
var before = new Old();
Old.prototype = { v: "new" };
var after = new Old();
print(before.v, after.v, before instanceof Old, after instanceof Old, after.constructor === Object);
// expect: undefined new false true true
function NonObject() { }
NonObject.prototype = 5;
print(Object.getPrototypeOf(new NonObject()) === Object.prototype); // expect: true
NonObject.prototype = null;
print(new NonObject() instanceof Object); // expect: true
function Check() { return this instanceof Check ? this : new Check(); }
print(Check() instanceof Check, new Check() instanceof Check); // expect: true true
function Args() { this.args = [].slice.call(arguments); this.n = arguments.length; }
print(new Args(1, 2, 3).args, new Args().n, new Args("a").n); // expect: 1,2,3 0 1
var ns = { Inner: function (v) { this.v = v; } };
ns.Inner.Deep = function () { this.d = "deep"; };
print(new ns.Inner(5).v, new ns["Inner"](6).v, new ns.Inner.Deep().d); // expect: 5 6 deep
try { new undefined(); } catch (e) { print(e.name); } // expect: TypeError
try { new ({})(); } catch (e) { print(e.name); } // expect: TypeError
try { new "str"; } catch (e) { print(e.name); } // expect: TypeError
try { new (function () { throw "ctor"; })(); } catch (e) { print(e); } // expect: ctor
try { new Math.sin(1); } catch (e) { print(e.name); } // expect: TypeError
try { new ns.nope(); } catch (e) { print(e.name); } // expect: TypeError
try { new Function.prototype(); } catch (e) { print(e.name); } // expect: TypeError
var bound = Point.bind(null, 10);
var b = new bound(20);
print(b, b instanceof Point, b instanceof bound, "prototype" in bound); // expect: (10,20) true true false
print(new Object(5) instanceof Number, new Object("s").length, new Object(null), new Array(3).length, new Array(1, 2), new Number("12") + 1, new Boolean(false) ? "truthy" : "falsy", new String("abc").length);
// expect: true 1 [object Object] 3 1,2 13 truthy 3
function Counter() { Counter.count = (Counter.count || 0) + 1; }
for (var i = 0; i < 50; i++) new Counter();
print(Counter.count); // expect: 50
function Tree(d) { if (d > 0) { this.l = new Tree(d - 1); this.r = new Tree(d - 1); } this.d = d; }
Tree.prototype.count = function () { return 1 + (this.l ? this.l.count() + this.r.count() : 0); };
print(new Tree(8).count()); // expect: 511
function A(n) { this.n = n; if (n) this["k" + n] = n; }
print(Object.keys(new A(0)), Object.keys(new A(1)), Object.keys(new A(2))); // expect: n n,k1 n,k2
function Shape() { this.a = 1; this.b = 2; }
function shapes(s) { return s.a + s.b + (s.c || 0); }
var s1 = new Shape(), s2 = new Shape(), s3 = new Shape();
s2.c = 3;
delete s3.a;
s3.a = 10;
print(shapes(s1), shapes(s2), shapes(s3), Object.keys(s3)); // expect: 3 6 12 b,a
var proto1 = { who: function () { return "one"; } }, proto2 = { who: function () { return "two"; } };
function who(x) { return x.who(); }
var w = Object.create(proto1);
print(who(w), who(Object.create(proto2)), who(w)); // expect: one two one
proto1.who = function () { return "changed"; };
print(who(w)); // expect: changed
w.who = function () { return "own"; };
print(who(w)); // expect: own
delete w.who;
delete proto1.who;
Object.prototype.who = function () { return "object"; };
print(who(w), who({})); // expect: object object
delete Object.prototype.who;
print((function () { return new this.constructor().constructor === this.constructor; }).call(new Shape()), Shape.prototype.propertyIsEnumerable("constructor"), Object.getOwnPropertyNames(Shape.prototype));
// expect: true false constructor
function mixin(t, s) { for (var k in s) t[k] = s[k]; return t; }
function Mixed() { }
mixin(Mixed.prototype, { one: function () { return 1; }, two: function () { return this.one() + 1; } });
print(new Mixed().two()); // expect: 2
