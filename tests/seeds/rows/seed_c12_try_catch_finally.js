// Catchers: the catch variable has a scope of its own; break, continue, return and throw through any nesting of finally.
var e = "foo";
print(e); // expect: foo
try { throw new Error("error"); } catch (e) { print(e); } // expect: Error: error
print(e); // expect: foo
print((function () { try { throw 1; } catch (e) { var e = 2; } return e; })(), (function () { try { throw 1; } catch (e) { e = 2; return e; } })());
// expect: undefined 2
print((function (e) { try { throw 1; } catch (e) { try { throw 2; } catch (e) { e = 3; } return e; } })(0), (function (e) { try { throw 1; } catch (e) { } return e; })("kept"));
// expect: 1 kept
print((function () { try { throw 1; } catch (e) { return (function () { return e; })(); } })(), (function () { try { throw 1; } catch (e) { return eval("e + typeof e"); } })());
// expect: 1 1number

var log;
function run(f) { log = []; var result; try { result = f(); } catch (thrown) { result = "threw " + thrown; } print(log.join(" "), "->", result); }
function L(x) { log.push(x); return x; }
run(function () { try { L("t"); return L("r"); } finally { L("f"); } }); // expect: t r f -> r
run(function () { try { return L("r"); } finally { return L("f"); } }); // expect: r f -> f
run(function () { try { throw L("x"); } finally { L("f"); } }); // expect: x f -> threw x
run(function () { try { throw L("x"); } finally { return L("f"); } }); // expect: x f -> f
run(function () { try { throw L("x"); } catch (c) { L("c" + c); throw L("y"); } finally { L("f"); } });
// expect: x cx y f -> threw y
run(function () { try { throw L("x"); } catch (c) { return L("c"); } finally { throw L("z"); } });
// expect: x c z -> threw z
run(function () { try { try { throw L("x"); } finally { L("f1"); } } catch (c) { return c; } finally { L("f2"); } });
// expect: x f1 f2 -> x
run(function () { try { try { return L("r"); } finally { throw L("z"); } } catch (c) { return "caught " + c; } });
// expect: r z -> caught z
run(function () { for (var i = 0; i < 3; i++) { try { if (i === 1) continue; L(i); } finally { L("f" + i); } } return "end"; });
// expect: 0 f0 f1 2 f2 -> end
run(function () { for (var i = 0; i < 3; i++) { try { if (i === 1) break; L(i); } finally { L("f" + i); } } return "end"; });
// expect: 0 f0 f1 -> end
run(function () { outer: for (var i = 0; i < 2; i++) { for (var j = 0; j < 2; j++) { try { try { if (j) continue outer; L(i); } finally { L("a" + j); } } finally { L("b" + j); } } } return "end"; });
// expect: 0 a0 b0 a1 b1 1 a0 b0 a1 b1 -> end
run(function () { outer: for (; ;) { for (var k in { a: 1, b: 2 }) { try { break outer; } finally { L("f" + k); } } } return "end"; });
// expect: fa -> end
run(function () { for (var i = 0; i < 3; i++) { try { return L(i); } finally { if (i < 2) continue; } } });
// expect: 0 1 2 -> 2
run(function () { l: { try { return L("r"); } finally { break l; } } return "after"; }); // expect: r -> after
run(function () { l: try { throw L("x"); } finally { break l; } return "after"; }); // expect: x -> after
run(function () { while (true) { try { try { throw L("x"); } finally { break; } } catch (c) { L("never"); } } return "after"; });
// expect: x -> after
run(function () { try { return L("r"); } finally { try { throw L("inner"); } catch (c) { L("c"); } } });
// expect: r inner c -> r
run(function () { try { return L("r"); } finally { (function () { try { return L("other"); } finally { L("f"); } })(); } });
// expect: r other f -> r
run(function () { var x = "first"; try { return x; } finally { x = "second"; } }); // expect: -> first
run(function () { var x = { v: 1 }; try { return x; } finally { x.v = 2; } }); print(JSON.stringify((function () { var x = { v: 1 }; try { return x; } finally { x.v = 2; } })()));
// expect: -> [object Object]
// expect: {"v":2}
run(function () { try { null.x; } catch (c) { return c instanceof TypeError; } }); // expect: -> true
run(function () { try { undeclared; } catch (c) { return c instanceof ReferenceError; } }); // expect: -> true
run(function () { try { [1, 2, 3].forEach(function (x) { if (x === 2) throw L("from " + x); L(x); }); } catch (c) { return "caught " + c; } });
// expect: 1 from 2 -> caught from 2
run(function () { try { try { L("t"); } finally { L("f1"); } L("between"); } finally { L("f2"); } });
// expect: t f1 between f2 -> undefined
run(function () { switch (1) { case 1: try { break; } finally { L("f"); } case 2: L("never"); } return "end"; });
// expect: f -> end
run(function () { try { throw undefined; } catch (c) { return typeof c; } }); // expect: -> undefined
run(function () { with ({ w: 1 }) { try { return w; } finally { L(typeof w); } } }); // expect: number -> 1
run(function () { try { with ({ w: 1 }) { throw w; } } catch (c) { return c + typeof w; } }); // expect: -> 1undefined
run(function () { do { try { L("t"); continue; } finally { L("f"); } } while (L(false)); return "end"; });
// expect: t f false -> end
run(function () { for (var i = 0; ; i++) { try { try { if (i === 2) return "r" + i; } finally { L("a" + i); if (i === 1) continue; } L("t" + i); } finally { L("b" + i); } } });
// expect: a0 t0 b0 a1 b1 a2 b2 -> r2
run(function () { function gen(n) { try { return n ? gen(n - 1) + 1 : L(0); } finally { L("f" + n); } } return gen(3); });
// expect: 0 f0 f1 f2 f3 -> 3
run(function () { var i = 0; for (; i < 5; i++) { try { continue; } catch (c) { } finally { i++; } } return i; });
// expect: -> 6
run(function () { try { } catch (c) { L("never"); } finally { L("f"); } return "end"; }); // expect: f -> end
run(function () { try { throw "a"; } catch (c) { try { throw "b"; } catch (d) { return c + d; } } }); // expect: -> ab
run(function () { try { throw "a"; } catch (c) { try { throw c + "b"; } finally { L(c); } } }); // expect: a -> threw ab
run(function () { var fs = []; for (var i = 0; i < 3; i++) try { throw i; } catch (c) { fs.push(function () { return c; }); } finally { fs.push(function () { return i; }); } return fs.map(function (f) { return f(); }).join(); });
// expect: -> 0,3,1,3,2,3
