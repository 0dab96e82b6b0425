//! Stops: where, and why.

use std::thread;
use std::time::Duration;

use ferrotape::debug::{Breakpoint, DebugHost, Debugger, Exceptions, Hits, Resume, Source, StopReason, Stopped};
use ferrotape::script::Compiler;
use ferrotape::{Engine, Limits, MemoryLoader, Progress};

use super::{BACKENDS, Notes, each, place};

const LOOP: &str =
    "function f(n) {\n  let sum = 0;\n  for (let i = 0; i < n; i++) {\n    sum += i;\n  }\n  return sum;\n}\nf(4)";

#[test]
fn a_breakpoint_stops_each_time() {
    each(
        |engine, notes| {
            let added = engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 4));
            assert_eq!(added.place, None, "the text is not there yet");
            engine.run("dir/a.js", LOOP).unwrap();
            assert_eq!(notes.take(), ["f:4 i=0", "f:4 i=1", "f:4 i=2", "f:4 i=3"]);
            let mut debugger = engine.debugger().unwrap();
            let known = &debugger.breakpoints()[0];
            assert_eq!((known.place, known.hits), (Some((4, 5)), 4));
            assert!(debugger.remove_breakpoint(added.id));
            engine.eval::<()>("f(4)").unwrap();
            assert!(notes.take().is_empty());
        },
        |stopped, notes| {
            assert!(matches!(stopped.reason(), StopReason::Breakpoint(_)));
            let i = stopped.evaluate(0, "i").unwrap().text;
            notes.add(format!("{} i={i}", place(stopped)));
            Resume::Run
        },
    );
}

#[test]
fn breakpoints_of_one_place_go_by_themselves() {
    each(
        |engine, notes| {
            let ids = [4, 4].map(|line| engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", line)).id);
            engine.run("a.js", LOOP).unwrap();
            assert_eq!(notes.take().len(), 4);
            for (id, stops) in ids.into_iter().zip([1, 0]) {
                assert!(engine.debugger().unwrap().remove_breakpoint(id));
                assert!(!engine.debugger().unwrap().remove_breakpoint(id));
                engine.eval::<()>("f(1)").unwrap();
                assert_eq!(notes.take().len(), stops);
            }
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

/// Each breakpoint looks at each statement, but computes few lines and columns: a bundle may have any number of both.
#[test]
fn many_breakpoints_are_set_in_a_long_text() {
    let text = format!("let x = 0;\nfunction f() {{\n{}}}\n", "x++; x--;\n".repeat(20_000));
    each(
        |engine, _| {
            engine.run("a.js", &*text).unwrap();
            let mut debugger = engine.debugger().unwrap();
            let lines = (3..20_003).step_by(100);
            let added: Vec<_> =
                lines.clone().map(|line| debugger.add_breakpoint(Breakpoint::at("a.js", line))).collect();
            assert!(lines.zip(&added).all(|(line, added)| added.place == Some((line, 1))));
            assert!(added.iter().all(|added| debugger.remove_breakpoint(added.id)));
        },
        |_, _| Resume::Run,
    );
}

#[test]
fn lines_without_code_stop_at_the_next_statement() {
    each(
        |engine, notes| {
            for line in [1, 5, 7] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", line));
            }
            engine.run("a.js", LOOP).unwrap();
            let places: Vec<_> = engine.debugger().unwrap().breakpoints().iter().map(|known| known.place).collect();
            assert_eq!(places, [Some((2, 3)), Some((6, 3)), Some((8, 1))], "the end of `f` cannot be reached");
            assert_eq!(notes.take(), [":8", "f:2", "f:6"]);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

/// The arguments have their values, and what comes behind has none yet. A step goes on to the next statement.
#[test]
fn calls_and_returns_within_a_statement_have_breakpoints() {
    let text =
        "let log = '';\nfunction f(x) { log += x; return x + 1; }\nlet a = f(1), b = f(f(2)); let c =\n  f(4);\n";
    each(
        |engine, notes| {
            for (line, column) in [(3, 9), (3, 19), (3, 21), (4, 0), (2, 40)] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", line).column(column));
            }
            engine.run("a.js", text).unwrap();
            let stops = ["3:9 0", "2:40 1", "3:21 1", "2:40 12", "3:19 12", "2:40 123", "4:3 123", "2:40 1234"];
            assert_eq!(notes.take(), stops);
        },
        |stopped, notes| {
            let frame = stopped.frames().swap_remove(0);
            notes.add(format!("{}:{} {}", frame.line, frame.column, stopped.evaluate(0, "+log").unwrap().text));
            Resume::Run
        },
    );
    each(
        |engine, notes| {
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 3).column(21));
            engine.run("a.js", text).unwrap();
            assert_eq!(notes.take(), ["3:21", "3:28"]);
        },
        |stopped, notes| {
            let frame = stopped.frames().swap_remove(0);
            notes.add(format!("{}:{}", frame.line, frame.column));
            if frame.column == 21 { Resume::Over } else { Resume::Run }
        },
    );
}

/// In register code the statement and the end of its `return` are one instruction.
#[test]
fn breakpoints_of_one_instruction_go_by_themselves() {
    for order in [[17, 26], [26, 17]] {
        each(
            |engine, notes| {
                let ids = order.map(|column| {
                    engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 1).column(column)).id
                });
                engine.run("a.js", "function f(x) { return x; }\nf(1);\n").unwrap();
                assert!(!notes.take().is_empty());
                for (id, stops) in ids.into_iter().zip([1, 0]) {
                    assert!(engine.debugger().unwrap().remove_breakpoint(id));
                    engine.eval::<()>("f(1)").unwrap();
                    assert_eq!(notes.take().len(), stops);
                }
            },
            |stopped, notes| {
                notes.add(place(stopped));
                Resume::Run
            },
        );
    }
}

/// In register code it is the instruction at which the statement begins, too.
#[test]
fn a_statement_that_is_one_instruction_stops_where_the_breakpoint_is() {
    let text = "function f(x) { return x; }\nfunction g(h) { let r = h(); return r + 1; }\nf(1); g(f);\n";
    each(
        |engine, notes| {
            for (line, column) in [(1, 26), (2, 25)] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", line).column(column));
            }
            engine.run("a.js", text).unwrap();
            assert_eq!(notes.take(), ["1:26", "2:25", "1:26"]);
        },
        |stopped, notes| {
            let frame = stopped.frames().swap_remove(0);
            notes.add(format!("{}:{}", frame.line, frame.column));
            Resume::Run
        },
    );
}

