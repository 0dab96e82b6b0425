//! Programs that are the body of an async function.

use ferrotape::script::{Compiler, SourceKind};
use ferrotape::{Backend, Engine, ErrorKind, Limits, Program, Progress, Value};

use super::{BACKENDS, MEANWHILE, engine, heard, heard_in_slices};

fn body(backend: Backend, text: &str) -> Program {
    Compiler::new().backend(backend).body("job.js", text).expect("a body")
}

/// Each with what it says, whatever is done with it at a call, and in slices of any size.
const BODIES: &[(&str, &str)] = &[
    ("hear(ask('a')); hear(await search('b')); return 1", "<a>\n<b>"),
    ("const both = Promise.all([search('a'), search('b')]); hear(await both)", "<a>,<b>"),
    ("try { return await search('a') } finally { hear(ask('in the end')) }", "<in the end>"),
    ("try { ask('fail a') } catch (error) { hear(error.message, await search('b')) }", "a <b>"),
    ("for await (const word of ['a', search('b')]) hear(word)", "a\n<b>"),
    ("const f = async (n) => n ? (await search('x' + n)) + (await f(n - 1)) : ''; hear(await f(3))", "<x3><x2><x1>"),
    ("function inner() { return ask('inner') } class A { p = inner() } hear(new A().p, typeof this)", "<inner> object"),
    ("search('late').then(hear); return 'early'", "<late>"),
    ("hear(arguments.length, typeof await (async () => ask('q'))())", "0 string"),
    ("throw new TypeError('no ' + ask('way'))", "\nTypeError: no <way>"),
    ("'use strict'; hear(this === undefined)", "true"),
];

#[test]
fn bodies_say_the_same_whatever_is_done_at_their_calls() {
    for backend in BACKENDS {
        for (text, expected) in BODIES {
            let program = body(backend, text);
            for meanwhile in MEANWHILE {
                assert_eq!(heard(&program, backend, meanwhile).0, *expected, "{text} on {backend:?}, {meanwhile:?}");
            }
            // An error ends the run, and the text tells of it.
            let sizes: &[u64] = if expected.contains("Error") { &[] } else { &[1, 7, 50] };
            for &fuel in sizes {
                assert_eq!(heard_in_slices(&program, backend, fuel), *expected, "{text} on {backend:?}, {fuel}");
            }
        }
    }
}

#[test]
fn the_value_of_a_body_is_what_it_returns() {
    for backend in BACKENDS {
        for (text, expected) in
            [("return 6 * 7", 42.0), ("return Promise.resolve(1)", 1.0), ("return await (async () => 2)()", 2.0)]
        {
            let mut engine = engine(backend);
            let done = engine.start(&body(backend, text)).unwrap().advance(&Limits::new()).unwrap();
            assert_eq!(done, Progress::Done(expected.into()), "{text}");
        }
        let mut engine = engine(backend);
        let done = engine.start(&body(backend, "let a = 1")).unwrap().advance(&Limits::new()).unwrap();
        assert_eq!(done, Progress::Done(Value::Undefined));
        assert!(engine.eval::<bool>("typeof a === 'undefined'").unwrap(), "its declarations are its own");
    }
}

#[test]
fn a_body_that_waits_for_what_never_comes_is_an_error() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let mut run = engine.start(&body(backend, "await new Promise(() => {})")).unwrap();
        let error = run.advance(&Limits::new()).unwrap_err();
        assert!(error.message().contains("waits for what never comes"), "{error}");
        drop(run);
        assert_eq!(engine.eval::<u8>("1 + 1").unwrap(), 2, "the engine stays usable");
    }
}

#[test]
fn nothing_ends_a_body_but_its_end() {
    for text in
        ["return 1 }", "} function f() {", "/*", "`", "return 1\n} //", "{", "await", "import a from 'b'", "export {}"]
    {
        let error = Program::body("job.js", text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Syntax, "{text}: {error}");
    }
    // A comment without an end of line is within the body.
    let mut engine = Engine::new();
    let done =
        engine.start(&Program::body("job.js", "return 1 // }").unwrap()).unwrap().advance(&Limits::new()).unwrap();
    assert_eq!(done, Progress::Done(1.0.into()));
}

#[test]
fn advice_is_for_bodies() {
    for (text, advice) in [
        ("import a from 'b'; return a", "this text is the body of a function: use `await import(…)`"),
        ("export const a = 1", "this text is the body of a function, and no module: `return` gives its value"),
        ("return import.meta.url", "this text is the body of a function, and no module: `return` gives its value"),
        ("function f() { await 1 }", "make the function around it `async`"),
    ] {
        let error = Program::body("job.js", text).unwrap_err();
        let notes: Vec<_> = error.notes().iter().map(|note| &*note.message).collect();
        assert_eq!(notes, [advice], "{text}");
        assert!(error.to_json().contains(advice));
        let of_script = Program::compile("job.js", text).unwrap_err();
        assert!(!of_script.notes().iter().any(|note| note.message.contains("body of a function")), "{text}");
    }
}

#[test]
fn places_are_those_of_the_text() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let mut run = engine.start(&body(backend, "const a = 1\n  throw new Error('here')")).unwrap();
        let error = run.advance(&Limits::new()).unwrap_err();
        assert_eq!(error.location().map(|place| (place.line, place.column)), Some((2, 9)));
    }
}

#[test]
fn a_body_may_be_typescript_and_is_limited() {
    let text = "const n: number = await (search as any)('a').length ?? 0; return n as number";
    assert!(Program::body("job.ts", text).is_ok());
    assert!(Program::body("job.js", text).is_err());
    assert!(Compiler::new().source_kind(SourceKind::TypeScript).body("job", text).is_ok());
    let long = "a + ".repeat(100_000) + "1";
    assert!(Compiler::new().fuel(10_000).body("job.js", &long).unwrap_err().is_termination());
    assert!(Compiler::new().memory(1 << 16).body("job.js", &long).unwrap_err().is_termination());
    let mut engine = Engine::builder().fuel(100_000).build().unwrap();
    let mut run = engine.start(&Program::body("job.js", "for (;;) await 1").unwrap()).unwrap();
    assert!(run.advance(&Limits::new()).unwrap_err().is_termination());
}
