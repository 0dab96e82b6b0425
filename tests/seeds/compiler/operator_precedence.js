// "Operator precedences (binding powers)". The trees themselves: seed_c03_the_documents_derivations in
// crates/syntax/src/tests/trees.rs.
function operand(name) { return { valueOf: function () { order.push(name); return name; } }; }
var order = [];
print(1 + 2 + 3 + 4 * 5); // expect: 26
print(operand(1) + operand(2) + operand(3) + operand(4) * operand(5), order.join(" ")); // expect: 26 1 2 3 4 5
print("1" + 2 + 3 + 4 * 5, 1 + 2 + "3" + 4 * 5); // expect: 12320 3320
var a = 1, b = 2, c = 3;
a = b = c *= 4;
print(a, b, c); // expect: 12 12 12
// Each line of the list binds tighter than the next.
var o = { p: function () { return { q: 5 }; }, n: 2 };
print(new o.p().q, new (o.p)().q, -o.n * 3, -o.n++ + 1, typeof o.n + 1, 2 + 3 * 4 % 5, 1 + 2 << 3, 1 << 2 < 5, 1 < 2 == true);
// expect: 5 5 -6 -1 number1 4 24 true true
print(1 == 1 & 0, 3 & 1 ^ 1, 1 ^ 1 | 2, 1 | 0 && 0, 0 && 1 || 2, 0 || 1 ? 2 : 3, (a = 0 ? 1 : 2, a), (a = 1, 2));
// expect: 0 0 2 0 2 2 2 2
