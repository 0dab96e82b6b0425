// slow: ten thousands of stores, each with a collection
// An array with an accessor keeps its elements in a map, which is not looked through at each store: that would take minutes.
var length = 1 << 15;
var array = [];
for (var i = 0; i < length; i++) array[i] = i;
Object.defineProperty(array, length - 1, { get: function () { return "got"; }, configurable: true, enumerable: true });
for (var round = 0; round < 4; round++) for (i = 0; i < length - 1; i++) array[i] = i + round;
print(array[0], array[length - 2], array[length - 1]); // expect: 3 32769 got
for (i = 0; i < 20000; i++) { delete array[3]; array[3] = i; }
print(array[3], Object.keys(array).length); // expect: 19999 32768
// The same where one element is plain now and then.
Object.defineProperty(array, length - 1, { value: "plain", writable: true });
for (i = 0; i < 300; i++) {
  Object.defineProperty(array, 7, { writable: false });
  array[7] = "refused";
  Object.defineProperty(array, 7, { writable: true });
  array[7] = i;
}
print(array[7], array[8], array[length - 1], array.length, array.indexOf("refused")); // expect: 299 11 plain 32768 -1
// From the back, and with gaps, maps grow to be vectors.
var back = [];
for (i = 5000; i >= 0; i--) back[i * 3] = i;
print(back.length, back[15000], back[14999], back[3], Object.keys(back).length); // expect: 15001 5000 undefined 1 5001
// Locked again, an object stays what it is; and more can be locked of it.
var locked = { a: 1, get b() { return 2; } };
Object.preventExtensions(Object.preventExtensions(locked));
locked.a = 3;
Object.seal(Object.seal(locked));
locked.a = 4;
for (i = 0; i < 3; i++) Object.freeze(locked);
locked.a = 5;
print(locked.a, locked.b, delete locked.a, Object.isFrozen(locked)); // expect: 4 2 false true
// What gets behind arrays later, and what gets behind that, is seen through their holes.
var far = {}, near = Object.create(far), hole = function () { return [, 1][0]; };
Object.setPrototypeOf(Array.prototype, near);
print(hole()); // expect: undefined
var farther = { 1: "unseen" };
Object.setPrototypeOf(far, farther);
print(hole(), [, ,][1]); // expect: undefined unseen
farther[0] = "farther";
print(hole()); // expect: farther
Object.setPrototypeOf(Array.prototype, Object.prototype);
print(hole()); // expect: undefined
