//! Ways back: the program runs again, to the moment before, from its beginning or from a checkpoint.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ferrotape::debug::{
    Breakpoint, CheckpointPlace, DebugHost, Debugger, Exceptions, Hits, HostCheckpoint, Resume, Source, StopReason,
    Stopped,
};
use ferrotape::{Backend, Engine, Error, Value};

use super::{BACKENDS, Notes, place};

/// A machine, and whether there are checkpoints: under stress, each few statements.
#[derive(Copy, Clone, Debug)]
struct Mode {
    backend: Backend,
    has_checkpoints: bool,
}

const MODES: [Mode; 4] = [
    Mode { backend: BACKENDS[0], has_checkpoints: false },
    Mode { backend: BACKENDS[1], has_checkpoints: false },
    Mode { backend: BACKENDS[0], has_checkpoints: true },
    Mode { backend: BACKENDS[1], has_checkpoints: true },
];

/// Output of a program, in all its runs together.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<(usize, Vec<String>)>>);

impl Printed {
    fn begin_again(&self) {
        self.0.lock().unwrap().0 = 0;
    }

    fn print(&self, line: String) {
        let (at, lines) = &mut *self.0.lock().unwrap();
        match lines.get(*at) {
            Some(known) => assert_eq!(*known, line, "a repeated line"),
            None => lines.push(line),
        }
        *at += 1;
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().1.clone()
    }
}

/// A host with the program's output.
struct Keeper<H> {
    host: H,
    printed: Printed,
}

impl<H: DebugHost> DebugHost for Keeper<H> {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        self.host.stopped(stopped)
    }

    fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
        self.host.loaded(debugger, source);
    }

    fn logged(&mut self, message: &str, source: &str, line: u32, column: u32) {
        self.host.logged(message, source, line, column);
    }

    fn checkpoint(&mut self) -> HostCheckpoint {
        Arc::new(self.printed.0.lock().unwrap().0)
    }

    fn returned(&mut self, state: &(dyn Any + Send + Sync)) {
        self.printed.0.lock().unwrap().0 = *state.downcast_ref().unwrap();
    }
}

fn make(mode: Mode, printed: &Printed) -> Engine {
    let mut engine = Engine::builder()
        .backend(mode.backend)
        .stress_slices(mode.has_checkpoints)
        .seed(1)
        .clock(|| std::time::SystemTime::UNIX_EPOCH)
        .time_zone("UTC")
        .build()
        .unwrap();
    let printed = printed.clone();
    engine.define("print", move |line: ferrotape::convert::Coerced<String>| printed.print(line.0)).unwrap();
    engine
}

/// Runs a program with a debugger that may go back, to its end. Returns the result, the last engine, and how often it went on
/// from a checkpoint.
fn run_with(
    mode: Mode,
    text: &str,
    printed: &Printed,
    host: impl DebugHost + 'static,
    prepare: impl Fn(&mut Engine),
) -> (Result<(), Error>, Engine, usize) {
    let mut engine = make(mode, printed);
    engine.set_debugger(Keeper { host, printed: printed.clone() });
    let mut debugger = engine.debugger().unwrap();
    debugger.keep_history();
    debugger.begin_program();
    debugger.keep_checkpoints(mode.has_checkpoints);
    prepare(&mut engine);
    let mut result = engine.run_with_jobs("a.js", text);
    let mut returns = 0;
    while let Some(replay) = engine.take_replay() {
        result = match engine.return_to_checkpoint(replay) {
            Ok(place) => {
                returns += 1;
                engine.enter_with_jobs(|cx| match place {
                    CheckpointPlace::Main => cx.go_on_from_checkpoint(),
                    _ => Ok(Value::Undefined),
                })
            }
            Err(replay) => {
                printed.begin_again();
                engine = make(mode, printed);
                engine.set_replay(replay);
                engine.run_with_jobs("a.js", text)
            }
        };
    }
    (result.map(|_| ()), engine, returns)
}

