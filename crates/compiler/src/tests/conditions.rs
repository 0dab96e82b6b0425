//! Decisions, loops, switches.

use ferrotape_bytecode::Instruction;

use super::{check, count, function, names};

#[test]
fn seed_c17_a_condition_makes_no_value() {
    check(
        "function f(A, B, C) { if (!((A && B) || C)) print(1); else print(2) }",
        r#"
        0  JumpIfFalse r1, ->2
        1  JumpIfTrue r2, ->7
        2  JumpIfTrue r3, ->7
        3  GetGlobalAndThis r4, c0="print"
        4  LoadInt r6, 1
        5  Call r4, r4, r4, 1, 0
        6  ReturnUndefined
        7  GetGlobalAndThis r4, c0="print"
        8  LoadInt r6, 2
        9  Call r4, r4, r4, 1, 0
        10  ReturnUndefined
        "#,
    );
}

#[test]
fn seed_c17_the_documents_condition() {
    let source = "function f(A, B, C, D, E, F) { if (!((A && B) || (C && D && E) || F)) t(); else u() }";
    let code = function(source).instructions;
    let jumps: Vec<&str> = code.iter().filter(|i| i.target().is_some()).map(|i| i.name()).collect();
    assert_eq!(jumps, ["JumpIfFalse", "JumpIfTrue", "JumpIfFalse", "JumpIfFalse", "JumpIfTrue", "JumpIfTrue"]);
    assert!(!code.iter().any(|i| matches!(i, Instruction::Not { .. } | Instruction::Jump { .. })));
    for jump in code.iter() {
        assert!(jump.target().is_none_or(|to| !matches!(code[to as usize], Instruction::Jump { .. })));
    }
}

#[test]
fn what_a_loop_compares_with_is_loaded_once() {
    check(
        "function f() { for (var i = 0; i < 100000; i++); }",
        r#"
        0  LoadInt r1, 0
        1  LoadInt r2, 100000
        2  JumpIfNotLess r1, r2, ->5
        3  Increment r1, r1
        4  JumpIfLess r1, r2, ->3
        5  ReturnUndefined
        "#,
    );
}

#[test]
fn tests_of_types_and_null_are_one_instruction() {
    let of = |condition: &str| names(&format!("function f(a, g) {{ if ({condition}) g = 1 }}"))[0].to_owned();
    for (condition, expected) in [
        ("a === null", "JumpIfNotNull"),
        ("null !== a", "JumpIfNull"),
        ("typeof a === 'string'", "JumpIfNotTypeOf"),
        ("'function' == typeof a", "JumpIfNotTypeOf"),
        ("typeof a != 'undefined'", "JumpIfTypeOf"),
        ("!(typeof a === 'object')", "JumpIfTypeOf"),
        ("typeof b === 'object'", "GetGlobalOrUndefined"),
        ("typeof a === 'null'", "TypeOf"),
        ("typeof a === g", "TypeOf"),
        ("typeof a < 'string'", "TypeOf"),
    ] {
        assert_eq!(of(condition), expected, "{condition}");
    }
    assert_eq!(names("function f(g) { if (typeof null === 'object') g = 1 }"), ["LoadInt", "ReturnUndefined"]);
}

#[test]
fn comparisons_and_their_jumps_are_one_instruction() {
    check(
        "function f(a, b) { if (a < b) b++; if (a >= 3) b++; if (4 < a) b++; if (a == null) b++; if (a !== undefined) b++;
            if (a === 'x') b++; if (a != 100000) b++; return a === void 0 && b != null }",
        r#"
        0  JumpIfNotLess r1, r2, ->2
        1  Increment r2, r2
        2  JumpIfNotGreaterEqualInt r1, 3, ->4
        3  Increment r2, r2
        4  JumpIfNotGreaterInt r1, 4, ->6
        5  Increment r2, r2
        6  JumpIfNotEqualNull r1, ->8
        7  Increment r2, r2
        8  JumpIfUndefined r1, ->10
        9  Increment r2, r2
        10  LoadConstant r3, k0="x"
        11  JumpIfStrictNotEqual r1, r3, ->13
        12  Increment r2, r2
        13  LoadInt r3, 100000
        14  JumpIfEqual r1, r3, ->16
        15  Increment r2, r2
        16  LoadUndefined r4
        17  StrictEqual r3, r1, r4
        18  JumpIfFalse r3, ->21
        19  LoadNull r4
        20  NotEqual r3, r2, r4
        21  Return r3
        "#,
    );
}

