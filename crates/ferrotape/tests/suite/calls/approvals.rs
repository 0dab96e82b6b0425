//! Calls that ask, bytes that are limited, and the events of calls: on both machines, in forks, and in another process.

use std::sync::{Arc, Mutex};

use ferrotape::host::CallEnd;
use ferrotape::{Backend, Call, Engine, Error, Limits, Program, Progress, Run};

use super::BACKENDS;

type Log = Arc<Mutex<Vec<(Option<u64>, String, CallEnd)>>>;

fn engine(backend: Backend, log: &Log) -> Engine {
    let mut engine = Engine::builder().backend(backend).fuel(10_000_000).memory_limit(16 << 20).build().unwrap();
    engine.define_call("pay", Call::blocking().asks()).unwrap();
    engine.define_call("remove", Call::promise().asks().times(2)).unwrap();
    let log = Arc::clone(log);
    engine.on_call(move |event| log.lock().unwrap().push((event.id, event.name.to_string(), event.end.clone())));
    engine
}

/// Treatment of a run between two steps of its host.
type Meanwhile<'a> = &'a dyn Fn(Run<'static>) -> Run<'static>;

const TEXT: &str = "
    const seen = [];
    const first = remove('a'), second = remove('b').catch(error => error.message);
    try { seen.push(pay(1)) } catch (error) { seen.push(error.message) }
    try { seen.push(pay(2)) } catch (error) { seen.push(`${error.name}: ${error.message}`) }
    try { remove('c') } catch (error) { seen.push(error.message) }
    seen.push(await first, await second);
    return seen.join('; ')";

fn outcome(backend: Backend, log: &Log, meanwhile: Meanwhile<'_>) -> String {
    let program = Program::body("job.js", TEXT).unwrap();
    let mut run = engine(backend, log).into_run(&program).map_err(|failed| failed.1).unwrap();
    let next = |run: Run<'static>| {
        let mut run = meanwhile(run);
        let progress = run.advance(&Limits::new()).unwrap();
        (if progress == Progress::Waiting { meanwhile(run) } else { run }, progress)
    };
    (run, _) = next(run);
    let asking = |run: &Run<'static>| run.calls().iter().map(|call| (call.id(), call.asks())).collect::<Vec<_>>();
    assert_eq!(asking(&run), [(0, true), (1, true), (2, true)]);
    run.answer(2, "early").unwrap_err();
    run.allow(2).unwrap();
    run = meanwhile(run);
    assert_eq!(asking(&run), [(0, true), (1, true), (2, false)]);
    run.answer(2, "paid").unwrap();
    (run, _) = next(run);
    run.refuse(3, "too much").unwrap();
    run.refuse(3, "too much").unwrap_err();
    run.refuse(1, "no").unwrap();
    (run, _) = next(run);
    run.allow(0).unwrap();
    run.allow(0).unwrap_err();
    run.allow(7).unwrap_err();
    run = meanwhile(run);
    run.refuse(0, "late").unwrap_err();
    run.answer(0, "gone").unwrap();
    match next(run).1 {
        Progress::Done(value) => value.as_str().unwrap_or_default().to_owned(),
        other => panic!("{other:?}"),
    }
}

const EXPECTED: &str =
    "paid; TypeError: pay was refused: too much; remove may be called 2 times, and was; gone; remove was refused: no";

#[test]
fn calls_that_ask_are_allowed_or_refused_whatever_is_done_with_the_run() {
    for backend in BACKENDS {
        let log = Log::default();
        assert_eq!(outcome(backend, &log, &|run| run), EXPECTED, "{backend:?}");
        let text = |text: &str| text.to_owned();
        let events = [
            (Some(2), text("pay"), CallEnd::Answered),
            (Some(3), text("pay"), CallEnd::Refused(text("too much"))),
            (Some(1), text("remove"), CallEnd::Refused(text("no"))),
            (None, text("remove"), CallEnd::Denied(text("remove may be called 2 times, and was"))),
            (Some(0), text("remove"), CallEnd::Answered),
        ];
        assert_eq!(*log.lock().unwrap(), events, "one event each, {backend:?}");
        let log = Log::default();
        assert_eq!(outcome(backend, &log, &|mut run| run.fork().unwrap()), EXPECTED, "{backend:?}, forked");
        {
            let log = Log::default();
            let in_another = |mut run: Run<'static>| {
                let bytes = run.save().unwrap();
                // Nothing of the old process waits any longer.
                drop(run);
                log.lock().unwrap().retain(|event| event.2 != CallEnd::Forgotten);
                Engine::restore_run(engine(backend, &log), &bytes).unwrap()
            };
            assert_eq!(outcome(backend, &log, &in_another), EXPECTED, "{backend:?}, saved");
            assert_eq!(*log.lock().unwrap(), events, "one event each, {backend:?}, saved");
        }
    }
}

