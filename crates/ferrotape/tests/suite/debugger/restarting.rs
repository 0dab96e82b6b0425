//! Frames that begin anew.

use ferrotape::debug::{Breakpoint, Exceptions, Resume, StopReason, Stopped};
use ferrotape::{Backend, Engine};

use super::{BACKENDS, Notes, place};

/// Runs a text that stops at `debugger`. There `frame` begins anew, once. Returns the notes: places and reasons of the
/// stops behind it, and the text of the global variable `log`.
fn restarted(backend: Backend, text: &str, frame: usize) -> Vec<String> {
    let mut engine = Engine::builder().backend(backend).build().unwrap();
    let notes = Notes::default();
    let noted = notes.clone();
    let mut is_first = true;
    engine.set_debugger(move |stopped: &mut Stopped<'_>| {
        if std::mem::take(&mut is_first) {
            if let Err(message) = stopped.restart_of(frame) {
                noted.add(message);
                return Resume::Run;
            }
            return Resume::Restart(frame);
        }
        noted.add(format!("{:?} {}", stopped.reason(), place(stopped)));
        Resume::Run
    });
    if let Err(error) = engine.run_with_jobs("a.js", text) {
        notes.add(error.message());
    }
    notes.add(engine.eval::<String>("String(globalThis.log)").unwrap());
    notes.take()
}

fn expect(text: &str, frame: usize, wanted: &[&str]) {
    for backend in BACKENDS {
        assert_eq!(restarted(backend, text, frame), wanted, "{backend:?}: {text}");
    }
}

/// Sees that a restart is refused, by a part of the reason.
fn refuse(text: &str, frame: usize, reason: &str) {
    for backend in BACKENDS {
        let notes = restarted(backend, text, frame);
        assert!(notes[0].contains(reason), "{backend:?}: {text}: {notes:?}");
    }
}

#[test]
fn a_function_begins_again_with_its_arguments() {
    let text = "var log = '', n = 0;
function f(a, b = 7) {
  let c = a + b;
  log += c + ' ';
  if (n++ == 0) debugger;
  return c;
}
const r = f(1, 2) + f(3);
log += r;";
    expect(text, 0, &["Restart f:3", "3 3 10 13"]);
    expect(&text.replace("b = 7", "b"), 0, &["Restart f:3", "3 3 NaN NaN"]);
}

#[test]
fn all_arguments_come_again_where_they_are_kept() {
    for (parameters, length) in [("a, ...more", "more.length + 1"), ("a", "arguments.length"), ("...all", "all.length")]
    {
        let text = format!(
            "var log = '', n = 0;\nfunction f({parameters}) {{\n  log += {length} + ' ';\n  if (n++ == 0) debugger;\n}}\nf(1, 2, 3, 4);"
        );
        expect(&text, 0, &["Restart f:3", "4 4 "]);
        expect(&format!("'use strict'; {text}"), 0, &["Restart f:3", "4 4 "]);
    }
}

#[test]
fn changed_parameters_stay_changed_and_that_is_told() {
    let text = "var log = '', n = 0;
function f(a) {
  log += a + ' ';
  a = 9;
  if (n++ == 0) debugger;
}
f(1);";
    expect(text, 0, &["Restart f:3", "1 9 "]);
    for backend in BACKENDS {
        for (parameters, is_known) in [("a", false), ("a, ...b", true), ("", true)] {
            let mut engine = Engine::builder().backend(backend).build().unwrap();
            engine.set_debugger(move |stopped: &mut Stopped<'_>| {
                assert_eq!(stopped.restart_of(0).unwrap().has_arguments, is_known);
                Resume::Run
            });
            engine.run("a.js", &*format!("(function f({parameters}) {{ debugger }})(1)")).unwrap();
        }
    }
}

