// "Ivalue example": its four instructions are compared in crates/compiler/src/tests/operands.rs
// (seed_c05_intermediate_values_give_the_documents_four_instructions).
var log = [];
var x = { get y() { log.push("get y"); return { set z(value) { log.push("set z = " + value); } }; } };
    x.y.z = 1 + 2;
print(log.join(", ")); // expect: get y, set z = 3
// "Unary minus and plus": folded, which seed_c05_constants_are_folded shows.
print(-123, +123, - -123); // expect: -123 123 123
