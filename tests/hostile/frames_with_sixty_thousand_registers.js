// A call of such a function prepares them all, and a generator takes them all with it: each for one unit of fuel?
let names = ''; for (let i = 0; i < 60000; i++) names += `,v${i}`;
const f = (0, eval)(`(function (a) { var x${names}; if (a) return v5 + v59999; return a; })`);
const g = (0, eval)(`(function* (a) { var x${names}; for (;;) yield a; })`)();
for (let i = 0; i < 300; i++) { f(0); g.next(); }
for (;;) { f(0); f(0); f(0); f(0); }
