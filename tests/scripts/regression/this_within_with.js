// `this`, `new.target` and `super` in arrows within a `with` are no names that its object may have.
var hidden = { "this": 5, "new.target": 6, "super": { inherited: 7 } };
function Made() { with (hidden) { return [(() => typeof this)(), (() => new.target === Made)()]; } }
print(new Made(), Made()); // expect: object,true object,false
var derived = { __proto__: { inherited: 1 }, read() { with (hidden) { return (() => super.inherited)(); } } };
print(derived.read()); // expect: 1
function evaluated() { with (hidden) { return eval("(() => typeof this + typeof new.target)()"); } }
print(evaluated()); // expect: objectundefined
var keys = [];
function watched() {
  with (new Proxy({}, { has(target, key) { keys.push(key); return false; } }))
    (() => { this; new.target; (() => [this, new.target])(); })();
}
watched.call(1);
print(keys.length); // expect: 0
