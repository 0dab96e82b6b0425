//! Limits of single calls, precompiled scripts, and both on threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ferrotape::script::Compiler;
use ferrotape::{
    AsContext, Backend, CancelToken, Context, Engine, Error, ErrorKind, Function, Limits, MemoryLoader, Module,
    Program, Progress, Script, Termination,
};

fn ended_by<T>(result: Result<T, Error>) -> Option<Termination> {
    match result.err()?.kind() {
        ErrorKind::Termination(termination) => Some(termination),
        _ => None,
    }
}

const ENDLESS: &str = "for (;;) {}";

#[test]
fn each_limit_ends_its_call_and_nothing_else() {
    let engine = &mut Engine::new();
    let token = CancelToken::new();
    token.cancel();
    let allocating = "let a = []; for (;;) a.push('x'.repeat(1000) + a.length)";
    for (limits, text, expected) in [
        (Limits::new().fuel(1000), ENDLESS, Termination::OutOfFuel),
        (Limits::new().time(Duration::from_millis(5)), ENDLESS, Termination::DeadlineReached),
        (Limits::new().memory(1 << 20), allocating, Termination::OutOfMemory),
        (Limits::new().cancel(&token), ENDLESS, Termination::Interrupted),
    ] {
        let result = engine.with_limits(&limits, |cx| cx.eval::<()>(&format!("{{ {text} }}")));
        assert_eq!(ended_by(result), Some(expected));
        assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
    }
    let shallow = Limits::new().depth(2000);
    let depth = "(function f(n) { try { return f(n + 1) } catch (e) { return n } })(0)";
    let depths = [&shallow, &Limits::new()].map(|limits| engine.with_limits(limits, |cx| cx.eval::<f64>(depth)));
    assert!(matches!(depths, [Ok(less), Ok(more)] if less > 1.0 && less < 2000.0 && more > 2.0 * less), "{depths:?}");
}

#[test]
fn nested_calls_have_the_smaller_limits() {
    let engine = &mut Engine::builder().native_stack(1 << 20).build().expect("an engine");
    engine
        .define("sandboxed", |cx: &mut Context<'_>, fuel: f64, f: Function| {
            let result = cx.with_limits(&Limits::new().fuel(fuel as u64), |cx| f.call::<()>(cx, ()));
            // If the call ended and not the run, the host goes on.
            Ok::<_, Error>(if result.is_ok() { "done" } else { "stopped" })
        })
        .expect("a function");
    let text = "let all = []; for (let i = 0; i < 3; i++) all.push(sandboxed(1000, () => { for (;;); })); all.join()";
    assert_eq!(engine.eval::<String>(text).as_deref(), Ok("stopped,stopped,stopped"));
    assert_eq!(
        engine.eval::<String>("sandboxed(1000, () => sandboxed(1e9, () => { for (;;); }))").as_deref(),
        Ok("stopped")
    );
    // The surrounding limits are smaller.
    let result = engine.with_limits(&Limits::new().fuel(5000), |cx| {
        cx.eval::<String>("try { sandboxed(1e9, () => { for (;;); }) } catch { 'caught' }")
    });
    assert_eq!(ended_by(result), Some(Termination::OutOfFuel));
    assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
}

#[test]
fn depth_counts_from_the_call_or_from_the_begin_of_the_program() {
    for backend in [Backend::Register, Backend::Stack] {
        let engine = &mut Engine::builder().backend(backend).build().expect("an engine");
        engine
            .define("shallow", |cx: &mut Context<'_>, f: Function| {
                cx.with_limits(&Limits::new().depth(1000), |cx| f.call::<f64>(cx, ()))
            })
            .expect("a function");
        // What waits around the call does not count, on either machine.
        let nested = "(function f(n) { return n > 0 ? f(n - 1) : shallow(() => 1) })(300)";
        assert_eq!(engine.eval::<f64>(nested), Ok(1.0), "{backend:?}");
        // What waits between slices does.
        let text = "let n = 0; const f = () => { n++; f() }; try { f() } catch { } n";
        let program = Program::compile("deep.js", text).expect("a program");
        let deepest = [Limits::new().depth(2000), Limits::new().depth(2000).fuel(200)].map(|slice| {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let mut run = engine.start(&program).expect("a run");
            loop {
                if let Progress::Done(deepest) = run.advance_for::<f64>(&slice).expect("it goes on") {
                    break deepest;
                }
            }
        });
        assert!(deepest[0] > 1.0 && deepest[1] < 2.0 * deepest[0], "{backend:?} {deepest:?}");
    }
}

