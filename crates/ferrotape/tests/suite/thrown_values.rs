//! Thrown values as text for people: as `inspect` shows them, without running script, and within bounds.

use ferrotape::handles::BigInt;
use ferrotape::{Class, ClassBuilder, Engine, Error, ErrorKind, Value};

use crate::host_functions::BACKENDS;

fn thrown(text: &str) -> Error {
    let errors = BACKENDS.map(|backend| {
        let mut engine = Engine::builder().backend(backend).fuel(20_000_000).build().expect("an engine");
        engine.run("a.js", text).expect_err(text)
    });
    assert_eq!(errors[0].message(), errors[1].message(), "{text}");
    let [error, _] = errors;
    error
}

#[test]
fn what_is_no_error_is_shown_as_inspect_shows_it() {
    for (value, shown) in [
        ("{ code: 5, at: [1, , 'x'] }", "{ code: 5, at: [ 1, <1 empty item>, 'x' ] }"),
        ("1n", "1n"),
        ("-(2n ** 70n)", "-1180591620717411303424n"),
        ("-0", "-0"),
        ("undefined", "undefined"),
        ("Symbol('s')", "Symbol(s)"),
        ("'text'", "'text'"),
        ("'it\\'s \"so\"\\n\\ud800'", "`it's \"so\"\\n\\ud800`"),
        ("Object.create(Error.prototype, { code: { value: 5, enumerable: true } })", "[Error] { code: 5 }"),
        ("[1, 2]", "[ 1, 2 ]"),
        ("function f() {}", "[Function: f]"),
        ("class A { static x = 1 }", "[class A] { x: 1 }"),
        ("new Map([[1, { a: 2 }]])", "Map(1) { 1 => { a: 2 } }"),
        ("new (class E { message = 'no' })", "E { message: 'no' }"),
        ("new (class E { get message() { throw 1 } })", "E {}"),
        ("{ get a() { throw 1 }, b: { c: { d: 1 } } }", "{ a: [Getter], b: { c: { d: 1 } } }"),
        ("{ a: { b: { c: { d: 1 } }, e: [[[1]]] } }", "{ a: { b: { c: [Object] }, e: [ [Array] ] } }"),
        ("new Proxy({ a: 1 }, { get() { throw 1 }, ownKeys() { throw 1 } })", "{ a: 1 }"),
        ("(o = { }, o.o = o)", "<ref *1> { o: [Circular *1] }"),
    ] {
        let error = thrown(&format!("var o; throw ({value})"));
        assert_eq!((error.message(), error.kind()), (shown, ErrorKind::Exception), "{value}");
        let caught = thrown(&format!("var o; throw new Error('outer', {{ cause: {value} }})"));
        assert_eq!(caught.cause().map(Error::message), Some(shown), "{value}");
    }
}

/// A class of the host that shows nothing of itself.
struct Quiet;

impl Class for Quiet {
    const NAME: &'static str = "Quiet";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Quiet)
    }
}

#[test]
fn objects_of_the_host_are_shown_as_inspect_shows_them() {
    let mut engine = Engine::new();
    engine.register::<Quiet>().expect("a class");
    for (value, shown) in [
        ("new Quiet", "Quiet {}"),
        ("Object.assign(new Quiet, { x: { y: 1 } })", "Quiet { x: { y: 1 } }"),
        ("new (class Own extends Quiet {})", "Own [Quiet] {}"),
        ("Object.setPrototypeOf(new Quiet, null)", "[Object: null prototype] {}"),
    ] {
        let error = engine.run("a.js", format!("throw {value}")).expect_err(value);
        assert_eq!(error.message(), shown, "{value}");
    }
}

