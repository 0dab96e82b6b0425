// "Parsing RegExp literals": what a `/` is depends on the token before it.
function f() {
  return /foo/;
}
print(f().source); // expect: foo
var foo = { return: 8 }, t;
  t = foo.return/2;
print(t); // expect: 4
print({ return: /re/ }.return.test("re"), foo.return /2/ 1); // expect: true 4
var g = function () { return { return: 6 }; };
print(g().return/2); // expect: 3
