//! The paths of conversion errors, in both directions.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ferrotape::{Engine, FromJs, Function, IntoJs, Object};

const RANGE: &str = "expected an integer from -9007199254740991 to 9007199254740991, found 18446744073709551615";

fn refused(value: impl IntoJs, path: &str) {
    let mut engine = Engine::new();
    let error = engine.set_global("b", value).unwrap_err();
    assert_eq!(error.message(), format!("{path}: {RANGE}"));
    assert_eq!(engine.eval::<String>("typeof b").expect("a text"), "undefined");
}

#[test]
fn what_cannot_be_given_to_scripts_is_named() {
    const LARGE: u64 = u64::MAX;
    refused(LARGE, "b");
    refused(vec![1, LARGE], "b[1]");
    refused(&[1, LARGE][..], "b[1]");
    refused([[1, 2], [3, LARGE]], "b[1][1]");
    refused(VecDeque::from([LARGE]), "b[0]");
    refused((1, "a", Some(LARGE)), "b[2]");
    refused(BTreeSet::from([1, LARGE]), "b[1]");
    refused(BTreeMap::from([("a", vec![LARGE])]), "b.a[0]");
    refused(BTreeMap::from([("a.b c", LARGE)]), r#"b["a.b c"]"#);
    refused(BTreeMap::from([(7, LARGE)]), "b[7]");
    refused(BTreeMap::from([(LARGE, 1)]), "b: a key");
    refused(Box::new(Some(vec![LARGE])), "b[0]");
}

#[test]
fn arguments_results_and_properties_are_named() {
    let mut engine = Engine::new();
    let large = || vec![1, u64::MAX];
    engine.define("large", large).expect("a function");
    engine.define("largeOrNone", move || Ok::<_, String>(large())).expect("a function");
    for name in ["large", "largeOrNone"] {
        let error = engine.run("a.js", format!("{name}()")).unwrap_err();
        assert_eq!(error.message(), format!("RangeError: the result: [1]: {RANGE}"));
    }
    let function: Function = engine.eval("(a, b) => a").expect("a function");
    let error = function.call::<()>(&mut engine, (1, large())).unwrap_err();
    assert_eq!(error.message(), format!("argument 2: [1]: {RANGE}"));
    let error = function.call::<()>(&mut engine, large()).unwrap_err();
    assert_eq!(error.message(), format!("argument 2: {RANGE}"));
    let object = Object::new(&mut engine).expect("an object");
    let error = object.set(&mut engine, "list", large()).unwrap_err();
    assert_eq!(error.message(), format!("list[1]: {RANGE}"));
}

/// A key is never read as two, or as something else.
#[test]
fn keys_that_are_no_names_are_quoted() {
    type Nested = BTreeMap<String, BTreeMap<String, f64>>;
    fn fails<T: FromJs>(text: &str, path: &str) {
        let error = Engine::new().eval::<T>(text).err().expect(text);
        assert_eq!(error.message(), format!("{path}: expected a number, found true"), "{text}");
    }
    for (key, step) in [
        ("a.b c", r#"["a.b c"]"#),
        ("", r#"[""]"#),
        ("a-b", r#"["a-b"]"#),
        ("a[0]", r#"["a[0]"]"#),
        ("argument 1", r#"["argument 1"]"#),
        ("say \\\"hi\\\"\\n", r#"["say \"hi\"\n"]"#),
        ("1a", r#"["1a"]"#),
        ("7", "[7]"),
    ] {
        fails::<Nested>(&format!("({{ \"{key}\": {{ x: true }} }})"), &format!("{step}.x"));
        let outer = if step == "[7]" { "x[7]".to_owned() } else { format!("x{step}") };
        fails::<Nested>(&format!("({{ x: {{ \"{key}\": true }} }})"), &outer);
    }
    fails::<Nested>("({ größe: { $_1: true } })", "größe.$_1");
    fails::<Nested>("new Map([['a.b', { x: true }]])", r#"["a.b"].x"#);
}

#[test]
fn serde_names_them_as_well() {
    #[derive(serde::Serialize)]
    enum Kind {
        Named { at: Vec<u64> },
        Pair(u8, u64),
        One(u64),
    }
    #[derive(serde::Serialize)]
    struct Big {
        list: Vec<Kind>,
        by_name: BTreeMap<String, u64>,
    }
    let with = |kind| ferrotape::Json(Big { list: vec![kind], by_name: BTreeMap::new() });
    refused(with(Kind::Named { at: vec![1, u64::MAX] }), "b.list[0].Named.at[1]");
    refused(with(Kind::Pair(1, u64::MAX)), "b.list[0].Pair[1]");
    refused(with(Kind::One(u64::MAX)), "b.list[0].One");
    let by_name = BTreeMap::from([("a b".to_owned(), u64::MAX)]);
    refused(ferrotape::Json(Big { list: Vec::new(), by_name }), r#"b.by_name["a b"]"#);
}
