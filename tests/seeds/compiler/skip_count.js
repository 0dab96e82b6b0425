// "Slow path record skip count" (the document's wish). That lookups do skip: seed_c25_lookups_skip_records_that_cannot_hold_the_name
// in crates/compiler/src/tests/names.rs, seed_c25_globals_cost_the_same_at_any_depth in crates/ferrotape/tests/suite/seeds.rs.
  var foo = 123;  // global

  function func1() {
      var foo = 321;

      function func2() {
          var bar = 432;

          function func3() {
              var quux = 543;

              // The slow path lookup for 'hello' can skip func3, func2, and
              // func1 entirely because it will never match there.  In other
              // words, we could look up 'hello' directly from the global object.
              print('hello');

              // The slow path lookup for 'foo' could bypass func3 and func2,
              // and begin from func1.
              print(foo);
          }
          func3();
      }
      func2();
  }
func1();
// expect: hello
// expect: 321
print(foo); // expect: 123
