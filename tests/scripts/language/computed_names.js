// `object[name]` and its assignment find what `object.name` finds, however often they were asked before.
function read(object, name) {
  let first = object[name];
  for (let i = 0; i < 4; i++) if (object[name] !== first) return 'differs';
  return first;
}
class Visitor {
  visitA() { return 'A'; }
  get count() { return this.counted + 1; }
}
let visitor = new Visitor;
visitor.counted = 1;
print(read(visitor, 'visit' + 'A').call(visitor), read(visitor, 'visit' + 'B'), read(visitor, 'cou' + 'nt')); // expect: A undefined 2

// What was absent comes to a prototype, to the object, and goes again.
Visitor.prototype.visitB = function () { return 'B'; };
print(read(visitor, 'visitB')()); // expect: B
visitor.visitB = 'own';
print(read(visitor, 'visit' + 'B')); // expect: own
delete visitor.visitB;
print(typeof read(visitor, 'visitB')); // expect: function
delete Visitor.prototype.visitB;
print(read(visitor, 'visitB')); // expect: undefined
Object.prototype.visitB = 'everywhere';
print(read(visitor, 'visitB'), read([], 'visitB'), read('text', 'visitB')); // expect: everywhere everywhere everywhere
delete Object.prototype.visitB;
print(read(visitor, 'visitB'), read([], 'visitB'), read('text', 'visitB')); // expect: undefined undefined undefined

// Data turns into an accessor, and a getter into another one.
Object.defineProperty(Visitor.prototype, 'count', { get() { return 'new'; }, configurable: true });
print(read(visitor, 'count')); // expect: new
Object.defineProperty(Visitor.prototype, 'count', { value: 7, configurable: true });
print(read(visitor, 'count')); // expect: 7

// Tables that grow while they are asked.
let table = Object.create(null), hits = 0;
for (let i = 0; i < 300; i++) {
  let word = 'w' + i % 100;
  if (table[word]) hits++;
  else table[word] = true;
}
print(hits, Object.keys(table).length); // expect: 200 100
let plain = {};
for (let i = 0; i < 60; i++) {
  let word = 'w' + i % 20;
  if (!plain[word]) plain[word] = 0;
  plain[word]++;
}
print(Object.values(plain).join() === '3,'.repeat(20).slice(0, -1)); // expect: true

// Elements, lengths and symbols by computed keys.
let list = [1, , 3];
print(read(list, '1'), read(list, '2'), read(list, 'length'), read('abc', 'length'), read('abc', '1')); // expect: undefined 3 3 3 b
Array.prototype[1] = 'hole';
print(read(list, 1), read(list, '1')); // expect: hole hole
delete Array.prototype[1];
print(typeof read(list, Symbol.iterator), read(visitor, Symbol.iterator)); // expect: function undefined

// Assignments: additions, setters, what is read-only further up, frozen objects, arrays.
function write(object, name, value) {
  'use strict';
  try { object[name] = value; return object[name]; } catch (error) { return error.constructor.name; }
}
let made = [];
for (let i = 0; i < 3; i++) made.push(write({}, 'a' + 'b', i));
print(made.join()); // expect: 0,1,2
class Setting { set size(value) { this.set = value; } get fixed() { return 1; } }
let setting = new Setting;
print(write(setting, 'si' + 'ze', 3), setting.set, write(setting, 'fix' + 'ed', 2)); // expect: undefined 3 TypeError
Object.defineProperty(Setting.prototype, 'late', { value: 1, writable: false, configurable: true });
print(write(new Setting, 'la' + 'te', 2)); // expect: TypeError
Object.defineProperty(Setting.prototype, 'late', { value: 1, writable: true });
print(write(new Setting, 'la' + 'te', 2)); // expect: 2
print(write(Object.freeze({}), 'x' + 'y', 1), write(Object.preventExtensions([]), 'x' + 'y', 1)); // expect: TypeError TypeError
let array = [];
print(write(array, 'na' + 'me', 'n'), write(array, '2', 'two'), array.length, write(array, 'leng' + 'th', 1), array[2]); // expect: n two 3 1 undefined
print(write(array, '4294967294', 'last'), array.length, write(array, '4294967295', 'name'), array.length); // expect: last 4294967295 name 4294967295
let log = [];
let proxy = new Proxy({}, { get: (target, key) => log.push('get ' + String(key)), set: (target, key) => log.push('set ' + String(key)) });
proxy['k' + 'ey'];
proxy['k' + 'ey'] = 1;
let heir = Object.create(proxy);
heir['o' + 'ther'];
heir['o' + 'ther'] = 1;
print(log.join()); // expect: get key,set key,get other,set other
let wrapped = Object.create({ set x(value) { print('setter', this === wrapped, value); } });
wrapped['x'] = 5; // expect: setter true 5
// A prototype that is added to: objects below it see the addition.
let parent = {}, child = Object.create(parent);
print(read(child, 'late')); // expect: undefined
write(parent, 'la' + 'te', 'now');
print(read(child, 'late')); // expect: now
