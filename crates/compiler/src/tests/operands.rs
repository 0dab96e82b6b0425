//! Values one step before code.

use ferrotape_bytecode::Instruction;

use super::{check, count, function, names};

#[test]
fn seed_c05_intermediate_values_give_the_documents_four_instructions() {
    check(
        "function f() { x.y.z = 1 + 2 }",
        r#"
        0  GetGlobal r1, c0="x"
        1  GetProperty r1, r1, c1="y"
        2  LoadInt r2, 3
        3  SetProperty r1, r2, c2="z"
        4  ReturnUndefined
        "#,
    );
}

#[test]
fn seed_c05_constants_are_folded() {
    check(
        "function f(a) { a = -123; a = 1.5 * 4 - 1 << 2; a = 'x' + 'y' + 'z'; a = ~1 }",
        r#"
        0  LoadInt r1, -123
        1  LoadInt r1, 20
        2  LoadConstant r1, k0="xyz"
        3  LoadInt r1, -2
        4  ReturnUndefined
    "#,
    );
    check(
        "function f(a) { a = 0 * -1; a = typeof 1; a = !0; a = void 0; a = 1 / 0; return 2 + '3' }",
        r#"
        0  LoadConstant r1, k0=-0
        1  LoadConstant r1, k1="number"
        2  LoadTrue r1
        3  LoadUndefined r1
        4  LoadConstant r1, k2=inf
        5  LoadConstant r2, k3="3"
        6  LoadInt r3, 2
        7  Add r2, r3, r2
        8  Return r2
        "#,
    );
}

#[test]
fn an_operation_writes_the_variable_it_is_assigned_to() {
    check(
        "function f(a, b) { var x = a + b; x = a.b[x]; x = f(x); x = x ? a : x + 1; b += a }",
        r#"
        0  Add r3, r1, r2
        1  GetProperty r4, r1, c0="b"
        2  GetElement r3, r4, r3
        3  GetGlobalAndThis r4, c1="f"
        4  Move r6, r3
        5  Call r3, r4, r4, 1, 0
        6  JumpIfFalse r3, ->9
        7  Move r3, r1
        8  Jump ->10
        9  AddInt r3, r3, 1
        10  Add r2, r2, r1
        11  ReturnUndefined
        "#,
    );
}

#[test]
fn a_variable_is_not_written_before_its_value_is_complete() {
    check(
        "function f(x) { x = {a: x}; x = [x]; x = x || g; x = x && x.y }",
        r#"
        0  Move r2, r1
        1  MakeObject r2, r2, 1, {a: -}
        2  Move r1, r2
        3  Move r2, r1
        4  MakeArray r2, r2, 1, [-]
        5  Move r1, r2
        6  JumpIfTrue r1, ->8
        7  GetGlobal r1, c0="g"
        8  JumpIfFalse r1, ->10
        9  GetProperty r1, r1, c1="y"
        10  ReturnUndefined
    "#,
    );
    check(
        "function f(x, y) { x = y || g(); }",
        r#"
        0  Move r3, r2
        1  JumpIfTrue r3, ->4
        2  GetGlobalAndThis r4, c0="g"
        3  Call r3, r4, r4, 0, 0
        4  Move r1, r3
        5  ReturnUndefined
        "#,
    );
}

#[test]
fn seed_c23_operands_keep_their_values_while_later_ones_assign() {
    check(
        "function f(x, a, i) { x = x + (x = 1); a[i] = i = 2; x = x + (x = 5) * 2 }",
        r#"
        0  Move r4, r1
        1  LoadInt r1, 1
        2  Add r1, r4, r1
        3  Move r4, r3
        4  LoadInt r3, 2
        5  SetElement r2, r4, r3
        6  Move r4, r1
        7  LoadInt r1, 5
        8  MultiplyInt r5, r1, 2
        9  Add r1, r4, r5
        10  ReturnUndefined
    "#,
    );
    check(
        "function f(g, x) { g(x, x++); return x-- - x }",
        r#"
        0  Move r5, r2
        1  ToNumeric r6, r2
        2  Increment r2, r6
        3  Call r3, r1, r3, 2, 1
        4  ToNumeric r3, r2
        5  Decrement r2, r3
        6  Subtract r3, r3, r2
        7  Return r3
        "#,
    );
}

#[test]
fn seed_c23_the_value_of_an_assignment_is_no_longer_the_variable() {
    check(
        "function f(o, c) { return (o.x = c) + c-- }",
        r#"
        0  SetProperty r1, r2, c0="x"
        1  Move r3, r2
        2  ToNumeric r4, r2
        3  Decrement r2, r4
        4  Add r3, r3, r4
        5  Return r3
    "#,
    );
    check(
        "function f(o, c) { return (o.x = c) + 1 }",
        r#"
        0  SetProperty r1, r2, c0="x"
        1  AddInt r3, r2, 1
        2  Return r3
    "#,
    );
}

#[test]
fn seed_c23_a_captured_variable_is_copied_where_script_may_assign_to_it() {
    let source = "function f(x) { function g() { x = 2 } return x + g() }";
    assert_eq!(names(source), ["MakeClosure", "Move", "Call", "Add", "Return"], "x is copied before g runs");
    let source = "function f(x) { function g() { return x } return x + g() }";
    assert_eq!(names(source), ["MakeClosure", "Call", "Add", "Return"], "nothing assigns");
}

