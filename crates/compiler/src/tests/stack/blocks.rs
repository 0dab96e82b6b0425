//! Blocks: `with`, functions in blocks, `try`.

use ferrotape_syntax::Goal;

use super::{check, check_lines, check_unit, code, unit};

/// Compiles the document's example, after the name that its S.TRYC takes. AAA and BBB are calls.
#[test]
fn seed_s05_the_documents_catch_handler() {
    check_lines(
        "function f() { try { AAA() } catch (e) { BBB() } }",
        r#"
        0: LITERAL,"e"
        1: S.TRYC,7
        2: LITERAL,"AAA"
        3: LOOKUP
        4: CALL,0
        5: POP
        6: B.ALWAYS,13
        7: END,2
        8: S.CATCH
        9: LITERAL,"BBB"
        10: LOOKUP
        11: CALL,0
        12: POP
        13: END,1
        14: END,0
        "#,
    );
    check_lines(
        "function f() { try { } catch (e) { } }",
        r#"
        0: LITERAL,"e"
        1: S.TRYC,3
        2: B.ALWAYS,5
        3: END,2
        4: S.CATCH
        5: END,1
        6: END,0
        "#,
    );
}

/// Compiles the document's example, with the `END,1` that its trace executes and its listing lacks.
#[test]
fn seed_s05_the_documents_finally_handler() {
    check_lines(
        "function f() { try { } finally { } }",
        "
        0: S.TRYF,2
        1: B.ALWAYS,4
        2: END,2
        3: ENDF
        4: END,1
        5: END,0
        ",
    );
    check(
        "function f(a) { try { a() } finally { a(1) } }",
        "
        S.TRYF,5 VREF,a CALL,0 POP B.ALWAYS,12
        END,2 VREF,a GETVALUE LITERAL,1 CALL,1 POP ENDF
        END,1 END,0",
    );
}

#[test]
fn seed_s05_one_end_leaves_all_blocks() {
    check(
        "function f(a) { for (;;) try { with (a) break } finally { a() } }",
        "
        S.TRYF,7 VREF,a GETVALUE TOOBJECT S.WITH END,1 B.ALWAYS,12
        END,2 VREF,a CALL,0 POP ENDF END,0",
    );
    check(
        "function f(a) { try { return a } catch (e) { } finally { } }",
        r#"
        S.TRYF,13 LITERAL,"e" S.TRYC,7 VREF,a GETVALUE SETC END,0
        END,3 S.CATCH LITERAL,undefined SETC END,2 B.ALWAYS,15
        END,2 ENDF END,1 END,0"#,
    );
}

#[test]
fn seed_s05_a_prevented_return_leaves_nothing_in_c() {
    // The finalizer goes elsewhere.
    check(
        "function f(a) { for (;;) try { return a } finally { break } }",
        "
        S.TRYF,5 VREF,a GETVALUE SETC END,0
        END,2 LITERAL,undefined SETC END,1 END,0",
    );
    check(
        "function f(a) { try { return a } finally { return } }",
        "
        S.TRYF,5 VREF,a GETVALUE SETC END,0 END,2 LITERAL,undefined SETC END,0",
    );
    // It throws, and the exception is caught.
    check(
        "function f(a) { try { try { return a } finally { a() } } catch (e) { } }",
        r#"
        LITERAL,"e" S.TRYC,12
        S.TRYF,7 VREF,a GETVALUE SETC END,0
        END,3 VREF,a CALL,0 POP ENDF
        END,2 S.CATCH LITERAL,undefined SETC END,1 END,0"#,
    );
    // It does neither.
    check(
        "function f(a) { try { return a } finally { } }",
        "
        S.TRYF,5 VREF,a GETVALUE SETC END,0 END,2 ENDF",
    );
}

#[test]
fn with_inserts_an_object() {
    check(
        "function f(a) { with (a) b }",
        r#"
        VREF,a GETVALUE TOOBJECT S.WITH LITERAL,"b" LOOKUP GETVALUE POP END,1 END,0"#,
    );
    check(
        "function f(a) { x: with (a) { break x } }",
        "
        VREF,a GETVALUE TOOBJECT S.WITH END,1 END,0",
    );
}

#[test]
fn seed_s07_functions_in_blocks() {
    check(
        "function f() { { function g() {} } return g }",
        r#"
        S.BLOCK,g LITERAL,"g" LOOKUP FUNC,f2 PUTVALUE
        VREF,g LITERAL,"g" LOOKUP GETVALUE PUTVALUE
        END,1 VREF,g GETVALUE SETC END,0"#,
    );
    check(
        "function f() { 'use strict'; { function g() {} } }",
        r#"
        S.BLOCK,g LITERAL,"g" LOOKUP FUNC,f2 PUTVALUE END,1 END,0"#,
    );
    check_unit(
        &unit("{ function g() {} }", Goal::Script),
        0,
        r#"
        S.BLOCK,g LITERAL,"g" LOOKUP FUNC,f1 PUTVALUE
        LITERAL,"g" VLOOKUP LITERAL,"g" LOOKUP GETVALUE PUTVALUE END,1 END,0"#,
    );
}

#[test]
fn seed_s02_heights_are_exact() {
    let heights = |source: &str| {
        let code = code(source, 1);
        (code.max_values, code.max_blocks)
    };
    assert_eq!(heights("function f() { }"), (0, 0));
    assert_eq!(heights("function f(a) { return a }"), (1, 0));
    assert_eq!(heights("function f(a) { return a(1, 2, 3) }"), (5, 0));
    assert_eq!(heights("function f(a) { return 1 + (1 + (1 + (1 + a))) }"), (5, 0));
    assert_eq!(heights("function f(a) { with (a) for (a in a) try { } finally { } }"), (2, 3));
    assert_eq!(heights("function f(a) { return; with (a) a }"), (0, 0), "what cannot be reached needs nothing");
    assert_eq!(heights("function f(a) { with (a) { } try { } catch (e) { } with (a) { } }"), (1, 1));
}
