// DECLVAR: declarations go to one record; its outer ones are neither checked nor affected.
var a = 10;
function f() {
  // new declarative environment
  var a = 20;
  print(a);
}
f(); // expect: 20
print(a); // expect: 10
