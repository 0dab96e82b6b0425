//! Small things, so many that the limit ends it: each is counted with its entries in tables.

use ferrotape::future::Async;
use ferrotape::modules::ModuleLoader;
use ferrotape::{Engine, Error, ErrorKind, Instance, Object, Promise, Script, Termination};

use super::Case;

/// Things with code, frames or records behind them, which each machine has in its own form.
pub const OF_CODE: &[&str] = &[
    "for (let i = 0; ; i++) all.push(eval('(function () { return ' + i + ' })'))",
    "for (let i = 0; ; i++) all.push(eval('(x => () => x)(' + i + ')'))",
    "for (let i = 0; ; i++) all.push(eval('(function () { /* ' + 'x'.repeat(1000) + i + ' */ })'))",
    "for (let i = 0; ; i++) all.push(Function('a', 'return ' + i))",
    "for (let i = 0; ; i++) all.push(eval('class C' + i + ' { #p = 1; static s = 2; get g() { return this.#p } m() {} }; C' + i))",
    "for (let i = 0; ; i++) (0, eval)('function f' + i + '() { return f' + i + ' }')",
    "for (let i = 0; ; i++) all.push(class { #p = 1; static s = 2; get g() { return this.#p } m() {} })",
    "for (let i = 0; ; i++) all.push(class extends Array {})",
    "for (let i = 0; ; i++) all.push((x => () => x)(i))",
    "function deep(n) { if (n) deep(n - 1); else all.push(new Error('deep')) } for (;;) deep(100)",
    "for (let i = 0; ; i++) try { null.x } catch (e) { e.stack; all.push(e) }",
    "for (let i = 0; ; i++) try { eval('(') } catch (e) { all.push(e) }",
    "function* g() { using x = { [Symbol.dispose]() {} }; yield 1 } for (;;) { const x = g(); x.next(); all.push(x) }",
    "async function* g() { yield 1; yield 2 } for (;;) { const x = g(); x.next(); all.push(x) }",
    "async function* g() { await new Promise(() => {}) } const x = g(); for (;;) x.next()",
    "function* g() { yield 1; yield 2 } for (;;) { const x = g(); x.next(); all.push(x) }",
    "async function f() { await new Promise(() => {}) } for (;;) all.push(f())",
    "const p = new Promise(() => {}); for (;;) p.then(() => 1)",
    "for (;;) Promise.resolve().then(() => 1)",
    "for (;;) all.push((function () { return arguments })(1, 2))",
    "for (;;) all.push((function (a, b) { return [arguments, () => a] })(1, 2))",
    "let f = () => 1; for (;;) { const g = f; f = () => g }",
    "for (let i = 0; ; i++) with ({ a: i }) all.push(function () { return a })",
    "function f(n) { return n ? [f(n - 1)] : [] } for (;;) all.push(f(500))",
    "const f = Function('/*' + '\\u{1f600}'.repeat(1e5) + '*/'); for (;;) all.push(f.toString())",
];

