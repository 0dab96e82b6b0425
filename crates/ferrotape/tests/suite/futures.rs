//! Host futures as promises, and promises as futures: wakers, cancellation, hostile use.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use ferrotape::future::Async;
use ferrotape::handles::PromiseState;
use ferrotape::{
    Backend, CancelToken, Context, Engine, Error, ErrorKind, Function, Limits, Module, Object, Promise, Script,
    Termination, Value,
};

use crate::support::Clock;

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// A minimal executor. It polls only when woken.
fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    let began = Instant::now();
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Task::from_waker(&waker)) {
            return value;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "nobody has woken it");
        thread::park_timeout(Duration::from_secs(20));
    }
}

fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Task::from_waker(Waker::noop()))
}

/// A future that others open, with a count of the living ones.
#[derive(Clone, Default)]
struct Gate(Arc<Mutex<GateState>>);

#[derive(Default)]
struct GateState {
    open: bool,
    wakers: Vec<Waker>,
}

impl Gate {
    fn open(&self) {
        let wakers = {
            let mut state = self.0.lock().expect("a gate");
            state.open = true;
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Future for Gate {
    type Output = ();

    fn poll(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<()> {
        let mut state = self.0.lock().expect("a gate");
        if state.open {
            return Poll::Ready(());
        }
        state.wakers.push(task.waker().clone());
        Poll::Pending
    }
}

struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Counted {
        count.fetch_add(1, Ordering::SeqCst);
        Counted(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn engines() -> impl Iterator<Item = Engine> {
    [Backend::Register, Backend::Stack]
        .into_iter()
        .map(|backend| Engine::builder().backend(backend).native_stack(1 << 20).build().expect("an engine"))
}

fn engine() -> Engine {
    Engine::builder().native_stack(1 << 20).build().expect("an engine")
}

#[test]
fn futures_are_promises() {
    for mut engine in engines() {
        engine.define("later", |n: f64| async move { n + 1.0 }).expect("a function");
        engine.define("fail", |text: String| async move { Err::<(), _>(text) }).expect("a function");
        engine
            .define("called", |_: &mut Context<'_>, f: Option<Function>| {
                let has = f.is_some();
                async move { has }
            })
            .expect("a function");
        let text = "(async () => {
            const seen = [later(1) instanceof Promise, await later(1), await called(() => 0), later.length];
            try { await fail('no') } catch (e) { seen.push(e instanceof Error, e.message) }
            try { await later('x') } catch (e) { seen.push(e.name, e.message) }
            return seen.join();
        })()";
        let seen: String = block_on(engine.eval_async(text)).expect("a run");
        assert_eq!(seen, "true,2,true,1,true,no,TypeError,argument 1: expected a number, found \"x\"");
        assert!(!engine.has_futures() && !engine.has_jobs());
        assert!(engine.take_unhandled_rejections().is_empty());
    }
}

#[test]
fn values_scripts_promises_and_modules_are_waited_for() {
    let mut engine = engine();
    assert_eq!(block_on(engine.eval_async::<u8>("41 + 1")).expect("no promise"), 42);
    assert_eq!(block_on(engine.eval_async::<u8>("({ then(f) { f(42) } })")).expect("a thenable"), 42);
    let script = Script::compile("a.js", "Promise.resolve(7)").expect("a script");
    assert_eq!(block_on(script.run_async::<u8>(&mut engine)).expect("a script"), 7);
    assert_eq!(block_on(script.run_async::<u8>(&mut engine)).expect("again"), 7);
    engine.set_global("ready", Async(async { 5 })).expect("a promise");
    let promise: Promise = engine.eval("ready").expect("a promise");
    assert_eq!(block_on(promise.wait::<u8>(&mut engine)).expect("once"), 5);
    assert_eq!(block_on(promise.wait::<u8>(&mut engine)).expect("as often as one likes"), 5);
    let module = Module::compile("/m.mjs", "export const x = await ready; await null").expect("a module");
    let namespace: Object = block_on(module.evaluate_async(&mut engine)).expect("a module");
    assert_eq!(namespace.get::<u8>(&mut engine, "x").expect("an export"), 5);
}

#[test]
fn what_goes_wrong_reaches_the_host() {
    let mut engine = engine();
    let error = block_on(engine.eval_async::<()>("Promise.reject(new RangeError('far'))")).unwrap_err();
    assert_eq!((error.name(), error.message()), (Some("RangeError"), "RangeError: far"));
    let error = block_on(engine.eval_async::<()>("}")).unwrap_err();
    assert_eq!(error.name(), Some("SyntaxError"));
    let error = block_on(engine.eval_async::<()>("throw 1")).unwrap_err();
    assert_eq!(error.thrown(), Some(&Value::Number(1.0)));
    let error = block_on(engine.eval_async::<u8>("Promise.resolve('x')")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conversion);
    let error = block_on(engine.eval_async::<()>("new Promise(() => {})")).unwrap_err();
    assert_eq!(error.message(), "the promise waits for what never comes");
    engine.define("parse", |text: String| async move { text.parse::<u8>() }).expect("a function");
    let error = block_on(engine.eval_async::<u8>("parse('x')")).unwrap_err();
    assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
    let module = Module::compile("/bad.mjs", "await null; throw new TypeError('late')").expect("a module");
    assert_eq!(block_on(module.evaluate_async(&mut engine)).unwrap_err().message(), "TypeError: late");
    let module = Module::compile("/lost.mjs", "import '/nowhere.mjs'").expect("a module");
    assert!(block_on(module.evaluate_async(&mut engine)).is_err());
    assert!(engine.take_unhandled_rejections().is_empty());
    block_on(engine.eval_async::<()>("Promise.reject(new Error('lost')); null")).expect("no error of the script");
    let lost = engine.take_unhandled_rejections();
    assert_eq!(lost.iter().map(Error::message).collect::<Vec<_>>(), ["Error: lost"]);
}

#[test]
fn futures_are_woken_from_other_threads() {
    let gates: Vec<Gate> = (0..16).map(|_| Gate::default()).collect();
    let mut engine = engine();
    let waiting = gates.clone();
    engine
        .define("wait", move |index: usize| {
            let gate = waiting[index].clone();
            async move {
                gate.await;
                index
            }
        })
        .expect("a function");
    let openers = thread::spawn(move || {
        for gate in gates.iter().rev() {
            thread::sleep(Duration::from_millis(2));
            gate.open();
        }
    });
    let text = "const order = []; const all = [...Array(16).keys()].map(i => wait(i).then(i => order.push(i))); \
        Promise.all(all).then(() => order)";
    // On a slow thread, gates are open before anything waits.
    let mut order: Vec<usize> = block_on(engine.eval_async(text)).expect("a run");
    order.sort_unstable();
    assert_eq!(order, (0..16).collect::<Vec<_>>());
    openers.join().expect("a thread");
}

/// Dropping a driver cancels what it has begun, and nothing earlier. The engine goes on.
#[test]
fn dropping_cancels() {
    let count = Arc::new(AtomicUsize::new(0));
    let gate = Gate::default();
    for mut engine in engines() {
        let (counted, opened) = (Arc::clone(&count), gate.clone());
        engine
            .define("wait", move || {
                let (gate, counted) = (opened.clone(), Counted::new(&counted));
                async move {
                    gate.await;
                    drop(counted);
                }
            })
            .expect("a function");
        engine.run("before.js", "var before = wait(); var seen = 0; before.then(() => seen++)").expect("a run");
        {
            let mut driven = pin!(engine.eval_async::<()>("var mine = wait(); mine.then(() => seen += 10)"));
            assert!(poll_once(driven.as_mut()).is_pending());
            assert_eq!(count.load(Ordering::SeqCst), 2);
        }
        assert_eq!(count.load(Ordering::SeqCst), 1);
        let mine: Promise = engine.eval("mine").expect("a promise");
        assert_eq!(mine.state(&mut engine).expect("a state"), PromiseState::Pending);
        let before: Promise = engine.eval("before").expect("a promise");
        // A driver that only waits can be dropped and begun again.
        for _ in 0..3 {
            assert!(poll_once(pin!(before.wait::<()>(&mut engine))).is_pending());
        }
        assert_eq!(count.load(Ordering::SeqCst), 1);
        engine.cancel_futures();
        assert_eq!(count.load(Ordering::SeqCst), 0);
        assert!(!engine.has_futures());
        assert!(block_on(before.wait::<()>(&mut engine)).is_err());
        assert_eq!(engine.eval::<u8>("seen").expect("a count"), 0);
        // A driver that was never polled has begun nothing.
        drop(engine.eval_async::<()>("seen = 99"));
        assert_eq!(engine.eval::<u8>("seen").expect("a count"), 0);
        // The engine is dropped with pending futures.
        engine.run("again.js", "wait()").expect("a run");
        assert_eq!(count.load(Ordering::SeqCst), 1);
        drop(engine);
        assert_eq!(count.load(Ordering::SeqCst), 0);
    }
    // The wakers outlive all engines.
    gate.open();
}

#[test]
fn futures_that_panic_reject() {
    struct PanicsWhenDropped;
    impl Drop for PanicsWhenDropped {
        fn drop(&mut self) {
            if !thread::panicking() {
                panic!("on purpose, when dropped");
            }
        }
    }
    let mut engine = engine();
    engine
        .define("panic", || async {
            if true {
                panic!("on purpose")
            }
        })
        .expect("a function");
    engine
        .define("dropping", || async {
            let _guard = PanicsWhenDropped;
            std::future::pending::<()>().await;
        })
        .expect("a function");
    engine.define("at_once", || if true { panic!("on purpose") } else { async {} }).expect("a function");
    let caught = "(async () => { try { await panic() } catch (e) { return e.message } })()";
    assert_eq!(block_on(engine.eval_async::<String>(caught)).expect("a run"), "a future of the host panicked");
    let caught = "(async () => { try { await at_once() } catch (e) { return e.message } })()";
    assert_eq!(
        block_on(engine.eval_async::<String>(caught)).expect("a run"),
        "the function `at_once` of the host panicked"
    );
    assert!(poll_once(pin!(engine.eval_async::<()>("dropping()"))).is_pending());
    assert!(!engine.has_futures());
    assert_eq!(engine.eval::<u8>("1").expect("a run"), 1);
}

#[test]
fn limits_hold_for_each_turn() {
    let mut engine =
        Engine::builder().timeout(Duration::from_millis(400)).native_stack(1 << 20).build().expect("an engine");
    let gate = Gate::default();
    let opened = gate.clone();
    engine.define("wait", move || opened.clone()).expect("a function");
    // Waiting takes no time of a turn.
    {
        let mut driven = pin!(engine.eval_async::<u8>("wait().then(() => 3)"));
        assert!(poll_once(driven.as_mut()).is_pending());
        thread::sleep(Duration::from_millis(500));
        gate.open();
        assert_eq!(block_on(driven).expect("in time"), 3);
    }
    let error = block_on(engine.eval_async::<()>("(async () => { for (;;) await 0 })()")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached));
    // A driver that waits for the host again and again yields, and each turn has its own time. Fuel is for all turns.
    engine.set_fuel(200_000);
    let error = block_on(engine.eval_async::<()>("(async () => { for (;;) await wait() })()")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
    engine.set_fuel(None);
    assert!(!engine.has_futures() && !engine.has_jobs());
    let limits = Limits::new().fuel(20_000);
    let error = block_on(engine.eval_async::<()>("for (;;) wait()").limits(limits)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
    assert!(!engine.has_futures());
    assert_eq!(block_on(engine.eval_async::<u8>("wait().then(() => 1)")).expect("it goes on"), 1);
}

/// Futures count against the memory limit while they exist, and not afterwards.
#[test]
fn a_flood_of_futures_ends_by_the_memory_limit() {
    for mut engine in engines() {
        engine.define("never", || async { std::future::pending::<()>().await }).expect("a function");
        engine.define("now", || async { [0_u8; 64].len() }).expect("a function");
        let limits = Limits::new().memory(4 << 20);
        let mut bytes = Vec::new();
        for _ in 0..6 {
            let error = block_on(engine.eval_async::<()>("for (;;) never()").limits(limits.clone())).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
            assert!(!engine.has_futures());
            let text = "(async () => { for (let i = 0; i < 5000; i++) await now() })()";
            block_on(engine.eval_async::<()>(text).limits(limits.clone())).expect("each is over before the next");
            engine.collect_garbage();
            bytes.push(engine.stats().live_bytes);
        }
        assert!(bytes[5] < bytes[1] + (64 << 10), "{bytes:?}");
    }
}

#[test]
fn promises_of_other_engines_are_errors() {
    let (mut one, mut other) = (engine(), engine());
    let promise: Promise = one.eval("Promise.resolve(1)").expect("a promise");
    assert_eq!(block_on(promise.wait::<u8>(&mut other)).unwrap_err().kind(), ErrorKind::Usage);
    assert!(promise.future::<u8>(&mut other).is_err());
    // A host future that returns a value of another engine.
    let foreign = promise.clone();
    other
        .define("foreign", move || {
            let promise = foreign.clone();
            async move { promise }
        })
        .expect("a function");
    let error = block_on(other.eval_async::<()>("foreign()")).unwrap_err();
    assert_eq!(error.message(), "Error: the object belongs to another engine");
    assert_eq!(block_on(promise.wait::<u8>(&mut one)).expect("its own"), 1);
}

#[test]
fn hosts_wait_for_promises_in_their_futures() {
    for mut engine in engines() {
        engine
            .define("sum", |cx: &mut Context<'_>, promises: Vec<Promise>| {
                let outcomes: Result<Vec<_>, Error> =
                    promises.iter().map(|promise| promise.future::<f64>(cx)).collect();
                Async(async move {
                    let mut sum = 0.0;
                    for outcome in outcomes? {
                        sum += outcome.await?;
                    }
                    Ok::<_, Error>(sum)
                })
            })
            .expect("a function");
        let text = "sum([Promise.resolve(1), (async () => { await null; return 2 })(), sum([Promise.resolve(3)])])";
        assert_eq!(block_on(engine.eval_async::<f64>(text)).expect("a sum"), 6.0);
        let error = block_on(engine.eval_async::<f64>("sum([Promise.reject(new RangeError('r'))])")).unwrap_err();
        assert_eq!(error.message(), "RangeError: r");
        let error = block_on(engine.eval_async::<f64>("sum([Promise.resolve('x')])")).unwrap_err();
        assert!(error.message().contains("expected a number"), "{error}");
        // Collecting the promise or dropping the engine ends the future as well.
        let never: Promise = engine.eval("new Promise(() => {})").expect("a promise");
        let outcome = never.future::<u8>(&mut engine).expect("a future");
        drop(never);
        engine.collect_garbage();
        assert!(block_on(outcome).is_err());
        let never: Promise = engine.eval("globalThis.never = new Promise(() => {})").expect("a promise");
        let outcome = never.future::<u8>(&mut engine).expect("a future");
        drop(engine);
        assert!(block_on(outcome).is_err());
    }
}

#[test]
fn engines_move_between_threads_while_futures_are_pending() {
    let gate = Gate::default();
    let mut engine = engine();
    let opened = gate.clone();
    engine.define("wait", move || opened.clone()).expect("a function");
    engine.run("a.js", "var done = wait().then(() => 'done')").expect("a run");
    let done: Promise = engine.eval("done").expect("a promise");
    assert!(poll_once(pin!(done.wait::<String>(&mut engine))).is_pending());
    let handle = thread::spawn(move || block_on(done.wait::<String>(&mut engine)));
    gate.open();
    assert_eq!(handle.join().expect("a thread").expect("a run"), "done");
}

/// Runs under another executor, with that executor's sleep.
#[test]
fn it_works_under_tokio() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().expect("a runtime");
    let result: Result<Vec<u8>, Error> = runtime.block_on(async {
        let task = tokio::spawn(async {
            let mut engine = engine();
            engine.set_sleep(tokio::time::sleep);
            engine.define("sleep", |ms: u64, value: u8| async move {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                value
            })?;
            let text = "const seen = []; const keep = v => seen.push(v);
                Promise.all([sleep(20, 3).then(keep), sleep(1, 1).then(keep), sleep(10, 2).then(keep)]).then(() => seen)";
            let mut seen = engine.eval_async::<Vec<u8>>(text).await?;
            seen.sort_unstable();
            Ok::<_, Error>(seen)
        });
        task.await.expect("a task")
    });
    assert_eq!(result.expect("a run"), [1, 2, 3]);
    let cancelled = runtime.block_on(async {
        let mut engine = engine();
        engine.define("forever", || async { std::future::pending::<()>().await }).expect("a function");
        let timed = tokio::time::timeout(Duration::from_millis(10), engine.eval_async::<()>("forever()")).await;
        (timed.is_err(), engine.has_futures(), engine.eval::<u8>("2").expect("it goes on"))
    });
    assert_eq!(cancelled, (true, false, 2));
}

mod timers {
    use ferrotape::web::{TimerClock, Web};

    use super::*;

    #[test]
    fn timers_are_waited_for_by_the_real_clock() {
        let mut engine = engine();
        Web::install(&mut engine, TimerClock::Real).expect("timers");
        let began = Instant::now();
        let text = "new Promise(done => setTimeout(() => setTimeout(done, 10, 'late'), 20))";
        assert_eq!(block_on(engine.eval_async::<String>(text)).expect("a run"), "late");
        assert!(began.elapsed() >= Duration::from_millis(29));
        block_on(engine.idle()).expect("nothing is left");
    }

    #[test]
    fn a_virtual_clock_moves_when_nothing_else_is_to_come() {
        let mut engine = engine();
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
        let began = Instant::now();
        let text = "new Promise(done => setTimeout(() => done(performance.now()), 3600000))";
        assert_eq!(block_on(engine.eval_async::<f64>(text)).expect("a run"), 3_600_000.0);
        assert!(began.elapsed() < Duration::from_secs(10));
        // A host future comes before a timer, at any time.
        let gate = Gate::default();
        let opened = gate.clone();
        engine.define("wait", move || opened.clone()).expect("a function");
        let text = "Promise.race([wait().then(() => 'host'), new Promise(done => setTimeout(done, 1, 'timer'))])";
        {
            let mut driven = pin!(engine.eval_async::<String>(text));
            assert!(poll_once(driven.as_mut()).is_pending());
            gate.open();
            assert_eq!(block_on(driven).expect("a run"), "host");
        }
        assert_eq!(web.next_timer(&engine), Some(Duration::from_millis(1)));
        block_on(engine.idle()).expect("the timer");
        assert_eq!(web.next_timer(&engine), None);
    }

    #[test]
    fn timers_that_throw_are_told() {
        let mut engine = engine();
        Web::install(&mut engine, TimerClock::Virtual).expect("timers");
        let told = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&told);
        engine.on_unhandled_rejection(move |error| log.lock().expect("a log").push(error.message().to_owned()));
        let text = "setTimeout(() => { throw new Error('a') }, 1); setTimeout(() => Promise.reject(2), 2); \
            new Promise(done => setTimeout(done, 3))";
        block_on(engine.eval_async::<()>(text)).expect("a run");
        assert_eq!(*told.lock().expect("a log"), ["Error: a", "2"]);
    }

    #[test]
    fn intervals_without_end_are_ended_by_the_limits_of_a_turn() {
        let mut engine = engine();
        Web::install(&mut engine, TimerClock::Virtual).expect("timers");
        let driven = engine.eval_async::<()>("setInterval(() => {}, 1); new Promise(() => {})");
        let mut driven = pin!(driven);
        // Others get their turns.
        for _ in 0..5 {
            assert!(poll_once(driven.as_mut()).is_pending());
        }
    }
}

mod classes {
    use super::*;

