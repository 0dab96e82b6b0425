// Establishing an execution context: for each kind of code the lexical environment (whose names it sees), the variable
// environment (where its declarations go) and `this`. Strict global code has a script of its own.
var global = this;
var outer = "outer";
function kind(value) { return value === global ? "global" : value === undefined ? "undefined" : typeof value; }

// Sloppy global code: both environments are the global one.
var declaredHere = 1;
function functionHere() {}
print(kind(this), global.declaredHere, typeof global.functionHere, outer); // expect: global 1 function outer
print(delete declaredHere, delete functionHere, typeof declaredHere); // expect: false false number

// Sloppy indirect eval: the global environment and the global object, wherever the call stands.
(function (outer, indirect) {
  print(indirect("var byIndirect = 1; function functionByIndirect() {} outer"), indirect("this") === global);
  print(typeof global.byIndirect, typeof global.functionByIndirect);
}).call({}, "not seen", eval);
// expect: outer true
// expect: number function
print(delete byIndirect, delete functionByIndirect, typeof byIndirect); // expect: true true undefined

// Strict indirect eval: names are looked up globally, declarations stay in a new environment.
(function (outer, indirect) {
  print(indirect("'use strict'; var byStrictIndirect = 1; function f() { return byStrictIndirect; } outer + f()"));
  print(indirect("'use strict'; this") === global, typeof byStrictIndirect, typeof f);
}).call({}, "not seen", eval);
// expect: outer1
// expect: true undefined undefined

// Sloppy direct eval: the caller's lexical environment, the caller's variable environment, the caller's this.
(function (outer) {
  var self = this, isSame;
  with ({outer: "with " + outer}) {
    print(eval("var declared = 1, isSame = this === self; function made() { return declared; } outer"));
  }
  print(declared, made(), isSame, delete declared, delete made, typeof declared, typeof made);
}).call({}, "caller");
// expect: with caller
// expect: 1 1 true true true undefined undefined
print(typeof global.declared, typeof global.made); // expect: undefined undefined

// Strict direct eval: a new environment inside the caller's lexical one takes the declarations; the caller's this.
(function (outer) {
  var self = this;
  with ({outer: "with " + outer}) {
    print(eval("'use strict'; var declared = 1; function made() { return declared; } outer + made() + (this === self)"));
  }
  print(typeof declared, typeof made);
}).call({}, "caller");
// expect: with caller1true
// expect: undefined undefined
(function () {
  "use strict";
  print(eval("var declared = 2; declared"), typeof declared, eval("this"));
}).call("primitive this"); // expect: 2 undefined primitive this

// Sloppy function code: a new environment inside of the function's [[Scope]]; this is coerced.
function sloppy(outer) {
  var local = 1;
  function inner() { return outer + local; }
  return [inner(), kind(this), this instanceof Number, this instanceof String].join();
}
print(sloppy("p"), "|", sloppy.call(null, "p"), "|", sloppy.call(5, "p"), "|", sloppy.call("", "p"));
// expect: p1,global,false,false | p1,global,false,false | p1,object,true,false | p1,object,false,true
print((function () { return this; }).call(global) === global, typeof local, typeof inner);
// expect: true undefined undefined

// Strict function code: the same environments; this as it came.
function strict(outer) {
  "use strict";
  var local = 1;
  function inner() { return outer + local; }
  return [inner(), kind(this), this].join();
}
print(strict("p"), "|", strict.call(null, "p"), "|", strict.call(5, "p"), "|", strict.call("s", "p"), "|", strict.call(true, "p"));
// expect: p1,undefined, | p1,object, | p1,number,5 | p1,string,s | p1,boolean,true

// The environment of a function is where it was made, not where it is called.
function maker() { var outer = "maker"; return { plain: function () { return outer; }, evaled: eval("(function () { return outer; })"), global: (0, eval)("(function () { return outer; })"), text: new Function("return outer") }; }
(function (outer) {
  var made = maker();
  print(made.plain(), made.evaled(), made.global(), made.text());
})("caller"); // expect: maker maker outer outer