#[test]
fn a_turn_of_a_loop_runs_one_branch() {
    check(
        "function f(n) { for (var i = 0, s = 0; i < n; i++) s += i; while (n.a) n = n.b; do n--; while (n) }",
        r#"
        0  LoadInt r2, 0
        1  LoadInt r3, 0
        2  JumpIfNotLess r2, r1, ->8
        3  Add r3, r3, r2
        4  Increment r2, r2
        5  JumpIfLess r2, r1, ->3
        6  Jump ->8
        7  GetProperty r1, r1, c0="b"
        8  GetProperty r4, r1, c1="a"
        9  JumpIfTrue r4, ->7
        10  Decrement r1, r1
        11  JumpIfTrue r1, ->10
        12  ReturnUndefined
        "#,
    );
    check("function f() { for (;;) ; }", "0  Jump ->0");
    check(
        "function f(a) { while (true) if (a) break; else continue; }",
        r#"
        0  JumpIfFalse r1, ->0
        1  ReturnUndefined
    "#,
    );
}

#[test]
fn seed_c16_break_and_continue_are_plain_jumps_and_unused_labels_cost_nothing() {
    check(
        "function f(a, b) { x: y: for (;;) { z: for (;;) { if (a) continue x; if (b) break y; a() } } }",
        r#"
        0  JumpIfTrue r1, ->0
        1  JumpIfFalse r2, ->3
        2  ReturnUndefined
        3  Call r3, r1, r3, 0, 1
        4  Jump ->0
        "#,
    );
    let labelled = function("function f(a) { x: y: z: { a() } w: a() }").instructions;
    assert_eq!(labelled, function("function f(a) { { a() } a() }").instructions);
}

#[test]
fn seed_c15_dense_cases_make_a_table() {
    check(
        "function f(x) { switch (x) { case 3: return 1; case -1: case 0: x = 2; default: x = 3; break; case 3: x = 4 } return x }",
        r#"
        0  Switch r1, t0
        1  Jump ->5
        2  LoadInt r2, 1
        3  Return r2
        4  LoadInt r1, 2
        5  LoadInt r1, 3
        6  Return r1
        t0 from -1: ->4 ->4 ->5 ->5 ->2
        "#,
    );
    let cases: String = (0..256).map(|case| format!("case {case}: return {};", case * 3)).collect();
    let function = function(&format!("function f(x) {{ switch (x) {{ {cases} }} }}"));
    assert_eq!(function.switches[0].targets.len(), 256);
    assert_eq!(count(&function, |i| matches!(i, Instruction::JumpIfStrictEqualInt { .. })), 0);
}

#[test]
fn seed_c15_other_cases_are_searched_in_order() {
    check(
        "function f(x) { switch (x) { default: x = 1; case 1: case 'a': x = 2; case x.y: } }",
        r#"
        0  JumpIfStrictEqualInt r1, 1, ->6
        1  LoadConstant r2, k0="a"
        2  JumpIfStrictEqual r1, r2, ->6
        3  GetProperty r2, r1, c0="y"
        4  JumpIfStrictEqual r1, r2, ->7
        5  LoadInt r1, 1
        6  LoadInt r1, 2
        7  ReturnUndefined
    "#,
    );
    let scattered = function("function f(x) { switch (x) { case 1: case 1000: case 2000: case 3000: x() } }");
    assert!(scattered.switches.is_empty());
}

#[test]
fn the_value_of_a_switch_is_kept_from_its_cases() {
    let first = names("function f(x) { switch (x) { case x = 2: x() } }")[0];
    assert_eq!(first, "Move");
}

#[test]
fn seed_c14_for_in_evaluates_its_target_on_every_turn() {
    check(
        "function f(o, e) { for (var k in o); for (o[e()] in o); for (var i = 8 in o); }",
        r#"
        0  ForInStart r5, r1
        1  ForInNext r3, r5, ->3
        2  Jump ->1
        3  ForInStart r5, r1
        4  ForInNext r6, r5, ->9
        5  Move r7, r1
        6  Call r8, r2, r8, 0, 1
        7  SetElement r7, r8, r6
        8  Jump ->4
        9  LoadInt r4, 8
        10  ForInStart r5, r1
        11  ForInNext r4, r5, ->13
        12  Jump ->11
        13  ReturnUndefined
        "#,
    );
}
