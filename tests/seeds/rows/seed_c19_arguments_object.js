// The arguments object: sloppy ones alias the parameters, strict ones don't and their poison pills throw.
var show = Object.prototype.toString;
function error(f) { try { return f(); } catch (e) { return e.name; } }
print((function () { return show.call(arguments) + arguments.length; })(1, 2, 3), (function (a, b) { return arguments.length + "," + arguments[2]; })(1, 2, "third"), (function (a, b) { return arguments.length; })());
// expect: [object Arguments]3 3,third 0
// Aliasing.
print((function (a) { a = 2; return arguments[0]; })(1), (function (a) { arguments[0] = 2; return a; })(1), (function (a) { a = 2; return arguments[0]; })(), (function (a) { arguments[0] = 2; return a; })());
// expect: 2 2 undefined undefined
print((function (a, b) { b = 3; return arguments.length + "," + arguments[1]; })(1), (function (a, a) { a = 5; return [arguments[0], arguments[1]].join(); })(1, 2), (function (a, a) { arguments[0] = 6; arguments[1] = 7; return a; })(1, 2));
// expect: 1,undefined 1,5 7
print((function (a) { "use strict"; a = 2; return arguments[0]; })(1), (function (a) { "use strict"; arguments[0] = 2; return a; })(1));
// expect: 1 1
print((function (a) { (function () { a = "closure"; })(); return arguments[0]; })(1), (function (a) { var get = function () { return a; }; arguments[0] = "index"; return get(); })(1), (function (a) { eval("a = 'evaled'"); return arguments[0]; })(1));
// expect: closure index evaled
var escaped = (function (a) { escapedGet = function () { return a; }; escapedSet = function (v) { a = v; }; return arguments; })("first");
var escapedGet, escapedSet;
escaped[0] = "second"; print(escapedGet()); escapedSet("third"); print(escaped[0]);
// expect: second
// expect: third
// What ends the aliasing of one parameter.
print((function (a) { delete arguments[0]; arguments[0] = 2; return a + "," + arguments[0]; })(1), (function (a) { delete arguments[0]; a = 2; return typeof arguments[0]; })(1));
// expect: 1,2 undefined
print((function (a) { Object.defineProperty(arguments, "0", { get: function () { return "got"; } }); a = 2; return arguments[0] + a; })(1), (function (a) { Object.defineProperty(arguments, "0", { writable: false }); a = 2; return arguments[0]; })(1));
// expect: got2 1
print((function (a) { Object.defineProperty(arguments, "0", { value: 2 }); return a; })(1), (function (a) { Object.defineProperty(arguments, "0", { value: 2, writable: false }); a = 3; return arguments[0] + "," + a; })(1));
// expect: 2 2,3
print((function (a) { Object.defineProperty(arguments, "0", { enumerable: false }); a = 2; return arguments[0] + JSON.stringify(Object.getOwnPropertyDescriptor(arguments, "0")); })(1));
// expect: 2{"value":2,"writable":true,"enumerable":false,"configurable":true}
print((function (a) { Object.freeze(arguments); a = 2; return arguments[0]; })(1), (function (a) { Object.preventExtensions(arguments); a = 2; return arguments[0]; })(1), (function (a) { Object.seal(arguments); arguments[0] = 3; return a; })(1));
// expect: 1 2 3
// Properties.
print((function () { return Object.getOwnPropertyNames(arguments).join(); })(1, 2), (function () { var s = ""; for (var k in arguments) s += k; return s; })(1, 2), (function () { return JSON.stringify(Object.getOwnPropertyDescriptor(arguments, "length")); })());
// expect: 0,1,length,callee 01 {"value":0,"writable":true,"enumerable":false,"configurable":true}
print((function () { return arguments.callee === arguments.callee && typeof arguments.callee; })(), (function f(n) { return n ? arguments.callee(n - 1) + 1 : 0; })(5), (function () { arguments.length = 1; return arguments.length; })(1, 2, 3), (function () { return delete arguments.length; })());
// expect: function 5 1 true
print(error(function () { "use strict"; return arguments.callee; }), error(function () { "use strict"; arguments.callee = 1; }), error(function () { "use strict"; return typeof Object.getOwnPropertyDescriptor(arguments, "callee").get; }));
// expect: TypeError TypeError function
print((function () { "use strict"; var d = Object.getOwnPropertyDescriptor(arguments, "callee"); return d.get === d.set && !d.enumerable && !d.configurable; })(), (function () { return Object.getPrototypeOf(arguments) === Object.prototype; })());
// expect: true true
print((function () { return arguments.hasOwnProperty("caller"); })(), (function () { "use strict"; return arguments.hasOwnProperty("caller"); })());
// expect: false false
// Seen or not: shadowed, redeclared, in eval, in inner functions, in with.
print((function (arguments) { return arguments; })("param"), (function () { var arguments; return typeof arguments; })(), (function () { var arguments = 1; return arguments; })(), (function () { return typeof arguments; function arguments() {} })());
// expect: param object 1 function
print((function () { return (function () { return arguments.length; })(1, 2); })(1), (function () { return eval("arguments.length"); })(1, 2, 3), (function () { with ({ arguments: "with" }) return arguments; })(), (function () { with ({}) return arguments.length; })(1));
// expect: 2 3 with 1
print((function () { arguments = 5; return arguments; })(), (function (a) { arguments = null; a = 1; return arguments; })(), typeof arguments === "undefined" || "host", (function () { return typeof arguments[0]; })());
// expect: 5 null true undefined
print((function () { return [].slice.call(arguments, 1).join(); })(1, 2, 3), (function () { return Math.max.apply(null, arguments); })(4, 9, 2), (function () { return [].concat.apply([], arguments).length; })([1, 2], [3]));
// expect: 2,3 9 3
print((function (a, b, c) { [].reverse.call(arguments); return [a, b, c].join(); })(1, 2, 3), (function (a, b) { [].sort.call(arguments); return [a, b].join(); })("z", "y"), (function (a, b) { [].shift.call(arguments); return [a, b, arguments.length].join(); })(1, 2));
// expect: 3,2,1 y,z 2,2,1
print((function f(a) { if (a === 2) return arguments[0]; var r = f(2); return r + "," + arguments[0]; })(1), (function (a) { a++; arguments[0]++; a += arguments[0]; return [a, arguments[0]].join(); })(1));
// expect: 2,1 6,6