#[test]
fn a_statement_with_a_completion_value_stops_once() {
    each(
        |engine, notes| {
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 1));
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 3));
            engine.run("a.js", "for (const x of [1, 2]) if (x) x;\nlet n = 1;\nif (n) n; else if (1) 2;").unwrap();
            assert_eq!(notes.take(), [":1", ":3"]);
            let hits: Vec<u64> = engine.debugger().unwrap().breakpoints().iter().map(|known| known.hits).collect();
            assert_eq!(hits, [1, 1]);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

/// Whether it is caught is what is known there, as in V8: what handles it later is not.
#[test]
fn promises_that_a_script_rejects_stop_as_exceptions() {
    let text = "Promise.reject(1).catch(() => {});\nnew Promise((_, no) => no(2)).catch(() => {});\n\
        const { promise, reject } = Promise.withResolvers();\npromise.catch(() => {});\nreject(3);\n\
        class P extends Promise {}\nP.reject(5).then(null, () => {});\n\
        (async () => { try { await Promise.reject(4) } catch {} })();\nlet done = true;\n";
    each(
        |engine, notes| {
            for (caught, uncaught) in [(true, true), (false, true), (true, false)] {
                engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught, uncaught });
                engine.run_with_jobs("a.js", format!("{{\n{text}}}")).unwrap();
                notes.add("end");
            }
            let all = ["1 at 2: false", "2 at 3: false", "3 at 6: true", "5 at 8: false", "4 at 9: true", "end"];
            let uncaught = [all[0], all[1], all[3], "end"];
            let caught = [all[2], all[4], "end"];
            assert_eq!(notes.take(), [&all[..], &uncaught, &caught].concat());
        },
        |stopped, notes| {
            let StopReason::Exception { thrown, is_caught } = stopped.reason() else { return Resume::Run };
            let frame = stopped.frames().swap_remove(0);
            notes.add(format!("{} at {}: {is_caught}", thrown.text, frame.line));
            // A native function runs: its caller cannot begin anew, and goes on to the next statement.
            assert!(stopped.restart_of(0).is_err());
            Resume::Restart(0)
        },
    );
}

#[test]
fn conditions_and_counts_choose() {
    each(
        |engine, notes| {
            let at = || Breakpoint::at("a.js", 4);
            for breakpoint in [at().condition("i == 2"), at().hits(Hits::Equal(2)), at().condition("nothing.there")] {
                let id = engine.debugger().unwrap().add_breakpoint(breakpoint).id;
                engine.run("a.js", LOOP).unwrap();
                engine.debugger().unwrap().remove_breakpoint(id);
                notes.add("end");
            }
            // A condition that throws stops, so that one sees it.
            assert_eq!(notes.take(), ["2", "end", "1", "end", "0", "1", "2", "3", "end"]);
        },
        |stopped, notes| {
            notes.add(stopped.evaluate(0, "i").unwrap().text);
            Resume::Run
        },
    );
}