#[test]
fn closures_keep_their_records_and_the_frame_gets_new_ones() {
    let text = "var log = '', fs = [];
function f(a) {
  let c = a;
  fs.push(() => ++c + a);
  for (let i = 0; i < 2; i++) { fs.push(() => i); if (fs.length == 3) debugger; }
  return c;
}
f(10);
log = fs.map(f => f()).join();";
    expect(text, 0, &["Restart f:3", "21,0,1,21,0,1"]);
}

#[test]
fn open_blocks_are_left_without_a_trace() {
    let text = "var log = '', n = 0, it = { [Symbol.iterator]() { return this }, next() { return { value: n, done: n > 2 } }, return() { log += 'R'; return {} } };
function f() {
  log += '(';
  try {
    for (const x of it) { with ({ y: 1 }) { try { throw n++ } catch (e) { log += e; if (e == 0) debugger; } } }
  } finally { log += ')'; }
}
f();";
    expect(text, 0, &["Restart f:3", "(0(12)"]);
    // The exception that waits for the end of a `finally` is gone.
    let text = "var log = '', n = 0;
function f() {
  try { if (n == 0) throw 'lost'; log += 'a'; } finally { if (n++ == 0) debugger; log += 'f'; }
  log += 'b';
}
f();";
    expect(text, 0, &["Restart f:3", "afb"]);
}

#[test]
fn callers_begin_again_and_leave_what_they_have_called() {
    let text = "var log = '', n = 0;
function f(a) {
  log += 'f' + a;
  return g(a + 1) + 1;
}
function g(b) { log += 'g' + b; return new H(b).value; }
class H { constructor(c) { log += 'h'; if (n++ == 0) debugger; this.value = c; } }
const r = f(1);
log += r;";
    expect(text, 2, &["Restart f:3", "f1g2hf1g2h3"]);
    expect(text, 1, &["Restart g:6", "f1g2hg2h3"]);
    refuse(text, 0, "constructor");
    refuse(text, 3, "outside functions");
    refuse(text, 4, "nothing runs there");
}

#[test]
fn natives_are_not_left_but_what_they_call_begins_again() {
    let text = "var log = '', n = 0;
function f(list) {
  log += '(';
  list.forEach(function g(x) {
    log += x;
    if (n++ == 1) debugger;
    log += '.';
  });
  log += ')';
}
f([1, 2, 3]);";
    refuse(text, 1, "native function");
    expect(text, 0, &["Restart g:5", "(1.22.3.)"]);
    // By a getter and a setter of the script, whose frames are plain ones.
    let text = "var log = '', n = 0, o = {
  get x() { log += 'g'; if (n++ == 0) debugger; return 1 },
  set x(v) { log += 's' + v; if (n++ == 0) debugger; } };
o.x; o.x = 5;";
    expect(text, 0, &["Restart get x:2", "ggs5"]);
    expect(&text.replace("o.x; ", ""), 0, &["Restart set x:3", "s5s5"]);
}

#[test]
fn what_can_wait_or_initializes_is_refused() {
    for (text, reason) in [
        ("function* f() { debugger } [...f()]", "generators"),
        ("async function f() { debugger } f()", "generators and async"),
        ("async function f() { await 0; debugger } f()", "generators and async"),
        ("async function* f() { yield 1; debugger } (async () => { for await (const x of f()); })()", "generators"),
        ("eval('debugger')", "outside"),
        ("class A { x = eval('debugger') } new A", "outside"),
        ("class A { x = (() => { debugger })() } new A", ""),
        ("debugger", "outside"),
        ("new Function('debugger')()", "Restart"),
        ("new (class { constructor() { debugger } })", "constructor"),
        ("new (class extends Object { constructor() { super(); debugger } })", "constructor"),
        ("new (function () { debugger })", "constructor"),
    ] {
        refuse(&format!("var log = 0; {text}"), 0, reason);
    }
    refuse("var log; function f() { [...g()] } function* g() { debugger } f()", 1, "native");
    refuse("var log; function f() { for (const x of g()); } function* g() { debugger } f()", 1, "generator");
}

