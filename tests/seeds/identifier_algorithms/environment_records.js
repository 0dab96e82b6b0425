// "Example internal environment record objects": where each variable lookup begins. What the records look like inside is
// tested by seed_i07_getidref_cases and seed_i03_open_and_closed_bindings in crates/runtime/tests/suite/environment.rs.
// global scope: a variable lookup here would use 'record1'

var with_object = { "xyz": "zy" };
print(typeof xyz, typeof foo, typeof with_object); // expect: undefined undefined object

function func() {
  var foo = 'my foo';
  var bar = 'my bar';

  // The document assumes that this variable is not mapped to a register; declared by eval it cannot be.
  eval('var quux = "a non-register binding"');

  // variable lookup here would use 'record2'
  print(foo, bar, quux, typeof xyz, with_object.xyz);

  with (with_object) {
    // variable lookup here would use 'record3'
    print(xyz, foo, bar, quux, with_object.xyz);
    print(delete xyz, delete quux, delete foo, delete bar, delete with_object);
  }
  print(typeof xyz, typeof quux, foo, bar);
}
func();
// expect: my foo my bar a non-register binding undefined zy
// expect: zy my foo my bar a non-register binding zy
// expect: true true false false false
// expect: undefined undefined my foo my bar
