// "Implicit return value of global code and eval code"
print(eval("1;;var x=2;")); // expect: 1
print(eval("if (true) {} else {1}")); // expect: undefined
print(eval("if (false) {1}")); // expect: undefined
// The table.
var a;
print(eval("1+2;")); // expect: 3
print(eval("1+2;;")); // expect: 3
print(eval("1+2; var a;")); // expect: 3
print(eval("1+2; var a=5;")); // expect: 3
print(eval("1+2; a=5;")); // expect: 5
// The list of statements. In ES5.1 an `if`, a loop, a `with`, a `switch` or a `try` of which nothing has a value left the
// value of the statement before; today its own value is undefined then.
print(eval("1; ;"), eval("1; debugger;"), eval("1; {}"), eval("1; { ; }"), eval("1; var a = 2")); // expect: 1 1 1 1 1
print(eval("1; do { } while (0)"), eval("1; while (0) 2"), eval("1; for (;0;) 2"), eval("1; for (var k in {}) 2"));
// expect: undefined undefined undefined undefined
print(eval("do { 2; } while (0)"), eval("for (var i = 0; i < 3; i++) { i; }"), eval("for (var i = 0; i < 3; i++) { i; ; }"));
// expect: 2 2 2
print(eval("for (var i = 0; i < 3; i++) { i; if (i == 1) continue; }"), eval("for (var i = 0; i < 3; i++) { i; break; }"));
// expect: undefined 0
print(eval("with ({ v: 3 }) v"), eval("1; with ({}) ;"), eval("switch (2) { case 1: 1; case 2: 2; case 3: 3; }"));
// expect: 3 undefined 3
print(eval("switch (2) { case 2: 2; ; }"), eval("label: 4"), eval("label: { 5; ; }"), eval("label: { 6; break label; }"));
// expect: 2 4 5 6
print(eval("try { 7; } catch (e) { 8; }"), eval("try { 7; throw 1; } catch (e) { 8; }"), eval("try { 7; } finally { 9; }"));
// expect: 7 8 7
// Function code has none.
print((function () { 1 + 2; })(), Function("1 + 2")()); // expect: undefined undefined
