//! Stops at changes of variables and properties.

use ferrotape::debug::{Resume, StopReason, Stopped};
use ferrotape::{Backend, Engine};

use super::{BACKENDS, Notes, place};

/// Runs a text that stops at `debugger`, where these are watched from then on. Returns the changes with the places where
/// code has stopped.
fn changes(backend: Backend, text: &str, watched: &'static [&'static str]) -> Vec<String> {
    let mut engine = Engine::builder().backend(backend).build().unwrap();
    let notes = Notes::default();
    let noted = notes.clone();
    engine.set_debugger(move |stopped: &mut Stopped<'_>| {
        match stopped.reason() {
            StopReason::Change(changes) => {
                let said = changes.iter().map(|it| format!("{} {} -> {}", it.name, it.old.text, it.new.text));
                noted.add(format!("{} at {}", said.collect::<Vec<_>>().join(", "), place(stopped)));
            }
            _ => {
                for text in watched {
                    match stopped.watchable(0, text) {
                        Ok(place) => drop(stopped.watch(&place)),
                        Err(message) => noted.add(message),
                    }
                }
            }
        }
        Resume::Run
    });
    engine.run_with_jobs("a.js", text).unwrap();
    notes.take()
}

fn expect(text: &str, watched: &'static [&'static str], wanted: &[&str]) {
    for backend in BACKENDS {
        assert_eq!(changes(backend, text, watched), wanted, "{backend:?}: {text}");
    }
}

#[test]
fn properties_change_and_vanish_and_become_accessors() {
    let text = "const o = { a: 1 };
debugger;
o.a = 1;
o.a = 2;
delete o.a;
o.a = 'x';
Object.defineProperty(o, 'a', { get() { throw 'never called' } });
Object.freeze(o);
Math.abs(1);";
    let wanted = ["a 1 -> 2 at :5", "a 2 -> <nothing> at :6", "a <nothing> -> 'x' at :7", "a 'x' -> <accessor> at :8"];
    expect(text, &["o.a"], &wanted);
}

#[test]
fn values_are_the_same_as_same_value_says_but_for_the_sign_of_zero() {
    let text = "const o = { a: NaN };
debugger;
o.a = 0 / 0;
o.a = 0;
o.a = -0;
o.a = 'ab';
o.a = 'a' + 'b';
o.a = 2n ** 70n;
o.a = 2n ** 69n * 2n;
o.a = [];
o.a = o.a;
o.a = [];
Math.abs(1);";
    let wanted = [
        "a NaN -> 0 at :5",
        "a 0 -> 'ab' at :7",
        "a 'ab' -> 1180591620717411303424n at :9",
        "a 1180591620717411303424n -> [] at :11",
        "a [] -> [] at :13",
    ];
    expect(text, &["o.a"], &wanted);
}

#[test]
fn lengths_and_elements_of_arrays_change() {
    let text = "const a = [1, 2];
debugger;
a.push(3);
a.length = 1;
a[1] = 7;
a.sort((x, y) => y - x);
new Uint8Array(1);";
    let wanted = [
        "length 2 -> 3 at :4",
        "length 3 -> 1, 1 2 -> <nothing> at :5",
        "length 1 -> 2, 1 <nothing> -> 7 at :6",
        "1 7 -> 1 at :7",
    ];
    expect(text, &["a.length", "a[2 - 1]"], &wanted);
    let text = "const t = new Uint8Array(2);\ndebugger;\nt[1] = 300;\nt[1] = 44;\nt.fill(0);\nMath.abs(1);";
    expect(text, &["t[1]"], &["1 0 -> 44 at :4", "1 44 -> 0 at :6"]);
}

#[test]
fn variables_of_scripts_functions_and_blocks_change() {
    let text = "let top = 1; var all = 2;
function f(a) {
  let b = 1;
  debugger;
  b = 2;
  a++;
  { let b = 5; b++; }
  top++;
  all = 'y';
  (() => { b = 9 })();
  return b = 3;
}
f(1);
f(7);
top = 5;
all++;";
    for backend in BACKENDS {
        let notes = changes(backend, text, &["b", "a", "top", "all"]);
        // Stack code has no place of its own for the end of `return`.
        let first = notes.iter().take(7).map(|note| note.replace("3 at f:10", "3 at f:11"));
        let first: Vec<String> = first.collect();
        assert_eq!(
            first,
            [
                "b 1 -> 2 at f:6",
                "a 1 -> 2 at f:7",
                "top 1 -> 2 at f:9",
                "all 2 -> 'y' at f:10",
                "b 2 -> 9 at :10",
                "b 9 -> 3 at f:11",
                "b 1 -> 2 at f:6"
            ],
            "{backend:?}"
        );
        // Both watches of each global see the change; those of the first call are over.
        let last = notes.last().unwrap();
        assert!(last.starts_with("all 'y' -> NaN, all"), "{backend:?}: {notes:?}");
    }
}

#[test]
fn loops_and_closures_are_followed() {
    let text = "function f() {
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    if (i == 0) debugger;
    sum += i;
    (() => i);
  }
  return () => sum++;
}
const g = f();
g();
Math.abs(1);";
    let wanted = ["i 0 -> 1 at f:3", "sum 0 -> 1 at f:6", "i 1 -> 2 at f:3", "sum 1 -> 3 at f:6", "i 2 -> 3 at f:3"];
    for backend in BACKENDS {
        let notes = changes(backend, text, &["sum", "i"]);
        assert_eq!(notes[..4], wanted[..4], "{backend:?}: {notes:?}");
    }
    // A variable of a function around.
    let text = "function f() { let n = 1; return [() => { debugger; n++; return n }, () => n = 10] }
