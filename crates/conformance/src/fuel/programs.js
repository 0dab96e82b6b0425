//: objects
let all = []; for (let i = 0; i < 30000; i++) { all.push({ a: i, b: [i], c: '' + i }); if (all.length > 500) all = [] }

//: calls
function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) } print(f(19)); print([1, 2, 3].map(f))

//: new
class A { constructor(x) { this.x = x } get y() { return this.x } m() { return this.y + 1 } } class B extends A { m() {
    return super.m() + 1 } } let s = 0; for (let i = 0; i < 6000; i++) s += new B(i).m(); print(s)

//: many registers
function g() { let a=1,b=2,c=3; return [a,b,c,...Array.from({length:70},(_, i)=>i)].reduce((x, y) => x + y) } let s = 0;
    for (let i = 0; i < 800; i++) s += g(); print(s)

//: wide frames
let f = Function('n', Array.from({ length: 90 }, (_, i) => `let v${i} = n + ${i};`).join('') +
    'return n > 0 ? f(n - 1) + v89 : v0'); let s = 0; for (let i = 0; i < 60; i++) s += f(40); print(s)

//: generators
function* g(n) { for (let i = 0; i < n; i++) yield i; return n } function* h(n) { yield* g(n); yield* g(n) } let s = 0;
    for (let i = 0; i < 300; i++) for (const x of h(10)) s += x; print(s)

//: wide generators
let g = Function(`return function* (n) { ${Array.from({ length: 80 }, (_, i) => `let v${i} = ${i};`).join('')} for (;;) yield ` +
    Array.from({ length: 80 }, (_, i) => 'v' + i).join('+') + ' + n++ }')()(1); let s = 0; for (const x of g) { s += x;
    if (x > 3800) break } print(s)

//: async
let log = []; async function f(n) { for (let i = 0; i < n; i++) await i; return n } async function* g() { for (let i = 0; i < 50;
    i++) yield await i } (async () => { let s = 0; for await (const x of g()) s += x; for (let i = 0; i < 30; i++) s += await f(i);
    print(s) })(); let t = 0; for (let i = 0; i < 50000; i++) t += i

//: regular expressions
let n = 0; for (let i = 0; i < 1500; i++) { if (/(a|b)*c{2,4}[x-z]/.test('ababcc' + 'xyz'[i % 3])) n++; n += new RegExp('k' +
    i % 40 + '+').test('kk1') ? 1 : 0; 'a,b;c'.split(/[,;]/) } print(n)

//: many regular expressions
let n = 0; for (let r = 0; r < 3; r++) for (let i = 0; i < 1200; i++) if (new RegExp(`x{${i % 1100}}|y`).test('y')) n++; print(n)

//: regular expressions with groups
let n = 0; for (let i = 0; i < 500; i++) { const { groups: { first, rest } } = /(?<first>\w)(?<rest>.*)/u.exec('hello' + i);
    n += first.length + rest.length } print(n); for (let i = 0; i < 20; i++) n += /^(a+)+$/.test('a'.repeat(22) + 'b') ? 1 : 0;
    print(n)

//: literals many
let s = ''; for (let i = 0; i < 1100; i++) s += `/q${i}w+/.test('q${i}ww') && n++;`; let n = 0; const f = Function('n', s +
    'return n'); for (let i = 0; i < 4; i++) n = f(n); print(n)

//: ropes
let t = ''; for (let i = 0; i < 20000; i++) t += 'abcdefgh' + i % 10; print(t.length); print(t.charCodeAt(777)); let u = t + t;
    print(u.indexOf('h9a') + u.lastIndexOf('zz')); for (let i = 0; i < 3000; i++) t.charCodeAt(i)

//: long names
const o = {}; for (let i = 0; i < 300; i++) { o['n'.repeat(2000) + i % 60] = i; o['m'.repeat(3000) + i % 7] ??= i }
    print(Object.keys(o).length); let s = 0; for (let r = 0; r < 300; r++) for (let i = 0; i < 20; i++) s += o['n'.repeat(2000) +
    i] === undefined ? 0 : 1; print(s)

//: equal strings
const a = 'x'.repeat(5000) + 'y', b = 'x'.repeat(5000) + 'y', c = { [a]: 1 }; let n = 0; for (let i = 0; i < 2000; i++) {
    if (a === b) n++; if (i == 1000) n += c[b]; if (a + '' === b + 'z') n++ } print(n)

