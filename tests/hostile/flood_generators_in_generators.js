// Generators that resume generators, by yield* and by hand, a hundred thousand deep.
function* down(n) { if (n > 0) yield* down(n - 1); yield n; }
function* byHand(inner) { for (const value of inner) yield value; }
try { for (const value of down(100000)) if (value === 1e9) break; } catch { }
let g = (function* () { for (;;) yield 1; })();
for (let i = 0; i < 30000; i++) g = byHand(g);
for (;;) try { g.next(); } catch { g = byHand((function* () { for (;;) yield 1; })()); }
