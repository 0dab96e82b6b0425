// A chain of thousands of links that holds, and one that ends at its beginning.
const o = { get a() { return o; }, f() { return o; } }; o[0] = o; Object.freeze(o);
let text = 'o'; for (let i = 0; i < 10000; i++) text += ['?.a', '.a', '?.[0]', '[0]?.f()'][i % 4];
const f = (0, eval)(`(o) => ${text}`), g = (0, eval)(`(o) => delete ${text}?.a`);
for (;;) { f(o); f(null); try { g(o); g(undefined); } catch { } }
