//! Forks of engines: a copy has everything, and neither engine sees what the other does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use ferrotape::snapshot::Forking;
use ferrotape::{
    Builder, Class, ClassBuilder, Engine, Error, ErrorKind, Function, Instance, Limits, Object, Own, Script, Value,
};

use crate::host_functions::BACKENDS;

/// Returns engines of both machines, without and with a stressed collector.
fn builders() -> impl Iterator<Item = (String, Builder)> {
    let kinds = [("", false, false), ("stress", true, false), ("slices", false, true)];
    BACKENDS.into_iter().flat_map(move |backend| {
        kinds.into_iter().map(move |(name, stress, slices)| {
            let builder = Engine::builder().backend(backend).seed(5).stress_collection(stress).stress_slices(slices);
            (format!("{backend:?} {name}"), builder)
        })
    })
}

/// Programs in two halves, and the value of the second half's last statement in every engine.
const HALVES: &[(&str, &str, &str)] = &[
    // Untouched built-ins are created in each engine separately.
    (
        "",
        "[3, 1, 2].sort().join() + new Map([[1, 2]]).get(1) + /a+/.exec('baa')[0] + Object.keys({ x: 1 })",
        "1,2,32aax",
    ),
    (
        "var o = { a: 1, nested: { list: [1, 2, 3] } }; let sum = 0; for (const x of o.nested.list) sum += x",
        "o.a += sum; o.b = 1; o.nested.list.push(4); delete o.a; JSON.stringify(o) + sum",
        "{\"nested\":{\"list\":[1,2,3,4]},\"b\":1}6",
    ),
    (
        "function C(x) { this.x = x } C.prototype.get = function () { return this.x }; var all = [];
         for (let i = 0; i < 100; i++) all.push(new C(i)); const read = c => c.get(); all.map(read)",
        "C.prototype.get = function () { return -this.x }; all.map(read).reduce((a, b) => a + b)",
        "-4950",
    ),
    // Functions that were never called have no code yet, in either engine.
    (
        "const big = () => 10n ** 30n, outer = x => { let n = x; return { up: () => ++n, tag: t => t`a${n}b` } };
         class Late { static s = 1; #p = 7; get p() { return this.#p } } function* lazy() { yield* [1, 2] }",
        "const o = outer(1); [big(), o.up(), o.tag(x => x.raw.join()), new Late().p, Late.s, ...lazy()].join()",
        "1000000000000000000000000000000,2,a,b,7,1,1,2",
    ),
    (
        "class P { #n = 1; static made = 0; inc() { P.made++; return ++this.#n } } const p = new P; p.inc()",
        "p.inc() + ':' + P.made",
        "3:2",
    ),
    (
        "function* g() { try { let n = yield 1; yield n * 2; } finally { log.push('end') } } var log = [];
         const it = g(), other = g(); it.next(); it.next(21)",
        "it.next(); other.return(5).value + ':' + other.next().done + log",
        "5:trueend",
    ),
    (
        "var log = []; Promise.resolve().then(() => log.push(1)).then(() => log.push(2));
         (async () => { log.push('a'); await null; log.push('b'); for await (const x of [1, 2]) log.push('x' + x) })()",
        "log.push('second'); Promise.resolve().then(() => Promise.resolve()).then(() => globalThis.done = log.join()); 0",
        "0",
    ),
    (
        "var log = []; const r = n => ({ [Symbol.dispose]() { log.push(n) } });
         function* g() { using a = r('a'), b = r('b'); for (using c of [r('c')]) yield 1; yield 2 }
         const it = g(), left = g(); it.next(); left.next(); const s = new DisposableStack(); s.use(r('s'));
         s.adopt('v', v => log.push(v)); (async () => { await using x = { [Symbol.asyncDispose]: () => gate }; log.push('waits') })();
         let go; const gate = new Promise(then => go = then)",
        "it.next(); it.return(); s.dispose(); left.throw === it.throw; try { left.throw('T') } catch (e) { log.push(e) } go(); log.join()",
        "waits,c,b,a,v,s,c,b,a,T",
    ),
    (
        "const s = Symbol.for('shared'), t = Symbol('t'); var o = { [s]: 1, [t]: 2 };",
        "[Symbol.for('shared') === s, Symbol.keyFor(s), o[Symbol.for('shared')], o[t], Symbol('t') === t].join()",
        "true,shared,1,2,false",
    ),
    (
        "const r = /(\\w)(\\d)/g; const long = /(a+)+b/; r.exec('a1 b2'); long.test('a'.repeat(30)); RegExp.$1",
        "r.exec('a1 b2')[2] + RegExp.$1 + r.lastIndex + long.test('a'.repeat(30)) + 'x-y'.replace(/(.)-(.)/, '$2$1')",
        "2b5falseyx",
    ),
    (
        "const b = new ArrayBuffer(8, { maxByteLength: 64 }); const v = new Uint8Array(b); v[0] = 7;
         const f = new Float64Array([1.5, 2.5]); const d = new DataView(b); b.resize(16)",
        "b.resize(32); v[31] = 1; f[0] += 1; [v.length, v[0], v[31], f.join('|'), d.getUint8(0), d.byteLength].join()",
        "32,7,1,2.5|2.5,7,32",
    ),
    (
        "const m = new Map(), w = new WeakMap(), k = { k: 1 }; for (let i = 0; i < 200; i++) m.set(i, i), w.set({}, i);
         w.set(k, 'kept'); for (let i = 0; i < 150; i++) m.delete(i); const it = m.keys(); it.next()",
        "m.set('new', 1); [m.size, it.next().value, w.get(k), [...m.keys()].at(-1)].join()",
        "51,151,kept,new",
    ),
    (
        "const ref = new WeakRef({ a: 1 }); const live = { b: 2 }, ref2 = new WeakRef(live);
         const reg = new FinalizationRegistry(() => {}); reg.register(live, 'held', live)",
        "ref2.deref().b + ':' + reg.unregister(live) + reg.unregister(live)",
        "2:truefalse",
    ),
    (
        "const p = new Proxy({ a: 1 }, { get: (t, k) => k in t ? t[k] : 'no ' + String(k) }), q = (() => 1).bind(null);
         const big = 2n ** 200n, date = new Date(0), args = (function () { return arguments })(1, 2)",
        "p.a + p.b + (big % 1000n) + date.getTime() + args.length + q() + args[1]",
        "1no b3760212",
    ),
    (
        "var rope = ''; for (let i = 0; i < 500; i++) rope += 'part' + i; 
         const slice = rope.slice(10, 200); const wide = 'ä𝒳'",
        "rope.length + slice.length + (rope + slice).slice(-3) + wide.length + wide",
        "3580t343ä𝒳",
    ),
    (
        "function f(n) { try { if (n) return f(n - 1); throw new Error('deep') } finally { count++ } } var count = 0;
         let caught; try { f(20) } catch (e) { caught = e } 
         const tag = s => s; const one = () => tag`a${1}b`; const first = one()",
        "caught.message + count + (caught.stack.length > 50) + (one() === first) + Object.isFrozen(first)",
        "deep21truetruetrue",
    ),
    (
        "const sparse = []; sparse[1e6] = 1; const queue = []; for (let i = 0; i < 200; i++) queue.push(i);
         for (let i = 0; i < 100; i++) queue.shift(); const frozen = Object.freeze([1, 2, { a: 1 }])",
        "queue.shift() + queue.length + sparse.length + (frozen[2].a += 1) + Object.keys(sparse)",
        "10002021000000",
    ),
];

fn text_of(engine: &mut Engine, text: &str) -> String {
    match engine.run_with_jobs("half.js", text) {
        Ok(Value::String(text)) => text,
        Ok(Value::Number(number)) => number.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_program_goes_on_in_copies_as_in_the_engine() {
    for (kind, builder) in builders() {
        for &(first, second, expected) in HALVES {
            let mut engine = builder.clone().build().expect("an engine");
            engine.run("first.js", first).unwrap_or_else(|error| panic!("{first}: {error}"));
            let mut fork = engine.fork().expect("a copy");
            let mut fork_of_fork = fork.fork().expect("a copy");
            assert_eq!(text_of(&mut fork, second), expected, "{kind}: {first}");
            assert_eq!(text_of(&mut engine, second), expected, "{kind}, after the copy: {first}");
            drop(engine);
            fork.collect_garbage();
            drop(fork);
            let kind = kind.clone();
            let fork_of_fork = thread::spawn(move || {
                assert_eq!(text_of(&mut fork_of_fork, second), expected, "{kind}, of the copy: {first}");
                fork_of_fork.collect_garbage();
                fork_of_fork
            });
            drop(fork_of_fork.join().expect("no panic"));
        }
    }
}

#[test]
fn what_one_engine_does_the_other_never_sees() {
    for (kind, builder) in builders() {
        let mut engine = builder.build().expect("an engine");
        engine
            .run("a.js", "var o = { a: 1 }, list = [1, 2, 3], f = x => x.a, m = new Map([[1, 1]]); f(o)")
            .expect("it runs");
        let mut fork = engine.fork().expect("a copy");
        for round in 0..30 {
            // Both create shapes, code, strings and garbage, which get the same ids.
            let text = "o['p' + list.length] = list.length; list.push({ list }); m.set(list.length, o);
                globalThis.g = list.length;
                for (let i = 0; i < 50; i++) f({ ['q' + i]: 1, a: i });";
            engine.run("b.js", format!("{text} o.mine = 'parent' + {round}")).expect("it runs");
            fork.run("c.js", "var own = 'x'.repeat(100) + list.length; o.mine = new Function('return own')()")
                .expect("it runs");
        }
        assert_eq!(
            engine.eval::<String>("o.mine + list.length + m.size + typeof own").unwrap(),
            "parent293331undefined",
            "{kind}"
        );
        let text = "o.mine.length + ':' + list.length + m.size + typeof g + Object.keys(o)";
        assert_eq!(fork.eval::<String>(text).unwrap(), "101:31undefineda,mine", "{kind}");
        engine.collect_garbage();
        fork.collect_garbage();
    }
}

#[test]
fn handles_belong_to_one_engine_and_can_be_carried_over() {
    let mut engine = Engine::new();
    let object: Object = engine.eval("({ n: 1 })").unwrap();
    let script = Script::compile("s.js", "globalThis.runs = (globalThis.runs ?? 0) + 1").unwrap();
    script.run::<Value>(&mut engine).unwrap();
    let value = engine.run("v.js", "[1, 2]").unwrap();
    let (mut fork, (its_object, its_value)) = engine.fork_with(&(vec![object.clone()], Some(value))).unwrap();
    let problem = object.get::<u8>(&mut fork, "n").unwrap_err();
    assert_eq!((problem.kind(), problem.message()), (ErrorKind::Usage, "the object belongs to another engine"));
    assert!(problem.report().contains("`Engine::fork_with` gives them"), "{}", problem.report());
    assert!(its_object[0].get::<u8>(&mut engine, "n").is_err());
    fork.collect_garbage();
    its_object[0].set(&mut fork, "n", 2).unwrap();
    assert_eq!(object.get::<u8>(&mut engine, "n").unwrap(), 1);
    fork.set_global("carried", its_value.unwrap()).unwrap();
    assert_eq!(fork.eval::<u8>("carried.length").unwrap(), 2);
    // A script that was loaded is loaded in the copy.
    script.run::<Value>(&mut fork).unwrap();
    assert_eq!((engine.eval::<u8>("runs").unwrap(), fork.eval::<u8>("runs").unwrap()), (1, 2));
    assert!(Engine::new().fork_with(&object).is_err_and(|error| error.kind() == ErrorKind::Usage));
    drop(engine);
    drop(object);
    assert_eq!(its_object[0].get::<u8>(&mut fork, "n").unwrap(), 2);
}

/// A class that can be forked, whose value leads back to its object.
struct Button {
    presses: u32,
    on_press: Option<Own<Function>>,
}

impl Class for Button {
    const NAME: &'static str = "Button";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Button { presses: 0, on_press: None })?;
        class.method_mut("onPress", |button: &mut Button, f: Own<Function>| button.on_press = Some(f))?;
        class.method_mut("press", |button: &mut Button| {
            button.presses += 1;
            button.presses
        })?;
        class.method("tell", |button: &Button, cx: &mut ferrotape::Context<'_>| match &button.on_press {
            Some(f) => f.get(cx)?.call::<u32>(cx, ()),
            None => Ok(0),
        })
    }

    fn fork(&self, forking: &mut Forking) -> Result<Self, Error> {
        Ok(Button { presses: self.presses, on_press: forking.carry(&self.on_press)? })
    }
}

/// A class that cannot be forked.
struct Socket;

impl Class for Socket {
    const NAME: &'static str = "Socket";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Socket)
    }
}

