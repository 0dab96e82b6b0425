//! Rows of the seed map that only numbers show: records made, memory kept, work done. Each test has the name of its
//! row; `docs/seed-map.md` lists them all.

use ferrotape::limits::Stats;
use ferrotape::script::TailCalls;
use ferrotape::{Builder, Engine, Value};

use crate::support::{Outcome, on_small_stack, run, run_limited};

/// Returns the cost of a script in a new engine.
fn cost(script: &str) -> Stats {
    cost_with(Engine::builder(), script)
}

fn cost_with(builder: Builder, script: &str) -> Stats {
    let mut engine = builder.build().expect("an engine");
    let before = engine.stats();
    let outcome = run(&mut engine, script);
    assert!(outcome.is_value(), "{script}: {outcome:?}");
    let mut cost = engine.stats();
    cost.fuel -= before.fuel;
    cost.records -= before.records;
    cost
}

#[track_caller]
fn makes_records(script: &str, expected: u64) {
    assert_eq!(cost(script).records, expected, "{script}");
}

#[test]
fn seed_i06_plain_calls_make_no_record() {
    makes_records("function f(a, b) { var c = a; return c + b } for (var i = 0; i < 1000000; i++) f(i, 1)", 0);
    makes_records("function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } fib(15)", 0);
    for body in [
        "return (function () { return 1 })()",
        "return (function () { return Math })()",
        "return (function self(n) { return n && self(n - 1) })(3)",
        "try { throw a } catch (e) { return e }",
        "if (!a) return function () { return a }",
        "'use strict'; return arguments[0]",
        "return (0, eval)('1')",
        "return {get g() { return 1 }}.g",
        "{ function inBlock() {} inBlock() }",
    ] {
        makes_records(&format!("function f(a) {{ {body} }} for (var i = 0; i < 100; i++) f(i + 1)"), 0);
    }
}

#[test]
fn seed_i06_what_is_captured_makes_one_record() {
    for (body, each) in [
        ("return function () { return a }", 1),
        ("return [function () { return a }, function () { return ++a }]", 1),
        ("var b = a, g = function () { return b }; b++; return g() + g()", 1),
        ("return function (b) { return function () { return a } }(2)", 1),
        ("return function (b) { return function () { return a + b } }(2)", 2),
        ("return function (b) { return function () { return b } }(2)", 1),
        ("for (var n = 0; n < 3; n++) (function () { return n })()", 1),
        ("for (var n = 0; n < 3; n++) try { throw n } catch (e) { (function () { return e })() }", 3),
        ("return function self() { return function () { return self } }()", 1),
        ("return eval('a')", 1),
        ("eval('1'); eval('var b = a'); return function () { return b }", 1),
        ("return eval('(function () { return a })')()", 1),
        ("with ({w: a}) { return w }", 1),
        ("with ({w: a}) { return w + a }", 2),
        ("with ({w: a}) { return eval('w') }", 2),
        ("return arguments[0]", 1),
        ("return arguments[0] + (function () { return a })()", 1),
    ] {
        makes_records(&format!("function f(a) {{ {body} }} for (var i = 0; i < 100; i++) f(i)"), 100 * each);
    }
}

/// Keeps 100 closures of functions that had an array of half a megabyte, with room for a few of the arrays.
fn kept_closures(function: &str) -> Outcome {
    let script = format!(
        "function big() {{ var a = []; for (var i = 0; i < 50000; i++) a.push(i); return a }}
         var kept = [], thrown;
         {function}
         for (var n = 0; n < 100; n++) kept.push(make(n));
         kept.length"
    );
    run_limited(Engine::builder().memory_limit(24 << 20), &script)
}

#[test]
fn seed_i05_a_closed_record_keeps_what_can_be_reached() {
    let kept = Outcome::Number(100.0);
    for function in [
        "function make(n) { var large = big(); return function () { return n } }",
        "function make(n) { var large = big(), f; try { f = function () { return n }; throw large } catch (e) { return f } }",
        "function make(n) { var f; function inner(large) { f = function () { return n }; throw large } try { inner(big()) } catch (e) { } return f }",
        "function make(n) { try { throw big() } catch (e) { return function () { return n } } }",
        "function make(n) { var f; for (var large = big(); ; ) { f = function () { return n }; break } return f }",
        "function make(n) { function inner(large) { return function () { return n } } return inner(big()) }",
        "function make(n) { return (function (large) { 'use strict'; return eval('1') && other(n) })(big()) } function other(n) { return function () { return n } }",
        "function make(n) { var large = big(), f; with ({}) { f = function () { return n } } return f }",
        "function make(n) { var large = big(); var f = function () { return large.length + n }; f(); large = null; return f }",
    ] {
        assert_eq!(kept_closures(function), kept, "{function}");
    }
    for function in [
        "function make(n) { var large = big(); return function () { return large } }",
        "function make(n) { var large = big(); return function (code) { return eval(code) } }",
        "function make(n) { var large = big(); eval(''); return function () { return n } }",
    ] {
        let outcome = kept_closures(function);
        assert!(matches!(outcome, Outcome::Stopped(_)), "reachable by name or index: {function}: {outcome:?}");
    }
}

