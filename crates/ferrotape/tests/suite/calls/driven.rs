//! Programs that a future drives to their end.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Call, CancelToken, Engine, ErrorKind, Limits, Termination};

use super::{BACKENDS, body, module, script};

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).build().unwrap();
    engine.define("twice", |n: f64| async move { n * 2.0 }).unwrap();
    engine.define("never", std::future::pending::<()>).unwrap();
    engine.define_call("ask", Call::blocking()).unwrap();
    Web::install(&mut engine, TimerClock::Real).unwrap();
    engine
}

#[test]
fn programs_come_to_their_end() {
    for backend in BACKENDS {
        let engine = &mut engine(backend);
        let text = "
            let sum = 0;
            for (const n of [1, 2, 3]) sum += await twice(n);
            await new Promise(done => setTimeout(done, 5));
            return sum + (await Promise.all([4, 5].map(twice))).length";
        assert_eq!(engine.run_program_async::<u32>(&body(backend, text)).block().unwrap(), 14);
        let script = script(backend, "var seen = 0; twice(4).then(n => { seen = n }); 'value'");
        assert_eq!(engine.run_program_async::<String>(&script).block().unwrap(), "value");
        assert_eq!(engine.eval::<u32>("seen").unwrap(), 8, "what comes of it is part of it");
        let module = module(backend, "export const n = await twice(21)");
        let namespace: ferrotape::Object = engine.run_program_async(&module).block().unwrap();
        assert_eq!(namespace.get::<u32>(engine, "n").unwrap(), 42);
        // Another one, in the same engine.
        assert_eq!(engine.run_program_async::<u32>(&body(backend, "return 1")).block().unwrap(), 1);
    }
}

#[test]
fn errors_are_those_of_runs() {
    for backend in BACKENDS {
        let engine = &mut engine(backend);
        let error =
            |engine: &mut Engine, text: &str| engine.run_program_async::<u8>(&body(backend, text)).block().unwrap_err();
        assert_eq!(error(engine, "await twice(1); throw new RangeError('no')").message(), "RangeError: no");
        assert!(error(engine, "return 'text'").message().contains("expected"));
        let waits = error(engine, "await twice(1); ask('who?')");
        assert_eq!(waits.kind(), ErrorKind::Usage);
        assert!(waits.message().starts_with("the program waits for an answer to ask"), "{waits}");
        // Timers and futures change nothing about it.
        let waits = error(engine, "setTimeout(() => {}, 1e9); never(); ask('who?')");
        assert!(waits.message().starts_with("the program waits for an answer to ask"), "{waits}");
        assert!(engine.calls().is_empty(), "the program has ended");
        let stuck = error(engine, "await new Promise(() => {})");
        assert_eq!(stuck.message(), "the program waits for what never comes");
        assert_eq!(engine.run_program_async::<u8>(&body(backend, "return 1")).block().unwrap(), 1);
        let clash = script(backend, "let twice2 = 1");
        engine.run_program_async::<()>(&clash).block().ok();
        assert!(engine.run_program_async::<()>(&clash).block().is_err(), "it is declared");
        assert_eq!(engine.eval::<u8>("twice2").unwrap(), 1);
    }
}

#[test]
fn limits_end_it_and_slices_do_not() {
    for backend in BACKENDS {
        let engine = &mut engine(backend);
        let endless = body(backend, "for (;;);");
        let limits = Limits::new().fuel(100_000);
        let error = engine.run_program_async::<()>(&endless).limits(limits).block().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
        let error = engine
            .run_program_async::<()>(&body(backend, "await never()"))
            .block_for(Duration::from_millis(20))
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached));
        let error = engine.run_program_async::<()>(&endless).block_for(Duration::from_millis(20)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached));
        let token = CancelToken::new();
        let limits = Limits::new().cancel(&token);
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            token.cancel();
        });
        let error = engine.run_program_async::<()>(&body(backend, "await never()")).limits(limits).block().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
        thread.join().unwrap();
        assert!(!engine.has_futures() && engine.calls().is_empty());

        let long = body(backend, "let n = 0; while (n < 20_000) n++; return n");
        let mut polls = 0;
        {
            let mut driven = pin!(engine.run_program_async::<u32>(&long).in_slices(&Limits::new().fuel(1_000)));
            let value = loop {
                polls += 1;
                if let Poll::Ready(value) = driven.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    break value;
                }
            };
            assert_eq!(value.unwrap(), 20_000);
            assert!(driven.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready(), "an error from then on");
        }
        assert!(polls > 10, "{polls}");
        let (value, spent) = engine.run_program_async::<u32>(&long).measured().block();
        assert!(value.unwrap() == 20_000 && spent.fuel > 20_000);
    }
}

