// What stands in the head of an arrow function is of that function, direct evals in functions there included (ECMA-262 15.3, 10.2.11).
print(((x, y = () => eval("x")) => y())(100)); // expect: 100
print(((x, y = function () { return eval("x") }) => y())(101)); // expect: 101
print(((x, y = () => () => eval("x")) => y()())(102)); // expect: 102
print(((x, y = (z = () => eval("x")) => z()) => y())(103)); // expect: 103
print(((x, y = (z, u = () => eval("x + z")) => u()) => y(1))(103)); // expect: 104
print((({ x }, [y = () => eval("x")]) => y())({ x: 105 }, [])); // expect: 105
print(((x, ...[y = () => eval("x")]) => y())(106)); // expect: 106
print(((x, y = class { static m() { return eval("x") } }) => y.m())(107)); // expect: 107
print(((x, y = { m() { return eval("x") } }) => y.m())(108)); // expect: 108
print(((x, y = () => eval("x = 5")) => { y(); return x; })(1)); // expect: 5
print(((x, y = () => eval("x = 5")) => { var x; y(); return x; })(1)); // expect: 1
print(((x, y = () => eval("x")) => { x = 7; return y(); })(1)); // expect: 7
print(((x, y = () => eval("var x = 3; x")) => y() + x)(1)); // expect: 4
print(((x, y = eval("var z = 3; x")) => y + z)(1)); // expect: 4
print(((x, y = (eval("var z = 3"), () => z)) => y() + x)(1)); // expect: 4
print(((x, y = () => eval("z"), z = 9) => y())(1)); // expect: 9
print(((x, y = () => eval("this"), z = 9) => y() === globalThis)(1)); // expect: true
print((function () { return ((x, y = () => eval("arguments[0] + this.p")) => y())(2); }).call({ p: 3 }, 4));
// expect: 7
print((function () { return ((x, y = () => eval("new.target")) => y())(2); })()); // expect: undefined
var async1; (async (x, y = () => eval("x")) => { async1 = y(); })(110);
print(async1); // expect: 110
print((x => ((y, z = () => eval("x + y")) => z())(1))(111)); // expect: 112
print(((x) => [() => eval("x")][0]())(112), ((1), (() => eval("1"))())); // expect: 112 1
print((function (x) { return ((y = () => eval("x")) => y())(); })(113)); // expect: 113
try { ((x = () => eval("y"), y = x()) => 0)(); } catch (e) { print(e.name); } // expect: ReferenceError
