//! Events of calls: one for each, with what it was and how long it took, however it ends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use ferrotape::host::{CallEnd, CallEvent};
use ferrotape::{AsContext, Backend, Call, Engine, Error, Limits, Progress, Run};

use super::{BACKENDS, body};

type Log = Arc<Mutex<Vec<CallEvent>>>;

/// An engine whose calls are told to a log, with a clock that a test turns.
fn engine(backend: Backend, log: &Log, clock: &Arc<AtomicU64>) -> Engine {
    let clock = Arc::clone(clock);
    let now = move || SystemTime::UNIX_EPOCH + Duration::from_millis(clock.load(Ordering::SeqCst));
    let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).clock(now).build().unwrap();
    engine.define_call("ask", Call::blocking()).unwrap();
    engine.define_call("search", Call::promise().times(3)).unwrap();
    engine.define_call("pay", Call::promise().asks().argument_bytes(20)).unwrap();
    let log = Arc::clone(log);
    engine.on_call(move |event| log.lock().unwrap().push(event.clone()));
    engine
}

fn started(backend: Backend, log: &Log, clock: &Arc<AtomicU64>, text: &str) -> Run<'static> {
    engine(backend, log, clock).into_run(&body(backend, text)).map_err(|failed| failed.1).unwrap()
}

fn taken(log: &Log) -> Vec<CallEvent> {
    std::mem::take(&mut *log.lock().unwrap())
}

/// Bytes of a list of a Latin-1 text of that length, and of the text alone.
const LIST: u64 = 2 + TEXT;
const TEXT: u64 = 2;

#[test]
fn events_have_bytes_and_times() {
    for (backend, is_saved) in BACKENDS.into_iter().flat_map(|backend| [(backend, false), (backend, true)]) {
        let (log, clock) = (Log::default(), Arc::new(AtomicU64::new(1_000)));
        let mut run = started(backend, &log, &clock, "const first = ask('abc'); search({ a: 1 }); return first");
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        clock.store(4_500, Ordering::SeqCst);
        if is_saved {
            let bytes = run.save().unwrap();
            drop(run);
            assert_eq!(taken(&log)[0].end, CallEnd::Forgotten);
            run = Engine::restore_run(engine(backend, &log, &clock), &bytes).unwrap();
        }
        run.answer(0, "four").unwrap();
        let first = taken(&log).remove(0);
        assert_eq!((first.id, &*first.name, &first.end), (Some(0), "ask", &CallEnd::Answered));
        assert_eq!((first.argument_bytes, first.answer_bytes), (Some(LIST + 3), Some(TEXT + 4)), "{backend:?}");
        assert_eq!(first.waited, Some(Duration::from_millis(3_500)), "{backend:?}");
        assert!(first.fuel > 0);

        let _ = run.advance(&Limits::new()).unwrap();
        clock.store(2_000, Ordering::SeqCst);
        run.fail(1, Error::new("no")).unwrap();
        let second = taken(&log).remove(0);
        assert_eq!((second.id, &second.end), (Some(1), &CallEnd::Failed));
        // The list, the object, its key, its value, its end.
        assert_eq!((second.argument_bytes, second.answer_bytes), (Some(2 + 1 + (TEXT + 1) + 2 + 1), None));
        assert_eq!(second.waited, Some(Duration::ZERO), "a clock that goes back");
        assert!(second.fuel > first.fuel, "{} and {}", second.fuel, first.fuel);
    }
}

#[test]
fn counting_runs_no_script_and_copies_nothing() {
    for backend in BACKENDS {
        let (log, clock) = (Log::default(), Arc::default());
        let text = "
            let reads = 0;
            const trap = () => { reads++; return undefined };
            const proxy = new Proxy({}, { get: trap, ownKeys: () => { reads++; return [] }, getPrototypeOf: trap });
            const error = new Error('why');
            error.name = 'Name';
            await Promise.all([search({ get a() { return ++reads } }), search(proxy), search([error, new ArrayBuffer(9e6)])]);
            return reads";
        let mut run = started(backend, &log, &clock, text);
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        for id in 0..3 {
            let value: ferrotape::Value = run.enter(|cx| cx.eval("({ get a() { throw 1 } })")).unwrap();
            run.answer(id, value).unwrap();
        }
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done(0.0.into()), "{backend:?}");
        let events = taken(&log);
        assert_eq!((events[0].argument_bytes, events[1].argument_bytes), (None, None), "more than data");
        assert!(
            events[2].argument_bytes.is_some_and(|bytes| (9_000_000..9_000_100).contains(&bytes)),
            "{:?}",
            events[2]
        );
        assert!(events.iter().all(|event| event.answer_bytes.is_none()));
    }
}

