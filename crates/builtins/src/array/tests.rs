use std::sync::Arc;

use ferrotape_budget::Termination;

use crate::json;
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::function;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};

fn vm() -> Vm {
    Vm::new(Options::default(), crate::PARTS, ferrotape_runtime::machine::Machines::only(&ferrotape_machine::MACHINE))
        .expect("a realm")
}

/// Calls a method of Array.prototype on any `this`.
fn call(vm: &mut Vm, this: Value, method: &str, arguments: &[Value]) -> Result<Value, Throw> {
    let prototype = realm::intrinsics(vm).array_prototype;
    let key = vm.heap.key(method);
    let function = object::get(vm, prototype, key)?;
    vm.call(function, this, arguments)
}

fn array(vm: &mut Vm, text: &str) -> Value {
    json::parse_for_tests(vm, text)
}

/// Checks `method` on the array `this` with the arguments in the array `arguments`, all in JSON.
#[track_caller]
fn check(this: &str, method: &str, arguments: &str, result: &str, after: &str) {
    let mut vm = vm();
    let this = array(&mut vm, this);
    let arguments = array(&mut vm, arguments).as_object().expect("an array");
    let arguments = vm.heap.elements(arguments).as_dense().expect("dense").to_vec();
    let found = call(&mut vm, this, method, &arguments).expect("no exception");
    assert_eq!(json::text_for_tests(&mut vm, found), result, "result of {method}");
    assert_eq!(json::text_for_tests(&mut vm, this), after, "array after {method}");
}

/// Checks a method that leaves its array unchanged.
#[track_caller]
fn check_pure(this: &str, method: &str, arguments: &str, result: &str) {
    check(this, method, arguments, result, this);
}

