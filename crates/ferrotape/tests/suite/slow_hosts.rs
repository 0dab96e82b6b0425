//! Host callbacks may be slow: every limit is noticed right after the call that has reached it.
//!
//! The first call of each kind reaches the limit, and must be the last one. It sleeps past a deadline, so nothing here
//! depends on how busy the machine is. A deadline that passed before the first call is set again, for longer.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::thread;
use std::time::{Duration, SystemTime};

use ferrotape::class::Iter;
use ferrotape::handles::Local;
use ferrotape::modules::{AsyncLoader, LoadFuture, ModuleLoader};
use ferrotape::snapshot::{Loading, Saving};
use ferrotape::{
    AsContext, Backend, Builder, CancelToken, Class, ClassBuilder, Context, Engine, Error, ErrorKind, FromJs, IntoJs,
    Limits, Script, Termination,
};

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
    static REACH: RefCell<Option<Box<dyn FnOnce()>>> = const { RefCell::new(None) };
}

/// The work of all callbacks.
fn slow() -> f64 {
    CALLS.set(CALLS.get() + 1);
    if let Some(reach) = REACH.take() {
        reach();
    }
    1.0
}

/// Counts the calls of [`slow`] during `work`, whose first call runs `reach`.
fn calls<T>(reach: impl FnOnce() + 'static, work: impl FnOnce() -> T) -> (T, u32) {
    CALLS.set(0);
    REACH.set(Some(Box::new(reach)));
    let result = work();
    REACH.set(None);
    (result, CALLS.get())
}

struct Unit;

impl Class for Unit {
    const NAME: &'static str = "Unit";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|n: f64| {
            if n != 0.0 {
                slow();
            }
            Unit
        })?;
        class.method("work", |_: &Unit| slow())?;
        class.getter("size", |_: &Unit| slow())?;
        class.getter("level", |_: &Unit| 1.0)?;
        class.setter("level", |_: &mut Unit, _: f64| {
            slow();
        })
    }

    fn save(&self, _: &mut Saving<'_>) -> Result<(), Error> {
        slow();
        Ok(())
    }

    fn load(_: &mut Loading<'_>) -> Result<Self, Error> {
        slow();
        Ok(Unit)
    }
}

/// Slow to convert, both ways.
struct Converted;

impl FromJs for Converted {
    fn from_js<'js>(_: &mut Context<'js>, _: Local<'js>) -> Result<Self, Error> {
        slow();
        Ok(Converted)
    }
}

impl IntoJs for Converted {
    fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
        slow();
        Ok(Local::undefined())
    }
}

/// Slow to drop.
struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        slow();
    }
}

impl Class for Dropped {
    const NAME: &'static str = "Dropped";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Dropped)
    }
}

struct Loader {
    resolves_slowly: bool,
}

impl ModuleLoader for Loader {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        if self.resolves_slowly {
            slow();
        }
        Ok(specifier.to_owned())
    }

    fn load(&mut self, _: &str) -> Result<String, String> {
        if !self.resolves_slowly {
            slow();
        }
        Ok(String::new())
    }
}

