//! Comparisons, by tables of values.

use ferrotape_runtime::operators::{Arithmetic, Order};
use ferrotape_runtime::vm::{Options, Vm};
use ferrotape_runtime::{Value, convert, operators, symbol};

fn vm() -> Vm {
    Vm::new(Options::default(), &[], crate::MACHINES).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"))
}

/// The values that the tests name: `1.5`, `'text'`, `{5}` for a Number object, `undefined` and so on.
fn value(vm: &mut Vm, text: &str) -> Value {
    match text {
        "undefined" => Value::UNDEFINED,
        "null" => Value::NULL,
        "true" => Value::TRUE,
        "false" => Value::FALSE,
        "symbol" => Value::symbol(symbol::new_symbol(&mut vm.heap, Value::UNDEFINED)),
        _ if text.starts_with('\'') => Value::string(vm.heap.new_string(text.trim_matches('\''))),
        _ if text.starts_with('{') => {
            let inner = value(vm, text.trim_matches(['{', '}']));
            Value::object(convert::to_object(vm, inner).expect("not nullish"))
        }
        _ => Value::number(text.parse().expect("a number")),
    }
}

#[track_caller]
fn check_equal(a: &str, b: &str, loosely: bool, strictly: bool) {
    let vm = &mut vm();
    for (a, b) in [(a, b), (b, a)] {
        let (left, right) = (value(vm, a), value(vm, b));
        assert_eq!(operators::is_loosely_equal(vm, left, right).ok(), Some(loosely), "{a} == {b}");
        assert_eq!(operators::is_strictly_equal(vm, left, right).ok(), Some(strictly), "{a} === {b}");
    }
}

#[test]
fn equality_of_one_type() {
    check_equal("1", "1", true, true);
    check_equal("0", "-0", true, true);
    check_equal("NaN", "NaN", false, false);
    check_equal("'abcdefghijklmnopqrstuvwxyz'", "'abcdefghijklmnopqrstuvwxyz'", true, true);
    check_equal("'a'", "'b'", false, false);
    check_equal("true", "false", false, false);
    check_equal("{1}", "{1}", false, false);
    check_equal("symbol", "symbol", false, false);
}

#[test]
fn equality_across_types() {
    check_equal("undefined", "null", true, false);
    check_equal("null", "0", false, false);
    check_equal("null", "false", false, false);
    check_equal("undefined", "{1}", false, false);
    check_equal("'1.50'", "1.5", true, false);
    check_equal("'x'", "NaN", false, false);
    check_equal("''", "0", true, false);
    check_equal("true", "'1'", true, false);
    check_equal("false", "''", true, false);
    check_equal("true", "2", false, false);
    check_equal("symbol", "'symbol'", false, false);
    check_equal("symbol", "1", false, false);
}

#[test]
fn a_double_that_holds_an_integer_equals_the_integer() {
    let vm = &mut vm();
    assert_eq!(operators::is_strictly_equal(vm, Value::int(3), Value::double(3.0)).ok(), Some(true));
    assert_eq!(operators::same_value(vm, Value::int(3), Value::double(3.0)).ok(), Some(true));
    assert_eq!(operators::same_value(vm, Value::int(0), Value::double(-0.0)).ok(), Some(false));
    assert_eq!(operators::same_value_zero(vm, Value::int(0), Value::double(-0.0)).ok(), Some(true));
    assert_eq!(operators::same_value(vm, Value::NAN, Value::NAN).ok(), Some(true));
}

#[test]
fn less_than_compares_strings_by_units_and_all_else_as_numbers() {
    let vm = &mut vm();
    for (a, b, expected) in [
        ("1", "2", Some(true)),
        ("2", "2", Some(false)),
        ("1", "NaN", None),
        ("undefined", "1", None),
        ("null", "1", Some(true)),
        ("'10'", "'9'", Some(true)),
        ("'10'", "9", Some(false)),
        ("'a'", "1", None),
        ("'a'", "'ab'", Some(true)),
        ("'\u{FFFF}'", "'\u{1F600}'", Some(false)),
        ("'z'", "'é'", Some(true)),
        ("false", "true", Some(true)),
    ] {
        for order in [Order::LeftFirst, Order::RightFirst] {
            let (left, right) = (value(vm, a), value(vm, b));
            assert_eq!(operators::is_less_than(vm, left, right, order).ok(), Some(expected), "{a} < {b}");
        }
    }
}

#[test]
fn addition_concatenates_where_one_is_a_string() {
    let vm = &mut vm();
    for (a, b, expected) in [
        ("1", "2", "3"),
        ("1", "'2'", "'12'"),
        ("'x'", "null", "'xnull'"),
        ("true", "true", "2"),
        ("undefined", "1", "NaN"),
        ("2147483647", "1", "2147483648"),
        ("'abcdefghijklmnopqrstuvwxyz'", "-0", "'abcdefghijklmnopqrstuvwxyz0'"),
    ] {
        let (left, right, expected) = (value(vm, a), value(vm, b), value(vm, expected));
        let sum = operators::add_values(vm, left, right).expect("no exception");
        assert_eq!(operators::same_value(vm, sum, expected).ok(), Some(true), "{a} + {b}");
    }
    let symbol = value(vm, "symbol");
    assert!(operators::add_values(vm, symbol, Value::int(1)).is_err());
}

#[test]
fn operators_on_things_they_do_not_work_for_throw() {
    let vm = &mut vm();
    assert!(operators::instance_of(vm, Value::NULL, Value::int(1)).is_err());
    assert!(operators::has_property_in(vm, Value::int(1), Value::NULL).is_err());
    let symbol = value(vm, "symbol");
    assert!(operators::arithmetic(vm, Arithmetic::Multiply, symbol, Value::int(1)).is_err());
    assert!(operators::negate(vm, symbol).is_err());
}
