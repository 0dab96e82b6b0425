// flat, flatMap, and the methods that leave their array as it is.
// not for node: version 20 has neither Object.groupBy nor Array.fromAsync
function attempt(what) { try { return what(); } catch (error) { return error.name; } }
const list = [3, , 1, undefined, 2];
print(list.toSorted().join('|'), list.toReversed().join('|'), list.with(-1, 9).join('|'), list.toSpliced(1, 2, 'a', 'b', 'c').join('|'));
// expect: 1|2|3|| 2||1||3 3||1||9 3|a|b|c||2
print(1 in list.toReversed(), 3 in list.toSorted(), 1 in list.with(0, 0), 1 in list.toSpliced(0, 0), list.length, 1 in list);
// expect: true true true true 5 false
print([5, 1, 4].toSorted((a, b) => b - a).join(), attempt(() => [].toSorted(null)), attempt(() => [1].with(1, 0)), attempt(() => [1].with(-2, 0)));
// expect: 5,4,1 TypeError RangeError RangeError
print(attempt(() => Array.prototype.toReversed.call({ length: 2 ** 32 })), attempt(() => Array.prototype.with.call({ length: 2 ** 53 - 1 }, 0, 0)));
// expect: RangeError RangeError
print(attempt(() => Array.prototype.toSpliced.call({ length: 2 ** 53 - 1 }, 0, 0, 1))); // expect: TypeError
class Mine extends Array { }
const mine = Mine.from([1, [2]]);
print(mine.toReversed() instanceof Mine, mine.flat() instanceof Mine, mine.map(x => x) instanceof Mine, mine.with(0, 1).constructor.name);
// expect: false true true Array

// Depths: own stack, so that nothing is too deep; what contains itself has no end.
let deep = ['end'];
for (let i = 0; i < 5000; i++) deep = [deep];
print(deep.flat(Infinity).join(), [1, [2, [3, [4]]]].flat().length, [1, [2, [3, [4]]]].flat(2).length, [[1]].flat(-1).length, [[1]].flat('1')[0]);
// expect: end 3 4 1 1
const circle = [1];
circle.push(circle);
print(attempt(() => circle.flat(Infinity)), circle.flat(3).length); // expect: RangeError 5
print([1, 2].flatMap(x => [x, [x * 2]]).length, [, 1].flatMap(x => x).length, attempt(() => [].flatMap()));
// expect: 4 1 TypeError
print([[, 1], new Proxy([2, 3], {})].flat().join('|')); // expect: 1|2|3

// Callbacks that change the array.
const shrinking = [1, 2, 3, 4];
print(shrinking.flatMap(x => { shrinking.length = 2; return [x, x]; }).join(), [3, 1, 2].toSorted((a, b) => { shrinking.length = 0; return a - b; }).join());
// expect: 1,1,2,2 1,2,3
const growing = [1, 2];
print(growing.flatMap(x => { growing.push(x); return x; }).join()); // expect: 1,2

// Objects of entries and of groups.
const symbol = Symbol();
const made = Object.fromEntries([['a', 1], [symbol, 2], [1, 3], ['__proto__', 4]]);
print(Object.keys(made).join(), made[symbol], Object.getPrototypeOf(made) === Object.prototype, Object.fromEntries(new Map([['x', 'y']])).x);
// expect: 1,a,__proto__ 2 true y
let closed = 0;
const entries = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {}; } }) };
print(attempt(() => Object.fromEntries(entries)), closed, attempt(() => Object.fromEntries()), attempt(() => Object.groupBy(null, x => x)));
// expect: TypeError 1 TypeError TypeError
const groups = Object.groupBy([1, 2, 3, 'four'], (x, i) => i === 3 ? '__proto__' : x % 2 ? 'odd' : 'even');
print(Object.getPrototypeOf(groups), Object.keys(groups).join(), groups.odd.join(), Object.hasOwn(groups, '__proto__'));
// expect: null odd,even,__proto__ 1,3 true

// What is awaited: values, mapped values, what array-likes and sync iterables have. Failures close the iterator.
async function tell(what) { try { print(await what()); } catch (error) { print(error.name || error); } }
async function* numbers() { try { yield 1; yield 2; yield 3; } finally { print('closed'); } }
(async () => {
    await tell(async () => (await Array.fromAsync(numbers())).join());
    await tell(async () => (await Array.fromAsync([Promise.resolve(1), 2], async x => x * 2)).join());
    await tell(async () => (await Array.fromAsync({ length: 2, 0: Promise.resolve('a'), 1: 'b' })).join());
    await tell(() => Array.fromAsync(numbers(), x => { if (x === 2) throw new RangeError(); return x; }));
    await tell(() => Array.fromAsync(numbers(), x => x === 2 ? Promise.reject('rejected') : x));
    await tell(() => Array.fromAsync([Promise.reject('first'), 1]));
    await tell(() => Array.fromAsync(null));
    await tell(() => Array.fromAsync([], 1));
    await tell(async () => (await Array.fromAsync.call(Mine, [1])) instanceof Mine);
    await tell(() => Array.fromAsync.call(class { constructor() { return Object.freeze({}); } }, numbers()));
    await tell(() => Array.fromAsync({ [Symbol.asyncIterator]: () => ({ next: () => 1 }) }));
})();
// expect: closed
// expect: 1,2,3
// expect: 2,4
// expect: a,b
// expect: closed
// expect: RangeError
// expect: closed
// expect: rejected
// expect: first
// expect: TypeError
// expect: TypeError
// expect: true
// expect: closed
// expect: TypeError
// expect: TypeError
