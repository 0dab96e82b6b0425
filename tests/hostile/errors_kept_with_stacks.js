function f(n) { if (n) return f(n - 1); return new Error('e'); }
var kept = []; for (;;) { var e = f(500); e.stack; kept.push(e); }