/// Things of the heap, which are the same on both machines.
pub const OF_HEAP: &[&str] = &[
    "for (let i = 0; ; i++) all.push(Symbol('a symbol ' + i))",
    "for (let i = 0; ; i++) all.push(Symbol.for('a key that is long enough' + i))",
    "for (let i = 0; ; i++) all.push(new RegExp('a' + i))",
    "for (let i = 0; ; i++) { const r = new RegExp('(a+)*[b-z]{2,5}' + i, 'u'); r.test('aab'); all.push(r) }",
    "for (let i = 0; ; i++) all.push(/(?<name>a)/d.exec('bab'))",
    "for (let i = 0; ; i++) { const r = /a|b/g; r[Symbol.replace]('a', 'b'); all.push(r) }",
    "for (let i = 0; ; i++) all.push(new Error('e' + i))",
    "for (let i = 0; ; i++) all.push(new AggregateError([1], 'x', { cause: i }))",
    "for (let i = 0; ; i++) all.push(new SuppressedError(i, all, 'x'))",
    "for (;;) { const s = new DisposableStack(); s.defer(String); all.push(s) }",
    "const s = new AsyncDisposableStack(); for (let i = 0; ; i++) s.adopt(i, String)",
    "for (;;) all.push(Promise.all([1, 2]))",
    "for (;;) all.push(Promise.withResolvers())",
    "for (let i = 0; ; i++) Promise.reject(i)",
    "for (let i = 0; ; i++) import('m' + i)",
    "for (;;) all.push(new WeakRef({}))",
    "for (;;) all.push(new WeakRef(all))",
    "const r = new FinalizationRegistry(() => {}); for (;;) r.register(all, 1, all)",
    "for (;;) all.push(new FinalizationRegistry(() => {}))",
    "const m = new WeakMap(); for (let i = 0; ; i++) { const o = {}; m.set(o, i); all.push(o) }",
    "const m = new WeakSet(); for (let i = 0; ; i++) { const o = {}; m.add(o); all.push(o) }",
    "const m = new Map(); for (let i = 0; ; i++) m.set(i, i)",
    "const m = new Map(); for (let i = 0; ; i++) m.set('k' + i, {})",
    "const m = new Set(); for (let i = 0; ; i++) m.add(i + 0.5)",
    "for (;;) all.push(new Map([[1, 2]]))",
    "for (;;) all.push(new Set())",
    "for (;;) all.push(new Uint8Array(1))",
    "for (;;) all.push(new ArrayBuffer(1))",
    "for (;;) all.push(new ArrayBuffer(1, { maxByteLength: 1000 }))",
    "for (;;) all.push(new SharedArrayBuffer(1))",
    "const b = new ArrayBuffer(8); for (;;) all.push(new DataView(b))",
    "for (;;) all.push(new Uint8Array(1).subarray(0))",
    "let s = ''; for (let i = 0; ; i++) all.push(s += i)",
    "let s = 'x'.repeat(1000); for (let i = 0; ; i++) all.push(s + i)",
    "let s = 'x'.repeat(1000); for (let i = 0; ; i++) all.push((s + i).slice(0, 65))",
    "let s = 'x'.repeat(1e5); for (let i = 0; ; i++) all.push(s.slice(i % 1000, i % 1000 + 70))",
    "for (let i = 0; ; i++) all.push('λ' + i)",
    "for (let i = 0; ; i++) all.push('some longer text than fits' + i)",
    "const s = 'a,'.repeat(1000); for (;;) all.push(s.split(','))",
    "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
    "const o = {}; for (let i = 0; ; i++) o['a key that is longer than a cell ' + i] = i",
    "const o = {}; for (let i = 0; ; i++) o[Symbol()] = i",
    "for (let i = 0; ; i++) all.push({ ['k' + i]: 1 })",
    "for (let i = 0; ; i++) all.push({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 })",
    "for (let i = 0; ; i++) all.push(Object.create({ a: i }))",
    "for (let i = 0; ; i++) all.push(Object.defineProperty({}, 'a', { get() {}, configurable: true }))",
    "for (let i = 0; ; i++) { const o = { a: 1, b: 2 }; delete o.a; o.c = 3; all.push(o) }",
    "for (let i = 0; ; i++) all.push(Object.freeze([i]))",
    "for (;;) { const a = []; a[1e6] = 1; all.push(a) }",
    "for (;;) all.push([1])",
    "for (;;) all.push(Array(5))",
    "for (;;) { const a = [1, 2, 3]; a.shift(); all.push(a) }",
    "for (;;) all.push(String.bind(null, 1, 2, 3))",
    "for (;;) all.push(new Proxy({}, {}))",
    "for (;;) all.push([1].values().map(x => x).filter(x => x))",
    "for (;;) all.push([][Symbol.iterator]())",
    "for (let i = 0n; ; i++) all.push(i << 64n)",
    "for (let i = 0n; ; i++) all.push(i << 1000n)",
    "for (let i = 0; ; i++) all.push(i + 0.5)",
    "for (;;) all.push(new Date())",
    "for (;;) all.push(Object('text'), Object(1))",
    "for (;;) all.push(JSON.parse('{\"a\":[1,{\"b\":2}]}'))",
    "let o = null; for (;;) o = { o }",
    "let o = null; for (;;) o = [o]",
    "for (let i = 0; ; i++) Object.prototype['inherited' + i] = 1",
    "for (let i = 0; ; i++) all.push(Reflect.ownKeys({ a: 1, b: 2 }))",
    "const a = new Int32Array(new SharedArrayBuffer(4)); for (;;) all.push(Atomics.waitAsync(a, 0, 0))",
    "const a = new Int32Array(new SharedArrayBuffer(4)); for (;;) Atomics.waitAsync(a, 0, 0)",
    "for (;;) Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(8)), 0, 0)",
    "for (;;) Atomics.waitAsync(new BigInt64Array(new SharedArrayBuffer(8, { maxByteLength: 4096 })), 0, 0n, 1e9)",
    "const a = new Int32Array(new SharedArrayBuffer(1 << 20)); for (let i = 0; ; i++) Atomics.waitAsync(a, i % a.length, 0)",
    "const a = new Int32Array(new SharedArrayBuffer(1 << 20)); for (let i = a.length; ; ) Atomics.waitAsync(a, (i += a.length - 7) % a.length, 0, 1e9)",
    "for (;;) { const a = new Int32Array(new SharedArrayBuffer(8)); all.push(a); Atomics.waitAsync(a, 0, 0); Atomics.waitAsync(a, 1, 0) }",
    "const a = new Int32Array(new SharedArrayBuffer(8)); for (;;) { all.push(Atomics.waitAsync(a, 0, 0).value.then(() => a)); Atomics.waitAsync(a, 1, 0) }",
    "const a = new Int32Array(new SharedArrayBuffer(8)); for (;;) { Atomics.waitAsync(a, 0, 0); Atomics.waitAsync(a, 0, 0); Atomics.notify(a, 0, 1) }",
    "const a = new Int32Array(new SharedArrayBuffer(8)); for (;;) { all.push(Atomics.waitAsync(a, 0, 0)); Atomics.notify(a, 0) }",
    "const a = new Int32Array(new SharedArrayBuffer(8)); for (;;) all.push(Atomics.waitAsync(a, 0, 0, 0), Atomics.waitAsync(a, 0, 1))",
    "for (;;) all.push(new SharedArrayBuffer(1, { maxByteLength: 1000 }))",
    "const b = new SharedArrayBuffer(8); for (;;) all.push(new BigInt64Array(b), Atomics.add(new BigInt64Array(b), 0, 1n << 60n))",
    "const w = new WeakMap(), first = {}; for (let k = first; ; ) { const n = {}; w.set(k, n); k = n }",
    "const w = new WeakMap(), first = {}; for (let k = first; ; ) { const n = [k]; w.set(k, n); k = n; all.push(new WeakRef(k)) }",
    "for (let k = {}; ; ) { const m = new WeakMap(), n = { m }; m.set(k, n); all.push(m); k = n }",
    "const k = {}; for (;;) { const m = new WeakMap(); m.set(k, [m]); all.push(m) }",
    "const m = new WeakMap(); for (;;) { const s = Symbol(); m.set(s, { s }); all.push(s) }",
    "const r = new FinalizationRegistry(() => {}); for (;;) { const o = {}; r.register(o, o => o, o); all.push(o) }",
    "const r = new FinalizationRegistry(() => {}); for (;;) r.register({}, [], Symbol())",
    "let o = null; for (;;) o = { rest: o, other: {} }",
    "let o = null; for (;;) o = { other: [{}], rest: o }",
    "const o = ['\\ud800'.repeat(1e5)]; for (;;) all.push(JSON.stringify(o))",
];

