// Digits and exponents that only make sense together, however long they are.
function repeat(text, count) { var all = ""; for (; count; count >>= 1, text += text) if (count & 1) all += text; return all; }
var zeros = repeat("0", 100000);
print(Number("1" + zeros + "e-100000"), Number("-0." + zeros + "1e100001"), Number(zeros + "12.5" + zeros));
// expect: 1 -1 12.5
print(parseFloat("1" + zeros + "e-100000px"), parseFloat("." + zeros + "1e+100003"), parseFloat(zeros + "." + zeros));
// expect: 1 100 0
print(JSON.parse("1" + zeros + "e-99998"), JSON.parse("[-0." + zeros + "1E100001]")[0]); // expect: 100 -1
print(eval("1" + zeros + "e-100000"), eval("." + zeros + "1e100002"), eval("0x" + zeros + "1f")); // expect: 1 10 31
print(Number("9007199254740993." + zeros), Number("9007199254740993." + zeros + "1"), parseInt(zeros + "7", 7));
// expect: 9007199254740992 9007199254740994 0
print(Number("1" + zeros), Number("." + zeros + "1"), Number("1e" + zeros + "5"), Number("1e-99999999999999999999"));
// expect: Infinity 0 100000 0
