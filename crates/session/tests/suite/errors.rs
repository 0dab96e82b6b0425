//! Errors as bytes: kinds, reports, causes, limits.

use ferrotape_session::{Item, Op, Status};

use crate::support::{Session, member};

#[test]
fn errors_have_their_kind_place_and_report() {
    let mut session = Session::new();
    let (status, error, thrown) = session.eval("const o = {}\no.missing.name").unwrap_err();
    assert_eq!((status, member(&error, "kind"), member(&error, "name")), (Status::Threw, "exception", "TypeError"));
    assert!(member(&error, "report").contains("test.js:2"), "{error:?}");
    assert!(member(&error, "json").contains(r#""line": 2"#));
    assert_eq!(thrown[..2], [1, 21]);
    let (_, error, thrown) = session.eval("1 +").unwrap_err();
    assert_eq!((member(&error, "kind"), &thrown[..]), ("syntax", &[0][..]));
    let (_, error, thrown) = session.eval("throw { code: 5 }").unwrap_err();
    assert_eq!(member(&error, "kind"), "exception");
    assert_eq!(thrown, [1, 14, 8, 4, b'c', b'o', b'd', b'e', 4, 10, 15]);
}

#[test]
fn limits_end_operations_and_the_engine_goes_on() {
    let mut session = Session::with(vec![("fuel", 1e6.into()), ("memory", (16e6).into()), ("source", 2000.0.into())]);
    let too_long = " ".repeat(2001);
    let cases = [
        ("for (;;) {}", "fuel"),
        ("let all = []; for (;;) all.push('x'.repeat(1e5))", "memory"),
        (too_long.as_str(), "source"),
        // Writing the value is within the limits as well.
        ("({ get a() { for (;;) {} } })", "fuel"),
    ];
    for (source, limit) in cases {
        let (status, error, thrown) = session.eval(&format!("{{ {source} }}")).map(drop).unwrap_err();
        assert_eq!((status, member(&error, "kind"), member(&error, "limit")), (Status::Ended, "limit", limit));
        let (report, json) = (member(&error, "report"), member(&error, "json"));
        assert!(!report.contains("Builder::") && !json.contains("Builder::"), "{report}{json}");
        let is_of_engine = limit != "source";
        assert_eq!(report.contains(&format!("the engine's limit `{limit}` sets it")), is_of_engine, "{report}");
        assert_eq!(thrown, [0]);
        assert_eq!(session.item("20 + 22"), Item::Number(42.0));
    }
    let (_, error, _) = session.eval("(function f() { f() })()").unwrap_err();
    assert_eq!(member(&error, "name"), "RangeError");
}

#[test]
fn options_with_typing_errors_are_refused() {
    let mut session = Session::new();
    for (name, item) in [("feul", 5.0.into()), ("fuel", "5".into()), ("time", (-1.0).into()), ("memory", 0.5.into())] {
        let options = Item::Record(vec![(name.to_owned(), item)]);
        let (status, error, _) = session.call(Op::New, &[options], &[]).unwrap_err();
        assert_eq!((status, member(&error, "kind")), (Status::Refused, "usage"), "{name}");
        assert!(member(&error, "message").contains(name));
    }
    let options = Item::Record(vec![("timeZone".to_owned(), "Nowhere/Land".into())]);
    let (status, error, _) = session.call(Op::New, &[options], &[]).unwrap_err();
    assert_eq!((status, member(&error, "kind")), (Status::Refused, "usage"));
}

#[test]
fn names_of_what_scripts_get_have_no_empty_part() {
    let mut session = Session::new();
    for name in ["", ".", ".a", "a.", "a..b"] {
        for (op, more) in
            [(Op::Define, 1.0.into()), (Op::DefineCall, Item::Undefined), (Op::Class, Item::Record(vec![]))]
        {
            let (status, error, _) = session.call(op, &[name.into(), more], &[]).unwrap_err();
            assert_eq!((status, member(&error, "kind")), (Status::Refused, "usage"), "{name}");
        }
    }
    session.call(Op::DefineCall, &["a.b c".into(), Item::Undefined], &[]).unwrap();
}
