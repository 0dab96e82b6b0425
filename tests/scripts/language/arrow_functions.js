// Arrow functions, `new.target`, and what they share with the functions around.
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
print((() => 1)(), (a => a + 1)(1), ((a, b) => { return a * b; })(2, 3), (() => ({ a: 1 }))().a); // expect: 1 2 6 1
print((() => {})(), typeof (() => 1), (() => 1).hasOwnProperty("prototype"), ((a, b) => 1).length); // expect: undefined function false 2
print(thrown(() => new (() => 1)()).slice(-20)); // expect: is not a constructor
var f = () => 1, named = (x => x);
print(f.name, named.name, (() => 1).name === "", String(a => a  +  1)); // expect: f named true a => a  +  1
print((() => this === globalThisOf())(), (() => typeof this)()); // expect: true object
function globalThisOf() { return (function () { return this; })(); }
var o = {
  v: 7, m: function () { return () => this.v; }, n: function () { return () => () => { return this.v + arguments.length; }; },
  strict: function () { "use strict"; return () => this; }
};
print(o.m()(), o.m().call({ v: 1 }), o.n(1, 2)()(5), o.strict.call(5)(), typeof o.m.call(5)); // expect: 7 7 9 5 function
print(thrown(() => { var g = o.strict; return g()(); })); // expect: undefined
function Target(a) { this.t = new.target; var g = () => new.target; this.g = g(); this.n = arguments.length; }
print(new Target(1).t === Target, new Target(1, 2).g === Target, new Target().n); // expect: true true 0
var plain = { call: Target }; plain.call(); print(plain.t, plain.g); // expect: undefined undefined
print((function () { return new.target; })(), (function () { return (() => new.target)(); })()); // expect: undefined undefined
print((function () { return (() => arguments[0])(2); })(1), (function (a) { (() => { arguments[0] = 9; })(); return a; })(1)); // expect: 1 9
print((function () { return eval("this.v"); }).call({ v: 3 }), (function () { return (() => eval("this.v"))(); }).call({ v: 4 })); // expect: 3 4
print((function () { return eval("(() => this.v)()"); }).call({ v: 5 }), (function () { return (() => eval("(() => this.v)()"))(); }).call({ v: 6 })); // expect: 5 6
print(new (function () { this.x = eval("new.target") !== undefined; })().x, (function () { return eval("new.target"); })()); // expect: true undefined
print(new (function () { this.x = (() => eval("(() => new.target)()"))() !== undefined; })().x, new (function () { this.x = eval("eval('new.target')") !== undefined; })().x); // expect: true true
print(thrown(() => eval("new.target")).slice(0, 12)); // expect: SyntaxError:
print(thrown(() => (0, eval)("new.target")).slice(0, 12)); // expect: SyntaxError:
print((function () { return (() => eval("arguments[0]"))(); })(8)); // expect: 8
print([3, 1, 2].map(x => x * 2).sort((a, b) => a - b)); // expect: 2,4,6
print((x => y => z => x + y + z)(1)(2)(3), (async => async)(4)); // expect: 6 4
print(thrown(() => { "use strict"; return (() => { undeclared = 1; })(); })); // expect: ReferenceError: undeclared is not defined
with ({ v: 1 }) { var inWith = () => v; }
print(inWith()); // expect: 1
var deep = 0; (function loop(n) { deep = n; return n < 5 ? (() => loop(n + 1))() : n; })(0); print(deep); // expect: 5