#[derive(Copy, Clone)]
enum Work {
    /// A loop of a script, which may pause as well.
    Loop(&'static str),
    /// A script that cannot pause in the middle.
    Script(&'static str),
    /// A script with its jobs.
    Jobs(&'static str),
    Modules,
    Values,
    Turn,
}

use Work::{Jobs, Loop, Modules, Turn, Values};

const MAKE: &str = "const unit = new Unit(0);";

const KINDS: &[(&str, Work)] = &[
    ("function", Loop("for (let i = 0; i < 50; i++) slow()")),
    ("method", Loop("for (let i = 0; i < 50; i++) unit.work()")),
    ("getter", Loop("for (let i = 0; i < 50; i++) unit.size")),
    ("setter", Loop("for (let i = 0; i < 50; i++) unit.level = i")),
    ("constructor", Loop("for (let i = 0; i < 50; i++) new Unit(1)")),
    ("argument", Loop("for (let i = 0; i < 50; i++) take(i)")),
    ("result", Loop("for (let i = 0; i < 50; i++) give()")),
    ("iterator", Loop("for (const one of iterator) one")),
    ("conversion", Loop("const o = { valueOf: slow }; for (let i = 0; i < 50; i++) +o")),
    ("trap", Loop("const p = new Proxy({}, { get: slow }); for (let i = 0; i < 50; i++) p.x")),
    ("clock", Loop("for (let i = 0; i < 50; i++) Date.now()")),
    ("in finally", Loop("for (let i = 0; i < 50; i++) try { slow() } finally { slow() }")),
    ("destructor", Work::Script("for (let i = 0; i < 50; i++) new Dropped; gc(); gc()")),
    ("spread", Work::Script("[...iterator]")),
    ("arguments", Work::Script("takeAll(Array(50).fill(1))")),
    ("results", Work::Script("giveAll()")),
    ("replace", Work::Script("'a'.repeat(50).replace(/a/g, slow)")),
    ("map", Work::Script("Array(50).fill(1).map(slow)")),
    ("sort", Work::Script("Array(50).fill(1).sort(slow)")),
    ("from", Work::Script("Array.from({ length: 50 }, slow)")),
    ("toJSON", Work::Script("JSON.stringify(Array(50).fill({ toJSON: slow }))")),
    ("reviver", Work::Script("JSON.parse('[' + '1,'.repeat(49) + '1]', slow)")),
    ("job", Jobs("for (let i = 0; i < 50; i++) Promise.resolve().then(slow)")),
    ("await", Jobs("(async () => { for (let i = 0; i < 50; i++) { await 0; slow() } })()")),
    ("future", Jobs("for (let i = 0; i < 50; i++) later()")),
    ("modules", Modules),
    ("values", Values),
    ("turn", Turn),
    ("timer", Jobs("for (let i = 0; i < 50; i++) setTimeout(slow, 0)")),
    ("interval", Jobs("let n = 0; const id = setInterval(() => { slow(); if (++n === 50) clearInterval(id) }, 0)")),
    ("console", Loop("for (let i = 0; i < 50; i++) console.log(i)")),
];

fn engine(builder: Builder, work: Work) -> Result<Engine, Error> {
    let clock = || {
        slow();
        SystemTime::UNIX_EPOCH
    };
    let mut engine = builder.clock(clock).build()?;
    ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Virtual)?;
    {
        struct Console;

        impl ferrotape::Console for Console {
            fn message(&self, _: ferrotape::console::Level, _: &str) {
                slow();
            }
        }

        engine.define_console(Console, ferrotape::console::InspectOptions::default())?;
    }
    engine.define("slow", slow)?;
    engine.define("take", |_: Converted| ())?;
    engine.define("takeAll", |_: Vec<Converted>| ())?;
    engine.define("give", || Converted)?;
    engine.define("giveAll", || (0..50).map(|_| Converted).collect::<Vec<_>>())?;
    engine.define("later", || async { slow() })?;
    engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage())?;
    engine.set_global("iterator", Iter::new((0..50).map(|_| slow())))?;
    engine.register::<Unit>()?;
    engine.register::<Dropped>()?;
    if let Modules = work {
        engine.set_module_loader(Loader { resolves_slowly: false });
    }
    engine.run("make.js", MAKE)?;
    Ok(engine)
}

fn imports() -> String {
    (0..50).map(|number| format!("import '/{number}.mjs';")).collect()
}

fn turn(cx: &mut Context<'_>) -> Result<(), Error> {
    for _ in 0..50 {
        slow();
        cx.eval::<()>("1")?;
    }
    Ok(())
}

/// Runs under the limits of the engine.
fn run(engine: &mut Engine, work: Work) -> Result<(), Error> {
    match work {
        Loop(text) | Work::Script(text) => engine.run("a.js", text).map(drop),
        Jobs(text) if text.contains("later") => {
            engine.run("a.js", text)?;
            engine.idle().block()
        }
        Jobs(text) => engine.run_with_jobs("a.js", text).map(drop),
        Modules => engine.run_module("/a.mjs", imports()).map(drop),
        Values => engine.eval::<Vec<Converted>>("Array(50).fill(1)").map(drop),
        Turn => engine.enter(turn),
    }
}

/// Runs under further limits. None if there are none for this kind.
fn run_within(engine: &mut Engine, work: Work, limits: &Limits) -> Option<Result<(), Error>> {
    match work {
        Loop(text) | Work::Script(text) => Some(engine.with_limits(limits, |cx| cx.run("a.js", text).map(drop))),
        Values => Some(engine.with_limits(limits, |cx| cx.eval::<Vec<Converted>>("Array(50).fill(1)").map(drop))),
        Turn => Some(engine.with_limits(limits, turn)),
        Jobs(text) => {
            let begun = engine.run("a.js", text);
            Some(begun.and_then(|_| engine.idle().limits(limits.clone()).block()))
        }
        Modules => None,
    }
}

#[track_caller]
fn is_ended(what: &str, kind: &str, expected: Termination, (result, calls): (Result<(), Error>, u32)) {
    let error = result.err().unwrap_or_else(|| panic!("{kind}: {what} ended nothing, {calls} calls"));
    assert_eq!(error.kind(), ErrorKind::Termination(expected), "{kind}: {what}");
    assert_eq!(calls, 1, "{kind}: {what}");
}

/// Tries with a deadline, which the first call exceeds. On a busy machine it may pass earlier.
fn with_deadline<T>(mut attempt: impl FnMut(Duration) -> (T, u32)) -> (T, u32) {
    let mut time = Duration::from_millis(10);
    loop {
        let (result, calls) = attempt(time);
        if calls > 0 || time > Duration::from_secs(5) {
            return (result, calls);
        }
        time *= 2;
    }
}

fn sleeps(time: Duration) -> impl FnOnce() + 'static {
    move || thread::sleep(time)
}

