//! Calls, tail calls, `new`, direct eval.

use ferrotape_bytecode::{Instruction, Intrinsic};

use super::{check, count, function, names};

#[test]
fn apply_gets_the_arguments_without_an_object() {
    let source = "function f(a) { a = 1; return g.apply(this, arguments) }";
    check(
        source,
        r#"
        s0 function in r3: a=r1
        0  CoerceThis
        1  LoadInt r1, 1
        2  GetGlobal r5, c0="g"
        3  GetMethod r4, r5, c1="apply"
        4  Move r6, r0
        5  CallList r4, 4, s0, r4
        6  Return r4
        "#,
    );
    let on_demand = |source: &str| function(source).arguments.map(|arguments| arguments.on_demand);
    assert_eq!(on_demand(source), Some(true));
    for seen in [
        "arguments[0];",
        "h(arguments);",
        "var arguments;",
        "arguments = a;",
        "(() => arguments)();",
        "g?.apply(this, arguments);",
        "with (a) g.apply(this, arguments);",
        "({ arguments });",
    ] {
        let source = format!("function f(a) {{ {seen} return g.apply(this, arguments) }}");
        assert_eq!(on_demand(&source), Some(false), "{source}");
    }
    assert_eq!(on_demand("function f(a = 1) { return g.apply(this, arguments) }"), Some(false));
    assert_eq!(on_demand("function* f(a) { return g.apply(this, arguments) }"), Some(false));
}

#[test]
fn an_array_that_is_taken_apart_at_once_is_made_only_where_it_can_be_seen() {
    let asks = |body: &str| {
        let code = function(&format!("function f(a, b) {{ {body} }}"));
        count(
            &code,
            |instruction| matches!(instruction, Instruction::Intrinsic { which, .. } if *which == Intrinsic::ArraysArePlain as u8),
        )
    };
    assert_eq!((asks("[a, b] = [b, a]"), asks("[a[b], a[0]] = [a[0], a[b]]")), (1, 2));
    for general in
        ["[a, b] = [...b, a]", "[a = 1, b] = [b, a]", "[a, b] = [, a]", "return [a, b] = [b, a]", "[a, b] = [b]"]
    {
        assert_eq!(asks(general), 0, "{general}");
    }
}

#[test]
fn the_callee_lies_below_its_arguments() {
    check(
        "function f(o, k) { g(1, o); o.m(k); o[k](o.n(), new g(2)); (0, o.m)(); this.x() }",
        r#"
        0  CoerceThis
        1  GetGlobalAndThis r3, c0="g"
        2  LoadInt r5, 1
        3  Move r6, r1
        4  Call r3, r3, r3, 2, 0
        5  GetMethod r3, r1, c1="m"
        6  Move r5, r2
        7  Call r3, r3, r3, 1, 0
        8  GetMethodElement r3, r1, r2
        9  GetMethod r6, r1, c2="n"
        10  Call r5, r6, r6, 0, 0
        11  GetGlobal r7, c0="g"
        12  LoadInt r9, 2
        13  New r6, r7, 1
        14  Call r3, r3, r3, 2, 0
        15  GetProperty r3, r1, c3="m"
        16  Call r3, r3, r3, 0, 1
        17  GetMethod r3, r0, c4="x"
        18  Call r3, r3, r3, 0, 0
        19  ReturnUndefined
        "#,
    );
}

#[test]
fn a_function_in_a_variable_is_called_where_it_is() {
    let call = |source: &str| {
        let is_call = |i: &&Instruction| matches!(i, Instruction::Call { .. });
        *function(source).instructions.iter().find(is_call).expect("there is a call")
    };
    let plain = |callee| Instruction::Call { dst: 3, callee, base: 3, argc: 1, plain: 1 };
    assert_eq!(call("function f(g, x) { g(x) }"), plain(1));
    assert_eq!(call("function f(g, x) { g(x + 1) }"), plain(1));
    assert_eq!(call("function f(g, x) { g(g = x) }"), plain(3), "the function is read before its arguments");
    let Instruction::Call { callee, base, .. } = call("function f(g, x) { (function () { g = x }); g(x + 1) }") else {
        panic!()
    };
    assert_eq!(callee, base, "what x has as valueOf may assign to g");
    assert_eq!(call("function f(g, x) { (0, g)(x) }"), plain(1));
    let method = Instruction::Call { dst: 3, callee: 3, base: 3, argc: 1, plain: 0 };
    assert_eq!(call("function f(g, x) { g.h(x) }"), method);
    assert_eq!(call("function f(g, x) { g?.(x) }"), method);
    assert_eq!(call("function f(g, x) { g`x` }"), method);
}

