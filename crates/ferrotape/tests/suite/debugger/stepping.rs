//! Steps, and how far they go.

use ferrotape::debug::{Breakpoint, Resume, Stopped};
use ferrotape::{Backend, Engine};

use super::{BACKENDS, Notes, place};

/// The places at which code stops that begins at `debugger` and goes on in these ways; then it runs to its end.
fn places(backend: Backend, text: &str, ways: &[Resume]) -> Vec<String> {
    let mut engine = Engine::builder().backend(backend).build().unwrap();
    let notes = Notes::default();
    let noted = notes.clone();
    let mut ways = Vec::from(ways).into_iter();
    engine.set_debugger(move |stopped: &mut Stopped<'_>| {
        noted.add(place(stopped));
        ways.next().unwrap_or(Resume::Run)
    });
    engine.run_with_jobs("a.js", text).unwrap();
    notes.take()
}

fn expect(text: &str, ways: &[Resume], wanted: &[&str]) {
    for backend in BACKENDS {
        assert_eq!(places(backend, text, ways), wanted, "{backend:?}: {text}");
    }
}

use Resume::{In, Out, Over, ToAwait};

const CALLS: &str = "function inner(a) {
  let b = a + 1;
  return b;
}
function outer() {
  debugger;
  let c = inner(1);
  return c;
}
outer();
Math.abs(1);";

#[test]
fn over_stays_in_the_function_and_then_in_its_caller() {
    expect(CALLS, &[Over, Over, Over, Over], &["outer:6", "outer:7", "outer:8", ":11"]);
}

#[test]
fn in_goes_into_functions() {
    expect(CALLS, &[In, In, In, In], &["outer:6", "outer:7", "inner:2", "inner:3", "outer:8"]);
}

#[test]
fn out_goes_to_the_callers_next_statement() {
    expect(CALLS, &[In, In, Out, Over, Out], &["outer:6", "outer:7", "inner:2", "outer:8", ":11"]);
}

#[test]
fn loops_stop_at_each_part() {
    let text = "debugger;\nfor (let i = 0;\n i < 2;\n i++) {\n Math.abs(i);\n}\nMath.abs(1)";
    let wanted = [":1", ":2", ":3", ":5", ":4", ":3", ":5", ":4", ":3", ":7"];
    expect(text, &[Over; 9], &wanted);
}

#[test]
fn callbacks_of_natives_are_just_deeper() {
    let text = "debugger;\n[1, 2].forEach(x => {\n Math.abs(x);\n});\nMath.abs(2)";
    expect(text, &[Over, Over], &[":1", ":2", ":5"]);
    expect(text, &[In, In, In, In, In], &[":1", ":2", ":3", ":4", ":3", ":4"]);
}

/// A constructor that is not in the text has no place to stop at.
#[test]
fn steps_into_a_class_without_a_constructor_come_to_its_base() {
    let text = "class A {\n constructor() {\n  Math.abs(1);\n }\n}\nclass B extends A {\n}\n{\ndebugger;\nnew B();\nMath.abs(2);\n}";
    expect(text, &[In, In, In, In], &[":9", ":10", "A:3", "A:4", ":11"]);
}

#[test]
fn over_follows_an_exception() {
    let text =
        "function f() {\n debugger;\n g();\n}\nfunction g() {\n throw 1;\n}\ntry {\n f();\n} catch {\n Math.abs(2);\n}";
    expect(text, &[Over, Over], &["f:2", "f:3", ":11"]);
}

#[test]
fn over_waits_for_an_await_and_for_a_yield() {
    let text = "async function f() {\n debugger;\n await 0;\n Math.abs(1);\n}\nf();\nMath.abs(2);";
    expect(text, &[Over, Over], &["f:2", "f:3", "f:4"]);
    let text = "function* f() {\n debugger;\n yield 0;\n Math.abs(1);\n}\nconst g = f();\ng.next();\ng.next();";
    expect(text, &[Over, Over], &["f:2", "f:3", "f:4"]);
}

#[test]
fn a_statement_that_is_one_instruction_leaves_or_waits_too() {
    let text = "function f(z) {\n debugger;\n return z;\n}\nfunction g(z) {\n return z;\n}\nlet r = f(1) + g(2);\nMath.abs(r);";
    expect(text, &[Over, Over], &["f:2", "f:3", ":9"]);
    let text =
        "async function f(x) {\n debugger;\n await x;\n await x;\n return x;\n}\nf(1).then(v => {\n Math.abs(v);\n});";
    expect(text, &[Over, ToAwait, Over, Over], &["f:2", "f:3", "f:4", "f:5", ":8"]);
}