#[test]
fn values_of_classes_are_copied_as_they_say() {
    for (kind, builder) in builders() {
        let mut engine = builder.build().expect("an engine");
        engine.register::<Button>().unwrap();
        engine
            .run("a.js", "let n = 10; const b = new Button; b.onPress(() => { b; return ++n }); b.press(); b.tell()")
            .unwrap();
        let mut fork = engine.fork().unwrap();
        for _ in 0..3 {
            engine.run("b.js", "b.press(); b.tell()").unwrap();
        }
        fork.collect_garbage();
        assert_eq!(
            fork.eval::<String>("b.press() + ':' + b.tell() + (b instanceof Button)").unwrap(),
            "2:12true",
            "{kind}"
        );
        // The slots of values that nobody owns any more are found again in both.
        let more = "for (let i = 0; i < 100; i++) { const c = new Button; c.onPress(() => i); c.onPress(() => i + 1); c.tell() }";
        engine.run("c.js", more).unwrap();
        fork.run("c.js", more).unwrap();
        let ends = "b.press() + ':' + b.tell()";
        assert_eq!(
            (engine.eval::<String>(ends).unwrap(), fork.eval::<String>(ends).unwrap()),
            ("5:15".into(), "3:13".into())
        );
        drop(engine);
        assert_eq!(fork.eval::<String>("new Button().press() + ':' + b.tell()").unwrap(), "1:14");
    }
}

