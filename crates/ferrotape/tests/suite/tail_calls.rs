//! Calls in tail position that leave no frame behind, by the setting, on both machines.

use ferrotape::script::TailCalls;
use ferrotape::{Backend, Builder, Engine, Termination};

use crate::support::{Outcome, run_limited};

const ALL: [TailCalls; 3] = [TailCalls::Strict, TailCalls::Always, TailCalls::Never];

/// Returns the outcome of the script, which must be the same on both machines.
fn outcome(tail_calls: TailCalls, script: &str) -> Outcome {
    let builder = |backend| -> Builder {
        Engine::builder().backend(backend).tail_calls(tail_calls).stack_values(1 << 15).fuel(2_000_000)
    };
    let [register, stack] = [Backend::Register, Backend::Stack].map(|backend| run_limited(builder(backend), script));
    assert_eq!(register, stack, "{tail_calls:?}: {script}");
    register
}

fn is_made(tail_calls: TailCalls, strict: bool) -> bool {
    tail_calls == TailCalls::Always || strict && tail_calls == TailCalls::Strict
}

/// Forms of a function `f` that counts down by calls in tail position, in sloppy and in strict code.
#[test]
fn depth_by_setting_and_mode() {
    let forms = [
        "function f(n) { return n ? f(n - 1) : 'end' }",
        "function f(n) { return n ? f.call(null, n - 1) : 'end' }",
        "function f(n) { return n ? f.apply(null, [n - 1]) : 'end' }",
        "function g(unused, n) { return n ? f(n - 1) : 'end' } var f = g.bind(null, 0);",
        "function g(unused, n) { return n ? f(n - 1) : 'end' } var f = g.bind(null).bind(null, 0);",
        "function f(n) { return !n && 'end' || h(n) } function h(n) { return f(n - 1) }",
        "var f = { m: function (n) { return n ? this.m(n - 1) : 'end' } }; f = f.m.bind(f);",
        "var f = (0, eval)('DIRECTIVE (function f(n) { return n ? f(n - 1) : \"end\" })');",
        "var f = new Function('n', 'DIRECTIVE return n ? f(n - 1) : \"end\"');",
        "function f(n) { with_arguments(n); return arguments[0] ? f(n - 1) : 'end' } function with_arguments() { return arguments }",
        "function f(n) { return n ? function () { return f(n - 1) }() : 'end' }",
        "function f(n) { return n ? f(...[n - 1]) : 'end' }",
        "function f(n) { return n ? h(...[n], ...[]) : 'end' } function h(n) { return f.call(null, ...[n - 1]) }",
        "var o = { m(n) { return n ? this.m(...[n - 1]) : 'end' } }; function f(n) { return o.m(...[n]) }",
        "function f(n) { return n ? f?.(n - 1) : 'end' }",
        "function f(n) { return n ? f?.(...[n - 1]) : 'end' }",
        "function f(n) { return n ? (f?.(n - 1)) : 'end' }",
        "var o = { m(n) { return n ? (0, o)?.m(n - 1) : 'end' } }; function f(n) { return o?.m(n) }",
        "var o = { o: { m(n) { return n ? o?.o?.m?.(n - 1) : 'end' } } }; function f(n) { return o?.['o'].m(n) }",
        "var o = { m(n) { return n ? (o?.m)(n - 1) : 'end' } }; function f(n) { return (o?.m)(n) }",
        "function f(n) { return n === 0 && 'end' || f?.(n - 1) }",
        "function f(n) { return (n ? undefined : 'end') ?? f?.(n - 1) }",
        "function f(n) { return n ? n && f?.(...[n - 1]) : 'end' }",
        "function f(n) { return 0, n ? (1, f?.(n - 1)) : 'end' }",
        "var f = n => n ? f?.(...[n - 1]) : 'end';",
        "function f(n) { return n ? tag`${n - 1}` : 'end' } function tag(texts, n) { return f(n) }",
        "function f(n) { for (;;) switch (n) { case 0: return 'end'; default: { return f(n - 1) } } }",
    ];
    for form in forms {
        for tail_calls in ALL {
            for (strict, directive) in [(false, ""), (true, "\"use strict\";")] {
                let function = form.replace("DIRECTIVE", directive);
                let deep = outcome(tail_calls, &format!("{directive} {function} f(20000)"));
                if is_made(tail_calls, strict) {
                    assert_eq!(deep.text(), Some("end"), "{tail_calls:?} {directive} {form}");
                } else {
                    assert!(deep.is_range_error(), "{tail_calls:?} {directive} {form}: {deep:?}");
                }
                let shallow = outcome(tail_calls, &format!("{directive} {function} f(20)"));
                assert_eq!(shallow.text(), Some("end"), "{tail_calls:?} {directive} {form}");
            }
        }
    }
}

