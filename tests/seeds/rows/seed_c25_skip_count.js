// Lookups skip records that cannot hold the name; they must not skip one that can.
// (That the cost is the same whatever the nesting: crates/ferrotape/tests/suite/seeds.rs.)
var foo = 123, hello = "global";
function func1() { var foo = 321; function func2() { var bar = 432; function func3() { var quux = 543; return [hello, foo, bar, quux].join(); } return func3(); } return func2(); }
print(func1()); // expect: global,321,432,543
function withEval(code) { var foo = 321; eval(code); function func2() { var bar = 432; function func3() { var quux = 543; return [hello, foo, bar, quux].join(); } return func3(); } return func2(); }
print(withEval(""), withEval("var hello = 'declared'"), withEval("var bar = 'not seen'; foo = 'assigned'"));
// expect: global,321,432,543 declared,321,432,543 global,assigned,432,543
function evalInside(code) { var foo = 321; function func2() { var bar = 432; function func3() { var quux = 543; eval(code); return [hello, foo, bar, quux].join(); } return func3(); } return func2(); }
print(evalInside(""), evalInside("var hello = 'declared', foo = 'here'"), evalInside("bar = quux"));
// expect: global,321,432,543 declared,here,432,543 global,321,543,543
function withBetween(o) { var foo = 321; with (o) { return (function () { var bar = 432; return (function () { var quux = 543; return [hello, foo, bar, quux].join(); })(); })(); } }
print(withBetween({}), withBetween({ hello: "with" }), withBetween({ foo: "with", bar: "not seen" }));
// expect: global,321,432,543 with,321,432,543 global,with,432,543
function deep(o) { return (function (a) { with (o) { return (function (b) { return (function (c) { return (function (d) { return [a, b, c, d, e].join(); })(4); })(3); })(2); } })(1); }
var e = "global e";
print(deep({}), deep({ e: "with e" }), deep({ a: "with a", b: "not seen" }));
// expect: 1,2,3,4,global e 1,2,3,4,with e with a,2,3,4,global e
function afterwards() { var results = []; function look() { return (function () { return (function () { return typeof late === "undefined" ? "none" : late; })(); })(); } results.push(look()); eval("var late = 'declared'"); results.push(look()); eval("delete late"); results.push(look()); return results.join(); }
print(afterwards()); // expect: none,declared,none
(0, eval)("var lateGlobal = 'made'");
print((function () { return (function () { return (function () { return lateGlobal; })(); })(); })(), delete lateGlobal, (function () { return (function () { return typeof lateGlobal; })(); })());
// expect: made true undefined
