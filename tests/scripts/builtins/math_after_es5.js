// What Math and Number got after ES5.1.
function show(x) { return x === 0 && 1 / x < 0 ? "-0" : String(x); }
function all(f, values) { return values.map(function (x) { return show(f(x)); }).join(" "); }
print(all(Math.sign, [3, -3, 0, -0, NaN, "5"]), "|", all(Math.trunc, [1.9, -1.9, 0.5, -0.5, -0, NaN, Infinity, "7.5"]));
// expect: 1 -1 0 -0 NaN 1 | 1 -1 0 -0 -0 NaN Infinity 7
print(all(Math.cbrt, [27, -8, 0, -0, Infinity, NaN]), "|", all(Math.log10, [1000, 1, 0, -1]), "|", all(Math.log2, [8, 0.5, 0, -1]));
// expect: 3 -2 0 -0 Infinity NaN | 3 0 -Infinity NaN | 3 -1 -Infinity NaN
print(all(Math.log1p, [0, -0, -1, -2, Infinity]), "|", all(Math.expm1, [0, -0, -Infinity, Infinity, NaN]));
// expect: 0 -0 -Infinity NaN Infinity | 0 -0 -1 Infinity NaN
print(all(Math.sinh, [0, -0, Infinity, -Infinity]), "|", all(Math.cosh, [0, -Infinity, NaN]), "|", all(Math.tanh, [0, -0, Infinity, -Infinity]));
// expect: 0 -0 Infinity -Infinity | 1 Infinity NaN | 0 -0 1 -1
print(all(Math.asinh, [0, -0, Infinity, -Infinity, 1e300]), "|", all(Math.acosh, [1, 0.5, -1e300, Infinity, -Infinity]), "|", all(Math.atanh, [0, -0, 1, -1, 2]));
// expect: 0 -0 Infinity -Infinity 691.4686750787736 | 0 NaN NaN Infinity NaN | 0 -0 Infinity -Infinity NaN
print(Math.hypot(), Math.hypot(3, 4), Math.hypot(-5), Math.hypot(NaN, Infinity), Math.hypot(1, NaN), Math.hypot(1e200, 0), show(Math.hypot(-0)));
// expect: 0 5 5 Infinity NaN 1e+200 0
print(all(Math.fround, [5.5, 5.05, 1e40, -1e-50, NaN, 16777217]), "|", all(Math.clz32, [0, 1, -1, 0.5, 4294967296, 1024]));
// expect: 5.5 5.050000190734863 Infinity -0 NaN 16777216 | 32 31 0 32 32 21
print(Math.imul(2, 4), Math.imul(-1, 8), Math.imul(0xffffffff, 5), Math.imul(123456789, 987654321), Math.imul());
// expect: 8 -8 -5 -67153019 0
print(Number.EPSILON, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.parseInt === parseInt, Number.parseFloat === parseFloat);
// expect: 2.220446049250313e-16 9007199254740991 -9007199254740991 true true
print(all(Number.isInteger, [1, 1.5, -0, Infinity, NaN, "1"]), "|", all(Number.isSafeInteger, [9007199254740991, 9007199254740992, 1.5]), "|", all(Number.isNaN, [NaN, "x"]), "|", all(Number.isFinite, [1, Infinity, "1"]));
// expect: true false true false false false | true false false | true false | true false false
print(Number("0b101"), Number("0o17"), Number("0B2"), Number("-0x10"), (0.1).toString(3), (1 / 3).toString(3));
// expect: 5 15 NaN NaN 0.0022002200220022002200220022002201 0.1
