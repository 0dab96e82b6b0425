// "Compiling try-catch-finally statements": the catch variable has a scope of its own. That it is a register where nothing
// captures it (the document's wish): seed_c12_a_plain_catch_variable_is_a_register in crates/compiler/src/tests/names.rs.
  var e = "foo"; print(e); // expect: foo

  try { throw new Error("error"); }
  catch (e) { print(e); } // expect: Error: error

  print(e); // expect: foo
