//! Places of calls: where each was made, wherever the run is.

use ferrotape::{AsContext, Backend, Call, Engine, Error, Limits, PendingCall, Progress};

use super::{BACKENDS, body, script};

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().unwrap();
    engine.define_call("ask", Call::blocking()).unwrap();
    engine.define_call("search", Call::promise()).unwrap();
    engine.define("slow", |_: f64| std::future::pending::<()>()).unwrap();
    engine
}

const TEXT: &str = "function searches(words) {
    return search(words)
}
const both = [
    searches('a'),
    search('b')]
slow(1)
for (const name of ['c'])
    ask(name)
";

fn places(calls: &[PendingCall]) -> Vec<(String, String, u32, u32)> {
    let place = |call: &PendingCall| {
        let place = call.place().unwrap();
        (place.function.clone(), place.source.clone(), place.line, place.column)
    };
    calls.iter().map(place).collect()
}

#[test]
fn each_call_knows_where_it_was_made() {
    for backend in BACKENDS {
        let mut run = engine(backend).into_run(&script(backend, TEXT)).map_err(|it| it.1).unwrap();
        // The future has not been polled.
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Paused);
        let calls = run.calls();
        assert_eq!(calls.len(), 3, "the future answers the fourth");
        let place = |function: &str, line, column| (function.to_owned(), "job.js".to_owned(), line, column);
        assert_eq!(places(&calls), [place("searches", 2, 12), place("", 6, 5), place("", 9, 5)], "{backend:?}");
        let lines = |call: &PendingCall| call.stack().iter().map(|entry| entry.line).collect::<Vec<_>>();
        assert_eq!(lines(&calls[0]), [2, 5]);
        assert_eq!(calls[2].stack(), run.stack(), "it waits there");
        let fork = run.fork().unwrap();
        let restored = Engine::restore_run(engine(backend), &run.save().unwrap()).unwrap();
        assert_eq!(fork.calls(), restored.calls());
        assert_eq!(fork.calls().len(), 4);
        assert_eq!((fork.calls()[2].name(), lines(&fork.calls()[2])), ("slow", vec![7]));
        let host: Vec<_> = fork.calls().into_iter().filter(|call| !call.is_of_future()).collect();
        assert_eq!(host, calls);
    }
}

#[test]
fn async_functions_that_wait_for_the_caller_are_in_its_stack() {
    let text = "async function inner() {
    await 1
    return search('x')
}
async function outer() {
    return await inner()
}
await outer()";
    for backend in BACKENDS {
        let mut run = engine(backend).into_run(&body(backend, text)).map_err(|it| it.1).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        let restored = Engine::restore_run(engine(backend), &run.save().unwrap()).unwrap();
        for call in [&run.calls()[0], &restored.calls()[0]] {
            let entries = call.stack().iter().map(|entry| (entry.function.as_str(), entry.line, entry.is_async));
            let entries: Vec<_> = entries.collect();
            assert_eq!(entries[..2], [("inner", 3, false), ("outer", 6, true)], "{backend:?}");
            assert_eq!(call.place().map(|place| place.line), Some(3));
        }
    }
}

#[test]
fn no_function_of_the_program_waits_for_what_the_host_runs_meanwhile() {
    let text = "async function outer() { await Promise.resolve().then(() => ask('x')) }
await outer()";
    for backend in BACKENDS {
        let mut run = engine(backend).into_run(&body(backend, text)).map_err(|it| it.1).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        assert!(run.calls()[0].stack().iter().any(|entry| entry.function == "outer" && entry.is_async));
        let _: ferrotape::Value = run.enter(|cx| cx.eval("search('y')")).unwrap();
        let call = run.calls().pop().unwrap();
        assert_eq!((call.name(), call.stack().len()), ("search", 1), "{backend:?}");
        let error = run.enter(|cx| cx.eval::<()>("throw new Error('mine')")).unwrap_err();
        assert_eq!(error.stack().len(), 1);
    }
}

#[test]
fn functions_of_the_program_wait_again_for_a_reaction_that_goes_on_after_the_host() {
    let text = "async function outer() {
        return await Promise.resolve().then(() => {
            try { ask('x') } catch (error) { return [error, new Error('own')].map(error => error.stack) }
        })
    }
    const stacks = await outer();
    return stacks.every(stack => stack.includes('async outer')) ? 'both' : stacks.join()";
    for backend in BACKENDS {
        let mut run = engine(backend).into_run(&body(backend, text)).map_err(|it| it.1).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        run.fail(0, Error::new("of the host")).unwrap();
        let _: ferrotape::Value = run.enter(|cx| cx.eval("1")).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done("both".into()), "{backend:?}");
    }
}

#[test]
fn a_reaction_that_is_refused_leaves_no_stack_behind() {
    let text = "Promise.resolve().then(class {}).catch(() => 0)
    async function inner() { await 1; return new Error('mine').stack }
    async function outer() { return await inner() }
    async function refused() { await Promise.resolve().then(class {}) }
    const stack = await outer()
    const other = await refused().catch(error => error.stack)
    return stack.includes('async outer') && other.includes('async refused') ? 'both' : stack + other";
    for backend in BACKENDS {
        let mut run = engine(backend).into_run(&body(backend, text)).map_err(|it| it.1).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done("both".into()), "{backend:?}");
    }
}

#[test]
fn a_call_by_the_host_has_no_place_and_a_deep_one_no_endless_stack() {
    let mut engine = engine(Backend::Register);
    let search: ferrotape::Function = engine.eval("search").unwrap();
    let _: ferrotape::Promise = search.call(&mut engine, ("a",)).unwrap();
    engine.run("a.js", "(function deep(n) { if (n) deep(n - 1); else search('b') })(500)").unwrap();
    let calls = engine.calls();
    assert_eq!((calls[0].place(), calls[0].stack().len()), (None, 0));
    assert!(calls[1].stack().len() <= 32 && calls[1].stack().iter().all(|entry| entry.function == "deep"));
}
