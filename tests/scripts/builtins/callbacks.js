// Functions that native code calls again and again, one call after the other without leaving the loop: each way such a call can end, and what
// can happen between two of them.
const numbers = [5, 3, 9, 1, 7, 3, 8, 2, 6, 4, 11, 0, 10, 12, 15, 13, 14];

// A throw in a later call ends it, from the callback or from what is done with its value.
function where(run) {
  try {
    return run();
  } catch (error) {
    return 'caught ' + (error.message || error);
  }
}
print(where(() => numbers.map((x) => { if (x === 7) throw 'at seven'; return x; }))); // expect: caught at seven
let calls = 0;
print(where(() => numbers.slice().sort((a, b) => { if (++calls === 20) throw 'at the twentieth'; return a - b; })), calls);
// expect: caught at the twentieth 20
print(where(() => [2, 1, 3].sort(() => ({ valueOf() { throw 'of the order'; } })))); // expect: caught of the order
print(where(() => [2, 1].sort(() => Symbol.iterator)) !== undefined); // expect: true
print(where(() => new Uint8Array([1, 2, 3]).map((x) => { if (x === 3) throw 'at three'; return x; })));
// expect: caught at three
print(where(() => numbers.reduce((sum, x) => { if (x === 1) throw 'sum is ' + sum; return sum + x; })));
// expect: caught sum is 17

// One that catches its own, and a `finally` on the way.
print(numbers.map((x) => { try { if (x & 1) throw x; return 'even'; } catch (odd) { return odd; } finally { calls++; } }).join());
// expect: 5,3,9,1,7,3,even,even,even,even,11,even,even,even,15,13,even

// Closures are made in it, so that its scopes are closed; each has a variable of its own.
print(numbers.map((x) => { let own = x * 2; return () => own++; }).map((f) => f() + f()).join());
// expect: 21,13,37,5,29,13,33,9,25,17,45,1,41,49,61,53,57
// Its last call is in tail position; a generator; an async function; one with `arguments`.
const twice = (x) => x * 2;
print(numbers.map(function (x) { 'use strict'; return twice(x); }).join());
// expect: 10,6,18,2,14,6,16,4,12,8,22,0,20,24,30,26,28
print(numbers.map(function* (x) { yield x; yield x + 1; }).map((it) => [...it].length).join(''));
// expect: 22222222222222222
print(numbers.map(async (x) => x).every((p) => p instanceof Promise)); // expect: true
print(numbers.map(function () { return arguments.length + arguments[1]; }).join());
// expect: 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
print(numbers.map(function (...all) { return all.length; }).join('')); // expect: 33333333333333333
print(numbers.filter(function (x) { return this.has(x); }, new Set([1, 2, 3])).join()); // expect: 3,1,3,2

// What is called is native, bound, a proxy, a class.
print(numbers.map(Math.sqrt).map(Math.floor).join(), numbers.map(function (y, x) { return this + x + y; }.bind(100, 1)).join());
// expect: 2,1,3,1,2,1,2,1,2,2,3,0,3,3,3,3,3 106,104,110,102,108,104,109,103,107,105,112,101,111,113,116,114,115
print(numbers.filter(new Proxy((x) => x > 8, {})).join()); // expect: 9,11,10,12,15,13,14
print(where(() => [1].map(class A {})).slice(0, 6)); // expect: caught

// One within the other, deeper and deeper.
print(numbers.map((x) => numbers.slice().sort((a, b) => [a, b].reduce((p, q) => p - q))[x % 5]).join());
// expect: 0,3,3,1,2,3,3,2,1,3,1,0,0,2,0,3,3
const nest = (depth) => (depth === 0 ? 0 : [depth, depth].map(() => nest(depth - 1)).reduce((a, b) => a + b, 1));
print(nest(7)); // expect: 127
const deep = (depth) => (depth === 0 ? 0 : 1 + deep(depth - 1));
print([100, 2000, 5, 1000].map(deep).join()); // expect: 100,2000,5,1000

// The list changes under it.
const growing = [1, 2, 3];
print(growing.map((x) => { if (growing.length < 10) growing.push(x + 10); return x; }).join(), growing.length);
// expect: 1,2,3 6
const shrinking = [1, 2, 3, 4, 5, 6];
print(shrinking.filter(() => { shrinking.pop(); return true; }).join()); // expect: 1,2,3
const sorted = numbers.slice();
sorted.sort((a, b) => { sorted.length = 0; return a - b; });
print(sorted.join()); // expect: 0,1,2,3,3,4,5,6,7,8,9,10,11,12,13,14,15
const entries = new Map([[1, 'a'], [2, 'b'], [3, 'c']]);
const seen = [];
entries.forEach((value, key) => { seen.push(key + value); if (key < 3) entries.delete(key); if (entries.size < 3 && key < 6) entries.set(key + 3, value); });
print(seen.join()); // expect: 1a,2b,3c,4a,5b
const bytes = new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 })).fill(1);
print(bytes.map((x, i) => { if (i === 1) bytes.buffer.resize(2); return x === undefined ? 9 : x; }).join());
// expect: 1,1,9,9
print(bytes.reduce((a, b) => a + '+' + b), new Float64Array([3, -1, 2]).sort((a, b) => b - a).join());
// expect: 1+1 3,2,-1

// Holes, getters, array-likes.
print([, 1, , 2, ,].reduce((a, b) => a + b), [, 1, , 2].map((x) => x).length, [, , 3].findIndex((x) => x === undefined));
// expect: 3 4 0
const getters = { length: 3, get 0() { return [4, 5].map((x) => x).join('/'); }, 2: 'two' };
print(Array.prototype.map.call(getters, (x, i) => i + ':' + x).join(), Array.from(getters, (x) => x).join());
// expect: 0:4/5,,2:two 4/5,,two
print(where(() => Array.prototype.reduce.call({ length: 2 }, () => 0)));
// expect: caught Reduce of empty array with no initial value
print(new BigInt64Array([3n, -1n, 2n]).map((x) => x * 2n).sort((a, b) => (a < b ? -1 : 1)).join()); // expect: -2,4,6

// The order is kept among equals; all lengths.
for (const length of [0, 1, 2, 7, 8, 9, 16, 17, 31, 64, 65, 300]) {
  const list = Array.from({ length }, (_, i) => ({ key: (i * 7919) % 13, i }));
  const found = list.sort((a, b) => a.key - b.key).every((x, i) => i === 0 || list[i - 1].key < x.key || (list[i - 1].key === x.key && list[i - 1].i < x.i));
  if (!found) print('not sorted', length);
}
// Orders that contradict themselves lose nothing.
print(numbers.slice().sort(() => 1).length, new Set(numbers.slice().sort(() => (calls++ % 3) - 1)).size);
// expect: 17 16
print(numbers.slice().sort((a, b) => (a < b ? '-1' : '1')).join(), numbers.slice().sort(() => NaN).join() === numbers.join());
// expect: 0,1,2,3,3,4,5,6,7,8,9,10,11,12,13,14,15 true
