// Set: values, order, changes during iteration, operations on two sets.
// not for node: the one that was at hand is older than the operations on sets

function list(iterable) { return [...iterable].join(' '); }

var set = new Set([3, 1, 3, -0, NaN, NaN, '3', 0]);
print(set.size, list(set), Object.is(list([...set].slice(2, 3)), '0'));  // expect: 5 3 1 0 NaN 3 true
print(set.has(-0), set.has(NaN), set.has('1'), set.add(7) === set, set.delete(3), set.delete(3), list(set));
// expect: true true false true true false 1 0 NaN 3 7
print(list(set.entries()), '|', list(set.keys()), '|', set.keys === set.values, set.values === set[Symbol.iterator]);
// expect: 1,1 0,0 NaN,NaN 3,3 7,7 | 1 0 NaN 3 7 | true true
var seen = [];
for (var value of set) { seen.push(value); if (value === 1) { set.delete('3'); set.add('new'); } }
print(seen.join(' '));  // expect: 1 0 NaN 7 new
seen = [];
set.forEach(function (value, key, self) { seen.push(value === key || value !== value, self === set); });
print(seen.join(' '));  // expect: true true true true true true true true true true
set.clear();
print(set.size, list(set), [...new Set('hello')].join(''));  // expect: 0  helo

// Many, and given back.
var many = new Set();
for (var i = 0; i < 2000; i++) many.add('key' + i).add(i).add(i + 0.5);
var found = 0;
for (i = 0; i < 2000; i++) found += many.has('key' + i) + many.has(i) + many.has(i + 0.5) + many.has(-1 - i);
print(many.size, found);  // expect: 6000 6000
var objects = [];
for (i = 0; i < 500; i++) { objects.push({ i: i }); many.add(objects[i]); }
print(objects.every(o => many.has(o)), many.has({}));  // expect: true false
for (i = 0; i < 2000; i++) { many.delete('key' + i); many.delete(i); many.delete(i + 0.5); }
print(many.size, many.values().next().value.i);  // expect: 500 0

// Operations.
var a = new Set([1, 2, 3, 4]), b = new Set([6, 4, 2]);
print(list(a.union(b)), '|', list(a.intersection(b)), '|', list(b.intersection(a)), '|', list(a.difference(b)));
// expect: 1 2 3 4 6 | 4 2 | 4 2 | 1 3
print(list(a.symmetricDifference(b)));  // expect: 1 3 6
print(a.isSubsetOf(b), new Set([2, 4]).isSubsetOf(b), b.isSupersetOf(new Set([2])), a.isSupersetOf(b));
// expect: false true true false
print(a.isDisjointFrom(b), a.isDisjointFrom(new Set([9])));  // expect: false true

// What is only like a set.
var log = [];
function like(size, values) {
  return {
    get size() { log.push('size'); return size; },
    get has() { log.push('get has'); return function (v) { log.push('has ' + v); return values.includes(v); }; },
    get keys() { log.push('get keys'); return function () { log.push('keys'); return values[Symbol.iterator](); }; },
  };
}
var methods = ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'];
for (var method of methods) {
  for (var size of [1, Infinity]) {
    log = [];
    var result = a[method](like(size, [2, 9]));
    print(method, size, result instanceof Set ? list(result) : result, log.join(','));
// expect: union 1 1 2 3 4 9 size,get has,get keys,keys
// expect: union Infinity 1 2 3 4 9 size,get has,get keys,keys
// expect: intersection 1 2 size,get has,get keys,keys
// expect: intersection Infinity 2 size,get has,get keys,has 1,has 2,has 3,has 4
// expect: difference 1 1 3 4 size,get has,get keys,keys
// expect: difference Infinity 1 3 4 size,get has,get keys,has 1,has 2,has 3,has 4
// expect: symmetricDifference 1 1 3 4 9 size,get has,get keys,keys
// expect: symmetricDifference Infinity 1 3 4 9 size,get has,get keys,keys
// expect: isSubsetOf 1 false size,get has,get keys
// expect: isSubsetOf Infinity false size,get has,get keys,has 1
// expect: isSupersetOf 1 false size,get has,get keys,keys
// expect: isSupersetOf Infinity false size,get has,get keys
// expect: isDisjointFrom 1 false size,get has,get keys,keys
// expect: isDisjointFrom Infinity false size,get has,get keys,has 1,has 2
  }
}
// It changes the set while it is asked.
var changing = new Set([1, 2, 3]);
function change(v) {
  if (v === 1) { changing.delete(2); changing.add(8); }
  return true;
}
print(list(changing.intersection({ size: 9, has: change, keys() {} })));  // expect: 1 3 8
changing = new Set([1, 2, 3]);
print(list(changing.difference({ size: 9, has(v) { changing.clear(); return v === 1; }, keys() {} })), changing.size);
// expect: 2 3 0
// An answer that comes early closes.
var closed = 0;
var ones = { next() { return { value: 1, done: false }; }, return() { closed++; return {}; } };
var endless = { size: 2, has() {}, keys() { return ones; } };
print(a.isDisjointFrom(endless), closed, new Set([5, 6, 7]).isSupersetOf(endless), closed);  // expect: false 1 false 2
var none = { size: 1, has() {}, keys() {} };
for (var bad of [undefined, [1], { size: NaN }, { size: -1 }, { size: 1, has: 1 }, { size: 1, has() {}, keys: 1 }, none]) {
  try { print(a.union(bad)); } catch (error) { print(error.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
}
try { Set([]); } catch (error) { print(error.message); }  // expect: Constructor Set requires 'new'
print(Object.prototype.toString.call(a), Object.prototype.toString.call(a.values()));
// expect: [object Set] [object Set Iterator]
class Mine extends Set { add(v) { return super.add(v * 2); } }
print(list(new Mine([1, 2])), new Mine().union(a) instanceof Mine, Set.prototype.union.length);  // expect: 2 4 false 1
