// Getters and setters in literals, through prototypes and through defineProperty.
var o = { _v: 1, get v() { return this._v; }, set v(x) { this._v = x * 2; } };
print(o.v, o.v = 5, o.v, o._v, o.v++, o.v, ++o.v, o.v -= 1, o.v); // expect: 1 5 10 10 10 22 23 45 90
var child = Object.create(o);
child.v = 1;
print(child.v, child._v, o._v, child.hasOwnProperty("v"), child.hasOwnProperty("_v")); // expect: 2 2 90 false true
var onlyGet = { get g() { return "g"; } };
onlyGet.g = 5;
print(onlyGet.g, Object.getOwnPropertyDescriptor(onlyGet, "g").set); // expect: g undefined
var onlySet = { set s(v) { this.r = v; } }; onlySet.s = 1; print(onlySet.s, onlySet.r); // expect: undefined 1
var both = { get x() { return 1; }, x: 2 };
print(both.x, typeof Object.getOwnPropertyDescriptor(both, "x").get); // expect: 2 undefined
var both2 = { x: 2, get x() { return 3; } }; print(both2.x, Object.keys(both2)); // expect: 3 x
var merged = { get m() { return "get"; }, other: 1, set m(v) { } };
print(typeof Object.getOwnPropertyDescriptor(merged, "m").get, typeof Object.getOwnPropertyDescriptor(merged, "m").set, Object.keys(merged));
// expect: function function m,other
var d = Object.getOwnPropertyDescriptor(o, "v");
print(d.enumerable, d.configurable, typeof d.get, typeof d.set, "value" in d, "writable" in d, d.get.name, d.set.name, d.get.length, d.set.length);
// expect: true true function function false false get v set v 0 1
Object.defineProperty(o, "w", { get: function () { return this === o; }, configurable: true });
print(o.w, Object.keys(o)); // expect: true _v,v
function C() { this.n = 0; }
Object.defineProperty(C.prototype, "count", { get: function () { return ++this.n; }, set: function (v) { this.n = v; } });
var c1 = new C(), c2 = new C();
print(c1.count, c1.count, c2.count, (c1.count = 10), c1.count, Object.keys(c1)); // expect: 1 2 1 10 11 n
var order = [];
var t = { get a() { order.push("get a"); return { get b() { order.push("get b"); return 1; }, set b(v) { order.push("set b " + v); } }; } };
t.a.b += 5;
t.a.b++;
print(order); // expect: get a,get b,set b 6,get a,get b,set b 2
print({ get if() { return "kw"; } }.if, { get "quoted name"() { return "q"; } }["quoted name"], { get 42() { return "num"; } }[42], { get get() { return "gg"; } }.get, { set: 1, get: 2 }.set, { get: function () { return 1; } }.get());
// expect: kw q num gg 1 1
var throwing = { get x() { throw new Error("from getter"); }, set x(v) { throw new Error("from setter " + v); } };
try { throwing.x; } catch (e) { print(e.message); } // expect: from getter
try { throwing.x = 3; } catch (e) { print(e.message); } // expect: from setter 3
var arr = [1, 2, 3];
Object.defineProperty(arr, 1, { get: function () { return "got"; } });
print(arr, arr.length, arr.map(function (x) { return x; }), arr.indexOf("got")); // expect: 1,got,3 3 1,got,3 1
var fn = function () { };
Object.defineProperty(fn, "prop", { get: function () { return this === fn; } });
print(fn.prop); // expect: true
var prim = {};
Object.defineProperty(String.prototype, "typ", { get: function () { return typeof this; }, configurable: true });
print("s".typ, new String("s").typ); // expect: object object
delete String.prototype.typ;
var global = this;
Object.defineProperty(this, "globalAccessor", { get: function () { return "ga"; }, set: function (v) { order = v; }, configurable: true });
print(globalAccessor); // expect: ga
globalAccessor = "assigned";
print(order, delete this.globalAccessor, typeof globalAccessor); // expect: assigned true undefined
var deep = Object.create(Object.create(Object.create({ get far() { return this.near; } })));
deep.near = "near";
print(deep.far, "far" in deep); // expect: near true
var replaced = { get r() { return 1; } };
Object.defineProperty(replaced, "r", { value: 2 });
print(replaced.r, Object.getOwnPropertyDescriptor(replaced, "r").writable); // expect: 2 false
delete replaced.r;
print(replaced.r); // expect: undefined
replaced.r = 3;
print(replaced.r); // expect: 3
var counter = { get next() { return this.hidden = (this.hidden || 0) + 1; } };
for (var i = 0, s = 0; i < 100; i++) s += counter.next;
print(s); // expect: 5050
function poly(x) { return x.p; }
print(poly({ p: 1 }), poly({ get p() { return 2; } }), poly({ a: 0, p: 3 }), poly(Object.create({ p: 4 })), poly(Object.create({ get p() { return this.q; } }, { q: { value: 5 } })), poly("s"), poly([]), poly({ p: 6 }));
// expect: 1 2 3 4 5 undefined undefined 6
function setPoly(x, v) { x.p = v; return x.p; }
print(setPoly({ p: 1 }, 2), setPoly({}, 3), setPoly({ set p(v) { this.z = v; }, get p() { return -this.z; } }, 4), setPoly(Object.freeze({ p: 5 }), 6), setPoly(Object.create({ p: 7 }), 8), setPoly(Object.create(Object.freeze({ p: 9 })), 10), setPoly([], 11), setPoly("s", 12));
// expect: 2 3 -4 5 8 9 11 undefined
