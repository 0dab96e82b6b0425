//! Scripts in slices do the same as in one run, and leave nothing behind if they are given up.

use std::sync::{Arc, Mutex};
use std::task::Poll;

use ferrotape::host::Rest;
use ferrotape::script::{Compiler, Execution};
use ferrotape::{Backend, Builder, CancelToken, Engine, Error, ErrorKind, Limits, Script, Termination, Value};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Programs that can pause in frames of all kinds, with waiting state in them.
const PROGRAMS: &[&str] = &[
    "let n = 0; for (let i = 0; i < 300; i++) { const f = () => i; n += f() } log(n)",
    "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } log(fib(11))",
    "function* g(n) { try { while (n) { const sent = yield n--; if (sent) log(sent) } } finally { log('closed') } }
     for (const n of g(9)) { if (n < 4) break; log(n) }
     function* h() { const r = yield* g(3); log(r) } const it = h(); it.next(); it.next('sent'); log([...it].join())",
    "function f() { for (const x of [1, 2, 3]) { try { if (x == 2) return x; log(x) }
     finally { for (let i = 0; i < 9; i++); log('f') } } }
     log(f()); try { try { throw 1 } finally { log(2) } } catch (e) { for (let i = 0; i < 9; i++) e++; log(e) }",
    "async function a(n) { for (let i = 0; i < 20; i++) n += i; log('sync', n);
     await 0; log('later', n) } a(1); a(2); log('main')",
    "with ({ x: 1, get y() { for (let i = 0; i < 9; i++); return i2() } }) {
     function i2() { return x + 1 } for (let i = 0; i < 9; i++) x += y; log(x) }",
    "var v = 1; for (let i = 0; i < 9; i++) { eval('v += i; for (let j = 0; j < 9; j++) v++'); } log(v)",
    "log([3, 1, 2].sort((a, b) => { for (let i = 0; i < 9; i++); return a - b }).join(),
     JSON.stringify({ get a() { return [1].map(x => x + 1) } }))",
    "const p = new Proxy({}, { get(t, k) { for (let i = 0; i < 9; i++); return k } }); for (let i = 0; i < 9; i++) p.a; log(p.b)",
    "class A { #x = 1; constructor() { for (let i = 0; i < 9; i++) this.#x += i } get x() { return this.#x } static { log('s') } }
     class B extends A { constructor(...a) { for (let i = 0; i < 9; i++); super(...a); log(this.x) } } new B(1); new B()",
    "label: for (let i = 0; i < 9; i++) { switch (i) { case 3: continue label; case 7: break label; default: log(i) } }
     for (const k in { a: 1, b: 2 }) { let n = 0; do { n++ } while (n < 9); log(k, n) }",
    "function tail(n) { 'use strict'; return n ? tail(n - 1) : 'end' } log(tail(99)); log(`${[1, 2].map(String)}`)",
    "(() => { const r = n => ({ [Symbol.dispose]() { for (let i = 0; i < 9; i++); log('disposed', n); if (n > 4) throw n } });
     function f() { using a = r(1), b = r(2); for (using c of [r(3), r(4)]) for (let i = 0; i < 9; i++) if (i > 3) return 'f' }
     log(f()); try { using d = r(5); using e = r(6); throw 7 } catch (e) { log(e.error, e.suppressed.error, e.suppressed.suppressed) }
     const s = new DisposableStack(); s.use(r(1)); s.defer(() => { for (let i = 0; i < 9; i++); }); s.dispose();
     (async () => { await using x = r(1), y = null; for (let i = 0; i < 9; i++) await i; log('end') })() })()",
    "const w = new WeakRef({}); for (let i = 0; i < 200; i++) { ({ i }) } log(typeof w.deref())",
    "let e; try { null.x } catch (error) { e = error } for (let i = 0; i < 99; i++); log(e.stack); undefined.y",
];

fn build(builder: Builder) -> (Engine, Arc<Mutex<Vec<String>>>) {
    let mut engine = builder.build().expect("an engine");
    let log = Arc::new(Mutex::new(Vec::new()));
    let lines = Arc::clone(&log);
    let logged = move |words: Rest<ferrotape::convert::Coerced<String>>| {
        let words: Vec<String> = words.0.into_iter().map(|word| word.0).collect();
        lines.lock().expect("the lines").push(words.join(" "));
    };
    engine.define("log", logged).expect("a function");
    (engine, log)
}

fn compiled(backend: Backend, text: &str) -> Script {
    Compiler::new().backend(backend).script("sliced.js", text).expect("a script")
}

fn ended(result: Result<(), Error>) -> String {
    result.map_or_else(|error| format!("{error} {:?}", error.stack()), |()| "ended".to_owned())
}

