//! Code without calls and loops costs fuel by its length, whatever parts of it are skipped.

use ferrotape::{Backend, Engine, Termination};

use crate::support::{Outcome, run};

const FUEL: u64 = 1_000_000;

/// Function bodies that run at least so many instructions.
fn bodies() -> Vec<(&'static str, String, u32)> {
    let statements = |count: usize| "a = b;".repeat(count);
    let skipping = format!("{} if (no) {{ {} }}", statements(120), statements(20)).repeat(100);
    let skipping_most = format!("if (no) {{ {} }} a = b;", statements(200)).repeat(300);
    let cases: String = (0..200).map(|n| format!("case {n}: {}", statements(100))).collect();
    let joined = format!("if (no) {{ {} }} else {{ {} }}", statements(10), statements(120)).repeat(100);
    let caught = format!("try {{ {} no.no }} catch (e) {{ {} }}", statements(100), statements(100)).repeat(60);
    vec![
        ("statements", statements(20_000), 20_000),
        ("one expression", format!("a = {}b;", "b + ".repeat(20_000)), 20_000),
        ("a list", format!("a = [{}]", "b, ".repeat(20_000)), 20_000),
        ("parts that are skipped", skipping, 12_000),
        ("hardly anything but parts that are skipped", skipping_most, 600),
        ("the shorter branch", joined, 12_000),
        ("cases", format!("switch (0) {{ {cases} }}"), 20_000),
        ("handlers", caught, 12_000),
        ("a function of its own", format!("(function () {{ {} }})()", statements(20_000)), 20_000),
    ]
}

#[test]
fn long_code_costs_what_it_is_long() {
    for backend in [Backend::Register, Backend::Stack] {
        for (what, body, instructions) in bodies() {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let made = format!("var n = 0, no; function f() {{ var a, b = 1; {body} }}");
            assert_eq!(run(&mut engine, &made), Outcome::Other, "{what}");
            engine.set_fuel(FUEL);
            assert_eq!(run(&mut engine, "for (;;) { f(); n++ }"), Outcome::Stopped(Termination::OutOfFuel), "{what}");
            engine.set_fuel(None);
            let Outcome::Number(calls) = run(&mut engine, "n") else { panic!("{what}: n is a number") };
            let per_call = FUEL as f64 / (calls + 1.0);
            assert!(per_call >= f64::from(instructions) / 2.0, "{what} on {backend:?}: {per_call} for {instructions}");
        }
    }
}

/// A variable that is many records out takes long to find.
#[test]
fn variables_far_out_cost_more() {
    let thread = std::thread::Builder::new().stack_size(16 << 20);
    thread.spawn(access_far_out).expect("a thread").join().expect("no panic");
}

fn access_far_out() {
    const DEPTH: usize = 120;
    for access in ["x = v", "v = 1", "v++", "x = v.x", "x = typeof v"] {
        // Each function captures a variable, so each has a record.
        let open: String = (0..DEPTH).map(|n| format!("(function (p{n}) {{ function keep() {{ p{n} }}")).collect();
        let body = format!("var x; for (;;) {{ {} n++ }}", format!("{access};").repeat(100));
        let script = format!("var n = 0; (function (v) {{ {open} {body} {} }})(1)", "})(1);".repeat(DEPTH));
        let mut engine = Engine::builder().native_stack(8 << 20).fuel(FUEL).build().expect("an engine");
        assert_eq!(run(&mut engine, &script), Outcome::Stopped(Termination::OutOfFuel), "{access}");
        engine.set_fuel(None);
        let Outcome::Number(turns) = run(&mut engine, "n") else { panic!("{access}: n is a number") };
        let per_access = FUEL as f64 / ((turns + 1.0) * 100.0);
        assert!(per_access >= DEPTH as f64 / 8.0, "{access}: {per_access}");
    }
}
