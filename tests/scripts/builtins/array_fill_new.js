// Array.prototype.fill of arrays that have a length and no elements yet.
function show(a) { return a.length + ":" + Object.keys(a).length + ":" + String(a.slice(0, 6)); }

print(show(new Array(5).fill(1))); // expect: 5:5:1,1,1,1,1
print(show(new Array(10000).fill("x", 0, 4100))); // expect: 10000:4100:x,x,x,x,x,x
print(show(new Array(10000).fill(0))); // expect: 10000:10000:0,0,0,0,0,0
var a = [1, 2];
a.length = 6;
print(show(a.fill(3, 2)), show(a.fill(4, 1, 3))); // expect: 6:6:1,2,3,3,3,3 6:6:1,4,4,3,3,3
a = [1];
a.length = 6;
print(show(a.fill(5, 2, 4)), 1 in a, 2 in a, 4 in a); // expect: 6:3:1,,5,5,, false true false
a = new Array(4);
a[2] = 7;
print(show(a.fill(8, 0, 2)), show(a)); // expect: 4:3:8,8,7, 4:3:8,8,7,

// Who may not grow.
a = Object.preventExtensions(new Array(3));
try { a.fill(1); } catch (e) { print(e.name, show(a)); } // expect: TypeError 3:0:,,
a = Object.defineProperty(new Array(3), "length", { writable: false });
print(show(a.fill(1))); // expect: 3:3:1,1,1

// What prototypes have stands in the way.
var log = [];
Object.defineProperty(Array.prototype, 1, { set(value) { log.push(value); }, configurable: true });
print(show(new Array(3).fill(9)), log.join()); // expect: 3:2:9,,9 9
delete Array.prototype[1];
class Watched extends Array { set 0(value) { log.push("own " + value); } }
print(show(new Watched(3).fill(2)), log.join()); // expect: 3:2:,2,2 9,own 2

// Positions that change the array.
a = new Array(5);
print(show(a.fill(1, { valueOf() { a.push(6); return 0; } }))); // expect: 6:6:1,1,1,1,1,6
a = new Array(5);
print(show(a.fill(1, { valueOf() { a.length = 2; return 0; } }))); // expect: 5:5:1,1,1,1,1
print(Array.prototype.fill.call({ length: 2 }, 1)[1]); // expect: 1
