//! Names, records, closures, scopes.

use ferrotape_bytecode::{FunctionKind, Instruction, NameStart, ScopeKind};
use ferrotape_syntax::Goal;

use super::{check, check_unit, compiled, function, listing, names, register_code, script};

#[test]
fn seed_i12_no_names_where_nothing_is_dynamic() {
    let plain = function("function f(a) { var b = a; function g() { return b } return g }");
    assert!(plain.names.is_empty());
    assert_eq!(plain.scopes[0].bindings.len(), 1, "only what is captured has a name");
    let plain = function("function f(a) { var b = a; return b + c }");
    assert!(plain.names.is_empty() && plain.scopes.is_empty());
    let unit = script("function f(a) { eval(a); return c }");
    check_unit(
        &unit,
        1,
        r#"
        s0 function in r3 dynamic: a=r1, arguments=r2
        0  CoerceThis
        1  GetNameAndThis r4, n0="eval" from s0
        2  Move r6, r1
        3  CallEval r4, r4, 1, s0
        4  GetName r4, n1="c" from s0
        5  Return r4
        "#,
    );
}

/// Compiles the document's `a += 1` on the fast path and its `b += 1` on the slow path.
#[test]
fn seed_i12_the_documents_increments() {
    let unit = script("function f() { var a = 1; eval('var b = 1'); a += 1; b += 1 }");
    check_unit(
        &unit,
        1,
        r#"
        s0 function in r3 dynamic: a=r1, arguments=r2
        0  CoerceThis
        1  LoadInt r1, 1
        2  GetNameAndThis r4, n0="eval" from s0
        3  LoadConstant r6, k0="var b = 1"
        4  CallEval r4, r4, 1, s0
        5  AddInt r1, r1, 1
        6  ResolveName r4, n1="b" from s0
        7  GetResolved r5, r4, n1="b" from s0
        8  AddInt r5, r5, 1
        9  SetResolved r5, r4, n1="b" from s0
        10  ReturnUndefined
        "#,
    );
}

#[test]
fn variables_of_outer_functions_are_reached_by_depth_and_index() {
    let unit = script(
        "function f(a, b) { var n = 1; function h() {} return function () { var m; return function () { m = n; b = h } } }",
    );
    check_unit(
        &unit,
        1,
        r#"
        s0 function in r5: b=r2, n=r3, h=r4
        0  MakeClosure r4, s0, f2
        1  LoadInt r3, 1
        2  MakeClosure r6, s0, f3
        3  Return r6
        "#,
    );
    check_unit(
        &unit,
        4,
        r#"
        0  GetOuter r1, 1, 1
        1  SetOuter r1, 0, 0
        2  GetOuter r1, 1, 2
        3  SetOuter r1, 1, 0
        4  ReturnUndefined
        "#,
    );
}

#[test]
fn seed_c25_lookups_skip_records_that_cannot_hold_the_name() {
    let unit = script(
        "function f(o) { with (o) { (function () { var p; (function () { var q; (function () { return [p, q, r] })() })() })() } }",
    );
    let innermost = unit
        .functions
        .iter()
        .map(register_code)
        .find(|function| function.names.len() == 1 && function.scopes.is_empty());
    let start = innermost.map(|function| function.names[0].start);
    assert_eq!(start, Some(NameStart::Environment(2)), "{}", ferrotape_bytecode::disassemble(&unit));
    let unit = script("function f(o) { with (o) { try { x } catch (e) { (function () { return e }); x = y } } }");
    assert_eq!(register_code(&unit.functions[1]).scopes[0].kind, ScopeKind::With);
    assert!(
        register_code(&unit.functions[1]).names.iter().all(|name| name.start == NameStart::Scope(0)),
        "not the catch clause"
    );
}