/// Resumes to the end. Returns the result and the number of slices.
fn finish(execution: &mut Execution<'_>, slice: &Limits) -> (String, usize) {
    for count in 1.. {
        if let Poll::Ready(result) = execution.resume::<Value>(slice) {
            assert!(!execution.is_paused() && execution.stack().is_empty());
            return (ended(result.map(|_| ())), count);
        }
        assert!(execution.is_paused() && !execution.stack().is_empty());
    }
    unreachable!()
}

#[test]
fn in_slices_it_is_the_same() {
    for backend in BACKENDS {
        for text in PROGRAMS {
            let script = compiled(backend, text);
            let builder = |stress| Engine::builder().backend(backend).stress_collection(stress).seed(1);
            let (mut engine, log) = build(builder(false));
            let whole = ended(script.run::<Value>(&mut engine).map(|_| ()));
            let _ = engine.run_jobs();
            let whole = (whole, log.lock().expect("the lines").clone());
            let mut most = 0;
            for (fuel, stress) in [(0, false), (7, false), (90, true)] {
                let (mut engine, log) = build(builder(stress));
                let mut execution = script.start(&mut engine).expect("a start");
                let (end, count) = finish(&mut execution, &Limits::new().fuel(fuel));
                drop(execution);
                let _ = engine.run_jobs();
                most = most.max(count);
                assert_eq!((end, log.lock().expect("the lines").clone()), whole, "{backend:?} {fuel} {text}");
            }
            // Callbacks of native code run past the end of a slice.
            assert!(most > if text.contains("sort(") { 0 } else { 1 }, "{backend:?} {text}");
        }
    }
}

#[test]
fn what_is_given_up_leaves_nothing_behind() {
    for backend in BACKENDS {
        for text in PROGRAMS {
            let script = compiled(backend, text);
            for slices in [0, 1, 3, 20] {
                let (mut engine, log) = build(Engine::builder().backend(backend));
                let mut execution = script.start(&mut engine).expect("a start");
                for _ in 0..slices {
                    if execution.resume::<Value>(&Limits::new().fuel(7)).is_ready() {
                        break;
                    }
                }
                let was_paused = execution.is_paused();
                drop(execution);
                let lines = log.lock().expect("the lines").len();
                engine.collect_garbage();
                if was_paused {
                    assert_eq!(log.lock().expect("the lines").len(), lines, "no handler has run");
                }
                assert_eq!(engine.eval::<u32>("let r = 0; for (const x of [1, 2]) r += x; r").ok(), Some(3), "{text}");
                // Its lexical declarations exist by now.
                let _ = engine.run_jobs();
            }
        }
    }
}

#[test]
fn a_slice_has_limits_that_end_it() {
    for backend in BACKENDS {
        let (mut engine, _) = build(Engine::builder().backend(backend));
        let grows = compiled(backend, "const all = []; for (;;) all.push(new Array(1000).fill(0))");
        let mut execution = grows.start(&mut engine).expect("a start");
        let slice = Limits::new().fuel(1_000).memory(1 << 20);
        assert!(execution.resume::<()>(&Limits::new().fuel(10)).is_pending());
        let mut whole = Limits::new().memory(4 << 20);
        execution.limit(&whole);
        let mut count = 0;
        let end = loop {
            count += 1;
            if let Poll::Ready(result) = execution.resume::<()>(&Limits::new().fuel(100_000_000).memory(1 << 20)) {
                break result.unwrap_err();
            }
            assert!(count < 1000);
        };
        assert_eq!(end.kind(), ErrorKind::Termination(Termination::OutOfMemory));
        assert!(matches!(execution.resume::<()>(&slice), Poll::Ready(Err(error)) if error.kind() == ErrorKind::Usage));
        drop(execution);

        let token = CancelToken::new();
        let endless = compiled(backend, "try { for (;;); } finally { log('never') }");
        let mut execution = endless.start(&mut engine).expect("a start");
        assert!(execution.resume::<()>(&Limits::new().fuel(1_000).cancel(&token)).is_pending());
        token.cancel();
        let cancelled = execution.resume::<()>(&Limits::new().fuel(1_000_000).cancel(&token));
        assert!(matches!(cancelled, Poll::Ready(Err(error)) if error.is_termination()));
        drop(execution);

        // The engine's own limits apply to all slices together.
        engine.set_fuel(5_000);
        let mut execution = endless.start(&mut engine).expect("a start");
        let (end, count) = finish(&mut execution, &Limits::new().fuel(1_000));
        assert!(end.contains("used up its fuel") && (3..8).contains(&count), "{end} {count}");
        drop(execution);
        engine.set_fuel(None);

        whole = Limits::new().fuel(20_000);
        let native = compiled(backend, "[1, 2].sort(() => { for (let i = 0; i < 100_000; i++); })");
        let mut execution = native.start(&mut engine).expect("a start");
        execution.limit(&whole);
        let (end, _) = finish(&mut execution, &Limits::new().fuel(100));
        assert!(end.contains("used up its fuel"), "{end}");
    }
}