#[test]
fn denied_refused_aborted_and_dropped_calls_have_their_events() {
    for backend in BACKENDS {
        let (log, clock) = (Log::default(), Arc::new(AtomicU64::new(1_000)));
        let text = "
            for (let i = 0; i < 4; i++) try { search('a').catch(() => {}) } catch {}
            try { pay('x'.repeat(99)) } catch {}
            pay('x');
            pay('y');
            ask('z');
            for (let i = 0; i < 1000; i++);";
        let mut run = started(backend, &log, &clock, text);
        let _ = run.advance(&Limits::new()).unwrap();
        let denied = taken(&log);
        assert_eq!(denied.len(), 2);
        assert!(
            denied.iter().all(|event| event.id.is_none() && event.waited.is_none() && event.fuel > 0),
            "{denied:?}"
        );
        assert_eq!((denied[0].argument_bytes, denied[1].argument_bytes), (Some(LIST + 1), None));

        run.refuse(3, "no").unwrap();
        let refused = taken(&log).remove(0);
        assert_eq!((refused.end, refused.argument_bytes), (CallEnd::Refused("no".to_owned()), Some(LIST + 1)));

        clock.store(3_000, Ordering::SeqCst);
        let mut fork = run.fork().unwrap();
        let mut dropped = run.fork().unwrap();
        dropped.answer(0, 1).unwrap();
        drop(dropped);
        assert_eq!(ends(&log), [(0, true), (1, false), (2, false), (4, false), (5, false)]);
        assert_eq!(run.abort("late"), [0, 1, 2, 4, 5]);
        let aborted = taken(&log);
        assert_eq!(aborted.iter().map(|event| event.id).collect::<Vec<_>>(), [0, 1, 2, 4, 5].map(Some));
        for event in &aborted {
            assert_eq!((&event.end, event.argument_bytes), (&CallEnd::Forgotten, Some(LIST + 1)), "{backend:?}");
            assert_eq!((event.answer_bytes, event.waited), (None, Some(Duration::from_secs(2))));
        }
        // Nothing more is told of a run that was ended.
        assert!(run.abort("again").is_empty() && run.answer(0, 1).is_err());
        drop(run);
        assert!(taken(&log).is_empty());

        // A limit ends a program as an abort does.
        fork.answer(5, 1).unwrap();
        fork.limit(&Limits::new().fuel(0));
        assert!(fork.advance(&Limits::new()).is_err());
        assert_eq!(ends(&log), [(5, true), (0, false), (1, false), (2, false), (4, false)]);
    }
}

/// The ids of calls that are over, and whether they were answered.
fn ends(log: &Log) -> Vec<(u64, bool)> {
    taken(log).into_iter().map(|event| (event.id.unwrap(), event.end == CallEnd::Answered)).collect()
}

#[test]
fn fuel_is_that_of_the_program_in_all_processes() {
    let (log, clock) = (Log::default(), Arc::default());
    let text = "for (let i = 0; i < 4; i++) { for (let n = 0; n < 1000; n++); ask(i) }";
    let mut run = started(Backend::Register, &log, &clock, text);
    let mut last = 0;
    for id in 0..4 {
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
        let bytes = run.save().unwrap();
        drop(run);
        taken(&log);
        run = Engine::restore_run(engine(Backend::Register, &log, &clock), &bytes).unwrap();
        run.answer(id, ()).unwrap();
        let fuel = taken(&log)[0].fuel;
        assert!((last + 1_000..last + 20_000).contains(&fuel), "{fuel} after {last}");
        last = fuel;
    }
}

#[test]
fn what_was_asked_before_anybody_listened_is_told_without_times() {
    let (log, clock) = (Log::default(), Arc::default());
    let mut deaf = Engine::new();
    deaf.define_call("ask", Call::blocking()).unwrap();
    let mut run = deaf.start(&body(Backend::Register, "ask('abc')")).unwrap();
    let _ = run.advance(&Limits::new()).unwrap();
    let mut run = Engine::restore_run(engine(Backend::Register, &log, &clock), &run.save().unwrap()).unwrap();
    run.answer(0, "four").unwrap();
    let event = taken(&log).remove(0);
    assert_eq!((event.argument_bytes, event.waited, event.answer_bytes), (None, None, Some(TEXT + 4)));
}
