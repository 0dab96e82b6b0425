class A { #p = 1; static #q() { return 2 } static { this.z = A.#q() } get p() { return this.#p } }
class B extends A { constructor(...a) { super(...a); print(super.p, new.target === B) } }
new B(1); B.z
