// not for node: the one that was at hand has none of these
// Iterator.prototype.chunks, windows, includes and join.

var log = [];
function source(count, throwAt) {
  var at = 0;
  return {
    __proto__: Iterator.prototype,
    next() {
      log.push(at);
      if (at === throwAt) throw new Error('it fails');
      return { value: at++, done: at > count };
    },
    return() { log.push('closed'); return {}; },
  };
}
function show(f) {
  log = [];
  try { var result = JSON.stringify(f()); } catch (error) { result = error.name + ': ' + error.message; }
  print(result + ' [' + log.join(', ') + ']');
}

show(() => source(5).chunks(2).toArray());  // expect: [[0,1],[2,3],[4]] [0, 1, 2, 3, 4, 5]
show(() => source(4).chunks(2).toArray());  // expect: [[0,1],[2,3]] [0, 1, 2, 3, 4]
show(() => source(0).chunks(2).toArray());  // expect: [] [0]
show(() => source(9, 3).chunks(2).toArray());  // expect: Error: it fails [0, 1, 2, 3]
show(() => { var c = source(9).chunks(2); c.next(); c.return(); return c.next(); });  // expect: {"done":true} [0, 1, closed]
show(() => { var c = source(1).chunks(2); c.next(); return c.return(); });  // expect: {"done":true} [0, 1]
show(() => { for (var c of source(9).chunks(3)) break; return c; });  // expect: [0,1,2] [0, 1, 2, closed]
show(() => source(1).chunks('1'));  // expect: TypeError: "1" is not a size: it must be an integer [closed]
show(() => source(1).chunks(1.5));  // expect: TypeError: 1.5 is not a size: it must be an integer [closed]
show(() => source(1).chunks(0));  // expect: RangeError: 0 is not a size: it must be from 1 to 4294967295 [closed]
show(() => source(4).windows(2).toArray());  // expect: [[0,1],[1,2],[2,3]] [0, 1, 2, 3, 4]
show(() => source(2).windows(3).toArray());  // expect: [] [0, 1, 2]
show(() => source(2).windows(3, 'allow-partial').toArray());  // expect: [[0,1]] [0, 1, 2]
show(() => source(3).windows(3, 'allow-partial').toArray());  // expect: [[0,1,2]] [0, 1, 2, 3]
show(() => source(0).windows(3, 'allow-partial').toArray());  // expect: [] [0]
show(() => { var w = source(9).windows(2); w.next().value.length = 0; return w.next().value; });  // expect: [1,2] [0, 1, 2]
show(() => source(3).windows(1, 'partial'));  // expect: TypeError: "partial" is neither 'only-full' nor 'allow-partial' [closed]
show(() => source(9).includes(3));  // expect: true [0, 1, 2, 3, closed]
show(() => source(3).includes(7));  // expect: false [0, 1, 2, 3]
show(() => source(9).includes(1, 2));  // expect: false [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
show(() => [NaN, -0].values().includes(NaN) && [-0].values().includes(0));  // expect: true []
show(() => source(9).includes(1, -1));  // expect: RangeError: -1 is not a number of elements: it must be from 0 to 9007199254740991, or Infinity [closed]
show(() => source(9).includes(1, NaN));  // expect: TypeError: NaN is not a number of elements: it must be an integer [closed]
show(() => [1, null, 'a', undefined, 2n].values().map((x) => x).join('-'));  // expect: "1--a--2" []
show(() => source(3).join());  // expect: "0,1,2" [0, 1, 2, 3]
show(() => source(3).map(() => Symbol()).join());  // expect: TypeError: Cannot convert a Symbol value to a string [0, closed]
show(() => source(3).join(Symbol()));  // expect: TypeError: Cannot convert a Symbol value to a string [closed]

// They are iterators in the middle of everything: of generators, of each other.
function* numbers() { try { yield* [1, 2, 3, 4, 5]; } finally { print('finally'); } }
for (const pair of numbers().chunks(2).windows(2)) { print(pair.join('|')); break; }
// expect: 1,2|3,4
// expect: finally
