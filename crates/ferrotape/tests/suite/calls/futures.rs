//! Async functions of the host in programs: their futures are polled here, and are calls for whoever goes on elsewhere.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use ferrotape::future::Async;
use ferrotape::{
    Backend, Builder, Call, CancelToken, Engine, Error, ErrorKind, Limits, Program, Progress, Run, Termination,
};

use super::BACKENDS;

/// A door that the futures of `slow` wait for.
#[derive(Clone, Default)]
struct Door {
    is_open: Arc<AtomicBool>,
    wakers: Arc<Mutex<Vec<Waker>>>,
    polled: Arc<AtomicU32>,
}

impl Door {
    fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
        self.wakers.lock().unwrap().drain(..).for_each(Waker::wake);
    }
}

/// Task that notes that it was woken.
#[derive(Default)]
struct Told(AtomicBool);

impl Wake for Told {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn ready(builder: Builder, door: &Door) -> Engine {
    let mut engine = builder.build().unwrap();
    let door = door.clone();
    engine
        .define("slow", move |text: String| {
            let door = door.clone();
            std::future::poll_fn(move |task| {
                door.polled.fetch_add(1, Ordering::SeqCst);
                door.wakers.lock().unwrap().push(task.waker().clone());
                match door.is_open.load(Ordering::SeqCst) {
                    true => Poll::Ready(format!("slow {text}")),
                    false => Poll::Pending,
                }
            })
        })
        .unwrap();
    engine.define("twice", |n: f64| async move { n * 2.0 }).unwrap();
    engine.define("never", |_: f64| async move { Err::<(), Error>(Error::range_error("no")) }).unwrap();
    engine.define_call("ask", Call::blocking()).unwrap();
    engine.define_call("search", Call::promise()).unwrap();
    engine
}

fn started(backend: Backend, door: &Door, text: &str) -> Run<'static> {
    let engine = ready(Engine::builder().backend(backend), door);
    engine.into_run(&Program::body("job.js", text).unwrap()).map_err(|failed| failed.1).unwrap()
}

fn to_its_end(run: &mut Run<'_>) -> Progress {
    for _ in 0..50 {
        match run.advance(&Limits::new()).unwrap() {
            Progress::Paused => {}
            other => return other,
        }
    }
    panic!("it pauses for ever")
}

#[test]
fn futures_are_polled_as_the_run_is_advanced() {
    for backend in BACKENDS {
        let door = Door::default();
        let mut run = started(backend, &door, "try { await never(1) } catch (e) { return `${e} ${await twice(4)}` }");
        assert_eq!(to_its_end(&mut run), Progress::Done("RangeError: no 8".into()));
        // One that is ready at once does not keep a slice from ending.
        let mut run = started(backend, &door, "for (;;) await twice(1)");
        for _ in 0..20 {
            assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Paused);
        }
    }
}

#[test]
fn a_run_can_be_waited_for() {
    let door = Door::default();
    let mut run = started(Backend::default(), &door, "return await slow('a')");
    assert_eq!(to_its_end(&mut run), Progress::Waiting);
    assert!(run.calls().is_empty() && run.take_new_calls().is_empty(), "the future answers");
    assert!(run.answer(0, "early").is_err() && run.fail(0, Error::new("early")).is_err() && run.retry(0).is_err());
    let mut task = Context::from_waker(Waker::noop());
    assert!(pin!(run.woken()).poll(&mut task).is_pending());
    assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
    assert_eq!(door.polled.load(Ordering::SeqCst), 1, "only what was woken is polled");
    door.open();
    assert!(pin!(run.woken()).poll(&mut task).is_ready());
    assert_eq!(to_its_end(&mut run), Progress::Done("slow a".into()));
}

