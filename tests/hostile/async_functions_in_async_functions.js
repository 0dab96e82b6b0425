// Each waits for the next one: as deep as the calls go, and then all at once.
async function down(n) { try { return n === 0 ? 0 : await down(n - 1); } finally { await null; } }
for (let i = 0; ; i++) down(i % 2000).then(() => down(2000), () => down(10));
