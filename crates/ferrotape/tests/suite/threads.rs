//! Engines that move from thread to thread, and panics that meet running code.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use ferrotape::{Backend, Engine, Error, ErrorKind, Value};

use crate::host_functions::{BACKENDS, again, panics, without_report_of_expected_panics};

#[test]
fn an_engine_is_tied_to_no_thread() {
    fn assert_send<T: Send>() {}
    assert_send::<Engine>();
    assert_send::<Value>();
    assert_send::<Error>();
}

/// Functions, closures over variables, half-used patterns, handles and garbage move along; handles are dropped
/// elsewhere.
#[test]
fn an_engine_goes_on_where_another_thread_left_it() {
    for (backend, stress) in BACKENDS.into_iter().flat_map(|backend| [(backend, false), (backend, true)]) {
        let mut engine = Engine::builder().backend(backend).stress_collection(stress).build().expect("an engine");
        let calls = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&calls);
        let count = move |value: Value| {
            counted.fetch_add(1, Ordering::Relaxed);
            value
        };
        engine.define("count", count).expect("a global");
        let begin = "var pattern = /a(b)/g; pattern.test('abab');
            function counter() { var n = 0; return function () { return count(++n) } }
            var next = counter(), list = [3, 1, 2]; ({ next: next })";
        let mut handles = vec![engine.run("begin.js", begin).expect("it runs")];
        for round in 1..=8 {
            let (engine_back, handles_back) = thread::spawn(move || {
                let found = engine.run("round.js", "list.push(next()); list.sort(); pattern.exec('abab'); next");
                handles.push(found.expect("it runs"));
                if handles.len() > 4 {
                    handles.remove(0);
                }
                (engine, handles)
            })
            .join()
            .expect("no panic");
            (engine, handles) = (engine_back, handles_back);
            assert_eq!(calls.load(Ordering::Relaxed), round);
        }
        thread::spawn(move || drop(handles)).join().expect("no panic");
        engine.collect_garbage();
        assert_eq!(engine.run("end.js", "list.length + '' + next()"), Ok("119".into()), "{backend:?}");
    }
}

/// One engine for several threads that wait for each other.
#[test]
fn threads_may_hand_an_engine_around() {
    let (send, receive) = mpsc::channel::<Engine>();
    let mut engine = Engine::builder().build().expect("an engine");
    engine.run("begin.js", "var n = 0; function add(m) { return function () { n += m } }").expect("it runs");
    let other = thread::spawn(move || {
        let mut engine = receive.recv().expect("an engine");
        for _ in 0..100 {
            engine.run("other.js", "add(2)()").expect("it runs");
        }
        engine.run("end.js", "n")
    });
    engine.run("first.js", "for (var i = 0; i < 100; i++) add(1)()").expect("it runs");
    send.send(engine).expect("somebody waits");
    assert_eq!(other.join().expect("no panic"), Ok(Value::Number(300.0)));
}

/// A panic of a host function ends calls in the middle: of script by script, of natives by script, of script by
/// natives. Afterwards everything is as before the call, whatever the running code held on to.
#[test]
fn a_panic_leaves_frames_stack_and_code_as_they_were() {
    without_report_of_expected_panics();
    let scripts = [
        "function f(n) { return n ? 1 + f(n - 1) : panic() } f(50)",
        "[3, 1, 2].sort(function (a, b) { return b > 1 ? panic() : 1 })",
        "({ get x() { return again(function () { panic() }) } }).x",
        "({ set x(v) { [v].map(panic) } }).x = 1",
        "'aaa'.replace(/a/g, function () { return again(panic) })",
        "JSON.stringify({ toJSON: function () { with ({ p: panic }) p() } })",
        "again(function () { var kept = arguments; again(function () { kept[0] = 1; panic(kept) }) })",
        "new (function () { this.a = 1; new panicking() })",
        "eval('(function () { try { again(panic) } finally { n++ } })')()",
        "Function('panic()')()",
        "[1].concat({ valueOf: panic }) + ''; +{ valueOf: panic }",
        "switch (1) { case again(panic): }",
    ];
    for backend in BACKENDS {
        let mut engine = engine_with_panics(backend);
        for script in scripts {
            let prepared = "var n = 0; function panicking() { panic() }";
            engine.run("prepare.js", prepared).expect("it runs");
            let caught = engine.run("caught.js", format!("try {{ {script} }} catch (e) {{ e.message }}"));
            assert_eq!(caught, Ok("the function `panic` of the host panicked".into()), "{backend:?} {script}");
            let loops = format!(
                "for (var i = 0; i < 200; i++) {{ try {{ (function () {{ {script} }})() }} catch (e) {{ n++ }} }} n >= 200"
            );
            assert_eq!(engine.run("loops.js", loops), Ok(Value::Boolean(true)), "{backend:?} {script}");
            let error = engine.run("thrown.js", script).expect_err("a panic");
            assert_eq!(error.kind(), ErrorKind::Exception);
            let after = "(function g(n) { return n ? 1 + g(n - 1) : [2, 1].sort().length })(100)";
            assert_eq!(engine.run("after.js", after), Ok(102.0.into()), "{backend:?} {script}");
        }
    }
}

fn engine_with_panics(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.define("panic", panics).expect("a global");
    engine.define("again", again).expect("a global");
    engine
}
