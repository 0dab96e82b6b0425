// Registries with many cells, whose callbacks register more; targets that are their own tokens.
const registry = new FinalizationRegistry((held) => { for (let i = 0; i < 3; i++) registry.register({}, held); });
const tokens = [];
for (let i = 0; i < 200000; i++) { const o = {}; registry.register(o, i, o); if (i % 100 === 0) { tokens.push(o); } }
for (const token of tokens) registry.unregister(token);
const registries = []; for (let i = 0; i < 20000; i++) { const r = new FinalizationRegistry(() => new WeakRef(r)); r.register({}, 1); registries.push(r); }
(async () => { for (;;) { for (let i = 0; i < 1000; i++) registry.register({}, {}); await null; } })();
