// Calls: fib(35).
function fib(n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
(typeof console !== 'undefined' ? console.log : print)(fib(35));