#[test]
fn slices_of_time_end_in_time() {
    let script = compiled(Backend::Register, "for (;;) { }");
    let mut engine = Engine::new();
    let mut execution = script.start(&mut engine).expect("a start");
    let slice = Limits::new().time(std::time::Duration::from_millis(1));
    for _ in 0..5 {
        assert!(execution.resume::<()>(&slice).is_pending());
    }
}

#[test]
fn thousands_of_slices() {
    let script = compiled(Backend::Register, "let n = 0; for (let i = 0; i < 100_000; i++) n += i & 1; n");
    let mut engine = Engine::new();
    let mut execution = script.start(&mut engine).expect("a start");
    let slice = Limits::new().fuel(1);
    let mut count = 1;
    loop {
        match execution.resume::<f64>(&slice) {
            Poll::Pending => count += 1,
            Poll::Ready(sum) => break assert_eq!(sum, Ok(50_000.0)),
        }
    }
    assert!(count > 10_000, "{count}");
}

#[test]
fn an_execution_that_was_forgotten_leaves_an_engine_that_nobody_uses() {
    let script = compiled(Backend::Register, "for (;;);");
    let mut engine = Engine::new();
    let mut execution = script.start(&mut engine).expect("a start");
    assert!(execution.resume::<()>(&Limits::new().fuel(100)).is_pending());
    std::mem::forget(execution);
    let error = engine.eval::<u8>("1").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(error.message().ends_with("its execution was forgotten"), "{error}");
}

/// Loop bodies that call the host, or natives that take longer than the checks of a time slice.
const TURNS: &[&str] = &[
    "h()",
    "unit.hp",
    "unit.hp = 1",
    "unit.hp++",
    "unit.hit(1)",
    "new Unit(3)",
    "o.x",
    "o.x++",
    "o.x = 1",
    "/a+b/.test('aaaaaaaaaaaaaaaaaaaaac')",
    "[3, 2, 1, 0].sort()",
    "[3, 2, 1, 0].sort((a, b) => a - b)",
    "`${{ toString() { return '1' } }}`",
    "'abcdefghijklmnopqrstuvwxyz'.repeat(20).indexOf('c')",
    "({ ...o, ...unit, ...[1, 2, 3] })",
    "[...'abcdefghijklmnop']",
    "const [a, ...b] = 'abcdefghijklmnop'",
    "JSON.stringify({ a: [1, 2, 3], b: 'abcdefghij' })",
    "Reflect.construct(Unit, [1])",
    "h.call(null); h.apply(null, [1])",
    "o instanceof Unit; 'x' in o; delete o.z",
    "for (const key in o) h(key)",
    "try { h(); throw 1 } catch { h() } finally { h() }",
    "s += 'x'; if (s.length > 9) s = ''",
];

#[ferrotape::class]
struct Unit {
    #[js(get, set)]
    hp: i32,
}

#[ferrotape::methods]
impl Unit {
    #[js(constructor)]
    fn new(hp: i32) -> Unit {
        Unit { hp }
    }

    fn hit(&mut self, by: i32) -> i32 {
        self.hp = self.hp.wrapping_sub(by);
        self.hp
    }
}

#[test]
fn loops_that_call_the_host_pause() {
    let time = Limits::new().time(std::time::Duration::from_millis(1));
    for backend in BACKENDS {
        for turn in TURNS {
            for more in ["", "; n++", "; n++; n += n; n -= 2"] {
                let text = format!(
                    "let n = 0, s = ''; const unit = new Unit(9), o = {{ get x() {{ return 1 }}, set x(v) {{ n = v }} }};
                     for (;;) {{ {turn}{more} }}"
                );
                let mut engine = Engine::builder().backend(backend).build().expect("an engine");
                engine.define("h", || ()).expect("a function");
                engine.register::<Unit>().expect("a class");
                let script = compiled(backend, &text);
                let mut execution = script.start(&mut engine).expect("a start");
                execution.limit(&Limits::new().fuel(10_000));
                for slice in 0..20 {
                    let resumed = execution.resume::<()>(&Limits::new().fuel(1_000));
                    assert!(resumed.is_pending(), "{backend:?} {text} {slice} {resumed:?}");
                }
                execution.limit(&Limits::new().time(std::time::Duration::from_secs(10)));
                for slice in 0..3 {
                    let resumed = execution.resume::<()>(&time);
                    assert!(resumed.is_pending(), "{backend:?} {text} {slice} {resumed:?}");
                }
            }
        }
    }
}
