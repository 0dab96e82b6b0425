// A conversion runs script that assigns to the variable the other operand came from: the operand is still needed.
function collect() { var garbage = []; for (var i = 0; i < 30; i++) garbage = [{ valueOf: null, toString: null }]; }
function check(f) { try { return f(); } catch (e) { return e; } }
print(check(function () {
  var b = { valueOf: function () { return 1; } };
  return { valueOf: function () { b = null; collect(); return 3; } } - b;
})); // expect: 2
print(check(function () {
  var b = ["x", "y", "z"].join(""), a = { valueOf: function () { b = null; collect(); return 1; } };
  return a + b;
})); // expect: 1xyz
print(check(function () {
  var b = { valueOf: function () { return 2; } }, a = { valueOf: function () { b = null; collect(); return 1; } };
  return a < b;
})); // expect: true
print(check(function () {
  var b = ["1", "2"].join(""), a = { valueOf: function () { b = null; collect(); return ["1", "2"].join(""); } };
  return a == b;
})); // expect: true
print(check(function () {
  var o = { k: "read" }, key = { toString: function () { o = null; collect(); return "k"; } };
  return o[key];
})); // expect: read
print(check(function () {
  var seen, o = { set k(value) { seen = value.x; } }, v = { x: "written" };
  o[{ toString: function () { o = v = null; collect(); return "k"; } }] = v;
  return seen;
})); // expect: written
print(check(function () {
  var o = { k: 1 }, key = { toString: function () { o = null; collect(); return "k"; } };
  return key in o;
})); // expect: true
print(check(function () {
  var o = Object.freeze({ k: 1 }), key = { toString: function () { o = null; collect(); return "k"; } };
  return delete o[key];
})); // expect: false
print(check(function () {
  var array = [1, 2, 3], length = { valueOf: function () { array = null; collect(); return 2; } };
  return (array.length = length) === length;
})); // expect: true
print(check(function () {
  function F() {}
  var bound = F.bind(null), object = new F(), make = Math.max;
  Object.defineProperty(make, "prototype", { get: function () { object = null; collect(); return F.prototype; } });
  return object instanceof make && bound;
}) !== false); // expect: true
// The tail call takes the place of toString on the stack, and nothing else holds its `this`.
function junk() { collect(); return {}; }
print("a".replace("a", function () {
  return { toString: function () { "use strict"; return junk(); }, valueOf: function () { return "kept"; } };
})); // expect: kept
// Arguments that apply puts above the caller's registers, while callbacks need the stack.
function code(n) { return { valueOf: function () { var a = n, b = 1; return a + b - 1; } }; }
var codes = [];
for (var i = 65; i < 65 + 26; i++) codes.push(code(i));
print(String.fromCharCode.apply(null, codes)); // expect: ABCDEFGHIJKLMNOPQRSTUVWXYZ