    #[ferrotape::class]
    struct Store {
        gate: Gate,
        #[js(get, set)]
        name: String,
    }

    #[ferrotape::methods]
    impl Store {
        async fn read(&self, key: &str, times: u32) -> Result<String, std::io::Error> {
            self.gate.clone().await;
            match key {
                "" => Err(std::io::Error::other("no key")),
                _ => Ok(format!("{}/{key}", self.name).repeat(times as usize)),
            }
        }

        async fn zero() -> u8 {
            0
        }
    }

    #[test]
    fn async_methods_have_the_value_while_they_go_on() {
        let mut engine = engine();
        let gate = Gate::default();
        engine.register::<Store>().expect("a class");
        let store =
            ferrotape::Instance::new(&mut engine, Store { gate: gate.clone(), name: "s".to_owned() }).expect("one");
        engine.set_global("store", &store).expect("a variable");
        {
            let mut driven = pin!(engine.eval_async::<String>("var first = store.read('k', 2); first"));
            assert!(poll_once(driven.as_mut()).is_pending());
            gate.open();
            assert_eq!(block_on(driven).expect("a text"), "s/ks/k");
        }
        let text = "(async () => {
            const reading = store.read('k', 1);
            try { store.name = 't' } catch (e) { var refused = e.message }
            const text = await reading;
            store.name = 't';
            return [text, store.name, refused, await Store.zero(), await store.read('').catch(e => e.message)].join('|');
        })()";
        let expected = "s/k|t|Store.prototype.name was called while the Store is being looked at|0|\
            argument 2: expected a number, found undefined";
        assert_eq!(block_on(engine.eval_async::<String>(text)).expect("a run"), expected);
        let error = block_on(engine.eval_async::<()>("store.read.call({}, 'k', 1)")).unwrap_err();
        assert_eq!(
            error.message(),
            "TypeError: Store.prototype.read was called on #<Object>, which is not an instance of Store"
        );
    }
}

