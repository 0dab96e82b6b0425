//! The kinds of errors, by the source of the mistake.

use ferrotape::script::SavedProblem;
use ferrotape::{AsContext, Context, Engine, Error, ErrorKind, Function, Limits, MemoryLoader, Module, Script};

const BROKEN: &str = "let one;\n x y";

/// Source text of the host that does not parse gives a place, with an engine or without.
#[test]
fn texts_of_the_host_that_are_no_code_are_syntax_errors() {
    let mut engine = Engine::new();
    let found = [
        engine.eval::<()>(BROKEN).unwrap_err(),
        engine.run("eval", BROKEN).unwrap_err(),
        engine.run_with_jobs("eval", BROKEN).unwrap_err(),
        engine.check("eval", BROKEN).unwrap_err(),
        engine.enter(|cx| cx.eval::<()>(BROKEN)).unwrap_err(),
        engine.enter(|cx| cx.run("eval", BROKEN)).unwrap_err(),
        engine.eval_async::<()>(BROKEN).block().unwrap_err(),
        engine.run_module("eval", BROKEN).unwrap_err(),
        engine.link_module("eval", BROKEN).unwrap_err(),
        engine.enter(|cx| cx.run_module_at_once("eval", BROKEN).map(|_| ())).unwrap_err(),
        Function::compile(&mut engine, "eval", &["one"], "\n x y").unwrap_err(),
        Script::compile("eval", BROKEN).unwrap_err(),
        Module::compile("eval", BROKEN).unwrap_err(),
    ];
    for (number, error) in found.iter().enumerate() {
        let place = error.location().map(|place| (place.source.as_str(), place.line, place.column));
        assert_eq!((error.kind(), place), (ErrorKind::Syntax, Some(("eval", 2, 4))), "{number}: {error}");
        assert_eq!((error.name(), error.thrown(), error.stack().len()), (Some("SyntaxError"), None, 0), "{number}");
        assert!(error.message().starts_with("SyntaxError: ") && error.report().contains("2 |  x y"), "{number}");
    }
    // Source text that is nested too deep does not parse either.
    let deep = "(".repeat(100_000);
    let error = engine.enter(|cx| cx.eval::<()>(&deep)).unwrap_err();
    assert_eq!((error.kind(), error.name()), (ErrorKind::Syntax, Some("RangeError")));
    assert_eq!(engine.eval::<u8>("6 * 7").expect("the engine is as it was"), 42);
}

#[test]
fn texts_of_scripts_that_are_no_code_are_exceptions() {
    let mut engine = Engine::new();
    engine.set_module_loader(MemoryLoader::from_iter([("/bad.mjs", "x y")]));
    for text in ["eval('x y')", "(0, eval)('x y')", "new Function('x y')", "JSON.parse('x y')", "new RegExp('(')"] {
        for error in [engine.eval::<()>(text).unwrap_err(), engine.enter(|cx| cx.eval::<()>(text)).unwrap_err()] {
            assert_eq!((error.kind(), error.name()), (ErrorKind::Exception, Some("SyntaxError")), "{text}");
            assert!(error.thrown().is_some(), "{text}");
        }
    }
    for text in ["await import('/bad.mjs')", "import '/bad.mjs'"] {
        let error = engine.run_module("/main.mjs", text).unwrap_err();
        assert_eq!((error.kind(), error.name()), (ErrorKind::Exception, Some("SyntaxError")), "{text}");
    }
    // An exception from code that compiled stays an exception.
    let error = engine.enter(|cx| cx.eval::<()>("throw new SyntaxError('mine')")).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Exception, "SyntaxError: mine"));
}

/// If a host function compiles for a script, the script gets an exception, and so does the host.
#[test]
fn what_a_function_of_the_host_could_not_compile_is_an_exception_for_the_script() {
    let mut engine = Engine::new();
    engine.define("inside", |cx: &mut Context<'_>| cx.eval::<f64>("x y")).expect("a function");
    engine.define("beside", || Script::compile("rule.js", "x y").map(|_| ())).expect("a function");
    for name in ["inside", "beside"] {
        let text =
            format!("try {{ {name}() }} catch (error) {{ [error.name, error.message, error instanceof SyntaxError] }}");
        let (kind, message, is_own) = engine.eval::<(String, String, bool)>(&text).expect("an error");
        assert_eq!((kind.as_str(), is_own), ("SyntaxError", true), "{name}");
        assert!(message.starts_with("unexpected"), "{name}: {message}");
        let error = engine.run("a.js", format!("{name}()")).unwrap_err();
        assert_eq!((error.kind(), error.name()), (ErrorKind::Exception, Some("SyntaxError")), "{name}");
    }
}

#[test]
fn bytes_that_are_no_engine_are_told_as_those_that_are_no_script() {
    let kind = |restored: Result<Engine, Error>| restored.err().expect("no engine").kind();
    let saved = Engine::new().snapshot().expect("bytes");
    for bytes in [&b""[..], b"1 + 1", &saved[1..]] {
        assert_eq!(kind(Engine::restore(bytes)), ErrorKind::Saved(SavedProblem::NotSaved), "{bytes:?}");
    }
    // The version follows the prefix of all snapshots.
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let place = saved.windows(version.len()).position(|part| part == version).expect("the version");
    let mut other = saved.clone();
    other[place] ^= 1;
    assert_eq!(kind(Engine::restore(&other)), ErrorKind::Saved(SavedProblem::OtherVersion));
    let half = &saved[..saved.len() / 2];
    match kind(Engine::restore(half)) {
        ErrorKind::Saved(SavedProblem::Damaged { offset }) => assert!((1..=half.len()).contains(&offset), "{offset}"),
        kind => panic!("{kind:?}"),
    }
    // One with an execution, and one without.
    let script = Script::compile("a.js", "for (let i = 0; i < 1e6; i++);").expect("a script");
    let mut engine = Engine::new();
    let mut execution = script.start(&mut engine).expect("an execution");
    assert!(execution.resume::<()>(&Limits::new().fuel(100)).is_pending());
    let paused = execution.snapshot().expect("bytes");
    assert_eq!(kind(Engine::restore(&paused)), ErrorKind::Saved(SavedProblem::OtherGoal));
    let none = Engine::restore_execution(&saved).unwrap_err();
    assert_eq!(none.kind(), ErrorKind::Saved(SavedProblem::OtherGoal));

    // A function missing in the host is a problem of the engine, not of the bytes.
    let mut engine = Engine::new();
    engine.define("rate", || 1).expect("a function");
    let saved = engine.snapshot().expect("bytes");
    assert_eq!(kind(Engine::restore(&saved)), ErrorKind::Usage);
}
