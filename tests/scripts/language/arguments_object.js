// The arguments object: mapped in sloppy functions, unmapped in strict ones.
function mapped(a, b) { a = 10; arguments[1] = 20; return [a, b, arguments[0], arguments[1], arguments.length]; }
print(mapped(1, 2), mapped(1), mapped()); // expect: 10,20,10,20,2 10,,10,20,1 10,,,20,0
function strict(a, b) { "use strict"; a = 10; arguments[1] = 20; return [a, b, arguments[0], arguments[1]]; }
print(strict(1, 2)); // expect: 10,2,1,20
function lengths() { return arguments.length; }
print(lengths(), lengths(1), lengths(undefined), lengths.apply(null, new Array(5))); // expect: 0 1 1 5
function deleted(a) { delete arguments[0]; a = 5; var r = [arguments[0], a]; arguments[0] = 6; return r.concat(a, arguments[0]); }
print(deleted(1)); // expect: ,5,5,6
function defined(a) { Object.defineProperty(arguments, "0", { value: 2 }); var r = [a]; a = 3; r.push(arguments[0]); Object.defineProperty(arguments, "0", { writable: false }); a = 4; r.push(arguments[0], a); return r; }
print(defined(1)); // expect: 2,3,3,4
function accessor(a) { Object.defineProperty(arguments, "0", { get: function () { return "got"; } }); a = 3; return [arguments[0], a]; }
print(accessor(1)); // expect: got,3
function longer(a) { arguments[1] = "x"; arguments.length = 5; return [arguments.length, arguments[1], [].slice.call(arguments).length]; }
print(longer(1)); // expect: 5,x,5
function shape() { return [Object.prototype.toString.call(arguments), Object.keys(arguments), "callee" in arguments, arguments instanceof Object, Array.isArray(arguments)].join(); }
print(shape(1, 2)); // expect: [object Arguments],0,1,true,true,false
function attributes(a) { var d = Object.getOwnPropertyDescriptor(arguments, "length"), e = Object.getOwnPropertyDescriptor(arguments, "0"); return [d.value, d.writable, d.enumerable, d.configurable, e.value, e.writable, e.enumerable, e.configurable]; }
print(attributes(7)); // expect: 1,true,false,true,7,true,true,true
function strictCallee() { "use strict"; try { return arguments.callee; } catch (e) { return e instanceof TypeError; } }
print(strictCallee()); // expect: true
function shadowVar() { var arguments; return typeof arguments; }
print(shadowVar()); // expect: object
function shadowInit() { var arguments = 5; return arguments; }
print(shadowInit()); // expect: 5
function shadowParam(arguments) { return arguments; }
print(shadowParam(3)); // expect: 3
function shadowFn() { function arguments() { } return typeof arguments; }
print(shadowFn()); // expect: function
function assigned() { arguments = 5; return arguments; }
print(assigned(1)); // expect: 5
function viaEval(a) { eval("a = 9"); return arguments[0]; }
print(viaEval(1)); // expect: 9
function viaEval2(a) { eval("arguments[0] = 8"); return a; }
print(viaEval2(1)); // expect: 8
function closure(a) { var f = function () { a++; }; f(); return arguments[0]; }
print(closure(1)); // expect: 2
function closure2(a) { var args = arguments; return [function () { return a; }, function (v) { args[0] = v; }]; }
var c = closure2(1);
c[1](5);
print(c[0]()); // expect: 5
function leaves(a) { return arguments; }
var kept = leaves(1, 2);
kept[0] = 9;
print(kept[0], kept.length, [].join.call(kept, "-")); // expect: 9 2 9-2
function duplicated(a, a) { a = 7; return [arguments[0], arguments[1]]; } print(duplicated(1, 2)); // expect: 1,7
function forIn() { var r = []; for (var k in arguments) r.push(k); return r; } print(forIn(5, 6)); // expect: 0,1
function forwards() { return lengths.apply(this, arguments); }
print(forwards(1, 2, 3)); // expect: 3
function sum() { var s = 0; for (var i = 0; i < arguments.length; i++) s += arguments[i]; return s; }
print(sum(1, 2, 3, 4), sum()); // expect: 10 0
function max() { return Math.max.apply(Math, arguments); }
print(max(3, 9, 2)); // expect: 9
function rest() { return [].slice.call(arguments, 1); }
print(rest(1, 2, 3)); // expect: 2,3
print(Array.prototype.concat.apply([], [[1], [2]]).length); // expect: 2
function stringify() { return JSON.stringify(arguments); }
print(stringify("a", 1)); // expect: {"0":"a","1":1}
function increments(a) { arguments[0]++; a += 2; arguments[0] += 3; --arguments[0]; return a; }
print(increments(1)); // expect: 6
function notPassed(a, b) { arguments[1] = 5; b = 6; return [b, arguments[1], arguments.length]; }
print(notPassed(1)); // expect: 6,5,1
function frozen(a) { Object.freeze(arguments); a = 2; return arguments[0]; }
print(frozen(1)); // expect: 1
function nested() { return (function () { return arguments[0]; })(arguments[1]); }
print(nested(1, 2)); // expect: 2
function shiftArgs() { var first = [].shift.call(arguments); return [first, arguments.length, arguments[0]]; }
print(shiftArgs("p", "q")); // expect: p,1,q
function sliceArgs(a, b) { return Array.prototype.slice.call(arguments).reverse(); }
print(sliceArgs(1, 2, 3)); // expect: 3,2,1
function computed(i) { return arguments[arguments.length - 1 - i]; }
print(computed(0, 1, 2), computed(1, "x", 2)); // expect: 2 x
function typeofArg() { return typeof arguments[3] + typeof arguments["length"] + typeof arguments.nothing; }
print(typeofArg()); // expect: undefinednumberundefined
function callee(n) { return n <= 1 ? 1 : n * arguments.callee(n - 1); }
print(callee(5)); // expect: 120
function getterLike() { return arguments.hasOwnProperty("length") + "," + arguments.propertyIsEnumerable("length") + "," + arguments.toString(); }
print(getterLike()); // expect: true,false,[object Arguments]
function swapped(a, b) { var t = arguments[0]; arguments[0] = arguments[1]; arguments[1] = t; return a + "," + b; }
print(swapped("x", "y")); // expect: y,x
function tryArgs(a) { try { a = 2; throw 0; } catch (e) { return arguments[0]; } finally { a = 3; } }
print(tryArgs(1)); // expect: 2
