// Each keeps its frame, with what is in its registers.
const kept = [];
function* many(a, b, c, d, e, f) { const x = [a, b, c], y = { d, e, f }; yield x; yield y; }
for (let i = 0; ; i++) { const g = many(i, i, i, i, i, i); g.next(); kept.push(g); }
