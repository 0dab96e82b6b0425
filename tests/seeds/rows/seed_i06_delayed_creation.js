// A record is made when a closure, a direct eval or a `with` needs one. It must not matter when that is: what came before
// is seen, what comes after is too. (The numbers of records are counted in crates/ferrotape/tests/suite/seeds.rs.)
function before(p) { p = "assigned before"; var v = p; return function () { return v; }; }
print(before("given")()); // expect: assigned before
function after(p) { var get = function () { return p; }; p = "assigned after"; return get; }
print(after("given")()); // expect: assigned after
function sometimes(make) { var v = 1; v++; if (make) { var f = function () { return v; }; } v++; return make ? f() : v; }
print(sometimes(true), sometimes(false)); // expect: 3 3
function onlyEval(p) { var v = 5; return p ? eval("v + p") : v; }
print(onlyEval(1), onlyEval(0)); // expect: 6 5
function onlyWith(p) { var v = 6; if (p) with ({}) { v += p; } return v; }
print(onlyWith(1), onlyWith(0)); // expect: 7 6
function twice() { var v = 0, f = function () { return ++v; }, g = function () { return ++v; }; return [f(), g(), f(), v].join(); }
print(twice()); // expect: 1,2,3,3
function declared() { return [typeof hoisted, hoisted()].join(); function hoisted() { return typeof declared; } }
print(declared()); // expect: function,function
function namedOnly() { return (function own(n) { return n ? own(n - 1) : "done"; })(5); }
print(namedOnly()); // expect: done
