// 'Compiling "switch" statements': the document's opcode decoder. That the cases make a table (its wish) is shown by
// seed_c15_dense_cases_make_a_table in crates/compiler/src/tests/conditions.rs.
var text = "switch (opcode) {";
for (var n = 0; n < 256; n++) text += "case " + n + ": /* ... */" + (n % 3 ? " return 'case " + n + "';" : "");
var decode = Function("opcode", text + "}");
print(decode(0), decode(1), decode(2), decode(3), decode(254), decode(255), decode(256), decode("1"), decode(-1));
// expect: case 1 case 1 case 2 case 4 case 254 undefined undefined undefined undefined