#[test]
fn who_awaits_a_function_is_around_it() {
    let text = "async function f() {\n await null;\n debugger;\n return 1;\n}\nasync function main() {\n const v = await f();\n Math.abs(v);\n}\nmain();";
    expect(text, &[Out], &["f:3", "main:8"]);
    expect(text, &[Over, Over], &["f:3", "f:4", "main:8"]);
    let text = "async function* g() {\n yield 1;\n debugger;\n await null;\n}\n(async () => {\n for await (const x of g()) x;\n Math.abs(1);\n})();";
    expect(text, &[Out], &["g:3", ":8"]);
}

#[test]
fn a_finally_comes_before_what_is_around() {
    for head in ["function", "async function"] {
        let text = format!(
            "{head} f() {{\n try {{\n  debugger;\n  return 1;\n }} finally {{\n  Math.abs(2);\n }}\n}}\nf();\nMath.abs(3);"
        );
        expect(&text, &[Over, Over, Over], &["f:3", "f:4", "f:6", ":10"]);
        expect(&text, &[Out], &["f:3", ":10"]);
    }
}

#[test]
fn a_function_that_could_wait_is_left_by_an_exception() {
    let text = "function* g() {\n debugger;\n throw 1;\n}\nfunction f() {\n try {\n  for (const x of g()) x;\n } catch {\n  Math.abs(1);\n }\n}\nf();";
    expect(text, &[Over, Over], &["g:2", "g:3", "f:9"]);
    expect(text, &[Out], &["g:2", "f:9"]);
    let text = "function bad() { throw 1 }\nfunction* g() {\n debugger;\n bad();\n}\ntry {\n [...g()];\n} catch {\n Math.abs(1);\n}";
    expect(text, &[Over, Over], &["g:3", "g:4", ":9"]);
    let text = "async function f() {\n debugger;\n throw 1;\n}\nasync function main() {\n try {\n  await f();\n } catch {\n  Math.abs(1);\n }\n}\nmain();\nMath.abs(2);";
    expect(text, &[Over, Over], &["f:2", "f:3", ":13"]);
}

#[test]
fn a_generator_is_left_where_its_consumer_ends_it() {
    let text = "function* g() {\n debugger;\n yield 1;\n yield 2;\n}\nconst i = g();\ni.next(); i.next();\ni.return();\nMath.abs(3);";
    expect(text, &[Over, Over, Over], &["g:2", "g:3", "g:4", ":9"]);
    let text = "function* g() {\n debugger;\n yield 1;\n}\nconst [x] = g();\nMath.abs(x);";
    expect(text, &[Over, Over], &["g:2", "g:3", ":6"]);
    let text = "function* g() {\n try {\n  debugger;\n  yield 1;\n } finally {\n  Math.abs(1);\n }\n}\nfor (const x of g()) break;\nMath.abs(3);";
    expect(text, &[Over, Over], &["g:3", "g:4", "g:6"]);
}

#[test]
fn to_await_skips_what_comes_before() {
    let text = "async function f() {\n debugger;\n Math.abs(1);\n await 0;\n Math.abs(2);\n}\nf();\nMath.abs(3);";
    expect(text, &[ToAwait], &["f:2", "f:5"]);
    // Nothing is waited for any more.
    for end in ["return 1", "throw 1"] {
        let text = format!("async function f() {{\n debugger;\n {end};\n}}\nf().catch(() => {{}});\nMath.abs(3);");
        expect(&text, &[ToAwait], &["f:2", ":6"]);
    }
}

#[test]
fn recursion_is_told_apart_by_depth() {
    let text = "function f(n) {\n if (n == 3) debugger;\n if (n) f(n - 1);\n return n;\n}\nf(3);";
    expect(text, &[Over, Over, Over], &["f:2", "f:3", "f:3", "f:4"]);
}

#[test]
fn tail_calls_leave_the_function() {
    let text = "'use strict';\nfunction g() {\n Math.abs(1);\n return 2;\n}\nfunction f() {\n debugger;\n return g();\n}\nf();\nMath.abs(3);";
    for backend in BACKENDS {
        let seen = places(backend, text, &[Over, Over]);
        assert_eq!(seen[..2], ["f:7", "f:8"]);
        assert_eq!(seen[2], ":11", "{backend:?}");
    }
}

#[test]
fn a_breakpoint_within_a_step_ends_it() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        let notes = Notes::default();
        let noted = notes.clone();
        engine.set_debugger(move |stopped: &mut Stopped<'_>| {
            noted.add(place(stopped));
            Resume::Over
        });
        engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 3));
        engine.run("a.js", CALLS).unwrap();
        assert_eq!(notes.take()[..4], ["outer:6", "outer:7", "inner:3", "outer:8"]);
    }
}

#[test]
fn the_end_ends_the_run_whatever_would_catch() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.set_debugger(|_: &mut Stopped<'_>| Resume::End);
        let text = "var n = 0; try { [1].map(() => { debugger; n = 1 }) } catch { n = 2 } finally { n = 3 }";
        assert!(engine.run("a.js", text).unwrap_err().is_termination());
        assert_eq!(engine.eval::<u8>("n").unwrap(), 0);
    }
}
