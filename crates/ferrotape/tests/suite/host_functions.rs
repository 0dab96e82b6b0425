//! Host functions that meet panics, limits and interrupts.

use std::panic;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

use ferrotape::host::{Mutable, Opt, Rest};
use ferrotape::{AsContext, Backend, Context, Engine, Error, ErrorKind, Function, Object, Termination, Value};

use crate::support::{Clock, PATIENCE};

pub const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// The message of expected panics, which are not reported.
pub const ON_PURPOSE: &str = "on purpose";

pub fn without_report_of_expected_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if info.payload().downcast_ref::<&str>() != Some(&ON_PURPOSE) {
                report(info);
            }
        }));
    });
}

/// Creates an engine with `panic()`, `again(f)`, which calls `f`, and `swallow(f)`, which calls `f` and returns 7 in
/// any case.
fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.define("panic", panics).expect("a global");
    engine.define("again", again).expect("a global");
    let swallow = |cx: &mut Context<'_>, f: Function| {
        let _ = f.call::<Value>(cx, ());
        7
    };
    engine.define("swallow", swallow).expect("a global");
    engine
}

pub fn panics() {
    panic::panic_any(ON_PURPOSE)
}

pub fn again(cx: &mut Context<'_>, f: Function) -> Result<Value, Error> {
    f.call(cx, ())
}

#[test]
fn a_panic_of_a_function_becomes_an_error_and_leaves_nothing_behind() {
    without_report_of_expected_panics();
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let caught = engine.run(
            "caught.js",
            "var n = 0; for (var i = 0; i < 10000; i++) { try { again(function () { [1].forEach(panic) }) }
                 catch (e) { n += e instanceof Error ? 1 : 0 } } n",
        );
        assert_eq!(caught, Ok(Value::Number(10000.0)));
        for _ in 0..5000 {
            let error = engine.run("panics.js", "function f() { panic() }\nf()").expect_err("a panic");
            assert_eq!(error.kind(), ErrorKind::Exception);
            assert_eq!(error.message(), "Error: the function `panic` of the host panicked");
            assert_eq!(error.location().map(|location| location.line), Some(1));
        }
        assert_eq!(engine.run("after.js", "(function g(n) { return n ? 1 + g(n - 1) : 1 })(100)"), Ok(101.0.into()));
    }
}

#[test]
fn a_function_cannot_make_a_value_of_the_end_of_a_run() {
    let endless = [
        "swallow(function () { for (;;); }); reached = true",
        "try { swallow(function () { for (;;); }) } catch (e) { reached = true } finally { reached = true }",
        "for (;;) swallow(function f() { swallow(f) })",
        "[1, 2].forEach(function () { swallow(function () { for (;;); }); reached = true })",
        "({ get x() { swallow(function () { for (;;); }); reached = true } }).x; reached = true",
        "[2, 1].sort(function () { swallow(function () { for (;;); }); return 0 }); reached = true",
    ];
    for backend in BACKENDS {
        for script in endless {
            let mut engine = engine(backend);
            engine.set_fuel(100_000);
            let error = engine.run("endless.js", format!("var reached = false;\n{script}")).expect_err("no end");
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel), "{script}");
            assert_eq!(error.location().map(|location| (&*location.source, location.line)), Some(("endless.js", 2)));
            engine.set_fuel(None);
            assert_eq!(engine.run("after.js", "reached"), Ok(Value::Boolean(false)), "{script}");
        }
    }
}

#[test]
fn after_the_end_of_a_run_a_function_gets_nothing_done() {
    let mut engine = engine(Backend::Register);
    let seen: Arc<AtomicU32> = Arc::default();
    let count = Arc::clone(&seen);
    let stubborn = move |cx: &mut Context<'_>, f: Function| {
        for _ in 0..1000 {
            match f.call::<Value>(cx, ()) {
                Err(error) if error.is_termination() => {
                    count.fetch_add(1, Ordering::Relaxed);
                }
                _ => {}
            }
        }
        cx.eval::<Value>("'text'")
    };
    engine.define("stubborn", stubborn).expect("a global");
    engine.set_fuel(100_000);
    let error = engine.run("endless.js", "var n = 0; stubborn(function () { n++; for (;;); })").expect_err("no end");
    assert!(error.is_termination());
    assert_eq!(seen.load(Ordering::Relaxed), 1000);
    engine.set_fuel(None);
    assert_eq!(engine.run("after.js", "n"), Ok(Value::Number(1.0)));
}

