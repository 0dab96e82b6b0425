// Programs with the sentence of a document that each of them shows.
// The documents are those that the engine's design began with; playground/test/examples.test.mjs compares the quotes with them.

const IDENTIFIERS = "Duktape, Identifier algorithms";
const COMPILER = "Duktape ES5.1 compiler";
const BYTECODE = "SEE's intermediate bytecode representation";

export const EXAMPLES = [
  {
    name: "Variables in registers", document: IDENTIFIERS, section: "Introduction",
    quote: "The goal of the compiler is to convert almost all identifier related accesses to register accesses",
    text: `function area(width, height) {
  let product = width * height;
  const half = product / 2;
  return half + 1;
}

console.log(area(6, 7));
`,
  },
  {
    name: "A record that closes", document: IDENTIFIERS, section: "Declarative environment record",
    quote: "When a declarative environment is \"closed\", identifiers bound to activation registers are copied to the internal environment record object as plain properties",
    text: `function counter() {
  let n = 40;
  const next = () => ++n;
  next();          // The record is open: n is still a register.
  return next;     // It closes here, and takes n with it.
}

const next = counter();
console.log(next());
`,
  },
  {
    name: "Windows of nested calls", document: IDENTIFIERS, section: "Declarative environment record",
    quote: "is added to the relative register number to get an absolute value stack index.",
    text: `function factorial(n) {
  if (n < 2) return 1;
  const before = factorial(n - 1);
  return n * before;
}

console.log(factorial(4));
`,
  },
  {
    name: "A record for each turn", document: IDENTIFIERS, section: "Introduction",
    quote: "to avoid the explicit creation of environment record objects whenever possible",
    text: `const later = [];
for (let turn = 0; turn < 3; turn++) {
  later.push(() => turn);      // Kept: each turn has a record.
}
for (let turn = 0; turn < 3; turn++) {
  console.log(turn);           // Nothing is kept: no record.
}
console.log(later.map((f) => f()));
`,
  },
  {
    name: "with, and who declares", document: IDENTIFIERS, section: "Execution context",
    quote: "``with``, which establishes an object environment record for variable lookups, but keeps the previous one for declarations",
    text: `function func(object) {
  var foo = 'my foo';
  with (object) {
    foo = 'changed';     // A property of the object, if it has one.
    var bar = foo;       // Declared in the function.
  }
  return [foo, bar];
}

console.log(func({}));
console.log(func({ foo: 1 }));
`,
  },
  {
    name: "Registers of one expression", document: COMPILER, section: "Temporary register allocation",
    quote: "Temporary registers are allocated as a strictly increasing sequence from a specified starting register.",
    text: `function f(a, b, c) {
  return (a + b) * (b + c) - (a + c) * 2;
}

console.log(f(1, 2, 3));
`,
  },
  {
    name: "The last value of a script", document: COMPILER, section: "Implicit return value of global code and eval code",
    quote: "Global code and eval code have an \"implicit return value\" which comes from the last non-empty statement executed.",
    text: `1;
;
var x = 2;
if (x > 1) {
  'this one';
}
`,
  },
  {
    name: "A variable of a catch", document: COMPILER, section: "Compiling \"try-catch-finally\" statements",
    quote: "the error caught can be bound to a register (only) at compile time.",
    text: `var e = 'foo';
console.log(e);

function risky() {
  try {
    throw new Error('error');
  } catch (e) {
    console.log(String(e));
  }
}

risky();
console.log(e);
`,
  },
  {
    name: "Calls in tail position", document: COMPILER, section: "Tail call detection and handling",
    quote: "the value of a CALL would become the argument for an explicit ``return`` statement",
    text: `'use strict';
// The window of the caller is given up for the call: the stack does not grow.
function sum(n, total) {
  if (n === 0) return total;
  return sum(n - 1, total + n);
}

console.log(sum(10, 0));
`,
  },
  {
    name: "&& and ||", document: COMPILER, section: "Compiling logical expressions",
    quote: "the result of a binary operation is one of its arguments, which is **not** coerced to a boolean value",
    text: `function first(list) {
  return list && list[0] || 'nothing';
}

console.log(first([42]));
console.log(first([]));
console.log(first(null));
`,
  },
  {
    name: "The value stack", document: BYTECODE, section: "The value stack",
    quote: "The value stack is used for computing expressions.",
    text: `// Lead by the stack machine, and see the values come and go.
var a = { b: { c: 20 } };
console.log(a.b.c * 2 + 2);
`,
  },
  {
    name: "The block stack", document: BYTECODE, section: "The block stack",
    quote: "the program ends a block, it triggers a behaviour such as restoring the scope chain",
    text: `// Lead by the stack machine: three kinds of blocks in each other.
function f(object) {
  for (const key in object) {
    with (object) {
      try {
        throw key;
      } catch (caught) {
        console.log(caught);
      }
    }
  }
}

f({ x: 1, y: 2 });
`,
  },
  {
    name: "A finally on the way out", document: BYTECODE, section: "The block stack",
    quote: "ending a FINALLY block transfers control to a finally handler, which pushes a FINALLY2 block onto the block stack.",
    text: `function f(o) {
  try {
    return o.n + 1;
  } finally {
    console.log('done');
  }
}

console.log(f({ n: 41 }));
`,
  },
  {
    name: "return ends block zero", document: BYTECODE, section: "The block stack",
    quote: "Attempting to end \"block zero\" (END,0) terminates the function and returns the C register to the caller.",
    text: `function find(list, wanted) {
  for (const index in list) {
    if (list[index] === wanted) return index;
  }
  return -1;
}

console.log(find(['a', 'b', 'c'], 'b'));
`,
  },
  {
    name: "Limits", document: "docs/guide/limits.md", section: "of this project", isOurs: true,
    quote: "Whatever a script does, its run ends, and the engine stays usable.",
    text: `// Give it less fuel, or more.
let turns = 0;
try {
  for (;;) turns++;
} catch {
  console.log('never caught');
} finally {
  console.log('never printed');
}
`,
  },
  {
    name: "TypeScript", document: "docs/guide/typescript.md", section: "of this project", isOurs: true, isTypeScript: true,
    quote: "It reads types and drops them; it does not check them.",
    text: `interface Shape { width: number; height: number }

enum Unit { Metre = 1, Foot = 0.3048 }

function area<T extends Shape>({ width, height }: T, unit: Unit = Unit.Metre): number {
  return width * height * (unit as number) ** 2;
}

console.log(area({ width: 6, height: 7 } satisfies Shape));
console.log(area({ width: 6, height: 7 }, Unit.Foot));
`,
  },
];
