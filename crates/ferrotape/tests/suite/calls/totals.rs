//! Limits of a run as a whole: they hold in forks, and in other processes.

use std::time::Duration;

use ferrotape::recording::{Recorder, Replayed};
use ferrotape::{AsContext, Backend, Call, Engine, Error, ErrorKind, Limits, Progress, Run, Termination};

use super::{BACKENDS, MEANWHILE, Meanwhile, body};

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).build().unwrap();
    engine.define_call("ask", Call::blocking()).unwrap();
    engine.define_call("search", Call::promise().answer_bytes(50)).unwrap();
    engine
}

fn started(backend: Backend, text: &str) -> Run<'static> {
    engine(backend).into_run(&body(backend, text)).map_err(|failed| failed.1).unwrap()
}

/// Returns the run that goes on, or what goes on in its place.
fn going_on(mut run: Run<'static>, meanwhile: Meanwhile, backend: Backend) -> Run<'static> {
    match meanwhile {
        Meanwhile::Nothing => run,
        Meanwhile::Saved => Engine::restore_run(engine(backend), &run.save().unwrap()).unwrap(),
        Meanwhile::Forked => {
            let fork = run.fork().unwrap();
            // What the other one gets is not counted here.
            let call = run.calls().remove(0);
            run.answer(call.id(), "a").unwrap();
            fork
        }
    }
}

/// Bytes of the text `a`.
const A: u64 = 3;

#[test]
fn answers_have_a_limit_in_all() {
    for (backend, meanwhile) in BACKENDS.into_iter().flat_map(|backend| MEANWHILE.map(|meanwhile| (backend, meanwhile)))
    {
        let text = "const first = search('a'); const all = [ask(), ask(), ask(), await first]; return all.length";
        let mut run = started(backend, text);
        run.limit_answers(3 * A + 2);
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        for id in [1, 2] {
            run = going_on(run, meanwhile, backend);
            run.answer(id, "a").unwrap();
            assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        }
        run = going_on(run, meanwhile, backend);
        // Failures do not count, and what was not given does not either.
        for _ in 0..2 {
            let error = run.answer(3, "abcd").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Usage);
            let words = "all answers to this run may have 11 bytes, and with this one they have more";
            assert_eq!(error.message(), words, "{backend:?}, {meanwhile:?}");
        }
        assert!(
            run.answer(0, "a".repeat(60)).unwrap_err().message().starts_with("an answer to search may have 50 bytes")
        );
        run.answer(3, "abc").unwrap();
        assert!(run.answer(0, false).is_err(), "nothing is left, not for one byte");
        assert_eq!(run.calls().len(), 1, "it waits still");
        run = going_on_with(run, backend, meanwhile);
        run.limit_answers(3 * A + 3);
        run.answer(0, true).unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done(4.0.into()));
    }
}

/// Goes on without another answer: nothing is left for the other fork.
fn going_on_with(mut run: Run<'static>, backend: Backend, meanwhile: Meanwhile) -> Run<'static> {
    match meanwhile {
        Meanwhile::Forked => run.fork().unwrap(),
        _ => going_on(run, meanwhile, backend),
    }
}

#[test]
fn what_is_no_data_cannot_be_counted() {
    let mut run = started(Backend::Register, "return typeof ask()");
    run.limit_answers(1_000);
    let _ = run.advance(&Limits::new()).unwrap();
    let function: ferrotape::Function = run.enter(|cx| cx.eval("() => 1")).unwrap();
    assert!(run.answer(0, function).unwrap_err().message().contains("expected data"));
    run.fail(0, Error::new("none".repeat(1_000))).unwrap();
    assert!(run.advance(&Limits::new()).unwrap_err().message().contains("nonenone"), "a failure is no answer");
}

#[test]
fn an_engine_without_calls_of_its_own_counts_answers_to_those_of_lost_futures() {
    let engine = || {
        let mut engine = Engine::new();
        engine.define("read", |_: String| std::future::pending::<String>()).unwrap();
        engine
    };
    let program = body(Backend::Register, "return (await read('a')).length");
    let mut run = engine().into_run(&program).map_err(|failed| failed.1).unwrap();
    run.limit_answers(2 * A);
    let _ = run.advance(&Limits::new()).unwrap();
    let mut run = Engine::restore_run(engine(), &run.save().unwrap()).unwrap();
    let error = run.answer(0, "a".repeat(60)).unwrap_err();
    assert!(error.message().starts_with("all answers to this run may have 6 bytes"), "{error}");
    run.answer(0, "a").unwrap();
    assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done(1.0.into()));
}

