// `with` leaves right on every way out: afterwards names mean what they meant before.
var x = "outside";
function left(way) { var x = "local", o = { x: "with" }, seen = []; try { way(o, seen); } catch (e) { seen.push("threw " + e); } seen.push(x); return seen.join(); }
print(left(function (o, seen) { with (o) { seen.push(x); } seen.push(x); })); // expect: with,outside,local
print(left(function (o, seen) { for (var i = 0; i < 2; i++) { with (o) { seen.push(x); break; } } seen.push(x); }));
// expect: with,outside,local
print(left(function (o, seen) { for (var i = 0; i < 2; i++) { with (o) { seen.push(x); continue; } } seen.push(x); }));
// expect: with,with,outside,local
print(left(function (o, seen) { l: with (o) { seen.push(x); break l; } seen.push(x); })); // expect: with,outside,local
print(left(function (o, seen) { try { with (o) { throw x; } } catch (e) { seen.push(e, x); } seen.push(x); }));
// expect: with,outside,outside,local
print(left(function (o, seen) { try { with (o) { null.x; } } catch (e) { seen.push(x); } finally { seen.push(x); } }));
// expect: outside,outside,local
print(left(function (o, seen) { try { with (o) { return; } } finally { seen.push(x); } })); // expect: outside,local
print(left(function (o, seen) { with (o) { try { throw x; } catch (e) { seen.push(e, x); } } seen.push(x); }));
// expect: with,with,outside,local
print(left(function (o, seen) { outer: for (; ;) { with (o) { with ({ x: "inner" }) { seen.push(x); break outer; } } } seen.push(x); }));
// expect: inner,outside,local
print(left(function (o, seen) { outer: for (var k in { a: 1, b: 2 }) { with (o) { for (; ;) { with ({ x: "inner" + k }) { seen.push(x); continue outer; } } } } seen.push(x); }));
// expect: innera,innerb,outside,local
print(left(function (o, seen) { with (o) { switch (x) { case "with": with ({ x: "inner" }) { seen.push(x); break; } } seen.push(x); } seen.push(x); }));
// expect: inner,with,outside,local
print(left(function (o, seen) { with (o) { (function () { seen.push(x); })(); } (function () { seen.push(x); })(); }));
// expect: with,outside,local
print(left(function (o, seen) { with (o) { try { with ({ x: "inner" }) { throw 1; } } catch (e) { seen.push(x); } finally { with ({ x: "finally" }) { seen.push(x); } } seen.push(x); } seen.push(x); }));
// expect: with,finally,with,outside,local
print(left(function (o, seen) { try { with ({ get x() { throw "getter"; } }) { x; } } catch (e) { seen.push(e, x); } }));
// expect: getter,outside,local
print(left(function (o, seen) { with (o) { seen.push(eval("with ({ x: 'evaled' }) { x }"), x); } }));
// expect: evaled,with,local
print((function () { with ({ x: "returned" }) { return x; } })(), (function () { with ({ x: "a" }) with ({ y: "b" }) return x + y; })(), x);
// expect: returned ab outside
print((function (o) { with (o) { var f = function () { return x; }; } o.x = "changed"; return f() + x; })({ x: "first" }));
// expect: changedoutside
print((function () { var fs = []; for (var i = 0; i < 3; i++) with ({ v: i }) fs.push(function () { return v + i; }); return fs.map(function (f) { return f(); }).join(); })());
// expect: 3,4,5
print((function () { for (var i = 0; i < 1000; i++) { try { with ({ v: i }) { if (i % 3 === 0) continue; if (i % 3 === 1) throw v; } } catch (e) { } } return typeof v; })());
// expect: undefined
