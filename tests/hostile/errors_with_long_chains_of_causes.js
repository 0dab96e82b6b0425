// Causes in causes, and errors that hold errors, thrown at last.
let e = new Error('first'); for (let i = 0; i < 100000; i++) e = i % 2 ? new Error('e' + i, { cause: e }) : new AggregateError([e, e], 'a' + i);
throw e;
