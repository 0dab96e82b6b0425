// not for node: messages say what was given
// WeakMap, WeakSet, WeakRef and FinalizationRegistry, as far as they can be told without a collection.

function attempt(f) {
  try { return String(f()); } catch (error) { return error.name + ': ' + error.message; }
}

var key = {}, symbol = Symbol('unique');
var map = new WeakMap([[key, 1], [symbol, 2], [Symbol.iterator, 3]]);
print(map.get(key), map.get(symbol), map.get(Symbol.iterator), map.get({}), map.get(1), map.has('x'));
// expect: 1 2 3 undefined undefined false
print(map.set(key, 5) === map, map.get(key), map.delete(key), map.delete(key), map.has(key), map.delete(5));
// expect: true 5 true false false false
print(attempt(() => map.set(1, 1)));  // expect: TypeError: Invalid value used as weak map key: 1
print(attempt(() => map.set(Symbol.for('registered'), 1)));
// expect: TypeError: Invalid value used as weak map key: Symbol(registered)
print(attempt(() => new WeakMap([1])));  // expect: TypeError: Iterator value 1 is not an entry object
print(attempt(() => new WeakMap([[1, 2]])));  // expect: TypeError: Invalid value used as weak map key: 1
print(attempt(() => WeakMap()));  // expect: TypeError: Constructor WeakMap requires 'new'
print(attempt(() => WeakMap.prototype.get.call(new Map(), key)));
// expect: TypeError: Method WeakMap.prototype.get called on incompatible receiver #<Map>
var set = new WeakSet([key, symbol]);
print(set.has(key), set.has(symbol), set.has({}), set.has(2), set.add(map) === set, set.delete(key), set.has(key));
// expect: true true false false true true false
print(attempt(() => set.add('text')));  // expect: TypeError: Invalid value used in weak set: "text"
print(attempt(() => WeakSet.prototype.add.call(map, key)));
// expect: TypeError: Method WeakSet.prototype.add called on incompatible receiver #<WeakMap>
print(Object.prototype.toString.call(map), Object.prototype.toString.call(set));  // expect: [object WeakMap] [object WeakSet]

var many = new WeakMap(), keys = [];
for (var i = 0; i < 90; i++) { keys.push({ i: i }); many.set(keys[i], keys[i - 1]); }
for (i = 0; i < 90; i += 3) many.delete(keys[i]);
var right = 0;
for (i = 0; i < 90; i++) right += i % 3 ? many.get(keys[i]) === keys[i - 1] : !many.has(keys[i]);
print(right);  // expect: 90

var ref = new WeakRef(key), ofSymbol = new WeakRef(symbol);
print(ref.deref() === key, ofSymbol.deref() === symbol, Object.prototype.toString.call(ref));
// expect: true true [object WeakRef]
print(attempt(() => new WeakRef(1)));
// expect: TypeError: The target of a WeakRef must be an object or a symbol that is not registered, found 1
print(attempt(() => new WeakRef(Symbol.for('x'))));
// expect: TypeError: The target of a WeakRef must be an object or a symbol that is not registered, found Symbol(x)
print(attempt(() => WeakRef(key)));  // expect: TypeError: Constructor WeakRef requires 'new'
print(attempt(() => WeakRef.prototype.deref.call({})));
// expect: TypeError: Method WeakRef.prototype.deref called on incompatible receiver #<Object>

var registry = new FinalizationRegistry(() => print('never'));
print(registry.register(key, 1), registry.register(key, 2, key), registry.register({}, 3, key), registry.register(symbol, 4, map));
// expect: undefined undefined undefined undefined
print(registry.unregister(key), registry.unregister(key), registry.unregister(map), registry.unregister(symbol));
// expect: true false true false
print(attempt(() => registry.register(key, key)));
// expect: TypeError: The target and the held value of a FinalizationRegistry must not be the same
print(attempt(() => registry.register(1, 2)));
// expect: TypeError: The target of a FinalizationRegistry must be an object or a symbol that is not registered, found 1
print(attempt(() => registry.register(key, 2, 1)));
// expect: TypeError: The token to unregister with must be an object or a symbol that is not registered, found 1
print(attempt(() => registry.unregister()));
// expect: TypeError: The token to unregister with must be an object or a symbol that is not registered, found undefined
print(attempt(() => new FinalizationRegistry(1)));  // expect: TypeError: The cleanup callback must be a function: 1
print(Object.prototype.toString.call(registry));  // expect: [object FinalizationRegistry]
var tokens = [];
for (i = 0; i < 60; i++) { tokens.push({}); registry.register(key, i, tokens[i % 7]); registry.register(key, i, tokens[i]); }
for (i = 0; i < 50; i++) if (!registry.unregister(tokens[i])) print('missed', i);
print(registry.unregister(tokens[55]), registry.unregister(tokens[1]));  // expect: true false
