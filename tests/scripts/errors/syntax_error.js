// A syntax error stops everything, also what stands before it.
print("never printed");
var x = 1 +; // expect error: SyntaxError
