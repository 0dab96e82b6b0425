//! Values by way of serde: the corners of its data model.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Formatter};

use ferrotape::{AsContext, Engine, Json, Object};
use serde::de::{DeserializeOwned, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

fn gives<T: DeserializeOwned + PartialEq + Debug>(text: &str, expected: T) {
    let mut engine = Engine::new();
    assert_eq!(engine.eval::<Json<T>>(text).map(|json| json.0), Ok(expected), "{text}");
}

fn fails<T: DeserializeOwned + Debug>(text: &str, message: &str) {
    let mut engine = Engine::new();
    let error = engine.eval::<Json<T>>(text).expect_err(text);
    assert_eq!(error.message(), message, "{text}");
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Size {
    Small,
    Other(u8),
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Id(u32);

#[test]
fn names_of_properties_are_keys_of_any_type() {
    gives("({ 1: 'a', 70: 'b' })", BTreeMap::from([(1u32, "a".to_owned()), (70, "b".to_owned())]));
    gives("({ '-1': 2 })", BTreeMap::from([(-1i64, 2)]));
    gives("({ true: 1 })", BTreeMap::from([(true, 1)]));
    gives("({ a: 1 })", BTreeMap::from([('a', 1)]));
    gives("({ a: 1 })", BTreeMap::from([(Some("a".to_owned()), 1)]));
    gives("({ 5: 1 })", BTreeMap::from([(Id(5), 1)]));
    gives("({ Small: 1 })", BTreeMap::from([(Size::Small, 1)]));
    gives(
        "({ 340282366920938463463374607431768211455: 1 })",
        BTreeMap::from([("3.402823669209385e+38".to_owned(), 1)]),
    );
    gives("({ '340282366920938463463374607431768211455': 1 })", BTreeMap::from([(u128::MAX, 1)]));
    gives("new Map([[1, 2]])", BTreeMap::from([(1u8, 2)]));
    fails::<BTreeMap<u8, u8>>("({ 256: 1 })", "a key: invalid type: string \"256\", expected u8");
}

#[test]
fn lists_are_what_can_be_iterated() {
    gives("new Set([2, 1])", vec![2, 1]);
    gives("new Set([2, 1])", BTreeSet::from([1, 2]));
    gives("(function* () { yield 'a'; yield 'b' })()", vec!["a".to_owned(), "b".to_owned()]);
    gives("new Uint8Array([1, 2])", vec![1, 2]);
    gives("new Float64Array([1.5, 2])", vec![1.5, 2.0]);
    gives("new BigInt64Array([-1n])", vec![-1i64]);
    gives("new Uint8Array([1, 2]).buffer", vec![1, 2]);
    gives("new Proxy([1, 2], {})", vec![1, 2]);
    gives("new Set([1, 'a'])", (1, "a".to_owned()));
    gives("new Map([[1, 'a']])", vec![(1, "a".to_owned())]);
    fails::<Vec<u8>>("({})", "invalid type: map, expected a sequence");
    fails::<Vec<u8>>("'text'", "invalid type: string \"text\", expected a sequence");
    fails::<Vec<u8>>("new Set([1, 'a'])", "[1]: invalid type: string \"a\", expected u8");
    fails::<Vec<u8>>("({ get [Symbol.iterator]() { throw new RangeError('no') } })", "RangeError: no");
    fails::<Vec<u8>>("({ *[Symbol.iterator]() { yield 1; throw new RangeError('no') } })", "RangeError: no");
}

#[test]
fn numbers_are_what_their_type_holds() {
    gives("2 ** 60", 1u64 << 60);
    gives("-(2 ** 53)", -(1i64 << 53));
    gives("2 ** 90", 1i128 << 90);
    gives("2 ** 90", 1u128 << 90);
    gives("2n ** 100n", 1i128 << 100);
    gives("1e31", 1e31 as u128);
    gives("2 ** 127", 1u128 << 127);
    gives("-(2 ** 127)", i128::MIN);
    let beyond = "invalid type: floating point `170141183460469230000000000000000000000.0`, expected i128";
    fails::<i128>("2 ** 127", beyond);
    let beyond = "invalid type: floating point `340282366920938500000000000000000000000.0`, expected u128";
    fails::<u128>("2 ** 128", beyond);
    fails::<u128>("1.5", "invalid type: floating point `1.5`, expected u128");
    gives("7", 7.0f64);
    assert!(Engine::new().eval::<Json<f64>>("-0").expect("a number").0.is_sign_negative());
    fails::<u64>("2 ** 64", "invalid type: floating point `18446744073709552000.0`, expected u64");
    fails::<i64>("1.5", "invalid type: floating point `1.5`, expected i64");
}

#[test]
fn errors_name_the_way_through_maps_and_variants() {
    fails::<BTreeMap<String, u8>>("new Map([['a', 'x']])", "[\"a\"]: invalid type: string \"x\", expected u8");
    fails::<Vec<Size>>("['Small', { Other: 'x' }]", "[1].Other: invalid type: string \"x\", expected u8");
}

/// Reads nothing of a list or a table.
struct Nothing;

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nothing)
    }
}

