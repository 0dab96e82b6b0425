// "Identifier-to-register bindings"
  function f(x, y) {
    // Arguments 'x' and 'y' can be mapped to registers R0 and R1.

    // Local variable can be mapped to register R2.
    var a = 123;

    // Dynamically declared variable is created in an explicit environment
    // record and is not register mapped.
    eval('var b = 321');
    print(x, y, a, b);
    // The fast path and the slow path; the code is compared by seed_i12_the_documents_increments in
    // crates/compiler/src/tests/names.rs.
    a += 1;
    b += 1;
    print(a, b, delete a, delete b, typeof a, typeof b);
  }
f("x", "y");
// expect: x y 123 321
// expect: 124 322 false true number undefined

  function outer(val) {
    var foo = 'bar';
    return function inner() {
      print(val);
      print(foo);
    }
  }

  // Once outer() returns, 'fn' refers to a function which can still see
  // into the variables held in outer().
  var fn = outer(123);

  fn();  // prints 123, "bar"
// expect: 123
// expect: bar

// An eval() is enough to access function bindings after function exit. (The document's session shows functions as
// "{/* ecmascript */}"; today their text is that of the source.)
(function () {
function f(x) { var foo=123; return eval(x); }
g = f('(function myfunc() { print(foo); })');
print(g);
print(g());
})();
// expect: function myfunc() { print(foo); }
// expect: 123
// expect: undefined

// "Arguments object": where it is not shadowed; that it is made only then: seed_c19_the_arguments_object_is_made_only_where_it_can_be_seen.
print((function () { return eval("arguments.length"); })(1, 2), (function () { return arguments.length; })(1, 2, 3));
// expect: 2 3
print((function (a) { a = 2; return arguments[0]; })(1), (function (arguments) { return arguments; })("shadowed"));
// expect: 2 shadowed
