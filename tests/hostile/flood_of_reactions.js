// A million reactions wait for one promise, which is settled at last.
let settle; const p = new Promise((resolve) => { settle = resolve; });
for (let i = 0; i < 300000; i++) p.then(() => p.then(() => p));
settle(1);
Promise.race(Array.from({ length: 100000 }, () => p));
Promise.all(Array.from({ length: 100000 }, () => p)).then((list) => Promise.any(list));