#[test]
fn what_is_large_is_cut_and_takes_no_fuel() {
    let large = "var o = {}; for (let i = 0; i < 1e5; i++) o['k' + i] = i; throw o";
    assert_eq!(thrown(large).message(), "#<Object>");
    assert!(thrown("throw Array(1e5).fill('x'.repeat(1e4))").message().len() <= 8000);
    let make = "const make = (f) => Object.fromEntries(Array.from({ length: 20 }, (_, i) => ['k' + i, f()]));";
    let broad = thrown(&format!("{make} throw make(() => make(() => Array.from({{ length: 20 }}, () => ({{}}))))"));
    assert!(broad.message().starts_with("{ k0: { k0: [Array], k1: [Array], "), "{broad}");
    assert!(thrown("throw Array(1e5).fill(1)").message().ends_with(", 1, ... 99980 more items ]"));
    let mut fuel = Vec::new();
    for value in ["{}", "[[1, 2, 3], { a: { b: 1 } }]"] {
        let mut engine = Engine::builder().fuel(100_000).build().expect("an engine");
        engine.run("a.js", format!("var value = {value}")).expect("a value");
        let before = engine.stats().fuel;
        engine.run("b.js", "throw value").expect_err("an exception");
        fuel.push(engine.stats().fuel - before);
    }
    assert_eq!(fuel[0], fuel[1]);
    // At the very end of the fuel as well, and the engine goes on.
    for fuel in 1..400 {
        let mut engine = Engine::builder().fuel(fuel).build().expect("an engine");
        let error = engine.run("a.js", "var o = { a: [1] }; throw o").expect_err("an end");
        assert!(error.is_termination() || error.message() == "{ a: [ 1 ] }", "{fuel}: {error}");
        engine.set_fuel(None);
        assert_eq!(engine.eval::<u8>("6 * 7").expect("a number"), 42);
    }
}

#[test]
fn properties_of_errors_are_told() {
    let error = thrown("throw Object.assign(new TypeError('no'), { code: 'ENOENT', status: 404, path: { a: [1] } })");
    let notes: Vec<_> = error.notes().iter().map(|note| note.message.as_str()).collect();
    assert_eq!(notes, ["code: 'ENOENT'", "status: 404", "path: { a: [ 1 ] }"]);
    assert!(error.report().contains("\n  = code: 'ENOENT'\n"), "{}", error.report());
    let error = thrown("class E extends Error { name = 'Own'; #private = 1; get x() { throw 1 } } throw new E('no')");
    assert_eq!((error.message(), error.notes()), ("Own: no", &[][..]));
    let many = thrown("const e = new Error('no'); for (let i = 0; i < 1e3; i++) e['k' + i] = i; throw e");
    assert_eq!(many.notes().len(), 8);
    let getter = thrown("throw Object.defineProperty(new Error('no'), 'x', { enumerable: true, get() { throw 1 } })");
    assert_eq!(getter.notes()[0].message, "x: [Getter]");
}

#[test]
fn a_thrown_bigint_is_one() {
    assert_eq!(thrown("throw 1n").thrown(), Some(&Value::BigInt(BigInt::from(1))));
    assert_eq!(thrown("throw 1n << 70_000n").message(), "a BigInt of 70001 bits");
    let error = thrown("throw 1n << 200_000n");
    assert!(matches!(error.thrown(), Some(Value::String(text)) if text == error.message()), "{error:?}");
    assert_eq!(thrown("1n()").message(), "TypeError: 1n is not a function");
    assert_eq!(thrown("null[1n]").message(), thrown("null['1']").message());
}

#[test]
fn debug_is_the_report_and_controls_no_terminal() {
    let error = thrown("throw new Error('\\u001b[31mred \\u202E')");
    assert_eq!(format!("{error:?}"), error.report().trim_end());
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(text.contains("\\u{1b}[31mred \\u{202e}"), "{text}");
    }
    assert!(format!("{error:#?}").starts_with("Error {"));
}

#[test]
fn a_panic_names_the_function_and_what_was_said() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.define("index", |at: f64| [1, 2, 3][at as usize]).expect("a function");
        let error = engine.run("a.js", "index(7)").expect_err("a panic");
        assert_eq!(error.message(), "Error: the function `index` of the host panicked");
        let said = "caused by index out of bounds: the len is 3 but the index is 7";
        assert!(error.report().contains(said), "{}", error.report());
        // A script learns nothing of it.
        let seen = "try { index(7) } catch (e) { [Object.getOwnPropertyNames(e).sort().join(), e.message, e.cause].join(';') }";
        let seen = engine.eval::<String>(seen).expect("a text");
        assert_eq!(seen, "message;the function `index` of the host panicked;");
    }
}