//: dictionaries
const o = {}; for (let i = 0; i < 3000; i++) o['k' + i] = i; for (let i = 0; i < 3000; i += 2) delete o['k' + i]; let s = 0;
    for (let r = 0; r < 10; r++) for (const k in o) s += o[k]; print(s)

//: maps
const m = new Map, s = new Set; for (let r = 0; r < 6; r++) { for (let i = 0; i < 3000; i++) { m.set('k' + i, i); s.add(i * 1.5) }
    for (let i = 0; i < 3000; i += 3) { m.delete('k' + i); s.delete(i * 1.5) } } let n = 0; for (const [k, v] of m) n += v;
    for (const v of s) n += v; print(n, m.size)

//: weak
const w = new WeakMap, ws = new WeakSet, keys = []; for (let i = 0; i < 8000; i++) {
    const k = {}; w.set(k, { k }); ws.add(k);  if (i % 10 == 0) keys.push(k); new WeakRef(k) } let n = 0;
    for (const k of keys) n += w.has(k) && ws.has(k) ? 1 : 0; print(n)

//: prototypes
let o = { deep: 1 }; for (let i = 0; i < 100; i++) { o = Object.create(o); o['p' + i] = i } let s = 0; for (let i = 0; i < 3000;
    i++) { s += o.deep + o.p99 + o.p50 + ('p3' in o) + (o.none === undefined) } print(s); for (let i = 0; i < 300; i++) {
    const p = Object.create(i % 2 ? o : null); p['x' + i % 20] = i; s += p['x' + i % 20]; Object.setPrototypeOf(p, o) } print(s)

//: polymorphic
const shapes = []; for (let i = 0; i < 40; i++) { const o = {}; o['a' + i] = 1; o.v = i; o.get = function () { return this.v };
    shapes.push(o) } let s = 0; for (let r = 0; r < 300; r++) for (const o of shapes) { s += o.v; s += o.get(); o.v++; o['n' +
    r % 3] = r } print(s)

//: eval
let s = 0; for (let i = 0; i < 300; i++) { s += eval('let x' + i % 7 + ' = ' + i + '; x' + i % 7 + ' + 1'); s += new Function('a',
    'return a + ' + i % 5)(i); (0, eval)('var g' + i % 3 + ' = ' + i) } print(s, g0)

//: functions later
const fs = Array.from({ length: 200 }, (_, i) => Function('x', 'function inner(y) { return y * 2 + ' + i + ' } return inner(x)'));
    let s = 0; for (let i = 0; i < 4000; i++) s += i % 3 ? 1 : 2; for (const f of fs) s += f(1); for (let i = 0; i < 4000;
    i++) s += i; for (const f of fs) s += f(2); print(s)

//: built-ins later
let s = 0; for (let i = 0; i < 5000; i++) s += i; print(Intl === undefined, new Date(0).getTime(), JSON.stringify({ a: [1, {
    b: 2 }] }));

//: built-ins
let s = 0; for (let i = 0; i < 3000; i++) s += i; s += Reflect.ownKeys({ a: 1 }).length; for (let i = 0; i < 3000; i++) s += i;
    s += new Uint8Array(20).fill(3).reduce((a, b) => a + b); for (let i = 0; i < 3000; i++) s += i; s += [...new Map([[1,
    2]]).values()][0]; for (let i = 0; i < 3000; i++) s += i; s += Number(String(BigInt(2) ** 70n).length); for (let i = 0;
    i < 3000; i++) s += i; s += Math.max(...Iterator.from([1, 2, 3]).map(x => x * 2)); print(s, new Date(86400000).toISOString(),
    parseFloat('1.5'), escape('ä'), encodeURIComponent('ä'))

//: arrays
let a = []; for (let i = 0; i < 20000; i++) { a.push(i); if (i % 3 == 0) a.shift(); if (i % 1000 == 0) a.unshift(i) }
    print(a.length); a.length = 100000; a[200000] = 1; print(a.indexOf(1)); a.splice(10, 1000); print(a.sort((x, y) => y - x)[0]);
    let b = []; for (let i = 0; i < 2000; i++) { b[i * 37 % 2003] = i; if (i % 5 == 0) delete b[i] } print(b.flat().length,
    b.concat(a).length)

//: sort
const a = Array.from({ length: 3000 }, (_, i) => i * 7919 % 3001); let n = 0; for (let r = 0; r < 3; r++) a.slice().sort((x,
    y) => (n++, x - y)); print(a.slice().sort()[5], n, a.toSorted()[3], JSON.stringify(a).length)