/// The stops of a program that begins at its first statement and goes on in these ways, each with the value of a text.
fn stops(mode: Mode, text: &str, shown: &'static str, ways: &[Resume]) -> Vec<String> {
    let (notes, printed) = (Notes::default(), Printed::default());
    let noted = notes.clone();
    let mut ways = Vec::from(ways).into_iter();
    let host = move |stopped: &mut Stopped<'_>| {
        let value = if shown.is_empty() {
            String::new()
        } else {
            stopped.evaluate(0, shown).map_or("?".to_owned(), |it| it.text)
        };
        let mark = match stopped.reason() {
            StopReason::Back { is_begin: true, .. } => "|",
            StopReason::Back { .. } => "<",
            StopReason::Departed => "!",
            _ => "",
        };
        noted.add(format!("{mark}{} {value}", place(stopped)).trim_end());
        ways.next().unwrap_or(Resume::Run)
    };
    let (result, ..) = run_with(mode, text, &printed, host, |engine| {
        engine.debugger().unwrap().control().pause();
    });
    result.unwrap();
    notes.take()
}

fn expect(text: &str, shown: &'static str, ways: &[Resume], wanted: &[&str]) {
    for mode in MODES {
        assert_eq!(stops(mode, text, shown, ways), wanted, "{mode:?}: {text}");
    }
}

use Resume::{BackIn, BackOver, BackRun, In, Out, Over, Run};

const CALLS: &str = "let n = 0;
function f(a) {
  n += a;
  return n;
}
f(1);
for (let i = 0; i < 2; i++) {
  f(10);
}
n = 5;";

#[test]
fn back_into_calls_and_over_them() {
    let ways = [Over, Over, BackIn, BackIn, BackIn, BackIn, In];
    let wanted = [":1 ?", ":6 0", ":7 1", "<f:4 1", "<f:3 0", "<:6 0", "|:1 ?", ":6 0"];
    expect(CALLS, "n", &ways, &wanted);
    let ways = [Over, Over, BackOver, In, In, BackOver, BackOver, BackOver];
    expect(CALLS, "n", &ways, &[":1 ?", ":6 0", ":7 1", "<:6 0", "f:3 0", "f:4 1", "<f:3 0", "<:6 0", "|:1 ?"]);
}

#[test]
fn back_through_the_parts_of_a_loop() {
    let mut ways = vec![Over; 10];
    ways.extend([BackOver; 10]);
    for mode in MODES {
        let stops = stops(mode, CALLS, "n", &ways);
        assert_eq!(stops.len(), 21, "{mode:?}: {stops:?}");
        let (forth, back) = stops.split_at(11);
        let bare = |stop: &String| stop.trim_start_matches(['<', '|']).to_owned();
        let forth: Vec<String> = forth[..10].iter().rev().map(bare).collect();
        assert_eq!(forth, back.iter().map(bare).collect::<Vec<_>>(), "{mode:?}");
    }
}

#[test]
fn at_the_beginning_there_is_no_way_back_and_code_goes_on() {
    expect(CALLS, "n", &[BackIn, BackRun, BackOver], &[":1 ?", ":6 0", "|:1 ?", ":6 0"]);
    let mut engine = Engine::new();
    engine.set_debugger(|stopped: &mut Stopped<'_>| {
        assert!(stopped.can_go_back().unwrap_err().contains("history"));
        assert_eq!(stopped.statements(), None);
        BackIn
    });
    engine.run("a.js", "debugger; Math.abs(1); Math.abs(1);").unwrap();
    assert!(engine.take_replay().is_none());
}

#[test]
fn exceptions_generators_and_jobs_are_no_obstacle() {
    let text = "let s = '';
function* g() { try { yield 1; yield 2 } finally { s += 'f' } }
for (const x of g()) {
  try { if (x == 2) throw x; s += x } catch (e) { s += 'c' + e }
}
(async () => {
  s += 'a';
  await null;
  s += 'b';
})().then(() => {
  s += 'd';
  print(s);
});
print(s);";
    for mode in MODES {
        let printed = Printed::default();
        let seen: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = seen.clone();
        let mut is_back = false;
        let host = move |stopped: &mut Stopped<'_>| {
            let shown = format!("{} {}", place(stopped), stopped.evaluate(0, "s").map_or("?".to_owned(), |it| it.text));
            let all = &mut *noted.lock().unwrap();
            if !is_back {
                is_back = shown.starts_with(":12");
                all.push(shown);
                return if is_back { BackIn } else { In };
            }
            // Each is there again, from the last one to the first one.
            all.pop();
            assert_eq!(all.last(), Some(&shown));
            if all.len() == 1 { Run } else { BackIn }
        };
        let (result, ..) = run_with(mode, text, &printed, host, |engine| {
            engine.debugger().unwrap().control().pause();
        });
        result.unwrap();
        assert_eq!(printed.lines(), ["1c2fa", "1c2fabd"], "{mode:?}");
        assert_eq!(seen.lock().unwrap().len(), 1);
    }
}

