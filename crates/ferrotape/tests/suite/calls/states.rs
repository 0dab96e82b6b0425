//! Each state that a run can be in: saved, forked, answered wrongly; and runs that have ended.

use ferrotape::{Backend, Engine, Error, Limits, Object, Progress, Run, Value};

use super::{BACKENDS, answered, engine, saved, script};

const TEXT: &str = "hear('begin'); let n = 0; while (n < 500) n++;
const x = ask('a'), later = search('b');
(async () => { for (let i = 0; i < 500; i++) n++; hear(x, await later) })();
hear(ask('c')); n = 0; while (n < 500) n++; hear('end')";

/// Ways to go on by one step, from the beginning: each leads from one state to the next.
const STEPS: &[fn(&mut Run<'static>)] = &[
    |run| assert_eq!(run.advance(&Limits::new().fuel(300)), Ok(Progress::Paused)),
    |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting)),
    |run| answer_last(run, "a"),
    |run| assert_eq!(run.advance(&Limits::new().fuel(300)), Ok(Progress::Paused)),
    |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting)),
    // The promise is answered while the script waits at another call.
    |run| run.answer(1, "early").expect("it waits"),
    |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting)),
    |run| answer_last(run, "c"),
    |run| assert_eq!(run.advance(&Limits::new().fuel(300)), Ok(Progress::Paused)),
];

fn answer_last(run: &mut Run<'static>, words: &str) {
    let call = run.calls().pop().expect("something waits");
    assert_eq!(call.argument::<String>(run, 0).as_deref(), Ok(words));
    answered(run, &call);
}

fn begun(backend: Backend) -> Run<'static> {
    engine(backend).into_run(&script(backend, TEXT)).map_err(|failed| failed.1).expect("a beginning")
}

/// Answers whatever waits. Gives what was heard.
fn to_its_end(mut run: Run<'static>) -> String {
    while run.advance(&Limits::new()).expect("no error") == Progress::Waiting {
        let call = run.calls().pop().expect("something waits");
        answered(&mut run, &call);
    }
    run.into_engine().expect("its own").eval("heard.join()").expect("a text")
}

#[test]
fn runs_are_saved_and_forked_in_each_state() {
    for backend in BACKENDS {
        for done in 0..=STEPS.len() {
            let mut run = begun(backend);
            let before = run.stats().fuel;
            STEPS.iter().take(done).for_each(|step| step(&mut run));
            let mut restored = saved(&mut run, backend);
            assert!(restored.stats().fuel >= run.stats().fuel - before, "what the program has used counts: {done}");
            let again = saved(&mut restored, backend);
            let mut fork = run.fork().expect("a copy");
            let of_fork = saved(&mut fork, backend);
            let copies = [restored.fork().expect("a copy"), run, restored, again, fork, of_fork];
            for (place, run) in copies.into_iter().enumerate() {
                let expected = if done > 5 { "begin,<c>,end,<a> early" } else { "begin,<c>,end,<a> <b>" };
                assert_eq!(to_its_end(run), expected, "{backend:?}, after {done} steps, copy {place}");
            }
        }
    }
}

/// A program's text, and what ends its run.
type Ending = (&'static str, fn(&mut Run<'static>));

#[test]
fn ended_runs_say_so_whatever_is_asked_of_them() {
    let endings: [Ending; 4] = [
        ("1", |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Done(Value::Number(1.0))))),
        ("search('x'); throw 1", |run| assert!(run.advance(&Limits::new()).is_err())),
        ("for (;;);", |run| {
            run.limit(&Limits::new().fuel(1000));
            assert!(run.advance(&Limits::new()).unwrap_err().is_termination());
        }),
        ("search('x'); ask('y')", |run| {
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            assert_eq!(run.abort("enough"), [0, 1]);
            assert!(run.abort("again").is_empty());
        }),
    ];
    for backend in BACKENDS {
        for (text, end) in endings {
            let program = script(backend, text);
            let mut run = engine(backend).into_run(&program).map_err(|failed| failed.1).expect("a beginning");
            end(&mut run);
            assert!(run.save().is_err() && run.fork().is_err() && run.advance(&Limits::new()).is_err(), "{text}");
            for id in [0, 1, u64::MAX] {
                assert!(run.answer(id, 1).is_err() && run.fail(id, Error::new("no")).is_err(), "{text}");
                assert!(run.retry(id).is_err() && run.allow(id).is_err() && run.refuse(id, "no").is_err(), "{text}");
            }
            assert!(run.calls().is_empty() && run.take_new_calls().is_empty() && run.stack().is_empty(), "{text}");
            assert_eq!(run.into_engine().expect("its own").eval::<u8>("1 + 1"), Ok(2), "{text}");
        }
    }
}

#[test]
fn an_answer_is_any_value_of_the_runs_own_engine() {
    for backend in BACKENDS {
        for (call, text) in [("ask", "ask('x')"), ("search", "await search('x')")] {
            let foreign: Object = Engine::new().eval("({})").expect("an object");
            let told = format!("const told = {text}; heard.push(typeof told, String(told)); export {{}}");
            let program = super::module(backend, &told);
            for (answer, expected) in
                [("undefined", "undefined,undefined"), ("10n", "bigint,10"), ("() => 1", "function,() => 1")]
            {
                let mut engine = engine(backend);
                let value: Value = engine.eval(answer).expect("a value");
                let mut run = engine.into_run(&program).map_err(|failed| failed.1).expect("a beginning");
                assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
                assert!(run.answer(0, foreign.clone()).is_err(), "{call}: an object of another engine");
                assert_eq!(run.calls().len(), 1, "it still waits");
                run.answer(0, value).expect("it waits");
                let mut run = saved(&mut run, backend);
                assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))));
                let heard: String = run.into_engine().expect("its own").eval("heard.join()").expect("a text");
                assert_eq!(heard, expected);
            }
        }
    }
}