//: natives
const o = { toJSON() { let s = 0; for (let i = 0; i < 200; i++) s += i; return s } };
    print(JSON.stringify(Array(60).fill(o)).length); let n = 0; 'abc'.repeat(300).replace(/[abc]/g, c => { n += c.length;
    for (let i = 0; i < 20; i++) n++; return '' }); print(n); print(Array.from({ length: 400 }, (_,
    i) => [i].map(x => x * 2)[0]).length)

//: proxies
const p = new Proxy({}, { get(t, k) { return k.length }, has() { return true } }); let s = 0; for (let i = 0; i < 2000; i++) {
    s += p.abc; s += 'x' in p } const deep = Object.create(Object.create(p)); for (let i = 0; i < 1000; i++) s += deep.hello;
    print(s)

//: errors
let n = 0; function f(d) { if (d == 0) throw new TypeError('x' + n); try { f(d - 1) } finally { n++ } } for (let i = 0; i < 300;
    i++) try { f(i % 12) } catch (e) { n += e.stack.length > 0 ? 1 : 0; n += e.message.length } print(n); for (let i = 0; i < 300;
    i++) try { null.x } catch (e) { n++ } print(n)

//: templates
const tag = (s, ...v) => s.raw.length + v.length; let n = 0; for (let i = 0; i < 3000; i++) n += tag`a${i}b${n}c`; print(n)

//: with
const o = { a: 1 }; let s = 0; with (o) for (let i = 0; i < 6000; i++) s += a; for (const k in { x: 1, y: 2, z: 3 }) for (let i = 0;
    i < 800; i++) s += k.length; print(s)

//: switch
let s = 0; outer: for (let i = 0; i < 6000; i++) { switch (i % 5) { case 0: continue outer; case 1: s++; case 2: s += 2; break;
    default: try { if (i % 7 == 0) continue outer; s += 3 } finally { s++ } } } print(s)

//: big integers
let a = 1n; for (let i = 1n; i < 400n; i++) a *= i; print(String(a).length); let s = 0n; for (let i = 0; i < 2000;
    i++) s += BigInt(i) << 60n; print(s); print(BigInt('9'.repeat(500)) % 1007n)

//: buffers
let s = 0; for (let i = 0; i < 300; i++) { const a = new Uint8Array(20000); a.fill(i); s += a[19999] + a.subarray(5, 100).length;
    new Float64Array(a.buffer.slice(0, 8000)).sort() } print(s)

//: slices
const t = 'abc,def;'.repeat(4000); let n = 0; for (let i = 0; i < 400; i++) { n += t.slice(i, i + 9000).length; n += t.substring(i,
    i + 5).length } print(t.split(',').length, n, t.toUpperCase().length, t.replaceAll('a', 'b').length)

//: globals
var a = 1; function bump() { a++; return a } let s = 0; for (let i = 0; i < 8000; i++) { s += bump(); globalThis.late = i;
    s += late } print(s); let q = 0; for (let i = 0; i < 200; i++) (0, eval)(`var fresh${i} = ${i}`); print(fresh199)

//: clones
const o = { list: Array.from({ length: 50 }, (_, i) => ({ i, s: 's' + i })) }; let n = 0; for (let i = 0; i < 100;
    i++) n += Object.keys({ ...o, i }).length + Object.entries(o.list[i % 50]).length + JSON.parse(JSON.stringify(o)).list.length;
    print(n)

//: maps with holes
const m = new Map, its = []; for (let i = 0; i < 900; i++) { m.set(i, i); if (i % 7 == 3) { m.delete(i >> 1); m.delete(i - 1) }
    if (i % 90 == 50) { const it = m.entries(); for (let k = 0; k < i % 60; k++) it.next(); its.push(it) } if (i == 600) {
    m.clear(); for (let k = 0; k < 60; k++) m.set('k' + k, k) } if (i % 200 == 199) for (const it of its) it.next() } let n = 0;
    for (const it of its) for (const [k, v] of it) { n += v; m.delete(k); m.set(k, n) ; if (n > 9000) break } const s = new Set;
    for (let r = 0; r < 40; r++) { for (let i = 0; i < 50; i++) s.add(i * r); let c = 0; for (const x of s) { s.delete(x);
    if (++c > 30) break } n += s.values().next().value } print(n, m.size, s.size, [...s.union(m)].length)

