// What resolves a promise is a promise-like that is resolved with one, and so on.
function like(n) { return { then(resolve) { resolve(n > 0 ? like(n - 1) : like(1e6)); } }; }
for (let i = 0; i < 100; i++) Promise.resolve(like(1e6));
let p = new Promise(() => { });
for (let i = 0; i < 200000; i++) { const q = p; p = new Promise((resolve) => resolve(q)); }
const rejected = []; for (;;) rejected.push(Promise.reject(new Error('nobody handles this')));