fn each_kind(mut test: impl FnMut(&'static str, Work, Backend)) {
    for backend in [Backend::Register, Backend::Stack] {
        for &(kind, work) in KINDS {
            test(kind, work, backend);
        }
    }
}

#[test]
fn timeouts_are_seen() {
    each_kind(|kind, work, backend| {
        let ended = with_deadline(|time| {
            let mut engine = engine(Engine::builder().backend(backend), work).expect("an engine");
            engine.set_timeout(time);
            calls(sleeps(time), || run(&mut engine, work))
        });
        is_ended("the timeout", kind, Termination::DeadlineReached, ended);
    });
}

#[test]
fn times_of_calls_are_seen() {
    each_kind(|kind, work, backend| {
        let mut is_limited = true;
        let ended = with_deadline(|time| {
            let mut engine = engine(Engine::builder().backend(backend), work).expect("an engine");
            let limits = Limits::new().time(time);
            let run = || {
                run_within(&mut engine, work, &limits).unwrap_or_else(|| {
                    is_limited = false;
                    slow();
                    Ok(())
                })
            };
            calls(sleeps(time), run)
        });
        if is_limited {
            is_ended("the time of a call", kind, Termination::DeadlineReached, ended);
        }
    });
}

#[test]
fn tokens_are_seen() {
    each_kind(|kind, work, backend| {
        let mut engine = engine(Engine::builder().backend(backend), work).expect("an engine");
        let token = CancelToken::new();
        let limits = Limits::new().cancel(&token);
        let (result, calls) = calls(move || token.cancel(), || run_within(&mut engine, work, &limits));
        if let Some(result) = result {
            is_ended("a token", kind, Termination::Interrupted, (result, calls));
        }
    });
}

#[test]
fn interrupts_are_seen() {
    each_kind(|kind, work, backend| {
        let mut engine = engine(Engine::builder().backend(backend), work).expect("an engine");
        // Within the run, not the first of those that some kinds need.
        let interrupters = [engine.interrupter()];
        let reach = move || interrupters.iter().for_each(|interrupter| interrupter.interrupt());
        if matches!(work, Jobs(text) if text.contains("later")) {
            return;
        }
        let ended = calls(reach, || run(&mut engine, work));
        is_ended("an interrupt", kind, Termination::Interrupted, ended);
    });
}

#[test]
fn watchers_are_asked() {
    each_kind(|kind, work, backend| {
        let flag = Arc::new(AtomicBool::new(false));
        let watched = Arc::clone(&flag);
        let builder = Engine::builder().backend(backend).interrupt_when(move || watched.load(Ordering::Relaxed));
        let mut engine = engine(builder, work).expect("an engine");
        let reach = move || {
            flag.store(true, Ordering::Relaxed);
            // Longer than the time between two calls of the closure.
            thread::sleep(Duration::from_millis(30));
        };
        let ended = calls(reach, || run(&mut engine, work));
        is_ended("interrupt_when", kind, Termination::Interrupted, ended);
    });
}

#[test]
fn slices_end_behind_the_call() {
    each_kind(|kind, work, backend| {
        let Loop(text) = work else { return };
        let (pending, calls) = with_deadline(|time| {
            let mut engine = engine(Engine::builder().backend(backend), work).expect("an engine");
            let script = Script::compile("a.js", text).expect("a script");
            let mut execution = script.start(&mut engine).expect("a start");
            calls(sleeps(time), || execution.resume::<()>(&Limits::new().time(time)).is_pending())
        });
        // It goes on at the first place where it can pause, so that each slice makes progress.
        assert!(pending && calls <= 2, "{kind}: {calls} calls");
        let ended = with_deadline(|time| {
            let mut engine = engine(Engine::builder().backend(backend), work).expect("an engine");
            let script = Script::compile("a.js", text).expect("a script");
            let mut execution = script.start(&mut engine).expect("a start");
            execution.limit(&Limits::new().time(time));
            let resume = || match execution.resume::<()>(&Limits::new()) {
                Poll::Ready(result) => result,
                Poll::Pending => Ok(()),
            };
            self::calls(sleeps(time), resume)
        });
        is_ended("the hard limit of an execution", kind, Termination::DeadlineReached, ended);
    });
}

/// Fuel is the same, whether or not the clock is checked.
#[test]
fn fuel_knows_nothing_of_it() {
    each_kind(|kind, work, backend| {
        let spent = [None, Some(Duration::from_secs(3600))].map(|timeout| {
            let builder = Engine::builder().backend(backend).seed(1).fuel(1_000_000).interrupt_when(|| false);
            let mut engine = engine(builder, work).expect("an engine");
            engine.set_timeout(timeout);
            run(&mut engine, work).expect("no limit is reached");
            engine.stats().fuel
        });
        assert_eq!(spent[0], spent[1], "{kind}");
    });
}

#[test]
fn loaders_that_resolve_slowly_are_seen() {
    for is_async in [false, true] {
        let ended = with_deadline(|time| {
            let mut engine = engine(Engine::builder(), Turn).expect("an engine");
            match is_async {
                true => engine.set_async_loader(Resolver),
                false => engine.set_module_loader(Loader { resolves_slowly: true }),
            }
            engine.set_timeout(time);
            calls(sleeps(time), || engine.run_module("/a.mjs", imports()).map(drop))
        });
        is_ended("the timeout", "resolve", Termination::DeadlineReached, ended);
    }
}

struct Resolver;

impl AsyncLoader for Resolver {
    fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
        slow();
        Ok(specifier.to_owned())
    }

    fn load(&self, _: &str) -> LoadFuture {
        Box::pin(async { Ok(String::new().into()) })
    }
}

/// Values of classes, saved and loaded.
#[test]
fn values_that_are_slow_to_write_down_are_seen() {
    let make = "const units = Array.from({ length: 50 }, () => new Unit(0))";
    let ended = with_deadline(|time| {
        let mut engine = simple_engine();
        engine.run("units.js", make).expect("a run");
        engine.set_timeout(time);
        calls(sleeps(time), || engine.snapshot().map(drop))
    });
    is_ended("the timeout", "save", Termination::DeadlineReached, ended);
    let mut written = simple_engine();
    written.run("units.js", make).expect("a run");
    let bytes = written.snapshot().expect("it can be written down");
    let ended = with_deadline(|time| {
        let mut empty = simple_engine();
        empty.set_timeout(time);
        calls(sleeps(time), || Engine::restore_into(empty, &bytes).map(drop))
    });
    is_ended("the timeout", "load", Termination::DeadlineReached, ended);
}

fn simple_engine() -> Engine {
    let mut engine = Engine::new();
    engine.register::<Unit>().expect("a class");
    engine
}
