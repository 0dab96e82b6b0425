// What `instanceof` remembers of chains and constructors holds only as long as nothing on the way has changed.
function Base() {}
function Middle() {}
Middle.prototype = Object.create(Base.prototype);
function Leaf() {}
Leaf.prototype = Object.create(Middle.prototype);
function ask(value, constructor) {
  let answers = [];
  for (let i = 0; i < 4; i++) answers.push(value instanceof constructor);
  return answers.every(answer => answer === answers[0]) ? answers[0] : answers.join();
}
let leaf = new Leaf;
print(ask(leaf, Base), ask(leaf, Middle), ask(leaf, Leaf), ask(leaf, Array)); // expect: true true true false

// A prototype half-way up gets another one.
Object.setPrototypeOf(Middle.prototype, Object.prototype);
print(ask(leaf, Base), ask(leaf, Middle)); // expect: false true
Object.setPrototypeOf(Middle.prototype, Base.prototype);
print(ask(leaf, Base), ask(leaf, Middle)); // expect: true true

// The object itself gets another one.
Object.setPrototypeOf(leaf, null);
print(ask(leaf, Base), ask(leaf, Leaf)); // expect: false false
leaf = new Leaf;
print(ask(leaf, Base)); // expect: true

// The constructor gets another `prototype`, in the same slot.
let old = Middle.prototype;
Middle.prototype = {};
print(ask(leaf, Middle)); // expect: false
Middle.prototype = old;
print(ask(leaf, Middle)); // expect: true

// Constructors with further properties, of a shape of their own.
function Named() {}
Named.kind = 'a';
Named.other = 'b';
Named.prototype = Base.prototype;
print(ask(leaf, Named)); // expect: true
Named.prototype = Array.prototype;
print(ask(leaf, Named), ask([], Named)); // expect: false true
Named.prototype = 1;
try { leaf instanceof Named; } catch (error) { print(error.constructor.name); } // expect: TypeError
print(1 instanceof Named); // expect: false

// Symbol.hasInstance comes later: own, of a class above, and of Function.prototype itself, which cannot be had.
Named.prototype = Base.prototype;
print(ask(leaf, Named)); // expect: true
Object.defineProperty(Named, Symbol.hasInstance, { value: () => false, configurable: true });
print(ask(leaf, Named)); // expect: false
delete Named[Symbol.hasInstance];
print(ask(leaf, Named)); // expect: true
class Above { static answer = 'above'; }
class Below extends Above { static more = 1; }
let below = new Below;
print(ask(below, Above), ask(below, Below)); // expect: true true
Object.defineProperty(Above, Symbol.hasInstance, { value: () => false, configurable: true, writable: true });
print(ask(below, Above), ask(below, Below)); // expect: false false
Above[Symbol.hasInstance] = value => value === below;
print(ask(below, Above), ask(below, Below), ask(leaf, Below)); // expect: true true false
Above[Symbol.hasInstance] = undefined;
print(ask(below, Below)); // expect: true
try { Function.prototype[Symbol.hasInstance] = null; print(ask(leaf, Base)); } catch { print('refused'); } // expect: true

// Bound functions have no `prototype`, and objects that inherit from functions are none.
let Bound = Base.bind();
Bound.prototype = Array.prototype;
print(ask(leaf, Bound), ask([], Bound)); // expect: true false
print(ask(leaf, Object.create(Base))); // expect: false

// A proxy on the way answers for itself, each time.
let asked = 0;
let above = new Proxy({}, { getPrototypeOf() { asked++; return asked % 2 ? Base.prototype : null; } });
let through = Object.create(above);
print(through instanceof Base, through instanceof Base, through instanceof Base, asked); // expect: true false true 3

// Many shapes and constructors: more than are remembered.
let constructors = [];
for (let i = 0; i < 70; i++) {
  let made = function () {};
  if (i > 0) made.prototype = Object.create(constructors[(i - 1) >> 1].prototype);
  made['static' + i] = i;
  constructors.push(made);
}
let found = 0;
for (let round = 0; round < 2; round++) {
  for (let i = 0; i < 70; i++) {
    let value = new constructors[i];
    value['own' + i] = i;
    for (let j = 0; j < 70; j++) if (value instanceof constructors[j]) found++;
  }
}
let expected = 0;
for (let i = 0; i < 70; i++) for (let j = i; ; j = (j - 1) >> 1) { expected += 2; if (j === 0) break; }
print(found === expected, found); // expect: true 740
