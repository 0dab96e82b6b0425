//! Programs with timers: due ones run, others are waited for.

use std::time::Duration;

use ferrotape::limits::CancelToken;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Engine, Limits, Progress};

use super::{BACKENDS, engine, module, script};

fn with_timers(backend: Backend, clock: TimerClock) -> (Engine, Web) {
    let mut engine = engine(backend);
    let web = Web::install(&mut engine, clock).expect("timers");
    (engine, web)
}

#[test]
fn a_clock_that_the_host_turns_moves_where_nobody_else_is_waited_for() {
    for backend in BACKENDS {
        let (mut engine, _) = with_timers(backend, TimerClock::Virtual);
        let text = "setTimeout(() => hear('late'), 1000); setTimeout(() => hear('early'), 10);
            Promise.race([search('a'), new Promise(done => setTimeout(done, 500, 'timeout'))]).then(hear)";
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        assert_eq!(run.next_timer(), Some(Duration::from_millis(10)));
        run.answer(0, "found").expect("it waits");
        assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))));
        drop(run);
        assert_eq!(engine.eval::<String>("heard.join()"), Ok("found,early,late".to_owned()));
    }
}

#[test]
fn timers_of_a_real_clock_are_waited_for_by_the_host() {
    let (mut engine, _) = with_timers(Backend::Register, TimerClock::Real);
    let mut run = engine.start(&script(Backend::Register, "setTimeout(() => hear('a'), 20); 1")).expect("a beginning");
    let mut waits = 0;
    while let Progress::Waiting = run.advance(&Limits::new()).expect("it goes on") {
        std::thread::sleep(run.next_timer().expect("there is one"));
        waits += 1;
    }
    assert!((1..10).contains(&waits));
    drop(run);
    assert_eq!(engine.eval::<String>("heard.join()"), Ok("a".to_owned()));
}

#[test]
fn a_callback_of_a_timer_cannot_wait() {
    let (mut engine, _) = with_timers(Backend::Register, TimerClock::Virtual);
    let text = "setTimeout(() => { try { ask() } catch (error) { hear(error.message) } })";
    let mut run = engine.start(&script(Backend::Register, text)).expect("a beginning");
    assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))));
    drop(run);
    let heard: String = engine.eval("heard.join()").expect("a text");
    assert!(heard.ends_with("a function of Rust that a job or a timer calls stands in between"), "{heard}");
}

#[test]
fn who_waits_only_for_a_timer_is_stopped_by_limits() {
    for backend in BACKENDS {
        let waiting = |engine: &mut Engine, limits: &Limits| {
            let mut run = engine.start(&script(backend, "setTimeout(() => {}, 1e8)")).expect("a beginning");
            assert_eq!(run.advance(limits), Ok(Progress::Waiting));
            run.fork().expect("a copy")
        };
        let (mut engine, _) = with_timers(backend, TimerClock::Real);
        let token = CancelToken::new();
        let limits = Limits::new().cancel(&token);
        let mut run = waiting(&mut engine, &limits);
        token.cancel();
        assert!(run.advance(&limits).is_err_and(|error| error.is_termination()));

        let mut run = waiting(&mut engine, &Limits::new());
        run.limit(&Limits::new().time(Duration::ZERO));
        assert!(run.advance(&Limits::new()).is_err_and(|error| error.is_termination()));
    }
}

#[test]
fn who_waits_at_a_call_is_stopped_by_limits() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let token = CancelToken::new();
        let limits = Limits::new().cancel(&token);
        let mut run = engine.start(&script(backend, "try { ask() } finally { hear('never') }")).expect("a beginning");
        assert_eq!(run.advance(&limits), Ok(Progress::Waiting));
        assert_eq!(run.advance(&limits), Ok(Progress::Waiting));
        token.cancel();
        assert!(run.advance(&limits).is_err_and(|error| error.is_termination()));
        assert!(run.answer(0, "late").is_err());
        drop(run);
        assert_eq!(engine.eval::<String>("heard.join()"), Ok(String::new()));
    }
}

#[test]
fn the_script_is_told_of_rejections_that_nobody_handles() {
    for backend in BACKENDS {
        let (mut engine, _) = with_timers(backend, TimerClock::Virtual);
        let text = "onunhandledrejection = event => { event.preventDefault(); hear('lost', event.reason) };
            onrejectionhandled = event => hear('found', event.reason);
            const lost = Promise.reject('it');
            search('a').then(() => { lost.catch(() => 0) })";
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        run.answer(0, 1).expect("it waits");
        assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))));
        drop(run);
        assert!(engine.take_unhandled_rejections().is_empty());
        assert_eq!(engine.eval::<String>("heard.join()"), Ok("lost it,found it".to_owned()), "{backend:?}");
    }
}

