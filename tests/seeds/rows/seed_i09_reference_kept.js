// not for node: it looks a name up again when it assigns
// The record that a name was found in before the value was computed is the one that is assigned to.
var x = "global";
with ({ x: 1 }) { x = (delete x, 2); print(x); } // expect: 2
print(x); // expect: global
var target = { x: 1 };
with (target) { x = (delete target.x, 3); }
print(target.x, x); // expect: 3 global
with (target) { x += (delete target.x, 4); }
print(target.x, x); // expect: 7 global
with (target) { (function () { x = (delete target.x, 5); })(); }
print(target.x, x); // expect: 5 global
with ({ get g() { delete this.g; return 1; } }) { g += 1; print(g); } // expect: 2
print(typeof g); // expect: undefined
function declares() { x = (eval("var x = 'in the function'"), "assigned"); return x; }
print(declares(), x); // expect: in the function assigned
x = "global";
function deletes() { eval("var x = 1"); x = (delete x, "assigned"); return x; }
print(deletes(), x);
// expect: assigned assigned
x = "global";
function inObject(o) { with (o) { x = (o.x = 1, "assigned"); } return o.x; }
print(inObject({}), x); // expect: 1 assigned
function strictFound() { "use strict"; found = (Function("return this")().found = 1, 2); }
try { strictFound(); } catch (e) { print(e.name, found); } // expect: ReferenceError 1