#[test]
fn ends_of_arrays() {
    for this in ["[]", r#"{"length":0}"#] {
        let with = |members: &str, length| match this {
            "[]" => format!("[{}]", members.replace("\"0\":", "").replace("\"1\":", "")),
            _ if members.is_empty() => format!("{{\"length\":{length}}}"),
            _ => format!("{{{members},\"length\":{length}}}"),
        };
        check(this, "push", "[7, 8]", "2", &with(r#""0":7,"1":8"#, 2));
        check(this, "unshift", "[7, 8]", "2", &with(r#""0":7,"1":8"#, 2));
        check(this, "pop", "[]", "undefined", &with("", 0));
        check(&with(r#""0":7,"1":8"#, 2), "pop", "[]", "8", &with(r#""0":7"#, 1));
        check(&with(r#""0":7,"1":8"#, 2), "shift", "[]", "7", &with(r#""0":8"#, 1));
    }
}

#[test]
fn parts_of_arrays() {
    check_pure("[1,2,3]", "slice", "[]", "[1,2,3]");
    check_pure("[1,2,3]", "slice", "[-2, -1]", "[2]");
    check_pure("[1,2,3]", "slice", "[2, 1]", "[]");
    check_pure(r#"{"0":1,"2":3,"length":3}"#, "slice", "[1]", "[null,3]");
    check_pure("[1]", "concat", "[2, [3, [4]], null]", "[1,2,3,[4],null]");
    check("[1,2,3,4]", "splice", "[1, 2]", "[2,3]", "[1,4]");
    check("[1,2,3,4]", "splice", "[1, 1, 7, 8]", "[2]", "[1,7,8,3,4]");
    check("[1,2,3,4]", "splice", "[-1]", "[4]", "[1,2,3]");
    check("[1,2]", "splice", "[]", "[]", "[1,2]");
    check(r#"{"0":1,"1":2,"length":2}"#, "splice", "[0, 1]", "[1]", r#"{"0":2,"length":1}"#);
    check(r#"{"0":1,"length":1}"#, "splice", "[0, 0, 5]", "[]", r#"{"0":5,"1":1,"length":2}"#);
}

#[test]
fn arrays_changed_in_place() {
    check("[1,2,3]", "reverse", "[]", "[3,2,1]", "[3,2,1]");
    check(r#"{"0":1,"length":2}"#, "reverse", "[]", r#"{"1":1,"length":2}"#, r#"{"1":1,"length":2}"#);
    check("[1,2,3]", "fill", "[0, 1]", "[1,0,0]", "[1,0,0]");
    check("[1,2,3,4,5]", "copyWithin", "[1, 0, 3]", "[1,1,2,3,5]", "[1,1,2,3,5]");
    check("[1,2,3,4,5]", "copyWithin", "[0, 3]", "[4,5,3,4,5]", "[4,5,3,4,5]");
}

#[test]
fn searching() {
    check_pure("[1,2,1]", "indexOf", "[1]", "0");
    check_pure("[1,2,1]", "indexOf", "[1, 1]", "2");
    check_pure("[1,2,1]", "indexOf", "[1, -1]", "2");
    check_pure(r#"["a","b"]"#, "indexOf", r#"["b"]"#, "1");
    check_pure("[1,null]", "indexOf", "[null]", "1");
    check_pure("[1.5,0]", "indexOf", "[-0.0]", "1");
    check_pure("[0,1.5]", "indexOf", "[1.5]", "1");
    check_pure("[1,2,1]", "lastIndexOf", "[1]", "2");
    check_pure("[1,2,1]", "lastIndexOf", "[1, 1]", "0");
    check_pure("[1,2,1]", "lastIndexOf", "[1, -4]", "-1");
    check_pure("[1,2]", "includes", "[2]", "true");
    check_pure("[1,2]", "at", "[-1]", "2");
    check_pure("[1,2]", "at", "[2]", "undefined");
}

#[test]
fn joining() {
    check_pure(r#"[1,"a",null,1.5,true,[2,[3]]]"#, "join", "[]", r#""1,a,,1.5,true,2,3""#);
    check_pure("[1,2,3]", "join", r#"["-"]"#, r#""1-2-3""#);
    check_pure(r#"{"0":1,"length":2}"#, "join", "[]", r#""1,""#);
    check_pure("[\"\u{100}\",\"b\"]", "toString", "[]", "\"\u{100},b\"");
}

#[test]
fn an_array_in_itself_joins_as_nothing() {
    let mut vm = vm();
    let this = array(&mut vm, "[1,2]");
    call(&mut vm, this, "push", &[this]).expect("no exception");
    let text = call(&mut vm, this, "join", &[]).expect("no exception");
    assert_eq!(json::text_for_tests(&mut vm, text), r#""1,2,""#);
    assert!(vm.execution.joining.is_empty());
}

#[test]
fn sorting_by_text() {
    check("[10,9,1,null,\"b\"]", "sort", "[]", r#"[1,10,9,"b",null]"#, r#"[1,10,9,"b",null]"#);
    let sorted = r#"{"0":1,"1":2,"length":4}"#;
    check(r#"{"1":2,"3":1,"length":4}"#, "sort", "[]", sorted, sorted);
}

#[test]
fn sorting_is_stable_and_survives_any_comparison() {
    let mut vm = vm();
    let items = (0..1000).map(|item| Value::int(item * 7919 % 1000)).collect();
    let this = Value::object(array::new_array_from(&mut vm, items).expect("an array"));
    let by_tens = Arc::new(|vm: &mut Vm, call: ferrotape_runtime::function::Call| {
        let [left, right] = [0, 1].map(|index| call.argument(vm, index).as_int().unwrap_or(0) / 10);
        Ok(Value::int(left - right))
    });
    let by_tens = Value::object(function::new_host_function(&mut vm, "compare", 2, by_tens));
    call(&mut vm, this, "sort", &[]).expect("no exception");
    let first_by_text = elements(&mut vm, this);
    call(&mut vm, this, "sort", &[by_tens]).expect("no exception");
    let mut expected = first_by_text;
    expected.sort_by_key(|item| item / 10);
    assert_eq!(elements(&mut vm, this), expected);

    let always_greater = Arc::new(|_: &mut Vm, _: ferrotape_runtime::function::Call| Ok(Value::int(1)));
    let always_greater = Value::object(function::new_host_function(&mut vm, "compare", 2, always_greater));
    call(&mut vm, this, "sort", &[always_greater]).expect("no exception");
    let mut found = elements(&mut vm, this);
    found.sort();
    assert_eq!(found, (0..1000).collect::<Vec<_>>());
}

fn elements(vm: &mut Vm, array: Value) -> Vec<i32> {
    let array = array.as_object().expect("an array");
    vm.heap.elements(array).as_dense().expect("dense").iter().map(|value| value.as_int().expect("an int")).collect()
}

fn array_like(vm: &mut Vm, length: f64) -> ObjectId {
    let object = vm.new_plain_object();
    object::create_data_property(vm, object, keys::LENGTH, Value::number(length)).expect("a property");
    object
}

#[test]
fn lengths_beyond_arrays() {
    let mut vm = vm();
    let object = array_like(&mut vm, 9007199254740990.0);
    let length = call(&mut vm, Value::object(object), "push", &[Value::TRUE]).expect("no exception");
    assert_eq!(length.as_number(), Some(9007199254740991.0));
    let key = vm.heap.key_of_index(9007199254740990);
    assert_eq!(object::get(&mut vm, object, key).expect("no exception"), Value::TRUE);
    assert!(matches!(call(&mut vm, Value::object(object), "push", &[Value::TRUE]), Err(Throw::Exception(_))));
    let last = call(&mut vm, Value::object(object), "pop", &[]).expect("no exception");
    assert_eq!(last, Value::TRUE);
}

#[test]
fn huge_lengths_can_be_stopped() {
    let mut vm = vm();
    let function = Value::object(function::new_host_function(&mut vm, "f", 0, Arc::new(|_, _| Ok(Value::UNDEFINED))));
    // Indices without elements are read one by one only if a prototype has elements. No method here reaches this one.
    let behind = array_like(&mut vm, 0.0);
    let element = vm.heap.key_of_index(1 << 30);
    object::create_data_property(&mut vm, behind, element, Value::NULL).expect("a property");
    for method in [
        "concat",
        "copyWithin",
        "every",
        "fill",
        "forEach",
        "includes",
        "indexOf",
        "join",
        "lastIndexOf",
        "reduce",
        "reverse",
        "shift",
        "slice",
        "some",
        "sort",
        "splice",
        "toLocaleString",
        "unshift",
    ] {
        for length in [4294967295.0, 9007199254740990.0] {
            let this = if length < 4294967296.0 {
                let array = array::new_array_with_length(&mut vm, u32::MAX);
                Value::object(array)
            } else if ["slice", "splice", "concat"].contains(&method) {
                continue;
            } else {
                Value::object(array_like(&mut vm, length))
            };
            let object = this.as_object().expect("an object");
            assert!(object::set_prototype_of(&mut vm, object, Some(behind)).expect("no exception"));
            vm.heap.budget.set_fuel(Some(100_000));
            let arguments: &[Value] = match method {
                "sort" | "slice" => &[],
                "splice" => &[Value::ZERO],
                "copyWithin" => &[Value::int(5), Value::ZERO],
                "unshift" => &[Value::NULL],
                "concat" => &[this],
                _ => &[function],
            };
            let result = call(&mut vm, this, method, arguments);
            assert!(
                matches!(result, Err(Throw::Terminated(Termination::OutOfFuel))),
                "{method} of {length} items ended with {result:?}"
            );
            vm.heap.budget.set_fuel(None);
        }
    }
}

#[test]
fn arrays_of_a_length() {
    let mut vm = vm();
    let key = vm.heap.key("Array");
    let global = vm.realm.global;
    let constructor = object::get(&mut vm, global, key).expect("no exception");
    let made = |vm: &mut Vm, arguments: &[Value]| match vm.call(constructor, Value::UNDEFINED, arguments) {
        Ok(array) => Some(array::array_length(vm, array.as_object().expect("an array"))),
        Err(_) => None,
    };
    assert_eq!(made(&mut vm, &[]), Some(0));
    assert_eq!(made(&mut vm, &[Value::int(3)]), Some(3));
    assert_eq!(made(&mut vm, &[Value::number(4294967295.0)]), Some(u32::MAX));
    assert_eq!(made(&mut vm, &[Value::number(4294967296.0)]), None);
    assert_eq!(made(&mut vm, &[Value::number(-1.0)]), None);
    assert_eq!(made(&mut vm, &[Value::TRUE]), Some(1));
    assert_eq!(made(&mut vm, &[Value::int(1), Value::int(2)]), Some(2));
}
