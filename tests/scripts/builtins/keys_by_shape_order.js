// not for node: which of the names that change in the middle are given, and the order of questions, is left to engines
// Names by the shape of an object, where changes in the middle make a list of them.
function each(o, change) { var r = []; for (var k in o) { r.push(k); if (change) change(k); } return r.join(); }
function fresh() { return { a: 1, b: 2, c: 3 }; }
var o = fresh(), traps = [];
print(each(o, function () { Object.defineProperty(o, "c", { enumerable: false }); })); // expect: a,b
o = fresh(); print(each(o, function (k) { if (k === "c") Object.setPrototypeOf(o, { a: 1, z: 2 }); })); // expect: a,b,c,z
o = Object.create(new Proxy({ p: 1 }, {
  ownKeys(t) { traps.push("keys"); return Reflect.ownKeys(t); },
  getPrototypeOf(t) { traps.push("prototype"); return null; },
  getOwnPropertyDescriptor(t, k) { traps.push(k); return Reflect.getOwnPropertyDescriptor(t, k); },
}));
o.a = 1; print(each(o), traps.join()); // expect: a,p keys,p,prototype
