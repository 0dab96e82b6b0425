//! Mistakes of hosts and clients: answers twice, to the wrong call, to the wrong copy, after the end.

use ferrotape::handles::Local;
use ferrotape::{AsContext, Backend, Call, Context, Engine, Error, ErrorKind, IntoJs, Limits, Progress, Run};

use super::{BACKENDS, body};

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).fuel(1_000_000).memory_limit(16 << 20).build().unwrap();
    engine.define_call("ask", Call::blocking()).unwrap();
    engine.define_call("search", Call::promise()).unwrap();
    engine.define_call("pay", Call::promise().asks().keyed()).unwrap();
    engine
}

fn started(backend: Backend, text: &str) -> Run<'static> {
    engine(backend).into_run(&body(backend, text)).map_err(|failed| failed.1).unwrap()
}

fn is_unknown<T>(result: Result<T, Error>, id: u64) -> bool {
    result.is_err_and(|error| error.kind() == ErrorKind::Usage && error.message().contains(&format!("the id {id}")))
}

/// Every way to speak of a call that nobody waits for.
fn nobody_waits(run: &mut Run<'_>, id: u64) {
    assert!(is_unknown(run.answer(id, "again"), id));
    assert!(is_unknown(run.fail(id, Error::new("again")), id));
    assert!(is_unknown(run.refuse(id, "again"), id));
    assert!(is_unknown(run.allow(id), id));
    assert!(is_unknown(run.retry(id), id));
    assert!(run.calls().iter().all(|call| call.id() != id));
}

#[test]
fn nothing_is_answered_twice_in_any_copy() {
    for backend in BACKENDS {
        let mut run = started(backend, "const b = search('b'); const a = ask('a'); return a + await b");
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        for id in [2, 3, u64::from(u32::MAX), 1 << 53, u64::MAX] {
            nobody_waits(&mut run, id);
        }
        let (mut fork, before) = (run.fork().unwrap(), run.save().unwrap());
        run.answer(1, "A").unwrap();
        nobody_waits(&mut run, 1);
        // The answer is there, and the frame has not gone on: in copies made now it counts as answered.
        let after = run.save().unwrap();
        let mut copies = [run.fork().unwrap(), Engine::restore_run(engine(backend), &after).unwrap(), run];
        for copy in &mut copies {
            nobody_waits(copy, 1);
            assert_eq!(copy.advance(&Limits::new()).unwrap(), Progress::Waiting);
            nobody_waits(copy, 1);
            copy.answer(0, "B").unwrap();
            nobody_waits(copy, 0);
            assert_eq!(copy.advance(&Limits::new()).unwrap(), Progress::Done("AB".into()));
            nobody_waits(copy, 0);
        }
        // Copies from before have not heard of it.
        let mut restored = Engine::restore_run(engine(backend), &before).unwrap();
        for (copy, word) in [(&mut fork, "C"), (&mut restored, "D")] {
            copy.answer(0, word).unwrap();
            nobody_waits(copy, 0);
            copy.answer(1, word).unwrap();
            assert_eq!(copy.advance(&Limits::new()).unwrap(), Progress::Done(word.repeat(2).as_str().into()));
        }
    }
}

#[test]
fn calls_of_one_copy_are_none_of_another() {
    let mut run = started(Backend::Register, "await pay(1); await pay(2)");
    let _ = run.advance(&Limits::new()).unwrap();
    let mut fork = run.fork().unwrap();
    run.allow(0).unwrap();
    assert!(fork.answer(0, ()).is_err(), "somebody has allowed it elsewhere");
    run.answer(0, ()).unwrap();
    let _ = run.advance(&Limits::new()).unwrap();
    nobody_waits(&mut fork, 1);
    // Data of a call that waits elsewhere reads nothing of this run.
    let call = run.calls().remove(0);
    assert_eq!(call.id(), 1);
    assert!(call.arguments::<(u8,)>(&mut fork).is_err());
    assert_ne!(call.key("a"), fork.calls()[0].key("a"));
}