#[test]
fn where_something_is_thrown_back_leads_to_its_statement() {
    for mode in MODES {
        let notes = Notes::default();
        let noted = notes.clone();
        let host = move |stopped: &mut Stopped<'_>| {
            let reason = stopped.reason();
            noted.add(place(stopped));
            match reason {
                StopReason::Exception { .. } if noted.0.lock().unwrap().len() < 2 => BackOver,
                _ => Run,
            }
        };
        let text = "let n = 1;\nfunction f() { Math.abs(n);\n null.x }\ntry {\n f() } catch {}";
        let (result, ..) = run_with(mode, text, &Printed::default(), host, |engine| {
            engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught: true, uncaught: true });
        });
        result.unwrap();
        assert_eq!(notes.take(), ["f:3", "f:3", "f:3"], "{mode:?}");
    }
}

#[test]
fn breakpoints_are_found_backwards_with_their_conditions_and_hits() {
    let text = "let n = 0;\nfor (let i = 0; i < 10; i++) {\n  n += i;\n}\nprint(n);\ndebugger;";
    for mode in MODES {
        for (hits, wanted) in [(None, ["8", "6", "4", "?"]), (Some(Hits::From(4)), ["8", "6", "?", "?"])] {
            let notes = Notes::default();
            let noted = notes.clone();
            let logged = Notes::default();
            struct Host(Notes, Notes, usize);
            impl DebugHost for Host {
                fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
                    if self.2 > 0 {
                        self.0.add(stopped.evaluate(0, "i").map_or("?".to_owned(), |it| it.text));
                    }
                    self.2 += usize::from(self.2 > 0 || stopped.reason() == StopReason::Statement);
                    match self.2 {
                        0 => Run,
                        1..4 => BackRun,
                        _ => {
                            let all: Vec<_> = stopped.debugger().breakpoints().iter().map(|it| it.id).collect();
                            for id in all {
                                stopped.debugger().remove_breakpoint(id);
                            }
                            Run
                        }
                    }
                }
                fn logged(&mut self, message: &str, _: &str, _: u32, _: u32) {
                    self.1.add(message);
                }
            }
            let printed = Printed::default();
            let host = Host(noted, logged.clone(), 0);
            let (result, ..) = run_with(mode, text, &printed, host, |engine| {
                let mut debugger = engine.debugger().unwrap();
                let mut breakpoint = Breakpoint::at("a.js", 3).condition("i % 2 == 0");
                if let Some(hits) = hits {
                    breakpoint = breakpoint.hits(hits);
                }
                debugger.add_breakpoint(breakpoint);
                debugger.add_breakpoint(Breakpoint::at("a.js", 5).message("n is {n}"));
            });
            result.unwrap();
            assert_eq!(notes.take(), wanted, "{mode:?} {hits:?}");
            assert_eq!((printed.lines(), logged.take()), (vec!["45".to_owned()], vec!["n is 45".to_owned()]));
        }
    }
}

#[test]
fn changes_at_stops_are_made_again_or_undone() {
    let text = "let n = 1;\nn += 1;\nn += 1;\nn += 1;\nprint(n);";
    for mode in MODES {
        let notes = Notes::default();
        let noted = notes.clone();
        let mut count = 0;
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            let undone = matches!(stopped.reason(), StopReason::Back { is_undone: true, .. });
            let shown = stopped.evaluate(0, "n").unwrap().text;
            noted.add(format!("{} {shown}{}", place(stopped), if undone { " undone" } else { "" }));
            match count {
                // Line 2.
                1 => {
                    stopped.evaluate(0, "n = 100").unwrap();
                    Over
                }
                2 | 3 => Over,
                // From line 5 back to 4, 3, 2.
                4..7 => BackIn,
                // The changed way is forgotten.
                _ => Over,
            }
        };
        let printed = Printed::default();
        let (result, ..) = run_with(mode, text, &printed, host, |engine| {
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 2));
        });
        result.unwrap();
        let wanted = [":2 1", ":3 101", ":4 102", ":5 103", ":4 102", ":3 101", ":2 1 undone", ":3 2", ":4 3", ":5 4"];
        assert_eq!(notes.take(), wanted, "{mode:?}");
        assert_eq!(printed.lines(), ["4"]);
    }
}

