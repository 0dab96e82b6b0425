//! Panics of the host at every place where it is called: their fate, and the engine's.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{self, Poll, Waker};

use ferrotape::convert::JsValue;
use ferrotape::handles::Local;
use ferrotape::modules::ModuleLoader;
use ferrotape::script::StepDetail;
use ferrotape::snapshot::Forking;
use ferrotape::{
    AsContext, Call, Class, ClassBuilder, Context, Engine, Error, ErrorKind, FromJs, Function, Instance, Limits,
    Object, Program, Progress, Promise, Script, Termination,
};

use crate::host_functions::{ON_PURPOSE, without_report_of_expected_panics};

/// Panics when it is dropped, once it is armed.
struct Bomb(Arc<AtomicBool>);

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0.load(Ordering::Relaxed) && !std::thread::panicking() {
            panic_any(ON_PURPOSE);
        }
    }
}

struct Bombed {
    bomb: Bomb,
}

impl Class for Bombed {
    const NAME: &'static str = "Bombed";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.method("arm", |bombed: &Bombed| bombed.bomb.0.store(true, Ordering::Relaxed))
    }
}

#[derive(Debug)]
struct Failure {
    _bomb: Bomb,
}

impl std::fmt::Debug for Bomb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bomb")
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("failed")
    }
}

impl std::error::Error for Failure {}

#[test]
fn destructors_that_panic_do_not_end_a_collection_half_way() {
    without_report_of_expected_panics();
    let armed = Arc::new(AtomicBool::new(false));
    let mut engine = Engine::new();
    engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a function");
    let flag = Arc::clone(&armed);
    engine.define("fail", move || Err::<(), _>(Failure { _bomb: Bomb(Arc::clone(&flag)) })).expect("a function");
    let flag = Arc::clone(&armed);
    let make = move |cx: &mut Context<'_>| {
        let bomb = Bomb(Arc::clone(&flag));
        // Never called.
        Function::new(cx, "captured", move || assert!(!bomb.0.load(Ordering::Relaxed)))?;
        Instance::new(cx, Bombed { bomb: Bomb(Arc::clone(&flag)) })
    };
    engine.define("make", make).expect("a function");
    let kept: Vec<Object> = (0..200)
        .map(|n| engine.eval(&format!("try {{ fail() }} catch {{ }} make(); ({{ n: {n} }})")).expect("an object"))
        .collect();
    armed.store(true, Ordering::Relaxed);
    assert_eq!(
        engine.eval::<String>("gc(); let all = []; for (let i = 0; i < 1000; i++) all.push({ i }); 'done'").as_deref(),
        Ok("done")
    );
    engine.collect_garbage();
    // New objects have places of their own.
    assert!(engine.eval::<bool>("all.every((one, i) => one.i === i)").expect("a run"));
    for (n, object) in kept.iter().enumerate() {
        assert_eq!(object.get::<usize>(&mut engine, "n"), Ok(n));
    }
    engine.eval::<()>("make(); make()").expect("a run");
    drop(engine);
}

struct Loader {
    when_resolving: bool,
}

impl ModuleLoader for Loader {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        if self.when_resolving { panic_any(ON_PURPOSE) } else { Ok(specifier.to_owned()) }
    }

    fn load(&mut self, _: &str) -> Result<String, String> {
        panic_any(ON_PURPOSE)
    }
}

#[test]
fn a_loader_that_panics_has_no_module() {
    without_report_of_expected_panics();
    for when_resolving in [false, true] {
        let mut engine = Engine::new();
        engine.set_module_loader(Loader { when_resolving });
        let text = "var told; import('./a.mjs').catch(error => told = String(error)); 0";
        engine.run_with_jobs("a.js", text).expect("a run");
        assert_eq!(engine.eval::<String>("told").as_deref(), Ok("TypeError: the loader of modules panicked"));
        let error = engine.run_module("main.mjs", "import './a.mjs'").expect_err("a panic");
        assert_eq!(error.message(), "TypeError: the loader of modules panicked");
        assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
    }
}

