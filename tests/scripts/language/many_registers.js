// Functions with more locals, constants, temporaries, arguments and cases than an 8-bit operand can name.
function source(n, f, sep) { var r = []; for (var i = 0; i < n; i++) r.push(f(i)); return r.join(sep || ""); }
var locals = new Function("x", source(600, function (i) { return "var v" + i + " = x + " + i + ";"; }) + "return " + source(600, function (i) { return "v" + i; }, "+"));
print(locals(0), locals(1), locals("s").length); // expect: 179700 180300 2290
var params = new Function(source(300, function (i) { return "p" + i; }, ","), "p299 = p0 + p298; p1 += p299; return [p0, p1, p128, p255, p256, p299, arguments.length]");
print(params.apply(null, source(300, function (i) { return i; }, " ").split(" ").map(Number)), params.length);
// expect: 0,299,128,255,256,298,300 300
var captured = new Function(source(300, function (i) { return "var c" + i + " = " + i + ";"; }) + "function sum() { return " + source(300, function (i) { return "c" + i; }, "+") + "} c299 = 0; c0 = 1000; return sum() + function () { return ++c250; }() + c250");
print(captured()); // expect: 46053
var args = new Function("f", "return f(" + source(400, function (i) { return i; }, ",") + ")");
print(args(function () { return arguments.length + "," + arguments[399]; }), args(Math.max), args(function (a, b) { return a + b; }));
// expect: 400,399 399 1
var newArgs = new Function("F", "return new F(" + source(300, function (i) { return i; }, ",") + ")");
print(newArgs(Array).length, newArgs(Array)[299]); // expect: 300 299
var array = new Function("return [" + source(1000, function (i) { return i % 7 ? i : ""; }, ",") + "]")();
print(array.length, array[999], 0 in array, 7 in array, array[8]); // expect: 1000 999 false false 8
var object = new Function("return {" + source(1000, function (i) { return "k" + i + ":" + i; }, ",") + "}")();
print(Object.keys(object).length, object.k999, object.k0); // expect: 1000 999 0
var strings = new Function("return " + source(500, function (i) { return "'s" + i + "'"; }, "+"))();
print(strings.length, strings.slice(-8)); // expect: 1890 s498s499
var numbers = new Function("return " + source(500, function (i) { return i + ".5"; }, "+"))();
print(numbers); // expect: 125000
var deepRight = new Function("a", "return " + source(300, function (i) { return "(a + "; }) + "1" + source(300, function () { return ")"; }));
print(deepRight(1), deepRight("x").length); // expect: 301 301
var deepCalls = new Function("f", "return " + source(200, function () { return "f(1, f(2, "; }) + "0" + source(200, function () { return ", 3), 4)"; }));
print(deepCalls(function (a, b, c) { return a + b + c; })); // expect: 2000
var deepArrays = new Function("return " + source(300, function () { return "[0,"; }) + "1" + source(300, function () { return "]"; }))();
for (var d = 0, a = deepArrays; typeof a === "object"; a = a[1]) d++;
print(d); // expect: 300
var cases = new Function("x", "switch (x) {" + source(1000, function (i) { return "case " + i * 3 + ": return " + i + ";"; }) + "default: return 'none'; }");
print(cases(0), cases(3), cases(2997), cases(1), cases(3000), cases("3")); // expect: 0 1 999 none none none
var stringCases = new Function("x", "switch (x) {" + source(500, function (i) { return "case 'c" + i + "': return " + i + ";"; }) + "}");
print(stringCases("c0"), stringCases("c499"), stringCases("c500")); // expect: 0 499 undefined
var conditions = new Function("x", "return " + source(500, function (i) { return "x === " + i + " ? 'v" + i + "' : "; }) + "'else'");
print(conditions(0), conditions(499), conditions(500)); // expect: v0 v499 else
var ifs = new Function("x", source(500, function (i) { return "if (x === " + i + ") return " + i * 2 + "; else "; }) + "return -1");
print(ifs(0), ifs(499), ifs(500)); // expect: 0 998 -1
var logical = new Function("x", "return " + source(500, function (i) { return "x > " + i; }, " && "));
print(logical(500), logical(499)); // expect: true false
var ors = new Function("x", "return " + source(500, function (i) { return "x === " + i; }, " || "));
print(ors(499), ors(500)); // expect: true false
var functions = new Function(source(300, function (i) { return "function f" + i + "(x) { return x + " + i + "; }"; }) + "return " + source(300, function (i) { return "f" + i + "("; }) + "0" + source(300, function () { return ")"; }));
print(functions()); // expect: 44850
var statements = new Function("x", source(5000, function (i) { return "x = x + " + i % 3 + " | 0;"; }) + "return x");
print(statements(0)); // expect: 4999
var longLoop = new Function("var n = 0; for (var i = 0; i < 3; i++) {" + source(3000, function (i) { return "n += i;"; }) + "} return n");
print(longLoop()); // expect: 9000
var blocks = new Function("var s = ''; " + source(60, function (i) { return "try {"; }) + "throw 'x';" + source(60, function (i) { return "} catch (e" + i + ") { s += e" + i + "; throw e" + i + " } finally { s += 'f'; }"; }));
try { blocks(); } catch (e) { print(e); } // expect: x
var nestedFns = new Function("return " + source(100, function (i) { return "(function (a" + i + ") { return a" + i + " + "; }) + "0" + source(100, function (i) { return "})(" + i + ")"; }));
print(nestedFns()); // expect: 4950
var deepCapture = new Function("var top = 7; return " + source(60, function () { return "(function () { return "; }) + "top++ + top" + source(60, function () { return "})()"; }));
print(deepCapture()); // expect: 15
var forIns = new Function("o", source(12, function (i) { return "for (var k" + i + " in o) "; }) + "return " + source(12, function (i) { return "k" + i; }, "+"));
print(forIns({ a: 1 })); // expect: aaaaaaaaaaaa
var loops = new Function("var n = 0;" + source(10, function (i) { return "for (var i" + i + " = 0; i" + i + " < 2; i" + i + "++) "; }) + "n++; return n");
print(loops()); // expect: 1024
var temporaries = new Function("o", source(300, function (i) { return "var t" + i + " = " + i + ";"; }) + "o.x = t299 + (t298 * (t297 - (t1 + (t0 ? t2 : t3)))); o[t5] = o.x + t290; for (var k in o) t299 += o[k]; o.f = function () { return t299; }; return o.f() + o['f']()");
print(temporaries({})); // expect: 351630
var updates = new Function(source(300, function (i) { return "var u" + i + " = " + i + ";"; }) + "u299++; ++u298; u297 += u296--; var r = [u299++, --u298, u297, u296, -u295, !u294, typeof u293, void u292]; return r");
print(updates()); // expect: 300,298,593,295,-295,false,number,
var withMany = new Function("o", source(260, function (i) { return "var w" + i + " = " + i + ";"; }) + "with (o) { w255 = w256 + q; w257 = eval('w258 + 1'); } return [w255, w257]");
print(withMany({ q: 1, w257: 0 })); // expect: 257,257
// Blocks beside each other have the same registers where there are more variables than registers.
var blocks = new Function("var s = 0, i = 0; " + "{ let a = i++, b = s; s = b + a % 3 }".repeat(70000) + "return s");
print(blocks()); // expect: 69999
var tries = "{ let a = i++; try { let b = a + 1; if (b % 11000 === 0) throw b } catch (e) { let c = e; log += c + ' ' + a + ';' } }".repeat(33000);
var closures = "{ let x = 5; fs.push(() => x++); { let y = 7; fs.push(() => x + y); { let z = y; z++; log += z } } } { let x = 1, y = 2; fs.push(() => x * y) }";
var loops = "for (let i of [1, 2]) { let j = i; fs.push(() => i + j); with ({ k: 3 }) { let j = k; { let l = j + i; log += ';' + l } } }";
var nested = new Function("var fs = [], log = '', i = 0; " + closures + tries + closures + loops + "return log + ';' + fs.map(f => f()).join()");
print(nested()); // expect: 811000 10999;22000 21999;33000 32999;8;4;5;5,13,2,5,13,2,2,4
// Each static block has variables of its own, which are undefined at first.
var beside = new Function("var n = 0; class C { " + "static { var v; if (v !== undefined) n++; v = 7; { let a = v; n += a - 7 } }".repeat(40000) + " } return n");
print(beside()); // expect: 0
// A variable has no value before its declaration, and is undefined without one, whatever a block before has left there.
var early = new Function("var n = 0, m = 0; " + "{ let a = 1; m += a - 1 } { try { b } catch { n++ } let b = 2; m += b - 2 } { let c; if (c !== undefined) m++; c = 3 }".repeat(22000) + "return [n, m].join()");
print(early()); // expect: 22000,0
