//! Memory that engines on several threads share: sums that lose nothing, threads that wait for each other, and limits
//! that end the waiting.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ferrotape::handles::{ArrayBuffer, SharedMemory};
use ferrotape::{Context, Engine, Error, Value};

type Handed = Arc<Mutex<Option<SharedMemory>>>;

/// Creates an engine with `hand(buffer)`, which keeps the memory of a SharedArrayBuffer, and `take()`, which wraps it.
fn engine(handed: &Handed) -> Engine {
    let mut engine = Engine::builder().timeout(Duration::from_secs(60)).build().expect("an engine");
    let (hand, take) = (Arc::clone(handed), Arc::clone(handed));
    let hand = move |cx: &mut Context<'_>, buffer: ArrayBuffer| {
        *hand.lock().expect("no panic") = buffer.shared_memory(cx)?;
        Ok::<(), Error>(())
    };
    engine.define("hand", hand).expect("a function");
    let take = move |cx: &mut Context<'_>| {
        let memory = take.lock().expect("no panic").clone().ok_or_else(|| Error::new("nothing was handed"))?;
        ArrayBuffer::from_shared(cx, &memory)
    };
    engine.define("take", take).expect("a function");
    engine
}

#[test]
fn sums_of_many_threads_lose_nothing_whatever_the_size_of_elements() {
    let handed = Handed::default();
    let mut first = engine(&handed);
    first.run("first.js", "var shared = new SharedArrayBuffer(8); hand(shared);").expect("a run");
    let add = "
        var shared = take();
        var bytes = new Uint8Array(shared), words = new Int32Array(shared);
        for (var i = 0; i < 2000; i++) {
            Atomics.add(bytes, 0, 1);
            Atomics.add(bytes, 1, 3);
            Atomics.add(words, 1, 5);
        }";
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let handed = Arc::clone(&handed);
            thread::spawn(move || engine(&handed).run("add.js", add).map(drop).expect("a run"))
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    let sums = first.run(
        "sums.js",
        "new Uint8Array(shared)[0] + ',' + new Uint8Array(shared)[1] + ',' + new Int32Array(shared)[1]",
    );
    // 6000 and 18,000 modulo 256.
    assert_eq!(sums.expect("a run"), Value::from("112,80,30000"));
}

#[test]
fn threads_wait_for_each_other_and_see_what_grows() {
    let handed = Handed::default();
    let mut first = engine(&handed);
    let setup =
        "var shared = new SharedArrayBuffer(8, { maxByteLength: 64 }), words = new Int32Array(shared); hand(shared);";
    first.run("first.js", setup).expect("a run");
    let other = thread::spawn({
        let handed = Arc::clone(&handed);
        move || {
            let script = "
                var shared = take(), words = new Int32Array(shared);
                var result = Atomics.wait(words, 0, 0) + shared.byteLength + words.length;
                Atomics.store(words, 1, 1);
                Atomics.notify(words, 1);
                result";
            engine(&handed).run("other.js", script).map(|value| format!("{value:?}")).expect("a run")
        }
    });
    let script = "
        shared.grow(64);
        while (Atomics.notify(words, 0) === 0) Atomics.pause();
        Atomics.wait(words, 1, 0)";
    let waited = first.run("wait.js", script).expect("a run");
    assert!([Value::from("ok"), Value::from("not-equal")].contains(&waited), "{waited:?}");
    assert_eq!(other.join().expect("no panic"), format!("{:?}", Value::from("ok6416")));
}

#[test]
fn promises_are_settled_by_another_agent() {
    let handed = Handed::default();
    let mut first = engine(&handed);
    let script = "
        var words = new Int32Array(new SharedArrayBuffer(4)), results = [];
        hand(words.buffer);
        Atomics.waitAsync(words, 0, 0).value.then(function (result) { results.push(result); });
        Atomics.waitAsync(words, 0, 0).value.then(function (result) { results.push(result + '!'); });";
    first.run("first.js", script).expect("a run");
    first.run_jobs().expect("jobs");
    assert!(first.has_async_waiters());
    let other = thread::spawn({
        let handed = Arc::clone(&handed);
        move || engine(&handed).run("other.js", "Atomics.notify(new Int32Array(take()), 0)").map(drop).expect("a run")
    });
    other.join().expect("no panic");
    first.run_jobs().expect("jobs");
    assert!(!first.has_async_waiters());
    assert_eq!(first.run("results.js", "results.join()").expect("a run"), Value::from("ok,ok!"));
}