#[test]
fn a_token_wakes_a_run_that_waits_for_futures() {
    let token = CancelToken::new();
    let mut run = started(Backend::default(), &Door::default(), "return await slow('a')");
    run.limit(&Limits::new().cancel(&token));
    assert_eq!(to_its_end(&mut run), Progress::Waiting);
    let told = Arc::new(Told::default());
    let waker = Waker::from(told.clone());
    let mut task = Context::from_waker(&waker);
    assert!(pin!(run.woken()).poll(&mut task).is_pending());
    let mut woken = Box::pin(run.woken());
    assert!(woken.as_mut().poll(&mut task).is_pending() && woken.as_mut().poll(&mut task).is_pending());
    assert!(!told.0.load(Ordering::SeqCst));
    token.cancel();
    assert!(told.0.load(Ordering::SeqCst) && woken.as_mut().poll(&mut task).is_ready());
    drop(woken);
    let error = run.advance_for::<()>(&Limits::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
}

#[test]
fn a_future_ends_while_the_script_waits_in_a_call() {
    for backend in BACKENDS {
        let door = Door::default();
        let text = "const thenable = slow('a').then(text => ({ get then() { heard.push(text); } })); var heard = [];
            const told = ask(); return [told, typeof await thenable, heard.join(), await search()].join()";
        let mut run = started(backend, &door, text);
        assert_eq!(to_its_end(&mut run), Progress::Waiting);
        door.open();
        assert_eq!(to_its_end(&mut run), Progress::Waiting);
        let ask = run.take_new_calls().remove(0);
        run.answer(ask.id(), 1).unwrap();
        assert_eq!(to_its_end(&mut run), Progress::Waiting);
        let search = run.take_new_calls().remove(0);
        assert!(search.id() > ask.id() && !search.is_of_future());
        run.answer(search.id(), 2).unwrap();
        assert_eq!(to_its_end(&mut run), Progress::Done("1,object,slow a,2".into()));
    }
}

#[test]
fn a_fork_answers_instead_of_the_future() {
    for backend in BACKENDS {
        let door = Door::default();
        let mut run =
            started(backend, &door, "const text = slow({ toString: () => 'a' } + ''); ask(); return await text");
        assert_eq!(to_its_end(&mut run), Progress::Waiting);
        let mut fork = run.fork().unwrap();
        assert_eq!(run.calls().iter().map(|call| call.name().to_owned()).collect::<Vec<_>>(), ["ask"]);
        let calls = fork.calls();
        assert_eq!(
            calls.iter().map(|call| (call.name(), call.is_of_future())).collect::<Vec<_>>(),
            [("slow", true), ("ask", false)]
        );
        assert_eq!(calls[0].argument::<String>(&mut fork, 0).unwrap(), "a");
        fork.answer(calls[0].id(), "from the host").unwrap();
        assert!(fork.retry(calls[0].id()).is_err() && fork.retry(calls[1].id()).is_err());
        fork.answer(calls[1].id(), ()).unwrap();
        assert_eq!(to_its_end(&mut fork), Progress::Done("from the host".into()));
        door.open();
        run.answer(calls[1].id(), ()).unwrap();
        assert_eq!(to_its_end(&mut run), Progress::Done("slow a".into()));
    }
}

#[test]
fn another_process_answers_fails_or_calls_again() {
    for backend in BACKENDS {
        let door = Door::default();
        let text = "const parts = await Promise.allSettled(['a', 'b', 'c'].map(slow)); return parts.map(it => it.value ?? `${it.reason}`).join()";
        let mut run = started(backend, &door, text);
        assert_eq!(to_its_end(&mut run), Progress::Waiting);
        let bytes = run.save().unwrap();
        let empty = || ready(Engine::builder().backend(backend), &door);
        let mut again = Engine::restore_run(empty(), &bytes).unwrap();
        let new = again.take_new_calls();
        assert_eq!((new.len(), again.take_new_calls().len(), again.calls().len()), (3, 0, 3));
        again.answer(new[0].id(), "1").unwrap();
        again.fail(new[1].id(), Error::new("2")).unwrap();
        again.retry(new[2].id()).unwrap();
        assert!(again.retry(new[2].id()).is_err(), "it was called again");
        // What was called again is a call, too, and can be left behind once more.
        let bytes = again.save().unwrap();
        let mut third = Engine::restore_run(empty(), &bytes).unwrap();
        let left = third.calls().remove(0);
        assert!(third.calls().len() == 1 && left.id() == new[2].id());
        third.retry(left.id()).unwrap();
        door.open();
        for run in [&mut again, &mut third] {
            assert_eq!(to_its_end(run), Progress::Done("1,Error: 2,slow c".into()), "{backend:?}");
        }
        assert_eq!(to_its_end(&mut run), Progress::Done("slow a,slow b,slow c".into()));
    }
}

#[test]
fn a_call_has_the_whole_path_of_its_function() {
    let ready = || {
        let mut engine = Engine::new();
        engine.define("files.read", |_: u8| async { "a file" }).unwrap();
        engine.define("mail.read", |_: u8| async { "a letter" }).unwrap();
        engine
    };
    let text = "return [files.read.name, ...await Promise.all([mail.read(1), files.read(2)])].join()";
    let mut run = ready().into_run(&Program::body("job.js", text).unwrap()).map_err(|failed| failed.1).unwrap();
    assert_eq!(run.advance_for::<String>(&Limits::new()).unwrap(), Progress::Paused);
    let mut again = Engine::restore_run(ready(), &run.save().unwrap()).unwrap();
    let calls = again.calls();
    assert_eq!(calls.iter().map(|call| call.name()).collect::<Vec<_>>(), ["mail.read", "files.read"]);
    again.answer(calls[0].id(), "another").unwrap();
    again.retry(calls[1].id()).unwrap();
    assert_eq!(to_its_end(&mut again), Progress::Done("read,another,a file".into()));
}

#[test]
fn an_engine_is_written_with_futures_that_have_a_name() {
    let door = Door::default();
    let mut engine = ready(Engine::builder(), &door);
    engine.run("a.js", "var seen = slow('x')").unwrap();
    let bytes = engine.snapshot().unwrap();
    let mut restored = Engine::restore_into(ready(Engine::builder(), &door), &bytes).unwrap();
    restored.retry(restored.calls()[0].id()).unwrap();
    door.open();
    assert_eq!(restored.eval_async::<String>("seen").block().unwrap(), "slow x");
    assert_eq!(engine.eval_async::<String>("seen").block().unwrap(), "slow x");
    assert!(engine.calls().is_empty() && restored.calls().is_empty());
    engine.set_global("nameless", Async(std::future::pending::<()>())).unwrap();
    assert!(engine.snapshot().unwrap_err().message().contains("a future of the host that has not come to its end"));
}

#[test]
fn futures_of_a_program_end_with_it() {
    let mut engine = ready(Engine::builder(), &Door::default());
    let program = Program::body("job.js", "await slow('x')").unwrap();
    for is_aborted in [true, false] {
        let mut run = engine.start(&program).unwrap();
        assert_eq!(to_its_end(&mut run), Progress::Waiting);
        if is_aborted {
            assert_eq!(run.abort("now").len(), 1);
        } else {
            run.limit(&Limits::new().time(Duration::ZERO));
            assert!(run.advance(&Limits::new()).unwrap_err().is_termination());
        }
        drop(run);
        assert!(!engine.has_futures());
        engine.idle().block_for(Duration::from_secs(10)).unwrap();
    }
}

#[test]
fn a_program_that_is_ended_takes_no_result() {
    let door = Door::default();
    let mut engine = ready(Engine::builder(), &door);
    let program = Program::body("job.js", "globalThis.seen = slow('x'); await seen").unwrap();
    assert_eq!(engine.start(&program).unwrap().advance(&Limits::new()).unwrap(), Progress::Paused);
    door.open();
    assert!(engine.calls().is_empty());
    engine.eval_async::<()>("null").block().ok();
    assert_eq!(engine.eval::<String>("`${[seen]}`").unwrap(), "[object Promise]");
}

#[test]
fn a_future_that_was_not_polled_for_lack_of_fuel_is_polled_later() {
    let program = Program::compile("job.js", "1").unwrap();
    let mut not_polled = 0;
    for fuel in 0..300_u64 {
        let is_polled = Arc::new(AtomicBool::new(false));
        let polled = Arc::clone(&is_polled);
        let future = async move {
            polled.store(true, Ordering::Release);
            42.0_f64
        };
        let mut engine = Engine::new();
        engine.set_global("seen", Async(future)).unwrap();
        engine.set_fuel(fuel);
        if let Ok(mut run) = engine.start(&program) {
            _ = run.advance(&Limits::new());
        }
        // What has ended settles its promise, for which there may be no fuel either.
        if is_polled.load(Ordering::Acquire) {
            continue;
        }
        not_polled += 1;
        engine.set_fuel(None);
        let seen = engine.eval_async::<f64>("seen").block_for(Duration::from_secs(10));
        assert_eq!(seen, Ok(42.0), "with fuel for {fuel}");
    }
    assert!((20..300).contains(&not_polled), "{not_polled} were not polled");
}
