// DELVAR: the nearest declaration is deleted, if that is possible (the document ran this with Rhino).
var a = 10;
function f() {
  eval("var a = 20; print(a); " +
       "print(delete a); print(a); " +
       "print(delete a)");
};
f();
// expect: 20
// expect: true
// expect: 10
// expect: false