/// A function may run another engine, whose end does not end the surrounding run.
#[test]
fn the_limit_of_another_engine_is_an_exception() {
    let mut engine = engine(Backend::Register);
    let nested = || Engine::builder().fuel(1000).build()?.run("inner.js", "for (;;);");
    engine.define("nested", nested).expect("a global");
    let message = engine.run("outer.js", "try { nested() } catch (e) { e.message }");
    assert_eq!(message, Ok("the script used up its fuel: 1000 units of work".into()));
}

#[test]
fn terminations_tell_where_the_script_was() {
    let cases = [
        (Termination::OutOfFuel, "for (;;) n++;"),
        (Termination::DeadlineReached, "for (;;) n++;"),
        (Termination::OutOfMemory, "for (var a = []; ; ) a.push([1, 2, 3]);"),
    ];
    for backend in BACKENDS {
        for (termination, work) in cases {
            let mut engine = Engine::builder()
                .backend(backend)
                .memory_limit(8 << 20)
                .timeout(Duration::from_millis(if termination == Termination::DeadlineReached { 300 } else { 60_000 }))
                .build()
                .expect("an engine");
            if termination == Termination::OutOfFuel {
                engine.set_fuel(10_000);
            }
            let script = format!(
                "var n = 0; function inner() {{\n {work} }}\nfunction outer() {{ inner(); return 1 }}\nouter()"
            );
            let error = engine.run("where.js", &script).expect_err("a limit");
            assert_eq!(error.kind(), ErrorKind::Termination(termination));
            let functions: Vec<_> = error.stack().iter().map(|entry| (&*entry.function, entry.line)).collect();
            assert_eq!(functions, [("inner", 2), ("outer", 3), ("", 4)], "{backend:?} {termination:?}");
            let location = error.location().expect("a place");
            assert_eq!((location.line, &*location.text), (2, &*format!(" {work} }}")));
        }
    }
}

#[test]
fn a_deadline_ends_with_its_run() {
    // Long enough for the runs that end, even on a busy machine.
    let timeout = Duration::from_millis(400);
    let mut engine = Engine::builder().timeout(timeout).build().expect("an engine");
    engine
        .run(
            "first.js",
            "Object.defineProperty(this, 'p', { set: function (v) { for (var i = 0; i < 1e4; i++); q = v } })",
        )
        .expect("it runs");
    thread::sleep(timeout);
    assert_eq!(engine.set_global("p", Value::Number(3.0)), Ok(()));
    assert_eq!(engine.run("second.js", "q"), Ok(Value::Number(3.0)));
    // A setter has a limit too.
    engine.run("third.js", "Object.defineProperty(this, 'e', { set: function (v) { for (;;); } })").expect("it runs");
    let clock = Clock::start();
    let error = engine.set_global("e", &Value::Undefined).expect_err("no end");
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached));
    assert!(clock.elapsed() < timeout + PATIENCE);
}

#[test]
fn an_interrupt_stops_its_own_run_and_no_other() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let first = engine.interrupter();
        assert_eq!(engine.run("first.js", "1 + 1"), Ok(Value::Number(2.0)));
        // Late.
        first.interrupt();
        assert_eq!(engine.run("second.js", "1 + 1"), Ok(Value::Number(2.0)));
        // Early.
        let third = engine.interrupter();
        third.interrupt();
        let error = engine.run("third.js", "for (;;);").expect_err("interrupted");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
        // Again, late.
        third.interrupt();
        first.interrupt();
        assert_eq!(engine.run("fourth.js", "1 + 1"), Ok(Value::Number(2.0)));
        // A function that swallows the interrupt, and many threads.
        let fifth = engine.interrupter();
        let others: Vec<_> = (0..4).map(|_| (fifth.clone(), first.clone())).collect();
        let threads: Vec<_> = others
            .into_iter()
            .map(|(fifth, first)| {
                thread::spawn(move || {
                    thread::sleep(Duration::from_millis(20));
                    first.interrupt();
                    fifth.interrupt();
                })
            })
            .collect();
        let error = engine.run("fifth.js", "for (;;) swallow(function () { for (;;); })").expect_err("interrupted");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
        assert!(threads.into_iter().all(|thread| thread.join().is_ok()));
        assert_eq!(engine.run("sixth.js", "1 + 1"), Ok(Value::Number(2.0)));
    }
}