#[test]
fn a_console_that_panics_throws() {
    use ferrotape::Console;
    use ferrotape::console::{InspectOptions, Level};

    struct Panics;

    impl Console for Panics {
        fn message(&self, _: Level, _: &str) {
            panic_any(ON_PURPOSE)
        }
    }

    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.define_console(Panics, InspectOptions::default()).expect("a console");
    for call in ["log(1)", "table([1])", "group('a')", "trace()", "count()"] {
        let text = format!("try {{ [1].forEach(() => console.{call}); 'nothing' }} catch (error) {{ String(error) }}");
        assert_eq!(
            engine.eval::<String>(&text).as_deref(),
            Ok("TypeError: the console of the host panicked"),
            "{call}"
        );
    }
}

/// Panics instead of being created.
#[derive(Debug)]
struct Never;

impl FromJs for Never {
    fn from_js<'js>(_: &mut Context<'js>, _: Local<'js>) -> Result<Self, Error> {
        panic_any(ON_PURPOSE)
    }
}

#[test]
fn who_waits_for_a_promise_is_told_of_a_conversion_that_panics() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    let promise: Promise = engine.eval("Promise.resolve(1)").expect("a promise");
    let mut outcome = pin!(promise.future::<Never>(&mut engine).expect("a future"));
    engine.run_jobs().expect("jobs");
    match outcome.as_mut().poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(Err(error)) => assert_eq!(error.message(), "a conversion of the host panicked"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_realm_is_left_by_a_panic_as_well() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    let (realm, global) = (engine.new_realm().expect("a realm"), engine.global());
    let panicked =
        catch_unwind(AssertUnwindSafe(|| engine.in_realm(&realm, |_| -> Result<(), Error> { panic_any(ON_PURPOSE) })));
    assert!(panicked.is_err());
    assert_eq!(engine.global(), global);
    assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
}

#[test]
fn an_execution_does_not_go_on_after_a_panic() {
    struct Panics;

    impl FromJs for Panics {
        fn from_js<'js>(_: &mut Context<'js>, _: Local<'js>) -> Result<Self, Error> {
            panic_any(ON_PURPOSE)
        }
    }

    without_report_of_expected_panics();
    let mut engine = Engine::new();
    let script = Script::compile("a.js", "Promise.resolve().then(() => 1); 1").expect("a script");
    let mut execution = script.start(&mut engine).expect("a beginning");
    let panicked = catch_unwind(AssertUnwindSafe(|| execution.resume::<Panics>(&Limits::new())));
    assert!(panicked.is_err() && !execution.is_paused());
    let Poll::Ready(Err(error)) = execution.resume::<u8>(&Limits::new()) else { panic!("it has ended") };
    assert_eq!(error.message(), "the execution has ended");
    drop(execution);
    assert!(engine.eval::<u8>("1").is_err(), "its state is not to be trusted");
}

#[test]
fn a_run_does_not_go_on_after_a_panic_in_the_hosts_turn() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.define_call("ask", Call::blocking()).expect("a function");
    let program = Program::compile("a.js", "ask({}); 1").expect("a script");
    let mut run = engine.start(&program).expect("a beginning");
    assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        run.enter(|cx| -> Result<(), Error> {
            let _kept: Object = cx.eval("({})")?;
            panic_any(ON_PURPOSE)
        })
    }));
    assert!(panicked.is_err() && run.answer(0, 1).is_err() && run.save().is_err() && run.fork().is_err());
    assert_eq!(run.advance(&Limits::new()).unwrap_err().message(), "the run has ended");
    assert!(run.stack().is_empty() && run.abort("now").is_empty());
    drop(run);
    assert!(engine.eval::<u8>("1").is_err(), "its state is not to be trusted");
}

