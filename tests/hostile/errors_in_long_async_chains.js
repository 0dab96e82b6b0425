// Each error notes who waits for whom.
async function down(n) { if (n === 0) await null; else await down(n - 1); try { throw new Error('at ' + n); } catch (e) { e.stack; } }
for (let i = 0; i < 20; i++) down(2000);
let p = new Promise((resolve) => globalThis.begin = resolve);
for (let i = 0; i < 20000; i++) { const q = p; p = (async function () { await q; return new Error('e').stack; })(); }
begin();
