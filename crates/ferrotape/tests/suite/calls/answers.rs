//! Answers: who runs them, what they are charged to, whose stack an error has.

use ferrotape::{AsContext, Backend, Call, Engine, Error, ErrorKind, Limits, Progress, Termination};

use super::{BACKENDS, engine, module, ready, script};

/// An object of a host whose prototype the script has changed: to resolve a promise with it runs the script.
const CHANGED: &str = "Object.defineProperty(Object.prototype, 'then', { get() { for (;;); } });";

#[test]
fn what_an_answer_runs_has_the_limits_of_the_run() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let text = format!("search('x'); {CHANGED}");
        let mut run = engine.start(&script(backend, &text)).expect("a beginning");
        run.limit(&Limits::new().fuel(100_000));
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        run.answer(0, vec![1, 2]).expect("nothing of the script runs yet");
        let error = run.advance(&Limits::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel), "{backend:?}");
        drop(run);
        assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
    }
}

#[test]
fn an_answer_that_a_limit_refuses_can_be_given_again() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        engine.run("a.js", "var found; search('x').then(all => { found = all })").expect("a call");
        for fuel in 0..40 {
            engine.set_fuel(Some(fuel));
            if engine.answer(0, vec![1, 2]).is_ok() {
                break;
            }
            assert_eq!(engine.calls().len(), 1, "it waits still, after {fuel} units");
        }
        assert!(engine.calls().is_empty());
        engine.set_fuel(None);
        engine.run_jobs().expect("jobs");
        assert_eq!(engine.eval::<String>("found.join()").as_deref(), Ok("1,2"));
    }
}

#[test]
fn answers_settle_in_the_order_in_which_they_are_given() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let text = "for (const name of 'abcd') search(name).then(v => hear(name, v), e => hear(name, e.message))";
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        let _progress = run.advance(&Limits::new()).expect("calls");
        run.answer(2, vec![1]).expect("it waits");
        run.answer(0, 2).expect("it waits");
        run.fail(3, Error::new("no")).expect("it waits");
        run.answer(1, "x").expect("it waits");
        assert!(run.calls().is_empty() && matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))));
        drop(run);
        assert_eq!(engine.eval::<String>("heard.join()").as_deref(), Ok("c 1,a 2,d no,b x"));
    }
}

#[test]
fn an_answer_that_was_not_seen_yet_is_saved() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let mut run =
            engine.start(&script(backend, "search('x').then(v => { hear(v.join()) }); 1")).expect("a beginning");
        let _progress = run.advance(&Limits::new()).expect("a call");
        run.answer(0, vec![1, 2]).expect("it waits");
        let into = super::empty(Engine::builder().backend(backend));
        let mut restored = Engine::restore_run(into, &run.save().expect("bytes")).expect("what was written");
        assert!(restored.calls().is_empty());
        assert_eq!(restored.advance(&Limits::new()), Ok(Progress::Done(1.0.into())));
        assert_eq!(restored.enter(|cx| cx.eval::<String>("heard.join()")).as_deref(), Ok("1,2"));
    }
}

#[test]
fn an_error_has_the_stack_of_who_waits_for_it() {
    let text = "
        async function searches() { try { await search('x') } catch (error) { hear(error.stack) } }
        function asks() { return ask('y') }
        searches(); asks()";
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        run.fail(0, Error::new("not found")).expect("it waits");
        run.answer(1, 1).expect("it waits");
        let _progress = run.advance(&Limits::new()).expect("the end");
        drop(run);
        let stack: String = engine.eval("heard.join()").expect("a stack");
        assert!(stack.contains("async searches") && !stack.contains("asks"), "{backend:?}: {stack}");
    }
}

