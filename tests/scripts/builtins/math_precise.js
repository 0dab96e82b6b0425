// not for node: version 20 has neither function
// Math.f16round and Math.sumPrecise.
function caught(action) {
  try { return String(action()) } catch (error) { return error.name }
}
print(Math.f16round(1.337), Math.f16round(65519), Math.f16round(65520), Math.f16round(5e-324), 1 / Math.f16round(-0), Math.f16round(2.980232238769532e-8)); // expect: 1.3369140625 65504 Infinity 0 -Infinity 5.960464477539063e-8
print(Math.sumPrecise([1e20, 0.1, -1e20]), Math.sumPrecise([0.1, 0.2, 0.3]), Math.sumPrecise(new Set([1, 2, 3.5])), Object.is(Math.sumPrecise([]), -0), Object.is(Math.sumPrecise([-0, 0]), 0)); // expect: 0.1 0.6 6.5 true true
print(Math.sumPrecise([Infinity, 1]), Math.sumPrecise([Infinity, -Infinity]), Math.sumPrecise([NaN, 1]), Math.sumPrecise([1.7976931348623157e308, 1.7976931348623157e308, -1.7976931348623157e308])); // expect: Infinity NaN NaN 1.7976931348623157e+308
print(caught(() => Math.sumPrecise([1, '2'])), caught(() => Math.sumPrecise([1n])), caught(() => Math.sumPrecise()), caught(() => Math.sumPrecise(1, 2))); // expect: TypeError TypeError TypeError TypeError
var closed = 0, iterator = { [Symbol.iterator]() { return this }, next() { return { value: {} } }, return() { closed++; return {} } };
print(caught(() => Math.sumPrecise(iterator)), closed); // expect: TypeError 1
