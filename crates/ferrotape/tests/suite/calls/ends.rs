//! Ends of programs, and code that cannot wait.

use std::collections::HashMap;

use ferrotape::{Backend, Call, Engine, ErrorKind, Limits, Progress, Termination, Value};

use super::{BACKENDS, engine, module, ready, script};

fn ended(backend: Backend, text: &str) -> String {
    let mut engine = engine(backend);
    let mut run = engine.start(&script(backend, text)).expect("a beginning");
    match run.advance(&Limits::new()) {
        Ok(Progress::Done(Value::String(text))) => text,
        Ok(progress) => format!("{progress:?}"),
        Err(error) => error.message().to_owned(),
    }
}

#[test]
fn what_stands_between_is_named() {
    let rows = [
        ("[2, 1].sort(() => ask('x'))", "'[2, 1].sort' stands in between, at job.js:1:8"),
        ("['x'].map(ask)", "'(intermediate value).map' stands in between, at job.js:1:7"),
        (
            "const list = [1]; list.forEach(function f() { return g() }); function g() { ask() }",
            "'list.forEach' stands in between, at job.js:1:24",
        ),
        ("JSON.stringify({ get x() { return ask() } })", "'JSON.stringify' stands in between, at job.js:1:6"),
        ("new Proxy({}, { get() { return ask() } }).x", "stands in between, at job.js:1:43"),
        ("`${{ toString() { return ask() } }}`", "an operation that calls functions stands in between, at job.js:1:"),
        ("function* g() { yield ask('x') } [...g()]", "an iteration stands in between, at job.js:1:"),
        ("const it = { [Symbol.iterator]() { ask('x') } }; for (const x of it);", "an iteration stands in between"),
        ("eval('ask()')", "'eval' stands in between"),
        ("(0, eval)('ask()')", "'eval' stands in between"),
        ("Reflect.apply(ask, null, [])", "'Reflect.apply' stands in between, at job.js:1:9"),
        // What is called with a list of arguments that are spread has its name too.
        ("const all = [(a, b) => ask('x')]; [2, 1].sort(...all)", "'[2, 1].sort' stands in between, at job.js:1:"),
        ("const all = [ask, null, []]; Reflect.apply(...all)", "'Reflect.apply' stands in between, at job.js:1:"),
        (
            "const f = (...all) => ask(...all), list = [1]; list.forEach(x => f(...[x]))",
            "'list.forEach' stands in between",
        ),
        ("const all = [[1], () => ask()]; Array.from(...all)", "'Array.from' stands in between, at job.js:1:"),
        ("const f = (...all) => ask(...all); f(...['x'])", ""),
        ("new Function('return ask()')()", ""),
        ("const o = {}; Object.defineProperty(o, 'x', { get: ask }); o.x", "stands in between, at job.js:1:"),
    ];
    for backend in BACKENDS {
        for (text, expected) in rows {
            let text = format!("try {{ {text}; 'waits' }} catch (error) {{ String(error) }}");
            let shown = ended(backend, &text);
            match expected {
                "" => assert_eq!(shown, "Waiting", "{text}"),
                expected => {
                    let begins = shown.starts_with("TypeError: ask waits for the host, which it cannot do here: ");
                    // Places of the two machines differ by a few columns.
                    let what = expected.split(", at ").next().expect("a part");
                    assert!(begins && shown.contains(what), "{backend:?}: {text}: {shown}");
                }
            }
        }
    }
}

#[test]
fn what_promises_call_by_functions_of_rust_cannot_wait() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let text = "Promise.resolve().finally(() => ask()).catch(error => hear(error.message))";
        let progress = engine.start(&script(backend, text)).expect("a beginning").advance(&Limits::new());
        assert!(matches!(progress, Ok(Progress::Done(_))));
        let heard: String = engine.eval("heard.join()").expect("a text");
        assert!(heard.ends_with("a function of Rust that a job or a timer calls stands in between"), "{heard}");
    }
}

/// A handler that is no function of the script has no frame that could wait.
#[test]
fn handlers_that_are_functions_of_the_script_wait() {
    let rows = [
        ("ask", "a job of the engine calls it"),
        ("(x => ask(x)).bind(null)", "a function of Rust that a job or a timer calls stands in between"),
        ("new Proxy(x => ask(x), {})", "a function of Rust that a job or a timer calls stands in between"),
        ("x => ask(x)", ""),
        ("async x => ask(x)", ""),
    ];
    for (backend, (handler, expected)) in BACKENDS.into_iter().flat_map(|backend| rows.map(|row| (backend, row))) {
        let mut engine = engine(backend);
        let text = format!("Promise.resolve('x').then({handler}).catch(error => hear(error.message))");
        let progress = engine.start(&script(backend, &text)).expect("a beginning").advance(&Limits::new());
        match expected {
            "" => assert_eq!(progress, Ok(Progress::Waiting), "{handler}"),
            expected => {
                assert!(matches!(progress, Ok(Progress::Done(_))), "{handler}");
                let heard: String = engine.eval("heard.join()").expect("a text");
                assert!(heard.ends_with(expected), "{handler}: {heard}");
            }
        }
    }
}

#[test]
fn async_generators_wait_by_await_alone() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let text = "async function* g() { yield ask('x') } g().next().catch(error => hear(error.message))";
        let progress = engine.start(&script(backend, text)).expect("a beginning").advance(&Limits::new());
        assert!(matches!(progress, Ok(Progress::Done(_))));
        let heard: String = engine.eval("heard.join()").expect("a text");
        assert!(heard.ends_with("an async generator stands in between, which only waits by `await`"), "{heard}");
    }
}

