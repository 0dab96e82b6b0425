// Searching in dense arrays, in arrays with holes, and among kinds of values that are equal without being the same.
const list = [1, 2.5, -0, NaN, 'text', undefined, null, 10n, , true, 1, 10n, 2.5];
const object = {};
list.push(object, object);

print(list.indexOf(1), list.lastIndexOf(1), list.includes(1)); // expect: 0 10 true
print(list.indexOf(2.5), list.lastIndexOf(2.5), list.includes(2.5)); // expect: 1 12 true
print(list.indexOf(0), list.lastIndexOf(0), list.includes(0), list.includes(-0)); // expect: 2 2 true true
print(list.indexOf(NaN), list.lastIndexOf(NaN), list.includes(NaN)); // expect: -1 -1 true
print(list.indexOf('te' + 'xt'), list.lastIndexOf('te' + 'xt'), list.includes('te' + 'xt')); // expect: 4 4 true
print(list.indexOf(undefined), list.lastIndexOf(undefined), list.includes(undefined), [, 1].includes(undefined), [, 1].indexOf(undefined));
// expect: 5 5 true true -1
print(list.indexOf(10n), list.lastIndexOf(10n), list.includes(10n), list.includes(10), list.indexOf(11n));
// expect: 7 11 true false -1
print(list.indexOf(object), list.lastIndexOf(object), list.includes(object), list.includes({}));
// expect: 13 14 true false
print(list.indexOf(true), list.lastIndexOf(false), list.includes(null), list.includes(7)); // expect: 9 -1 true false

print([1, 2, 1, 2].lastIndexOf(2, 2), [1, 2, 1, 2].lastIndexOf(1, -3), [1, 2, 1, 2].lastIndexOf(1, -9), [1, 2].lastIndexOf(2, undefined));
// expect: 1 0 -1 -1
print([1, 2, 1, 2].includes(1, 3), [1, 2, 1, 2].includes(1, -2), [1, 2].includes(1, Infinity), [1, 2].includes(1, -Infinity));
// expect: false true false true

// What is asked for where to begin may change the array.
const shrinking = [1, 2, 3, 4];
print(shrinking.lastIndexOf(2, { valueOf() { shrinking.length = 1; return 3; } }), shrinking.length); // expect: -1 1
const shortened = [1, 2, 3, 4];
print(shortened.includes(3, { valueOf() { shortened.length = 1; return 0; } }), shortened.includes(undefined, { valueOf() { shortened.push(1); return 1; } }));
// expect: false false
const emptied = [1, 2, 3];
print(emptied.includes(undefined, { valueOf() { emptied.length = 0; return 0; } }), emptied.length); // expect: true 0
// What comes to it meanwhile is beyond the length that was read before.
const lengthened = [1, 2];
const adding = (value, from) => ({ valueOf() { lengthened.push(value); return from; } });
print(lengthened.indexOf(3, adding(3, 0)), lengthened.includes(4, adding(4, 1)), lengthened.lastIndexOf(5, adding(5, 9)));
// expect: -1 false -1
print(lengthened.join(), lengthened.indexOf(5, adding(6, 9)), lengthened.indexOf(5, -1)); // expect: 1,2,3,4,5 -1 -1

// A prototype with an element is asked for what is missing.
Array.prototype[1] = 'inherited';
print([0, , 2].includes('inherited'), [0, , 2].lastIndexOf('inherited'), [0, , 2].indexOf('inherited'));
// expect: true 1 1
delete Array.prototype[1];
print([0, , 2].includes('inherited')); // expect: false

// Array methods on typed arrays, whose elements are BigInts made for each look.
const bigs = new BigInt64Array(3000);
bigs[2999] = -5n;
print(Array.prototype.indexOf.call(bigs, -5n), Array.prototype.includes.call(bigs, -5n), Array.prototype.lastIndexOf.call(bigs, 0n));
// expect: 2999 true 2998
print(Array.prototype.join.call(bigs, '').length, Array.prototype.indexOf.call(bigs, 1n)); // expect: 3001 -1
