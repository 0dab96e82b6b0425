// The internal methods as functions: what they answer where others throw.
print(Object.prototype.toString.call(Reflect), typeof Reflect, Object.keys(Reflect).length);
// expect: [object Reflect] object 0
print(Reflect.apply(function () { return [this, arguments.length].join(); }, 'this', { length: 2 })); // expect: this,2

// New targets: the prototype is that of the third argument, and what is constructed sees it.
function Base(a, b) { this.sum = a + b; this.isOther = new.target === Other; }
function Other() {}
var made = Reflect.construct(Base, [1, 2], Other);
print(made.sum, made.isOther, made instanceof Other, made instanceof Base); // expect: 3 true true false
class Derived extends Base { constructor(a, b) { super(a, b); this.own = new.target === Other; } }
print(Reflect.construct(Derived, [3, 4], Other).own, Reflect.construct(Array, [3], Other) instanceof Other);
// expect: true true
print(Array.isArray(Reflect.construct(Array, [3], Other)), Reflect.construct(Array, [3], Other).length);
// expect: true 3
for (const wrong of [() => Reflect.construct(() => 1, []), () => Reflect.construct(Base, [], Math.max),
    () => Reflect.apply({}, null, []), () => Reflect.apply(Base, null), () => Reflect.get(1, 'a'),
    () => Reflect.setPrototypeOf({}, 1), () => Reflect.ownKeys('text')]) {
    try { wrong(); print('no error'); } catch (error) { print(error.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
}

// Refusals are answers.
const frozen = Object.freeze({ a: 1 });
print(Reflect.set(frozen, 'a', 2), Reflect.defineProperty(frozen, 'b', { value: 1 }), Reflect.deleteProperty(frozen, 'a'));
// expect: false false false
print(Reflect.setPrototypeOf(frozen, {}), Reflect.setPrototypeOf(frozen, Object.prototype), Reflect.isExtensible(frozen));
// expect: false true false
print(Reflect.preventExtensions(frozen), Reflect.setPrototypeOf(Object.prototype, {})); // expect: true false

// Receivers: setters and getters have them as this, data properties land there.
const parent = { get who() { return this.name; }, set who(name) { this.name = name; }, plain: 1 };
const receiver = { name: 'receiver' };
print(Reflect.get(parent, 'who', receiver), Reflect.get(parent, 'who', 'text'), Reflect.set(parent, 'who', 'new', receiver));
// expect: receiver undefined true
print(receiver.name, Reflect.set(parent, 'plain', 2, receiver), parent.plain, receiver.plain); // expect: new true 1 2
print(Reflect.set(parent, 'plain', 3, 'no object'), Reflect.set(parent, 'plain', 3, frozen), Reflect.set(parent, 'plain', 3, [1]));
// expect: false false true
const fixed = Object.defineProperty({}, 'plain', { value: 0, writable: false, configurable: true });
print(Reflect.set(parent, 'plain', 4, fixed), Reflect.set({}, 'length', 1, [1, 2, 3])); // expect: false true

// Keys: indices, names, symbols; text and symbols that are keys of nothing else survive.
const keys = Reflect.ownKeys({ [Symbol('s')]: 1, b: 1, 2: 1, a: 1, 1: 1 });
print(keys.length, keys.slice(0, 4).join(), String(keys[4])); // expect: 5 1,2,b,a Symbol(s)
print(Reflect.ownKeys([7]).join(), Reflect.ownKeys(new String('ab')).join()); // expect: 0,length 0,1,length
print(Reflect.getOwnPropertyDescriptor([7], 'length').value, Reflect.getOwnPropertyDescriptor({}, 'a'));
// expect: 1 undefined
print(Reflect.has(Object.create({ a: 1 }), 'a'), Reflect.has([], 'b'), Reflect.getPrototypeOf(Object.create(null)));
// expect: true false null
