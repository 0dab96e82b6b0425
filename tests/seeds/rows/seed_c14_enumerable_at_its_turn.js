// not for node: it looks only whether the property is there
// What counts is whether a property is enumerable when its turn comes (ECMA-262 14.7.5.10).
function keys(object, during) { var seen = []; for (var k in object) { seen.push(k); during(k, object); } return seen.join(); }
function hide(name) { return function (k, o) { if (k === "a") Object.defineProperty(o, name, { enumerable: false }); }; }
print(keys({ a: 1, b: 2, c: 3 }, hide("b"))); // expect: a,c
print(keys(Object.create({ b: "inherited" }, { a: { value: 1, enumerable: true }, b: { value: 1, enumerable: true, configurable: true } }), hide("b"))); // expect: a
print(keys(Object.create({ b: 1 }, { a: { value: 1, enumerable: true } }), function (k, o) { Object.defineProperty(Object.getPrototypeOf(o), "b", { enumerable: false }); })); // expect: a
