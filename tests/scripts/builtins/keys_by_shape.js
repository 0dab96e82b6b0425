// What reads names by the shape of an object: for-in, Object.assign, rest, JSON.stringify, under changes in the middle.
function each(o, change) { var r = []; for (var k in o) { r.push(k); if (change) change(k); } return r.join(); }
function fresh() { return { a: 1, b: 2, c: 3 }; }
var o = fresh();
print(each(o, function (k) { if (k === "a") delete o.b; })); // expect: a,c
o = fresh(); print(each(o, function (k) { if (k === "a") { delete o.c; o.c = 4; } }).slice(0, 3)); // expect: a,b
o = fresh(); print(each(o, function (k) { if (k === "a") o.d = 1; })); // expect: a,b,c
o = fresh(); print(each(o, function (k) { Object.freeze(o); })); // expect: a,b,c
o = fresh(); print(each(o, function (k) { o[0] = 1; })); // expect: a,b,c
o = Object.create({ a: 0, x: 1, b: 0 }); o.b = 1; o.c = 2;
print(each(o), each(o, function (k) { delete o.c; })); // expect: b,c,a,x b,a,x
o = Object.create({ x: 1, y: 2 }); Object.defineProperty(o, "x", { value: 1, configurable: true }); o.z = 1;
print(each(o), each(o, function () { delete o.x; })); // expect: z,y z,y
o = fresh(); o[Symbol("s")] = 1; o[4294967296] = 1; o[4294967294] = 2; o[1] = 3; print(each(o));
// expect: 1,4294967294,a,b,c,4294967296
o = fresh(); var seen = []; for (var k in o) for (var l in o) { seen.push(k + l); if (k + l === "bb") delete o.c; } print(seen.join());
// expect: aa,ab,ac,ba,bb
var many = {}; for (var i = 0; i < 300; i++) many["p" + i] = i; i = 0; for (k in many) i++; print(i); // expect: 300
function* names(o) { for (var k in o) yield k; }
o = fresh(); var g = names(o); print(g.next().value); delete o.b; o.d = 1; print([...g].join());
// expect: a
// expect: c
o = Object.create(new Proxy({ p: 1 }, { ownKeys(t) { delete t.q; return Reflect.ownKeys(t); } })); o.a = 1; print(each(o));
// expect: a,p
Object.prototype.late = 1; print(each(fresh())); delete Object.prototype.late; print(each(fresh()));
// expect: a,b,c,late
// expect: a,b,c
o = fresh(); print(each(o, function (k) { if (k === "a") { for (var i = 0; i < 400; i++) o["x" + i] = 1; } }));
// expect: a,b,c
for (i = 0; i < 3; i++) print(each({ a: 1, b: 2 }));
// expect: a,b
// expect: a,b
// expect: a,b

// Object.assign uses [[Set]]: setters, read-only and inherited properties have their say, in the middle too.
var log = [];
var target = { set b(v) { log.push(v); } };
print(JSON.stringify(Object.assign(target, fresh())), log.join()); // expect: {"a":1,"c":3} 2
for (i = 0; i < 3; i++) {
  var source = fresh();
  target = { set b(v) { delete source.c; source.d = 5; } };
  Object.assign(target, source); print(Object.keys(target).join());
// expect: b,a
// expect: b,a
// expect: b,a
}
target = Object.freeze({ a: 0 });
try { Object.assign(target, { z: 1 }); } catch (e) { print(e.name); } // expect: TypeError
target = Object.defineProperty({}, "b", { value: 0 });
try { Object.assign(target, fresh()); } catch (e) { print(e.name, Object.keys(target).join()); } // expect: TypeError a
target = Object.create(Object.defineProperty({}, "b", { value: 0 }));
try { Object.assign(target, fresh()); } catch (e) { print(e.name, Object.keys(target).join()); } // expect: TypeError a
target = Object.assign({}, { ["__proto__"]: { q: 1 }, a: 1 });
print(target.q, Object.keys(target).join()); // expect: 1 a
var list = Object.assign([1, 2, 3], { length: 1, x: 2 }); print(list.length, list.x, list.join()); // expect: 1 2 1
target = Object.assign({}, Object.defineProperty(fresh(), "b", { enumerable: false })); print(Object.keys(target).join());
// expect: a,c
target = Object.assign({}, { get a() { return 7; } }); print(Object.getOwnPropertyDescriptor(target, "a").value);
// expect: 7
o = fresh(); print(Object.assign(o, o) === o, Object.keys(o).join()); // expect: true a,b,c
var s = Symbol("s"); target = Object.assign({}, { [s]: 1, a: 2, 3: 4 }); print(target[s], Object.keys(target).join());
// expect: 1 3,a
function Base() {} Base.prototype = { set b(v) { this._b = v; } };
for (i = 0; i < 3; i++) print(Object.keys(Object.assign(new Base(), fresh())).join());
// expect: a,_b,c
// expect: a,_b,c
// expect: a,_b,c
print(Object.keys(Object.assign({}, fresh(), null, { a: 9, d: 1 }, "xy")).join()); // expect: 0,1,a,b,c,d
target = {}; target = Object.assign(Object.create(target), fresh()); Object.assign(Object.getPrototypeOf(target), { p: 1 }); print(target.p);
// expect: 1
class Hidden { #p = 1; a = 1; static p(o) { return #p in o; } } print(Hidden.p(Object.assign({}, new Hidden())), Object.keys(Object.assign({}, new Hidden())).join());
// expect: false a

// JSON.stringify asks getters and toJSON, which change the object that is written.
o = { a: { toJSON() { delete o.c; o.d = 1; return "A"; } }, b: 2, c: 3 };
print(JSON.stringify(o)); // expect: {"a":"A","b":2}
o = { get a() { Object.defineProperty(o, "b", { get() { return "B"; } }); return 1; }, b: 2 };
print(JSON.stringify(o), JSON.stringify(o)); // expect: {"a":1,"b":"B"} {"a":1,"b":"B"}
print(JSON.stringify({ x: 1 }, function (k, v) { return k === "" ? [this[""] === v, v.x] : v; })); // expect: [true,1]
print(JSON.stringify([1, , undefined, "q\"\\\n", "é", "\ud800", {}]), JSON.stringify("a\u0007"));
// expect: [1,null,null,"q\"\\\n","é","\ud800",{}] "a\u0007"
Array.prototype[1] = "hole"; print(JSON.stringify([1, , 3])); delete Array.prototype[1]; // expect: [1,"hole",3]
Object.prototype.toJSON = function () { return "all"; }; print(JSON.stringify({ a: [1] }), JSON.stringify([])); delete Object.prototype.toJSON;
// expect: "all" "all"
print(JSON.stringify({ a: [1] }), JSON.stringify({ "": 1, 5: 2, "é\"": 3 })); // expect: {"a":[1]} {"5":2,"":1,"é\"":3}
var deep = {}, at = deep; for (i = 0; i < 40; i++) at = at.n = [{}][0]; at.back = deep;
try { JSON.stringify(deep); } catch (e) { print(e.name); } // expect: TypeError
at.back = at; try { JSON.stringify(deep); } catch (e) { print(e.name); } // expect: TypeError
at.back = [deep.n === at, {}, {}]; at.back[1] = at.back[2]; print(JSON.stringify(deep).length); // expect: 262
var twice = { x: 1 }; print(JSON.stringify([twice, twice, { twice }])); // expect: [{"x":1},{"x":1},{"twice":{"x":1}}]