//: sets as queues
const q = new Set; let n = 0; for (let i = 0; i < 6000; i++) { q.add(i); if (i % 3) for (const x of q) { q.delete(x); n += x; break } }
    print(n, q.size, new Set([...q].slice(0, 40)).isSubsetOf(q))

//: names come and go
let n = 0; const os = []; for (let i = 0; i < 60; i++) { const o = {}; for (let k = 0; k < i * 4; k++) o['k' + k] = k; os.push(o) }
    for (let r = 0; r < 12; r++) for (const o of os) { for (const k of Object.keys(o).slice(r, r + 3)) delete o[k]; o['new' + r] = r;
    for (const k in o) { n += k.length; if (n % 50 == 7) delete o[k]; if (n % 90 == 5) break } } for (const o of os) n +=
    Object.entries(o).length + Object.getOwnPropertyNames({ ...o }).length; print(n)

//: enumerations
const o = {}; for (let i = 0; i < 700; i++) o['k' + i] = i; let n = 0; for (const k in o) { delete o[k]; if (n++ % 2) o['x' + n] = 1;
    if (n % 40 == 0) for (const j in o) { n += o[j] % 3; if (o[j] > n) break } } class A { a = 1; b = 2 } class B extends A { c = 3 }
    B.prototype.z = 1; for (let i = 0; i < 150; i++) for (const k in new B) n += k.length; for (const k in 'word'.repeat(20)) n++;
    print(n, Object.keys(o).length)

//: attributes changed again and again
let n = 0; const os = Array.from({ length: 40 }, () => ({ a: 1, b: 2, c: 3, d: 4 })); for (let i = 0; i < 16; i++) for (const o of os) {
    Object.defineProperty(o, 'abcd'[i % 4], { enumerable: i % 3 > 0, value: i }); for (const k in o) n += k.length } for (const o of
    os) { Object.freeze(o); for (let r = 0; r < 6; r++) { n += Object.isFrozen(o); for (const k in o) n += o[k] } } print(n)

//: elements of all kinds
const s = []; s[5e6] = 1; for (let i = 0; i < 120; i++) s[i * 1000] = i; let n = 0; for (const k in s) n += +k % 7; const f =
    Object.freeze(Array.from({ length: 400 }, (_, i) => i)); const holes = new Array(700); for (let i = 0; i < 700; i += 9) holes[i] = i;
    for (let r = 0; r < 12; r++) { n += s.indexOf(r * 900) + f.indexOf(r * 40) + holes.indexOf(r * 81) + f.concat(holes).length; s.forEach(x => {
    n += x }); Object.keys(holes).forEach(k => { n += +k }); for (let i = 0; i < 40; i++) { s[2000000 + r * 50 + i] = i; if (i % 3) delete
    s[i * 1000] } n += Object.isFrozen(f) + f.slice(r).length } const d = []; d[3000] = 1; for (let i = 0; i < 1500; i++) d[i] = i; const e = {
    length: 3 }; for (let i = 0; i < 300; i++) e[i * 3] = i; Object.defineProperty(e, 7, { value: 1 }); for (let r = 0; r < 20; r++) {
    for (const k in e) n += e[k]; delete e[r * 9]; n += Array.prototype.indexOf.call(e, r) } print(n, d.length, s.length)

//: queues
let q = [], n = 0; for (let i = 0; i < 5000; i++) { q.push(i); if (i % 4) n += q.shift(); if (i % 900 == 0) for (let k = 0; k < 300; k++)
    q.unshift(k); if (i % 1000 == 700) n += q.reduce((a, b) => a + b) } while (q.length > 20) { n += q.shift(); n += q.at(-1) } print(n,
    q.indexOf(4999), Object.keys(q).length)

//: patterns that wait
const all = []; for (let i = 0; i < 90; i++) { all.push(/(?<a>x|y)+z{2,9}/g, new RegExp('q' + i % 9 + '(a|b)*', 'y'), /late(?:r|st)/);
    if (i % 8 == 0) all.push(new RegExp(/(?<a>x|y)+z{2,9}/g)) } let n = 0; for (let r = 0; r < 3; r++) for (const re of all) { if (r == 1 &&
    re.source[0] == 'l') continue; re.lastIndex = 0; n += re.test('xyxzz later') ? 1 : 0; n += 'xzz-yzzz'.replace(re, 'w').length } for (let i
    = 0; i < 30; i++) n += eval('/ev' + i % 3 + 'al/').test('ev1al') ? 1 : 0; print(n)

