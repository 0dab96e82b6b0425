// not for node: the one that was at hand has no Iterator.zip
// Iterator.zip and Iterator.zipKeyed: modes, padding, and what is closed when.

var log = [];
function source(name, count, throwAt) {
  var at = 0;
  return {
    next() {
      log.push(name + at);
      if (at === throwAt) throw new Error(name + ' fails');
      return { value: name + at++, done: at > count };
    },
    return() { log.push(name + ' closed'); return {}; },
    [Symbol.iterator]() { return this; },
  };
}
function show(f) {
  log = [];
  try { var result = JSON.stringify(f()); } catch (error) { result = error.name + ': ' + error.message; }
  print(result + ' [' + log.join(', ') + ']');
}

show(() => Iterator.zip([[1, 2, 3], ['a', 'b']]).toArray());  // expect: [[1,"a"],[2,"b"]] []
show(() => Iterator.zip([source('a', 2), source('b', 1)]).toArray());  // expect: [["a0","b0"]] [a0, b0, a1, b1, a closed]
show(() => Iterator.zip([source('a', 1), source('b', 2)], { mode: 'longest' }).toArray());  // expect: [["a0","b0"],[null,"b1"]] [a0, b0, a1, b1, b2]
show(() => Iterator.zip([source('a', 1), source('b', 2), source('c', 0)], { mode: 'longest', padding: ['x', 'y'] }).toArray());  // expect: [["a0","b0",null],["x","b1",null]] [a0, b0, c0, a1, b1, b2]
show(() => Iterator.zip([source('a', 2), source('b', 1)], { mode: 'strict' }).toArray());  // expect: TypeError: The iterators do not end together, as the mode 'strict' asks for [a0, b0, a1, b1, a closed]
show(() => Iterator.zip([source('a', 1), source('b', 2), source('c', 2)], { mode: 'strict' }).toArray());  // expect: TypeError: The iterators do not end together, as the mode 'strict' asks for [a0, b0, c0, a1, b1, c closed, b closed]
show(() => Iterator.zip([source('a', 1), source('b', 1)], { mode: 'strict' }).toArray());  // expect: [["a0","b0"]] [a0, b0, a1, b1]
show(() => Iterator.zip([source('a', 3), source('b', 3, 1), source('c', 3)]).toArray());  // expect: Error: b fails [a0, b0, c0, a1, b1, c closed, a closed]
show(() => Iterator.zip([]).toArray());  // expect: [] []
show(() => Iterator.zip([source('a', 1), 5]));  // expect: TypeError: 5 is not an object [a closed]
show(() => Iterator.zip([source('a', 1)], { mode: 'other' }));  // expect: TypeError: "other" is not a value of the option 'mode' []
show(() => Iterator.zip([source('a', 1)], { mode: 'longest', padding: 1 }));  // expect: TypeError: The padding 1 is not an object []
show(() => Iterator.zip([source('a', 1)], 1));  // expect: TypeError: 1 is not an object []
show(() => Iterator.zip('abc'));  // expect: TypeError: "abc" is not an object []
show(() => Iterator.zip([source('a', 1), source('b', 1)]).return());  // expect: {"done":true} [b closed, a closed]
show(() => { var z = Iterator.zip([source('a', 3), source('b', 3)]); z.next(); z.return(); return z.next(); });  // expect: {"done":true} [a0, b0, b closed, a closed]
show(() => { for (var pair of Iterator.zip([source('a', 3), source('b', 3)])) break; return pair; });  // expect: ["a0","b0"] [a0, b0, b closed, a closed]
show(() => Iterator.zip([source('a', 1)], { mode: 'longest', padding: source('p', 5) }).toArray());  // expect: [["a0"]] [p0, p closed, a0, a1]
show(() => Iterator.zip([source('a', 1)], { mode: 'longest', padding: source('p', 5, 0) }).toArray());  // expect: Error: p fails [p0, a closed]
show(() => Iterator.zipKeyed({ one: [1, 2], two: source('b', 1), none: undefined }).toArray());  // expect: [{"one":1,"two":"b0"}] [b0, b1]
show(() => Iterator.zipKeyed({ one: [1, 2], two: ['x'] }, { mode: 'longest', padding: { two: 'y', one: 'z' } }).toArray());  // expect: [{"one":1,"two":"x"},{"one":2,"two":"y"}] []
show(() => Object.getPrototypeOf(Iterator.zipKeyed({ one: [1] }).next().value));  // expect: null []
show(() => Iterator.zipKeyed([[1], [2]]).toArray());  // expect: [{"0":1,"1":2}] []
show(() => Iterator.zipKeyed({ a: source('a', 1), get b() { throw new RangeError('no b') } }));  // expect: RangeError: no b [a closed]
show(() => Iterator.zipKeyed({ a: source('a', 1), b: 'text' }));  // expect: TypeError: "text" is not an object [a closed]
show(() => Reflect.ownKeys(Iterator.zipKeyed({ [Symbol.iterator]: [1], 1: [2], z: [3] }).next().value).map(String));  // expect: ["1","z","Symbol(Symbol.iterator)"] []

// One that asks itself for more.
var self;
show(() => {
  self = Iterator.zip([{ next() { return self.next() }, return() { log.push('closed'); return self.return() } }]);
  return self.next();
});  // expect: TypeError: Generator is already running []
// One that is closed while others are.
show(() => {
  var z = Iterator.zip([{ next() { return { done: false } }, return() { log.push('first'); z.return(); return {} } }, source('b', 0)]);
  return z.next();
});  // expect: TypeError: Generator is already running [b0, first]
print(Iterator.zip.length, Iterator.zip.name, Iterator.zipKeyed.length, Iterator.zipKeyed.name);  // expect: 1 zip 1 zipKeyed
print(Object.prototype.toString.call(Iterator.zip([])));  // expect: [object Iterator Helper]