#[test]
fn what_cannot_be_copied_is_named() {
    let mut engine = Engine::new();
    engine.register::<Socket>().unwrap();
    engine.fork().expect("the class alone is no problem");
    engine.run("a.js", "var s = new Socket; s = null").unwrap();
    engine.fork().expect("neither is garbage");
    engine.run("a.js", "var s = new Socket").unwrap();
    let problem = engine.fork().err().expect("an error");
    assert_eq!(problem.kind(), ErrorKind::Usage);
    assert_eq!(problem.message(), "the engine cannot be forked with an object of the class Socket");
    assert!(engine.eval::<bool>("s instanceof Socket").unwrap());
    let mut engine = Engine::new();
    engine.set_global("never", ferrotape::future::Async(std::future::pending::<()>())).unwrap();
    let problem = engine.fork().err().expect("an error");
    assert_eq!(problem.message(), "the engine cannot be forked with a future of the host that has not come to its end");
}

#[test]
fn functions_of_the_host_are_shared() {
    let mut engine = Engine::new();
    let calls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&calls);
    engine
        .define("count", move |n: f64| {
            counted.fetch_add(1, Ordering::Relaxed);
            n + 1.0
        })
        .unwrap();
    let mut fork = engine.fork().unwrap();
    assert_eq!(engine.eval::<f64>("count(1)").unwrap(), 2.0);
    assert_eq!(fork.eval::<f64>("count(2)").unwrap(), 3.0);
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    drop(engine);
    drop(fork);
    assert_eq!(Arc::strong_count(&calls), 1, "nothing leaks");
}

