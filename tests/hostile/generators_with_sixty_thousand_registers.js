// Each step takes them out of the frame and back; so does each await.
let names = ''; for (let i = 0; i < 60000; i++) names += `,v${i}`;
const g = (0, eval)(`(function* (a) { var x${names}; for (;;) yield a; })`)();
(0, eval)(`(async function (a) { var x${names}; for (;;) await a; })`)();
for (let i = 0; i < 2000; i++) g.next();
(async () => { for await (const x of g); })();
for (const x of g);
