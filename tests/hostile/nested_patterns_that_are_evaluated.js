// Patterns in patterns: their values are as deep, and lack something at the end.
let pattern = 'x', value = [1], object = {}; const depth = 2000;
for (let i = 0; i < depth; i++) { pattern = i % 2 ? `{ a: ${pattern} = {}, ...r${i} }` : `[${pattern} = [], ...[s${i}]]`; value = i % 2 ? { a: value } : [value]; }
const f = (0, eval)(`(function (${pattern}) { return x; })`), g = (0, eval)(`(v) => { let x; for (const ${pattern} of [v, v]); }`);
for (;;) { try { f(value); } catch { } try { g(value); } catch { } try { f({}); } catch { } try { f([]); } catch { } }
