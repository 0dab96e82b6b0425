// Precedence and associativity, each line a place where a wrong table shows.
print(2 + 3 * 4, (2 + 3) * 4, 2 * 3 + 4, 20 / 2 / 5, 20 / (2 / 5), 7 - 3 - 2, 7 - (3 - 2), 2 * 3 % 4, 2 * (3 % 4));
// expect: 14 20 10 2 50 2 6 2 6
print(1 + 2 << 3, 1 + (2 << 3), 16 >> 2 + 1, 1 << 2 < 5, 3 < 4 == true, 1 == 1 < 2, 5 & 3 == 3, (5 & 3) == 3);
// expect: 24 17 2 true true true 1 false
print(1 | 2 ^ 3 & 4, 1 ^ 3 | 2, 6 & 3 ^ 1, 1 || 0 && 0, 1 | 0 && 0, 0 == 0 | 1, 1 && 2 | 4); // expect: 3 2 3 1 0 1 6
print(-2 * -3, - 2 + 3, !0 + 1, !(0 + 1), typeof 1 + 1, typeof (1 + 1), void 0 + 1, ~1 + 1, -1 >>> 28);
// expect: 6 1 2 false number1 number NaN -1 15
print(1 ? 2 : 3 ? 4 : 5, 0 ? 2 : 0 ? 4 : 5, (1 ? 0 : 1) ? 2 : 3, 1 + 1 ? "t" : "f", 1 || 0 ? "t" : "f");
// expect: 2 5 3 t t
var a = 1, b = 2, c;
c = a ? b : 3, 4; print(c); // expect: 2
a = b = 3; print(a, b); a = b += 2; print(a, b); a += b -= 1; print(a, b);
// expect: 3 3
// expect: 5 5
// expect: 9 4
print(new Date2(1).v, new Date2().v, new (function () { this.q = 1; })().q, new function () { this.w = 2; }().w);
// expect: 1 none 1 2
function Date2(v) { this.v = v || "none"; }
Date2.inner = { K: function (v) { this.v = "inner" + v; } };
print(new Date2.inner.K(3).v, new Date2.inner["K"](4).v, new new Maker()().v, new (Maker2())().v);
// expect: inner3 inner4 made made2
function Maker() { return function () { this.v = "made"; }; }
function Maker2() { return function () { this.v = "made2"; }; }
print(typeof new Date2, (new Date2).v, new Date2().v.length, - -1 - -1, 1 - -1, 1 - +1, +-+1, a++ + +b, a-- - -b);
// expect: object none 4 2 2 0 -1 13 14
print("a" + 1 + 2, 1 + 2 + "a", "a" + (1 + 2), "a" + 1 * 2, "a" + -1, "3" * "2" + "1", "b" > "a" + "z");
// expect: a12 3a a3 a2 a-1 61 true
print([1, 2, 3][1, 2], { a: { b: [0, { c: 5 }] } }.a.b[1].c, [[1, 2], [3]][0][1], "abc"[1], "abc".charAt(1)["length"]);
// expect: 3 5 2 b 1
print(function () { return 1; }() + 1, (function () { return 2; })(), (function () { return 3; }()), !function () { return 0; }());
// expect: 2 2 3 true
var f = function () { return f; }; f.g = f; f.h = [f];
print(f()()() === f, f.g.g()().g === f, f.h[0]().h[0] === f, f()["g"]().h.length); // expect: true true true 1
print(1 in [1, 2] == true, "a" in { a: 1 } && "b" in { a: 1 }, !("a" in {}), 1 + 1 in [0, 0, 0], delete {}.a in { true: 1 });
// expect: true false true true true
print(1 < 2 instanceof Object, typeof 1 instanceof Object, !{} instanceof Object, typeof {} in { object: 1 });
// expect: false false false true
if (a) b = 1; else b = 2; print(b); // expect: 1
for (var i = ("x" in { x: 1 }) ? 5 : 6; i < 7; i++); print(i); // expect: 7
var x = 5, y = x-- - --x, z = x+++x, w = x - -x; print(x, y, z, w); // expect: 4 2 7 8
print(((((((1 + (((2)))))))) * ((3)))); // expect: 9