#[test]
fn what_runs_in_the_hosts_turn_was_not_called_by_the_program() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let mut run = engine.start(&script(backend, "function asks() { ask('y') } asks()")).expect("a beginning");
        let _progress = run.advance(&Limits::new()).expect("a call");
        let stack: String = run.enter(|cx| cx.eval("new Error('here').stack")).expect("a stack");
        assert!(!stack.contains("asks"), "{backend:?}: {stack}");
        run.fail(0, Error::new("no")).expect("it waits");
        let error = run.advance(&Limits::new()).unwrap_err();
        assert!(error.report().to_string().contains("asks"), "{backend:?}: {error:?}");
    }
}

#[test]
fn a_module_that_was_ended_on_the_way_can_be_started_again() {
    let modules = [
        "export const a = await search('x'); hear(a)",
        "const a = 1; let b = ask('x'); function f() { return b } hear(f()); export { a, b }; await 0",
        "import { a } from '/inner.mjs'; hear(a)",
        "const { a } = await import('/inner.mjs'); hear(a)",
    ];
    for (backend, text) in BACKENDS.into_iter().flat_map(|backend| modules.map(|text| (backend, text))) {
        let mut engine = ready(Engine::builder().backend(backend));
        engine.set_module_loader(
            [("/inner.mjs", "export let a = await search('inner'); a += '!'")]
                .into_iter()
                .collect::<ferrotape::MemoryLoader>(),
        );
        let program = module(backend, text);
        for way in 0..3 {
            let mut run = engine.start(&program).expect("a beginning");
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting), "{backend:?} {text}");
            match way {
                0 => drop(run),
                1 => assert_eq!(run.abort("too late").len(), 1),
                _ => assert!(run.advance(&Limits::new().memory(1)).is_err() || run.abort("no").len() == 1),
            }
        }
        let mut run = engine.start(&program).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting), "{backend:?} {text}");
        let call = run.take_new_calls().pop().expect("a call");
        run.answer(call.id(), "found").expect("it waits");
        assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))), "{backend:?} {text}");
        drop(run);
        assert!(engine.eval::<String>("heard.join()").expect("words").starts_with("found"), "{backend:?} {text}");
    }
}

#[test]
fn another_module_of_the_same_name_is_no_start() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let first = engine.start(&module(backend, "hear('first')")).expect("a beginning").advance(&Limits::new());
        assert!(matches!(first, Ok(Progress::Done(_))), "{backend:?}: {first:?}");
        let error = engine.start(&module(backend, "hear('second')")).map(drop).unwrap_err();
        assert!(error.kind() == ErrorKind::Usage && error.message().contains("with another text"), "{error}");
        // A module runs once.
        let again = engine.start(&module(backend, "hear('first')")).expect("a beginning").advance(&Limits::new());
        assert!(matches!(again, Ok(Progress::Done(_))), "{backend:?}: {again:?}");
        engine.drop_module("/job.mjs").expect("it is there");
        let other = engine.start(&module(backend, "hear('second')")).expect("a beginning").advance(&Limits::new());
        assert!(matches!(other, Ok(Progress::Done(_))), "{backend:?}: {other:?}");
        assert_eq!(engine.eval::<String>("heard.join()").as_deref(), Ok("first,second"));
    }
}

#[test]
fn a_collection_of_the_host_costs_the_program_nothing() {
    let mut engine = engine(Backend::Register);
    let mut run = engine.start(&script(Backend::Register, "function f() { ask('y') } f()")).expect("a beginning");
    let _progress = run.advance(&Limits::new()).expect("a call");
    let before = run.stats().fuel;
    run.enter(|cx| {
        cx.collect_garbage();
        Ok(())
    })
    .expect("a collection");
    assert_eq!(run.stats().fuel, before);
}

#[test]
fn a_call_that_an_engine_defines_is_no_part_of_a_run() {
    let mut engine = Engine::new();
    engine.define_call("search", Call::promise()).expect("a function");
    engine.run("a.js", format!("search('x'); {CHANGED}")).expect("a call");
    engine.answer(0, vec![1]).expect("nothing of the script runs yet");
    engine.set_fuel(Some(10_000));
    assert!(engine.run_jobs().unwrap_err().is_termination());
}