#[test]
fn chains_reuse_their_registers() {
    check(
        "function f(o) { o.a.b().c[0].d()(1)(2).e }",
        r#"
        0  GetProperty r3, r1, c0="a"
        1  GetMethod r2, r3, c1="b"
        2  Call r2, r2, r2, 0, 0
        3  GetProperty r2, r2, c2="c"
        4  GetElementInt r3, r2, 0
        5  GetMethod r2, r3, c3="d"
        6  Call r2, r2, r2, 0, 0
        7  LoadInt r4, 1
        8  Call r2, r2, r2, 1, 1
        9  LoadInt r4, 2
        10  Call r2, r2, r2, 1, 1
        11  GetProperty r2, r2, c4="e"
        12  ReturnUndefined
        "#,
    );
}

#[test]
fn seed_c11_calls_in_tail_position_replace_the_frame() {
    check(
        "function f(x) { return x ? g(x) : (x, x && h() || k.l(x)) }",
        r#"
        0  JumpIfFalse r1, ->5
        1  GetGlobalAndThis r2, c0="g"
        2  Move r4, r1
        3  TailCall r2, r2, r2, 1, 0
        4  Return r2
        5  Move r2, r1
        6  JumpIfFalse r2, ->9
        7  GetGlobalAndThis r3, c1="h"
        8  Call r2, r3, r3, 0, 0
        9  JumpIfTrue r2, ->15
        10  GetGlobal r4, c2="k"
        11  GetMethod r3, r4, c3="l"
        12  Move r5, r1
        13  TailCall r3, r3, r3, 1, 0
        14  Return r3
        15  Return r2
        "#,
    );
    for source in [
        "function f(x) { try { return f(x) } catch (e) { } }",
        "function f(x) { try { return f(x) } finally { } }",
        "function f(x) { try { } catch (e) { return f(x) } finally { } }",
        "function f(x) { return f(x) + 1 }",
        "function f(x) { return eval(x) }",
        "function f(x) { return new f(x) }",
    ] {
        let function = function(source);
        assert_eq!(count(&function, |i| matches!(i, Instruction::TailCall { .. })), 0, "{source}");
    }
    for source in [
        "function f(x) { try { x() } catch (e) { return f(x) } }",
        "function f(x) { try { } finally { return f(x) } }",
        "function f(x) { for (;;) with (x) return f(x) }",
        // The callee refuses, not the caller.
        "function f(x) { 'use notail'; return x() }",
    ] {
        let function = function(source);
        assert_eq!(count(&function, |i| matches!(i, Instruction::TailCall { .. })), 1, "{source}");
    }
}

#[test]
fn seed_c18_calls_through_the_name_eval_are_marked() {
    check(
        "function f(a) { eval(a, 1); (0, eval)(a); (eval)(a); a.eval() }",
        r#"
        s0 function in r3 dynamic: a=r1, arguments=r2
        0  CoerceThis
        1  GetNameAndThis r4, n0="eval" from s0
        2  Move r6, r1
        3  LoadInt r7, 1
        4  CallEval r4, r4, 2, s0
        5  GetName r4, n0="eval" from s0
        6  Move r6, r1
        7  Call r4, r4, r4, 1, 1
        8  GetNameAndThis r4, n0="eval" from s0
        9  Move r6, r1
        10  CallEval r4, r4, 1, s0
        11  GetMethod r4, r1, c0="eval"
        12  Call r4, r4, r4, 0, 0
        13  ReturnUndefined
        "#,
    );
    let function = function("function f(eval) { return eval('1') }");
    assert_eq!(count(&function, |i| matches!(i, Instruction::CallEval { .. })), 1);
}

#[test]
fn sloppy_functions_that_use_this_convert_it() {
    assert_eq!(names("function f() { return this }"), ["CoerceThis", "Return"]);
    assert_eq!(names("function f() { 'use strict'; return this }"), ["Return"]);
    assert_eq!(names("function f() { return 1 }"), ["LoadInt", "Return"]);
}

#[test]
fn errors_point_at_what_is_called() {
    let source = "function f(a) { a.b.c(a . d); throw a.e }";
    let function = function(source);
    let position = |name: &str| {
        let index = function.instructions.iter().position(|i| i.name() == name).unwrap();
        &source[function.positions.offset(index as u32) as usize..]
    };
    assert!(position("GetMethod").starts_with("c(a"));
    assert!(position("Call").starts_with("c(a"));
    assert!(position("GetProperty").starts_with("b.c"));
    assert!(position("Throw").starts_with("throw"));
}
