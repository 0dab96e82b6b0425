//! L: its positions and values.

use ferrotape_syntax::Goal;

use super::{listed, unit};

#[track_caller]
fn check_with_locations(source: &str, expected: &str) {
    let expected: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(listed(&unit(source, Goal::Script), 1).join(" "), expected.join(" "));
}

#[test]
fn seed_s03_l_is_set_before_what_may_throw() {
    check_with_locations(
        "function f(a) { var b = 1; return a }",
        "VREF,b LITERAL,1 PUTVALUE VREF,a GETVALUE SETC END,0",
    );
    check_with_locations(
        "function f(a) { g.h.i }",
        r#"
        LITERAL,"g" LOOKUP LOC,1:17 GETVALUE LITERAL,"h" REF LOC,1:19 GETVALUE LITERAL,"i" REF LOC,1:21 GETVALUE
        POP END,0"#,
    );
    check_with_locations(
        "function f(a) {\n return a.b(a < 1) }",
        r#"
        VREF,a GETVALUE LITERAL,"b" REF LOC,2:11 CALLEE
        VREF,a GETVALUE LITERAL,1 LOC,2:17 LT LOC,2:11 CALLTAIL,1 SETC END,0"#,
    );
    check_with_locations("function f(a) { throw a }", "VREF,a GETVALUE LOC,1:17 THROW END,0");
}

#[test]
fn seed_s03_l_is_set_once_for_one_place() {
    // GETVALUE, TOKEY and PUTVALUE of one reference. After a label the value of L is unknown.
    check_with_locations(
        "function f(a) { a[g()] = 1; }",
        r#"
        VREF,a GETVALUE LITERAL,"g" LOOKUP LOC,1:19 CALL,0 REF LITERAL,1 PUTVALUE END,0"#,
    );
    check_with_locations(
        "function f(a) { g(a || a) }",
        r#"
        LITERAL,"g" LOOKUP LOC,1:17 GETVALUE VREF,a GETVALUE DUP TOBOOLEAN B.TRUE,12 POP VREF,a GETVALUE
        LOC,1:17 CALL,1 POP END,0"#,
    );
}