#[test]
fn what_cannot_be_changed_again_bars_the_way_back() {
    for mode in MODES {
        let mut count = 0;
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            match count {
                1 => {
                    let object = stopped.evaluate(0, "o").unwrap().id.unwrap();
                    stopped.set_property(0, object, "a", "5").unwrap();
                    assert!(stopped.can_go_back().is_ok());
                    Over
                }
                2 => {
                    assert!(stopped.can_go_back().is_ok(), "the stop itself can be gone back to");
                    Over
                }
                3 => {
                    assert!(stopped.can_go_back().unwrap_err().contains("cannot be repeated"));
                    BackIn
                }
                _ => Run,
            }
        };
        let text = "const o = { a: 1 };\no.a++;\no.a++;\no.a++;\nprint(o.a)";
        let printed = Printed::default();
        let (result, engine, _) = run_with(mode, text, &printed, host, |engine| {
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 2));
        });
        result.unwrap();
        drop(engine);
        assert_eq!(printed.lines(), ["8"], "{mode:?}");
    }
}

#[test]
fn programs_that_depart_are_told() {
    for backend in BACKENDS {
        let notes = Notes::default();
        let noted = notes.clone();
        let answers = Arc::new(Mutex::new(0));
        let mut is_first = true;
        let host = move |stopped: &mut Stopped<'_>| {
            let reason = stopped.reason();
            noted.add(format!("{reason:?} {}", place(stopped)));
            if std::mem::take(&mut is_first) { BackOver } else { Run }
        };
        let text = "let n = 0;\nif (answer() == 0) {\n  n = 1;\n} else {\n  n = 2;\n  n = 3;\n}\nn = 7;\nif (n == 7) debugger;";
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.set_debugger(host);
        engine.debugger().unwrap().keep_history();
        let mut result;
        loop {
            let given = answers.clone();
            engine
                .define("answer", move || {
                    let mut given = given.lock().unwrap();
                    *given += 1;
                    *given - 1
                })
                .unwrap();
            result = engine.run_with_jobs("a.js", text);
            let Some(replay) = engine.take_replay() else { break };
            engine = Engine::builder().backend(backend).build().unwrap();
            engine.set_replay(replay);
        }
        result.unwrap();
        assert!(!engine.debugger().unwrap().is_replaying());
        let notes = notes.take();
        assert_eq!((notes[0].as_str(), &notes[1][..8]), ("Statement :9", "Departed"), "{backend:?}: {notes:?}");
    }
}

/// Such breakpoints are at no moment of their own: back is where the last statement before has begun.
#[test]
fn back_to_a_breakpoint_within_a_statement_is_at_the_statement_before() {
    let text = "let n = 0;\nfunction f(a) { n += a; return a; }\nlet a = f(1) + f(2), b = f(3);\nn++;\nn++;\ndebugger;";
    for mode in MODES {
        let notes = Notes::default();
        let noted = notes.clone();
        let mut count = 0;
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            let frame = stopped.frames().swap_remove(0);
            noted.add(format!("{}:{} n={}", frame.line, frame.column, stopped.evaluate(0, "n").unwrap().text));
            match count {
                // From the end, behind both calls.
                3 | 4 => BackRun,
                _ => Run,
            }
        };
        let (result, ..) = run_with(mode, text, &Printed::default(), host, |engine| {
            for column in [16, 26] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 3).column(column));
            }
        });
        result.unwrap();
        let stops = notes.take();
        // The calls come behind a `return` of the one before.
        let wanted = ["3:16 n=1", "3:26 n=3", "6:1 n=8", "2:25 n=3", "2:25 n=1"];
        assert_eq!(stops[..5], wanted, "{mode:?}: {stops:?}");
    }
}

