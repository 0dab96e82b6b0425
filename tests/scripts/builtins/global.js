// The global object, its values and its functions.
print(typeof this, this === this.valueOf(), NaN, Infinity, undefined, JSON.stringify(Object.getOwnPropertyDescriptor(this, "NaN")), JSON.stringify(Object.getOwnPropertyDescriptor(this, "Infinity")), Object.getOwnPropertyDescriptor(this, "undefined").writable);
// expect: object true NaN Infinity undefined {"value":null,"writable":false,"enumerable":false,"configurable":false} {"value":null,"writable":false,"enumerable":false,"configurable":false} false
var names = ["eval", "parseInt", "parseFloat", "isNaN", "isFinite", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape", "Object", "Function", "Array", "String", "Boolean", "Number", "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];
for (var i = 0; i < names.length; i++) { var n = names[i], d = Object.getOwnPropertyDescriptor(this, n); if (typeof this[n] !== "function" || d.enumerable || !d.writable || !d.configurable || this[n].name !== n) print("wrong", n); }
print(names.map(function (n) { return this[n].length; }, this));
// expect: 1,2,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
function name(f) { try { return f(); } catch (e) { return e.name; } }
print(encodeURIComponent("a b&c=d/é😀;,?:@#"), encodeURI("a b&c=d/é😀;,?:@#[]%"), encodeURIComponent("-_.!~*'()AZaz09"), encodeURIComponent(""), encodeURIComponent(), encodeURIComponent("\u0000\u007f\u0080\u07ff\u0800\uffff"), name(function () { encodeURIComponent("\ud800"); }), name(function () { encodeURI("\udc00"); }), name(function () { encodeURIComponent("\ud800a"); }), encodeURIComponent("\ud800\udc00"), encodeURIComponent("\udbff\udfff"));
// expect: a%20b%26c%3Dd%2F%C3%A9%F0%9F%98%80%3B%2C%3F%3A%40%23 a%20b&c=d/%C3%A9%F0%9F%98%80;,?:@#%5B%5D%25 -_.!~*'()AZaz09  undefined %00%7F%C2%80%DF%BF%E0%A0%80%EF%BF%BF URIError URIError URIError %F0%90%80%80 %F4%8F%BF%BF
print(decodeURIComponent("a%20b%26%C3%A9%F0%9F%98%80"), decodeURI("%20%26%3D%2F%C3%A9%23%41"), decodeURIComponent("%41%61"), decodeURIComponent("abc+"), decodeURI("%2f%2F%24"), decodeURIComponent(""), decodeURIComponent());
// expect: a b&é😀  %26%3D%2Fé%23A Aa abc+ %2f%2F%24  undefined
print(["%", "%4", "%4g", "%C3", "%C3%", "%C3%28", "%80", "%FF", "%C0%80", "%E0%80%80", "%ED%A0%80", "%F4%90%80%80", "%F8%88%80%80%80", "%C3x", "a%"].map(function (s) { return name(function () { return decodeURIComponent(s); }); }).join());
// expect: URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError,URIError
print(escape("abc 123"), escape("@*_+-./"), escape("é中😀"), escape("\u0000\u00ff\u0100"), escape(), escape(null), escape("a%b"), unescape("%41%u0042%zz%u00%u004"), unescape("%"), unescape("%u"), unescape("%C3%A9").length, unescape(), unescape("%uD83D%uDE00"), unescape(escape("round trip: é中")));
// expect: abc%20123 @*_+-./ %E9%u4E2D%uD83D%uDE00 %00%FF%u0100 undefined null a%25b AB%zz%u00%u004 % %u 2 undefined 😀 round trip: é中
print(typeof eval, eval.length, eval("1"), typeof parseInt, this.parseInt === parseInt, delete this.parseInt, typeof parseInt, this.hasOwnProperty("Object"), Object.keys(this).indexOf("Object"), "print" in this, typeof constructor);
// expect: function 1 1 function true true undefined true -1 true function
print((function () { return this; })() === this, (function () { return typeof this.Array; })(), Object.prototype.toString.call(this).indexOf("[object") === 0, Object.isExtensible(this), typeof Object.getPrototypeOf(this));
// expect: true function true true object
var declared = 1;
var d1 = Object.getOwnPropertyDescriptor(this, "declared");
print(d1.writable, d1.enumerable, d1.configurable); // expect: true true false
function fn() { }
d1 = Object.getOwnPropertyDescriptor(this, "fn");
print(d1.writable, d1.enumerable, d1.configurable); // expect: true true false
assigned = 2;
d1 = Object.getOwnPropertyDescriptor(this, "assigned");
print(d1.writable, d1.enumerable, d1.configurable); // expect: true true true
print(this.declared, this["fn"] === fn, "declared" in this, this.propertyIsEnumerable("declared"));
// expect: 1 true true true
this["with space"] = 1;
print(this["with space"], delete this["with space"]); // expect: 1 true
Object.defineProperty(this, "constant", { value: 5 });
constant = 6;
print(constant, delete this.constant, (function () { "use strict"; try { constant = 7; } catch (e) { return e.name; } })());
// expect: 5 false TypeError