#[test]
fn compiling_is_interrupted() {
    // Large enough for the other thread to come in time on a busy machine.
    let source = "a+b;".repeat(1 << 21);
    let mut engine = Engine::builder().build().expect("an engine");
    let interrupter = engine.interrupter();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        interrupter.interrupt();
    });
    let error = engine.check("large.js", &source).expect_err("interrupted");
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
    assert!(error.location().is_some());
    other.join().expect("no panic");
    assert_eq!(engine.check("small.js", "a+b;"), Ok(()));
}

#[test]
fn an_engine_that_has_panicked_says_so() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    let turn = |_: &mut Context<'_>| -> Result<(), Error> { panic::panic_any(ON_PURPOSE) };
    let run = panic::catch_unwind(panic::AssertUnwindSafe(|| engine.enter(turn)));
    assert!(run.is_err());
    let error = engine.run("after.js", "1").expect_err("the engine is broken");
    assert_eq!(error.kind(), ErrorKind::Usage);
}

/// The memory limit stops what the host creates as well; what it drops is free again.
#[test]
fn what_the_embedder_makes_counts_against_the_memory_limit() {
    const LIMIT: usize = 8 << 20;
    type Make = fn(&mut Engine, &Value, usize) -> Result<Value, Error>;
    let makes: [Make; 4] = [
        |engine, _, _| Object::new(engine).map(Value::from),
        |engine, _, _| Function::new(engine, "f", || ()).map(Value::from),
        |engine, _, number| Function::new(engine, &format!("{number}{}", "f".repeat(1000)), || ()).map(Value::from),
        |engine, holder, number| {
            let name = format!("name{number}{}", "e".repeat(1000));
            let holder = holder.as_object().expect("an object");
            holder.set(engine, name, Value::Undefined).map(|()| Value::Undefined)
        },
    ];
    for (backend, make) in BACKENDS.into_iter().flat_map(|backend| makes.map(|make| (backend, make))) {
        let mut engine = Engine::builder().backend(backend).memory_limit(LIMIT).build().expect("an engine");
        let mut holder = engine.run("holder.js", "holder = {}").expect("an object");
        let mut made = Vec::new();
        let error = loop {
            match make(&mut engine, &holder, made.len()) {
                Ok(value) => made.push(value),
                Err(error) => break error,
            }
            assert!(made.len() < 1 << 20, "nothing stops it");
        };
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
        assert!(engine.stats().peak_bytes < LIMIT + LIMIT / 8, "{} bytes", engine.stats().peak_bytes);
        assert!(made.len() > 1000, "room for {} only", made.len());
        made.clear();
        drop(holder);
        engine.set_global("holder", &Value::Undefined).expect("what is there can be changed in a full engine");
        holder = engine.run("forget.js", "holder = {}").expect("a full engine can be emptied");
        assert!((0..1000).all(|number| make(&mut engine, &holder, number).is_ok()), "there is room again");
    }
}

/// The code of functions that ran last is kept ready. Tests more functions than there are places, which call each other
/// and themselves.
#[test]
fn functions_that_call_each_other_through_script_keep_their_code_apart() {
    let mut engine = Engine::new();
    for number in 0..50 {
        let name = format!("f{number}");
        let call = move |cx: &mut Context<'_>, depth: u32| -> Result<u32, Error> {
            let below: u32 = match depth {
                0 => 0,
                _ => cx.eval(&format!("f{}({})", (number * 7 + depth) % 50, depth - 1))?,
            };
            Ok(below + number)
        };
        engine.define(&name, call).unwrap();
    }
    let expected = |first: u32, depth: u32| {
        let mut number = first;
        (0..depth).rev().fold(first, |sum, below| {
            number = (number * 7 + below + 1) % 50;
            sum + number
        })
    };
    for first in 0..50 {
        assert_eq!(engine.eval::<u32>(&format!("f{first}(9)")).unwrap(), expected(first, 9));
    }
}

