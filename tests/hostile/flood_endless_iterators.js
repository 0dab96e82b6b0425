// An iterator without end, spread, destructured, collected and led through helpers.
const endless = { [Symbol.iterator]() { return this; }, next() { return { value: 1, done: false }; } };
const ways = [() => [...endless], () => Math.max(...endless), () => new Map(endless), () => { const [...all] = endless; }, () => Array.from(endless),
  () => new Set(endless), () => Object.fromEntries({ [Symbol.iterator]() { let i = 0; return { next: () => ({ value: ['k' + i++, i], done: false }) }; } }),
  () => Iterator.from(endless).drop(1e15).next(), () => Iterator.from(endless).reduce((a) => a), () => new Uint8Array(endless), () => Promise.all(endless)];
const first = Date.now() % ways.length;
for (let i = 0; i < ways.length; i++) try { ways[(i + first) % ways.length](); } catch { }
for (;;) try { ways[10](); } catch { }
