// After the call the array is garbage, though a register held it.
function g() { return arguments.length; }
function big() { var a = []; for (var i = 0; i < 500000; i++) a[i] = i; return a; }
function f(depth) { g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, big()); if (depth) f(depth - 1); }
f(60);
