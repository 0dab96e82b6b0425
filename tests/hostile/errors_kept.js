function f(n) { if (n) return f(n - 1); return new Error('e'); }
var kept = []; for (;;) kept.push(f(500));
