function scope(a, b, c, d) { return [function () { return a; }, function () { return b + c + d; }]; }
var kept = []; for (;;) kept.push(scope(1, 2, 3, kept.length));
