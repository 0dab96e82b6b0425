//! Code of each kind of expression.

use ferrotape_bytecode::{BindingForm, StackArguments};
use ferrotape_syntax::Goal;

use super::{check, check_unit, code, unit};

#[test]
fn identifiers_are_variables_or_looked_up() {
    check("function f(a) { return a }", "VREF,a GETVALUE SETC END,0");
    check("function f() { return g }", r#"LITERAL,"g" LOOKUP GETVALUE SETC END,0"#);
    check("function f() { return undefined }", "LITERAL,undefined SETC END,0");
    check("function f(a) { a = 1 }", "VREF,a LITERAL,1 PUTVALUE END,0");
    check("function f() { g = 1 }", r#"LITERAL,"g" LOOKUP LITERAL,1 PUTVALUE END,0"#);
    // A variable of an enclosing function.
    let inner = unit("function f(a) { return function () { return a } }", Goal::Script);
    check_unit(&inner, 2, r#"LITERAL,"a" LOOKUP GETVALUE SETC END,0"#);
}

#[test]
fn literals() {
    check("function f() { return null }", "LITERAL,null SETC END,0");
    check(
        "function f() { return [true, 0.5, 'x\\n'] }",
        r#"
        ARRAY NEW,0 LITERAL,0 LITERAL,true DEFINE LITERAL,1 LITERAL,0.5 DEFINE LITERAL,2 LITERAL,"x\n" DEFINE
        SETC END,0"#,
    );
    check(
        "function f(a) { return [, a, ,] }",
        r#"
        ARRAY NEW,0 LITERAL,1 VREF,a GETVALUE DEFINE
        DUP LITERAL,"length" REF LITERAL,3 PUTVALUE SETC END,0"#,
    );
    check("function f() { return /a/g }", r#"REGEXP LITERAL,"a" LITERAL,"g" NEW,2 SETC END,0"#);
    check("function f() { return this }", "THIS SETC END,0");
    check("function f() { return function () {} }", "FUNC,f2 SETC END,0");
}

#[test]
fn seed_s07_members_of_object_literals_are_defined() {
    check(
        "function f(a) { return {x: a, 1: a, get y() {}, set y(v) {}, __proto__: a} }",
        r#"OBJECT NEW,0
        LITERAL,"x" VREF,a GETVALUE DEFINE
        LITERAL,1 VREF,a GETVALUE DEFINE
        LITERAL,"y" FUNC,f2 DEFGET
        LITERAL,"y" FUNC,f3 DEFSET
        VREF,a GETVALUE SETPROTO
        SETC END,0"#,
    );
}

#[test]
fn members_are_references() {
    check(
        "function f(a) { return a.b[a] }",
        r#"
        VREF,a GETVALUE LITERAL,"b" REF GETVALUE VREF,a GETVALUE REF GETVALUE SETC END,0"#,
    );
    check("function f(a) { delete a.b }", r#"VREF,a GETVALUE LITERAL,"b" REF DELETE POP END,0"#);
    check("function f(a) { return delete a }", "VREF,a DELETE SETC END,0");
    check("function f(a) { return delete a() }", "VREF,a CALL,0 DELETE SETC END,0");
    check("function f() { return typeof g }", r#"LITERAL,"g" LOOKUP TYPEOF SETC END,0"#);
}

#[test]
fn unary_operators() {
    check("function f(a) { return -a }", "VREF,a GETVALUE TONUMBER NEG SETC END,0");
    check("function f(a) { return +a }", "VREF,a GETVALUE PLUS SETC END,0");
    check("function f(a) { return ~a }", "VREF,a GETVALUE INV SETC END,0");
    check("function f(a) { return !a }", "VREF,a GETVALUE TOBOOLEAN NOT SETC END,0");
    check("function f(a) { return void a() }", "VREF,a CALL,0 POP LITERAL,undefined SETC END,0");
}

#[test]
fn binary_operators_convert_from_left_to_right() {
    let both = "VREF,a GETVALUE VREF,b GETVALUE";
    for (operator, name) in [("*", "MUL"), ("/", "DIV"), ("%", "MOD"), ("-", "SUB")] {
        let source = format!("function f(a, b) {{ return a {operator} b }}");
        check(&source, &format!("{both} EXCH TONUMBER EXCH TONUMBER {name} SETC END,0"));
    }
    check("function f(a, b) { return a + b }", &format!("{both} EXCH TOPRIMITIVE EXCH TOPRIMITIVE ADD SETC END,0"));
    let plain = [
        ("<<", "LSHIFT"),
        (">>", "RSHIFT"),
        (">>>", "URSHIFT"),
        ("<", "LT"),
        (">", "GT"),
        ("<=", "LE"),
        (">=", "GE"),
        ("instanceof", "INSTANCEOF"),
        ("in", "IN"),
        ("==", "EQ"),
        ("===", "SEQ"),
        ("!=", "EQ NOT"),
        ("!==", "SEQ NOT"),
        ("&", "BAND"),
        ("^", "BXOR"),
        ("|", "BOR"),
    ];
    for (operator, names) in plain {
        check(&format!("function f(a, b) {{ return a {operator} b }}"), &format!("{both} {names} SETC END,0"));
    }
}

#[test]
fn logical_operators_and_conditions() {
    check(
        "function f(a, b) { return [a && b] }",
        "
        ARRAY NEW,0 LITERAL,0
        VREF,a GETVALUE DUP TOBOOLEAN NOT B.TRUE,12 POP VREF,b GETVALUE DEFINE SETC END,0",
    );
    check(
        "function f(a, b) { a = a || b }",
        "
        VREF,a VREF,a GETVALUE DUP TOBOOLEAN B.TRUE,9 POP VREF,b GETVALUE PUTVALUE END,0",
    );
    check(
        "function f(a, b) { a = b ? 1 : 2 }",
        "
        VREF,a VREF,b GETVALUE TOBOOLEAN NOT B.TRUE,8 LITERAL,1 B.ALWAYS,9 LITERAL,2 PUTVALUE END,0",
    );
    check("function f(a, b) { a, b(), a = 1 }", "VREF,b CALL,0 POP VREF,a LITERAL,1 PUTVALUE END,0");
}

#[test]
fn assignments_put_their_value_beneath_the_reference() {
    check("function f(a) { a.b = 1 }", r#"VREF,a GETVALUE LITERAL,"b" REF LITERAL,1 PUTVALUE END,0"#);
    check(
        "function f(a, b) { return a = b = 1 }",
        "
        VREF,a VREF,b LITERAL,1 DUP ROLL3 PUTVALUE DUP ROLL3 PUTVALUE SETC END,0",
    );
    check("function f(a) { a *= 2 }", "VREF,a DUP GETVALUE LITERAL,2 EXCH TONUMBER EXCH MUL PUTVALUE END,0");
    check(
        "function f(a) { a.b += 's' }",
        r#"
        VREF,a GETVALUE LITERAL,"b" REF DUP GETVALUE LITERAL,"s" EXCH TOPRIMITIVE EXCH ADD PUTVALUE END,0"#,
    );
    check("function f(a) { f() = a }", r#"LITERAL,"f" LOOKUP CALL,0 BADREF VREF,a GETVALUE PUTVALUE END,0"#);
}

#[test]
fn seed_s07_keys_are_converted_once() {
    check(
        "function f(a, k) { a[k] |= 1 }",
        "
        VREF,a GETVALUE VREF,k GETVALUE TOKEY REF DUP GETVALUE LITERAL,1 BOR PUTVALUE END,0",
    );
    check(
        "function f(a, k) { a[k - 1]++ }",
        "
        VREF,a GETVALUE VREF,k GETVALUE LITERAL,1 EXCH TONUMBER EXCH SUB REF
        DUP GETVALUE TONUMBER ONE ADD PUTVALUE END,0",
    );
}

#[test]
fn updates() {
    check("function f(a) { a++ }", "VREF,a DUP GETVALUE TONUMBER ONE ADD PUTVALUE END,0");
    check(
        "function f(a) { return a-- }",
        "
        VREF,a DUP GETVALUE TONUMBER DUP ROLL3 ONE SUB PUTVALUE SETC END,0",
    );
    check(
        "function f(a) { return ++a }",
        "
        VREF,a DUP GETVALUE TONUMBER ONE ADD DUP ROLL3 PUTVALUE SETC END,0",
    );
}

#[test]
fn seed_s07_functions_are_read_before_their_arguments() {
    check("function f(a) { a() }", "VREF,a CALL,0 POP END,0");
    check("function f(a) { a(a) }", "VREF,a GETVALUE VREF,a GETVALUE CALL,1 POP END,0");
    check("function f(a) { a.m() }", r#"VREF,a GETVALUE LITERAL,"m" REF CALL,0 POP END,0"#);
    check("function f(a) { a.m(1) }", r#"VREF,a GETVALUE LITERAL,"m" REF CALLEE LITERAL,1 CALLV,1 POP END,0"#);
    check("function f(a) { a()(1) }", "VREF,a CALL,0 LITERAL,1 CALL,1 POP END,0");
    check(
        "function f(a) { with (a) g(1) }",
        r#"
        VREF,a GETVALUE TOOBJECT S.WITH LITERAL,"g" LOOKUP CALLEE LITERAL,1 CALLV,1 POP END,1 END,0"#,
    );
    check("function f(a) { eval(a) }", r#"LITERAL,"eval" LOOKUP CALLEE VREF,a GETVALUE CALLEVAL,1 POP END,0"#);
    check(
        "function f(a) { new a; new a(1, 2) }",
        "
        VREF,a GETVALUE NEW,0 POP VREF,a GETVALUE LITERAL,1 LITERAL,2 NEW,2 POP END,0",
    );
}

#[test]
fn seed_s07_calls_in_tail_position() {
    check("function f(a) { return a(1) }", "VREF,a CALLEE LITERAL,1 CALLTAIL,1 SETC END,0");
    check(
        "function f(a, b) { return a || b() }",
        "
        VREF,a GETVALUE DUP TOBOOLEAN B.TRUE,11 POP VREF,b CALLEE CALLTAIL,0 SETC END,0 SETC END,0",
    );
    // The callee refuses, not the caller.
    check("function f(a) { 'use notail'; return a() }", "VREF,a CALLEE CALLTAIL,0 SETC END,0");
    check(
        "function f(a) { return eval(a) }",
        r#"
        LITERAL,"eval" LOOKUP CALLEE VREF,a GETVALUE CALLEVAL,1 SETC END,0"#,
    );
}

#[test]
fn seed_s07_functions_know_their_names_and_arguments() {
    let named = code("(function self(a, b, a) { self = 1; return arguments })", 1);
    let forms: Vec<BindingForm> = named.variables.iter().map(|variable| variable.form).collect();
    assert_eq!(forms, [BindingForm::Variable; 3], "two parameters and arguments");
    assert_eq!(named.parameters.len(), 3);
    assert_eq!(named.parameters[0], named.parameters[2], "the last one of equal names counts");
    assert!(named.self_name.is_some() && !named.dynamic);
    assert_eq!(named.arguments, Some(StackArguments { variable: 2, mapped: true }));
    let strict = code("(function (a) { 'use strict'; return arguments })", 1);
    assert_eq!(strict.arguments, Some(StackArguments { variable: 1, mapped: false }));
    assert_eq!(strict.self_name, None);
    assert_eq!(strict.variables[0].form, BindingForm::Variable);
    assert!(code("function f() { eval('') }", 1).dynamic);
}

#[test]
fn long_chains_need_no_native_stack() {
    for source in [
        format!("x = a{}", " + a".repeat(100_000)),
        format!("x = a{}", ".b".repeat(100_000)),
        format!("x = a{}", "()".repeat(100_000)),
        format!("x = a{}", " && a".repeat(100_000)),
        format!("{};", "if (a) b; else ".repeat(100_000)),
    ] {
        assert!(unit(&source, Goal::Script).functions.len() == 1);
    }
}

#[test]
fn many_values_on_the_stack_are_counted_exactly() {
    let code = code(&format!("function f(a) {{ a({}1) }}", "a && 1 ? -a : 2,".repeat(5_000)), 1);
    assert_eq!(code.max_values, 5_002);
    let conversions = code.instructions.iter().filter(|instruction| instruction.name() == "TONUMBER").count();
    assert_eq!(conversions, 5_000);
}
