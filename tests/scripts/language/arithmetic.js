// The arithmetic operators on numbers and on what is converted to numbers.
print(1 + 2, 5 - 7, 3 * 4, 7 / 2, 7 % 3, -7 % 3, 7 % -3, -7 % -3); // expect: 3 -2 12 3.5 1 -1 1 -1
print(5.5 % 2, -0 % 1, 1 / (-0 % 1), 1 / (0 % -1), 5 % 0, 0 / 0, Infinity % 2, 2 % Infinity);
// expect: 1.5 0 -Infinity Infinity NaN NaN NaN 2
print(1 / 0, -1 / 0, 1 / -0, 0 * -1, 1 / (0 * -1), 1 / (-0 + 0), 1 / (-0 - 0), 1 / (-0 + -0));
// expect: Infinity -Infinity -Infinity 0 -Infinity Infinity -Infinity -Infinity
print(2147483647 + 1, -2147483648 - 1, 2147483647 * 2, 65536 * 65536, 46341 * 46341, 3037000500 * 3037000500);
// expect: 2147483648 -2147483649 4294967294 4294967296 2147488281 9223372037000250000
print(-2147483648 / -1, -(-2147483648), 0 - -2147483648, -2147483648 * -1, -2147483648 % -1);
// expect: 2147483648 2147483648 2147483648 2147483648 0
print(1 / -(0), 1 / (0 * -5), 1 / (-5 * 0), 1 / (0 / -5), 1 / (-4 % 2));
// expect: -Infinity -Infinity -Infinity -Infinity -Infinity
print("3" * "4", "10" / 4, "7" - 2, "7" % "4", "a" * 1, "" * 1, " 12 " * 1, "0x1f" * 1, "1e3" * 1, "1_0" * 1);
// expect: 12 2.5 5 3 NaN 0 12 31 1000 NaN
print("3" + 4, 3 + "4", 1 + 2 + "3", "1" + 2 + 3, 1 + null, 1 + undefined, "a" + null, "a" + undefined, true + true);
// expect: 34 34 33 123 1 NaN anull aundefined 2
print([] + [], [] + {}, [1, 2] + [3], {} + "", null + null, undefined + undefined, 1 + [2], true + "x");
// expect: [object Object] 1,23 [object Object] 0 NaN 12 truex
print(+"12", +"", +" ", +"abc", +null, +undefined, +true, +[], +[5], +[1, 2], +{}, -"3", +"Infinity", +"-Infinity", +"infinity");
// expect: 12 0 0 NaN 0 NaN 1 0 5 NaN NaN -3 Infinity -Infinity NaN
print(+"0x10", +"-0x10", +"1.5e3", +".5", +"5.", +".", +"e5", +"1e", +"+5", +"--5", +"\n7\t", +"\ufeff8\u00a0", 1 / +"-0");
// expect: 16 NaN 1500 0.5 5 NaN NaN NaN 5 NaN 7 8 -Infinity
var valueOf = { valueOf: function () { return 42; }, toString: function () { return "str"; } };
print(valueOf + 1, valueOf + "1", valueOf * 2, -valueOf, "" + valueOf, String(valueOf), valueOf + valueOf);
// expect: 43 421 84 -42 42 str 84
var toStr = { toString: function () { return "7"; } };
print(toStr * 2, toStr + 2, toStr - 2, +toStr); // expect: 14 72 5 7
var objectValue = { valueOf: function () { return {}; }, toString: function () { return "9"; } };
print(objectValue + 1, objectValue * 1); // expect: 91 9
var neither = { valueOf: function () { return {}; }, toString: function () { return {}; } };
try { neither + 1; } catch (e) { print(e instanceof TypeError); } // expect: true
try { "" + Object.create(null); } catch (e) { print(e instanceof TypeError); } // expect: true
var order = [];
function side(name, value) { return { valueOf: function () { order.push(name); return value; } }; }
side("left", 1) + side("right", 2);
side("l", 1) * side("r", 2);
side("a", 1) < side("b", 2);
side("c", 1) > side("d", 2);
print(order); // expect: left,right,l,r,a,b,c,d
var i = 5;
print(i++, i, i--, i, ++i, i, --i, i); // expect: 5 6 6 5 6 6 5 5
var s = "5", u, n = null, t = true, x = "abc";
print(s++, s, u++, u, n++, n, t++, t, x++, x); // expect: 5 6 NaN NaN 0 1 1 2 NaN NaN
var big = 2147483647;
print(++big, big++, big, typeof big); // expect: 2147483648 2147483648 2147483649 number
var small = -2147483648;
print(--small, small--, small); // expect: -2147483649 -2147483649 -2147483650
var o = { n: 1, "k k": 2 }, arr = [1, 2];
print(o.n++, ++o.n, o["k k"]--, --o["k k"], arr[0]++, arr[0], ++arr[1], o.missing++, o.missing);
// expect: 1 3 2 0 1 2 3 NaN NaN
print(1 / -0 === -Infinity, 1 - -1, 1 - - -1, - -1, + + "3", - + - "3"); // expect: true 2 0 1 3 3
print(0.1 + 0.7, 4.35 * 100, 1.1 + 2.2, 1e16 + 1, 9007199254740992 + 1, 9007199254740992 + 2);
// expect: 0.7999999999999999 434.99999999999994 3.3000000000000003 10000000000000000 9007199254740992 9007199254740994
print(5 + +"5", 5 + -"5", "5" + +5, "b" + "a" + +"a" + "a"); // expect: 10 0 55 baNaNa
