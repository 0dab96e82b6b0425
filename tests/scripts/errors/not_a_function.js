var notAFunction = { name: "object" };
notAFunction.name(); // expect error: TypeError
