// Every form of literal, and what it evaluates to.
print(0, 1, 10, 0.5, .5, 5., 5.e1, 1e3, 1E3, 1e+3, 1e-3); // expect: 0 1 10 0.5 0.5 5 50 1000 1000 1000 0.001
print(0x10, 0XfF, 0xdeadBEEF, 0x1fffffffffffff); // expect: 16 255 3735928559 9007199254740991
print(010, 017, 08, 09, 0777, 089.5); // expect: 8 15 8 9 511 89.5
print(1e308 * 10, -1e308 * 10, 5e-324, 1.7976931348623157e308);
// expect: Infinity -Infinity 5e-324 1.7976931348623157e+308
print(4294967296, 2147483648, -2147483648, 9007199254740991, 9007199254740993);
// expect: 4294967296 2147483648 -2147483648 9007199254740991 9007199254740992
print(123456789012345680000, 1e21, 1e20, 1.5e-7, 0.000001, 1e-7);
// expect: 123456789012345680000 1e+21 100000000000000000000 1.5e-7 0.000001 1e-7
print(0.1 + 0.2, 0.1 * 3, 1 / 3, 100 / 3);
// expect: 0.30000000000000004 0.30000000000000004 0.3333333333333333 33.333333333333336
print(typeof null, typeof undefined, typeof true, typeof 1, typeof "s", typeof {}, typeof [], typeof function () {});
// expect: object undefined boolean number string object object function
print("plain", 'single', "it's", 'say "x"', ""); // expect: plain single it's say "x"
print("a\tb|\x41|\u0042|\101|\60|\0|".length, "\x41\u0042\103"); // expect: 14 ABC
var continued = "line \
continued";
print(continued); // expect: line continued
print("\'\"\\\b\f\v".length, "\a\c\d\e\g"); // expect: 6 acdeg
print("\08" === "\x008", "\8\9", "\1".charCodeAt(0), "\377".charCodeAt(0), "\400".length); // expect: true 89 1 255 2
print("\u2028\u2029".length, "\u00e9", "é".length, "😀".length, "\ud83d\ude00" === "😀"); // expect: 2 é 1 2 true
print([1, 2, 3].length, [].length, [, ].length, [1, , 3].length, [, , ].length, [1, 2, ].length); // expect: 3 0 1 3 2 2
print(1 in [1, , 3], 0 in [, 1], [1, , 3]); // expect: false false 1,,3
print({ a: 1, "b": 2, 3: 3, if: 4, 0x10: 5, 1.50: 6, }["1.5"], { 0x10: 5 }[16], { if: 4 }.if); // expect: 6 5 4
print({ a: 1, a: 2 }.a, { get: 1, set: 2 }.get, { get get() { return 3; } }.get, { set set(v) { } }.set);
// expect: 2 1 3 undefined
print({ get 1() { return "one"; } }[1], { get "s t"() { return "str"; } }["s t"], { get if() { return "kw"; } }.if);
// expect: one str kw
print(true, false, null, undefined, NaN, Infinity, -Infinity, -0, 1 / -0);
// expect: true false null undefined NaN Infinity -Infinity 0 -Infinity
var π = 3, $ = 1, _ = 2, ünï = 4, \u0061bc = 5, a\u0062d = 6;
print(π, $, _, ünï, abc, abd); // expect: 3 1 2 4 5 6
print(1..toString(), 1.5.toString(), (1).toString(), 1 .toString()); // expect: 1 1.5 1 1
