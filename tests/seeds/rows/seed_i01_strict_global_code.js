'use strict';
// Strict global code: both environments are the global one, this is the global object. Direct eval in it gets an
// environment of its own.
var global = (0, eval)("this");
var declared = 1;
function made() { return declared; }
print(this === global, global.declared, global.made === made, made()); // expect: true 1 true 1
print(eval("var declared = 2; function made() { return 'inner'; } declared + made() + (this === global)"), declared, made());
// expect: 2innertrue 1 1
print(eval("this") === global, typeof eval("var fresh = 1; fresh"), typeof fresh); // expect: true number undefined
(0, eval)("var byIndirect = this === this.global");
print(byIndirect, (0, eval)("delete byIndirect"), typeof byIndirect); // expect: true true undefined
try { undeclared = 1; } catch (error) { print(error.name); } // expect: ReferenceError
print((function () { return this; })()); // expect: undefined
