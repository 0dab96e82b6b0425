// GETIDREF, "this binding": that of a `with` statement's record affects calls through the names bound there.
var foo = {
  bar: function() { print("" + this); },
  toString: function() { print("i'm foo"); }
}

// The document's toString prints and returns undefined, so that the outer print has that to show.
with (foo) {
  // prints "i'm foo", similar to being called
  // like: foo.bar()
  bar();
// expect: i'm foo
// expect: undefined
}
foo.bar();
// expect: i'm foo
// expect: undefined
var bar = foo.bar;
foo.toString = function() { return "i'm foo"; };
with (foo) { bar(); } // expect: i'm foo
bar = function () { "use strict"; print(typeof this); };
bar(); // expect: undefined
