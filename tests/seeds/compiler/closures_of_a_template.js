// "Basics": one template of g, a closure for each call of f.
// For each invocation of f(), a separate closure of g() is created
function f(x) {
  function g() {
    print(x);
  }
  return g;
}
var first = f(1), second = f(2);
first(); // expect: 1
second(); // expect: 2
print(first === second); // expect: false
