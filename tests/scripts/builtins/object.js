// Object and Object.prototype.
print(Object.length, typeof Object, Object.name, Object.prototype.constructor === Object, Object.getPrototypeOf(Object.prototype));
// expect: 1 function Object true null
print(Object(5) instanceof Number, Object("s").length, typeof Object(true), Object(null), new Object(undefined), Object(Object) === Object);
// expect: true 1 object [object Object] [object Object] true
print(Object.keys({ b: 1, a: 2, 1: 3, 0: 4 }), Object.keys([5, , 6]), Object.keys("ab"), Object.keys(5), Object.keys(function () { }));
// expect: 0,1,b,a 0,2 0,1
print(Object.getOwnPropertyNames({ b: 1, a: 2, 1: 3 }), Object.getOwnPropertyNames([1, 2]), Object.getOwnPropertyNames("ab"), Object.getOwnPropertyNames(Object("x")));
// expect: 1,b,a 0,1,length 0,1,length 0,length
print(Object.getOwnPropertyNames(function () { "use strict"; }).sort(), Object.getOwnPropertyNames(Math.max).sort());
// expect: length,name,prototype length,name
var o = {};
Object.defineProperty(o, "hidden", { value: 1 });
print(o.hidden, Object.keys(o), JSON.stringify(Object.getOwnPropertyDescriptor(o, "hidden")));
// expect: 1  {"value":1,"writable":false,"enumerable":false,"configurable":false}
o.hidden = 2; print(o.hidden, delete o.hidden, o.hidden); // expect: 1 false 1
Object.defineProperty(o, "x", { value: 1, writable: true, enumerable: true, configurable: true });
Object.defineProperty(o, "x", { value: 2 });
print(o.x, JSON.stringify(Object.getOwnPropertyDescriptor(o, "x")));
// expect: 2 {"value":2,"writable":true,"enumerable":true,"configurable":true}
Object.defineProperty(o, "x", { get: function () { return "g"; } });
print(o.x, Object.getOwnPropertyDescriptor(o, "x").enumerable, "writable" in Object.getOwnPropertyDescriptor(o, "x"));
// expect: g true false
Object.defineProperty(o, "x", { value: 3 });
print(JSON.stringify(Object.getOwnPropertyDescriptor(o, "x")));
// expect: {"value":3,"writable":false,"enumerable":true,"configurable":true}
function fails(f) { try { f(); return "ok"; } catch (e) { return e.name; } }
print(fails(function () { Object.defineProperty(o, "hidden", { value: 5 }); }), fails(function () { Object.defineProperty(o, "hidden", { value: 1 }); }), fails(function () { Object.defineProperty(o, "hidden", { enumerable: true }); }), fails(function () { Object.defineProperty(o, "hidden", { configurable: true }); }));
// expect: TypeError ok TypeError TypeError
print(fails(function () { Object.defineProperty(o, "hidden", { writable: true }); }), fails(function () { Object.defineProperty(o, "hidden", { get: function () { } }); }), fails(function () { Object.defineProperty(o, "hidden", {}); }));
// expect: TypeError TypeError ok
print(fails(function () { Object.defineProperty(5, "x", {}); }), fails(function () { Object.defineProperty({}, "x", 5); }), fails(function () { Object.defineProperty({}, "x", { get: 5 }); }), fails(function () { Object.defineProperty({}, "x", { get: function () { }, value: 1 }); }), fails(function () { Object.defineProperty({}, "x", { set: function () { }, writable: true }); }), fails(function () { Object.defineProperty({}, "x", { get: undefined }); }));
// expect: TypeError TypeError TypeError TypeError TypeError ok
Object.defineProperties(o, { p: { value: "p", enumerable: true }, q: { get: function () { return "q"; } } });
print(o.p, o.q, Object.keys(o)); // expect: p q x,p
print(fails(function () { Object.defineProperties({}, { a: 5 }); }), fails(function () { Object.defineProperties({}, null); }), fails(function () { Object.defineProperties(1, {}); }));
// expect: TypeError TypeError TypeError
var proto = { inherited: "i" }, c = Object.create(proto, { own: { value: "o", enumerable: true } });
print(c.inherited, c.own, Object.getPrototypeOf(c) === proto, Object.keys(c)); // expect: i o true own
var bare = Object.create(null);
bare.x = 1;
print(bare.x, "toString" in bare, Object.getPrototypeOf(bare), fails(function () { String(bare); }), fails(function () { Object.create(); }), fails(function () { Object.create(5); }));
// expect: 1 false null TypeError TypeError TypeError
print(fails(function () { Object.getPrototypeOf(null); }), Object.getPrototypeOf(5) === Number.prototype, Object.getPrototypeOf("s") === String.prototype, fails(function () { Object.keys(null); }), fails(function () { Object.getOwnPropertyNames(undefined); }));
// expect: TypeError true true TypeError TypeError
var f = Object.freeze({ a: 1, b: { c: 2 } });
f.a = 9;
f.b.c = 9;
f.n = 1;
delete f.a;
print(JSON.stringify(f), Object.isFrozen(f), Object.isSealed(f), Object.isExtensible(f), Object.isFrozen(f.b));
// expect: {"a":1,"b":{"c":9}} true true false false
var s = Object.seal({ a: 1 });
s.a = 2;
s.b = 1;
delete s.a;
print(JSON.stringify(s), Object.isSealed(s), Object.isFrozen(s), Object.isExtensible(s));
// expect: {"a":2} true false false
var n = Object.preventExtensions({ a: 1 });
n.b = 1;
n.a = 2;
print(JSON.stringify(n), delete n.a, "a" in n, Object.isExtensible(n), Object.isFrozen(n), fails(function () { Object.defineProperty(n, "z", { value: 1 }); }));
// expect: {"a":2} true false false true TypeError
print(Object.isFrozen(5), Object.isSealed("s"), Object.isExtensible(1), Object.isFrozen({}), Object.isFrozen(Object.preventExtensions({})), Object.freeze(5), Object.seal("s"), Object.preventExtensions(null));
// expect: true true false false true 5 s null
var fa = Object.freeze([1, 2]);
fa[0] = 5;
fa[5] = 1;
fa.length = 0;
print(fa, fa.length, fails(function () { fa.push(3); }), fails(function () { fa.pop(); }), fails(function () { fa.sort(); }));
// expect: 1,2 2 TypeError TypeError TypeError
var sa = Object.seal([1, 2]);
sa[0] = 5;
sa[2] = 6;
print(sa, fails(function () { sa.push(1); }), fails(function () { sa.pop(); }), sa);
// expect: 5,2 TypeError TypeError 5,2
print({}.toString(), Object.prototype.toString.call(null), Object.prototype.toString.call(undefined), Object.prototype.toString.call(1), Object.prototype.toString.call("s"), Object.prototype.toString.call(true), Object.prototype.toString.call([]), Object.prototype.toString.call(function () { }), Object.prototype.toString.call(new Error), Object.prototype.toString.call(Math), Object.prototype.toString.call(JSON), (function () { return Object.prototype.toString.call(arguments); })(), Object.prototype.toString.call(new TypeError), Object.prototype.toString.call(Object("s")));
// expect: [object Object] [object Null] [object Undefined] [object Number] [object String] [object Boolean] [object Array] [object Function] [object Error] [object Math] [object JSON] [object Arguments] [object Error] [object String]
print({ toString: function () { return "custom"; } } + "", { a: 1 }.toLocaleString(), {}.valueOf.call(5) instanceof Number, typeof {}.valueOf(), fails(function () { Object.prototype.valueOf.call(null); }), fails(function () { Object.prototype.toLocaleString.call(undefined); }));
// expect: custom [object Object] true object TypeError TypeError
print({ a: 1 }.hasOwnProperty("a"), { a: 1 }.hasOwnProperty("toString"), [1].hasOwnProperty(0), [1].hasOwnProperty("length"), "abc".hasOwnProperty(1), "abc".hasOwnProperty("length"), (function () { }).hasOwnProperty("prototype"), ({ undefined: 1 }).hasOwnProperty());
// expect: true false true true true true true true
print(proto.isPrototypeOf(c), c.isPrototypeOf(proto), Object.prototype.isPrototypeOf({}), Object.prototype.isPrototypeOf(5), Array.prototype.isPrototypeOf([]), {}.isPrototypeOf.call(null, 5));
// expect: true false true false true false
print({ a: 1 }.propertyIsEnumerable("a"), { a: 1 }.propertyIsEnumerable("toString"), [1].propertyIsEnumerable("length"), c.propertyIsEnumerable("inherited"), "ab".propertyIsEnumerable(0));
// expect: true false false false true
print(Object.getOwnPropertyDescriptor("abc", 1).value, JSON.stringify(Object.getOwnPropertyDescriptor("abc", "length")), JSON.stringify(Object.getOwnPropertyDescriptor([1], "length")), Object.getOwnPropertyDescriptor({}, "x"), JSON.stringify(Object.getOwnPropertyDescriptor(Math, "PI")), JSON.stringify(Object.getOwnPropertyDescriptor(function (a) { }, "length")), JSON.stringify(Object.getOwnPropertyDescriptor(function f() { }, "name")));
// expect: b {"value":3,"writable":false,"enumerable":false,"configurable":false} {"value":1,"writable":true,"enumerable":false,"configurable":false} undefined {"value":3.141592653589793,"writable":false,"enumerable":false,"configurable":false} {"value":1,"writable":false,"enumerable":false,"configurable":true} {"value":"f","writable":false,"enumerable":false,"configurable":true}
print(JSON.stringify(Object.getOwnPropertyDescriptor(Object, "keys")), Object.getOwnPropertyDescriptor(Object, "prototype").writable, Object.getOwnPropertyDescriptor(function () { }, "prototype").writable, Object.getOwnPropertyDescriptor(function () { }, "prototype").enumerable);
// expect: {"writable":true,"enumerable":false,"configurable":true} false true false
print(Object.keys.length, Object.create.length, Object.defineProperty.length, Object.defineProperties.length, Object.getPrototypeOf.length, Object.getOwnPropertyDescriptor.length, Object.freeze.length, {}.hasOwnProperty.length, {}.toString.length, {}.isPrototypeOf.length);
// expect: 1 2 3 2 1 2 1 1 0 1
var arr = [1, 2, 3];
Object.defineProperty(arr, "length", { value: 1 });
print(arr); // expect: 1
Object.defineProperty(arr, "length", { writable: false });
arr[1] = 5;
arr.length = 0;
print(arr, fails(function () { arr.push(1); }), fails(function () { Object.defineProperty(arr, 3, { value: 1 }); }), fails(function () { Object.defineProperty(arr, "length", { value: 0 }); }));
// expect: 1 TypeError TypeError TypeError
var fixed = [1, 2, 3];
Object.defineProperty(fixed, 1, { configurable: false });
fixed.length = 0;
print(fixed, fixed.length); // expect: 1,2 2
print(fails(function () { Object.defineProperty([], "length", { value: -1 }); }), fails(function () { Object.defineProperty([], "length", { value: 1.5 }); }), fails(function () { Object.defineProperty([], "length", { get: function () { } }); }));
// expect: RangeError RangeError TypeError
var order = [];
Object.defineProperty({}, { toString: function () { order.push("key"); return "k"; } }, { get value() { order.push("value"); }, get enumerable() { order.push("enumerable"); }, get configurable() { order.push("configurable"); }, get writable() { order.push("writable"); } });
print(order); // expect: key,enumerable,configurable,value,writable
var many = {};
for (var i = 0; i < 2000; i++) many["key" + i] = i;
for (i = 0; i < 2000; i += 2) delete many["key" + i];
print(Object.keys(many).length, many.key1999, many.key1998, Object.keys(many)[0]); // expect: 1000 1999 undefined key1
for (i = 0; i < 2000; i += 2) many["key" + i] = -i;
print(Object.keys(many).length, many.key1998, Object.keys(many)[1000]); // expect: 2000 -1998 key0
var ints = {};
for (i = 20; i >= 0; i -= 5) ints[i] = i;
ints.a = 1;
ints["4294967294"] = 2;
ints["4294967295"] = 3;
ints["-1"] = 4;
ints["1.5"] = 5;
ints["00"] = 6;
print(Object.keys(ints)); // expect: 0,5,10,15,20,4294967294,a,4294967295,-1,1.5,00
var redefine = { a: 1, b: 2 };
delete redefine.a;
redefine.a = 3;
print(Object.keys(redefine)); // expect: b,a
Object.defineProperty(redefine, "b", { value: 4 });
print(Object.keys(redefine), redefine.b); // expect: b,a 4
