// Math: constants, functions, and their special cases.
print(Math.PI, Math.E, Math.LN2, Math.LN10, Math.LOG2E, Math.LOG10E, Math.SQRT2, Math.SQRT1_2, typeof Math, String(Math), Object.keys(Math).length);
// expect: 3.141592653589793 2.718281828459045 0.6931471805599453 2.302585092994046 1.4426950408889634 0.4342944819032518 1.4142135623730951 0.7071067811865476 object [object Math] 0
print(Math.abs(-5), Math.abs(-0) === 0 && 1 / Math.abs(-0), Math.abs("-3"), Math.abs(null), Math.abs(), Math.abs(-2147483648), Math.abs(-1.5), Math.abs(-Infinity), Math.abs("x"), Math.abs([-2]));
// expect: 5 Infinity 3 0 NaN 2147483648 1.5 Infinity NaN 2
print(Math.floor(1.7), Math.floor(-1.7), Math.floor(-0.5), Math.ceil(1.2), 1 / Math.ceil(-0.5), Math.ceil(-1.7), 1 / Math.floor(-0), Math.floor(1e300), Math.floor("3.9"), Math.floor(NaN), Math.floor(-Infinity), Math.ceil(0.000001), Math.floor(2147483647.5), Math.floor(-2147483648.5), Math.ceil(4294967295.5));
// expect: 1 -2 -1 2 -Infinity -1 -Infinity 1e+300 3 NaN -Infinity 1 2147483647 -2147483649 4294967296
print(Math.round(2.5), Math.round(-2.5), Math.round(0.5), 1 / Math.round(-0.5), Math.round(-0.6), Math.round(1.4999999), Math.round(0.49999999999999994), Math.round(4503599627370495.5), Math.round(9007199254740991), Math.round(-1.5), Math.round(1e300), Math.round("2.5"), Math.round(NaN), Math.round(), 1 / Math.round(-0.2), Math.round(5e-324), Math.round(-4503599627370495.5));
// expect: 3 -2 1 -Infinity -1 1 0 4503599627370496 9007199254740991 -1 1e+300 3 NaN NaN -Infinity 0 -4503599627370495
print(Math.max(), Math.min(), Math.max(1, 3, 2), Math.min(1, 3, 2), Math.max(NaN, 1), Math.max(1, NaN), 1 / Math.max(-0, 0), 1 / Math.min(0, -0), Math.max("5", 3), Math.max(null, -1), Math.max(undefined, 1), Math.max.length, Math.min.length, Math.max([2], 1), Math.min(Infinity, 5), Math.max(-1, -2.5));
// expect: -Infinity Infinity 3 1 NaN NaN Infinity -Infinity 5 0 NaN 2 2 2 5 -1
print(Math.sqrt(16), Math.sqrt(2), Math.sqrt(-1), 1 / Math.sqrt(-0), Math.sqrt(Infinity), Math.pow(2, 10), Math.pow(2, 0.5), Math.pow(2, -1), Math.pow(0, 0), Math.pow(NaN, 0), Math.pow(1, Infinity), Math.pow(-1, Infinity), Math.pow(-8, 1 / 3), Math.pow(-2, 3), Math.pow(0, -1), 1 / Math.pow(-0, 3), Math.pow(-0, -1), Math.pow(-0, -2), Math.pow(2, 1024), Math.pow(2, -1075), Math.pow(1.5, 2), Math.pow(-Infinity, 3), Math.pow(-Infinity, -3), Math.pow(0.5, Infinity), Math.pow(2, 31), Math.pow(10, 21), Math.pow(NaN, 1), Math.pow(1, NaN));
// expect: 4 1.4142135623730951 NaN -Infinity Infinity 1024 1.4142135623730951 0.5 1 1 NaN NaN NaN -8 Infinity -Infinity -Infinity Infinity Infinity 0 2.25 -Infinity 0 0 2147483648 1e+21 NaN NaN
print(Math.sin(0), 1 / Math.sin(-0), Math.cos(0), Math.tan(0), Math.sin(Infinity), Math.cos(NaN), Math.asin(2), Math.acos(1), Math.atan(Infinity) * 2 === Math.PI, Math.atan2(0, -1) === Math.PI, Math.atan2(-0, -1) === -Math.PI, 1 / Math.atan2(-0, 1), Math.atan2(1, 1) * 4 === Math.PI, Math.atan2(1, Infinity), Math.exp(0), Math.exp(-Infinity), Math.exp(Infinity), Math.log(1), Math.log(0), Math.log(-1), Math.log(Math.E), Math.abs(Math.sin(1) - 0.8414709848078965) < 1e-15, Math.abs(Math.cos(1) - 0.5403023058681398) < 1e-15, Math.abs(Math.exp(1) - Math.E) < 1e-15, Math.abs(Math.tan(1) - 1.5574077246549023) < 1e-14, Math.abs(Math.log(10) - Math.LN10) < 1e-15);
// expect: 0 -Infinity 1 0 NaN NaN NaN 0 true true true -Infinity true 0 1 0 Infinity 0 -Infinity NaN 1 true true true true true
print(typeof Math.random(), Math.random.length); // expect: number 0
for (var i = 0, ok = true, distinct = {}; i < 1000; i++) { var r = Math.random(); ok = ok && r >= 0 && r < 1; distinct[r] = 1; }
print(ok, Object.keys(distinct).length > 990); // expect: true true
print(Math.abs.length, Math.pow.length, Math.atan2.length, Math.sin.length, JSON.stringify(Object.getOwnPropertyDescriptor(Math, "abs").enumerable), (function () { try { Math(); } catch (e) { return e.name; } })(), (function () { try { new Math(); } catch (e) { return e.name; } })(), Object.prototype.toString.call(Math), Math.abs.name, Math.hasOwnProperty("PI"), Math.PI = 3, Math.PI > 3, delete Math.PI);
// expect: 1 2 2 1 false TypeError TypeError [object Math] abs true 3 true false
var order = [];
Math.max({ valueOf: function () { order.push(1); return NaN; } }, { valueOf: function () { order.push(2); return 1; } });
Math.pow({ valueOf: function () { order.push(3); } }, { valueOf: function () { order.push(4); } });
Math.atan2({ valueOf: function () { order.push(5); } }, { valueOf: function () { order.push(6); } });
print(order); // expect: 1,2,3,4,5,6