#[test]
fn a_paused_execution_waits_in_the_copy_too() {
    for (kind, builder) in builders() {
        let backend = if kind.starts_with("Stack") { ferrotape::Backend::Stack } else { ferrotape::Backend::Register };
        let text = "let out = ''; function inner(n) { let s = 0; for (let i = 0; i < n; i++) { s += i; out += i % 10 } return s }
            let all = 0; try { for (const n of [10, 30, 50]) all += inner(n) } finally { out += '!' } out + all";
        let script = ferrotape::script::Compiler::new().backend(backend).script("s.js", text).expect("a script");
        let mut engine = builder.build().expect("an engine");
        let whole = script.run::<String>(&mut engine.fork().unwrap()).unwrap();
        let mut execution = script.start(&mut engine).unwrap();
        let mut forks = Vec::new();
        let ended = loop {
            if let Poll::Ready(ended) = execution.resume::<String>(&Limits::new().fuel(3)) {
                break ended.unwrap();
            }
            if forks.len() < 12 {
                forks.push(execution.fork().unwrap());
            }
        };
        assert_eq!(ended, whole, "{kind}");
        drop(execution);
        drop(engine);
        assert!(forks.len() > 5);
        let last = forks.pop().expect("one").into_engine().eval::<u8>("1 + 1");
        assert_eq!(last.unwrap(), 2, "an execution that nobody wants is over");
        for mut fork in forks {
            let Poll::Ready(ended) = fork.execution().resume::<String>(&Limits::new()) else {
                panic!("{kind}: it pauses")
            };
            assert_eq!(ended.unwrap(), whole, "{kind}");
            assert_eq!(fork.into_engine().eval::<String>("out.slice(-1)").unwrap(), "!");
        }
    }
}

