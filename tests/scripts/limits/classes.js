// Classes: hierarchies and members without end.
// slow: under stress the deep ones collect for minutes
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
// Limits: hierarchies, members
var Tall = class { constructor(a) { this.a = a; } }; for (var i = 0; i < 300; i++) Tall = class extends Tall {}; print(new Tall(5).a); // expect: 5
Tall = class { constructor(a) { this.a = a; } }; for (var i = 0; i < 300; i++) Tall = class extends Tall { b = 1; constructor(x) { super(x); } }; print(new Tall(6).a); // expect: 6
var wide = ""; for (var i = 0; i < 300; i++) wide += "#p" + i + " = " + i + "; m" + i + "() { return this.#p" + i + "; } "; print(eval("new (class { " + wide + " })().m299()")); // expect: 299
print(thrown(() => { class Endless extends Object { constructor() { new Endless(); super(); } } new Endless(); })); // expect: RangeError: Maximum call stack size exceeded
print(thrown(() => eval("(class { static x = ".repeat(100000) + "1" + "})".repeat(100000)))); // expect: RangeError: nesting is too deep
