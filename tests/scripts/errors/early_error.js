// An early error deep in a function that is never called.
print("never printed");
function unused() { function deeper() { break; } } // expect error: SyntaxError
