//! Code of each kind of statement, and completion values.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::{disassemble, verify};
use ferrotape_syntax::{Goal, Language, ParseOptions};
use ferrotape_text::SourceText;

use super::{check, check_unit, listed, unit};
use crate::{Backend, compile_source};

#[test]
fn declarations() {
    check("function f() { var a, b = 1 }", "VREF,b LITERAL,1 PUTVALUE END,0");
    check(
        "function f() { return g; function g() {} function g() {} }",
        "
        VREF,g FUNC,f3 PUTVALUE VREF,g GETVALUE SETC END,0",
    );
    check(
        "function f() { function g() {} function h() {} function g() {} }",
        "VREF,h FUNC,f3 PUTVALUE VREF,g FUNC,f4 PUTVALUE END,0",
    );
    check_unit(&unit("function f() {} var a", Goal::Script), 0, "END,0");
    check_unit(
        &unit("'use strict'; var a; function f() {}", Goal::DirectEval),
        0,
        r#"
        VREF,f FUNC,f1 PUTVALUE LITERAL,"use strict" SETC END,0"#,
    );
}

#[test]
fn decisions() {
    check("function f(a) { if (a) a() }", "VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,8 VREF,a CALL,0 POP END,0");
    check(
        "function f(a) { if (a && !a.b) a(1); else a() }",
        r#"
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,18
        VREF,a GETVALUE LITERAL,"b" REF GETVALUE TOBOOLEAN B.TRUE,18
        VREF,a GETVALUE LITERAL,1 CALL,1 POP B.ALWAYS,21
        VREF,a CALL,0 POP END,0"#,
    );
    check(
        "function f(a) { x: if (a) break x; else a() }",
        "
        VREF,a GETVALUE TOBOOLEAN B.TRUE,7 VREF,a CALL,0 POP END,0",
    );
}

#[test]
fn loops() {
    check(
        "function f(a) { while (a) a() }",
        "
        B.ALWAYS,4 VREF,a CALL,0 POP VREF,a GETVALUE TOBOOLEAN B.TRUE,1 END,0",
    );
    check("function f(a) { do a(); while (a) }", "VREF,a CALL,0 POP VREF,a GETVALUE TOBOOLEAN B.TRUE,0 END,0");
    check(
        "function f(a) { for (var i = 0; i < a; i++) a() }",
        "
        VREF,i LITERAL,0 PUTVALUE B.ALWAYS,14
        VREF,a CALL,0 POP
        VREF,i DUP GETVALUE TONUMBER ONE ADD
        PUTVALUE VREF,i GETVALUE VREF,a GETVALUE LT B.TRUE,4 END,0",
    );
    check(
        "function f(a) { for (;;) { if (a) continue; a() } }",
        "
        VREF,a GETVALUE TOBOOLEAN B.TRUE,0 VREF,a CALL,0 POP B.ALWAYS,0",
    );
}

#[test]
fn for_in_runs_in_an_enum_block() {
    check(
        "function f(a) { for (var k in a) a(k) }",
        "
        VREF,a GETVALUE S.ENUM
        B.ENUM,14 VREF,k EXCH PUTVALUE
        VREF,a GETVALUE VREF,k GETVALUE CALL,1 POP B.ALWAYS,3
        END,1 END,0",
    );
    check(
        "function f(a) { x: for (;;) for (a.k in a) { if (a) continue x; break } }",
        r#"
        VREF,a GETVALUE S.ENUM
        B.ENUM,17 VREF,a GETVALUE LITERAL,"k" REF EXCH PUTVALUE
        VREF,a GETVALUE TOBOOLEAN NOT B.TRUE,17
        END,1 B.ALWAYS,0
        END,1 B.ALWAYS,0"#,
    );
}

#[test]
fn switch_takes_its_value_off_before_a_body_runs() {
    check(
        "function f(a) { switch (a) { case 1: a(); default: return; case a: } }",
        "
        VREF,a GETVALUE
        DUP LITERAL,1 SEQ B.TRUE,13
        DUP VREF,a GETVALUE SEQ B.TRUE,15
        POP B.ALWAYS,20
        POP B.ALWAYS,17
        POP B.ALWAYS,21
        VREF,a CALL,0 POP
        END,0
        END,0",
    );
}

#[test]
fn seed_s03_c_has_the_value_of_the_last_statement() {
    let script = |source: &str, expected: &str| check_unit(&unit(source, Goal::Script), 0, expected);
    script("1; var a = 2", r#"LITERAL,1 SETC LITERAL,"a" LOOKUP LITERAL,2 PUTVALUE END,0"#);
    script(
        "1; if (2) 3",
        "
        LITERAL,1 SETC LITERAL,undefined SETC LITERAL,2 TOBOOLEAN NOT B.TRUE,10 LITERAL,3 SETC END,0",
    );
    script(
        "try { 1 } catch (e) { }",
        r#"
        LITERAL,undefined SETC LITERAL,"e" S.TRYC,7 LITERAL,1 SETC B.ALWAYS,11
        END,2 S.CATCH LITERAL,undefined SETC END,1 END,0"#,
    );
    script(
        "try { 1 } finally { 2 }",
        "
        LITERAL,undefined SETC S.TRYF,6 LITERAL,1 SETC B.ALWAYS,12
        END,2 LITERAL,undefined SETC LITERAL,2 SETC ENDF END,1 END,0",
    );
}

#[test]
fn computed_names_of_auto_accessors_are_kept_in_a_variable() {
    let source = Arc::new(SourceText::new("test.ts", "class A { accessor [f()] = 1; static accessor [g] = 2 }"));
    let options = ParseOptions::new(Goal::Script, NativeStack::default()).in_language(Language::TypeScript);
    let unit = compile_source(source, &options, Backend::Stack, &mut Budget::default());
    let unit = unit.unwrap_or_else(|error| panic!("{error}"));
    verify(&unit).unwrap_or_else(|error| panic!("{error}\n{}", disassemble(&unit)));
    let listed = listed(&unit, 0);
    let kept = listed.windows(3).filter(|window| *window == ["DUP", "ROLL3", "INIT"]).count();
    assert_eq!(kept, 2, "{listed:?}");
}
