use super::*;
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::vm::Options;

fn vm() -> Vm {
    Vm::new(Options::default(), crate::PARTS, ferrotape_runtime::machine::Machines::only(&ferrotape_machine::MACHINE))
        .expect("a realm")
}

/// Returns the result of JSON.parse.
pub(crate) fn parse_for_tests(vm: &mut Vm, text: &str) -> Value {
    let text = vm.heap.new_string(text);
    parse::parse_text(vm, text).expect("JSON")
}

/// Returns the result of JSON.stringify, or "undefined".
pub(crate) fn text_for_tests(vm: &mut Vm, value: Value) -> String {
    let text = stringify::stringify_value(vm, value, Value::UNDEFINED, Value::UNDEFINED).expect("no exception");
    text.as_string().map_or_else(|| "undefined".to_owned(), |text| rust_text(vm, text))
}

fn rust_text(vm: &mut Vm, text: ferrotape_runtime::heap::StringId) -> String {
    let flat = vm.heap.flatten(text).expect("flat");
    vm.heap.view(flat).to_string_lossy()
}

/// Parses a text, and writes the value.
#[track_caller]
fn check(text: &str, expected: &str) {
    let mut vm = vm();
    let value = parse_for_tests(&mut vm, text);
    assert_eq!(text_for_tests(&mut vm, value), expected);
    // Parses the text in UTF-16 as well.
    let wide = parse_for_tests(&mut vm, &format!("[\"\u{100}\",{text}]"));
    assert_eq!(text_for_tests(&mut vm, wide), format!("[\"\u{100}\",{expected}]"));
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let mut vm = vm();
    let text = vm.heap.new_string(text);
    match parse::parse_text(&mut vm, text) {
        Err(Throw::Exception(error)) => {
            let message =
                object::get_v(&mut vm, error, keys::MESSAGE).expect("a message").as_string().expect("a string");
            assert_eq!(rust_text(&mut vm, message), expected);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn values() {
    check(" true ", "true");
    check("null", "null");
    check("\t\r\n[ ]", "[]");
    check("{ }", "{}");
    check("[1,[2,{\"a\":[]}],false]", "[1,[2,{\"a\":[]}],false]");
    check(r#"{"b":1,"a":{"c":[{}]},"2":0,"1":0}"#, r#"{"1":0,"2":0,"b":1,"a":{"c":[{}]}}"#);
}

#[test]
fn numbers() {
    check(
        "[0,-0,1,-1,2147483648,123456789012345,1234567890123456789]",
        "[0,0,1,-1,2147483648,123456789012345,1234567890123456800]",
    );
    check("[1.5,-0.25,1e3,1E-2,12.5e+1,1e400,5e-324]", "[1.5,-0.25,1000,0.01,125,null,5e-324]");
    let mut vm = vm();
    let zero = parse_for_tests(&mut vm, "-0").as_number().expect("a number");
    assert!(zero.is_sign_negative());
}

#[test]
fn strings_and_names() {
    check(r#""plain""#, r#""plain""#);
    check(r#""\"\\\/\b\f\n\r\t\u0041\u00e9""#, r#""\"\\/\b\f\n\r\tAé""#);
    check("\"\u{100}\u{1F600}\"", "\"\u{100}\u{1F600}\"");
    check(r#""\ud83d\ude00 \ud83d \ude00x""#, "\"\u{1F600} \\ud83d \\ude00x\"");
    check(r#"{"a":1,"\u0061":2,"\u0030":3,"0":4}"#, r#"{"0":4,"a":2}"#);
    check(r#"{"__proto__":[]}"#, r#"{"__proto__":[]}"#);
    check("[\"\u{7f}\u{2028}\", \"\\u0001\"]", "[\"\u{7f}\u{2028}\",\"\\u0001\"]");
}

#[test]
fn errors_say_what_and_where() {
    check_error("", "unexpected end in JSON at line 1 column 1");
    check_error("[1,\n  x]", "unexpected character `x` in JSON at line 2 column 3");
    check_error("[1,\r\n]", "unexpected character `]` in JSON at line 2 column 1");
    check_error("{\"a\" 1}", "unexpected character `1` in JSON at line 1 column 6");
    check_error("{a:1}", "unexpected character `a` in JSON at line 1 column 2");
    check_error("{\"a\":1,}", "unexpected character `}` in JSON at line 1 column 8");
    check_error("01", "unexpected character `1` in JSON at line 1 column 2");
    check_error("-", "unexpected end in JSON at line 1 column 2");
    check_error("1.", "unexpected end in JSON at line 1 column 3");
    check_error("1e+", "unexpected end in JSON at line 1 column 4");
    check_error("+1", "unexpected character `+` in JSON at line 1 column 1");
    check_error("\"a\nb\"", "unexpected character `\\n` in JSON at line 1 column 3");
    check_error("\"\\x\"", "unexpected character `x` in JSON at line 1 column 3");
    check_error("\"\\u00g0\"", "unexpected character `g` in JSON at line 1 column 6");
    check_error("nul", "unexpected end in JSON at line 1 column 4");
    check_error("1 2", "unexpected character `2` in JSON at line 1 column 3");
    check_error("[1}", "unexpected character `}` in JSON at line 1 column 3");
    check_error("\u{a0}1", "unexpected character `\\u{a0}` in JSON at line 1 column 1");
}

#[test]
fn nesting_is_bounded_by_memory_when_reading_and_by_the_stack_when_writing() {
    let run = || {
        let mut vm = vm();
        let _held = vm.begin_run(ferrotape_budget::NativeStack::DEFAULT_BYTES, None);
        let text = "[".repeat(100_000) + &"]".repeat(100_000);
        let value = parse_for_tests(&mut vm, &text);
        let result = stringify::stringify_value(&mut vm, value, Value::UNDEFINED, Value::UNDEFINED);
        assert!(matches!(result, Err(Throw::Exception(_))), "{result:?}");
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).expect("a thread").join().expect("no overflow");
}

#[test]
fn indentation() {
    let mut vm = vm();
    let value = parse_for_tests(&mut vm, r#"{"a":[1,{}],"b":[]}"#);
    let mut indented = |space: Value| {
        let text = stringify::stringify_value(&mut vm, value, Value::UNDEFINED, space).expect("no exception");
        rust_text(&mut vm, text.as_string().expect("a string"))
    };
    assert_eq!(indented(Value::int(2)), "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
    assert_eq!(indented(Value::int(0)), r#"{"a":[1,{}],"b":[]}"#);
    assert_eq!(indented(Value::int(99)).lines().nth(1), Some("          \"a\": ["));
}

#[test]
fn cycles_are_type_errors() {
    let mut vm = vm();
    let value = parse_for_tests(&mut vm, r#"{"a":[1]}"#);
    let object = value.as_object().expect("an object");
    let key = vm.heap.key("a");
    let inner = object::get(&mut vm, object, key).expect("a value").as_object().expect("an array");
    let index = vm.heap.key_of_index(0);
    object::set(&mut vm, inner, index, value, true).expect("no exception");
    let result = stringify::stringify_value(&mut vm, value, Value::UNDEFINED, Value::UNDEFINED);
    assert!(matches!(result, Err(Throw::Exception(_))));
}

#[test]
fn little_is_written_in_vain() {
    // Objects with elements are not plain, and each of them comes last: all around it was written in vain.
    let object = format!(r#"{{"long":[{}0],"last":{{"0":1}}}}"#, "0,".repeat(200));
    for depth in [0, 14, 40] {
        let nested = format!("{}{object}{}", "[".repeat(depth), "]".repeat(depth));
        let text = format!("[{}0]", format!("{nested},").repeat(100));
        let mut vm = vm();
        let value = parse_for_tests(&mut vm, &text);
        let before = vm.heap.budget.fuel_spent();
        assert_eq!(text_for_tests(&mut vm, value), text);
        let spent = vm.heap.budget.fuel_spent() - before;
        assert!(spent < 3 * text.len() as u64, "{spent} for {} characters, {depth} deep", text.len());
    }
}

#[test]
fn parsing_stops_at_the_limits() {
    let mut vm = vm();
    let text = vm.heap.new_string(&format!("[{}0]", "0,".repeat(100_000)));
    vm.heap.budget.set_fuel(Some(1000));
    assert!(matches!(parse::parse_text(&mut vm, text), Err(Throw::Terminated(_))));
    vm.heap.budget.set_fuel(None);
    let limit = vm.heap.budget.bytes() + 500_000;
    vm.heap.set_memory_limit(Some(limit));
    assert!(matches!(parse::parse_text(&mut vm, text), Err(Throw::Terminated(_))));
}

#[test]
fn names_that_follow_others_are_the_ones_in_the_text() {
    let list = [
        r#"{"a":1,"bc":2}"#,
        r#"{"a":1,"bc":2}"#,
        r#"{"a":1,"b":2}"#,
        r#"{"a":1,"bcd":2}"#,
        r#"{"a":1,"":2}"#,
        r#"{"a":1,"bc\"":2}"#,
        r#"{"a":1,"é":2}"#,
        r#"{"1":1,"a":2,"bc":{"a":3,"bc":{}}}"#,
        r#"{"a":1,"bc":[{"a":1,"bc":2}]}"#,
    ];
    let all = format!("[{}]", list.join(","));
    check(&all, &all);
    check(r#"[{"a":1,"a":2},{"a":1,"a":2}]"#, r#"[{"a":2},{"a":2}]"#);
    check(r#"[{"a":1,"b":2},{"a":1,"\u0062":3}]"#, r#"[{"a":1,"b":2},{"a":1,"b":3}]"#);
    for end in ["\"b", "\"b\"", "\"b\"x", "\"bx"] {
        let text = format!("[{{\"a\":1,\"b\":2}},{{\"a\":1,{end}");
        let mut vm = vm();
        let text = vm.heap.new_string(&text);
        assert!(matches!(parse::parse_text(&mut vm, text), Err(Throw::Exception(_))), "{end}");
    }
}

#[test]
fn strings_end_wherever_their_first_special_unit_is() {
    for length in 0..40 {
        let filler = "~".repeat(length);
        let text = format!(r#"["{filler}","{filler}\\","\n{filler}",{{"{filler}":"\"{filler}\""}}]"#);
        check(&text, &text);
        check_error(
            &format!("[\"{filler}\u{1f}\"]"),
            &format!("unexpected character `\\u{{1f}}` in JSON at line 1 column {}", length + 3),
        );
    }
}

#[test]
fn short_decimals_are_the_nearest_doubles() {
    for text in ["0.1", "-0.3", "1.25", "123456.789012345", "12345678901234.5", "0.00000000000001", "999999999999.999"]
    {
        let number: f64 = text.parse().expect("a number");
        let mut vm = vm();
        assert_eq!(parse_for_tests(&mut vm, text).as_number().map(f64::to_bits), Some(number.to_bits()), "{text}");
    }
    check("[0.10,-0.0,1.0,1.50e1]", "[0.1,0,1,15]");
}

#[test]
fn arrays_have_their_elements_whatever_their_length() {
    for length in [1, 63, 64, 65, 1000] {
        let elements: Vec<_> = (0..length).map(|index| index.to_string()).collect();
        let text = format!("[[{0}],{{\"a\":[{0}]}}]", elements.join(","));
        check(&text, &text);
    }
}

#[test]
fn objects_are_as_large_as_the_last_one_where_their_members_take_slots() {
    let all = |prefix: &str| (0..60).map(|index| format!("\"{prefix}{index}\":1")).collect::<Vec<_>>().join(",");
    let (names, indices) = (all("n"), all(""));
    for (text, is_large) in [
        (format!("[{{{names}}},{{{names}}}]"), true),
        (format!("[{{{names}}},{{}}]"), false),
        (format!("[{{{indices}}},{{{indices}}}]"), false),
    ] {
        let mut vm = vm();
        let list = parse_for_tests(&mut vm, &text).as_object().expect("a list");
        let last = vm.heap.elements(list).as_dense().and_then(|list| list.get(1)?.as_object()).expect("an object");
        assert_eq!(vm.heap.near_slots(last) > 4, is_large, "{text}");
    }
}

#[test]
fn one_large_object_makes_one_other_large() {
    let names = (0..60).map(|index| format!("\"n{index}\":1")).collect::<Vec<_>>().join(",");
    // Objects of some depths share their counts.
    let text = format!("[{{{names}}},{}1{}]", "{\"a\":".repeat(40), "}".repeat(40));
    let mut vm = vm();
    let list = parse_for_tests(&mut vm, &text).as_object().expect("a list");
    let mut next = vm.heap.elements(list).as_dense().and_then(|list| list.get(1)?.as_object());
    let (mut objects, mut large) = (0, 0);
    while let Some(object) = next {
        objects += 1;
        large += u32::from(vm.heap.near_slots(object) > 4);
        let key = vm.heap.key("a");
        next = object::get(&mut vm, object, key).expect("a value").as_object();
    }
    assert_eq!((objects, large), (40, 1));
}