#[test]
fn a_clock_that_panics_throws() {
    without_report_of_expected_panics();
    let armed = Arc::new(AtomicBool::new(true));
    let flag = Arc::clone(&armed);
    let clock = move || if flag.load(Ordering::Relaxed) { panic_any(ON_PURPOSE) } else { std::time::UNIX_EPOCH };
    let mut engine = Engine::builder().clock(clock).build().expect("an engine");
    engine.define("again", |cx: &mut Context<'_>, f: Function| f.call::<JsValue>(cx, ())).expect("a function");
    for asks in ["Date.now()", "new Date", "Date()", "again(() => [1].map(() => Date.now()))"] {
        let text = format!("try {{ {asks} }} catch (error) {{ String(error) }}");
        assert_eq!(engine.eval::<String>(&text).as_deref(), Ok("Error: the clock of the host panicked"), "{asks}");
    }
    assert_eq!(
        ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Virtual)
            .map(drop)
            .map_err(|error| error.to_string()),
        Err("Error: the clock of the host panicked".to_owned())
    );
    armed.store(false, Ordering::Relaxed);
    assert_eq!(engine.eval::<f64>("Date.now()"), Ok(0.0));
}

#[test]
fn who_panics_when_asked_whether_to_interrupt_does() {
    without_report_of_expected_panics();
    let armed = Arc::new(AtomicBool::new(true));
    let flag = Arc::clone(&armed);
    let is_to_stop = move || if flag.load(Ordering::Relaxed) { panic_any(ON_PURPOSE) } else { false };
    let mut engine = Engine::builder().interrupt_when(is_to_stop).build().expect("an engine");
    for text in ["for (;;) {}", "[1].map(() => { for (;;) {} })"] {
        let error = engine.run("a.js", text).expect_err("an interrupt");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted), "{text}");
    }
    armed.store(false, Ordering::Relaxed);
    assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
}

#[test]
fn who_only_listens_ends_nothing_by_a_panic() {
    without_report_of_expected_panics();
    let told = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&told);
    let on_collection = move |_: &ferrotape::limits::Collection| {
        counter.fetch_add(1, Ordering::Relaxed);
        panic_any(ON_PURPOSE)
    };
    let builder = Engine::builder().on_collection(on_collection).backend(ferrotape::Backend::Stack);
    let mut engine = builder.build().expect("an engine");
    engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a function");
    assert_eq!(engine.eval::<u8>("let kept = { n: 7 }; [1, 2].map(() => gc()); kept.n"), Ok(7));
    assert!(told.swap(0, Ordering::Relaxed) >= 2);
    let counter = Arc::clone(&told);
    engine.observe_steps(StepDetail::Instructions, move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        panic_any(ON_PURPOSE)
    });
    assert_eq!(engine.eval::<u8>("[1, 2].map(() => kept.n)[1]"), Ok(7));
    assert!(told.load(Ordering::Relaxed) > 5);
}

#[test]
fn a_module_of_the_host_that_panics_is_not_there() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    for runs_script in [false, true] {
        let defined = engine.define_module("host:a", |cx, exports| {
            exports.value(cx, "one", 1)?;
            if runs_script {
                cx.eval::<()>("globalThis.was_there = true")?;
            }
            panic_any(ON_PURPOSE)
        });
        assert_eq!(
            defined.expect_err("a panic").message(),
            "the function that defines the module host:a panicked",
            "{runs_script}"
        );
        assert!(engine.run_module("/main.mjs", "import 'host:a'").is_err());
    }
    assert_eq!(engine.eval::<bool>("was_there"), Ok(true));
    engine.define_module("host:a", |cx, exports| exports.value(cx, "one", 1)).expect("a module");
    assert!(engine.run_module("/other.mjs", "import { one } from 'host:a'; one").is_ok());
}

/// Panics when its size is asked for.
struct Unweighed;

impl Class for Unweighed {
    const NAME: &'static str = "Unweighed";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Unweighed)?;
        class.method_mut("change", |_: &mut Unweighed| 7)
    }

    fn bytes(&self) -> usize {
        panic_any(ON_PURPOSE)
    }
}

#[test]
fn values_whose_size_panics_have_that_of_their_type() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.register::<Unweighed>().expect("a class");
    assert_eq!(engine.eval::<u8>("const one = new Unweighed; one.change(); one.change()"), Ok(7));
    assert!(Instance::new(&mut engine, Unweighed).is_ok());
    engine.collect_garbage();
}

