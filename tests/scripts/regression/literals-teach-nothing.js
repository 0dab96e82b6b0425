// A member of an object literal is defined whatever prototypes have; an assignment is not.

function Pair(a) { this.a = a }
Pair.prototype = Object.prototype;
Object.defineProperty(Object.prototype, "a", { value: 0, writable: false, configurable: true });
for (var i = 0; i < 3; i++) ({ a: i });
print(new Pair(1).hasOwnProperty("a")); // expect: false
Object.defineProperty(Object.prototype, "a", { set: function (v) { print("set", v) }, configurable: true });
for (var i = 0; i < 3; i++) ({ a: i });
print(new Pair(2).hasOwnProperty("a"));
// expect: set 2
// expect: false
delete Object.prototype.a;
print(new Pair(3).hasOwnProperty("a")); // expect: true