#[test]
fn only_programs_wait() {
    let mut engine = engine(Backend::Register);
    let error = engine.eval::<()>("ask()").unwrap_err();
    assert!(error.message().ends_with("only a program that was started can wait"), "{error}");
    let script = ferrotape::Script::compile("a.js", "ask()").expect("a script");
    let mut execution = script.start(&mut engine).expect("a beginning");
    let ended = execution.resume::<()>(&Limits::new());
    assert!(matches!(ended, std::task::Poll::Ready(Err(error)) if error.name() == Some("TypeError")));
}

#[test]
fn answers_that_nobody_waits_for_are_errors() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let mut run = engine.start(&script(backend, "search('a'); ask('b')")).expect("a beginning");
        for id in [0, 1, u64::MAX] {
            assert!(run.answer(id, 1).is_err() && run.fail(id, ferrotape::Error::new("no")).is_err());
        }
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        assert_eq!(run.take_new_calls().iter().map(|call| call.id()).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting), "nobody has answered");
        for (id, value) in [(1, "b"), (0, "a")] {
            run.answer(id, value).expect("it waits");
            assert!(run.answer(id, value).is_err() && run.fail(id, ferrotape::Error::new("no")).is_err());
        }
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Done("b".into())));
        assert!(run.answer(0, 1).is_err() && run.advance(&Limits::new()).is_err());
        drop(run);
        assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
    }
}

#[test]
fn an_error_of_the_host_is_thrown_where_the_script_waits() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let text = "function f() {\n  return ask() }\nf()";
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        run.fail(0, ferrotape::Error::type_error("no answer")).expect("it waits");
        let error = run.advance(&Limits::new()).unwrap_err();
        assert_eq!(error.message(), "TypeError: no answer");
        let stack: Vec<u32> = error.stack().iter().map(|entry| entry.line).collect();
        assert_eq!(stack, [2, 3], "{error:?}");
    }
}

#[test]
fn what_is_dropped_leaves_nothing() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        for text in [
            "let a = 1; search('x'); try { ask('y') } finally { hear('never') }",
            "search('z'); Promise.resolve().then(() => ask('w'))",
        ] {
            let mut run = engine.start(&script(backend, text)).expect("a beginning");
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            assert_eq!(run.calls().len(), 2);
        }
        assert!(engine.calls().is_empty() && !engine.has_jobs());
        engine.run_jobs().expect("no jobs");
        assert_eq!(engine.eval::<u8>("heard.length + a"), Ok(1));
    }
}

#[test]
fn limits_end_programs_anywhere() {
    for backend in BACKENDS {
        for text in [
            "for (;;);",
            "Promise.resolve().then(() => { for (;;); })",
            "(async () => { await 0; for (;;); })()",
            "(function f() { Promise.resolve().then(f) })()",
        ] {
            let mut engine = ready(Engine::builder().backend(backend).fuel(100_000));
            let mut run = engine.start(&script(backend, text)).expect("a beginning");
            let mut slices = 0;
            let error = loop {
                match run.advance(&Limits::new().fuel(1_000)) {
                    Ok(Progress::Paused) => slices += 1,
                    Ok(progress) => panic!("{progress:?}"),
                    Err(error) => break error,
                }
            };
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
            assert!(slices > 50, "{backend:?} {text}: {slices}");
            drop(run);
            engine.set_fuel(None);
            assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
        }
    }
}

#[test]
fn getters_of_what_a_program_ends_with_are_limited() {
    for backend in BACKENDS {
        for text in [
            "throw new (class extends Error { get message() { for (;;); } })",
            "throw new (class extends Error { get name() { for (;;); } })",
            "({ get x() { for (;;); } })",
        ] {
            let mut engine = engine(backend);
            let mut run = engine.start(&script(backend, text)).expect("a beginning");
            run.limit(&Limits::new().fuel(100_000));
            let error = run.advance_for::<HashMap<String, f64>>(&Limits::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel), "{backend:?} {text}");
            drop(run);
            assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
        }
    }
}

#[test]
fn a_flood_of_calls_ends_at_the_limit_of_memory() {
    for backend in BACKENDS {
        let mut engine = ready(Engine::builder().backend(backend).memory_limit(8 << 20));
        let mut run = engine.start(&script(backend, "for (;;) search('x')")).expect("a beginning");
        let error = run.advance(&Limits::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
        drop(run);
        engine.collect_garbage();
        assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
    }
}

#[test]
fn a_module_that_fails_or_never_ends_is_an_error() {
    for backend in BACKENDS {
        for (text, expected) in [
            ("ask('x'); throw new Error('lost')", "Error: lost"),
            ("await search('x'); missing()", "ReferenceError: missing is not defined"),
            ("ask('x'); await new Promise(() => {})", "the program waits for what never comes"),
        ] {
            let mut engine = engine(backend);
            let mut run = engine.start(&module(backend, text)).expect("a beginning");
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            run.answer(0, 1).expect("it waits");
            let error = run.advance(&Limits::new()).unwrap_err();
            assert!(error.message().ends_with(expected), "{backend:?} {text}: {error}");
        }
    }
}

#[test]
fn calls_are_defined_again_and_as_often_as_one_likes() {
    let mut engine = Engine::new();
    for name in ["a", "b", "a"] {
        engine.define_call(name, Call::promise()).expect("a function");
    }
    engine.run("a.js", "a(1); b(2)").expect("calls");
    assert_eq!(engine.calls().iter().map(|call| call.name().to_owned()).collect::<Vec<_>>(), ["a", "b"]);
}
