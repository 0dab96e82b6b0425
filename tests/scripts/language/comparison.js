// Relational and equality operators over all pairs of types.
print(1 < 2, 2 < 1, 1 <= 1, 2 >= 3, NaN < 1, 1 < NaN, NaN >= NaN, NaN <= NaN, undefined < 1, null < 1, null >= 0);
// expect: true false true false false false false false false true true
print("a" < "b", "a" < "B", "10" < "9", "10" < 9, 10 < "9", "abc" < "abcd", "" < "a", "a" <= "a", "\ud83d\ude00" < "\uffff");
// expect: true false true false false true true true true
print(-0 < 0, 0 <= -0, Infinity > 1e308, -Infinity < -1e308, "x" < 1, "x" > 1, true > false, [2] > 1, [10] < [9]);
// expect: false true true true false false true true true
print(1 == 1, 1 == "1", "1" == 1, 1 == true, "1" == true, 0 == false, "" == 0, "" == false, "0" == false, " \n" == 0);
// expect: true true true true true true true true true true
print(null == undefined, null == 0, null == false, undefined == false, undefined == 0, null == "", null == null);
// expect: true false false false false false true
print(NaN == NaN, NaN != NaN, 0 == -0, "a" == "a", "a" == new String("a"), new String("a") == new String("a"));
// expect: false true true true true false
print([] == "", [] == 0, [1] == 1, [1, 2] == "1,2", {} == "[object Object]", [] == [], [null] == "", [undefined] == 0);
// expect: true true true true true false true true
print(1 === 1, 1 === "1", 1 === 1.0, NaN === NaN, 0 === -0, null === undefined, null === null, undefined === undefined);
// expect: true false true false true false true true
print("ab" === "a" + "b", "x" !== "x", "x" !== "y", true === true, true === 1, [] === [], print === print);
// expect: true false true true false false true
var o = {}, p = o;
print(o === p, o == p, o !== p, o != {}, o == o); // expect: true true false true true
print(1 != 2, 1 != 1, 1 !== "1", "a" != "b", null != undefined, null !== undefined);
// expect: true false true true false true
var calls = 0, counting = { valueOf: function () { calls++; return 1; } };
print(counting == 1, counting == true, counting == "1", calls, counting == counting, calls);
// expect: true true true 3 true 3
print("length" in [], "x" in { x: undefined }, 0 in [1], 1 in [1], "toString" in {}, 3 in "abc".split(""));
// expect: true true true false true false
try { "a" in "abc"; } catch (e) { print(e instanceof TypeError); } // expect: true
function A() { }
function B() { }
B.prototype = new A();
print(new A() instanceof A, new B() instanceof A, new A() instanceof B, {} instanceof Object, 5 instanceof Number);
// expect: true true false true false
print([] instanceof Array, [] instanceof Object, print instanceof Function, Object instanceof Object, Function instanceof Object);
// expect: true true true true true
try { ({}) instanceof {}; } catch (e) { print(e instanceof TypeError); } // expect: true
try { ({}) instanceof 5; } catch (e) { print(e instanceof TypeError); } // expect: true
A.prototype = 5;
try { ({}) instanceof A; } catch (e) { print(e instanceof TypeError); } // expect: true
print(5 instanceof A); // expect: false
var a = 3, b = 4, r = [];
if (a < b) r.push("lt");
if (a > b) r.push("gt");
if (a <= b) r.push("le");
if (a >= b) r.push("ge");
if (!(a < b)) r.push("!lt");
if (!(a > b)) r.push("!gt");
if (a == b) r.push("eq");
if (a != b) r.push("ne");
a = NaN;
if (a < b) r.push("lt");
if (a > b) r.push("gt");
if (a <= b) r.push("le");
if (a >= b) r.push("ge");
if (!(a < b)) r.push("!lt");
if (!(a > b)) r.push("!gt");
if (!(a <= b)) r.push("!le");
if (!(a >= b)) r.push("!ge");
print(r); // expect: lt,le,!gt,ne,!lt,!gt,!le,!ge