struct Uncarried;

impl ferrotape::snapshot::Carry for Uncarried {
    fn carry(&self, _: &mut Forking) -> Result<Self, Error> {
        panic_any(ON_PURPOSE)
    }
}

#[test]
fn what_panics_when_it_is_carried_over_makes_no_copy() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.run("a.js", "var n = 7").expect("a run");
    let error = engine.fork_with(&Uncarried).err().expect("a panic");
    assert!(error.message().contains("which panicked"), "{error}");
    assert!(engine.fork_with(&vec![Uncarried]).is_err());
    assert_eq!(engine.eval::<u8>("n"), Ok(7));
    assert_eq!(engine.fork().expect("a copy").eval::<u8>("n"), Ok(7));
}

#[test]
fn a_sleep_that_panics_ends_the_future_that_sleeps() {
    without_report_of_expected_panics();
    /// Panics when it is polled, or dropped.
    struct Sleep {
        when_polled: bool,
    }

    impl Future for Sleep {
        type Output = ();

        fn poll(self: std::pin::Pin<&mut Self>, task: &mut task::Context<'_>) -> Poll<()> {
            if self.when_polled {
                panic_any(ON_PURPOSE);
            }
            task.waker().wake_by_ref();
            Poll::Pending
        }
    }

    impl Drop for Sleep {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                panic_any(ON_PURPOSE);
            }
        }
    }

    let mut engine = Engine::new();
    ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Real).expect("timers");
    let text = "new Promise(done => setTimeout(done, 3, 42))";
    engine.set_sleep(|_| -> Sleep { panic_any(ON_PURPOSE) });
    let error = engine.eval_async::<u8>(text).block().expect_err("no sleep");
    assert_eq!(error.message(), "the sleep of the host panicked");
    engine.set_sleep(|_| Sleep { when_polled: true });
    assert!(engine.eval_async::<u8>(text).block().is_err());
    engine.set_sleep(|_| Sleep { when_polled: false });
    assert_eq!(engine.eval_async::<u8>(text).block(), Ok(42));
}

/// The payload of a panic, which panics in turn when dropped.
struct Twice;

impl Drop for Twice {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic_any(ON_PURPOSE);
        }
    }
}

struct Twofold;

impl Drop for Twofold {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            resume_unwind(Box::new(Twice));
        }
    }
}

impl Class for Twofold {
    const NAME: &'static str = "Twofold";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Twofold)
    }

    fn fork(&self, _: &mut Forking) -> Result<Self, Error> {
        resume_unwind(Box::new(Twice))
    }
}

struct PanickingLoader;

impl ModuleLoader for PanickingLoader {
    fn resolve(&mut self, _: &str, _: &str) -> Result<String, String> {
        resume_unwind(Box::new(Twice))
    }

    fn load(&mut self, _: &str) -> Result<String, String> {
        resume_unwind(Box::new(Twice))
    }
}

#[test]
fn what_a_panic_gives_may_panic_too() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.set_module_loader(PanickingLoader);
    engine.define("fail", || -> () { resume_unwind(Box::new(Twice)) }).expect("a function");
    engine
        .define("later", || async {
            if true {
                resume_unwind(Box::new(Twice))
            }
        })
        .expect("a function");
    engine.define("wrong", |_: NeverTwice| ()).expect("a function");
    engine.register::<Twofold>().expect("a class");
    for text in ["fail()", "wrong(1)", "new Promise(() => fail()); throw 1"] {
        assert!(engine.eval::<()>(text).is_err(), "{text}");
    }
    assert!(engine.run_module("a.mjs", "import './b.mjs'").is_err());
    assert!(engine.eval_async::<()>("later()").block().is_err());
    engine.eval::<()>("new Twofold").expect("an object");
    engine.collect_garbage();
    engine.eval::<()>("var kept = new Twofold").expect("an object");
    assert!(engine.fork().is_err());
    assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
}

/// Panics instead of being created.
struct NeverTwice;

impl FromJs for NeverTwice {
    fn from_js<'js>(_: &mut Context<'js>, _: Local<'js>) -> Result<Self, Error> {
        resume_unwind(Box::new(Twice))
    }
}

