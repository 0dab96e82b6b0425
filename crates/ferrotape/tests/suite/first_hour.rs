//! What a host meets in its first hour: conversions and their paths, messages of limits, timers that fail.

use std::collections::BTreeMap;

use ferrotape::convert::Listed;
use ferrotape::handles::BigInt;
use ferrotape::{Engine, Error, IntoJs, Value};

use crate::host_functions::BACKENDS;

fn given(value: impl IntoJs) -> String {
    let mut engine = Engine::new();
    engine.set_global("given", value).expect("a value");
    engine.eval("JSON.stringify(given)").expect("a text")
}

#[test]
fn what_is_borrowed_is_given() {
    let names = ["a".to_owned(), "b".to_owned()];
    let borrowed: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(given(&borrowed[..]), r#"["a","b"]"#);
    assert_eq!(given(&["a", "b"]), r#"["a","b"]"#);
    assert_eq!(given(&[("a".to_owned(), 1), ("b".to_owned(), 2)][..]), r#"[["a",1],["b",2]]"#);
    assert_eq!(given(&[("a", 1u8, true)]), r#"[["a",1,true]]"#);
    assert_eq!(given(&vec![Some(1.5), None]), "[1.5,null]");
    assert_eq!(given(&Some("x".to_owned())), r#""x""#);
    let by_name = BTreeMap::from([("k".to_owned(), vec![('c', false)])]);
    assert_eq!(given(&by_name), r#"{"k":[["c",false]]}"#);
    assert_eq!(given(Listed(names.iter().map(|name| name.len()))), "[1,1]");
    assert_eq!(given(Listed(Vec::<u8>::new())), "[]");
    let failed = Engine::new().set_global("b", Listed([1, u64::MAX])).unwrap_err();
    assert!(failed.message().starts_with("b[1]: expected an integer from "), "{failed}");
}

#[test]
fn an_endless_iterator_ends_by_the_memory_limit() {
    let mut engine = Engine::builder().memory_limit(4 << 20).build().expect("an engine");
    let error = engine.set_global("all", Listed(std::iter::repeat(1.5))).unwrap_err();
    assert!(error.is_termination(), "{error}");
    assert_eq!(engine.eval::<String>("typeof all").expect("a text"), "undefined");
}

#[test]
fn large_integers_are_bigints_where_the_host_says_so() {
    let mut engine = Engine::builder().large_integers_as_bigints(true).build().expect("an engine");
    engine.set_global("safe", (1u64 << 53) - 1).expect("a number");
    engine.set_global("least", i64::MIN).expect("a BigInt");
    engine.set_global("most", [u128::MAX]).expect("a BigInt");
    engine.define("echo", |id: u64| id).expect("a function");
    let text = "[typeof safe, least === -(2n ** 63n), most[0] === 2n ** 128n - 1n, echo(2n ** 63n), typeof echo(7)].join()";
    assert_eq!(engine.eval::<String>(text).expect("a text"), "number,true,true,9223372036854775808,number");
    // A fork has the setting as well.
    let mut fork = engine.fork().expect("a fork");
    fork.set_global("id", u64::MAX).expect("a BigInt");
    assert_eq!(fork.eval::<String>("typeof id").expect("a text"), "bigint");
    let error = Engine::new().set_global("id", u64::MAX).unwrap_err();
    assert!(error.message().ends_with(": with `Builder::large_integers_as_bigints`, or as a `BigInt`, it is a BigInt"));
}

#[cfg(feature = "serde")]
#[test]
fn large_integers_are_bigints_by_way_of_serde() {
    use ferrotape::Json;
    let ids = BTreeMap::from([("id", vec![7, u64::MAX])]);
    let mut engine = Engine::builder().large_integers_as_bigints(true).build().expect("an engine");
    engine.set_global("value", Json(&ids)).expect("a value");
    let types = engine.eval::<String>("value.id.map(id => typeof id).join()").expect("a text");
    assert_eq!(types, "number,bigint");
    let back: Json<BTreeMap<String, Vec<u64>>> = engine.eval("value").expect("a value");
    assert_eq!(back.0["id"], ids["id"]);
}

fn stopped(set: impl Fn(ferrotape::Builder) -> ferrotape::Builder) -> Vec<Error> {
    let run = |backend| {
        let mut engine = set(Engine::builder().backend(backend)).build().expect("an engine");
        engine.run("a.js", "let all = []; for (;;) all.push([1, 2, 3])").expect_err("a limit")
    };
    BACKENDS.into_iter().map(run).collect()
}

#[test]
fn limits_are_named_with_their_amount_and_what_sets_them() {
    for error in stopped(|builder| builder.fuel(1000)) {
        assert_eq!(error.message(), "the script used up its fuel: 1000 units of work");
        assert!(error.report().contains("`Builder::fuel`"), "{}", error.report());
    }
    for error in stopped(|builder| builder.memory_limit(4 << 20)) {
        assert!(error.message().contains("4 MiB"), "{error}");
        assert!(error.report().contains("`Builder::memory_limit`"), "{}", error.report());
    }
    for error in stopped(|builder| builder.timeout(std::time::Duration::from_millis(20))) {
        assert!(error.message().contains("20ms"), "{error}");
        assert!(error.report().contains("`Builder::timeout`"), "{}", error.report());
    }
}

#[cfg(feature = "inspect")]
#[test]
fn reports_say_what_was_meant() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let error = engine.run("a.js", "let total = 1; function f() { return totl + 1 } f()").unwrap_err();
        assert!(error.report().contains("did you mean `total`?"), "{}", error.report());
        let error = engine.run("b.js", "[1].foreach(n => n)").unwrap_err();
        assert!(format!("{error:?}").contains("did you mean `forEach`?"), "{error:?}");
        let error = engine.eval::<()>("[1].foreach(n => n)").unwrap_err();
        assert!(error.report().contains("did you mean `forEach`?"), "{}", error.report());
    }
}

#[test]
fn primitive_values_that_are_thrown_are_themselves() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let error = engine.run("a.js", "throw 1n").unwrap_err();
        assert_eq!((error.message(), error.thrown()), ("1n", Some(&Value::BigInt(BigInt::from(1)))));
        assert!(error.report().contains("Uncaught 1n"), "{}", error.report());
        assert_eq!(engine.run("a.js", "throw -0").unwrap_err().message(), "-0");
    }
}
