// Values one step before code: the same expression as target and as value; constant folding must not change a result.
// (What the code looks like: crates/compiler/src/tests/operands.rs.)
var x = { y: { z: 0 } };
x.y.z = 1 + 2;
print(x.y.z, x["y"].z, x.y["z"], (x.y).z, x.y.z++, ++x.y.z, x.y.z += 1, typeof x.y.z, delete x.y.z, x.y.z);
// expect: 3 3 3 3 3 5 6 number true undefined
print(-123, - -123, +-1, 1 / -0, -0 === 0, 1 / (0 * -1), 1 / (-0 + -0), 1 / (-0 + 0), 1 / (-0 - 0), 1 / -(0));
// expect: -123 123 -1 -Infinity true -Infinity -Infinity Infinity -Infinity -Infinity
print(0.1 + 0.2, 1e308 * 10, -1e308 * 10, 0 / 0, 5 % 3, -5 % 3, 5 % -3, 5.5 % 2, 1 / (-4 % 2), 1 % 0, Infinity % 1, 3 % Infinity);
// expect: 0.30000000000000004 Infinity -Infinity NaN 2 -2 2 1.5 -Infinity NaN NaN 3
print(1 << 31, 1 << 32, -1 >>> 0, -1 >> 31, -1 >>> 31, 2147483647 + 1, -2147483648 - 1, 4294967295 | 0, 1e20 | 0, 2147483648 >> 0, 5 & -2, 5 ^ 3, ~5, ~~3.7, ~~-3.7);
// expect: -2147483648 1 4294967295 -1 1 2147483648 -2147483649 -1 1661992960 -2147483648 4 6 -6 3 -3
print(65535 * 65535, 2147483647 * 2147483647, 9007199254740991 + 1, 9007199254740992 + 1, -2147483648 * -1, 46341 * 46341, 1 / (-1 * 0));
// expect: 4294836225 4611686014132420600 9007199254740992 9007199254740992 2147483648 2147488281 -Infinity
print("a" + "b", "a" + 1, 1 + "a", 1 + 2 + "3", "1" + 2 + 3, "3" * "4", "3" - 1, +"0x10", +"", +" 12 ", -"", +"1e3", +"x");
// expect: ab a1 1a 33 123 12 2 16 0 12 0 1000 NaN
print(1 + null, 1 + undefined, 1 + true, "" + null, "" + undefined, "" + -0, "" + 1e21, "" + 1e-7, null + null, true + true, [] + {}, [] + []);
// expect: 1 NaN 2 null undefined 0 1e+21 1e-7 0 2 [object Object]
print(1 < 2, "a" < "b", "10" < "9", "10" < 9, NaN < NaN, null >= 0, undefined == null, null == 0, NaN == NaN, "1" == 1, true == "1", "" == 0);
// expect: true true true false false true true false false true true true
print(!0, !"", !"0", !NaN, !null, void 0, void "x", typeof null, typeof undefined, typeof "s", typeof 1, typeof true, typeof {}, typeof function () {});
// expect: true true false true true undefined undefined object undefined string number boolean object function
print(1 && 2, 0 && 2, 1 || 2, 0 || 2, "" || "d", 1 ? "t" : "f", (1, 2, 3), !1 || !0, "a" && "b" || "c");
// expect: 2 0 1 2 d t 3 true b
var n = 5;
print(n - 1 + 1, n * 2 / 2, 1 - n, 2 * n, n & 4, 4 & n, n << 1, 1 << n, n % 3, 3 % n, n + "x", "x" + n, -n, +n, n / 2, 2 / n, n - -1, 10 - n - 1);
// expect: 5 5 -4 10 4 4 10 32 2 3 5x x5 -5 5 2.5 0.4 6 4
