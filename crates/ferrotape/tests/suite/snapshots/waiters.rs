//! Promises of `Atomics.waitAsync`, which wait for the rest of their time, or until a notification.

use std::time::{Duration, Instant};

use ferrotape::{Backend, Engine, Limits};

use super::hostile;

fn engine(backend: Backend) -> Engine {
    Engine::builder().backend(backend).memory_limit(8 << 20).fuel(2_000_000).build().expect("an engine")
}

/// Two elements of two blocks, one of them shared by several buffers. Some waiters were notified and are not settled,
/// in another order than they began.
const WAITING: &str = r"
    const said = [], a = new Int32Array(new SharedArrayBuffer(16)), b = new BigInt64Array(new SharedArrayBuffer(8, { maxByteLength: 32 }));
    const wait = (name, view, at, value, timeout) => Atomics.waitAsync(view, at, value, timeout).value.then(r => said.push(name + ' ' + r));
    wait('a0', a, 0, 0); wait('a0 again', a, 0, 0, 1e9); wait('a3', a, 3, 0, Infinity); wait('b0', b, 0, 0n); wait('b0 long', b, 0, 0n, 1e12);
    wait('a1 first', a, 1, 0); wait('a2 second', a, 2, 0); wait('none', new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    const notify = (view, at, count) => Atomics.notify(view, at, count), tell = () => said.join(';');";

#[test]
fn promises_wait_for_who_notifies() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut first = engine(backend);
        first.run("waiting.js", WAITING).expect("a script that ends");
        // These settle in the order of notification.
        first.eval::<()>("notify(a, 2); notify(a, 1); undefined").expect("they are notified");
        let bytes = first.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(engine(backend), &bytes).expect("what was written");
        assert!(restored.has_async_waiters());
        let again = restored.snapshot().expect("it can be written again");
        let mut copied = Engine::restore_into(engine(backend), &again).expect("what was written again");
        let mut forked = restored.fork().expect("a copy");
        let goes_on = |engine: &mut Engine| {
            engine.run_jobs().expect("jobs that end");
            let mut told = vec![engine.eval::<String>("tell()").expect("a text")];
            engine.collect_garbage();
            for call in
                ["notify(a, 0, 1)", "notify(a, 3)", "notify(b, 0, 5)", "notify(a, 0)", "notify(a, 0) + notify(a, 1)"]
            {
                told.push(format!("{}", engine.eval::<u32>(call).expect("a number")));
                engine.run_jobs().expect("jobs that end");
                told.push(engine.eval::<String>("tell()").expect("a text"));
            }
            assert!(engine.has_async_waiters(), "nobody has the last one's memory");
            told.join("\n")
        };
        // A copy shares the memory: its waiters are notified as well, once the engine itself does not wait.
        let shared = restored.eval::<u32>("notify(a, 3)").expect("a number");
        assert_eq!(shared, 2);
        forked.run_jobs().expect("jobs that end");
        assert_eq!(forked.eval::<String>("tell()").expect("a text"), "a2 second ok;a1 first ok;a3 ok");
        drop(forked);
        let expected = goes_on(&mut first);
        assert!(expected.starts_with("a2 second ok;a1 first ok\n1\n"), "{expected}");
        assert!(expected.ends_with("a3 ok;b0 ok;b0 long ok;a0 again ok\n0\na2 second ok;a1 first ok;a0 ok;a3 ok;b0 ok;b0 long ok;a0 again ok"), "{expected}");
        assert_eq!(goes_on(&mut copied), expected);
    }
}

#[test]
fn promises_wait_for_what_is_left_of_their_time() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut first = engine(backend);
        let text = "const said = [], a = new Int32Array(new SharedArrayBuffer(4)), tell = () => said.join();
            for (const [name, time] of [['second', 1500], ['first', 1300], ['over', 1], ['late', 1e8]])
                Atomics.waitAsync(a, 0, 0, time).value.then(r => said.push(name + ' ' + r));
            Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1400).value.then(r => said.push('alone ' + r));";
        let set = Instant::now();
        first.run("waiting.js", text).expect("a script that ends");
        std::thread::sleep(Duration::from_millis(300));
        let bytes = first.snapshot().expect("all of it can be written");
        let (passed, begun) = (set.elapsed(), Instant::now());
        let mut restored = Engine::restore_into(engine(backend), &bytes).expect("what was written");
        let run = |engine: &mut Engine| {
            engine.run_jobs().expect("jobs that end");
            engine.eval::<String>("tell()").expect("a text")
        };
        let told = run(&mut restored);
        // On a busy machine.
        if begun.elapsed() < Duration::from_millis(500) {
            assert_eq!(told, "over timed-out");
        }
        while run(&mut restored).matches(',').count() < 3 {
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", run(&mut restored));
            std::thread::sleep(Duration::from_millis(2));
        }
        let waited = begun.elapsed();
        assert!(waited >= Duration::from_millis(1500).saturating_sub(passed), "{passed:?}, {waited:?}");
        assert!(run(&mut restored).starts_with("over timed-out,"), "{}", run(&mut restored));
        // The remaining one is notified.
        assert_eq!(restored.eval::<u32>("Atomics.notify(a, 0)").expect("a number"), 1);
        assert!(run(&mut restored).ends_with("late ok"));
        assert!(!restored.has_async_waiters());
    }
}