#[test]
fn functions_with_evals_begin_again_with_new_variables() {
    let text = "var log = '', n = 0;
function f(a) {
  eval('var e = a + 1, own = () => e++;');
  log += e + own();
  if (n++ == 0) debugger;
  return e;
}
const r = f(1);
log += '=' + r;";
    expect(text, 0, &["Restart f:3", "44=3"]);
    // An eval that runs is a run of its own.
    refuse("var log; function f() { eval('debugger') } f()", 1, "native");
    // A function that an eval has made is one like any.
    expect(
        "var log = '', n = 0;\neval('(function g(x) { log += x; if (n++ == 0) debugger })(7)');",
        0,
        &["Restart g:1", "77"],
    );
}

#[test]
fn a_refused_frame_stays() {
    for backend in BACKENDS {
        let notes = Notes::default();
        let noted = notes.clone();
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        let mut stops = 0;
        engine.set_debugger(move |stopped: &mut Stopped<'_>| {
            noted.add(format!("{:?} {}", stopped.reason(), place(stopped)));
            stops += 1;
            if stops < 3 { Resume::Restart(usize::MAX - stops) } else { Resume::Run }
        });
        engine.run("a.js", "debugger;\nvar a = 1;\nvar b = 2;\nvar c = 3;").unwrap();
        assert_eq!(notes.take(), ["Statement :1", "Step :2", "Step :3"]);
    }
}

#[test]
fn where_something_is_thrown_it_is_forgotten() {
    for backend in BACKENDS {
        for text in [
            "function f(a) {\n  if (n++ == 0) throw a;\n  return a * 2;\n}",
            "function f(a) {\n  if (n++ == 0) null.x;\n  return a * 2;\n}",
        ] {
            let mut engine = Engine::builder().backend(backend).build().unwrap();
            engine.set_debugger(|stopped: &mut Stopped<'_>| match stopped.reason() {
                StopReason::Exception { .. } => Resume::Restart(0),
                reason => {
                    assert_eq!((reason, place(stopped)), (StopReason::Restart, "f:2".to_owned()));
                    Resume::Run
                }
            });
            engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught: true, uncaught: true });
            engine
                .run("a.js", &*format!("var n = 0;\n{text}\nvar r = f(21);").replace("var n = 0;\n", "var n = 0;"))
                .unwrap();
            assert_eq!(engine.eval::<u8>("r").unwrap(), 42);
        }
    }
}

#[test]
fn modules_and_jobs_begin_functions_again() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        let mut count = 0;
        engine.set_debugger(move |_: &mut Stopped<'_>| {
            count += 1;
            if count == 1 { Resume::Restart(0) } else { Resume::Run }
        });
        let text = "globalThis.log = ''; let n = 0; Promise.resolve(5).then(function f(x) { log += x; if (n++ == 0) debugger; return x + 1 }).then(x => log += '=' + x)";
        engine.run_module("a.mjs", text).unwrap();
        engine.run_jobs().unwrap();
        assert_eq!(engine.eval::<String>("log").unwrap(), "55=6");
    }
}

#[test]
fn a_frame_begins_again_many_times_and_within_the_limits() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).memory_limit(8 << 20).build().unwrap();
        let mut left = 3000;
        engine.set_debugger(move |stopped: &mut Stopped<'_>| {
            left -= 1;
            let depth = stopped.frames().len();
            assert!(depth < 60, "{depth}");
            if left > 0 { Resume::Restart(left % depth.min(40)) } else { Resume::Run }
        });
        engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 3));
        let text = "var n = 0, f = function f(k, ...rest) {\n let o = () => k + rest.length; n++;\n if (k > 0) { let a = k; (() => a); return f(k - 1, ...rest, k) + 1 }\n return o() };\nvar r = f(40)";
        engine.run("a.js", text).unwrap();
        assert_eq!(engine.eval::<u8>("r").unwrap(), 80);
    }
}
