// Each site is asked again after what it has learned has changed.

function read(o) { return o.x }
function write(o, v) { o.x = v }
function again(action) { return action() + " " + action() + " " + action() }

// Absent, then there: on the object, above it, and in a dictionary.
var base = {}, object = Object.create(base);
print(again(function () { return read(object) })); // expect: undefined undefined undefined
base.x = 1;
print(again(function () { return read(object) })); // expect: 1 1 1
delete base.x;
print(again(function () { return read(object) })); // expect: undefined undefined undefined
Object.prototype.x = 2;
print(again(function () { return read(object) })); // expect: 2 2 2
delete Object.prototype.x;
var dictionary = { a: 1, b: 2 };
delete dictionary.a;
print(again(function () { return read(dictionary) })); // expect: undefined undefined undefined
dictionary.x = 3;
print(again(function () { return read(dictionary) })); // expect: 3 3 3
var inherits = Object.create({ x: 4 });
inherits.a = 1, delete inherits.a;
print(again(function () { return read(inherits) })); // expect: 4 4 4
inherits.x = 5;
print(again(function () { return read(inherits) })); // expect: 5 5 5

// Getters and setters, own and inherited, replaced while the site is hot.
var counted = 0;
var accessor = { get x() { counted++; return this.y }, set x(v) { this.y = v * 2 } };
var heir = Object.create(accessor);
heir.y = 6;
print(again(function () { return read(heir) }), counted); // expect: 6 6 6 3
write(heir, 7), write(heir, 8);
print(read(heir)); // expect: 16
Object.defineProperty(accessor, "x", { get: function () { return "other" } });
print(again(function () { return read(heir) })); // expect: other other other
Object.defineProperty(accessor, "x", { value: "data", writable: false });
print(again(function () { return read(heir) })); // expect: data data data
write(heir, 9);
print(read(heir), Object.keys(heir).join()); // expect: data y
(function () {
    "use strict";
    for (var i = 0; i < 3; i++) {
        try { heir.x = i } catch (error) { print(error.name) } // expect: TypeError
        // expect: TypeError
        // expect: TypeError
    }
})();
var onlyGetter = { get x() { return 1 } };
write(onlyGetter, 2), write(onlyGetter, 2);
(function () {
    "use strict";
    for (var i = 0; i < 2; i++) {
        try { onlyGetter.x = i } catch (error) { print(error.name) } // expect: TypeError
        // expect: TypeError
    }
})();
var onlySetter = { set x(v) { } };
print(again(function () { return read(onlySetter) })); // expect: undefined undefined undefined

// Accessors that throw, return objects, are no script code, or are called as methods.
var thrower = { get x() { throw new RangeError("got") }, set x(v) { throw new RangeError("set " + v) } };
var caught = "";
for (var i = 0; i < 3; i++) {
    try { read(thrower) } catch (error) { caught += error.message + " " }
    try { write(thrower, i) } catch (error) { caught += error.message + " " }
}
print(caught); // expect: got set 0 got set 1 got set 2
var native = {};
Object.defineProperty(native, "x", { get: Object.prototype.toString, set: Object.prototype.hasOwnProperty });
print(again(function () { return read(native) })); // expect: [object Object] [object Object] [object Object]
write(native, 1), write(native, 1);
var method = { get m() { return function (a) { return this === method ? a : "lost" } } };
function callMethod(o) { return o.m(5) }
print(again(function () { return callMethod(method) })); // expect: 5 5 5
var bound = {};
Object.defineProperty(bound, "x", { get: function () { return this.z }.bind({ z: "bound" }) });
print(again(function () { return read(bound) })); // expect: bound bound bound
var value = 1;
var chained = { get x() { value++; return { get x() { return { x: value } } } } };
print(chained.x.x.x, chained.x.x.x); // expect: 2 3
function assigned(o) { return o.x = 10 }
print(again(function () { return assigned(accessor) })); // expect: 10 10 10
print(again(function () { return assigned(heir) + (heir.x += 1) })); // expect: 10data1 10data1 10data1

// Primitives.
function char(s) { return s.charCodeAt(0) }
function tell(v) { return v.tell }
print(char("a"), char("b"), char("c")); // expect: 97 98 99
String.prototype.charCodeAt = function () { return "mine" };
print(char("a"), char("b")); // expect: mine mine
print(again(function () { return tell("s") })); // expect: undefined undefined undefined
Object.defineProperty(String.prototype, "tell", { configurable: true, get: function () { "use strict"; return typeof this } });
print(again(function () { return tell("s") })); // expect: string string string
Object.defineProperty(Number.prototype, "tell", { get: function () { return typeof this } });
print(again(function () { return tell(1) }), tell("s"), tell(true)); // expect: object object object string undefined
Object.prototype.tell = "all";
print(again(function () { return tell(true) }), tell(1), tell("s")); // expect: all all all object string
delete Object.prototype.tell;
delete String.prototype.tell;
print(again(function () { return tell("s") })); // expect: undefined undefined undefined

// Locked objects share shapes, and stay locked.
function make() { return { x: 1, y: 2 } }
for (var i = 0; i < 3; i++) {
    var frozen = Object.freeze(make()), sealed = Object.seal(make()), closed = Object.preventExtensions(make());
    write(frozen, 5), write(sealed, 5), write(closed, 5);
    frozen.z = sealed.z = closed.z = 1;
    var values = [delete frozen.x, delete sealed.x, delete closed.x, read(frozen), read(sealed), read(closed), frozen.z, sealed.z, closed.z];
    print(values + "", Object.isFrozen(frozen), Object.isFrozen(sealed), Object.isSealed(sealed), Object.isExtensible(closed));
    // expect: false,false,true,1,5,,,, true false true false
    // expect: false,false,true,1,5,,,, true false true false
    // expect: false,false,true,1,5,,,, true false true false
}
var above = { x: 1 }, below = Object.create(above);
function add(o) { o.x = 2; return Object.keys(o).length }
print(add(Object.create(above)), add(Object.create(above))); // expect: 1 1
Object.freeze(above);
print(add(Object.create(above)), add(below)); // expect: 0 0
var list = Object.freeze([1, 2, 3]);
list[0] = 9, list[3] = 9, list.length = 0;
print(list.join(), Object.isFrozen(list), list.indexOf(2), list.slice(1).concat(list).join()); // expect: 1,2,3 true 1 2,3,1,2,3
try { "use strict"; list.push(4) } catch (error) { print(error.name, list.length) } // expect: TypeError 3
function Class() { } 
Object.freeze(Class);
print(typeof Class.prototype, Object.getOwnPropertyDescriptor(Class, "prototype").writable); // expect: object false

// The prototype of one that inherits gets another one.
var first = { x: "first" }, second = { x: "second" }, moves = Object.create(first);
print(again(function () { return read(moves) })); // expect: first first first
Object.setPrototypeOf(moves, second);
print(again(function () { return read(moves) })); // expect: second second second
var far = Object.create(Object.create(first));
print(again(function () { return read(far) })); // expect: first first first
Object.setPrototypeOf(Object.getPrototypeOf(far), second);
print(again(function () { return read(far) })); // expect: second second second
