// A direct eval sees the private names of the classes around it, and no others.
class A {
  #x = 1;
  #\u0061é = 2;
  get #g() { return 3; }
  static #s = 4;
  sum() { return eval("this.#x + this.#aé + this.#\\u{61}é + this.#g + A.#s"); }
  inner() { return eval("new (class { #x = 5; f(o) { return eval('this.#x + (#x in o)') } })().f(this)"); }
  outer() { return eval("() => eval('class B { #y = 6; f(o) { return o.#x + this.#y } } new B().f(this)')")(); }
  none() { return eval("this.#none"); }
  indirect() { return (0, eval)("this.#x"); }
  field = eval("this.#x + 10");
  static block;
  static { A.block = eval("A.#s"); }
}
const a = new A();
print(a.sum()); // expect: 12
print(a.inner()); // expect: 5
print(a.outer()); // expect: 7
print(a.field, A.block); // expect: 11 4
for (const name of ["none", "indirect"]) {
  try { a[name](); } catch (error) { print(error.name); }
}
// expect: SyntaxError
// expect: SyntaxError
// Many names, each used often.
let names = "";
for (let i = 0; i < 500; i++) names += "#name" + i + ";";
const Many = (0, eval)("(class { " + names + " static f(uses) { return eval('class C { f() {' + uses + '} } C.name') } })");
print(Many.f("this.#name499;".repeat(500))); // expect: C
try { Many.f("this.#name499;".repeat(500) + "this.#name500"); } catch (error) { print(error.name); } // expect: SyntaxError
