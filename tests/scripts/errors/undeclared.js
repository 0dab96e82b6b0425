print(typeof notDeclared); // expect: undefined
notDeclared; // expect error: ReferenceError