struct Logger(Notes);

impl DebugHost for Logger {
    fn stopped(&mut self, _: &mut Stopped<'_>) -> Resume {
        self.0.add("stopped");
        Resume::Run
    }

    fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
        let place = debugger.breakpoints()[0].place;
        self.0.add(format!("{} {place:?} {}", source.name(), source.line(4).trim()));
    }

    fn logged(&mut self, message: &str, source: &str, line: u32, column: u32) {
        self.0.add(format!("{source}:{line}:{column} {message}"));
    }
}

#[test]
fn messages_are_told_without_a_stop() {
    for backend in BACKENDS {
        let notes = Notes::default();
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.set_debugger(Logger(notes.clone()));
        let breakpoint = Breakpoint::at("a.js", 4).message("i is {i}, {'s' + sum} {x.y}").condition("i > 2");
        engine.debugger().unwrap().add_breakpoint(breakpoint);
        engine.run("a.js", LOOP).unwrap();
        let wanted = ["a.js Some((4, 5)) sum += i;", "a.js:4:5 i is 3, s3 <ReferenceError: x is not defined>"];
        assert_eq!(notes.take(), wanted);
    }
}

/// In register code the statement and the end of its `return` are one instruction.
#[test]
fn messages_are_told_with_the_place_of_their_breakpoint() {
    for backend in BACKENDS {
        let notes = Notes::default();
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.set_debugger(Logger(notes.clone()));
        for (column, message) in [(17, "begins"), (26, "ends")] {
            engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 1).column(column).message(message));
        }
        engine.run("a.js", "function f(x) { return x; }\nf(1);\n").unwrap();
        assert_eq!(notes.take()[1..], ["a.js:1:17 begins", "a.js:1:26 ends"]);
    }
}

/// In register code the call is the instruction at which its statement begins, too.
#[test]
fn messages_of_calls_are_told_at_the_call() {
    for backend in BACKENDS {
        let notes = Notes::default();
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.set_debugger(Logger(notes.clone()));
        engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 2).column(25).message("here"));
        engine.run("a.js", "function f() {}\nfunction g(h) { let r = h(); return r; }\n\ng(f);").unwrap();
        assert_eq!(notes.take(), ["a.js Some((2, 25)) g(f);", "a.js:2:25 here"]);
    }
}

