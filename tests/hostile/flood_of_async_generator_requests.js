// The queue of an async generator: a request for each turn, none of which it comes to.
async function* slow() { await new Promise(() => { }); yield 1; }
const g = slow();
for (let i = 0; i < 300000; i++) g.next(i);
async function* quick() { for (;;) yield; }
const h = quick();
for (;;) { h.next(); h.return(1); h.throw(1).catch(() => { }); if (Math.random() < 0.00001) break; }