/// The run that looks for the breakpoint does not come to what the change has led to.
#[test]
fn back_to_the_breakpoint_at_a_change_that_cannot_be_repeated() {
    let text = "const o = { go: false };\nfunction f() { return 1; }\no.go;\nlet a = o.go ? 0 : f();\na++;";
    for mode in MODES {
        let notes = Notes::default();
        let noted = notes.clone();
        let mut count = 0;
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            noted.add(stopped.frames()[0].line.to_string());
            match count {
                1 => {
                    let object = stopped.evaluate(0, "o").unwrap().id.unwrap();
                    stopped.set_property(0, object, "go", "true").unwrap();
                    Over
                }
                2 => {
                    // What only reads bars no way.
                    assert_eq!(stopped.read(0, "a + 1").unwrap().text, "1");
                    BackRun
                }
                _ => {
                    let is_undone = matches!(stopped.reason(), StopReason::Back { is_undone: true, .. });
                    assert!(is_undone, "{:?}", stopped.reason());
                    Run
                }
            }
        };
        let (result, ..) = run_with(mode, text, &Printed::default(), host, |engine| {
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 4));
        });
        result.unwrap();
        assert_eq!(notes.take(), ["4", "5", "4"], "{mode:?}");
    }
}

#[test]
fn a_program_that_ends_before_the_moment_is_seen_to() {
    let mut engine = Engine::new();
    engine.set_debugger(|stopped: &mut Stopped<'_>| if stopped.can_go_back().is_ok() { BackIn } else { Run });
    engine.debugger().unwrap().keep_history();
    let text =
        "let n = 0;\nif (more()) {\n for (; n < 10; n++) Math.abs(n);\n}\ndebugger;".replace("debugger", "stop()");
    let mut runs = 0;
    loop {
        let is_first = runs == 0;
        engine.define("more", move || is_first).unwrap();
        engine.run("b.js", "function stop() { if (n > 0) debugger }").unwrap();
        assert!(engine.run("a.js", text.as_str()).is_ok() || runs == 0);
        runs += 1;
        let Some(replay) = engine.take_replay() else { break };
        engine = Engine::new();
        engine.set_replay(replay);
    }
    assert_eq!(runs, 2);
    assert!(engine.debugger().unwrap().is_replaying());
}

/// Scripts of the repository with much in them that could go wrong.
const SCRIPTS: [&str; 14] = [
    "language/closures.js",
    "language/async_functions.js",
    "language/async_generators.js",
    "language/await_order.js",
    "language/arguments_object.js",
    "language/classes.js",
    "language/destructuring.js",
    "language/accessors.js",
    "builtins/array.js",
    "builtins/callbacks.js",
    "builtins/promise.js",
    "builtins/map.js",
    "builtins/iterators.js",
    "builtins/proxy.js",
];

/// Walks of a program: forwards and back, at random.
struct Walker {
    random: u64,
    left: usize,
    /// State that was seen at each moment.
    seen: Arc<Mutex<BTreeMap<u64, String>>>,
    went_back: Arc<Mutex<usize>>,
}

impl DebugHost for Walker {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        let (reason, moment) = (stopped.reason(), stopped.statements().unwrap());
        assert_ne!(reason, StopReason::Departed);
        let frames = stopped.frames();
        let shown =
            format!("{} of {} {}", place(stopped), frames.len(), frames.iter().filter(|it| it.is_async).count());
        // A breakpoint may be within a statement.
        if !matches!(reason, StopReason::Breakpoint(_)) {
            let mut seen = self.seen.lock().unwrap();
            let known = seen.entry(moment).or_insert_with(|| shown.clone());
            assert_eq!(*known, shown, "the same moment");
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Run;
        }
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let ways = [In, In, In, Over, Over, Out, BackIn, BackIn, BackOver, BackOver, BackRun, In];
        let way = ways[(self.random >> 20) as usize % ways.len()];
        if matches!(way, BackIn | BackOver | BackRun) && stopped.can_go_back().is_ok() {
            *self.went_back.lock().unwrap() += 1;
        }
        way
    }
}

