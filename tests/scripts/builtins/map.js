// Map: keys, order, changes during iteration, grouping.
// not for node: the one that was at hand is older than grouping and upserts

function list(iterable) {
  var out = [];
  for (var item of iterable) out.push(Array.isArray(item) ? item.join('=') : String(item));
  return out.join(' ');
}

// Keys that are the same value.
var map = new Map();
map.set(0, 'int').set(-0, 'minus').set(NaN, 'nan').set(0 / 0, 'nan again').set(1.5, 'double').set('1.5', 'text');
print(map.size, list(map));  // expect: 4 0=minus NaN=nan again 1.5=double 1.5=text
print(1 / map.keys().next().value);  // expect: Infinity
print(map.get(3 / 2), map.get('1' + '.' + '5'), map.has(2), map.get(2));  // expect: double text false undefined
for (var half = 0.5; half < 2; half += 0.5) map.set(half * 2, half);
print(map.get(1), map.get(2), map.get(3), map.has(3.0000000000000004));  // expect: 0.5 1 1.5 false
var wide = 'ключ-ключ-ключ-ключ-ключ-ключ';
map.set(wide, 1);
print(map.get(wide.slice(0, 15) + wide.slice(15)), map.has(wide + ' '));  // expect: 1 false
print(map.delete(1.5), map.delete(1.5), map.size);  // expect: true false 7
var mixed = new Map([[undefined, 1], [null, 2], [true, 3], [false, 4], [Symbol.iterator, 5], [map, 6]]);
print(mixed.get(), mixed.get(null), mixed.get(true), mixed.get(false), mixed.get(Symbol.iterator), mixed.get(map));
// expect: 1 2 3 4 5 6

// Order under changes.
var order = new Map([['a', 1], ['b', 2], ['c', 3]]);
order.set('b', 20);
order.delete('a');
order.set('a', 10);
print(list(order), '|', list(order.keys()), '|', list(order.values()), '|', list(order.entries()));
// expect: b=20 c=3 a=10 | b c a | 20 3 10 | b=20 c=3 a=10

var seen = [];
for (var [key, value] of order) {
  seen.push(key + value);
  if (key === 'b') { order.delete('c'); order.set('d', 4); }
  if (key === 'd') { order.delete('d'); order.set('e', 5); }
}
print(seen.join(' '));  // expect: b20 a10 d4 e5
seen = [];
order.forEach(function (value, key, self) {
  seen.push(key + value + (self === order) + this);
  if (key === 'b') { order.clear(); order.set('z', 26); }
}, 'T');
print(seen.join(' '), order.size);  // expect: b20trueT z26trueT 1

// An iteration goes on where it was however entries move; after its end it stays there.
var moving = new Map();
for (var i = 0; i < 1000; i++) moving.set(i, i);
var walk = moving.keys(), second = moving.values();
for (i = 0; i < 400; i++) walk.next();
for (i = 0; i < 10; i++) second.next();
for (i = 0; i < 999; i++) if (i % 100 !== 50) moving.delete(i);
print(list(walk), '|', list(second), '|', moving.size);
// expect: 450 550 650 750 850 950 999 | 50 150 250 350 450 550 650 750 850 950 999 | 11
moving.set('late', 1);
print(walk.next().done, walk.next().value, list(moving));
// expect: true undefined 50=50 150=150 250=250 350=350 450=450 550=550 650=650 750=750 850=850 950=950 999=999 late=1

// A queue: the front goes, the end comes.
var queue = new Map(), total = 0;
for (i = 0; i < 3000; i++) {
  queue.set(i, i);
  if (i >= 20) {
    var first = queue.keys().next().value;
    total += first;
    queue.delete(first);
  }
}
print(queue.size, total, queue.keys().next().value);  // expect: 20 4438710 2980

// Adding while it goes.
var endless = new Map([[0, 0]]), turns = 0;
for (var [n] of endless) { if (++turns < 500) endless.set(n + 1, 0); endless.delete(n); }
print(turns, endless.size);  // expect: 500 0

// What the constructor calls, and closes.
var closed = 0;
var bad = {};
bad[Symbol.iterator] = () => ({
  next() { return { value: 1, done: false }; },
  return() { closed++; return {}; },
});
try { new Map(bad); } catch (error) { print(error.name, closed); }  // expect: TypeError 1
class Loud extends Map { set(key, value) { print('set', key); return super.set(key, value); } }
print(new Loud([[1, 2], [3, 4]]).size);
// expect: set 1
// expect: set 3
// expect: 2
try { Map(); } catch (error) { print(error.message); }  // expect: Constructor Map requires 'new'
try { Map.prototype.get.call(new Set(), 1); } catch (error) { print(error.name); }  // expect: TypeError
try { Map.prototype.keys().next(); } catch (error) { print(error.name); }  // expect: TypeError

// Values that are made when they are missing.
print(map.getOrInsert('new', 7), map.getOrInsert('new', 8), map.getOrInsertComputed('newer', k => k + '!'), map.get('newer'));
// expect: 7 7 newer! newer!
print(map.getOrInsertComputed('self', k => { map.set(k, 'inner'); return 'outer'; }), map.get('self'));  // expect: outer outer
print(map.getOrInsertComputed(-0, k => 1), new Map().getOrInsertComputed(-0, k => 1 / k));  // expect: minus Infinity

// Groups.
var groups = Map.groupBy([1, 2, 3, 4, 5], n => n % 2 ? 'odd' : 'even');
print(list(groups), groups.get('odd').length);  // expect: odd=1,3,5 even=2,4 3
print(list(Map.groupBy('hello', (c, i) => c === 'l' ? -0 : i)), Object.is(Map.groupBy('a', () => -0).keys().next().value, 0));
// expect: 0=h,l,l 1=e 4=o true

// Iterators and what they are made of.
var iterator = map[Symbol.iterator]();
print(map.entries === map[Symbol.iterator], Object.prototype.toString.call(iterator), iterator[Symbol.iterator]() === iterator);
// expect: true [object Map Iterator] true
print(Object.prototype.toString.call(map), Map.name, Map.length, Map[Symbol.species] === Map);  // expect: [object Map] Map 0 true
// Who changes `next` is asked.
var MapIteratorPrototype = Object.getPrototypeOf(iterator), next = MapIteratorPrototype.next;
MapIteratorPrototype.next = function () { var r = next.call(this); if (!r.done) r.value = 'mine'; return r; };
print(list(new Map([[1, 2], [3, 4]])));  // expect: mine mine
MapIteratorPrototype.next = next;
print([...new Map([[1, 2]])][0].length, list(new Map(new Map([[5, 6]]))));  // expect: 2 5=6