#[test]
fn a_limit_of_nothing_lets_nothing_through_and_a_lower_one_keeps_the_count() {
    let mut run = started(Backend::Register, "return [ask(), ask()].join()");
    run.limit_answers(0);
    let _ = run.advance(&Limits::new()).unwrap();
    run.answer(0, ()).unwrap_err();
    run.limit_answers(u64::MAX);
    run.answer(0, "a").unwrap();
    let _ = run.advance(&Limits::new()).unwrap();
    let mut run = Engine::restore_run(engine(Backend::Register), &run.save().unwrap()).unwrap();
    run.limit_answers(A);
    run.answer(1, "a").unwrap_err();
    run.limit_answers(2 * A);
    run.answer(1, "a").unwrap();
    assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done("a,a".into()));
}

#[test]
fn recorded_answers_count_when_they_are_given_again() {
    let text = "return ask().length + ask().length";
    let mut run = started(Backend::Register, text);
    run.limit_answers(2 * A);
    let mut recorder = Recorder::new(run).checkpoints(2);
    recorder.run().advance(&Limits::new()).map(drop).unwrap();
    recorder.answer(0, "a").unwrap();
    recorder.run().advance(&Limits::new()).map(drop).unwrap();
    recorder.answer(1, "abcdef").unwrap_err();
    recorder.answer(1, "b").unwrap();
    // An answer that was taken back is not counted any more.
    assert!(recorder.step_back());
    recorder.answer(1, "c").unwrap();
    assert_eq!(recorder.run().advance(&Limits::new()).unwrap(), Progress::Done(2.0.into()));
    for (most, is_enough) in [(2 * A, true), (A, false)] {
        let mut again = started(Backend::Stack, text);
        again.limit_answers(most);
        let replayed = recorder.recording().replay(&mut again, &Limits::new());
        assert_eq!(replayed.ok(), is_enough.then_some(Replayed::Whole(Progress::Done(2.0.into()))));
    }
}

#[test]
fn a_run_without_time_ends_before_it_does_anything() {
    for (backend, is_saved) in BACKENDS.into_iter().flat_map(|backend| [(backend, false), (backend, true)]) {
        for text in ["return 1", "return ask()", "await search('a')"] {
            let mut run = started(backend, text);
            run.limit_time(Duration::ZERO);
            if is_saved {
                run = Engine::restore_run(engine(backend), &run.save().unwrap()).unwrap();
            }
            let error = run.advance(&Limits::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached), "{backend:?}: {text}");
            assert!(run.advance(&Limits::new()).is_err() && run.save().is_err());
            // It was the program's time, not the engine's.
            assert_eq!(run.into_engine().unwrap().eval::<u8>("1 + 1").unwrap(), 2);
        }
        // One that waits, too.
        let mut run = started(backend, "ask()");
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        run.limit_time(Duration::ZERO);
        assert!(run.advance(&Limits::new()).unwrap_err().is_termination());
        assert!(run.calls().is_empty());
    }
}

#[test]
fn time_of_all_slices_counts_wherever_they_are() {
    let most = Duration::from_millis(300);
    for backend in BACKENDS {
        let mut run = started(backend, "for (;;);");
        run.limit_time(most);
        assert_eq!(run.advance(&Limits::new().time(most / 2)).unwrap(), Progress::Paused);
        let mut fork = run.fork().unwrap();
        let saved = run.save().unwrap();
        drop(run);
        // What happens in between is not the program's.
        std::thread::sleep(most / 2);
        let restored = Engine::restore_run(engine(backend), &saved).unwrap();
        let again = |mut run: Run<'static>| Engine::restore_run(engine(backend), &run.save().unwrap()).unwrap();
        for mut run in [fork.fork().unwrap(), fork, restored] {
            let mut slices = 0;
            let error = loop {
                match run.advance(&Limits::new().time(most / 10)) {
                    Ok(progress) => assert_eq!(progress, Progress::Paused),
                    Err(error) => break error,
                }
                slices += 1;
                run = again(run);
            };
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached));
            assert_eq!(error.message(), "the script reached its deadline: 300ms");
            assert!(slices <= 5, "half of the time was used before: {slices} slices");
        }
    }
}

#[test]
fn more_time_can_be_given_and_the_smaller_limit_ends() {
    let mut run = started(Backend::Register, "for (let i = 0; i < 1e4; i++); return 1");
    run.limit_time(Duration::ZERO);
    run.limit_time(Duration::MAX);
    assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done(1.0.into()));
    let mut run = started(Backend::Register, "for (;;);");
    run.limit_time(Duration::from_secs(3_600));
    run.limit(&Limits::new().time(Duration::from_millis(10)));
    let error = run.advance(&Limits::new()).unwrap_err();
    assert_eq!(error.message(), "the script reached its deadline: 10ms");
}