pub const OF_HOSTS: &[&str] = &[
    "for (let i = 0; ; i++) setTimeout(() => i, 1e6)",
    "for (let i = 0; ; i++) setInterval(String, 1e6, i, i)",
    "for (let i = 0; ; i++) queueMicrotask(() => i)",
    "for (let i = 0; ; i++) all.push(structuredClone({ a: [i] }))",
    "for (let i = 0; ; i++) all.push(structuredClone(new Map([[i, new Date()]])))",
    "for (let i = 0; ; i++) all.push(new TextEncoder().encode('text'))",
    "for (let i = 0; ; i++) { const t = setTimeout(() => i, 1e6); if (i % 3) clearTimeout(t); else all.push(t) }",
    "function next() { all.push({}, {}, {}); queueMicrotask(next); queueMicrotask(next) } next()",
    "const o = { a: 1, b: [new Date(), /x/g, new Map([[1, new Set([2])]])] }; for (;;) all.push(structuredClone(o))",
    "for (let i = 0; ; i++) all.push(structuredClone(new Error('text' + i)), structuredClone(new RangeError('text' + i, { cause: i })))",
    "const b = new SharedArrayBuffer(8); for (;;) try { all.push(structuredClone(b)) } catch (e) { all.push(e) }",
    "for (;;) { const b = new ArrayBuffer(64); all.push(structuredClone(b, { transfer: [b] }), b) }",
    "const o = []; for (let i = 0; i < 1e5; i++) o.push({ i }); for (;;) all.push(structuredClone(o))",
    "for (;;) all.push(new TextEncoder(), new TextDecoder())",
    "for (let i = 0; ; i++) all.push(new TextDecoder('utf-16le').decode(new Uint8Array([i, i >> 8, 0xbb, 3])))",
    "const t = 'λ'.repeat(1e5), e = new TextEncoder(); for (;;) all.push(e.encode(t))",
    "const b = new Uint8Array(1e5).fill(0xce), d = new TextDecoder(); for (;;) all.push(d.decode(b, { stream: true }))",
    "for (;;) { const d = new TextDecoder(); d.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }); all.push(d) }",
    "const b = new Uint8Array(100), e = new TextEncoder(); for (let i = 0; ; i++) all.push(e.encodeInto('text' + i, b))",
    "for (let i = 0; ; i++) all.push(btoa('text' + i), atob('dGV4' + (1000 + i % 9000)))",
    "const t = btoa('x'.repeat(3e5)); for (;;) all.push(atob(t), btoa(t))",
    "for (let i = 0; ; i++) try { atob('=' + i) } catch (e) { all.push(e) }",
    "for (let i = 0; ; i++) all.push(performance.now() + i / 3, performance.toJSON?.())",
    "for (let i = 0; ; i++) all.push(new DOMException('text' + i).stack)",
    "for (let i = 0; i < 1000; i++) { console.group('label' + i); console.log(i) } endless()",
    "for (let i = 0; ; i++) { console.count('l' + i); console.countReset('l' + i); console.time('t' + i); all.push({}) }",
    "for (let i = 0; ; i++) { console.table([{ ['k' + i]: i }]); console.dir({ i }, { depth: 9 }); all.push([i]) }",
    "for (let i = 0; ; i++) all.push(new DOMException('text' + i))",
    "for (let i = 0; ; i++) console.count('label' + i)",
    "for (let i = 0; ; i++) console.time('label' + i)",
    "const t = 'x'.repeat(5e6); for (let i = 0; i < 20; i++) console.assert(false, t); endless()",
    "const t = 'x'.repeat(5e6); for (let i = 0; i < 20; i++) console.trace(t); endless()",
    "const t = 'λ'.repeat(2e6); for (let i = 0; i < 20; i++) console.assert(false, t, t); endless()",
    "const t = 'λ'.repeat(2e6); for (let i = 0; i < 20; i++) console.trace(t); endless()",
    "const t = 'x'.repeat(5e6); for (let i = 0; i < 20; i++) console.log('%s %s', t, t); endless()",
    "const t = 'x\\n'.repeat(2e6); for (let i = 0; i < 20; i++) { console.group('a'); console.log(t) } endless()",
    "const t = 'x'.repeat(5e6); for (let i = 0; i < 20; i++) console.log([t, { t }]); endless()",
    "const t = 'x'.repeat(2e6); for (let i = 0; i < 20; i++) console.table([{ t }, { t }]); endless()",
    "const t = 'x'.repeat(5e6); for (let i = 0; i < 20; i++) console.error(new Error(t)); endless()",
];