/// Cancelling a token from another thread ends sleeping drivers, and does not wake drivers that sleep no longer.
#[test]
fn a_cancelled_token_wakes_a_driver_that_sleeps() {
    let token = CancelToken::new();
    let limits = Limits::new().cancel(&token);
    let mut engine = Engine::new();
    engine.define("never", std::future::pending::<()>).expect("a function");
    for _ in 0..3 {
        assert_eq!(engine.eval_async::<u8>("7").limits(limits.clone()).block(), Ok(7));
    }
    let other = token.clone();
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        other.cancel();
    });
    let error = engine.eval_async::<()>("never()").limits(limits.clone()).block().expect_err("cancelled");
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
    canceller.join().expect("no panic");
    assert!(!engine.has_futures());
    assert!(engine.eval_async::<u8>("7").limits(limits).block().is_err(), "for good");
    assert_eq!(engine.eval_async::<u8>("7").block(), Ok(7));
}

#[test]
fn waiting_ends_in_time_whatever_the_script_goes_on_with() {
    let mut engine = Engine::untrusted();
    ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Virtual).expect("timers");
    let short = Duration::from_millis(30);
    for text in ["setInterval(() => {}, 1); new Promise(() => {})", "(async () => { for (;;) await 0 })()", "for (;;);"]
    {
        // Less than the second that each run has.
        let clock = Clock::start();
        let error = engine.eval_async::<()>(text).block_for(short).expect_err("it never ends");
        assert!(error.is_termination() && clock.elapsed() < Duration::from_millis(700), "{text}: {error}");
    }
    engine.eval::<()>("setInterval(() => {}, 1)").expect("a timer");
    let error = engine.idle().block_for(short).expect_err("the interval goes on");
    assert!(error.is_termination());
    assert_eq!(engine.eval_async::<u8>("1").block_for(Duration::MAX), Ok(1));
}