#[test]
fn an_engine_that_runs_is_not_forked() {
    let mut engine = Engine::new();
    let script = Script::compile("s.js", "for (let i = 0; i < 1e6; i++);").unwrap();
    let mut execution = script.start(&mut engine).unwrap();
    assert!(execution.resume::<()>(&Limits::new().fuel(10)).is_pending());
    std::mem::forget(execution);
    assert_eq!(engine.fork().err().expect("an error").message(), "an engine cannot be forked while it runs");
}

#[test]
fn limits_and_what_is_accounted_are_those_of_the_engine() {
    let builder = Engine::builder().fuel(1_000_000).memory_limit(16 << 20).seed(3);
    let mut engine = builder.timeout(Duration::from_secs(20)).build().unwrap();
    let fill = "var all = []; for (let i = 0; i < 5000; i++) all.push({ i, text: 'text ' + i, list: [i], m: new Map([[i, i]]) });
        for (let i = 0; i < 100; i++) all.pop(); const t = { get a() { return 1 }, ['k' + 1]: 2 }; eval('var added = 1');";
    engine.run("a.js", fill).unwrap();
    engine.collect_garbage();
    let mut fork = engine.fork().unwrap();
    let (ours, its) = (engine.stats(), fork.stats());
    // Stacks and the table of handles have no spare room in the copy.
    assert!(its.bytes <= ours.bytes && its.bytes + (64 << 10) > ours.bytes, "{} {}", its.bytes, ours.bytes);
    assert_eq!(its.fuel, ours.fuel);
    // Both end at the same places.
    let all = ["for (;;);", "let s = []; for (;;) s.push(new Array(1000))"];
    for text in all {
        let ends = [engine.run("b.js", text).unwrap_err(), fork.run("b.js", text).unwrap_err()];
        assert_eq!(ends[0].kind(), ends[1].kind());
        assert!(ends[0].is_termination());
    }
    assert_eq!(engine.stats().fuel, fork.stats().fuel);
    engine.run("c.js", "").unwrap_err();
}

#[test]
fn what_is_accounted_goes_away_with_what_it_is_for() {
    let mut engine = Engine::new();
    engine.run("a.js", "0").unwrap();
    engine.collect_garbage();
    let mut fork = engine.fork().unwrap();
    let text = "all = []; for (let i = 0; i < 3000; i++)
        all.push({ text: 'text ' + i, list: [i, i], m: new Map([[i, i]]), b: new Uint8Array(40) });";
    engine.run("b.js", text).unwrap();
    let mut full = engine.fork().unwrap();
    for engine in [&mut fork, &mut full] {
        engine.run("c.js", "globalThis.all = null").unwrap();
        engine.collect_garbage();
    }
    let (before, after) = (fork.stats().live_bytes, full.stats().live_bytes);
    assert!(after < before + (64 << 10), "{before} {after}");
}

#[test]
fn two_million_objects_however_deep_are_copied() {
    let mut engine = Engine::new();
    engine.run("a.js", "let deep = null; for (let i = 0; i < 2e6; i++) deep = { deep }; var top = deep").unwrap();
    let mut fork = engine.fork().unwrap();
    drop(engine);
    let count = "let n = 0; for (let o = top; o; o = o.deep) n++; n";
    assert_eq!(fork.eval::<f64>(count).unwrap(), 2e6);
    fork.run("b.js", "deep = top = null").unwrap();
    fork.collect_garbage();
    assert!(fork.stats().live_bytes < 4 << 20);
}