/// A loader that has every module.
struct Endless;

impl ModuleLoader for Endless {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        Ok(format!("export const a = 1, name = '{name}'; export default function () {{ return a }}"))
    }
}

/// Runs a script with the usual host parts, until the limit ends it.
pub fn fills(engine: &mut Engine, script: &str) -> Result<(), Error> {
    {
        ferrotape::web::Web::install(engine, ferrotape::web::TimerClock::Real)?;
        engine.define_console(Silent, ferrotape::console::InspectOptions::default())?;
    }
    engine.set_module_loader(Endless);
    until_full(
        engine
            .run_with_jobs(
                "many.js",
                &*format!("const all = []; function endless() {{ for (;;) all.push({{}}) }} {script}"),
            )
            .map(|_| ()),
    )
}

struct Silent;

impl ferrotape::Console for Silent {
    fn message(&self, _: ferrotape::console::Level, _: &str) {}
}

fn until_full(result: Result<(), Error>) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() == ErrorKind::Termination(Termination::OutOfMemory) => Ok(()),
        Err(error) => Err(error),
        Ok(()) => Err(Error::new("there was room for all of it")),
    }
}

/// Makes one after the other.
fn again_and_again(mut make: impl FnMut(usize) -> Result<(), Error>) -> Result<(), Error> {
    until_full((0..10_000_000).try_for_each(&mut make))
}