#[test]
fn an_execution_that_has_paused_is_waited_for() {
    for backend in [Backend::Register, Backend::Stack] {
        let text = "const a = new Int32Array(new SharedArrayBuffer(4)); var got = [];
            (async () => { got.push(await Atomics.waitAsync(a, 0, 0).value); got.push(await Atomics.waitAsync(a, 0, 0, 5).value) })();
            for (let i = 0; i < 3000; i++); Atomics.notify(a, 0)";
        let script = ferrotape::script::Compiler::new().backend(backend).script("waits.js", text).expect("a script");
        let mut first = engine(backend);
        let mut execution = script.start(&mut first).expect("begun");
        assert!(execution.resume::<u32>(&Limits::new().fuel(2_000)).is_pending());
        let bytes = execution.snapshot().expect("it can be written");
        let mut restored = Engine::restore_execution_into(engine(backend), &bytes).expect("what was written");
        assert_eq!(restored.execution().resume::<u32>(&Limits::new()), std::task::Poll::Ready(Ok(1)));
        let mut restored = restored.into_engine();
        restored.run_with_jobs("waits on.js", "").expect("the timeout is waited for");
        assert_eq!(restored.eval::<String>("got.join()").expect("a text"), "ok,timed-out");
    }
}

/// Buffers that share their memory in the engine share it in the restored one.
#[test]
fn memory_that_is_shared_within_an_engine_stays_so() {
    let ready = || {
        let mut engine = Engine::new();
        ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Virtual).expect("timers");
        engine
    };
    let mut first = ready();
    let text = "const a = new Int32Array(new SharedArrayBuffer(8, { maxByteLength: 16 })), b = new Int32Array(structuredClone(a.buffer)), c = new SharedArrayBuffer(8);
        let got; Atomics.waitAsync(a, 1, 0).value.then(r => got = r); a[0] = 5;
        const tell = () => { a[0]++; b.buffer.grow(a.byteLength + 4); return [b[0], a.buffer === b.buffer, a.length, b.length, Atomics.notify(b, 1)].join() }";
    first.run("shared.js", text).expect("a script that ends");
    let bytes = first.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(ready(), &bytes).expect("what was written");
    let again = restored.snapshot().expect("it can be written again");
    let mut copied = Engine::restore_into(ready(), &again).expect("what was written again");
    for engine in [&mut first, &mut restored, &mut copied] {
        assert_eq!(engine.eval::<String>("tell()").expect("a text"), "6,false,3,3,1");
        engine.run_jobs().expect("jobs that end");
        assert_eq!(engine.eval::<String>("got + c.byteLength").expect("a text"), "ok8");
    }
}

#[test]
fn many_that_wait_keep_to_the_limits() {
    let mut first = Engine::new();
    let text = "const a = new Int32Array(new SharedArrayBuffer(4)); for (let i = 0; i < 20_000; i++) Atomics.waitAsync(a, 0, 0, 1e9)";
    first.run("many.js", text).expect("a script that ends");
    let bytes = first.snapshot().expect("it can be written");
    for limited in [Engine::builder().memory_limit(2 << 20), Engine::builder().fuel(5_000)] {
        let restored = Engine::restore_into(limited.build().expect("an engine"), &bytes);
        assert!(restored.err().is_some_and(|error| error.is_termination()));
    }
    let mut restored = Engine::restore(&bytes).expect("what was written");
    let before = restored.stats().bytes;
    assert_eq!(restored.eval::<u32>("Atomics.notify(a, 0)").expect("a number"), 20_000);
    restored.run_jobs().expect("jobs that end");
    restored.collect_garbage();
    assert!(restored.stats().bytes < before);
    // Waiters are dropped like jobs when a run is ended.
    let mut short = Engine::restore_into(Engine::builder().fuel(4_000_000).build().expect("an engine"), &bytes);
    let short = short.as_mut().expect("what was written");
    short.run("forever.js", "Promise.resolve().then(function f() { for (;;); })").expect("a script that ends");
    assert!(short.run_jobs().is_err_and(|error| error.is_termination()));
    assert!(!short.has_async_waiters());
}

#[test]
fn any_bytes_of_what_waits_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut first = engine(backend);
        first.run("waiting.js", WAITING).expect("a script that ends");
        first.eval::<()>("notify(a, 2); notify(a, 1); undefined").expect("they are notified");
        let bytes = first.snapshot().expect("all of it can be written");
        let empty = || {
            // Times can be long.
            let builder = Engine::builder().backend(backend).memory_limit(8 << 20).fuel(200_000).can_block(false);
            builder.build().expect("an engine")
        };
        hostile::any_bytes_of(
            &bytes,
            bytes.len() / 2,
            empty,
            &["tell()", "notify(a, 0)", "notify(b, 0); notify(a, 3)"],
        );
        // They stand near the end.
        hostile::any_bytes_of(
            &bytes,
            bytes.len() - 260,
            empty,
            &["notify(a, 0)", "notify(b, 0); notify(a, 3); tell()"],
        );
    }
}
