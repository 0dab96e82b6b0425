//! Conversions that types make needless, and straight jumps.

use super::check;

#[test]
fn seed_s06_booleans_are_not_converted() {
    check("function f(a) { return !delete a.b }", r#"VREF,a GETVALUE LITERAL,"b" REF DELETE NOT SETC END,0"#);
    for (operator, name) in [("<", "LT"), (">=", "GE"), ("in", "IN"), ("instanceof", "INSTANCEOF"), ("===", "SEQ")] {
        let source = format!("function f(a) {{ if (a {operator} f) a() }}");
        let function = r#"LITERAL,"f" LOOKUP GETVALUE"#;
        check(&source, &format!("VREF,a GETVALUE {function} {name} NOT B.TRUE,11 VREF,a CALL,0 POP END,0"));
    }
    check("function f(a) { return !!a }", "VREF,a GETVALUE TOBOOLEAN SETC END,0");
    check("function f(a) { while (true) ; }", "LITERAL,true B.TRUE,0 END,0");
}

#[test]
fn seed_s06_numbers_and_primitives_are_not_converted() {
    check("function f(a) { return 1 - 2 * 3 }", "LITERAL,1 LITERAL,2 LITERAL,3 MUL SUB SETC END,0");
    check("function f(a) { return -(a | 0) }", "VREF,a GETVALUE LITERAL,0 BOR NEG SETC END,0");
    check("function f(a) { return 'x' + typeof a }", r#"LITERAL,"x" VREF,a TYPEOF ADD SETC END,0"#);
    // A number on one path, anything on the other.
    check(
        "function f(a) { return -(a ? 1 : a) }",
        "
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,7 LITERAL,1 B.ALWAYS,9 VREF,a GETVALUE TONUMBER NEG SETC END,0",
    );
    check(
        "function f(a) { return -(a ? 1 : 2) }",
        "
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,7 LITERAL,1 B.ALWAYS,8 LITERAL,2 NEG SETC END,0",
    );
}

#[test]
fn seed_s06_jumps_are_straight() {
    check(
        "function f(a) { for (;;) { if (a) { a(); continue } else break } }",
        "
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,9 VREF,a CALL,0 POP B.ALWAYS,0 END,0",
    );
    check(
        "function f(a) { while (a) if (a) { if (a) a() } else ; }",
        "
        B.ALWAYS,14
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,14
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,14
        VREF,a CALL,0 POP
        VREF,a GETVALUE TOBOOLEAN B.TRUE,1 END,0",
    );
    check("function f(a) { for (;;) ; a() }", "B.ALWAYS,0");
}
