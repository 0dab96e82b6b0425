// not for node: the one that was at hand has no iterator helpers
// Iterator, its helpers, and what they close.

var log = [];
function source(count, throwAt) {
  var at = 0;
  return {
    __proto__: Iterator.prototype,
    next() {
      log.push('next');
      if (at === throwAt) throw new Error('source');
      return { value: at++, done: at > count };
    },
    return() { log.push('return'); return {}; },
  };
}
function show(f) {
  log = [];
  try { var result = f(); } catch (error) { result = error.name + ' ' + error.message; }
  print(result + ' [' + log.join(' ') + ']');
}

show(() => source(3).map((x, i) => x * 10 + i).toArray());  // expect: 0,11,22 [next next next next]
show(() => source(5).filter(x => x % 2).toArray());  // expect: 1,3 [next next next next next next]
show(() => source(5).take(2).toArray());  // expect: 0,1 [next next return]
show(() => source(5).take(0).toArray());  // expect:  [return]
show(() => source(5).drop(3).toArray());  // expect: 3,4 [next next next next next next]
show(() => source(2).drop(3).toArray());  // expect:  [next next next]
show(() => source(3).flatMap(x => [x, -x]).toArray());  // expect: 0,0,1,-1,2,-2 [next next next next]
show(() => source(3).flatMap(x => x + ''));  // expect: [object Iterator Helper] []
show(() => source(3).flatMap(x => x + '').toArray());  // expect: TypeError "0" is not an object [next return]
show(() => source(3).reduce((a, b) => a + b));  // expect: 3 [next next next next]
show(() => source(0).reduce((a, b) => a + b));  // expect: TypeError Reduce of a done iterator with no initial value [next]
show(() => source(3).reduce((a, b) => a + b, 'x'));  // expect: x012 [next next next next]
show(() => source(3).some(x => x === 1));  // expect: true [next next return]
show(() => source(3).every(x => x < 1));  // expect: false [next next return]
show(() => source(3).find(x => x === 1));  // expect: 1 [next next return]
show(() => source(3).find(x => x === 7));  // expect: undefined [next next next next]
show(() => source(3).forEach((x, i) => log.push(x + i)));  // expect: undefined [next 0 next 2 next 4 next]
show(() => source(3, 1).map(x => x).toArray());  // expect: Error source [next next]
show(() => source(3).map(x => { throw new Error('mapper'); }).toArray());  // expect: Error mapper [next return]
show(() => source(3).map());  // expect: TypeError undefined is not a function [return]
show(() => source(3).take(-1));  // expect: RangeError -1 is not a limit: it must be an integer from 0 on [return]
show(() => source(3).take(NaN));  // expect: RangeError NaN is not a limit: it must be an integer from 0 on [return]
show(() => source(3).drop({ valueOf() { throw new Error('limit'); } }));  // expect: Error limit [return]

// The end is told to who is below, once.
show(() => { for (var x of source(9).map(x => x).filter(x => x > 1)) return x; });  // expect: 2 [next next next return]
show(() => { var i = source(9).map(x => x); return [i.return().done, i.return().done, i.next().done]; });
// expect: true,true,true [return]
show(() => { var i = source(9).flatMap(x => source(2)); i.next(); return i.return().done; });
// expect: true [next next return return]
show(() => { var i = source(9).map(x => i.next()); return i.next(); });
// expect: TypeError Generator is already running [next return]
show(() => { var i = source(9).map(x => i.return()); return i.next(); });
// expect: TypeError Generator is already running [next return]
show(() => { var i = source(9).take(1); i.next(); return [i.next().done, i.next().done]; });  // expect: true,true [next return]

// One after the other.
show(() => Iterator.concat([1, 2], new Set([3]), { [Symbol.iterator]: () => source(2) }).toArray());
// expect: 1,2,3,0,1 [next next next]
show(() => { var i = Iterator.concat({ [Symbol.iterator]: () => source(5) }, 1); });  // expect: TypeError 1 is not an object []
show(() => { var i = Iterator.concat([], { [Symbol.iterator]: () => source(5) }); i.next(); i.return(); return i.next().done; });
// expect: true [next return]
show(() => Iterator.concat().next().done);  // expect: true []

// From whatever gives values.
show(() => Iterator.from('añ😀').toArray().length);  // expect: 3 []
show(() => Iterator.from({ next() { return { done: log.push('n') > 2, value: 1 }; } }).toArray());  // expect: 1,1 [n n n]
show(() => { var i = [1].values(); return Iterator.from(i) === i; });  // expect: true []
show(() => { var i = Iterator.from({ next() {}, return() { log.push('r'); return 7; } }); return i.return(); });  // expect: 7 [r]
show(() => Object.keys(Iterator.from({ next() {} }).return()));  // expect: value,done []
show(() => Iterator.from(5));  // expect: TypeError 5 is not an object []

// The constructor, and properties that are not what they seem.
show(() => new Iterator());  // expect: TypeError Abstract class Iterator not directly constructable []
show(() => Iterator());  // expect: TypeError Constructor Iterator requires 'new' []
class Mine extends Iterator { next() { return { done: true }; } }
show(() => [new Mine() instanceof Iterator, new Mine().toArray().length, Mine.prototype[Symbol.toStringTag]]);
// expect: true,0,Iterator []
show(() => { Iterator.prototype.constructor = 1; });  // expect: TypeError Cannot assign to this property of Iterator.prototype []
show(() => { var o = { __proto__: Iterator.prototype }; o.constructor = 5; o[Symbol.toStringTag] = 'T'; return o.constructor + o; });
// expect: 5[object T] []
print(Object.prototype.toString.call([].values().map(x => x)), [].values().constructor === Iterator);
// expect: [object Iterator Helper] true

// Long chains and far ends.
function deep(depth) {
  var chain = [1, 2, 3].values();
  for (var i = 0; i < depth; i++) chain = chain.map(x => x + 1);
  return chain.toArray();
}
print(deep(20));  // expect: 21,22,23
function* endless() { var n = 0; while (true) yield n++; }
print(endless().filter(x => x % 7 === 0).map(x => x * x).drop(2).take(3).toArray());  // expect: 196,441,784
print([...endless().take(Infinity).take(4)].join(''), Math.max(...new Set([3, 9, 4]).values().map(x => x * 2)));
// expect: 0123 18
var [first, second, ...rest] = new Map([[1, 2], [3, 4], [5, 6], [7, 8]]).keys().map(k => k * 3);
print(first, second, rest);  // expect: 3 9 15,21
for (var [index, letter] of ['a', 'b'].entries()) print(index + letter);
// expect: 0a
// expect: 1b
for (var letter of 'hé😀') print(letter.length);
// expect: 1
// expect: 1
// expect: 2
