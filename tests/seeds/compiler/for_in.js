// 'Compiling "for"/"for-in" statements'. Where the document has a ReferenceError for targets that can never be a
// reference, today's specification has an early SyntaxError; calls keep theirs at run time, in sloppy code.
function run(text) { try { Function(text)(); return "fine"; } catch (error) { return error.name + (error.message === "me first" ? ": me first" : ""); } }

// `new Foo().bar()` is a call, so no early error.
log = [];
Foo = function () { log.push("new Foo"); };
Foo.prototype.bar = function () { log.push("bar"); return {}; };
quux = { a: 1 };
Function("for (new Foo().bar() in quux) { }");
print(run("for (new Foo().bar() in quux) { log.push('body'); }"), log.join()); // expect: ReferenceError new Foo,bar

  for ( (((i))) in [ 'foo', 'bar' ] ) { }
  print(i); // expect: 1

  // -> prints 1

// The document: ReferenceError (not a SyntaxError, though). Today: SyntaxError.
print(run("for ( ('foo', i) in [ 'foo', 'bar' ] ) { }")); // expect: SyntaxError

// The target is evaluated on every turn.
  y = { "z": null };
  x = {
    get y() { print("getter"); return y; }
  }
  for (x.y.z in [0,1]) {}
// expect: getter
// expect: getter
print(y.z); // expect: 1

// The enumerated expression comes before the target: with a target that today is no early error.
print(run("function f() { throw new Error('me first'); } for (g() in f()) {}")); // expect: Error: me first
print(run("function f() { throw new Error('me first'); } for ('foo' in f()) {}")); // expect: SyntaxError

// The document finds V8 incorrect, and Rhino's SyntaxError is today's rule.
print(run("for (a+b in [0,1]) {}")); // expect: SyntaxError

// The initializer of variant 4 may be seen.
  function f() {
    function g() { print(i); return [0,1] };
    for (var i = 8 in g()) { print(i); }
  }

  f();  // -> prints 8, 0, 1
// expect: 8
// expect: 0
// expect: 1

// `in` as an operator, and as part of the statement.
print("foo" in { foo: 1 }); // expect: true
for (var k in ("foo" in { foo: 1 }) ? { yes: 1 } : {}) print(k); // expect: yes
print(run("for (var k = 'a' in {}; ; ) ;"), run("for ('a' in {}; ; ) ;"), run("for (var k = ('a' in {}); k; ) ;"));
// expect: SyntaxError SyntaxError fine

// "Control flow for variant 1" to 4: what is evaluated when.
var order = [];
function A() { order.push("A"); return {}; }
function B() { order.push("B"); return order.length < 8; }
function C() { order.push("C"); return { p: 1, q: 2 }; }
function D() { order.push("D"); }
for (A(); B(); C()) D();
print(order.join("")); order = []; // expect: ABDCBDCB
for (var v = A(), w = 0; B(); C()) D();
print(order.join("")); order = []; // expect: ABDCBDCB
for (A().name in C()) D();
print(order.join("")); order = []; // expect: CADAD
for (var name = B() in C()) D();
print(order.join("")); order = []; // expect: BCDD
for (A(); ; ) { D(); break; }
for (; order.length < 4; ) D();
print(order.join("")); // expect: ADDD