#[test]
fn undefined_and_its_like_are_constants_where_they_are_globals() {
    assert_eq!(names("function f(a) { a = undefined; a = NaN; a = Infinity }")[..2], ["LoadUndefined", "LoadConstant"]);
    assert_eq!(names("function f(a, undefined) { a = undefined }"), ["Move", "ReturnUndefined"]);
    assert_eq!(names("function f(a) { undefined = a }"), ["SetGlobal", "ReturnUndefined"]);
}

#[test]
fn strict_assignments_to_globals_ask_first() {
    check(
        "function f() { 'use strict'; x = g(); y = 1; z += 2 }",
        r#"
        0  HasGlobal r1, c0="x"
        1  GetGlobalAndThis r2, c1="g"
        2  Call r2, r2, r2, 0, 0
        3  SetGlobalIfExists r2, r1, c2="x"
        4  LoadInt r1, 1
        5  SetGlobal r1, c3="y"
        6  GetGlobal r1, c4="z"
        7  AddInt r1, r1, 2
        8  SetGlobal r1, c5="z"
        9  ReturnUndefined
        "#,
    );
    assert_eq!(names("function f() { x = g() }"), ["GetGlobalAndThis", "Call", "SetGlobal", "ReturnUndefined"]);
}

#[test]
fn seed_i02_the_own_name_of_a_function_expression_is_immutable() {
    let unit = script("(function f() { f = 1; return f })");
    check_unit(
        &unit,
        1,
        r#"
        0  LoadCallee r1
        1  Return r1
        "#,
    );
    let unit = script("(function f() { 'use strict'; f = 1 })");
    check_unit(
        &unit,
        1,
        r#"
        0  ThrowError 5, "Assignment to constant variable."
        "#,
    );
    let unit = script("(function f() { return function () { f = 1; f += 1; return f } })");
    check_unit(
        &unit,
        1,
        r#"
        s0 function name in r2: f=r1 immutable
        0  LoadCallee r1
        1  MakeClosure r3, s0, f2
        2  Return r3
        "#,
    );
    check_unit(
        &unit,
        2,
        r#"
        0  GetOuter r1, 0, 0
        1  AddInt r1, r1, 1
        2  GetOuter r1, 0, 0
        3  Return r1
        "#,
    );
}

#[test]
fn seed_c19_the_arguments_object_is_made_only_where_it_can_be_seen() {
    assert_eq!(function("function f(a) { return a }").arguments, None);
    let sloppy = function("function f(a) { return arguments }");
    assert_eq!(sloppy.arguments.and_then(|arguments| arguments.mapped).map(|mapped| mapped.scope), Some(0));
    let strict = function("function f(a) { 'use strict'; return arguments }");
    assert_eq!(strict.arguments.map(|arguments| arguments.mapped), Some(None));
    assert!(strict.scopes.is_empty());
}

#[test]
fn seed_c12_a_plain_catch_variable_is_a_register() {
    let function = function("function f() { try { g() } catch (e) { h(e) } }");
    assert!(function.scopes.is_empty() && function.names.is_empty());
    assert_eq!(function.catchers[0].register, 1);
}

#[test]
fn seed_c13_scopes_are_closed_on_every_way_out() {
    check(
        "function f(o) { for (;;) try { o() } catch (e) { o(function () { return e }); if (o) break; else continue; } }",
        r#"
        s0 catch in r3: e=r2
        0  Call r4, r1, r4, 0, 1
        1  Jump ->0
        2  MakeClosure r6, s0, f2
        3  Call r4, r1, r4, 1, 1
        4  JumpIfFalse r1, ->7
        5  CloseScope s0
        6  ReturnUndefined
        7  CloseScope s0
        8  Jump ->0
        catch 0..1 ->2 in r2
        "#,
    );
    check(
        "function f(o) { for (;;) with (o) { if (a) break; if (b) return 1 } }",
        r#"
        s0 with in r2
        0  EnterWith r1, s0
        1  GetName r3, n0="a" from s0
        2  JumpIfFalse r3, ->5
        3  CloseScope s0
        4  ReturnUndefined
        5  GetName r3, n1="b" from s0
        6  JumpIfFalse r3, ->9
        7  LoadInt r3, 1
        8  Return r3
        9  CloseScope s0
        10  Jump ->0
        "#,
    );
}