impl<'de> Visitor<'de> for Nothing {
    type Value = Nothing;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Nothing, A::Error> {
        Ok(Nothing)
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Nothing, A::Error> {
        Ok(Nothing)
    }
}

#[test]
fn lists_that_are_read_from_are_given_back_within_a_turn() {
    for text in
        ["new Set(list)", "new Map(list.map(name => [name, 1]))", "Object.fromEntries(list.map(name => [name, 1]))"]
    {
        let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
        let text = format!("const list = Array.from({{ length: 5000 }}, (_, i) => 'name' + i); {text}");
        let list: Object = engine.eval(&text).expect("a list");
        let read = engine.enter(|cx| (0..1000).try_for_each(|_| list.convert::<Json<Nothing>>(cx).map(drop)));
        assert_eq!(read, Ok(()), "{text}");
    }
}

/// Results agree with JSON.stringify; no method is called.
#[test]
fn objects_that_stand_for_primitive_values_are_those() {
    let changed = "for (const type of [Number, String, Boolean, BigInt, Date]) {
            for (const name of ['toJSON', 'valueOf', 'toString', Symbol.toPrimitive, 'toISOString']) {
                Object.defineProperty(type.prototype, name, { value() { throw new Error('called') } });
            }
        }";
    let mut engine = Engine::new();
    engine.run("a.js", changed).expect("methods that throw");
    let text = "({ n: new Number(5), s: new String('a'), b: new Boolean(false), big: Object(7n), d: new Date(0),
            early: new Date(-62198755200000), list: [new Date(NaN), new Number(1.5), new Date(8.64e15)],
            map: new Map([[new String('k'), new Number(1)]]), set: new Set([new Boolean(true)]) })";
    #[derive(Deserialize, PartialEq, Debug)]
    struct Wrapped {
        n: u8,
        s: String,
        b: bool,
        big: i64,
        d: String,
        early: String,
        list: (Option<String>, f32, String),
        map: BTreeMap<String, u8>,
        set: Vec<bool>,
    }
    let wrapped = engine.eval::<Json<Wrapped>>(text).expect("data").0;
    let expected = Wrapped {
        n: 5,
        s: "a".to_owned(),
        b: false,
        big: 7,
        d: "1970-01-01T00:00:00.000Z".to_owned(),
        early: "-000001-01-01T00:00:00.000Z".to_owned(),
        list: (None, 1.5, "+275760-09-13T00:00:00.000Z".to_owned()),
        map: BTreeMap::from([("k".to_owned(), 1)]),
        set: vec![true],
    };
    assert_eq!(wrapped, expected);
    gives("new Date(1e12)", "2001-09-09T01:46:40.000Z".to_owned());
    gives("new Date(NaN)", None::<String>);
    gives("Object('a')", "a".to_owned());
    gives("({ Other: new Number(3) })", Size::Other(3));
    gives("new String('Small')", Size::Small);
}

#[test]
fn numbers_beyond_a_float_are_out_of_range() {
    fails::<Vec<f32>>("[1, 1e300]", "[1]: expected a number from -3.4028235e38 to 3.4028235e38, found 1e+300");
    gives("[0.1, Infinity, -Infinity, -0]", vec![0.1f32, f32::INFINITY, f32::NEG_INFINITY, 0.0]);
}