#[test]
fn an_endless_recursion_ends_by_depth_or_by_a_limit() {
    for (directive, strict) in [("", false), ("'use strict';", true)] {
        for tail_calls in ALL {
            let outcome = outcome(tail_calls, &format!("{directive} function f(n) {{ return f(n + 1) }} f(0)"));
            match is_made(tail_calls, strict) {
                true => assert_eq!(outcome, Outcome::Stopped(Termination::OutOfFuel), "{tail_calls:?}"),
                false => assert!(outcome.is_range_error(), "{tail_calls:?}: {outcome:?}"),
            }
        }
    }
}

/// Returns the functions of a stack, innermost first.
const NAMES: &str = "function names(stack) { return stack.split('\\n').map(function (line) { \
                     return (/at (\\w+) \\(/.exec(line) || ['', '-'])[1] }).join(' ') }";

#[test]
fn stacks_show_the_callers_that_are_there() {
    let functions = "function outer() { return middle() } function middle() { return inner() } \
                     function inner() { return new Error('here').stack }";
    for tail_calls in ALL {
        for (directive, strict) in [("", false), ("'use strict';", true)] {
            let script = format!("{directive} {NAMES} {functions} names(outer())");
            let shown = outcome(tail_calls, &script);
            let shown = shown.text().unwrap_or_default().trim_matches([' ', '-']).to_owned();
            let expected = if is_made(tail_calls, strict) { "inner" } else { "inner middle outer" };
            assert_eq!(shown, expected, "{tail_calls:?} {directive}");
        }
    }
}

/// The caller's mode decides, not the callee's. A constructor's frame stays, as its object may be the value.
#[test]
fn what_calls_decides() {
    let functions = "function sloppy() { return strict() } function strict() { 'use strict'; return last() } \
                     function last() { return new Error('here').stack } \
                     function Made() { 'use strict'; return { stack: last() }.stack && last() }";
    let shown = |call: &str| outcome(TailCalls::Strict, &format!("{NAMES} {functions} names({call})"));
    assert_eq!(shown("sloppy()").text().map(|text| text.trim_matches([' ', '-'])), Some("last sloppy"));
    let made = outcome(TailCalls::Strict, &format!("{functions} typeof new Made()"));
    assert_eq!(made.text(), Some("object"));
}

/// A call that is not replaced passes its value to the `return` after it, which handlers and `finally` blocks see.
#[test]
fn values_pass_through_calls_that_stay() {
    let script = "function f(n) { return n ? g(n) : [].concat('v', n) } function g(n) { return f(n - 1) } \
                  function t() { try { return f(3) } finally { f(1) } } \
                  function c(f) { return f.call(f, 1, 2) } function sum(a, b) { return a + b + arguments.length } \
                  [f(5), t(), c(sum), c(Math.max), sum.bind(0, 1).apply(0, [2, 3])].join()";
    for tail_calls in ALL {
        assert_eq!(outcome(tail_calls, script).text(), Some("v,0,v,0,5,2,6"));
    }
}

/// A setter called by a script, and one called by native code: an exception in a call in its tail position has the same
/// stack.
#[test]
fn setters_leave_their_place() {
    for (directive, strict) in [("", false), ("'use strict';", true)] {
        for set in ["o.x = 1", "o.x++", "Reflect.set(o, 'x', 1)", "({ x: o.x } = { x: 1 })"] {
            for tail_calls in ALL {
                let script = format!(
                    "{directive} function g() {{ throw new Error('out of g') }} var o = {{ get x() {{ return 1 }}, set x(v) {{ return g() }} }};
                     try {{ {set} }} catch (error) {{ '' + /set x/.test(error.stack) }}"
                );
                let seen = if is_made(tail_calls, strict) { "false" } else { "true" };
                assert_eq!(outcome(tail_calls, &script).text(), Some(seen), "{tail_calls:?} {directive} {set}");
                let count = "function count() { return n-- ? (o.x = 1, n) : n } var n = 5, o = { set x(v) { return count() } };";
                assert_eq!(outcome(tail_calls, &format!("{directive} {count} o.x = 1; '' + n")).text(), Some("-1"));
                let started = "function* g() {} async function a() { return 1 } var o = { set g(v) { return g() }, set a(v) { return a() } };";
                let script = format!("{directive} {started} var x = o.g = 2, y = o.a = 3; x + y + ''");
                assert_eq!(outcome(tail_calls, &script).text(), Some("5"), "{tail_calls:?} {directive}");
            }
        }
    }
}