#[test]
fn calls_are_forgotten_with_their_program_and_panics_of_the_observer_stay_outside() {
    let ends = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&ends);
    let mut engine = Engine::new();
    engine.define_call("pay", Call::promise().asks()).unwrap();
    engine.on_call(move |event| {
        seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(event.id);
        panic!("the observer");
    });
    let mut run = engine.start(&Program::body("job.js", "await pay()").unwrap()).unwrap();
    let _ = run.advance(&Limits::new()).unwrap();
    assert_eq!(run.abort("late"), [0]);
    drop(run);
    assert_eq!(engine.eval::<u8>("1 + 1").unwrap(), 2);
    assert_eq!(*ends.lock().unwrap_or_else(|poisoned| poisoned.into_inner()), [Some(0)]);
}

#[test]
fn a_call_that_asks_may_fail_and_be_retried_by_nobody() {
    let mut engine = Engine::new();
    engine.define_call("pay", Call::promise().asks()).unwrap();
    engine.run("a.js", "var seen; pay().catch(error => seen = error.message)").unwrap();
    engine.retry(0).unwrap_err();
    engine.fail(0, Error::new("the bank is closed")).unwrap();
    engine.run_jobs().unwrap();
    assert_eq!(engine.eval::<String>("seen").unwrap(), "the bank is closed");
}

mod bytes {
    use super::*;

    fn seen(backend: Backend, call: Call, text: &str) -> Result<String, Error> {
        let mut engine = Engine::builder().backend(backend).fuel(1_000_000).memory_limit(4 << 20).build()?;
        engine.define_call("send", call)?;
        let text = format!("try {{ return String(await send({text})) }} catch (error) {{ return error.message }}");
        let mut run = engine.start(&Program::body("job.js", &text)?)?;
        loop {
            match run.advance_for::<String>(&Limits::new())? {
                Progress::Done(text) => return Ok(text),
                _ => run.answer(run.calls()[0].id(), "sent")?,
            }
        }
    }

    #[test]
    fn arguments_are_counted_before_anybody_is_asked() {
        let more = "send may be given 40 bytes of arguments, and got more";
        let cases = [
            ("'short', 1", "sent"),
            ("'long'.repeat(20)", more),
            ("{ get long() { return 'long'.repeat(20) } }", more),
            ("...Array(100).keys()", more),
            ("(() => { const a = []; a.push(a); return a })()", "sent"),
            ("() => 1", "[0]: expected data, found () => 1"),
            ("{ get it() { throw new Error('mine') } }", "mine"),
            ("{ get it() { return send('long'.repeat(20)) } }", more),
        ];
        for backend in BACKENDS {
            for (is_blocking, call) in [(false, Call::promise()), (true, Call::blocking())] {
                for (text, expected) in cases {
                    // A getter that calls is a native function in between.
                    if is_blocking && text.contains("return send") {
                        continue;
                    }
                    let found = seen(backend, call.clone().argument_bytes(40), text).unwrap();
                    assert_eq!(found, expected, "{backend:?}, {call:?}, {text}");
                }
                let endless = "{ get it() { for (;;); } }";
                let error = seen(backend, call.clone().argument_bytes(40), endless).unwrap_err();
                assert!(error.is_termination(), "{backend:?}: {error:?}");
                let large = "Array(1e6).fill('words')";
                let stopped = seen(backend, call.clone().argument_bytes(40), large);
                assert!(stopped.is_err() || stopped.unwrap() == more, "{backend:?}");
            }
        }
    }

    #[test]
    fn arguments_that_grow_after_the_call_are_read_as_they_were() {
        let mut engine = Engine::new();
        engine.define_call("send", Call::promise().argument_bytes(20)).unwrap();
        engine.run("a.js", "const list = ['a']; send(list); list.push('long'.repeat(9))").unwrap();
        let call = engine.calls().remove(0);
        assert_eq!(call.arguments::<(Vec<String>,)>(&mut engine).unwrap(), (vec!["a".to_owned()],));
    }

    /// Bills, and the changes that a script makes between the approval and the payment.
    const CHANGES: [(&str, &str); 6] = [
        ("o", "o.amount = 5000; o.parts[0] = 5000"),
        ("{ get amount() { return reads++ ? 5000 : 5 }, get parts() { return [reads > 1 ? 5000 : 5] } }", ""),
        ("{ parts: [5] }", "Object.prototype.amount = 5000"),
        ("{ amount: 5, parts: [,] }", "Array.prototype[0] = 5000; Object.prototype[0] = 5000"),
        (
            "{ amount: 5, parts: [5] }",
            "Array.prototype[Symbol.iterator] = function* () { yield { amount: 5000, parts: [] } }",
        ),
        ("{ amount: 5, parts: [5] }", "Object.getPrototypeOf([].values()).next = () => ({ done: false, value: 5000 })"),
    ];

    type Asked = (Option<f64>, Vec<Option<f64>>);