fn pending(engine: &mut Engine) -> Result<Promise, Error> {
    engine.eval("new Promise(() => {})")
}

#[derive(Default)]
struct Point {
    _x: f64,
}

impl ferrotape::Class for Point {
    const NAME: &'static str = "Point";

    fn define(class: &mut ferrotape::ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(Point::default)
    }
}

/// Things that hosts make, or are asked for.
pub const CASES: &[Case] = &[
    ("modules of the host", |engine| {
        again_and_again(|i| engine.run_module(&format!("/{i}.mjs"), &*format!("export const a = {i}")).map(|_| ()))
    }),
    ("host modules", |engine| {
        again_and_again(|i| engine.define_module(&format!("host:{i}"), |cx, exports| exports.value(cx, "a", 1)))
    }),
    ("imported modules", |engine| {
        engine.set_module_loader(Endless);
        until_full(engine.run_module("/main.mjs", "for (let i = 0; ; i++) await import('m' + i)").map(|_| ()))
    }),
    ("modules that import each other", |engine| {
        struct Chain;
        impl ModuleLoader for Chain {
            fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
                Ok(specifier.to_owned())
            }
            fn load(&mut self, name: &str) -> Result<String, String> {
                let next = name.parse::<u64>().unwrap_or(0) + 1;
                Ok(format!("export * from '{next}'; import {{ a{next} as b }} from '{next}'; export const a{name} = 1"))
            }
        }
        engine.set_module_loader(Chain);
        until_full(engine.run_module("/main.mjs", "import '1'").map(|_| ()))
    }),
    ("modules of texts", |engine| {
        engine.set_module_loader(Endless);
        let text = "for (let i = 0; ; i++) await import('m' + i, { with: { type: 'text' } })";
        until_full(engine.run_module("/main.mjs", text).map(|_| ()))
    }),
    ("realms", |engine| {
        let mut all = Vec::new();
        again_and_again(|_| engine.new_realm().map(|realm| all.push(realm)))
    }),
    ("used realms", |engine| {
        let mut all = Vec::new();
        again_and_again(|_| {
            let realm = engine.new_realm()?;
            engine.in_realm(&realm, |engine| {
                engine.eval::<()>("new Map(); /a/.exec('a'); new Date().toString(); void 0")
            })?;
            all.push(realm);
            Ok(())
        })
    }),
    ("outcomes", |engine| {
        let promise = pending(engine)?;
        again_and_again(|_| promise.future::<f64>(engine).map(std::mem::forget))
    }),
    ("outcomes that are there", |engine| {
        let promise: Promise = engine.eval("Promise.resolve('x'.repeat(1e6))")?;
        again_and_again(|_| {
            std::mem::forget(promise.future::<String>(engine)?);
            engine.run_jobs()
        })
    }),
    ("futures", |engine| {
        engine.define("wait", || Async(std::future::pending::<f64>()))?;
        until_full(engine.eval("for (;;) wait()"))
    }),
    ("futures that hold much", |engine| {
        engine.define("wait", || {
            let bytes = [1u8; 1000];
            Async(async move {
                std::future::pending::<()>().await;
                f64::from(bytes[0])
            })
        })?;
        until_full(engine.eval("for (;;) wait()"))
    }),
    ("handles", |engine| again_and_again(|_| engine.get_global::<Object>("globalThis").map(std::mem::forget))),
    ("functions of the host", |engine| again_and_again(|i| engine.define(&format!("f{i}"), move || i as f64))),
    ("functions of the host from scripts", |engine| {
        engine.define("make", |cx: &mut ferrotape::Context<'_>| ferrotape::Function::new(cx, "f", || 1))?;
        until_full(engine.eval("const all = []; for (;;) all.push(make())"))
    }),
    ("instances", |engine| {
        engine.define("make", |cx: &mut ferrotape::Context<'_>| Instance::new(cx, Point::default()))?;
        until_full(engine.eval("const all = []; for (;;) all.push(make())"))
    }),
    ("compiled scripts", |engine| {
        again_and_again(|i| Script::compile(&format!("{i}.js"), &format!("var f{i} = () => {i}"))?.run::<()>(engine))
    }),
    ("globals", |engine| again_and_again(|i| engine.set_global(&format!("global{i}"), i as f64))),
];
