// Rules of single instructions that a script can see.
function error(f) { try { return f(); } catch (e) { return e.name; } }
// B.ENUM pushes only names that the object still has when their turn comes.
var seen = [], o = { a: 1, b: 2, c: 3 };
for (var k in o) { seen.push(k); delete o.b; }
print(seen.join()); // expect: a,c
// NEW and CALL: what is no object, or cannot be constructed or called, is a TypeError.
print(error(function () { return new 5; }), error(function () { return new ({}); }), error(function () { return 5(); }), error(function () { return ({})(); }));
// expect: TypeError TypeError TypeError TypeError
// CALL: `this` is the base of a reference; that of a variable is none.
var base = { f: function () { return this === base; } }, f = base.f;
print(base.f(), f(), (0, base.f)()); // expect: true false false
// DELETE of no reference is true; of an unresolvable one too. TYPEOF of an unresolvable one is undefined.
print(delete 1, delete nowhere, delete base.nothing, typeof nowhere, typeof null, typeof f);
// expect: true true true undefined object function
// Conversions are made in the order of the operands.
print(NaN !== -NaN, ~5.7, -(-0) === 0, 1 << 33, -1 >> 1, -1 >>> 1, -1 >>> 0, 1 + "2", "3" * "4", null + 1, undefined + 1);
// expect: true -6 true 2 -1 2147483647 4294967295 12 12 1 NaN
print(error(function () { return 1 instanceof 1; }), error(function () { return "a" in "abc"; }), "1" == 1, "1" === 1, null == undefined);
// expect: TypeError TypeError true false true
