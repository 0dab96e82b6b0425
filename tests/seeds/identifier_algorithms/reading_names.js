// GETVAR: the name is known when the code is compiled, even in eval code. The document's eval text has a `return`, which
// eval code cannot have: it is an early error of that text, thrown when eval is called.
foo = "global foo";
function f() {
  return eval("return foo;");
}
try { f(); } catch (error) { print(error.name); } // expect: SyntaxError
function g() {
  return eval("foo;");
}
print(g()); // expect: global foo

// "Handling of typeof for an unresolvable identifier"
print(typeof nowhere); // expect: undefined
try { nowhere; } catch (error) { print(error.name); } // expect: ReferenceError