#[test]
fn a_cycle_that_is_under_way_is_no_trouble() {
    let mut engine = Engine::new();
    engine.run("a.js", "var keep = []; for (let i = 0; i < 3e5; i++) keep.push({ i })").unwrap();
    for round in 0..20 {
        engine.run("b.js", "for (let i = 0; i < 4e4; i++) keep[i] = { i, more: [i] }").unwrap();
        let mut fork = engine.fork().unwrap();
        fork.run("c.js", "for (let i = 0; i < 4e4; i++) keep[i] = { i }").unwrap();
        assert_eq!(fork.eval::<f64>("keep.reduce((s, o) => s + o.i, 0)").unwrap(), 44_999_850_000.0, "{round}");
    }
}

#[test]
fn modules_are_linked_and_run_in_the_copy() {
    for (kind, builder) in builders() {
        let mut engine = builder.build().expect("an engine");
        let mut loader = ferrotape::MemoryLoader::new();
        loader.insert("lib", "export let n = 1; export const inc = () => ++n");
        engine.set_module_loader(loader);
        engine.run_module("main", "import * as lib from 'lib'; globalThis.lib = lib; lib.inc()").unwrap();
        let mut fork = engine.fork().unwrap();
        engine.run("a.js", "lib.inc(); lib.inc()").unwrap();
        assert_eq!(fork.eval::<u8>("lib.n").unwrap(), 2, "{kind}");
        fork.run_module("other", "import { n, inc } from 'lib'; inc(); globalThis.n = n").unwrap();
        assert_eq!((fork.eval::<u8>("n").unwrap(), engine.eval::<u8>("lib.n").unwrap()), (3, 4), "{kind}");
        drop(engine);
        assert_eq!(fork.eval::<String>("Object.keys(lib) + lib.n").unwrap(), "inc,n3", "{kind}");
    }
}

#[test]
fn memory_that_is_shared_stays_so_and_waiters_wait_in_both() {
    for (kind, builder) in builders() {
        let mut engine = builder.build().expect("an engine");
        let text = "var a = new Int32Array(new SharedArrayBuffer(8)), got; Atomics.waitAsync(a, 0, 0).value.then(v => got = v)";
        engine.run("a.js", text).unwrap();
        let mut fork = engine.fork().unwrap();
        assert_eq!(fork.eval::<u8>("a[1] = 7; Atomics.notify(a, 0)").unwrap(), 2, "{kind}");
        for engine in [&mut engine, &mut fork] {
            engine.run_jobs().unwrap();
            assert_eq!(engine.eval::<String>("got + a[1]").unwrap(), "ok7", "{kind}");
        }
    }
}

/// A class whose values own a script value.
struct Case {
    content: Option<Own<Object>>,
}

impl Class for Case {
    const NAME: &'static str = "Case";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|content: Own<Object>| Case { content: Some(content) })?;
        class.method_mut("empty", |it: &mut Case| it.content = None)
    }

    fn fork(&self, forking: &mut Forking) -> Result<Self, Error> {
        Ok(Case { content: self.content.as_ref().map(|content| forking.carry(content)).transpose()? })
    }
}

/// A value that only the host owns still is so in the copy: no other value gets its place there.
#[test]
fn what_is_owned_beside_objects_is_carried_over() {
    let mut engine = Engine::new();
    engine.register::<Case>().expect("a class");
    let it: Instance<Case> = engine.eval("globalThis.it = new Case({ name: 'its own' })").expect("an object");
    let content = it.borrow(&mut engine, |it| it.content.clone()).expect("it is there").expect("it is full");
    engine.eval::<()>("it.empty()").expect("a call");
    let (mut fork, carried) = engine.fork_with(&(content.clone(),)).expect("it can be copied");
    for (engine, content) in [(&mut engine, &content), (&mut fork, &carried.0)] {
        let others = "const others = Array.from({ length: 200 }, (_, i) => new Case({ name: 'of another' }))";
        engine.run("others.js", others).expect("a script that ends");
        let name = content.get(engine).and_then(|content| content.get::<String>(engine, "name"));
        assert_eq!(name.expect("it is kept"), "its own");
    }
}
