function f(a, b = ask(2, 1), ...c) { return ask(a, 2) + b + c.length } f(1); f(ask(1, 3), 2, ...[hear(3, 4), 4]).length
//:
function f(n) { if (n > 0) return f(n - 1) + 1; return arguments.length + ask([n], 1) } f(9) + ask({ deep: { er: [1] } }, 2)
//:
function* g(n) { try { for (let i = 0; i < n; i++) { const x = yield ask(i, 1); if (x) n-- } } finally { ask('f', 2) } } for (const x of g(4)) ask(x, 3);
    const it = g(3); it.next(); it.next(1); it.return(2); [...g(2)].length; const [p, q] = g(3)
//:
async function f(n) { let s = 0; for (let i = 0; i < n; i++) s += await hear(i, i); return ask(s, 1) } f(3).then(x => f(x % 3)); hear(1, 2).finally(() => 1)
//:
async function* g() { yield hear(1, 1); try { yield* g2() } finally { await hear(2, 2); ask(3, 3) } } async function* g2() { yield await hear(4, 4); yield 5 }
    (async () => { for await (const { length = ask(1, 5) } of g()) { ask(length, 6); if (length > 3) break } })()
//:
Promise.all([hear(1, 1), hear(2, 2), hear(3, 3)]).then(all => ask(all, 4)); Promise.race([hear(5, 5), hear(6, 6)]); Promise.any([hear(7, 7)])
//:
class A { #p = ask(1, 1); static s = ask(2, 2); constructor(x) { this.v = ask(x, 3) } get w() { return ask(this.#p, 4) } m() { return super.toString() + ask(5, 5) } }
    class B extends A { q = ask(6, 6); constructor() { ask(7, 7); super(ask(8, 8)); try { this.r = ask(9, 9) } finally { ask(10, 10) } } } new B().m() + new A(1).w
//:
function f(n) { try { if (n % 2) throw ask(n, 1); return ask(n, 2) } catch (e) { n = ask(e, 3) } finally { if (ask(n, 4) > 3) return 1 } return n } f(1) + f(2)
//:
outer: for (const [x, y = ask(0, 1)] of [[ask(1, 2)], [3, 4]]) { for (const k in { a: ask(5, 3), b: 2 }) { if (ask(k, 4) == 'b') continue outer; } }
//:
with ({ a: ask(1, 1), f() { return ask(this.a, 2) } }) { a += ask(3, 3); f(); (() => { a = ask(4, 4) })() } switch (ask(3, 5)) { case ask(1, 6): case 3: ask(7, 7) }
//:
const o = { get x() { return ask(1, 1) }, set x(v) { ask(v, 2) }, ['c' + ask(3, 3)]: [ask(4, 4), , 3], ...{ q: ask(5, 5) } }; try { o.x; o.x = ask(6, 6); o.x += 1 } catch {}
    const { x = 1, ...rest } = { y: ask(7, 7) }; `${ask(8, 8)}${ask(9, 9)}`; ((s, ...v) => ask(v, 1))`a${ask(2, 2)}b`
//:
(async () => { await using a = { async [Symbol.asyncDispose]() { await hear(1, 1); ask(2, 2) } }; using b = { [Symbol.dispose]() { ask(3, 3) } }; ask(4, 4); await hear(5, 5) })()
//:
const m = new Map([[ask(1, 1), hear(2, 2)]]), w = new WeakRef(m), p = new Proxy({}, { get: (t, k) => k }); m.set(p, ask(p.a, 3)); eval('let y = 1; globalThis.k = () => y'); k() + ask(k, 4);
    try { [2, 1].sort(ask) } catch (e) { ask(e, 5) } try { eval('ask(1)') } catch (e) { hear(e, 6).then(ask) }
//:
later(1).then(v => ask(v, 1)); few(2).then(ask); pay('a', { b: [1, 2n, new Map([[1, new Date(0)]])] }).then(v => few(v), e => ask(e, 2)); ask(3, 3);
    pay(4).finally(() => hear(5)); (async () => { try { await Promise.all([later({}), few(6), few(7), few(8)]) } catch (e) { ask(e.message, await pay(e.name)) } })(); ask(9, 9)
//:
(async () => { const it = { n: 0, async next() { return { value: ask(this.n, 1), done: this.n++ > 1 } }, async return() { return { value: ask('r', 2) } }, [Symbol.asyncIterator]() { return this } };
    for await (const x of it) ask(x, 3); it.n = 0; for await (const x of it) break })()