    fn asked(run: &mut Run<'static>) -> Asked {
        use ferrotape::{Array, Object};
        let call = run.calls().remove(0);
        let amount = call.argument::<Object>(run, 0).unwrap().get(run, "amount").unwrap();
        let (bill,) = call.arguments::<(Object,)>(run).unwrap();
        let parts: Array = bill.get(run, "parts").unwrap();
        let by_index = (0..parts.len(run).unwrap()).map(|index| parts.get(run, index).unwrap()).collect::<Vec<_>>();
        assert_eq!(bill.get::<Vec<Option<f64>>>(run, "parts").unwrap(), by_index);
        (amount, by_index)
    }

    #[test]
    fn what_was_allowed_is_what_is_done() {
        for backend in BACKENDS {
            for call in [Call::promise().asks(), Call::blocking().asks(), Call::blocking().argument_bytes(100)] {
                let ready = || {
                    let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).build().unwrap();
                    engine.define_call("pay", call.clone()).unwrap();
                    engine
                };
                for (bill, change) in CHANGES {
                    let text = format!(
                        "let reads = 0; const o = {{ amount: 5, parts: [5] }};
                         const change = Promise.resolve().then(() => {{ {change} }});
                         return await pay({bill})"
                    );
                    let program = Program::body("job.js", &text).unwrap();
                    let mut run = ready().into_run(&program).map_err(|failed| failed.1).unwrap();
                    // A blocking call waits before any job of the script runs.
                    assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
                    let expected = match bill {
                        "{ parts: [5] }" => (None, vec![Some(5.0)]),
                        "{ amount: 5, parts: [,] }" => (Some(5.0), vec![None]),
                        _ => (Some(5.0), vec![Some(5.0)]),
                    };
                    assert_eq!(asked(&mut run), expected, "{backend:?}, {call:?}, {bill}, {change}");
                    let mut fork = run.fork().unwrap();
                    assert_eq!(asked(&mut fork), expected, "{backend:?}, {call:?}, {bill}, {change}, forked");
                    {
                        let bytes = run.save().unwrap();
                        run = Engine::restore_run(ready(), &bytes).unwrap();
                    }
                    if run.calls()[0].asks() {
                        run.allow(0).unwrap();
                    }
                    assert_eq!(asked(&mut run), expected, "{backend:?}, {call:?}, {bill}, {change}, allowed");
                    run.answer(0, "paid").unwrap();
                    // The changed prototypes may stop the program, but not the payment.
                    let _ = run.advance(&Limits::new());
                }
            }
        }
    }

    #[test]
    fn what_is_no_data_asks_nobody() {
        for backend in BACKENDS {
            for call in [Call::promise().asks(), Call::blocking().asks()] {
                for (bill, found) in [("() => 1", "() => 1"), ("Promise.resolve(1)", "Promise")] {
                    let mut engine = Engine::builder().backend(backend).build().unwrap();
                    engine.define_call("pay", call.clone()).unwrap();
                    let text = format!("try {{ await pay({bill}) }} catch (error) {{ return String(error) }}");
                    let mut run = engine.start(&Program::body("job.js", &text).unwrap()).unwrap();
                    let Progress::Done(error) = run.advance(&Limits::new()).unwrap() else { panic!("{bill}") };
                    let error = error.as_str().unwrap_or_default().to_owned();
                    assert!(
                        error.starts_with("TypeError: [0]: expected data, found ") && error.contains(found),
                        "{error}"
                    );
                }
            }
        }
    }

    #[test]
    fn copies_count_as_memory() {
        let mut engine = Engine::builder().memory_limit(8 << 20).build().unwrap();
        engine.define_call("pay", Call::promise().asks()).unwrap();
        let text = "const list = Array(10_000).fill(5); for (;;) pay(list)";
        let error = engine.run("a.js", text).unwrap_err();
        assert!(error.is_termination(), "{error:?}");
    }

    #[test]
    fn a_recording_of_calls_that_ask_is_replayed() {
        use ferrotape::recording::{Recorder, Replayed};

        let ready = |text: &str| {
            let engine = engine(Backend::Register, &Log::default());
            engine.into_run(&Program::body("job.js", text).unwrap()).map_err(|failed| failed.1).unwrap()
        };
        let text = "try { return pay(1) + pay(2) } catch (error) { return error.message }";
        let mut recorder = Recorder::new(ready(text));
        let _ = recorder.run().advance(&Limits::new()).unwrap();
        recorder.answer(0, 1).unwrap_err();
        recorder.run().allow(0).unwrap();
        recorder.answer(0, 1).unwrap();
        let _ = recorder.run().advance(&Limits::new()).unwrap();
        recorder.refuse(1, "no").unwrap();
        let done = recorder.run().advance(&Limits::new()).unwrap();
        assert_eq!(done, Progress::Done("pay was refused: no".into()));
        let replayed = recorder.recording().replay(&mut ready(text), &Limits::new()).unwrap();
        assert_eq!(replayed, Replayed::Whole(done));
    }
}
