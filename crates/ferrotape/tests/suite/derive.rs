//! Conversions written by the derive macros.

use std::collections::BTreeMap;

use ferrotape::handles::Local;
use ferrotape::{Context, Engine, Error, FromJs, IntoJs, Value};

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
#[js(rename_all = "camelCase")]
struct Order {
    order_id: u32,
    #[js(rename = "lines")]
    items: Vec<Item>,
    #[js(optional)]
    note: Option<String>,
    #[js(default)]
    is_paid: bool,
    #[js(default = "three")]
    copies: u8,
    #[js(skip)]
    cached: Option<u64>,
    #[js(flatten)]
    address: Address,
}

fn three() -> u8 {
    3
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Address {
    street: String,
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Item {
    price: f64,
    size: Size,
    place: Option<Place>,
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
#[js(rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum Size {
    ExtraLarge,
    Centimetres(f64),
    Pair(u8, u8),
    Box { inner_width: u8 },
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Place(u8, u8);

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Metres(f64);

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Nothing;

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
#[js(tag = "kind", rename_all = "lowercase")]
enum Event {
    Key { code: u16 },
    Moved(Position),
    Closed,
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Position {
    x: f64,
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
#[js(untagged)]
enum Target {
    Number(f64),
    Text(String),
    Both { from: f64, to: f64 },
    None,
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
struct Generic<T, const N: usize = 2> {
    all: Vec<T>,
    #[js(rename = "type")]
    r#type: T,
}

#[derive(FromJs, IntoJs, Clone, PartialEq, Debug)]
#[js(default)]
struct Settings {
    depth: u8,
    name: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { depth: 7, name: "unnamed".to_owned() }
    }
}

#[derive(FromJs, Debug)]
enum Never {}

#[track_caller]
fn there_and_back<T: FromJs + IntoJs + Clone + PartialEq + std::fmt::Debug>(text: &str, expected: T, json: &str) {
    let mut engine = Engine::new();
    let found: T = engine.eval(&format!("({text})")).expect(text);
    assert_eq!(found, expected, "{text}");
    engine.set_global("value", expected.clone()).expect("a value");
    assert_eq!(engine.eval::<String>("JSON.stringify(value)").expect("JSON"), json);
    assert_eq!(engine.eval::<T>("value").expect("what was given"), expected);
}

#[track_caller]
fn refused<T: FromJs>(text: &str, message: &str) {
    let error = Engine::new().eval::<T>(&format!("({text})")).err().expect(text);
    assert_eq!(error.message(), message, "{text}");
}

#[test]
fn structs_are_objects() {
    let item = Item { price: 2.5, size: Size::ExtraLarge, place: Some(Place(1, 2)) };
    let order = Order {
        order_id: 7,
        items: vec![item],
        note: None,
        is_paid: false,
        copies: 3,
        cached: None,
        address: Address { street: "A".to_owned() },
    };
    there_and_back(
        "{ orderId: 7, lines: [{ price: 2.5, size: 'extra-large', place: [1, 2] }], street: 'A' }",
        order.clone(),
        r#"{"orderId":7,"lines":[{"price":2.5,"size":"extra-large","place":[1,2]}],"isPaid":false,"copies":3,"street":"A"}"#,
    );
    let paid = Order { is_paid: true, copies: 1, note: Some("soon".to_owned()), items: Vec::new(), ..order };
    there_and_back(
        "{ orderId: 7, lines: [], street: 'A', isPaid: true, copies: 1, note: 'soon', cached: 9 }",
        paid,
        r#"{"orderId":7,"lines":[],"note":"soon","isPaid":true,"copies":1,"street":"A"}"#,
    );
    there_and_back("2.5", Metres(2.5), "2.5");
    there_and_back("[1, 2]", Place(1, 2), "[1,2]");
    there_and_back("null", Nothing, "null");
    there_and_back("{ all: [1], type: 2 }", Generic::<u8> { all: vec![1], r#type: 2 }, r#"{"all":[1],"type":2}"#);
    there_and_back("{ depth: 1 }", Settings { depth: 1, ..Settings::default() }, r#"{"depth":1,"name":"unnamed"}"#);
}

#[test]
fn variants_are_told_apart() {
    there_and_back("{ centimetres: 4 }", Size::Centimetres(4.0), r#"{"centimetres":4}"#);
    there_and_back("{ pair: [4, 5] }", Size::Pair(4, 5), r#"{"pair":[4,5]}"#);
    there_and_back("{ box: { innerWidth: 4 } }", Size::Box { inner_width: 4 }, r#"{"box":{"innerWidth":4}}"#);
    there_and_back("{ kind: 'key', code: 13 }", Event::Key { code: 13 }, r#"{"kind":"key","code":13}"#);
    there_and_back("{ x: 1, kind: 'moved' }", Event::Moved(Position { x: 1.0 }), r#"{"kind":"moved","x":1}"#);
    there_and_back("{ kind: 'closed' }", Event::Closed, r#"{"kind":"closed"}"#);
    there_and_back("4", Target::Number(4.0), "4");
    there_and_back("'four'", Target::Text("four".to_owned()), "\"four\"");
    there_and_back("{ from: 1, to: 2 }", Target::Both { from: 1.0, to: 2.0 }, r#"{"from":1,"to":2}"#);
    there_and_back("null", Target::None, "null");
    assert_eq!(Engine::new().eval::<Size>("({ 'extra-large': null })").expect("one"), Size::ExtraLarge);
}

#[test]
fn what_does_not_fit_is_told_by_its_path() {
    refused::<Order>(
        "{ orderId: 7, lines: [{ price: '2' }], street: 'A' }",
        "lines[0].price: expected a number, found \"2\"",
    );
    refused::<Order>("{ orderId: -7 }", "orderId: expected an integer from 0 to 4294967295, found -7");
    refused::<Order>("{ orderId: 7, lines: [] }", "street: expected a string, found undefined");
    refused::<Order>("7", "expected an object, found 7");
    refused::<Place>("[1]", "expected an array of 2 elements, found one of 1 element");
    refused::<Place>("[1, 'b']", "[1]: expected a number, found \"b\"");
    refused::<Nothing>("1", "expected null, found 1");
    let sizes = r#""extra-large", "centimetres", "pair" or "box""#;
    refused::<Size>("'small'", &format!("expected {sizes}, found \"small\""));
    refused::<Size>("{}", &format!("expected an object with one property, {sizes}, found #<Object>"));
    refused::<Size>(
        "{ box: {}, pair: [] }",
        &format!("expected an object with one property, {sizes}, found #<Object>"),
    );
    refused::<Size>("{ box: { innerWidth: 'w' } }", "box.innerWidth: expected a number, found \"w\"");
    refused::<Size>("'box'", "expected { box: … }, found \"box\" alone");
    refused::<Size>("{ 'extra-large': 1 }", "[\"extra-large\"]: expected null, found 1");
    let events = r#""key", "moved" or "closed""#;
    refused::<Event>("{ kind: 'open' }", &format!("kind: expected {events}, found \"open\""));
    refused::<Event>("{ code: 13 }", &format!("kind: expected {events}, found undefined"));
    refused::<Event>("{ kind: 'key', code: 'a' }", "code: expected a number, found \"a\"");
    let (a_target, others) = ("expected one of the variants of Target", "Number: a number; Text: a string; Both: ");
    refused::<Target>("true", &format!("{a_target} ({others}an object; None: null), found true"));
    refused::<Target>(
        "{ from: 1, to: 'b' }",
        &format!("{a_target} ({others}to: expected a number, found \"b\"; None: null), found #<Object>"),
    );
    refused::<Never>("'a'", "expected nothing, found \"a\"");
}

/// Getters run, and a thrown error is passed on itself.
#[test]
fn scripts_may_have_their_hands_in_it() {
    let mut engine = Engine::new();
    let error = engine.eval::<Address>("({ get street() { throw new RangeError('no') } })").unwrap_err();
    assert_eq!(error.message(), "RangeError: no");
    let error = engine.eval::<Target>("({ get from() { throw new RangeError('no') } })").unwrap_err();
    assert_eq!(error.message(), "RangeError: no");
    let both = "let gets = []; new Proxy({ from: 1, to: 2 }, { get(o, k) { gets.push(k); return o[k] } })";
    assert_eq!(engine.eval::<Target>(both).expect("a proxy"), Target::Both { from: 1.0, to: 2.0 });
    assert_eq!(engine.eval::<Vec<String>>("gets").expect("names"), ["from", "to"]);
    engine.eval::<Value>("Object.defineProperty(Object.prototype, 'price', { set() { throw 1 } })").expect("no error");
    let item = Item { price: 1.0, size: Size::ExtraLarge, place: None };
    engine.set_global("item", item).expect("properties are defined, not assigned");
    assert_eq!(engine.eval::<f64>("item.price").expect("a number"), 1.0);
}

#[derive(FromJs, IntoJs, Debug)]
struct List {
    next: Option<Box<List>>,
}

/// A value that refers to itself ends by the native stack limit, not by an overflow.
#[test]
fn endless_values_are_errors() {
    let mut engine = Engine::new();
    let error = engine.eval::<List>("const a = {}; a.next = a; a").unwrap_err();
    assert_eq!(error.name(), Some("RangeError"));
    let mut list = List { next: None };
    for _ in 0..5 {
        list = List { next: Some(Box::new(list)) };
    }
    engine.set_global("list", list).expect("a list");
    assert_eq!(engine.eval::<u8>("let n = 0; for (let l = list; l; l = l.next) n++; n").expect("a count"), 6);
}

/// A flattened value is copied: the script's own object stays unchanged.
#[test]
fn flattening_changes_no_object_of_a_script() {
    #[derive(IntoJs)]
    struct Wrapped {
        own: u8,
        #[js(flatten)]
        rest: Value,
    }
    let mut engine = Engine::new();
    let rest: Value = engine.eval("var rest = { a: 1 }; rest").expect("an object");
    engine.set_global("wrapped", Wrapped { own: 2, rest }).expect("an object");
    assert_eq!(engine.eval::<String>("JSON.stringify([wrapped, rest])").expect("JSON"), r#"[{"own":2,"a":1},{"a":1}]"#);
    let error = engine.set_global("wrapped", Wrapped { own: 2, rest: Value::Null }).unwrap_err();
    assert_eq!(error.message(), "wrapped: expected an object, found null");
}

/// Users' names do not collide with generated code.
#[test]
fn generated_code_minds_no_names() {
    #[allow(non_camel_case_types, dead_code)]
    mod user {
        pub struct Result;
        pub struct Option;
        pub struct Ok;
        pub struct String;
        pub struct Context;
        #[derive(ferrotape::FromJs, ferrotape::IntoJs)]
        pub struct Named {
            pub value: u8,
            #[js(default)]
            pub other: u8,
        }
    }
    let named: user::Named = Engine::new().eval("({ value: 1 })").expect("one");
    assert_eq!((named.value, named.other), (1, 0));
}

#[test]
fn a_map_that_is_flattened_has_everything() {
    #[derive(FromJs)]
    struct Open {
        id: u8,
        #[js(flatten)]
        all: BTreeMap<String, u8>,
    }
    let open: Open = Engine::new().eval("({ id: 1, other: 2 })").expect("one");
    assert_eq!((open.id, open.all.len(), open.all["other"]), (1, 2, 2));
}

/// Handwritten types mix with derived ones.
#[test]
fn hand_and_macro_go_together() {
    #[derive(Debug, PartialEq)]
    struct Even(u32);

    impl FromJs for Even {
        fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
            let number = u32::from_js(cx, value)?;
            if number % 2 == 0 { Ok(Even(number)) } else { Err(cx.unexpected("an even number", value)) }
        }
    }

    #[derive(FromJs, Debug, PartialEq)]
    struct Holder {
        even: Even,
    }
    refused::<Holder>("{ even: 3 }", "even: expected an even number, found 3");
}

/// Skipped fields are not converted, so they may be of any type.
#[derive(FromJs, IntoJs, PartialEq, Debug)]
struct Cached<K, C, const N: usize> {
    key: [K; N],
    #[js(skip)]
    cache: Option<C>,
    r#type: Option<Vec<K>>,
}

#[derive(FromJs, IntoJs, PartialEq, Debug)]
#[js(tag = "kind")]
enum Marked<T, M> {
    One {
        value: T,
        #[js(skip)]
        mark: std::marker::PhantomData<M>,
    },
}

#[test]
fn parameters_of_skipped_fields_need_no_conversion() -> Result<(), Error> {
    #[derive(PartialEq, Debug)]
    struct Opaque;

    let mut engine = Engine::new();
    let text = "({ key: [1, 2], type: [3], cache: 4, kind: 'One', value: 5 })";
    let cached: Cached<u8, Opaque, 2> = engine.eval(text)?;
    assert_eq!(cached, Cached { key: [1, 2], cache: None, r#type: Some(vec![3]) });
    engine.set_global("cached", Cached { cache: Some(Opaque), ..cached })?;
    assert_eq!(engine.eval::<String>("JSON.stringify(cached)")?, r#"{"key":[1,2],"type":[3]}"#);
    let marked: Marked<u8, Opaque> = engine.eval(text)?;
    assert_eq!(marked, Marked::One { value: 5, mark: std::marker::PhantomData });
    Ok(())
}

/// Errors name fields by their names in scripts.
#[test]
fn what_cannot_be_given_is_named() {
    #[derive(IntoJs)]
    #[js(rename_all = "camelCase")]
    struct Big {
        all_of_them: Vec<Part>,
    }
    #[derive(IntoJs)]
    #[js(rename_all = "kebab-case")]
    enum Part {
        Pair(u8, u64),
        OnlyOne(u64),
        Named { at: u64 },
    }
    #[derive(IntoJs)]
    struct Place(u8, u64);

    const LARGE: u64 = u64::MAX;
    let mut engine = Engine::new();
    for (part, path) in [
        (Part::Pair(1, LARGE), "big.allOfThem[1].pair[1]"),
        (Part::OnlyOne(LARGE), "big.allOfThem[1][\"only-one\"]"),
        (Part::Named { at: LARGE }, "big.allOfThem[1].named.at"),
    ] {
        let big = Big { all_of_them: vec![Part::OnlyOne(1), part] };
        let error = engine.set_global("big", big).unwrap_err();
        assert!(error.message().starts_with(&format!("{path}: expected an integer")), "{error}");
    }
    let error = engine.set_global("place", Place(1, LARGE)).unwrap_err();
    assert!(error.message().starts_with("place[1]: expected an integer"), "{error}");
}

/// Messages stay readable with any number of variants and any needs.
#[test]
fn what_variants_need_is_told_briefly() {
    #[derive(FromJs, Debug)]
    #[js(untagged)]
    #[allow(dead_code)]
    enum Many {
        A(Target),
        B(u8),
        C(u8),
        D(u8),
        E(u8),
        F(u8),
        G(u8),
        H(u8),
        I(u8),
    }
    let error = Engine::new().eval::<Many>("true").unwrap_err();
    let message = error.message();
    assert!(message.starts_with("expected one of the variants of Many (A: one of the variants of Target (Number"));
    assert!(message.ends_with("; H: a number; …), found true") && message.len() < 300, "{message}");
}