#[test]
fn functions_of_blocks_are_made_on_entry_and_become_variables() {
    check(
        "function f(o) { if (o) { g(); function g() {} } return g }",
        r#"
        0  JumpIfFalse r1, ->4
        1  MakeClosure r3, -, f2
        2  Call r4, r3, r4, 0, 1
        3  Move r2, r3
        4  Return r2
        "#,
    );
    let unit = script("{ function g() {} }");
    check_unit(
        &unit,
        0,
        r#"
        declares g
        0  MakeClosure r1, -, f1
        1  SetVariable r1, n0="g" skip 0
        2  Return r2
        "#,
    );
    let unit = compiled("{ function g() {} }", Goal::DirectEval);
    check_unit(
        &unit,
        0,
        r#"
        declares g
        0  MakeClosure r1, -, f1
        1  SetVariable r1, n0="g" skip 0
        2  Return r2
        "#,
    );
}

#[test]
fn the_last_of_equal_functions_counts() {
    check(
        "function f() { function g() {} function g() { 1 } return g }",
        r#"
        0  MakeClosure r1, -, f3
        1  Return r1
        "#,
    );
    // Made in the order of the source.
    check(
        "function f() { function g() {} function h() {} function g() {} }",
        r#"
        0  MakeClosure r2, -, f3
        1  MakeClosure r1, -, f4
        2  ReturnUndefined
        "#,
    );
    let unit = script("function g() {} function h() {} function g() {} var g, i, i;");
    assert!(listing(&unit, 0).starts_with("declares function h = f2\ndeclares function g = f3\ndeclares i\n"));
}

#[test]
fn eval_code_declares_by_name_and_strict_eval_code_does_not() {
    let sloppy = compiled("var a = 1; function f() {}", Goal::DirectEval);
    assert_eq!(sloppy.functions[0].kind, FunctionKind::Eval);
    check_unit(
        &sloppy,
        0,
        r#"
        declares function f = f1
        declares a
        0  MakeClosure r2, -, f1
        1  SetVariable r2, n0="f" skip 0
        2  ResolveName r2, n1="a" skip 0
        3  LoadInt r3, 1
        4  SetResolved r3, r2, n1="a" skip 0
        5  Return r1
        "#,
    );
    let strict = compiled("'use strict'; var a = 1; function f() { return a }", Goal::DirectEval);
    assert_eq!(register_code(&strict.functions[0]).scopes[0].kind, ScopeKind::Eval);
    check_unit(
        &strict,
        0,
        r#"
        s0 eval in r3: a=r1
        0  MakeClosure r2, s0, f1
        1  LoadConstant r4, k0="use strict"
        2  LoadInt r1, 1
        3  Return r4
        "#,
    );
}

#[test]
fn functions_of_eval_code_are_made_where_its_lexical_declarations_are() {
    for start in ["", "'use strict'; "] {
        let unit = compiled(&format!("{start}let y = 3; function k() {{ return y }}"), Goal::DirectEval);
        let code = register_code(&unit.functions[0]);
        let made = code.instructions.iter().find_map(|instruction| match *instruction {
            Instruction::MakeClosure { scope, .. } => code.scopes.get(usize::from(scope)),
            _ => None,
        });
        assert_eq!(made.map(|scope| scope.bindings.len()), Some(1), "{}", listing(&unit, 0));
        let function = register_code(&unit.functions[1]);
        let around = 1 + u32::from(made.is_some_and(|scope| scope.parent.is_some()));
        assert_eq!(function.records_around, around);
    }
}

#[test]
fn the_comma_operator_gives_a_value_and_not_a_reference() {
    assert_eq!(names("function f() { typeof (0, x) }")[..2], ["GetGlobal", "TypeOf"]);
    assert_eq!(names("function f(o) { with (o) (0, g)() }")[1..3], ["GetName", "Call"]);
}
