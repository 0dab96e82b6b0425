// What is behind the holes of arrays, and of objects that are like them.

var list = [1, , 3];
print(list[1], 1 in list, list.indexOf(undefined)); // expect: undefined false -1
new String("boxed"), Object.create({ 1: "elsewhere" }), Object.create([7, 8]);
print(list[1], list.slice(0, 2).length, list.concat().hasOwnProperty(1)); // expect: undefined 2 false
var heir = [1, , 3];
heir.__proto__ = [4, 5, 6, 7];
print(heir[1], heir[3], 1 in heir, heir.indexOf(5), heir.slice().hasOwnProperty(1)); // expect: 5 7 true 1 true
heir[3] = "own";
print(heir.length, heir.hasOwnProperty(3)); // expect: 4 true
Object.defineProperty(Object.prototype, 1, { get: function () { return "above" }, set: function (v) { print("set", v) }, configurable: true });
print(list[1], 1 in list, list.slice().hasOwnProperty(1)); // expect: above true true
list[1] = 2; // expect: set 2
[, ,].forEach(function (value, index) { print(index, value) }); // expect: 1 above
var grown = [0];
grown[1] = "again"; // expect: set again
print(grown.length); // expect: 1
delete Object.prototype[1];
print(list[1], 1 in list); // expect: undefined false
grown[1] = "now";
print(grown.length); // expect: 2
Array.prototype[2] = "array";
print([1, 2, , 4][2], [1, 2, , 4].join()); // expect: array 1,2,array,4
Array.prototype.length = 0;
print([1, 2, , 4][2]); // expect: undefined

// Filled from the end, dense in the end.
var filled = [];
for (var i = 999; i >= 0; i--) filled[i + 5000] = i;
print(filled.length, filled[5000], filled[4999], filled.indexOf(999)); // expect: 6000 0 undefined 5999
for (var i = 4999; i >= 0; i--) filled[i] = -i;
print(filled[0], filled[4999], Object.keys(filled).length); // expect: 0 -4999 6000
filled.length = 10;
print(filled.join()); // expect: 0,-1,-2,-3,-4,-5,-6,-7,-8,-9