#[test]
fn limits_hold_from_one_wait_to_the_next_in_however_many_slices() {
    let slice = Limits::new().fuel(1_000);
    for backend in BACKENDS {
        let engine = &mut engine(backend);
        let endless = body(backend, "for (;;);");
        // Without a slice of the host's own, this is more than one of a poll.
        for (limits, told) in [
            (Limits::new().fuel(3 << 20), "the script used up its fuel: 3145728 units of work"),
            (Limits::new().time(Duration::from_millis(30)), "the script reached its deadline: 30ms"),
        ] {
            let error = engine.run_program_async::<()>(&endless).limits(limits.clone()).block().unwrap_err();
            assert_eq!(error.message(), told, "{backend:?}");
            let driven = engine.run_program_async::<()>(&endless).limits(limits).in_slices(&slice);
            assert_eq!(driven.block().unwrap_err().message(), told, "{backend:?}");
        }
        let grows = body(backend, "const all = []; for (;;) all.push(new ArrayBuffer(1000));");
        let limits = Limits::new().memory(1 << 20);
        let error = engine.run_program_async::<()>(&grows).limits(limits).in_slices(&slice).block().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
        assert!(error.message().ends_with(": 1 MiB"), "{error}");
        // Each wait begins anew.
        let waits = body(
            backend,
            "for (let i = 0; i < 30; i++) {
                for (let n = 0; n < 20_000; n++);
                await new Promise(done => setTimeout(done, 5));
            }
            return 1",
        );
        let limits = Limits::new().fuel(1_000_000);
        let (value, spent) = engine.run_program_async::<u8>(&waits).limits(limits).in_slices(&slice).measured().block();
        assert!(value.unwrap() == 1 && spent.fuel > 1_000_000, "{spent:?}");
        // The engine's own time.
        let mut engine = Engine::builder().backend(backend).timeout(Duration::from_millis(30)).build().unwrap();
        let error = engine.run_program_async::<()>(&endless).block().unwrap_err();
        assert_eq!(error.message(), "the script reached its deadline: 30ms");
    }
}

#[test]
fn dropping_it_ends_the_program() {
    for backend in BACKENDS {
        let engine = &mut engine(backend);
        for text in ["try { await never() } finally { wrong = 1 }", "ask(1); wrong = 1", "for (;;);"] {
            {
                let mut driven =
                    pin!(engine.run_program_async::<()>(&body(backend, text)).in_slices(&Limits::new().fuel(1_000)));
                let _ = driven.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            }
            assert!(!engine.has_futures() && engine.calls().is_empty(), "{backend:?}: {text}");
            assert!(engine.eval::<bool>("typeof wrong === 'undefined'").unwrap());
        }
        // One that was never polled has begun nothing.
        drop(engine.run_program_async::<()>(&body(backend, "wrong = 1")));
        assert!(engine.eval::<bool>("typeof wrong === 'undefined'").unwrap());
    }
}

#[test]
fn who_is_told_of_rejections_is_told() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&told);
    let backend = Backend::Register;
    let engine = &mut engine(backend);
    engine.on_unhandled_rejection(move |error| log.lock().unwrap().push(error.message().to_owned()));
    let text = "Promise.reject(new TypeError('lost')); await twice(1); return 1";
    assert_eq!(engine.run_program_async::<u8>(&body(backend, text)).block().unwrap(), 1);
    assert_eq!(*told.lock().unwrap(), ["TypeError: lost"]);
    let count = AtomicUsize::new(0);
    engine.on_unhandled_rejection(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        panic!("the host");
    });
    assert!(engine.run_program_async::<u8>(&body(backend, text)).block().unwrap_err().message().contains("panicked"));
    assert_eq!(engine.eval::<u8>("1 + 1").unwrap(), 2);
}
