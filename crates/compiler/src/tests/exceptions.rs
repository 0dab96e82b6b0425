//! try, catch, finally, and completion values.

use ferrotape_syntax::Goal;

use super::{check, check_unit, compiled, register_code, script};

#[test]
fn seed_c12_ways_out_pass_the_finally_block() {
    check(
        "function f(a) { for (;;) try { if (a) return a.b; if (a.c) continue; break } finally { a() } }",
        r#"
        0  JumpIfFalse r1, ->4
        1  GetProperty r3, r1, c0="b"
        2  LoadInt r2, 2
        3  Jump ->13
        4  GetProperty r4, r1, c1="c"
        5  JumpIfFalse r4, ->9
        6  LoadUndefined r3
        7  LoadInt r2, 3
        8  Jump ->13
        9  LoadUndefined r3
        10  LoadInt r2, 4
        11  Jump ->13
        12  LoadInt r2, 1
        13  Call r4, r1, r4, 0, 1
        14  JumpIfStrictNotEqualInt r2, 2, ->16
        15  Return r3
        16  JumpIfStrictEqualInt r2, 3, ->0
        17  JumpIfStrictNotEqualInt r2, 4, ->19
        18  ReturnUndefined
        19  Rethrow r3
        catch 0..12 ->12 in r3
        "#,
    );
}

#[test]
fn nested_finally_blocks_are_passed_one_after_the_other() {
    check(
        "function f(a) { try { try { return 1 } finally { a() } } finally { return 2 } }",
        r#"
        0  LoadInt r5, 1
        1  LoadInt r4, 2
        2  Call r6, r1, r6, 0, 1
        3  Move r2, r4
        4  Move r3, r5
        5  Jump ->7
        6  LoadInt r2, 1
        7  LoadInt r4, 2
        8  Return r4
        catch 0..6 ->6 in r3
        "#,
    );
    check(
        "function f(a) { try { try { return a.b } finally { a() } } finally { return 2 } }",
        r#"
        0  GetProperty r5, r1, c0="b"
        1  LoadInt r4, 2
        2  Jump ->4
        3  LoadInt r4, 1
        4  Call r6, r1, r6, 0, 1
        5  JumpIfStrictEqualInt r4, 1, ->9
        6  Move r2, r4
        7  Move r3, r5
        8  Jump ->11
        9  Rethrow r5
        10  LoadInt r2, 1
        11  LoadInt r4, 2
        12  Return r4
        catch 0..3 ->3 in r5
        catch 0..10 ->10 in r3
        "#,
    );
}

#[test]
fn ways_into_a_finally_block_that_nothing_takes_are_not_produced() {
    check(
        "function f(a) { try { a = 1 } finally { a() } }",
        r#"
        0  LoadInt r1, 1
        1  Call r4, r1, r4, 0, 1
        2  ReturnUndefined
        "#,
    );
    check(
        "function f(a) { try { return 1 } finally { a() } }",
        r#"
        0  LoadInt r3, 1
        1  LoadInt r2, 2
        2  Call r4, r1, r4, 0, 1
        3  Return r3
        "#,
    );
    check(
        "function f(a) { for (;;) try { if (a) break } finally { a() } }",
        r#"
        0  JumpIfFalse r1, ->4
        1  LoadUndefined r3
        2  LoadInt r2, 2
        3  Jump ->5
        4  LoadInt r2, 0
        5  Call r4, r1, r4, 0, 1
        6  JumpIfStrictEqualInt r2, 0, ->0
        7  ReturnUndefined
        "#,
    );
    check(
        "function f(a) { try { try { return a } finally { } } finally { a() } }",
        r#"
        0  Move r5, r1
        1  LoadInt r4, 2
        2  Move r2, r4
        3  Move r3, r5
        4  Call r4, r1, r4, 0, 1
        5  Return r3
        "#,
    );
}

#[test]
fn inner_catchers_stand_before_outer_ones() {
    let unit =
        script("function f(a) { try { try { a() } catch (e) { a(e) } } catch (e) { try { a(e) } catch (g) { } } }");
    let catchers = &register_code(&unit.functions[1]).catchers;
    assert_eq!(catchers.len(), 3);
    assert!(catchers[0].start >= catchers[1].start && catchers[0].end <= catchers[1].end);
    assert!(catchers.iter().all(|catcher| !(catcher.start..catcher.end).contains(&catcher.handler)));
}

#[test]
fn seed_c10_completion_values() {
    let unit = script("1; do { 2; break } while (0)");
    check_unit(
        &unit,
        0,
        r#"
        0  LoadUndefined r1
        1  LoadInt r1, 2
        2  Return r1
        "#,
    );
    let unit = compiled("1;;var x = 2;", Goal::DirectEval);
    check_unit(
        &unit,
        0,
        r#"
        declares x
        0  LoadInt r1, 1
        1  ResolveName r2, n0="x" skip 0
        2  LoadInt r3, 2
        3  SetResolved r3, r2, n0="x" skip 0
        4  Return r1
        "#,
    );
    let unit = script("1; if (x) 2; else ;");
    check_unit(
        &unit,
        0,
        r#"
        0  LoadUndefined r1
        1  GetGlobal r2, c0="x"
        2  JumpIfFalse r2, ->5
        3  LoadInt r1, 2
        4  Return r1
        5  Return r1
        "#,
    );
    let unit = script("do { 1; try { 2; break } finally { 3 } } while (0)");
    check_unit(
        &unit,
        0,
        r#"
        0  LoadUndefined r1
        1  LoadInt r1, 1
        2  LoadUndefined r1
        3  LoadInt r1, 2
        4  LoadUndefined r3
        5  LoadInt r2, 2
        6  Move r4, r1
        7  LoadUndefined r1
        8  LoadInt r1, 3
        9  Move r1, r4
        10  Return r1
        "#,
    );
}
