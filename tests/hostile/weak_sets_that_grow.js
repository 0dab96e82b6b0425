// Keys that stay, keys that go, symbols as keys.
const set = new WeakSet(), kept = [];
for (let i = 0; ; i++) { const key = i % 2 ? Symbol(i) : {}; set.add(key); if (i % 4 === 0) kept.push(key); kept.length > 300000 && kept.splice(0, 100000); }
