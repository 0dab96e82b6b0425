// Heritages and computed keys are strict code (11.2.2), wherever they stand in sloppy code: a store into a number throws.
var stored = 0;
function told(name, run) { try { run(); print(name, "sloppy"); } catch (error) { print(name, error.name); } }
told("while", () => { let n = 0; while ((class { [0]() {} }, n++ < 1)) { class A { [stored.x = 1]() {} } } }); // expect: while TypeError
told("while's test", () => { let n = 0; while ((class { [stored.x = 1]() {} }, n++ < 1)) { class A { [0]() {} } } }); // expect: while's test TypeError
told("for's test", () => { for (let n = 0; (class { [0]() {} }, n < 1); n++) { class A { [stored.x = 1]() {} } } }); // expect: for's test TypeError
told("for's update", () => { for (let n = 0; n < 1; n++, class { [0]() {} }) { class A { [stored.x = 1]() {} } } }); // expect: for's update TypeError
told("do", () => { let n = 0; do { class A { [stored.x = 1]() {} } } while ((class { [0]() {} }, n++ < 1)); }); // expect: do TypeError
told("nested", () => { for (let n = 0; (class { [0]() {} }, n < 1); n++) for (let m = 0; (class { [1]() {} }, m < 1); m++) { class A extends (stored.x = 1, Object) {} } }); // expect: nested TypeError
told("switch", () => { switch (1) { case 1: class A { [stored.x = 1]() {} } case class { [0]() {} }: } }); // expect: switch TypeError
told("case", () => { switch (1) { case 0: class A { [0]() {} } case (class { [stored.x = 1]() {} }, 1): } }); // expect: case TypeError
told("between", () => { for (let n = 0; (class { [0]() {} }, n < 1); n++) { class A { [1]() {} } stored.x = 1; } }); // expect: between sloppy
