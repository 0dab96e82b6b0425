//! One engine is stopped again and again at random moments: by a thread, by fuel, by time, by the watcher. After each
//! stop it must give right answers, and keep nothing of the stopped run.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ferrotape::limits::Interrupter;
use ferrotape::{Backend, Engine, ErrorKind, Object, Termination, Value};

use crate::host_functions::again;
use crate::support::{Clock, PATIENCE, Random};

/// Endless scripts, each in another part of the engine.
const SCRIPTS: &[&str] = &[
    "var a = []; for (var i = 0; ; i++) { a.push({ i: i }); if (a.length > 500) a = [] }",
    "function c(a, b) { return [2, 1].sort(c)[0] } for (;;) try { [1, 2].sort(c) } catch (e) {}",
    "for (var i = 0; ; i++) { eval('var v' + i % 50 + ' = function () { return i }'); JSON.stringify({ a: [1, 2, { b: i }] }) }",
    "for (;;) try { again(function () {
         for (var i = 0; i < 100; i++) 'abab'.replace(/(a)(b)/g, function () { return i }); throw 1 }) } catch (e) {}",
    "function r() { try { r() } catch (e) { try { r() } finally { r.x = 1 } } } for (;;) r()",
    "var s = ''; for (var i = 0; i < 100000; i++) s += 'ab'; for (;;) { /(a|b)*c/.test(s); s.split('a').join('c') }",
    "var b = []; for (var i = 0; i < 20000; i++) b.push({ a: { b: i } }); for (;;) { b = b.map(function (o) { return { a: o } }) }",
    "var t = ''; for (var i = 0; i < 2000; i++) t += 'function f' + i + '(a) { return a + ' + i + ' }'; for (;;) eval(t)",
    "for (;;) try { panic() } catch (e) { String(e) }",
    "var o = { get a() { return again(function () { return o.a }) } }; for (;;) try { o.a } catch (e) {}",
    "var n = {}; for (var i = 0; i < 3000; i++) n['k' + i] = i;
     for (;;) { for (var k in Object.create(n)) delete n[k]; for (i = 0; i < 3000; i++) n['k' + i] = i }",
];

const QUESTION: &str = "(function () {
    var o = []; try { null.x } catch (e) { o.push(e.name) }
    var c = [1]; c.push(c);
    o.push(c.join('/'), JSON.stringify({ a: [1] }), [3, 1, 2].sort().join(''), 'abc'.replace(/b/, 'x'), eval('1+1'));
    with ({ w: 5 }) { o.push(w) }
    return o.join(' ') })()";
const ANSWER: &str = "TypeError 1/ {\"a\":[1]} 123 axc 2 5";

/// The message of the panics here.
const ON_PURPOSE: &str = "on purpose";

const STOPS: usize = 700;

struct Stopper {
    interrupts: mpsc::Sender<(Interrupter, Duration)>,
    /// The checks of limits until the watcher stops the run; many if it must not.
    looks: Arc<AtomicU64>,
}

impl Stopper {
    fn new() -> Self {
        let (interrupts, wanted) = mpsc::channel::<(Interrupter, Duration)>();
        thread::spawn(move || {
            for (interrupter, pause) in wanted {
                let start = Instant::now();
                while start.elapsed() < pause {
                    thread::yield_now();
                }
                interrupter.interrupt();
            }
        });
        Stopper { interrupts, looks: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    /// Plans the end of the next run, and returns the expected termination.
    fn plan(&self, engine: &mut Engine, random: &mut Random) -> Termination {
        let longest = if random.below(10) == 0 { 8000 } else { 400 };
        let pause = Duration::from_micros(random.below(longest) as u64);
        match random.below(4) {
            0 => {
                engine.set_fuel(Some(random.below(100_000) as u64));
                Termination::OutOfFuel
            }
            1 => {
                engine.set_timeout(Some(pause));
                Termination::DeadlineReached
            }
            2 => {
                self.looks.store(random.below(longest / 20) as u64, Ordering::Relaxed);
                Termination::Interrupted
            }
            _ => {
                self.interrupts.send((engine.interrupter(), pause)).expect("a thread that interrupts");
                Termination::Interrupted
            }
        }
    }

    fn lift(&self, engine: &mut Engine) {
        engine.set_fuel(None);
        engine.set_timeout(None);
        self.looks.store(u64::MAX, Ordering::Relaxed);
    }
}

fn engine(backend: Backend, looks: &Arc<AtomicU64>) -> Engine {
    let looks = Arc::clone(looks);
    let is_to_stop = move || looks.fetch_sub(1, Ordering::Relaxed) == 0;
    let builder = Engine::builder().backend(backend).memory_limit(64 << 20).native_stack(100_000);
    let mut engine = builder.interrupt_when(is_to_stop).build().expect("an engine");
    engine.define("again", again).expect("a global");
    fn panics() {
        panic::resume_unwind(Box::new(ON_PURPOSE))
    }
    engine.define("panic", panics).expect("a global");
    engine
}

fn stop_at_random(backend: Backend) {
    let stopper = Stopper::new();
    let mut engine = engine(backend, &stopper.looks);
    let mut random = Random(12345);
    let mut kept = Vec::new();
    let mut stops = 0;
    for turn in 0..STOPS {
        let script = random.pick(SCRIPTS);
        let expected = stopper.plan(&mut engine, &mut random);
        let clock = Clock::start();
        let error = engine.run("endless.js", script).expect_err("an end by a limit");
        assert!(clock.elapsed() < PATIENCE, "{script} took {:?}", clock.elapsed());
        match error.kind() {
            ErrorKind::Termination(end) if end == expected => stops += 1,
            ErrorKind::Termination(Termination::OutOfMemory) => {}
            other => panic!("{other:?} instead of {expected:?}: {script}"),
        }
        stopper.lift(&mut engine);
        assert_eq!(engine.run("question.js", QUESTION), Ok(Value::String(ANSWER.to_owned())), "after {script}");
        if turn % 3 == 0 {
            kept.push(Value::from(Object::new(&mut engine).expect("room for an object")));
        }
        if kept.len() > 200 {
            kept.drain(..100);
        }
        if turn % 50 == 0 {
            engine.run("forget.js", "for (var k in this) this[k] = null").expect("globals to forget");
        }
    }
    assert!(stops > STOPS * 9 / 10, "only {stops} of {STOPS} ended as they were meant to");
    engine.run("forget.js", "for (var k in this) this[k] = null").expect("globals to forget");
    drop(kept);
    engine.collect_garbage();
    let bytes = engine.stats().live_bytes;
    assert!(bytes < 4 << 20, "{bytes} bytes are left behind");
}

#[test]
fn the_register_machine_answers_after_every_stop() {
    stop_at_random(Backend::Register);
}

#[test]
fn the_stack_machine_answers_after_every_stop() {
    stop_at_random(Backend::Stack);
}