#[test]
fn seed_c23_void_and_expression_statements_read_properties() {
    assert_eq!(
        names("function f(a) { void a.x; a.y; a[0]; a; 1; 'x' }"),
        ["GetProperty", "GetProperty", "GetElementInt", "ReturnUndefined"]
    );
    assert_eq!(names("function f() { x; typeof y; -z }")[..3], ["GetGlobal", "GetGlobalOrUndefined", "TypeOf"]);
}

#[test]
fn integers_have_instructions_of_their_own() {
    check(
        "function f(a) { a++; --a; a += 1; a = 2 * a; a = a & 255; a = 1 + a; a = a < 3 }",
        r#"
        0  Increment r1, r1
        1  Decrement r1, r1
        2  AddInt r1, r1, 1
        3  MultiplyInt r1, r1, 2
        4  BitAndInt r1, r1, 255
        5  LoadInt r2, 1
        6  Add r1, r2, r1
        7  LoadInt r2, 3
        8  Less r1, r1, r2
        9  ReturnUndefined
    "#,
    );
}

#[test]
fn keys_take_the_form_that_suits_them() {
    check(
        "function f(a, k) { return a.length + a['b'] + a[0] + a['1'] + a[k] + a[-1] }",
        r#"
        0  GetLength r3, r1, c0="length"
        1  GetProperty r4, r1, c1="b"
        2  Add r3, r3, r4
        3  GetElementInt r4, r1, 0
        4  Add r3, r3, r4
        5  GetElementInt r4, r1, 1
        6  Add r3, r3, r4
        7  GetElement r4, r1, r2
        8  Add r3, r3, r4
        9  LoadInt r4, -1
        10  GetElement r4, r1, r4
        11  Add r3, r3, r4
        12  Return r3
        "#,
    );
}

#[test]
fn the_key_of_a_modified_element_is_converted_once() {
    check(
        "function f(a, k) { a[k] += 1; a[k++]--; a.b++ }",
        r#"
        0  CheckObject r1, r2
        1  ToPropertyKey r3, r2
        2  GetElement r4, r1, r3
        3  AddInt r4, r4, 1
        4  SetElement r1, r3, r4
        5  ToNumeric r3, r2
        6  Increment r2, r3
        7  GetElement r4, r1, r3
        8  Decrement r4, r4
        9  SetElement r1, r3, r4
        10  GetProperty r3, r1, c0="b"
        11  Increment r3, r3
        12  SetProperty r1, r3, c1="b"
        13  ReturnUndefined
    "#,
    );
}

#[test]
fn literals_are_built_in_order() {
    check(
        "function f(x) { return {a: 1, 2: x, 'b c': [1, , x], __proto__: x, get g() {}} }",
        r#"
        0  MakeObject r2, r0, 0, {a: 1}
        1  LoadInt r3, 2
        2  DefineElement r2, r3, r1
        3  MakeArray r3, r0, 0, [1]
        4  LoadEmpty r4
        5  Move r5, r1
        6  AppendElements r3, r4, 2
        7  DefineProperty r2, r3, c0="b c"
        8  SetPrototype r2, r1
        9  MakeClosure r3, -, f2
        10  LoadConstant r4, k0="g"
        11  DefineGetter r2, r4, r3
        12  Return r2
    "#,
    );
}

#[test]
fn functions_get_names_from_where_they_stand() {
    let source = "var a = function () {}; b = function () {}; var c = {d: function () {}, get e() {}, set 1.5(x) {}, 7: function () {}};
        (g) = function () {}; var h = (0, function () {}); var i = (function () {}); var j = function k() {};
        var l = {__proto__: function () {}};";
    let unit = super::script(source);
    let names: Vec<String> =
        unit.functions[1..].iter().map(|f| f.name.map_or("-".to_owned(), |name| unit.text(name).to_string())).collect();
    assert_eq!(names, ["a", "b", "d", "get e", "set 1.5", "7", "-", "-", "i", "k", "-"]);
}

#[test]
fn a_call_as_a_target_is_evaluated_and_throws() {
    assert_eq!(names("function f() { g() = h() }"), ["GetGlobalAndThis", "Call", "ThrowError"]);
    assert_eq!(names("function f() { g()++ }"), ["GetGlobalAndThis", "Call", "ThrowError"]);
}

#[test]
fn sums_of_more_than_two_strings_are_one_concatenation() {
    check(
        "function f(a, b) { return 'x' + 'y' + a + b + 1 + (a - b) + 'z' }",
        r#"
        0  LoadConstant r3, k0="xy"
        1  ToConcatenationPart r4, r1
        2  ToConcatenationPart r5, r2
        3  LoadInt r6, 1
        4  Subtract r7, r1, r2
        5  LoadConstant r8, k1="z"
        6  Concatenate r3, 6, r3
        7  Return r3
        "#,
    );
    let joins = |sum: &str| {
        let function = function(&format!("function f(a, b) {{ return {sum} }}"));
        count(&function, |i| matches!(i, Instruction::Concatenate { .. }))
    };
    assert_eq!(joins("a + 'x' + b"), 1, "a is converted before b is looked at");
    assert_eq!(joins("`${a}` + b + a"), 2);
    assert_eq!(joins("typeof a + b + a - 1"), 1);
    let long = vec!["a"; 80].join(" + ");
    assert_eq!(joins(&format!("'x' + {long}")), 3, "32 at once, what they have given among them");
    for other in ["a + b + 'x'", "a + b + a", "'x' + a", "a + `${b}` + a", "a - 'x' + b"] {
        let template = other.contains('`').into();
        assert_eq!(joins(other), template, "{other}");
    }
}