#[test]
fn seed_i13_a_closed_record_keeps_no_function_alive() {
    for function in [
        "function make(n) { var f = function (x) { return function () { return x } }; f.large = big(); return f(n) }",
        "function make(n) { var f = Function('x', '\"use strict\"; return function (code) { return eval(code) }'); f.large = big(); return f(n) }",
        "function make(n) { var f = function (x) { try { throw x } catch (e) { return function () { return e } } }; f.large = big(); return f(n) }",
        "function make(n) { function F(x) { this.get = function () { return x } } F.large = big(); return new F(n).get }",
    ] {
        assert_eq!(kept_closures(function), Outcome::Number(100.0), "{function}");
    }
}

#[test]
fn seed_c11_tail_calls_take_constant_memory() {
    let peak = |depth: u32| {
        let script = format!("function f(n) {{ return n ? f(n - 1) : 'end' }} f({depth})");
        on_small_stack(|| cost_with(Engine::builder().tail_calls(TailCalls::Always), &script).peak_bytes)
    };
    // The script's own text is a few digits longer, and the list of frames is accounted for from time to time only.
    assert!(peak(1_000_000).abs_diff(peak(1000)) < 1024);
    let script = "function f(n) { 'use notail'; return n ? f(n - 1) : 'end' } f(1000000)";
    assert!(run_limited(Engine::builder().tail_calls(TailCalls::Always), script).is_range_error());
}

#[test]
fn seed_c15_every_case_of_a_dense_switch_costs_the_same() {
    let cases: String = (0..256).map(|case| format!("case {case}: n += {case}; break;")).collect();
    let spent = |opcode: u32| {
        let script = format!(
            "function f(opcode) {{ for (var i = 0, n = 0; i < 1000; i++) switch (opcode) {{ {cases} }} return n }} f({opcode})"
        );
        cost(&script).fuel
    };
    let (first, last) = (spent(0), spent(255));
    assert_eq!(first, spent(128));
    assert!(first.abs_diff(last) < 10, "{first} and {last}");
}

/// Returns the work of a thousand turns around `access` within `depth` functions that all have captured variables.
fn work_within(depth: usize, before: &str, access: &str) -> u64 {
    let with_turns = |turns: u32| {
        let open: String = (0..depth).map(|n| format!("(function () {{ var v{n} = {n}; ")).collect();
        let captured: String = (0..depth).map(|n| format!("+ v{n}")).collect();
        let close = "})();".repeat(depth);
        let inner = format!("(function () {{ 0 {captured}; for (var i = 0; i < {turns}; i++) {{ {access} }} }})()");
        cost(&format!("var g = 1; {before} {{ {open} {inner} {close} }}")).fuel
    };
    with_turns(1000) - with_turns(0)
}

#[test]
fn seed_c25_globals_cost_the_same_at_any_depth() {
    for access in ["g", "g = i", "Math.x", "parseInt", "typeof g", "typeof nowhere", "g++"] {
        let at_top = work_within(0, "", access);
        for depth in [1, 5, 30] {
            assert_eq!(work_within(depth, "", access), at_top, "{access} within {depth} functions");
        }
    }
    // A `with` outside of all functions: names are looked up from its record on.
    for access in ["g", "g = i", "typeof nowhere"] {
        let at_top = work_within(1, "with ({})", access);
        for depth in [2, 5, 30] {
            assert_eq!(work_within(depth, "with ({})", access), at_top, "{access} within {depth} functions");
        }
    }
}

#[test]
fn seed_c01_byte_order_mark_and_positions() {
    let mut engine = Engine::builder().build().expect("an engine");
    assert_eq!(engine.run("bom.js", "\u{feff}1 + 1"), Ok(Value::Number(2.0)));
    let text = "\u{feff}var \u{102A7} = '\u{1F600}';\u{2028}  \u{102A7} = null.x";
    let error = engine.run("positions.js", text).expect_err("a TypeError");
    let location = error.location().expect("it is in the source");
    assert_eq!((location.source.as_str(), location.line, location.column), ("positions.js", 2, 12));
    let error = engine.run("early.js", "\u{feff}'\u{1F600}' \u{102A7} \r\n = = 1").expect_err("a SyntaxError");
    let location = error.location().expect("it is in the source");
    assert_eq!((location.source.as_str(), location.line), ("early.js", 1));
}
