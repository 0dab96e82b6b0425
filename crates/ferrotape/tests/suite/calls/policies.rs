//! Policies of calls: the same on both machines, in forks, and in another process.

use ferrotape::{Backend, Call, Engine, Limits, Program, Progress, Run, Value};

use super::BACKENDS;

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().unwrap();
    engine.define_call("pay", Call::blocking().times(2)).unwrap();
    engine.define_call("search", Call::promise().at_once(2).times(4)).unwrap();
    engine.define_call("remove", Call::promise().refused("not here")).unwrap();
    engine.define_call("halt", Call::blocking().refused("not here")).unwrap();
    engine
}

/// Runs a body and answers each call by its id, with something done to the run at each.
fn outcome(backend: Backend, text: &str, meanwhile: impl Fn(Run<'static>) -> Run<'static>) -> String {
    let mut first = engine(backend);
    let mut run = first.start(&Program::body("job.js", text).unwrap()).unwrap().fork().unwrap();
    loop {
        match run.advance(&Limits::new()).unwrap() {
            Progress::Done(Value::String(text)) => return text,
            Progress::Waiting => {}
            other => panic!("{other:?}"),
        }
        run = meanwhile(run);
        let call = run.calls().remove(0);
        run.answer(call.id(), call.id() as f64).unwrap();
    }
}

const PROGRAMS: &[(&str, &str)] = &[
    (
        "const seen = []; for (let i = 0; i < 3; i++) try { seen.push(pay()) } catch (e) { seen.push(e.message) }
         return seen.join()",
        "0,1,pay may be called 2 times, and was",
    ),
    (
        "const all = [1, 2, 3].map(() => { try { return search() } catch (e) { return e.message } });
         return (await Promise.all(all)).join()",
        "0,1,search may have 2 calls that wait, and has as many",
    ),
    (
        "const seen = []; for (let i = 0; i < 5; i++) try { seen.push(await search()) } catch (e) { seen.push(e.message) }
         return seen.join()",
        "0,1,2,3,search may be called 4 times, and was",
    ),
    ("try { remove() } catch (e) { return e.message }", "remove is not allowed: not here"),
    ("try { halt() } catch (e) { return `${e}` }", "TypeError: halt is not allowed: not here"),
];

#[test]
fn policies_hold_whatever_is_done_with_the_run() {
    for backend in BACKENDS {
        for (text, expected) in PROGRAMS {
            assert_eq!(outcome(backend, text, |run| run), *expected, "{backend:?}");
            assert_eq!(outcome(backend, text, |mut run| run.fork().unwrap()), *expected, "{backend:?}, forked");
            assert_eq!(
                outcome(backend, text, |mut run| {
                    let bytes = run.save().unwrap();
                    Engine::restore_run(engine(backend), &bytes).unwrap()
                }),
                *expected,
                "{backend:?}, saved"
            );
        }
    }
}

#[test]
fn calls_of_a_program_that_was_ended_wait_no_longer_but_were_made() {
    let mut engine = engine(Backend::Register);
    for _ in 0..2 {
        let mut run =
            engine.start(&Program::body("job.js", "await Promise.all([search(), search()])").unwrap()).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
    }
    let error = engine.run("a.js", "search()").unwrap_err();
    assert_eq!(error.message(), "TypeError: search may be called 4 times, and was");
    engine.define_call("search", Call::promise()).unwrap();
    assert!(engine.run("a.js", "search()").is_ok(), "a new definition has no policy");
}

#[test]
fn zero_is_a_number() {
    let mut engine = Engine::new();
    engine.define_call("never", Call::promise().times(0)).unwrap();
    let error = engine.run("a.js", "never()").unwrap_err();
    assert_eq!(error.message(), "TypeError: never may not be called");
}

#[test]
fn calls_that_wait_without_a_policy_count_for_a_later_one() {
    let limited = || Call::promise().at_once(2);
    let denied = "TypeError: search may have 2 calls that wait, and has as many";
    let mut engine = Engine::new();
    engine.define_call("search", Call::promise()).unwrap();
    engine.run("a.js", "search(); search(); search()").unwrap();
    let bytes = engine.snapshot().unwrap();
    engine.define_call("search", limited()).unwrap();
    let mut other = Engine::new();
    other.define_call("search", limited()).unwrap();
    let restored = Engine::restore_into(other, &bytes).unwrap();
    for mut engine in [engine, restored] {
        for id in 0..2 {
            assert_eq!(engine.run("b.js", "search()").unwrap_err().message(), denied, "after {id} answers");
            engine.answer(id, ()).unwrap();
        }
        engine.run("b.js", "search()").unwrap();
        assert_eq!(engine.run("b.js", "search()").unwrap_err().message(), denied);
    }
}