const [a, b] = f();
a();
b();
Math.abs(1);";
    expect(text, &["n"], &["n 1 -> 2 at :1", "n 2 -> 10 at :1"]);
}

#[test]
fn a_frame_that_is_left_is_not_taken_for_another_one() {
    let text = "function f(a) {
  let b = a;
  if (a == 0) { debugger; throw 1 }
  b = a * 2;
  return b;
}
var r = [0, 1, 2].map(x => { try { return f(x) } catch { } });
[new Promise(f.bind(null, 0)).catch(() => 0), new Promise(() => f(3))];
f(4) + f(5);";
    for backend in BACKENDS {
        assert!(changes(backend, text, &["b"]).is_empty(), "{backend:?}");
    }
    let text = "'use strict'; function f(n, a) { if (n == 3) debugger; a = n; if (n > 0) return f(n - 1, a + 1); return a }\nf(3, 0);";
    for backend in BACKENDS {
        assert_eq!(changes(backend, text, &["a"]), ["a 0 -> 3 at f:1"], "{backend:?}");
    }
}

#[test]
fn an_exception_of_an_async_function_leaves_no_caller() {
    let text = "async function bad() { throw 1 }
function f() {
  let n = 1;
  debugger;
  bad().catch(() => 0);
  n = 2;
  return n;
}
f();";
    expect(text, &["n"], &["n 1 -> 2 at f:7"]);
}

#[test]
fn variables_of_what_waits_are_watched_while_it_lives() {
    let text = "async function f() {
  let n = 1;
  debugger;
  await 0;
  n = 2;
  await 0;
  n = 3;
  return n;
}
f(); f();
Math.abs(1);";
    for backend in BACKENDS {
        let notes = changes(backend, text, &["n"]);
        assert_eq!(notes, ["n 1 -> 2 at f:6", "n 1 -> 2 at f:6", "n 2 -> 3 at f:8", "n 2 -> 3 at f:8"], "{backend:?}");
    }
}

#[test]
fn texts_name_properties_in_many_ways() {
    let text = "const o = { a: { b: [1, 2] }, 'x y': 1 }, f = () => o, c = [0, 1];
debugger;
o.a.b[1] = 9;
o['x y']++;
Math.abs(1);";
    expect(text, &["f(o).a.b[c[1]]", "this.o", "o['x' + ' y']"], &["1 2 -> 9 at :4", "x y 1 -> 2 at :5"]);
    expect(text, &["o . a .b [ 1 ]", "f().a.b.length"], &["1 2 -> 9 at :4"]);
    for backend in BACKENDS {
        assert_eq!(changes(backend, text, &["[1]", "o]", ".b", "1.5", "o.a.#b", "o."]).len(), 6);
    }
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let text = "const c = 1, p = new Proxy({}, { get() { throw 1 }, getOwnPropertyDescriptor() { throw 2 } });
function f() { eval('var e = 1'); debugger; }
f();";
    for backend in BACKENDS {
        let refused = changes(backend, text, &["c", "p.x", "nothing.x", "1 + 1", "e", "c.x", "", "p["]);
        assert_eq!(refused.len(), 8, "{backend:?}: {refused:?}");
        assert!(refused[0].contains("constant") && refused[1].contains("proxy"), "{refused:?}");
        assert!(refused[2].contains("nothing") && refused[3].contains("neither the name"), "{refused:?}");
    }
}

#[test]
fn globals_that_are_not_there_yet_and_what_the_host_changes() {
    let text = "debugger;\nglobalThis.late = 1;\nlate++;\nMath.abs(1);";
    expect(text, &["late"], &["late <nothing> -> 1 at :3", "late 1 -> 2 at :4"]);
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        let notes = Notes::default();
        let noted = notes.clone();
        engine.set_debugger(move |stopped: &mut Stopped<'_>| {
            if let StopReason::Change(changes) = stopped.reason() {
                noted.add(changes[0].new.text.clone());
                return Resume::Run;
            }
            let place = stopped.watchable(0, "n").unwrap();
            let watch = stopped.watch(&place);
            let other = stopped.watch(&place);
            assert_eq!((watch.name.as_str(), watch.is_over), ("n", false));
            assert!(stopped.debugger().remove_watch(other.id) && !stopped.debugger().remove_watch(other.id));
            assert_eq!(stopped.debugger().watches(), [watch]);
            stopped.evaluate(0, "n = 5").unwrap();
            Resume::Run
        });
        engine.run("a.js", "var n = 1; debugger; Math.abs(1); n++; Math.abs(1)").unwrap();
        assert_eq!(notes.take(), ["6"], "{backend:?}");
    }
}

#[test]
fn watching_spends_nothing_and_survives_stress() {
    let text = "let all = []; const o = { n: 0 }; debugger;
for (let i = 0; i < 200; i++) { all.push({ i, s: 'x' + i }); o.n = all[i]; if (i % 50 == 0) all = all.slice(); }
var r = all.length + o.n.s;";
    for backend in BACKENDS {
        let run = |watched: &'static [&'static str]| {
            let mut engine = Engine::builder().backend(backend).stress_collection(true).build().unwrap();
            engine.set_debugger(move |stopped: &mut Stopped<'_>| {
                if stopped.reason() == StopReason::Statement {
                    for text in watched {
                        let place = stopped.watchable(0, text).unwrap();
                        stopped.watch(&place);
                    }
                }
                Resume::Run
            });
            engine.run("a.js", text).unwrap();
            engine.eval::<String>("r").unwrap()
        };
        assert_eq!(run(&[]), run(&["o.n", "all", "all.length", "o.missing"]));
    }
}
