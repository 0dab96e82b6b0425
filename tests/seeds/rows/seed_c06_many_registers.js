// Registers beyond the 8 bits of an operand: 2,000 variables, 70,000 constants, an expression of 1,000 temporaries.
// slow: the sources are large
function repeat(count, item) { var text = []; for (var i = 0; i < count; i++) text.push(item(i)); return text.join(""); }
var variables = Function(repeat(2000, function (i) { return "var v" + i + " = " + i + ";"; }) +
  "var s = 0;" + repeat(2000, function (i) { return "s += v" + i + " * v" + (i * 7 % 2000) + " % 10;"; }) +
  "v1999 = v0 = v1000++; for (var k in { a: 1 }) v1998 = k; try { throw v1997; } catch (e) { v1996 = e + 1; }" +
  "return [s, v0, v1000, v1999, v1998, v1996, (function () { return v1500 + v3; })(), eval('v1700 + v2'), typeof v1234, v5 < v1600 ? v1601 : v6].join();");
print(variables()); // expect: 9000,1000,1001,1000,a,1998,1503,1702,number,1601
var constants = Function("var s = 0, t = 0;" + repeat(70000, function (i) { return "s += " + i + ".5;"; }) + "t = 'k' + 69999.5; return s + t;");
print(constants()); // expect: 2450000000k69999.5
var strings = Function("var n = 0;" + repeat(70000, function (i) { return "n += 's" + i + "'.length;"; }) + "return n;");
print(strings()); // expect: 408890
var temporaries = Function("a", "return Math.max(" + repeat(1000, function (i) { return "a + " + i + ","; }) + "a) + [" + repeat(1000, function (i) { return "a - " + i + ","; }) + "a].length;");
print(temporaries(5)); // expect: 2005
print(Function("a", "return " + repeat(1000, function (i) { return "a + (" + i + " - "; }) + "a" + repeat(1000, function () { return ")"; }))(1) );
// expect: 498501
var parameters = [];
for (var i = 0; i < 1000; i++) parameters.push("p" + i);
var many = Function(parameters.join(), "p999 = p0 + p500; arguments[300] = 'aliased'; return [p999, p255, p256, p300, arguments.length, arguments[999]].join();");
print(many.apply(null, parameters), many.length); // expect: p0p500,p255,p256,aliased,1000,p0p500 1000
print(Function("o", "o." + repeat(300, function () { return "a."; }) + "b = 1; return o")((function () { var o = {}, p = o; for (var i = 0; i < 300; i++) p = p.a = {}; return o; })()).a.a.a !== undefined);
// expect: true
