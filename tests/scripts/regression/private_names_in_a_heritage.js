// The heritage of a class sees the private names around it, not its own ones (ECMA-262 15.7.14).
class Around {
  #name = 1;
  #method() { return "around"; }
  #count = 0;
  get #both() { return "got"; }
  read() { let seen; class Inner extends (seen = this.#name, Object) { #name = 2; } return seen; }
  closure() { let later; class Inner extends (later = () => this.#name, Object) { #name = 2; } return later(); }
  asked() { let seen; class Inner extends (seen = #name in this, Object) { #name = 2; } return seen; }
  written() { class Inner extends (this.#name = 8, this.#count++, Object) { #name = 2; #count = 3; } return this.#name + this.#count; }
  called() { let seen; class Inner extends (seen = this.#method() + this.#both, Object) { #method() {} static #both = 4; } return seen; }
  nested() {
    let seen;
    class Inner extends (class extends (seen = this.#name, Object) { #name = 3; }) { #name = 2; own() { return this.#name + eval("this.#name"); } }
    return [seen, new Inner().own()].join();
  }
  key() { class Inner { #name = 2; static [(() => { try { return this.#name; } catch (error) { return error.name; } })()] = 1; } return Object.keys(Inner)[0]; }
}
var around = new Around();
print(around.read(), around.closure(), around.asked(), around.called()); // expect: 1 1 true aroundgot
print(around.nested(), around.key(), around.written()); // expect: 1,4 TypeError 9
