//! Promise jobs: the calls that run them, and their limits.

use std::time::Duration;

use ferrotape::{AsContext, Backend, Engine, Value};

fn engines() -> impl Iterator<Item = Engine> {
    [Backend::Register, Backend::Stack]
        .into_iter()
        .map(|backend| Engine::builder().backend(backend).fuel(5_000_000).build().expect("an engine"))
}

#[test]
fn jobs_run_when_the_host_says_so() {
    for mut engine in engines() {
        engine.run("a.js", "var x = 0; (async function () { x = await 1; })();").expect("a run");
        assert!(engine.has_jobs());
        assert_eq!(engine.run("b.js", "x").expect("a run"), Value::Number(0.0));
        engine.run_jobs().expect("jobs");
        assert!(!engine.has_jobs());
        assert_eq!(engine.run("c.js", "x").expect("a run"), Value::Number(1.0));
        let value = engine.run_with_jobs("d.js", "Promise.resolve(2).then(function (v) { x = v; }); x").expect("a run");
        assert_eq!(value, Value::Number(1.0));
        assert_eq!(engine.run("e.js", "x").expect("a run"), Value::Number(2.0));
    }
}

#[test]
fn a_flood_of_jobs_ends_by_the_limits_of_who_runs_them_and_is_forgotten() {
    for mut engine in engines() {
        let flood = "function again() { Promise.resolve().then(again); Promise.resolve().then(again); } again();";
        engine.run("flood.js", flood).expect("a run");
        assert!(engine.run_jobs().expect_err("a limit").is_termination());
        assert!(!engine.has_jobs());
        engine.set_fuel(None);
        engine.set_timeout(Duration::from_millis(300));
        engine.run("async.js", "(async function () { for (;;) await 0; })();").expect("a run");
        assert!(engine.run_jobs().expect_err("a limit").is_termination());
        assert!(!engine.has_jobs());
    }
}

#[test]
fn rejections_that_nobody_handles_are_told_once() {
    for mut engine in engines() {
        let text = "function f() { throw new TypeError('first'); }\n\
            (async function () { f(); })(); Promise.reject(2); var late = Promise.reject(3);\n\
            Promise.resolve().then(function () { late.catch(function () {}); });";
        engine.run_with_jobs("r.js", text).expect("a run");
        let errors = engine.take_unhandled_rejections();
        let messages: Vec<&str> = errors.iter().map(ferrotape::Error::message).collect();
        assert_eq!(messages, ["TypeError: first", "2"]);
        assert_eq!(errors[0].location().map(|place| place.line), Some(1));
        assert!(engine.take_unhandled_rejections().is_empty());
    }
}

/// A failure is told with the async context of its code, also by an engine that was written and read.
#[test]
fn failures_are_told_with_what_followed_their_code() {
    for mut engine in engines() {
        let promises = engine.enter(|cx| {
            cx.set_async_context("of a request")?;
            cx.eval::<()>(
                "Promise.reject(1); (async () => { await null; throw 2 })(); globalThis.inner = { name: 'object' }",
            )?;
            let inner: Value = cx.global().get(cx, "inner")?;
            cx.set_async_context(inner)?;
            cx.eval::<()>("Promise.reject(3)")
        });
        promises.and_then(|()| engine.run_jobs()).expect("promises");
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore(&bytes).expect("what was written");
        for engine in [&mut engine, &mut restored] {
            engine.run("none.js", "Promise.reject(4)").expect("a promise");
            let told = engine.take_unhandled();
            let inner: Value = engine.eval("inner").expect("an object");
            for it in &told {
                assert_eq!(it.error.async_context().unwrap_or(&Value::Undefined), &it.context, "{}", it.error);
            }
            let found: Vec<_> = told.into_iter().map(|it| (it.error.message().to_owned(), it.context)).collect();
            let of_request = || Value::from("of a request");
            let expected = [("1", of_request()), ("3", inner), ("2", of_request()), ("4", Value::Undefined)];
            assert_eq!(found, expected.map(|(message, context)| (message.to_owned(), context)));
        }
    }
}

#[test]
fn many_rejections_are_told_of_as_far_as_anybody_reads() {
    for mut engine in engines() {
        engine.run_with_jobs("r.js", "for (var i = 0; i < 1000; i++) Promise.reject(i);").expect("a run");
        assert_eq!(engine.take_unhandled_rejections().len(), 16);
        assert!(engine.take_unhandled_rejections().is_empty());
    }
}

#[test]
fn suspended_generators_count_against_the_memory_limit() {
    let text = "function* g() { var a = [1, 2, 3]; yield a; } var all = [];\n\
        for (;;) { var it = g(); it.next(); all.push(it); }";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).memory_limit(8 << 20).build().expect("an engine");
        assert!(engine.run("g.js", text).expect_err("a limit").is_termination());
        assert!(engine.stats().peak_bytes <= (8 << 20) + (1 << 20));
    }
}

#[test]
fn async_iteration_without_end_ends_by_a_limit() {
    let texts = [
        "(async function () { for await (const x of (async function* () { for (;;) yield 1; })()); })();",
        "(async function () { for await (const x of { [Symbol.asyncIterator]() { return this; }, next() { return {}; } }); })();",
        "(async function () { for await (const x of (function* () { for (;;) yield 1; })()); })();",
        "(async function () { for (;;) for await (const x of [1]) break; })();",
        "async function* g() { for (;;) yield* [1]; } (async function () { for await (const x of g()); })();",
        "async function* g() { try { for (;;) yield 1; } finally { for (;;) await 1; } } \
            (async function () { for await (const x of g()) break; })();",
        "async function* g() { for (;;) yield 1; } var it = g(); (function more() { it.next(); it.next().then(more); })();",
        "class A {} class B extends A { constructor(a) { super(...a); } } new B((function* () { for (;;) yield 1; })());",
    ];
    for text in texts {
        for backend in [Backend::Register, Backend::Stack] {
            let builder = Engine::builder().backend(backend).native_stack(1 << 20);
            let mut engine = builder.fuel(200_000).memory_limit(16 << 20).build().expect("an engine");
            assert!(engine.run_with_jobs("endless.js", text).expect_err(text).is_termination(), "{text}");
            assert!(engine.stats().peak_bytes <= (16 << 20) + (1 << 20), "{text}");
            assert!(!engine.has_jobs());
        }
    }
}