#[test]
fn walks_forwards_and_back_print_what_a_run_prints() {
    let scripts = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/scripts");
    let (mut went_back, mut went_on) = (0, 0);
    for (index, script) in SCRIPTS.iter().enumerate() {
        let text = std::fs::read_to_string(scripts.join(script)).unwrap();
        for mode in MODES {
            let plain = Printed::default();
            let result = make(mode, &plain).run_with_jobs("a.js", text.as_str());
            assert!(result.is_ok(), "{script}: {result:?}");
            let printed = Printed::default();
            let steps = Arc::default();
            let walker = Walker {
                random: 0x9e37_79b9 + 77 * index as u64,
                left: 60,
                seen: Arc::default(),
                went_back: Arc::clone(&steps),
            };
            let (result, _, returns) = run_with(mode, &text, &printed, walker, |engine| {
                let mut debugger = engine.debugger().unwrap();
                debugger.control().pause();
                for line in (10..200).step_by(30) {
                    debugger.add_breakpoint(Breakpoint::at("a.js", line));
                }
            });
            assert!(result.is_ok(), "{script} {mode:?}: {result:?}");
            assert_eq!(printed.lines(), plain.lines(), "{script} {mode:?}");
            went_back += *steps.lock().unwrap();
            went_on += returns;
        }
    }
    assert!(went_back > 200 && went_on > 100, "{went_back} {went_on}");
}

#[test]
fn checkpoints_are_near_and_keep_what_the_program_has() {
    // Some of each of what a copy has to take along.
    let text = "let log = [], map = new Map(), cache = new WeakMap(), key = {};
function* count() { for (let i = 0; ; i++) yield i; }
const numbers = count();
for (let i = 0; i < 40; i++) {
  const n = numbers.next().value;
  map.set('k' + i % 7, n);
  cache.set(key, i);
  log.push(Math.random() > 0.5);
}
print(log.length + ' ' + [...map.values()]);
(async () => {
  for (let i = 0; i < 30; i++) {
    log.push(await i);
  }
  log.push(cache.get(key));
  debugger;
})();";
    for mode in MODES.into_iter().filter(|mode| mode.has_checkpoints) {
        let (notes, printed) = (Notes::default(), Printed::default());
        let noted = notes.clone();
        let mut count = 0;
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            let state =
                stopped.evaluate(0, "log.length + ' ' + log.at(-1) + ' ' + map.get('k1') + ' ' + cache.get(key)");
            noted.add(format!("{} {}", place(stopped), state.unwrap().text));
            if count <= 120 { BackIn } else { Run }
        };
        let (result, _, returns) = run_with(mode, text, &printed, host, |_| {});
        result.unwrap();
        let notes = notes.take();
        assert_eq!(notes.len(), 122, "{mode:?}");
        assert_eq!(
            (&notes[0], &notes[121]),
            (&":16 '71 39 36 39'".to_owned(), &":16 '71 39 36 39'".to_owned()),
            "{mode:?}"
        );
        assert_eq!(printed.lines(), ["40 35,36,37,38,39,33,34"], "{mode:?}");
        assert!(returns >= 110, "{mode:?}: {returns}");
    }
}

#[test]
fn memory_that_copies_would_share_is_as_it_was() {
    let shared = "const shared = new Int32Array(new SharedArrayBuffer(4));\n";
    let text = "for (let i = 0; i < 50; i++) {\n  shared[0]++;\n}\nprint(shared[0]);\ndebugger;";
    for mode in MODES {
        let printed = Printed::default();
        let mut count = 0;
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            if count <= 3 {
                BackIn
            } else {
                assert_eq!(stopped.evaluate(0, "shared[0]").unwrap().text, "50");
                Run
            }
        };
        let (result, ..) = run_with(mode, &format!("{shared}{text}"), &printed, host, |_| {});
        result.unwrap();
        assert_eq!(printed.lines(), ["50"], "{mode:?}");
    }
}

#[test]
fn handles_that_are_newer_than_a_checkpoint_bar_it() {
    for mode in MODES.into_iter().filter(|mode| mode.has_checkpoints) {
        let printed = Printed::default();
        let kept = Arc::new(Mutex::new(None));
        let (given, mut count) = (Arc::clone(&kept), 0);
        let host = move |stopped: &mut Stopped<'_>| {
            count += 1;
            match count {
                // The host keeps something of the run, and drops it later.
                1 => *given.lock().unwrap() = Some(stopped.evaluate_value(0, "({})").unwrap()),
                2 => *given.lock().unwrap() = None,
                _ => {}
            }
            if count <= 3 { BackIn } else { Run }
        };
        let text = "let n = 0;\nwhile (n < 100) {\n  n++;\n}\ndebugger;\nprint(n);";
        let (result, _, returns) = run_with(mode, text, &printed, host, |_| {});
        result.unwrap();
        assert_eq!((printed.lines(), returns), (vec!["100".to_owned()], 2), "{mode:?}");
    }
}