struct Unforkable;

impl Class for Unforkable {
    const NAME: &'static str = "Unforkable";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Unforkable)
    }

    fn fork(&self, _: &mut Forking) -> Result<Self, Error> {
        panic_any(ON_PURPOSE)
    }
}

#[test]
fn a_class_that_panics_when_it_is_forked_is_named() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.register::<Unforkable>().expect("a class");
    engine.eval::<()>("var one = new Unforkable").expect("an object");
    let error = engine.fork().err().expect("a panic");
    let message = "the engine cannot be forked with an object of the class Unforkable, which panicked";
    assert_eq!(error.message(), message);
    engine.eval::<()>("one = null").expect("a run");
    assert!(engine.fork().expect("a copy").eval::<bool>("one === null").expect("a run"));
}

#[derive(Debug)]
struct Undefinable;

impl Class for Undefinable {
    const NAME: &'static str = "Undefinable";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Undefinable)?;
        panic_any(ON_PURPOSE)
    }
}

#[test]
fn a_class_that_panics_when_it_is_defined_is_none() {
    without_report_of_expected_panics();
    const MESSAGE: &str = "the class Undefinable panicked while it was defined";
    let mut engine = Engine::new();
    let make = |cx: &mut Context<'_>| Instance::new(cx, Undefinable);
    engine.define("make", make).expect("a function");
    for _ in 0..2 {
        assert_eq!(
            engine.register::<Undefinable>().map_err(|error| error.message().to_owned()),
            Err(MESSAGE.to_owned())
        );
        let told = engine.eval::<String>("try { make() } catch (error) { error.message }");
        assert_eq!(told.as_deref(), Ok(MESSAGE));
        assert!(Instance::new(&mut engine, Undefinable).is_err());
        assert!(engine.eval::<Instance<Undefinable>>("({})").is_err());
    }
    assert_eq!(engine.eval::<String>("typeof Undefinable").as_deref(), Ok("undefined"));
}

#[test]
fn who_is_told_of_rejections_may_panic() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    engine.on_unhandled_rejection(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        panic_any(ON_PURPOSE)
    });
    let run = engine.eval_async::<()>("Promise.reject(1); Promise.reject(2); 0").block();
    let error = run.expect_err("a panic");
    assert_eq!(error.message(), "the callback for unhandled rejections panicked");
    assert_eq!(told.load(Ordering::Relaxed), 2);
    assert_eq!(engine.eval_async::<u8>("1 + 1").block(), Ok(2));
}

#[test]
fn an_error_that_panics_when_it_is_dropped_does_not_end_the_engine() {
    without_report_of_expected_panics();
    let mut engine = Engine::builder().fuel(10_000_000).build().expect("an engine");
    let fail = |cx: &mut Context<'_>| -> Result<(), Error> {
        // The end of the run comes before the function's result.
        let _ = cx.eval::<()>("for (;;);");
        Err(Error::from_host(Failure { _bomb: Bomb(Arc::new(AtomicBool::new(true))) }))
    };
    engine.define("fail", fail).expect("a function");
    assert!(engine.eval::<()>("fail()").expect_err("no fuel").is_termination());
    engine.set_fuel(None);
    assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
}

/// Panics of the API do not come through frames, but panics of the engine's own code do.
#[test]
fn a_panic_through_frames_of_scripts_ends_in_nobody_who_goes_on() {
    without_report_of_expected_panics();
    let mut engine = Engine::new();
    engine.enter(|cx| cx.define_panic("raw")).expect("a function");
    engine.define("again", |cx: &mut Context<'_>, f: Function| f.call::<JsValue>(cx, ())).expect("a function");
    let text = "try { again(() => [1].map(() => raw())) } catch { } 'went on'";
    let run = catch_unwind(AssertUnwindSafe(|| engine.eval::<String>(text)));
    assert!(run.is_err());
    let error = engine.eval::<u8>("1").expect_err("its frames are still there");
    assert!(error.message().contains("it panicked"));
}
