// not for node: V8 evaluates eval code of a heritage with the private names of the class itself
// A heritage is evaluated with the private names around its class alone (ECMA-262 15.7.14, step 8), also by a direct eval.
function t(f) { try { return f() } catch (e) { return e.name } }
print(t(() => { class C extends (eval('(o) => o.#x'), Object) { #x } return 'no error' })); // expect: SyntaxError
print(t(() => { class C extends (() => eval('(o) => o.#x')(), Object) { #x } return 'no error' })); // expect: no error
class A {
  #x = 1;
  static #s = 's';
  static inside(o, other) {
    let read, later, nested, has;
    class B extends (read = eval('o.#x'), later = () => eval('o.#x'), nested = eval('eval("() => o.#x")'), has = (o) => eval('#x in o'), Object) {
      #x = 2;
      own() { return this.#x + eval('this.#x') }
      [(read += eval('typeof ((o) => #x in o)'), 'key')]() { return 'key' }
      static #p = 3;
      static { this.statics = eval('this.#p') + this.#p }
      field = eval('this.#x');
      static name1 = B.name;
      #m() { return 'm' }
      get #g() { return 'g' }
      both() { return this.#m() + this.#g + eval('this.#m() + this.#g') }
    }
    const b = new B;
    return [read, later(), nested(), has(o), has(b), b.own(), b.key(), B.statics, b.field, B.name1, b.both()].join();
  }
  static named() {
    let get;
    const B = class Named extends (get = () => eval('Named'), eval('A')) { #x = 4; static same = () => get() === Named; [eval('get.name')]() { return this.#x } };
    return [B.same(), get() === B, new B().get(), Object.getPrototypeOf(B) === A].join();
  }
  static early() { return t(() => { class B extends (eval('B'), Object) { #x } }) }
  static deep(o) {
    let inner;
    class B extends (inner = class D extends (eval('o.#x'), Object) { #x = 5; static q = eval('(o) => #x in o') }, Object) { #x }
    return [inner.q(new inner), inner.q(o)].join();
  }
  static unlike(o) { class B extends (eval('o.#x; A.#s'), Object) { #s = 1; #y } return 'no error' }
  static anonymous(o) { return new (class extends (eval('o.#x'), Object) {}, class extends (eval('o.#x'), Object) { #x = 6; get() { return this.#x } })().get() }
  static inHead(o, C = (class extends (eval('o.#x'), Object) { #x = 7; static of(b) { return b.#x } })) { return C.of(new C) }
  static inArrow(o) { return ((a, C = class extends (eval('a.#x'), Object) { #x = 8; static of(b) { return b.#x + eval('b.#x') } }) => C.of(new C))(o) }
  static *generator(o) { class B extends (yield eval('o.#x'), Object) { static #z = 9; static z = eval('this.#z') } yield B.z }
}
print(A.inside(new A)); // expect: 1function,1,1,true,false,4,key,6,2,B,mgmg
print(A.named()); // expect: true,true,4,true
print(A.early()); // expect: ReferenceError
print(A.deep(new A)); // expect: true,false
print(A.unlike(new A)); // expect: no error
print(A.anonymous(new A), A.inHead(new A), A.inArrow(new A)); // expect: 6 7 16
const steps = A.generator(new A);
print(steps.next().value, steps.next().value); // expect: 1 9
