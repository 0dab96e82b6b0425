//! Ticks in code. The verifier proves that all code compiled here ticks often enough.

use ferrotape_bytecode::{Instruction, MOST_WITHOUT_TICK, RegisterCode};

use super::{count, function};

fn ticks(function: &RegisterCode) -> usize {
    count(function, |i| matches!(i, Instruction::Tick { .. }))
}

/// Returns shapes with long paths, of that many parts.
fn long_ways(count: usize) -> Vec<(&'static str, String)> {
    let steps = |count: usize| "a = b;".repeat(count);
    let numbered = |part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
    // The native stack limits nesting.
    let depth = count.min(30);
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(depth), close.repeat(depth));
    let throws_late = format!("try {{ {} b.c; {} }} catch (e) {{ {} }}", steps(240), steps(20), steps(3));
    let handlers = nested(&format!("try {{ {}", steps(3)), &format!("}} catch (e) {{ {} b.c }}", steps(240)));
    // A jump back to its body leaves the loop, which leads out of everything.
    let left = format!("x: {{ while ({}c) {{ break x }} {} }}", "b, ".repeat(100), steps(300));
    let begins = format!("if (c) {{ {} }} for (;;) {{ if (b) break; {} if (a) continue; }}", steps(250), steps(9));
    vec![
        ("functions", numbered(&|n| format!("function f{n}() {{}}"))),
        ("functions that are captured", numbered(&|n| format!("function f{n}() {{ f{n} }}"))),
        ("strings that are cases", format!("switch (a) {{ {} }}", numbered(&|n| format!("case 's{n}': b;")))),
        ("other cases", format!("switch (a) {{ {} }}", numbered(&|n| format!("case b - {n}: b;")))),
        ("throws before a tick", throws_late.repeat(count)),
        ("handlers in each other", handlers),
        ("loops that are left", left.repeat(count)),
        ("loops that wait", format!("async function g() {{ {} }}", "for await (let x of []) {}".repeat(count))),
        ("loops behind parts that are skipped", begins.repeat(count)),
        ("finally in finally", nested("try { a = b } finally { ", "}")),
        ("returns through finally", nested("try { if (a) return b; a = b.c } finally { a = b; ", "}")),
        ("ways out", {
            let inner = numbered(&|n| format!("if (a == {n}) break x{};", n % depth));
            let labels: String = (0..depth).map(|n| format!("x{n}: ")).collect();
            format!("{labels} for (;;) {{ try {{ {inner} }} finally {{ a = b }} }}")
        }),
        ("conditions", format!("if ({} b) c = a", "a && b || ".repeat(count))),
        ("choices", format!("c = {} b", "a ? b : ".repeat(depth))),
        ("properties", format!("c = {{ {} }}", numbered(&|n| format!("p{n}: b,")))),
        ("elements", format!("c = [{}]", "a, , ".repeat(count))),
        ("variables", numbered(&|n| format!("var v{n}; v{n} = v{};", n / 2))),
    ]
}

#[test]
fn no_way_is_long_without_a_tick() {
    for many in [1, 10, 100, 1_000] {
        for (what, body) in long_ways(many) {
            let function = function(&format!("function f(a, b, c) {{ {body} }}"));
            let most = function.instructions.len() / MOST_WITHOUT_TICK as usize * 2 + 2;
            assert!(ticks(&function) <= most, "{what} × {many}: {} ticks", ticks(&function));
        }
    }
}

#[test]
fn straight_code_ticks_at_the_bound() {
    for (count, expected) in [(255, 0), (256, 1), (511, 1), (512, 2), (5_000, 19)] {
        let function = function(&format!("function f(a, b) {{ {} }}", "a = b;".repeat(count)));
        assert_eq!(ticks(&function), expected, "{count}");
        assert_eq!(function.instructions.len(), count + 1 + expected);
    }
}

#[test]
fn a_turn_of_a_loop_does_not_pay_for_what_stands_before_the_loop() {
    for before in 240..260 {
        let function = function(&format!("function f(a, b) {{ {} for (;;) a = b.c }}", "a = b;".repeat(before)));
        let end = function.instructions.len() - 1;
        let Instruction::Jump { to } = function.instructions[end] else { panic!("the loop's end") };
        let turn = &function.instructions[to as usize..];
        assert!(!matches!(turn[0], Instruction::Tick { .. }), "{turn:?}");
        assert_eq!(ticks(&function), usize::from(before >= 255), "{before}");
    }
}