#[test]
fn programs_are_over_before_timers_that_nobody_waits_for() {
    for backend in BACKENDS {
        let (mut engine, web) = with_timers(backend, TimerClock::Real);
        web.use_timer_objects(&mut engine).expect("timers");
        for text in [
            "AbortSignal.timeout(1e6); 1",
            "setTimeout(() => {}, 1e6).unref(); 1",
            // What could be aborted is done.
            "fetch('data:,x', { signal: AbortSignal.timeout(1e6) }); 1",
            "const signal = AbortSignal.any([AbortSignal.timeout(1e6)]), closed = new ReadableStream({ start(c) { c.close(); } });
            closed.pipeTo(new WritableStream(), { signal }); 1",
            "addEventListener('x', () => {}, { signal: AbortSignal.any([AbortSignal.timeout(1e6)]) }); 1",
            "const c = new AbortController(); AbortSignal.any([AbortSignal.timeout(1e6), c.signal]).onabort = () => {}; c.abort(); 1",
            // However many there were, whatever else the signal would do.
            "{
                const signal = AbortSignal.timeout(1e6);
                for (let i = 0; i < 40; i++) new ReadableStream({ start(c) { c.close(); } }).pipeTo(new WritableStream(), { signal });
            } 1",
            "{
                const signal = AbortSignal.any([AbortSignal.timeout(1e6)]);
                addEventListener('x', () => {}, { signal });
                new ReadableStream({ start(c) { c.close(); } }).pipeTo(new WritableStream(), { signal });
            } 1",
        ] {
            let done = engine.start(&script(backend, text)).expect("a beginning").advance(&Limits::new());
            assert_eq!(done, Ok(Progress::Done(1.0.into())), "{backend:?}: {text}");
            engine.idle().block().expect("nothing is left to wait for");
        }
        let two = script(backend, "setTimeout(() => {}, 1e6).unref(); setTimeout(() => {}, 1e6); 1");
        let progress = engine.start(&two).expect("a beginning").advance(&Limits::new());
        assert_eq!(progress, Ok(Progress::Waiting), "{backend:?}");
        // Here the program itself waits for it.
        let text = "await new Promise(done => setTimeout(done, 1e6).unref())";
        let progress = engine.start(&module(backend, text)).expect("a beginning").advance(&Limits::new());
        assert_eq!(progress, Ok(Progress::Waiting), "{backend:?}");
    }
}

#[test]
fn programs_wait_for_signals_that_somebody_waits_for() {
    for text in [
        "AbortSignal.any([AbortSignal.timeout(1e6)]).onabort = () => {}; 1",
        "new ReadableStream().pipeTo(new WritableStream(), { signal: AbortSignal.timeout(1e6) }); 1",
        "new ReadableStream().pipeTo(new WritableStream(), { signal: AbortSignal.any([AbortSignal.timeout(1e6)]) }); 1",
    ] {
        for backend in BACKENDS {
            let (mut engine, _) = with_timers(backend, TimerClock::Real);
            let progress = engine.start(&script(backend, text)).expect("a beginning").advance(&Limits::new());
            assert_eq!(progress, Ok(Progress::Waiting), "{backend:?}: {text}");
        }
    }
}

/// Each of many signals that follow one is as much work, however many there are.
#[test]
fn signals_that_follow_one_take_no_square_of_their_number() {
    let text = "const source = AbortSignal.timeout(1e6), all = [];
        for (let i = 0; i < 4000; i++) {
            all.push(AbortSignal.any([source]));
            new EventTarget().addEventListener('x', () => {}, { signal: all[i] });
        } 1";
    let (mut engine, _) = with_timers(Backend::Register, TimerClock::Real);
    let done =
        engine.start(&script(Backend::Register, text)).expect("a beginning").advance(&Limits::new().fuel(2_000_000));
    assert_eq!(done, Ok(Progress::Done(1.0.into())));
}

#[test]
fn a_clock_is_not_moved_where_nobody_waits() {
    for backend in BACKENDS {
        let (mut engine, web) = with_timers(backend, TimerClock::Virtual);
        web.use_timer_objects(&mut engine).expect("timers");
        let text = "setInterval(() => hear('tick'), 10).unref(); setTimeout(() => hear('last'), 25); 1";
        let done = engine.start(&script(backend, text)).expect("a beginning").advance(&Limits::new());
        assert_eq!(done, Ok(Progress::Done(1.0.into())), "{backend:?}");
        engine.idle().block().expect("nothing is left to wait for");
        assert_eq!(engine.eval::<String>("heard.join()").as_deref(), Ok("tick,tick,last"), "{backend:?}");
        // What goes wrong is told at once, as by a real clock.
        let (mut engine, _) = with_timers(backend, TimerClock::Virtual);
        let text = "setInterval(() => hear('tick'), 10); throw new Error('early')";
        let error = engine.start(&module(backend, text)).expect("a beginning").advance(&Limits::new()).unwrap_err();
        assert_eq!(error.message(), "Error: early", "{backend:?}");
    }
}