/// A collected function is forgotten with its code, and its successor in the heap is called as itself.
#[test]
fn code_of_functions_goes_with_them() {
    let mut engine = Engine::new();
    for round in 0..200_u32 {
        let shared = Arc::new(round);
        let held = Arc::clone(&shared);
        engine.define("f", move |_: Opt<u32>| *held).unwrap();
        let script = "for (let i = 0; i < 3; i++) f(); [1].map(f)[0]";
        assert_eq!(engine.eval::<u32>(script).unwrap(), round);
        engine.eval::<()>("f = null").unwrap();
        engine.collect_garbage();
        assert_eq!(Arc::strong_count(&shared), 1, "in round {round}");
    }
}

/// Mutable closures: the same arguments and results as other closures, one call at a time.
#[test]
fn closures_may_change_what_they_have_captured() {
    let mut engine = Engine::new();
    let mut count = 0;
    engine
        .define(
            "count",
            Mutable::new(move || {
                count += 1;
                count
            }),
        )
        .expect("a function");
    // A cell is `Send` and not `Sync`.
    let sum = std::cell::Cell::new(0.0);
    let add = Mutable::new(move |a: f64, Opt(b): Opt<f64>, rest: Rest<f64>| {
        sum.set(sum.get() + a + b.unwrap_or(0.0) + rest.0.iter().sum::<f64>());
        sum.get()
    });
    engine.define("add", add).expect("a function");
    let mut texts = String::new();
    engine
        .define(
            "join",
            Mutable::new(move |text: &str| {
                texts.push_str(text);
                texts.clone()
            }),
        )
        .expect("a function");
    let mut calls = 0;
    engine
        .define(
            "later",
            Mutable::new(move |n: u32| {
                calls += n;
                let calls = calls;
                async move { Ok::<_, String>(calls) }
            }),
        )
        .expect("a function");
    assert_eq!(engine.eval::<u8>("count(); count(); count()").expect("a number"), 3);
    assert_eq!(engine.eval::<f64>("add(1); add(2, 3); add(4, 5, 6, 7)").expect("a number"), 28.0);
    assert_eq!(engine.eval::<String>("join('a'); join('ä'); join('c')").expect("a text"), "aäc");
    assert_eq!(engine.eval_async::<u32>("later(1).then(() => later(2))").block().expect("a number"), 3);
    assert_eq!(engine.eval::<Vec<u8>>("[count, add, join, later].map(f => f.length)").expect("lengths"), [0, 1, 1, 1]);
    let error = engine.eval::<()>("join(1)").unwrap_err();
    assert_eq!(error.message(), "TypeError: argument 1: expected a string, found 1");
    // A fork shares the closure.
    let mut fork = engine.fork().expect("a copy");
    assert_eq!(fork.eval::<u8>("count()").expect("a number"), 4);
    assert_eq!(engine.eval::<u8>("count()").expect("a number"), 5);
}

#[test]
fn a_closure_that_changes_something_runs_once_at_a_time() {
    let mut engine = Engine::new();
    let mut depth = 0;
    let enter = Mutable::new(move |cx: &mut Context<'_>, inner: Option<Function>| {
        depth += 1;
        let result = inner.map_or(Ok(0), |inner| inner.call::<u32>(cx, ()));
        depth -= 1;
        assert_eq!(depth, 0);
        result
    });
    engine.define("enter", enter).expect("a function");
    let text = "let caught; try { enter(() => enter()) } catch (error) { caught = String(error) } caught";
    let told = "TypeError: the function was called while it is running";
    assert_eq!(engine.eval::<String>(text).expect("a text"), told);
    // Code that its arguments and results run is outside of it.
    assert_eq!(engine.eval::<u32>("enter(() => { try { return enter() } catch { return 7 } })").expect("a number"), 7);
    assert_eq!(engine.eval::<u32>("enter(() => 8)").expect("a number"), 8);
}

#[test]
fn a_closure_that_has_panicked_can_be_called_again() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    let mut calls = 0;
    engine
        .define(
            "count",
            Mutable::new(move || {
                calls += 1;
                assert_ne!(calls, 2, "{ON_PURPOSE}");
                calls
            }),
        )
        .expect("a function");
    assert_eq!(engine.eval::<u8>("count()").expect("a number"), 1);
    let error = engine.eval::<u8>("count()").unwrap_err();
    assert_eq!(error.message(), "Error: the function `count` of the host panicked");
    assert_eq!(engine.eval::<u8>("count()").expect("a number"), 3);
}
