// Number, conversions to and from strings, toFixed and its siblings.
function name(f) { try { return f(); } catch (e) { return e.name; } }
print(Number.length, Number(), Number("5"), Number(null), Number(undefined), Number(true), Number([]), Number([7]), Number({}), Number("x"), typeof new Number(5), new Number(5) + 1, new Number(5) == 5, new Number(5) === 5, Number(new Number(3)), Number("  1 "), Number("1 2"));
// expect: 1 0 5 0 NaN 1 0 7 NaN NaN object 6 true false 3 1 NaN
print(Number.MAX_VALUE, Number.MIN_VALUE, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE * 2, Number.MIN_VALUE / 2, JSON.stringify(Object.getOwnPropertyDescriptor(Number, "MAX_VALUE")));
// expect: 1.7976931348623157e+308 5e-324 NaN Infinity -Infinity Infinity 0 {"value":1.7976931348623157e+308,"writable":false,"enumerable":false,"configurable":false}
print(Number("0x1F"), Number("0X1f"), Number("-0x1"), Number("1e1000"), Number("-1e1000"), Number("Infinity"), Number("+Infinity"), Number("INFINITY"), Number("1."), Number(".1"), Number("."), Number("1e"), Number("1e+"), Number("1e+2"), Number("00012"), Number("1_000"), Number("1,5"), Number("\u00a01\ufeff"), Number("1\u180e"), Number("0b11") === 3 || "nob", Number("12px"));
// expect: 31 31 NaN Infinity -Infinity Infinity Infinity NaN 1 0.1 NaN NaN NaN 100 12 NaN NaN 1 NaN true NaN
print((255).toString(16), (255).toString(2), (-255).toString(36), (0.5).toString(2), (1e21).toString(16), (3.75).toString(8), (35).toString(36), (10).toString(10), (10).toString(undefined), (0).toString(2), (-0).toString(), NaN.toString(2), (-Infinity).toString(16), (4294967295).toString(16), (1 / 3).toString(2).length, (2147483648).toString(2));
// expect: ff 11111111 -73 0.1 3635c9adc5dea00000 3.6 z 10 10 0 0 NaN -Infinity ffffffff 56 10000000000000000000000000000000
print(name(function () { (1).toString(1); }), name(function () { (1).toString(37); }), name(function () { (1).toString(null); }), name(function () { Number.prototype.toString.call("x"); }), name(function () { Number.prototype.valueOf.call({}); }), (5).valueOf(), (5).toLocaleString(), Number.prototype.valueOf(), typeof Number.prototype, name(function () { (1).toString("a"); }));
// expect: RangeError RangeError RangeError TypeError TypeError 5 5 0 object RangeError
print((1.005).toFixed(2), (1.45).toFixed(1), (0.5).toFixed(0), (1.5).toFixed(0), (2.5).toFixed(0), (-1.5).toFixed(0), (0).toFixed(2), (-0).toFixed(1), (1e21).toFixed(2), (123.456).toFixed(), (0.000001).toFixed(7), (1234.5678).toFixed(2), (NaN).toFixed(2), (Infinity).toFixed(1), (1.23e20).toFixed(2), (0.1).toFixed(20), (1e-10).toFixed(2), (10.235).toFixed(2), (-0.0000001).toFixed(2), (999.995).toFixed(2), (1).toFixed(100).length);
// expect: 1.00 1.4 1 2 3 -2 0.00 0.0 1e+21 123 0.0000010 1234.57 NaN Infinity 123000000000000000000.00 0.10000000000000000555 0.00 10.23 -0.00 1000.00 102
print(name(function () { (1).toFixed(-1); }), name(function () { (1).toFixed(101); }), name(function () { (1).toExponential(101); }), name(function () { (1).toPrecision(0); }), name(function () { (1).toPrecision(101); }), (NaN).toExponential(500), (Infinity).toPrecision(500), name(function () { Number.prototype.toFixed.call("1"); }), (1).toFixed("2"), (1).toFixed(1.9), (1).toFixed(null));
// expect: RangeError RangeError RangeError RangeError RangeError NaN Infinity TypeError 1.00 1.0 1
print((12345).toExponential(), (12345).toExponential(2), (0).toExponential(), (0).toExponential(3), (0.00015).toExponential(1), (-1.5e-9).toExponential(), (1e21).toExponential(), (123456).toExponential(0), (NaN).toExponential(), (-Infinity).toExponential(), (9.99).toExponential(1), (1.25).toExponential(1), (5e-324).toExponential(), (25).toExponential(0), (35).toExponential(0), (1).toExponential(undefined), (-0).toExponential(1));
// expect: 1.2345e+4 1.23e+4 0e+0 0.000e+0 1.5e-4 -1.5e-9 1e+21 1e+5 NaN -Infinity 1.0e+1 1.3e+0 5e-324 3e+1 4e+1 1e+0 0.0e+0
print((123.456).toPrecision(4), (0.00001).toPrecision(1), (123456).toPrecision(2), (1e21).toPrecision(3), (0).toPrecision(1), (0).toPrecision(5), (1.25).toPrecision(2), (1.35).toPrecision(2), (123).toPrecision(), (123).toPrecision(30), (0.000001234).toPrecision(2), (0.0000001234).toPrecision(2), (99.99).toPrecision(3), (-1.5).toPrecision(1), (NaN).toPrecision(1), (1e-7).toPrecision(3), (35).toPrecision(1), (25).toPrecision(1), (123456789).toPrecision(9), (123456789).toPrecision(8));
// expect: 123.5 0.00001 1.2e+5 1.00e+21 0 0.0000 1.3 1.4 123 123.000000000000000000000000000 0.0000012 1.2e-7 100 -2 NaN 1.00e-7 4e+1 3e+1 123456789 1.2345679e+8
print(1e21, 1e-7, 123456789012345680000, 0.1, 100, 1.5e300, -1e-7, 5e-324, 1.7976931348623157e308, 0.000001, 1e20, 1.0, 4.35, 0.30000000000000004, 1e23, 1.2e21, 123e-20, 9007199254740993, 2e-7, 1 / 3, 2 / 3, 1e300 * 10, 4.9e-324, 2.2250738585072014e-308, 2.225073858507201e-308);
// expect: 1e+21 1e-7 123456789012345680000 0.1 100 1.5e+300 -1e-7 5e-324 1.7976931348623157e+308 0.000001 100000000000000000000 1 4.35 0.30000000000000004 1e+23 1.2e+21 1.23e-18 9007199254740992 2e-7 0.3333333333333333 0.6666666666666666 1e+301 5e-324 2.2250738585072014e-308 2.225073858507201e-308
print(isNaN(NaN), isNaN("x"), isNaN("5"), isNaN(undefined), isNaN(null), isNaN(), isNaN({}), isFinite(5), isFinite(Infinity), isFinite("5"), isFinite(NaN), isFinite(null), isFinite(), isFinite("x"));
// expect: true true false true false true true true false true false true false false
print(parseInt("42"), parseInt("42px"), parseInt("  -42"), parseInt("0x1f"), parseInt("0x"), parseInt("x"), parseInt(""), parseInt("101", 2), parseInt("z", 36), parseInt("12", 1), parseInt("12", 37), parseInt("12", 0), parseInt("0x1f", 16), parseInt("1f", 16), parseInt("010"), parseInt("09"), parseInt("9", 8), parseInt("19", 8), parseInt(1e21), parseInt(0.0000005), parseInt("1e3"), parseInt(null, 36), parseInt("12", "10"), parseInt("+5"), parseInt("--5"), parseInt("-0") === 0, 1 / parseInt("-0"), parseInt("9007199254740993"), parseInt("123456789012345678901234567890"), parseInt("1".slice(0, 0) + "\ufeff7"), parseInt("11", 4294967298), parseInt(" 0x10", 16), parseInt("-0xF"), parseInt("0b1"), parseInt("1_000"));
// expect: 42 42 -42 31 NaN NaN NaN 5 35 NaN NaN 12 31 31 10 9 NaN 1 1 5 1 1112745 12 5 NaN true -Infinity 9007199254740992 1.2345678901234568e+29 7 3 16 -15 0 1
print(parseFloat("3.14"), parseFloat("3.14abc"), parseFloat(".5"), parseFloat("5."), parseFloat("-.5e-2x"), parseFloat("1e"), parseFloat("1e+"), parseFloat("e5"), parseFloat("Infinityx"), parseFloat("-Infinity"), parseFloat("inf"), parseFloat(""), parseFloat("  1.5 2"), parseFloat("0x10"), parseFloat("1.2.3"), parseFloat("--1"), 1 / parseFloat("-0"), parseFloat("1e1000"), parseFloat("1e-1000"), parseFloat("+5"), parseFloat("."), parseFloat("-"), parseFloat("\u20281"), parseFloat("123456789012345678901234567890"), parseFloat(".0000001"), parseFloat("1_0"));
// expect: 3.14 3.14 0.5 5 -0.005 1 1 NaN Infinity -Infinity NaN NaN 1.5 0 1.2 NaN -Infinity Infinity 0 5 NaN NaN 1 1.2345678901234568e+29 1e-7 1
print(0.1 + 0.2, 0.1 * 3, 1.1 * 1.1, 1e16 + 1, 2e15 + 0.1, 123456.789e3, 4.35 * 100, 1.15.toFixed(1), 1e-5, 1.0e-6, 1e-6 / 10, 99999999999999990000, 999999999999999900000, 12e20, 1e5, -1e21, -1.5e-10, 0.00001234, 5e-7, 123e5, 1.5.toString(), 100..toString(), 1e2.toString());
// expect: 0.30000000000000004 0.30000000000000004 1.2100000000000002 10000000000000000 2000000000000000 123456789 434.99999999999994 1.1 0.00001 0.000001 1e-7 99999999999999980000 999999999999999900000 1.2e+21 100000 -1e+21 -1.5e-10 0.00001234 5e-7 12300000 1.5 100 100
print(JSON.stringify([1e21, 1e-7, -0, NaN, Infinity, 0.1]), [1e21, -0, 1e-7].join(), String(-0), (-0).toString(), -0 + "", JSON.stringify(-0), (-0).toFixed(0), 1 / Number("-0"), Object.keys({ "-0": 1 }), ({ 0: "z" })[-0]);
// expect: [1e+21,1e-7,0,null,null,0.1] 1e+21,0,1e-7 0 0 0 0 0 -Infinity -0 z
var big = 1;
for (var i = 0; i < 100; i++) big *= 7;
print(big, big % 10, Math.pow(2, 53) + 1, Math.pow(2, 53) - 1, Math.pow(2, 31), -Math.pow(2, 31), Math.pow(2, 32), 4294967296 * 4294967296, 0xffffffff + 1, 2147483647 + 2147483647, -2147483648 - 2147483648);
// expect: 3.2344765096247596e+84 8 9007199254740992 9007199254740991 2147483648 -2147483648 4294967296 18446744073709552000 4294967296 4294967294 -4294967296
var x = 1;
for (i = 0; i < 60; i++) { x = x + x; }
print(x); // expect: 1152921504606847000
x = 2147483640;
for (i = 0; i < 20; i++) x++;
print(x); // expect: 2147483660
x = -2147483640;
for (i = 0; i < 20; i++) x--;
print(x); // expect: -2147483660
x = 0.5;
for (i = 0; i < 5; i++) x++;
print(x); // expect: 5.5
print(Number.prototype.constructor === Number, Object.prototype.toString.call(Number.prototype), (1).toString.length, (1).toFixed.length, (1).toExponential.length, (1).toPrecision.length, Object.keys(Number), new Number("7").toString(2), Object(5).toFixed(1), new Boolean(false).toString(), Boolean.prototype.valueOf.call(true), Boolean("false"), Boolean(""), Boolean(NaN), new Boolean(0) && 1, name(function () { Boolean.prototype.toString.call(1); }), typeof Boolean.prototype, Boolean.length, true.toString(), !!new Boolean(false), true + "", Boolean([]), Boolean({}), Boolean("0"), Boolean(-0), new Boolean(true) == true, new Boolean(1).valueOf());
// expect: true [object Number] 1 1 1 1  111 5.0 false true true false false 1 TypeError object 1 true true true true true true false true true