/// Agents agree on who was notified, as often as a notification and the end of the time meet.
#[test]
fn who_was_notified_did_not_time_out() {
    let handed = Handed::default();
    let mut first = engine(&handed);
    let setup = "var words = new Int32Array(new SharedArrayBuffer(8)), woken = 0; hand(words.buffer);";
    first.run("first.js", setup).expect("a run");
    let other = thread::spawn({
        let handed = Arc::clone(&handed);
        move || {
            let notify = "
                var words = new Int32Array(take()), woken = 0;
                while (Atomics.load(words, 1) === 0) woken += Atomics.notify(words, 0);
                woken";
            engine(&handed).run("notify.js", notify).map(|value| format!("{value:?}")).expect("a run")
        }
    });
    let wait = "for (var i = 0; i < 2000; i++) if (Atomics.wait(words, 0, 0, 0.01) === 'ok') woken++;";
    first.run("wait.js", wait).expect("a run");
    let wait_async = "
        var waited = Atomics.waitAsync(words, 0, 0, 0.01);
        if (waited.async) waited.value.then(function (result) { if (result === 'ok') woken++; });";
    for _ in 0..500 {
        first.run("wait_async.js", wait_async).expect("a run");
        while first.has_async_waiters() {
            first.run_jobs().expect("jobs");
        }
    }
    first.run_jobs().expect("jobs");
    let waited = first.run("end.js", "Atomics.store(words, 1, 1); woken").expect("a run");
    assert_eq!(other.join().expect("no panic"), format!("{waited:?}"));
}

#[test]
fn waiting_keeps_to_deadline_fuel_and_what_the_host_allows() {
    let wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
    let mut engine = Engine::builder().timeout(Duration::from_millis(30)).build().expect("an engine");
    let start = Instant::now();
    assert!(engine.run("wait.js", wait).expect_err("the deadline").is_termination());
    assert!(start.elapsed() < Duration::from_secs(30));
    let mut engine = Engine::builder().fuel(1_000_000).build().expect("an engine");
    assert!(engine.run("wait.js", wait).expect_err("the fuel").is_termination());
    let wait_async = "Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9).async";
    let mut engine = Engine::builder().fuel(1_000_000).build().expect("an engine");
    assert!(engine.run_with_jobs("wait.js", wait_async).expect_err("the fuel").is_termination());
    assert!(!engine.has_async_waiters());
    let mut engine = Engine::builder().can_block(false).build().expect("an engine");
    let error = engine.run("wait.js", wait).expect_err("an exception");
    assert!(error.to_string().contains("TypeError"), "{error}");
    assert_eq!(engine.run_with_jobs("wait.js", wait_async).expect("a run"), Value::from(true));
}

#[test]
fn buffers_count_against_the_memory_limit_and_are_collected() {
    let mut engine =
        Engine::builder().memory_limit(32 << 20).timeout(Duration::from_secs(60)).build().expect("an engine");
    let churn = "for (var i = 0; i < 100; i++) { new Uint8Array(1 << 20); new SharedArrayBuffer(1 << 19); } i";
    assert_eq!(engine.run("churn.js", churn).expect("a run"), Value::Number(100.0));
    let keep = "var all = []; for (;;) all.push(new ArrayBuffer(10, { maxByteLength: 1 << 20 }))";
    assert!(engine.run("keep.js", keep).expect_err("the limit").is_termination());
    assert!(engine.run("large.js", "new Float64Array(1 << 28)").expect_err("the limit").is_termination());
    assert_eq!(
        engine
            .run("after.js", "all = null; for (var i = 0; i < 1e5; i++); new Uint8Array(1 << 22).length")
            .expect("a run"),
        Value::Number(f64::from(1 << 22))
    );
}
