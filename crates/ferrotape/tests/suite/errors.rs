//! What an error tells the embedder about what was thrown.

use ferrotape::{Backend, Engine, ErrorKind, Value};

fn thrown(text: &str) -> (ErrorKind, Option<String>, String) {
    let mut engine = Engine::builder().fuel(1_000_000).build().expect("an engine");
    let error = engine.run("t.js", text).expect_err(text);
    (error.kind(), error.name().map(str::to_owned), error.message().to_owned())
}

#[test]
fn errors_have_the_name_of_their_constructor() {
    for (text, name, message) in [
        ("null.x", Some("TypeError"), "TypeError: Cannot read properties of null (reading 'x')"),
        ("eval('(')", Some("SyntaxError"), "SyntaxError: unexpected end of input"),
        ("var e = new RangeError('r'); e.name = 'Other'; throw e", Some("RangeError"), "Other: r"),
        ("function My(m) { this.message = m; } throw new My('gone')", Some("My"), "#<My>: gone"),
        ("function My() {} throw new My", Some("My"), "#<My>"),
        ("throw { message: 1 }", Some("Object"), "#<Object>"),
        ("throw Object.create(null)", None, "#<Object>"),
        ("throw 'text'", None, "\"text\""),
        ("throw { get message() { for (;;); }, get constructor() { for (;;); } }", Some("Object"), "#<Object>"),
    ] {
        assert_eq!(thrown(text), (ErrorKind::Exception, name.map(str::to_owned), message.to_owned()), "{text}");
    }
}

#[test]
fn early_errors_and_limits_are_no_exceptions() {
    let (kind, name, _) = thrown("throw 1; var 2;");
    assert_eq!((kind, name.as_deref()), (ErrorKind::Syntax, Some("SyntaxError")));
    let (kind, name, _) = thrown("for (;;);");
    assert!(matches!(kind, ErrorKind::Termination(_)) && name.is_none());
}

#[test]
fn declarations_that_fail_are_at_the_beginning_of_their_code() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let error = engine.run("t.js", "{ eval(' var b = f'); function b() {} }").expect_err("an error");
        let places: Vec<_> = error.stack().iter().map(|entry| (entry.source.as_str(), entry.column)).collect();
        assert_eq!(places, [("<eval>", 1), ("t.js", 3)], "{backend:?}");
    }
}

#[test]
fn the_global_object_is_a_value() {
    let mut engine = Engine::builder().build().expect("an engine");
    let global = engine.global();
    assert_eq!(engine.run("t.js", "this"), Ok(global.clone()));
    engine.set(&global, "answer", &Value::Number(42.0)).expect("a property");
    assert_eq!(engine.run("t.js", "answer"), Ok(Value::Number(42.0)));
}

#[test]
fn functions_of_the_embedder_can_collect_garbage() {
    let mut engine = Engine::builder().build().expect("an engine");
    engine
        .define_function("gc", 0, |call| {
            call.collect_garbage();
            Ok(Value::Undefined)
        })
        .expect("a function");
    let text = "var kept = [1, 2, 3].map(function (n) { var o = { n: n, s: 'x' + n }; gc(); return o; }); \
                gc(); kept[0].s + kept[1].s + kept[2].s";
    assert_eq!(engine.run("t.js", text), Ok(Value::from("x1x2x3")));
    assert!(engine.stats().collections >= 4);
}