#[test]
fn what_a_call_takes_is_told() {
    let engine = &mut Engine::new();
    let measure = |engine: &mut Engine, text: &str| engine.measure(&Limits::new(), |cx| cx.eval::<()>(text)).1;
    let few = measure(engine, "for (let i = 0; i < 1000; i++);");
    let many = measure(engine, "for (let i = 0; i < 10000; i++);");
    assert!(many.fuel > 5 * few.fuel, "{few:?} {many:?}");
    assert!(measure(engine, "globalThis.long = new Uint8Array(1 << 20)").bytes > 1 << 20);
}

#[test]
fn a_panic_within_limits_leaves_none_of_them_behind() {
    let engine = &mut Engine::new();
    engine
        .define("panics", |cx: &mut Context<'_>| {
            cx.with_limits(&Limits::new().fuel(10).memory(10).depth(10), |_| -> Result<(), Error> {
                panic!("on purpose")
            })
        })
        .expect("a function");
    assert_eq!(engine.eval::<f64>("try { panics() } catch { } let n = 0; while (n < 1e4) n++; n"), Ok(10_000.0));
}

#[test]
fn a_script_is_compiled_once_for_all_engines() {
    let script =
        Script::compile("count.js", "var count = (typeof count == 'number' ? count : 0) + 1; count").expect("a script");
    let run = |times: usize| {
        let engine = &mut Engine::builder().memory_limit(16 << 20).build().expect("an engine");
        for expected in 1..=times {
            assert_eq!(script.run::<usize>(engine), Ok(expected));
            if expected % 10 == 0 {
                engine.collect_garbage();
            }
        }
    };
    std::thread::scope(|threads| (0..4).for_each(|_| drop(threads.spawn(|| run(50)))));
    for backend in [Backend::Register, Backend::Stack] {
        let engine = &mut Engine::builder().backend(Backend::Register).build().expect("an engine");
        let script = Compiler::new()
            .backend(backend)
            .script("a.js", "let f = () => f; [1, 2].map(n => n + 1).join()")
            .expect("a script");
        assert_eq!(script.run::<String>(engine).as_deref(), Ok("2,3"));
        // Its `let` is declared already.
        assert_eq!(script.run::<String>(engine).unwrap_err().name(), Some("SyntaxError"));
    }
}

#[test]
fn a_script_has_what_the_realm_has_that_runs_it() {
    let engine = &mut Engine::new();
    let script = Script::compile("a.js", "typeof here").expect("a script");
    assert_eq!(script.run::<String>(engine).as_deref(), Ok("undefined"));
    engine.set_global("here", 1).expect("a global");
    let realm = engine.new_realm().expect("a realm");
    let other = engine.in_realm(&realm, |engine| script.run::<String>(engine));
    assert_eq!((other.as_deref(), script.run::<String>(engine).as_deref()), (Ok("undefined"), Ok("number")));
}

#[test]
fn scripts_that_nobody_has_are_forgotten() {
    let engine = &mut Engine::builder().memory_limit(4 << 20).build().expect("an engine");
    let constant = "x".repeat(10_000);
    for n in 0..2000 {
        let script = Script::compile("a.js", &format!("'{constant}'.length + {n}")).expect("a script");
        assert_eq!(script.run::<usize>(engine), Ok(10_000 + n));
    }
}

#[test]
fn texts_that_are_not_trusted_are_compiled_within_limits() {
    let text = format!("{}1", "1+".repeat(200_000));
    assert_eq!(ended_by(Compiler::new().fuel(1000).script("a.js", &text)), Some(Termination::OutOfFuel));
    assert_eq!(ended_by(Compiler::new().memory(100_000).script("a.js", &text)), Some(Termination::OutOfMemory));
    assert_eq!(
        ended_by(Compiler::new().time(Duration::ZERO).script("a.js", &text)),
        Some(Termination::DeadlineReached)
    );
    assert_eq!(Script::compile("a.js", "let let").unwrap_err().kind(), ErrorKind::Syntax);
}

#[test]
fn modules_are_compiled_once_as_well() {
    let library =
        Module::compile("/library.mjs", "export let runs = 0; runs++; export default x => x * 2").expect("a module");
    let main =
        Module::compile("/main.mjs", "import twice, { runs } from './library.mjs'; export const n = twice(20) + runs")
            .expect("a module");
    let evaluated = Arc::new(AtomicUsize::new(0));
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                let engine = &mut Engine::new();
                let mut loader = MemoryLoader::new();
                loader.insert_module("/library.mjs", library.clone());
                engine.set_module_loader(loader);
                for _ in 0..2 {
                    let namespace = main.evaluate(engine).expect("it runs");
                    assert_eq!(namespace.get::<u8>(engine, "n"), Ok(41));
                }
                evaluated.fetch_add(1, Ordering::Relaxed);
            });
        }
    });
    assert_eq!(evaluated.load(Ordering::Relaxed), 3);
}
