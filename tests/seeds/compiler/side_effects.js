// "Guaranteed side effects"
var foo = { get x() { print("called"); return 1; } };
  // If foo.x is an accessor, it must be called
  void foo.x // expect: called
print(void foo.x);
// expect: called
// expect: undefined
foo.x; // expect: called
// "Compile-time vs. run-time errors": what cannot work is an error only when it is reached.
function never() { call() = 1; }
function call() { print("evaluated"); }
print(typeof never); // expect: function
try { never(); } catch (error) { print(error.name); }
// expect: evaluated
// expect: ReferenceError
