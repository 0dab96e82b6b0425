// "The delete operator", in sloppy code.
// Deletion of an unresolvable identifier succeeds silently.
(function () {
  function f() { return delete foo; }
  print(f());  // prints true
})(); // expect: true

// Deletion of a resolvable but undeletable binding succeeds with false.
// 'x' is a non-deletable mutable binding
function f() {
    var x = 1;
    print(delete x);
}

// -> false
f(); // expect: false

// Deletion of a resolvable and deletable binding succeeds with true.
foo = 1;  // establishes 'foo' into global object

// The document writes JSON.stringify(this, 'foo') and shows the descriptor, so that is what it means:
// -> {"value":1,"writable":true,
//     "enumerable":true,"configurable":true}
print(JSON.stringify(Object.getOwnPropertyDescriptor(this, 'foo')));
// expect: {"value":1,"writable":true,"enumerable":true,"configurable":true}

// -> true
print(delete foo); // expect: true

// -> empty
print(JSON.stringify(Object.getOwnPropertyDescriptor(this, 'foo'))); // expect: undefined
