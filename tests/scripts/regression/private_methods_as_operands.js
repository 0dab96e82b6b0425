// The value of a call of a private method with arguments is used: the method still has its object.
class A {
  #is(wanted, b) { return this instanceof A && wanted === b; }
  static #of(...all) { return all.length + (this === A ? 100 : 0); }
  get #f() { return function (a) { return this === undefined ? "none" : this.name + a; }; }
  name = "n";
  tests(x) {
    if (!this.#is(x, x)) return "lost";
    for (let i = 0; this.#is(i, 0); i++);
    return this.#is(1, 1) && !this.#is(1, 2) ? `${this.#is(x, x)}${A.#of(1, ...[2, 3])}${A.#of(1)}` : "wrong";
  }
  read() { return "" + this.#f(1) + (this.#f)(2) + (0, this.#f)(3) + this?.#f(4) + this.#f?.(5); }
}
print(new A().tests(5)); // expect: true103101
print(new A().read()); // expect: n1n2nonen4n5
