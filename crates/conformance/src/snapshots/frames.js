function f(a, b = 2, ...c) { let s = 0; for (let i = 0; i < 90; i++) s += a + b + c.length; return s } f(1); f(1, 2, 3)
//:
function f(n) { if (n > 0) return f(n - 1) + 1; let s = 0; for (let i = 0; i < 200; i++) s++; return s } f(12)
//:
function f() { 'use strict'; let s = 0; for (let i = 0; i < 90; i++) s += arguments.length; return s } f(1, 2) + (function (a) {
    arguments[0] = 3; for (let i = 0; i < 90; i++) a++; return a })(1)
//:
function* g(n) { for (let i = 0; i < n; i++) { const x = yield i; if (x) n++ } return n } let s = 0; for (const x of g(20)) s += x;
    const it = g(9); it.next(); for (let i = 0; i < 50; i++) it.next(i % 2); s
//:
function* g() { try { yield* [1, 2, 3]; for (let i = 0; i < 60; i++) yield* [i] } finally { for (let i = 0; i < 60; i++); } }
    const it = g(); for (let i = 0; i < 40; i++) it.next(); it.return(1); [...g()].length
//:
async function f(n) { let s = 0; for (let i = 0; i < 60; i++) s += i; for (let i = 0; i < n; i++) s += await i; return s }
    f(3).then(x => f(x % 4)); let t = 0; for (let i = 0; i < 100; i++) t++
//:
async function* g() { for (let i = 0; i < 60; i++) if (i % 20 == 0) yield i; yield* g2() } async function* g2() { yield await 1 }
    (async () => { for await (const x of g()) x; for (let i = 0; i < 60; i++); })(); const it = g(); it.next(); for (let i = 0;
    i < 90; i++); it.return(1)
//:
var k0 = 0; for (let i = 0; i < 60; i++) k0++;
let s = eval('let y = 1; k = function k() { for (let i = 0; i < 60; i++) y += i; return y } k() + k()'); (0,
    eval)('var z = 0; for (let i = 0; i < 90; i++) z++'); s + z; Function('a', 'for (let i = 0; i < 60; i++) a++; return a')(1); for (let i = 0; i < 60; i++) s += k()
//:
class A { #p = 1; static s = 2; constructor(x) { for (let i = 0; i < 40; i++) this.#p += x; this.v = this.#p } get v2() {
    for (let i = 0; i < 40; i++); return this.#p } m() { return super.toString() } } class B extends A { q = 3; constructor() {
    for (let i = 0; i < 40; i++); super(2); for (let i = 0; i < 40; i++) this.q++ } m() { return super.m() + this.v2 } }
    new B().m() + new A(1).v2
//:
function f(n) { try { for (let i = 0; i < 40; i++); if (n % 3 == 0) throw new Error('x'); if (n % 3 == 1) return n } catch (e) {
    for (let i = 0; i < 40; i++); n++ } finally { for (let i = 0; i < 40; i++) n++; if (n > 99) return 1 } return n }
    for (let n = 0; n < 9; n++) f(n)
//:
outer: for (const a of [1, 2, 3, 4]) { for (const [x, y] of [[a, 2], [3, a]]) { for (let i = 0; i < 20; i++) {
    if (i == 15 && a == 2) continue outer; if (a == 4 && i > 3) break outer } } }
//:
let s = ''; for (const k in { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10 }) for (let i = 0; i < 12; i++) s += k;
    const o = Object.create({ z: 1 }); for (let n = 0; n < 9; n++) o['k' + n] = n; for (const k in o) { delete o.k5; for (let i = 0;
    i < 12; i++); }
//:
with ({ a: 1, f() { let s = 0; for (let i = 0; i < 60; i++) s += this.a; return s } }) { for (let i = 0; i < 60; i++) a += i; f();
    (() => { for (let i = 0; i < 60; i++) a++ })() }
//:
let s = 0; const o = { get x() { for (let i = 0; i < 60; i++) s++; return 1 }, set x(v) { for (let i = 0; i < 60; i++) s += v },
    ...{ q: 2 }, ['c' + s]: [1, , 3], __proto__: null }; for (let i = 0; i < 5; i++) { o.x; o.x = i; o.x += 2 } s
//:
let s = 0; [3, 1, 2, 5, 4].sort((a, b) => { for (let i = 0; i < 30; i++) s++; return a - b }); [1, 2, 3].map(x => { for (let i = 0;
    i < 30; i++) s++; return x }); 'abc'.replace(/b/, () => { for (let i = 0; i < 30; i++) s++; return 'x' }); for (let i = 0;
    i < 90; i++) s++
//:
function tag(s, ...v) { for (let i = 0; i < 30; i++); return s.raw.join() + v } for (let i = 0; i < 5;
    i++) tag`a${i}b${/x(?<n>y)/.exec('xy').groups.n}c`; let b = 2n ** 70n; for (let i = 0; i < 60; i++) b += 1n; String(b)
//:
function f({ a, b: [c, ...d], ...e } = {}, [g = 1] = []) { for (let i = 0; i < 60; i++) g += c; return [a, c, d, e, g] } f({ a: 1,
    b: [2, 3, 4], z: 5 }, []); const fs = []; for (let i = 0; i < 5; i++) fs.push(() => { for (let j = 0; j < 30; j++) i++;
    return i }); fs.map(f => f()); for (let i = 0; i < 60; i++) fs[i % 5]()
//:
switch (3) { case 1: case 2: break; case 3: for (let i = 0; i < 60; i++); default: { let q = 1; function inner() { for (let i = 0;
    i < 60; i++) q++; return q } inner() } } label: { for (;;) { for (let i = 0; i < 60; i++); break label } } do {
    var w = (w | 0) + 1 } while (w < 60)
//:
const m = new Map([[1, 2]]), w = new WeakMap, p = new Proxy({}, { get(t, k) { for (let i = 0; i < 30; i++); return k } });
    for (let i = 0; i < 40; i++) { m.set(i, { i }); w.set(m.get(i), i); p['x' + i] } for (const [k, v] of m) { for (let i = 0;
    i < 5; i++) w.get(v) } for (const x of new Set([1, 2, 3])) for (let i = 0; i < 30; i++);
//:
function f(n) { 'use strict'; if (n == 0) { let s = 0; for (let i = 0; i < 60; i++) s++; return s } return f(n - 1) } f(9);
    const bound = f.bind(null, 3); bound(); f.call(null, 2); f.apply(null, [2]); new (function () { for (let i = 0; i < 60;
    i++) this.a = i }); Reflect.construct(class { constructor() { for (let i = 0; i < 60; i++); } }, [])
