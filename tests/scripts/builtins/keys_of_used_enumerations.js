// Loops over names take up enumerations that have ended; lists of keys, values and entries are made by the shape.
function each(o, change) { var r = []; for (var k in o) { r.push(k); if (change) change(k); } return r.join(); }
function fresh() { return { a: 1, b: 2, c: 3 }; }
for (var i = 0; i < 3; i++) each(fresh());
print(each(fresh(), function () { each(fresh()); each({ x: 1 }); })); // expect: a,b,c
// One loop within another, left early, by exceptions, in generators that wait.
function nested(n) { var r = ""; for (var k in fresh()) { r += k; if (n) r += nested(n - 1); if (k === "b") break; } return r; }
print(nested(2)); // expect: aaabbabbaabbab
function* names(o) { for (var k in o) yield k; }
var g = names(fresh()), h = names({ x: 1, y: 2 }); print(g.next().value, h.next().value, each(fresh()), g.next().value, h.next().value, each({ q: 1 }), g.next().value, h.next().done, g.next().done);
// expect: a x a,b,c b y q c true true
print(each(fresh()), g.next().done, each({ z: 1 })); // expect: a,b,c true z
try { each(fresh(), function (k) { if (k === "b") throw new Error(k); }); } catch (e) { print(e.message, each(fresh())); }
// expect: b a,b,c
print(each(null), each(undefined), each(1), each(fresh()), each("ab"), each([1, 2]), each(fresh()));
// expect: a,b,c 0,1 0,1 a,b,c
// What prototypes have is asked anew when one changes.
for (i = 0; i < 3; i++) each(fresh());
Object.prototype.late = 1; print(each(fresh())); delete Object.prototype.late; print(each(fresh()));
// expect: a,b,c,late
// expect: a,b,c
Object.prototype[7] = 1; print(each(fresh()), each(fresh())); delete Object.prototype[7]; print(each(fresh()));
// expect: a,b,c,7 a,b,c,7
// expect: a,b,c
Object.defineProperty(Object.prototype, "hidden", { value: 1, configurable: true }); print(each(fresh()));
// expect: a,b,c
Object.defineProperty(Object.prototype, "hidden", { enumerable: true }); print(each(fresh())); // expect: a,b,c,hidden
Object.defineProperty(Object.prototype, "hidden", { enumerable: false }); print(each(fresh())); delete Object.prototype.hidden;
// expect: a,b,c
function P() { this.own = 1; } print(each(new P())); P.prototype.more = 1; print(each(new P()), each(fresh()));
// expect: own
// expect: own,more a,b,c
var chain = Object.create(Object.create(Object.create(null))); chain.a = 1; print(each(chain), each(chain));
// expect: a a
Object.getPrototypeOf(Object.getPrototypeOf(chain)).b = 1; print(each(chain)); // expect: a,b
Object.setPrototypeOf(Object.getPrototypeOf(chain), { z: 1 }); print(each(chain)); // expect: a,z
o = Object.create(new Proxy({}, { ownKeys() { return ["p"]; }, getOwnPropertyDescriptor() { return { value: 1, enumerable: true, configurable: true }; } })); o.a = 1;
print(each(o), each(fresh()), each(o)); // expect: a,p a,b,c a,p
o = fresh(); Object.defineProperty(o, "b", { enumerable: false }); print(each(o)); // expect: a,c
o = fresh(); print(each(o, function (k) { delete o.a; delete o.b; delete o.c; o.c = 1; })); // expect: a,c
for (var k in fresh()) for (var l in fresh()) for (var m in fresh()) i = k + l + m; print(i); // expect: ccc
for (var k in { x: 1 }) { for (var k in { y: 1 }) ; print(k); } // expect: y

// Keys, values, entries.
function all(o) { return Object.keys(o).join() + " " + Object.values(o).map(String).join() + " " + Object.entries(o).map(e => e.length + e.join("=")).join(); }
print(all({}), all(fresh()), all([1, , 3]), all("ab"), all(1));
// expect: a,b,c 1,2,3 2a=1,2b=2,2c=3 0,2 1,3 20=1,22=3 0,1 a,b 20=a,21=b
var symbol = Symbol("s"); print(all({ [symbol]: 1, a: 2 }), all({ b: 1, 2: 2, 1: 1 }), all({ 4294967294: 1, a: 2, 4294967295: 3 }));
// expect: a 2 2a=2 1,2,b 1,2,1 21=1,22=2,2b=1 4294967294,a,4294967295 1,2,3 24294967294=1,2a=2,24294967295=3
o = fresh(); Object.defineProperty(o, "b", { enumerable: false }); print(all(o)); // expect: a,c 1,3 2a=1,2c=3
print(all({ get a() { return 7; }, b: 1 }), all({ get a() { delete this.b; this.c = 1; return 0; }, b: 1, d: 2 }));
// expect: a,b 7,1 2a=7,2b=1 a,b,d 0,2 2a=0,2d=2,2c=1
class Hidden { #p = 1; a = 1; get q() { return this.#p; } } print(all(new Hidden()), all(Object.create({ up: 1 })));
// expect: a 1 2a=1
o = fresh(); delete o.a; print(all(o)); o.a = 1; print(all(o), all(Object.freeze(fresh())));
// expect: b,c 2,3 2b=2,2c=3
// expect: b,c,a 2,3,1 2b=2,2c=3,2a=1 a,b,c 1,2,3 2a=1,2b=2,2c=3
var many = {}; for (i = 0; i < 200; i++) many["p" + i] = i; print(Object.keys(many).length, Object.values(many)[199], Object.entries(many)[150].join());
// expect: 200 199 p150,150
var log = []; print(all(new Proxy(fresh(), { ownKeys(t) { log.push("k"); return Reflect.ownKeys(t).reverse(); }, getOwnPropertyDescriptor(t, k) { log.push(k); return Reflect.getOwnPropertyDescriptor(t, k); } })), log.join(""));
// expect: c,b,a 3,2,1 2c=3,2b=2,2a=1 kcbakcbakcba
var lists = []; for (i = 0; i < 3000; i++) { lists.push(Object.keys(fresh()), Object.entries({ a: i })); } print(lists.length, lists[5998].join(), lists[5999][0].join());
// expect: 6000 a,b,c a,2999
var keys = Object.keys(fresh()); keys.push("d"); keys[0] = "z"; print(keys.join(), Object.keys(fresh()).join());
// expect: z,b,c,d a,b,c
function named() {} print(all(named), all(function () {}), Object.keys(globalThis).includes("named"), Object.keys(Object.prototype).length, Object.keys(Math).length);
// expect: true 0 0
print(Object.keys(Object.assign(Object.create(null), fresh(), { d: 4 })).join(), all(new Error("x")), all(new Date(0)), all(/x/g));
// expect: a,b,c,d
