// Imports of what is not there, and of what cannot be a name.
for (let i = 0; i < 50000; i++) import('./none' + i + '.mjs').catch(() => { });
for (let i = 0; i < 1000; i++) import({ toString() { return 'a'.repeat(1e6); } }).catch(() => { });
(async () => { for (;;) { try { await import('./none.mjs'); } catch { } try { await import(Symbol()); } catch { } try { await import('x', { with: { get type() { return 'json'; } } }); } catch { } } })();