#[test]
fn an_answer_that_fails_in_its_conversion_was_not_given() {
    /// Throws when it is made a value.
    struct Broken;

    impl IntoJs for Broken {
        fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
            cx.eval::<()>("throw new RangeError('broken')")?;
            Ok(Local::undefined())
        }
    }

    for backend in BACKENDS {
        let mut run = started(backend, "return ask(1)");
        let _ = run.advance(&Limits::new()).unwrap();
        for _ in 0..2 {
            assert_eq!(run.answer(0, Broken).unwrap_err().message(), "RangeError: broken");
        }
        run.answer(0, "whole").unwrap();
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done("whole".into()));
    }
}

#[test]
fn limits_hold_after_restoring_wherever_the_run_was_written() {
    for backend in BACKENDS {
        let text = "for (let i = 0; ; i++) { search(i); if (i % 3 === 2) ask(i); for (let n = 0; n < 1000; n++); }";
        let mut run = started(backend, text);
        run.limit_answers(60);
        let (mut answers, mut refused) = (0, 0);
        let error = loop {
            match run.advance(&Limits::new().fuel(7_000)) {
                Err(error) => break error,
                Ok(Progress::Waiting) => {
                    run = Engine::restore_run(engine(backend), &run.save().unwrap()).unwrap();
                    let call = run.calls().pop().unwrap();
                    match run.answer(call.id(), "abc") {
                        Ok(()) => answers += 1,
                        Err(_) => {
                            refused += 1;
                            run.fail(call.id(), Error::new("no")).unwrap();
                        }
                    }
                }
                Ok(_) => {}
            }
        };
        // Twelve answers of five bytes, and then none; the first failure ends the program, unless its fuel does.
        assert!(answers <= 12 && refused <= 1, "{answers} answers, {refused} refused");
        assert!(error.is_termination() || (answers == 12 && error.message().contains("no")), "{error}");
    }
}

#[test]
fn nobody_speaks_to_a_run_that_was_aborted() {
    for backend in BACKENDS {
        let mut run = started(backend, "pay(1); search(2); ask(3)");
        let _ = run.advance(&Limits::new()).unwrap();
        assert_eq!(run.abort("late"), [0, 1, 2]);
        for id in 0..3 {
            nobody_waits(&mut run, id);
        }
        run.limit_answers(1);
        run.limit_time(std::time::Duration::ZERO);
        assert!(run.fork().is_err() && run.fork_with(&()).is_err() && run.save().is_err());
        assert_eq!(run.advance(&Limits::new()).unwrap_err().message(), "the run was aborted: late");
        assert_eq!(run.enter(|cx| cx.eval::<u8>("1 + 1")).unwrap(), 2);
    }
}

#[test]
fn handles_go_with_a_fork_and_not_with_a_third_engine() {
    let mut run = started(Backend::Register, "globalThis.seen = { n: 1 }; seen.n += ask(1); return seen.n");
    let _ = run.advance(&Limits::new()).unwrap();
    let seen: ferrotape::Object = run.enter(|cx| cx.get_global("seen")).unwrap();
    let (mut fork, its_seen) = run.fork_with(&(seen.clone(), vec![seen.clone()])).unwrap();
    its_seen.0.set(&mut fork, "n", 10).unwrap();
    assert_eq!(its_seen.1[0].get::<u8>(&mut fork, "n").unwrap(), 10);
    assert_eq!(seen.get::<u8>(&mut run, "n").unwrap(), 1);
    assert!(fork.fork_with(&seen).is_err(), "a handle of the run that it was made of");
    let foreign: ferrotape::Object = Engine::new().eval("({})").unwrap();
    assert!(run.fork_with(&foreign).is_err());
    // A failed fork has changed nothing.
    for (run, expected) in [(&mut run, 1.0), (&mut fork, 1.0)] {
        run.answer(0, 0).unwrap();
        let Progress::Done(value) = run.advance(&Limits::new()).unwrap() else { panic!("nothing waits") };
        assert!(value.as_number().is_some_and(|n| n >= expected), "{value:?}");
    }
}
