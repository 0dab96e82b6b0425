async function f(x) { try { await x; throw new TypeError('no') } catch ({ message }) { return message } }
f(Promise.resolve(1)).then(print); (async () => { for await (const v of [1, f()]) print(v) })();
