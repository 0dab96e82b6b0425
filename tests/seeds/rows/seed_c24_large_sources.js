// slow: the sources are large
// Large sources compile in bounded time: constants are shared by a hash map, lists are walked once.
// (How the work grows with the size is measured in crates/ferrotape/tests/suite/growth.rs.)
function repeat(count, item) { var text = []; for (var i = 0; i < count; i++) text.push(item(i)); return text.join(""); }
print(Function("var s = 0;" + repeat(50000, function (i) { return "s = s + " + (i % 1000) + ".25;"; }) + "return s;")());
// expect: 24987500
print(Function("return [" + repeat(100000, function (i) { return i + ","; }) + "].length")()); // expect: 100000
print(Function("var o = {" + repeat(30000, function (i) { return "k" + i + ":" + i + ","; }) + "}; return o.k29999 + Object.keys(o).length")());
// expect: 59999
print(Function("x", "switch (x) {" + repeat(5000, function (i) { return "case 'c" + i + "': return " + i + ";"; }) + "}")("c4999"));
// expect: 4999
print(Function(repeat(5000, function (i) { return "function f" + i + "() { return " + i + "; }"; }) + "return f0() + f4999();")());
// expect: 4999
print(Function("var x = 1;" + repeat(20000, function (i) { return "if (x === " + i + ".5) x = 0;"; }) + "return x;")());
// expect: 1
print(Function("return 0" + repeat(50000, function (i) { return " + " + i; }))()); // expect: 1249975000
print(Function("return 'a'" + repeat(20000, function () { return " + 'b'"; }) + ".length")().length); // expect: 20001
print(Function("var x = 0; " + repeat(3000, function (i) { return "try { x++; throw " + i + "; } catch (e) { x += e; }"; }) + "return x;")());
// expect: 4501500
print(Function(repeat(3000, function (i) { return "l" + i + ": for (;;) { break l" + i + "; }"; }) + "return 'labels'")());
// expect: labels
print(Function("return '" + repeat(200000, function () { return "abcde"; }) + "'.length")()); // expect: 1000000
print(Function("/*" + repeat(200000, function () { return "comment "; }) + "*/ return 'comment'")()); // expect: comment