#[test]
fn debugger_statements_stop_where_they_are_come_to() {
    each(
        |engine, notes| {
            engine.run("a.js", "function f(a) {\n if (a) debugger;\n return a }\nf(0); f(1);\ndebugger").unwrap();
            assert_eq!(notes.take(), ["f:2", ":5"]);
        },
        |stopped, notes| {
            assert_eq!(stopped.reason(), StopReason::Statement);
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

#[test]
fn exceptions_stop_where_they_are_thrown_once() {
    const TEXT: &str = "function f() { throw new Error('no') }
        function caught() { try { f() } catch {} }
        function through() { try { [1].forEach(f) } finally { 1 } }
        caught();
        try { through() } catch { }
        try { null.x } catch {}
        f();";
    let shown = [
        (Exceptions { caught: true, uncaught: false }, vec!["f:1 true", "f:1 true", ":6 true"]),
        (Exceptions { caught: false, uncaught: true }, vec!["f:1 false"]),
        (Exceptions::default(), vec![]),
    ];
    for (exceptions, wanted) in shown {
        each(
            |engine, notes| {
                engine.debugger().unwrap().stop_at_exceptions(exceptions);
                engine.run("a.js", TEXT).unwrap_err();
                assert_eq!(notes.take(), wanted, "{exceptions:?}");
            },
            |stopped, notes| {
                let StopReason::Exception { thrown, is_caught } = stopped.reason() else { panic!() };
                assert_eq!(thrown.type_name, "object");
                notes.add(format!("{} {is_caught}", place(stopped)));
                Resume::Run
            },
        );
    }
}

#[test]
fn a_value_that_is_thrown_again_stops_again() {
    const TEXT: &str = "const one = () => { throw 1 };
        new Promise(one).catch(() => {});
        new Promise(one).catch(() => {});
        new Promise(() => { [1].forEach(one) }).catch(() => {});";
    each(
        |engine, notes| {
            engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught: true, uncaught: true });
            engine.run_with_jobs("a.js", TEXT).unwrap();
            assert_eq!(notes.take(), ["one:1"; 3]);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

#[test]
fn rejections_are_caught_where_something_waits_with_a_catch() {
    const TEXT: &str = "async function inner() { await 0; throw 1 }
        async function outer() { try { await inner() } catch {} }
        outer();
        inner().catch(() => {});
        inner();";
    each(
        |engine, notes| {
            engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught: true, uncaught: true });
            let _ = engine.run_with_jobs("a.js", TEXT);
            let mut seen = notes.take();
            seen.sort();
            // What waits in stack code is not looked into.
            let of_outer = if engine.backend() == ferrotape::Backend::Register { "true" } else { "false" };
            let mut wanted = ["false", of_outer, "true"];
            wanted.sort();
            assert_eq!(seen, wanted);
        },
        |stopped, notes| {
            let StopReason::Exception { is_caught, .. } = stopped.reason() else { panic!() };
            notes.add(is_caught.to_string());
            Resume::Run
        },
    );
}

/// An `await` of what has failed passes the reason on, whatever else was thrown meanwhile. V8 stops at these places.
#[test]
fn an_await_does_not_stop_at_what_was_seen() {
    const TEXT: &str = "async function inner() { await 0; throw new Error('one') }
        async function outer() { await inner() }
        async function top() { try { await outer() } catch {} }
        async function other() { await 0; throw new Error('two') }
        async function rejects() { await Promise.reject(new Error('three')) }
        function* waits() { try { yield 1 } finally { } }
        async function* items() { yield 1; yield Promise.reject(new Error('four')) }
        async function main() {
        const a = outer().catch(() => {});
        other().catch(() => {});
        await top();
        await rejects().catch(() => {});
        const it = waits(); it.next(); try { it.throw(new Error('five')) } catch {}
        try { await Promise.all([inner(), inner()]) } catch {}
        for await (const x of items()) ;
        }
        main().catch(() => {});";
    each(
        |engine, notes| {
            engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught: true, uncaught: true });
            engine.run_with_jobs("a.js", TEXT).unwrap();
            let wanted = ["inner:1", "other:4", "inner:1", "rejects:5", "waits:6", "inner:1", "inner:1", "items:7"];
            assert_eq!(notes.take(), wanted);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

#[test]
fn a_breakpoint_at_a_return_stops_on_each_way_to_it() {
    const TEXT: &str = "function f(a) {
        if (a) g(); else g();
        return a }
        function s(a) { switch (a) { case 1: g(); break; case 2: g() }
        return a }
        function t() { try { g() } catch { return 1 }
        return 2 }
        function g() {}
        f(1); f(0); s(1); s(2); s(3); t();";
    each(
        |engine, notes| {
            for line in [3, 5, 7] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", line));
            }
            engine.run("a.js", TEXT).unwrap();
            assert_eq!(notes.take(), ["f:3", "f:3", "s:5", "s:5", "s:5", "t:7"]);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

#[test]
fn a_statement_that_a_finally_interrupts_stops_once() {
    const TEXT: &str = "function f() { try {
        return
        } finally { n++ } }
        function b() { for (const x of [1, 2]) {
        if (x) break } }
        function a() { a: try {
        break a
        } finally { n++ } }
        var n = 0; f(); b(); a();";
    each(
        |engine, notes| {
            for (line, column) in [(2, 0), (5, 16), (7, 0)] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", line).column(column));
            }
            engine.run("a.js", TEXT).unwrap();
            assert_eq!(notes.take(), ["f:2", "b:5", "a:7"]);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

#[test]
fn what_throws_before_it_waits_is_caught_by_who_awaits_it() {
    const TEXT: &str = "async function fails() { throw 1 }
        async function* items() { yield 1; throw 2 }
        async function awaits() { try { await fails() } catch {} }
        async function loops() { try { for await (const item of items()) ; } catch {} }
        async function asks() { const it = items(); try { await it.next(); await it.next() } catch {} }
        async function behind() { try { for await (const item of []) ; return await fails() } catch {} }
        async function forgets() { try { fails() } catch {} }
        async function others() { try { fails(); let a, b; await a } catch {} try { fails(); await undefined } catch {} }
        async function settled(p) { try { fails(); await p } catch {} const q = 1; try { fails(); await q } catch {} }
        awaits(); loops(); asks(); behind(); forgets(); others(); settled();";
    each(
        |engine, notes| {
            engine.debugger().unwrap().stop_at_exceptions(Exceptions { caught: false, uncaught: true });
            let _ = engine.run_with_jobs("a.js", TEXT);
            assert_eq!(notes.take(), ["fails:1"; 5]);
        },
        |stopped, notes| {
            notes.add(place(stopped));
            Resume::Run
        },
    );
}

#[test]
fn a_pause_from_another_thread_stops_an_endless_loop() {
    // The last one has no statement to stop at.
    let texts = ["let n = 0; for (;;) { n++; }", "for (;;) ;"];
    for (backend, text) in BACKENDS.into_iter().flat_map(|backend| texts.map(|text| (backend, text))) {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        let control = engine.set_debugger(|stopped: &mut Stopped<'_>| {
            assert_eq!((stopped.reason(), stopped.frames()[0].line), (StopReason::Pause, 1));
            Resume::End
        });
        let other = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            control.pause();
        });
        let ended = engine.run("a.js", text).unwrap_err();
        assert!(ended.is_termination(), "{ended}");
        other.join().unwrap();
        assert_eq!(engine.eval::<u8>("1 + 1").unwrap(), 2);
    }
}

#[test]
fn clocks_stand_still_while_somebody_looks() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).timeout(Duration::from_millis(900)).build().unwrap();
        engine.set_debugger(|_: &mut Stopped<'_>| {
            thread::sleep(Duration::from_millis(1200));
            Resume::Run
        });
        engine.run("a.js", "debugger; for (let i = 0; i < 3000; i++) ;").unwrap();
        engine.remove_debugger();
        assert!(engine.run("a.js", "for (;;) ;").unwrap_err().is_termination());
    }
}

