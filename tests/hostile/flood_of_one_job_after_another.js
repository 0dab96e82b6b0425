// The queue never gets long, and never empty.
function again() { Promise.resolve().then(again); }
for (let i = 0; i < 10; i++) again();
(async function () { for (;;) await 1; })();
(async function () { for (;;) await { then(f) { f(); } }; })();