//: built-ins changed
let n = 0; delete Array.prototype.findLast; Array.prototype.own = 1; delete Array.prototype.own; delete Object.prototype.__lookupGetter__;
    Math.more = x => x + 1; delete Math.cbrt; Math.cbrt = 1; Reflect.extra = 1; Object.freeze(Reflect); delete globalThis.escape; for (let i =
    0; i < 60; i++) { n += Object.getOwnPropertyNames(Math).length + Object.getOwnPropertyNames(Array.prototype).length + Reflect.ownKeys(
    Reflect).length + Object.getOwnPropertyNames(globalThis).length; globalThis['g' + i] = i; if (i % 3) delete globalThis['g' + (i - 1)];
    for (const k in globalThis) n += k.length } print(n)

//: functions with properties
function f() {} let n = 0; const fs = Array.from({ length: 50 }, (_, i) => { const g = i % 2 ? function (a, b) {} : class { static s = i };
    if (i % 3) delete g.name; if (i % 5) delete g.length; g.x = i; return g }); for (let r = 0; r < 20; r++) for (const g of fs) { n +=
    Reflect.ownKeys(g).length; for (const k in g) n += g[k]; if (r == 9) delete g.x } print(n)

//: wide scopes
const names = Array.from({ length: 150 }, (_, i) => 'w' + i); const g = Function(...names, 'with ({ w3: 7 }) { return eval("w3 + w149") + ' +
    '(() => eval("w148"))() }'); let n = 0; for (let i = 0; i < 60; i++) n += g(...names.map((_, k) => k + i)); let s = 'let t = 0;'; for (let i =
    0; i < 70; i++) s += `let l${i} = ${i};`; for (let i = 0; i < 40; i++) n += eval(s + 'eval("l" + ' + i + ')'); print(n)

//: private names and arguments
class P { #a = 1; #b = 2; get sum() { return this.#a + this.#b } static has(o) { return #a in o } } let n = 0; function f(a, b) { arguments[0] =
    5; delete arguments[1]; for (const k in arguments) n += +k; return arguments } const kept = []; for (let i = 0; i < 400; i++) { const p = new P;
    n += p.sum + P.has(p) + Reflect.ownKeys(p).length; kept.push(f(i, i, ...Array(i % 40).fill(i))) } for (const a of kept) { n += a.length +
    Object.keys(a).length; a.x = 1; for (const k in a) n += k.length } print(n)

//: errors looked at late
const es = []; function deep(d) { return d ? deep(d - 1) : new RangeError('x'.repeat(d + 9)) } for (let i = 0; i < 120; i++) { es.push(deep(i % 30));
    Error.captureStackTrace(es[i >> 1]) } let n = 0; for (let i = 0; i < 3000; i++) n += i; for (const e of es) { n += e.stack.length; n +=
    Object.getOwnPropertyNames(e).length; delete e.stack } print(n > 0)

//: texts put together and taken apart
let n = 0, t = ''; const parts = []; for (let i = 0; i < 400; i++) { t += 'ab' + i; parts.push(t); if (i % 60 == 0) n += t.indexOf('zz') } const o =
    {}; for (const p of parts) { n += p.length; if (n % 5 == 0) o[p] = 1; if (n % 7 == 0) n += p.at(-1).charCodeAt(0) } for (const p of parts) n +=
    (p in o) + (p === t) + p.slice(3, 900).lastIndexOf('b3'); n += JSON.stringify(o).length + parts.join('').length; print(n)

//: weak tables come and go
let ks = Array.from({ length: 300 }, (_, i) => ({ i })), n = 0; const ws = Array.from({ length: 20 }, () => new WeakMap); for (let r = 0; r < 6; r++) {
    ks.forEach((k, i) => { ws[i % 20].set(k, r); if (i % 4 == r % 4) ws[i % 20].delete(k); n += ws[(i + 1) % 20].has(k) }); if (r == 3) ks =
    ks.slice(100) } print(n)

//: promises and their jobs
let n = 0; const ps = []; for (let i = 0; i < 150; i++) { ps.push(new Promise((y, no) => i % 3 ? y(i) : no(i)).then(x => n += x, x => n -= x)) }
    Promise.allSettled(ps).then(rs => { n += rs.length; for (let i = 0; i < 900; i++) n += i }); (async () => { for (let i = 0; i < 60; i++) { n +=
    await { then(y) { y(i) } }; try { await Promise.reject(i) } catch (e) { n += e } } print(n) })(); for (let i = 0; i < 4000; i++) n += i % 3