#[test]
fn clocks_of_programs_stand_still_from_slice_to_slice() {
    const LOOKS: Duration = Duration::from_millis(1200);
    let slice = Limits::new().fuel(5_000);
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).timeout(Duration::from_millis(900)).build().unwrap();
        engine.set_debugger(|_: &mut Stopped<'_>| {
            thread::sleep(LOOKS);
            Resume::Run
        });
        let text = "debugger; for (let i = 0; i < 3000; i++) ;";
        let program = Compiler::new().backend(backend).body("a.js", text).unwrap();
        let (ended, spent) = engine.run_program_async::<()>(&program).in_slices(&slice).measured().block();
        assert!(ended.is_ok() && spent.time >= LOOKS, "{ended:?} {spent:?}");
        let mut run = engine.start(&program).unwrap();
        run.limit_time(Duration::from_millis(900));
        while let Progress::Paused = run.advance(&slice).unwrap() {}
    }
}

#[test]
fn modules_evals_and_callbacks_of_natives_stop() {
    each(
        |engine, notes| {
            let mut loader = MemoryLoader::new();
            loader.insert("b.mjs", "export let n = 1;\nexport function f() {\n return n }");
            engine.set_module_loader(loader);
            for (source, line) in [("b.mjs", 3), ("a.mjs", 2), ("late.js", 2)] {
                engine.debugger().unwrap().add_breakpoint(Breakpoint::at(source, line));
            }
            let text = "import { f, n } from 'b.mjs';\n[1, 2].map(x => x + f());\neval('1;\\nlet a = n; a\\n//# sourceURL=late.js');";
            engine.run_module("a.mjs", text).unwrap();
            assert_eq!(notes.take(), [":2", "f:3", "f:3", ":2 n=1"]);
        },
        |stopped, notes| {
            let place = place(stopped);
            let is_eval = stopped.frames()[0].source.name() == "late.js";
            let n = if is_eval { format!(" n={}", stopped.evaluate(0, "n").unwrap().text) } else { String::new() };
            notes.add(format!("{place}{n}"));
            Resume::Run
        },
    );
}

#[test]
fn a_second_debugger_takes_the_place_of_the_first_and_copies_have_none() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        engine.set_debugger(|_: &mut Stopped<'_>| panic!("it was replaced"));
        engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 4));
        engine.remove_debugger();
        engine.run("a.js", LOOP).unwrap();
        let notes = Notes::default();
        let noted = notes.clone();
        engine.set_debugger(move |stopped: &mut Stopped<'_>| {
            noted.add(place(stopped));
            Resume::Run
        });
        engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 6));
        engine.eval::<()>("f(2)").unwrap();
        assert_eq!(notes.take(), ["f:6"]);
        let mut copy = engine.fork().unwrap();
        assert!(copy.debugger().is_none());
        copy.eval::<()>("f(2)").unwrap();
        assert!(notes.take().is_empty());
    }
}
