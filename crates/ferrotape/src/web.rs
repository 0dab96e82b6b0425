//! Web globals that browsers and Node provide beside the language: timers, events, `AbortController`, `structuredClone`, text
//! encodings, `URL`, `Blob`, `fetch`, `crypto.getRandomValues`, `performance` and others. Needs the feature `web`.

mod fetch;
mod objects;

use std::time::Duration;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::events::{self, Patience};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::jobs;
use ferrotape_runtime::promise;
use ferrotape_runtime::{Value as EngineValue, Vm};

use crate::future::{end_at_exception, tell_unhandled};
use crate::{AsContext, Engine, Error, Object};

pub use fetch::{FetchRequest, FetchResponse};

/// The clock of timers and of `performance.now`.
pub use ferrotape_web::{Clock as TimerClock, StreamState};

/// The web globals of an engine, with its timers.
///
/// ```
/// use std::time::Duration;
/// use ferrotape::web::{TimerClock, Web};
/// use ferrotape::{Engine, Value};
///
/// let mut engine = Engine::builder().build()?;
/// let web = Web::install(&mut engine, TimerClock::Virtual)?;
/// engine.run("timers.js", "var times = []; setInterval(() => times.push(performance.now()), 10)")?;
/// web.advance(&mut engine, Duration::from_millis(35))?;
/// assert_eq!(engine.run("times.js", "times.join()")?, Value::from("10,20,30"));
/// # Ok::<(), ferrotape::Error>(())
/// ```
///
/// With timers installed, a program is over when none is left: [`Engine::run_with_jobs`] and [`Engine::run_module`]
/// also run timers, under the limits of that run. They stop at an unhandled failure
/// ([`Engine::take_unhandled_rejections`]), and the remaining timers stay. [`Engine::run`] and [`Engine::run_jobs`] run
/// no timers.
///
/// The engine waits for a real clock if the thread may sleep. If it may not
/// ([`can_block(false)`](crate::Builder::can_block), as in [`Engine::untrusted`]), all these methods return at once,
/// with the timers pending that are not due yet. The host asks [`Web::next_timer`] when the next one is due, and calls
/// [`Web::run_due`] then. Or it drives the engine by a future ([`Engine::eval_async`], [`Engine::idle`]), which waits
/// for timers in any engine.
///
/// ```
/// use ferrotape::web::{TimerClock, Web};
/// use ferrotape::Engine;
///
/// let mut engine = Engine::untrusted();
/// let web = Web::install(&mut engine, TimerClock::Real)?;
/// engine.run_with_jobs("a.js", "var n = 0; setTimeout(() => n = 42, 100)")?;
/// assert_eq!(engine.eval::<u8>("n")?, 0, "nobody has waited");
/// while let Some(left) = web.next_timer(&engine) {
///     // The host does something else, or sleeps.
///     std::thread::sleep(left);
///     web.run_due(&mut engine)?;
/// }
/// assert_eq!(engine.eval::<u8>("n")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Web {
    timers: Object,
}

impl Web {
    /// Defines all web globals in the current realm, and gives the engine timers on a clock.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// Web::install(&mut engine, TimerClock::Real)?;
    /// engine.run_with_jobs("a.js", "var n = 0; setTimeout(() => n = 42, 1)")?;
    /// assert_eq!(engine.eval::<String>("`${n} ${atob('aGk=')}`")?, "42 hi");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the global object refuses a property (`TypeError`), or for a [shared cause](Error#shared-causes).
    pub fn install(engine: &mut Engine, clock: TimerClock) -> Result<Web, Error> {
        engine.limited(|engine| {
            let vm = &mut engine.vm;
            vm.room_for_host(0).map_err(|it| Error::terminated(&vm.heap.budget, it))?;
            let timers = ferrotape_web::new_timers(vm, clock).map_err(|throw| Error::from_throw(vm, throw))?;
            let web = Web { timers: Object::new_handle(vm, EngineValue::object(timers)) };
            web.define(vm, timers)?;
            Ok(web)
        })
    }

    /// Defines all web globals in the current realm, if it is not the first one: see [`Engine::in_realm`]. Realms share the
    /// timers.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// let realm = engine.new_realm()?;
    /// engine.in_realm(&realm, |engine| {
    ///     web.install_in_realm(engine)?;
    ///     engine.run("a.js", "var n = 0; setTimeout(() => n = 42, 1000)")
    /// })?;
    /// web.run_until_idle(&mut engine)?;
    /// assert_eq!(engine.in_realm(&realm, |engine| engine.eval::<u8>("n"))?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Web::install`] does, and for another engine than the timers'.
    pub fn install_in_realm(&self, engine: &mut Engine) -> Result<(), Error> {
        let timers = self.timers_in(engine)?;
        engine.limited(|engine| self.define(&mut engine.vm, timers))
    }

    /// Makes `setTimeout`, `setInterval` and `setImmediate` of the current realm return objects with `ref`, `unref`,
    /// `hasRef` and `refresh`, as in Node, instead of numbers as in browsers. `clearTimeout` and the like accept
    /// both.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.use_timer_objects(&mut engine)?;
    /// engine.run_with_jobs("a.js", "var n = 0; setTimeout(() => n = 1, 1000).unref()")?;
    /// assert_eq!(engine.eval::<u8>("n")?, 0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Web::install_in_realm`] does.
    pub fn use_timer_objects(&self, engine: &mut Engine) -> Result<(), Error> {
        let timers = self.timers_in(engine)?;
        engine.limited(|engine| {
            let vm = &mut engine.vm.scope();
            let defined = ferrotape_web::use_timer_objects(vm, timers);
            defined.map_err(|throw| Error::from_throw(vm, throw))
        })
    }

    fn define(&self, vm: &mut Vm, timers: ObjectId) -> Result<(), Error> {
        let vm = &mut vm.scope();
        let installed = ferrotape_web::install(vm, timers);
        installed.map_err(|throw| Error::from_throw(vm, throw))
    }

    /// Runs jobs and timers until none are left, under the limits of one run. Waits for a real clock, or advances a
    /// virtual one.
    ///
    /// Unhandled exceptions are treated as by [`Engine::idle`].
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// engine.run("a.js", "var n = 0; setTimeout(() => { throw new Error('lost') }, 1); setTimeout(() => n = 1, 2)")?;
    /// assert_eq!(web.run_until_idle(&mut engine).unwrap_err().message(), "Error: lost");
    /// web.run_until_idle(&mut engine)?;
    /// assert_eq!(engine.eval::<u8>("n")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// engine.run("a.js", "var n = 0; setTimeout(() => n = 1, 60_000)")?;
    /// web.run_until_idle(&mut engine)?;
    /// assert_eq!(engine.eval::<u8>("n")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the exception that a timer's callback throws, once the other timers that are due have run. Later
    /// timers stay, and another call continues with them. Also for a [shared cause](Error#shared-causes).
    pub fn run_until_idle(&self, engine: &mut Engine) -> Result<(), Error> {
        let (timers, told) = (self.timers_in(engine)?, engine.on_unhandled.clone());
        engine.enter(|cx| {
            cx.working(jobs::run_jobs)?;
            loop {
                tell_unhandled(cx, told.as_deref())?;
                if told.is_none() && promise::has_exception(cx.vm) {
                    cx.working(|vm| ferrotape_web::run_due_timers(vm, timers))?;
                    return end_at_exception(cx);
                }
                if !cx.keeping_nothing(|cx| cx.working(|vm| events::run_event(vm, Patience::Sleep)))? {
                    return Ok(());
                }
                cx.working(jobs::run_jobs)?;
            }
        })
    }

    /// Runs jobs, and the timers that are due now. For hosts with an event loop of their own.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Real)?;
    /// engine.run("a.js", "var n = 0; setTimeout(() => n += 1, 1); setTimeout(() => n += 10, 60_000)")?;
    /// std::thread::sleep(Duration::from_millis(5));
    /// web.run_due(&mut engine)?;
    /// assert_eq!(engine.eval::<u8>("n")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Web::run_until_idle`] does.
    pub fn run_due(&self, engine: &mut Engine) -> Result<(), Error> {
        self.run_and_tell(engine, ferrotape_web::run_due_timers)
    }

    /// Advances a virtual clock, and runs the timers on the way, each at its time. If a callback throws, the other
    /// timers still run and the clock advances.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// engine.run("a.js", "var n = 0; setInterval(() => n++, 100)")?;
    /// web.advance(&mut engine, Duration::from_secs(1))?;
    /// assert_eq!(engine.eval::<u8>("n")?, 10);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Web::run_until_idle`] does, with the first error.
    pub fn advance(&self, engine: &mut Engine, by: Duration) -> Result<(), Error> {
        self.run_and_tell(engine, |vm, timers| ferrotape_web::advance(vm, timers, by))
    }

    /// Returns the time until the next timer is due. None if there is none.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// engine.run("a.js", "setTimeout(() => {}, 250)")?;
    /// assert_eq!(web.next_timer(&engine), Some(std::time::Duration::from_millis(250)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn next_timer(&self, engine: &Engine) -> Option<Duration> {
        let timers = self.timers.handle().value_in(&engine.vm)?.as_object()?;
        ferrotape_web::next_timer(&engine.vm, timers)
    }

    /// Returns whether there are timers for which the program waits, that is, timers that are not
    /// [`unref`](Web::use_timer_objects)ed.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// web.use_timer_objects(&mut engine)?;
    /// engine.run("a.js", "var timer = setTimeout(() => {}, 250)")?;
    /// assert!(web.waits_for_timers(&engine));
    /// engine.run("b.js", "timer.unref()")?;
    /// assert!(!web.waits_for_timers(&engine) && web.next_timer(&engine).is_some());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn waits_for_timers(&self, engine: &Engine) -> bool {
        let timers = self.timers.handle().value_in(&engine.vm).and_then(|value| value.as_object());
        timers.is_some_and(|timers| ferrotape_web::timers_are_waited_for(&engine.vm, timers))
    }

    /// Removes all timers.
    ///
    /// ```
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let web = Web::install(&mut engine, TimerClock::Virtual)?;
    /// engine.run("a.js", "setInterval(() => {}, 10)")?;
    /// web.clear(&mut engine)?;
    /// assert_eq!(web.next_timer(&engine), None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the engine of other timers.
    pub fn clear(&self, engine: &mut Engine) -> Result<(), Error> {
        self.run(engine, |vm, timers| {
            ferrotape_web::forget_timers(vm, timers);
            Ok(())
        })
    }

    fn timers_in(&self, engine: &Engine) -> Result<ObjectId, Error> {
        self.timers.handle().value_in(&engine.vm).and_then(EngineValue::as_object).ok_or_else(Error::wrong_engine)
    }

    /// Runs timers, and tells of what nobody handles: the callback of the host, or else the caller by the first exception.
    fn run_and_tell(
        &self,
        engine: &mut Engine,
        work: impl FnOnce(&mut Vm, ObjectId) -> Completion<()>,
    ) -> Result<(), Error> {
        let (timers, told) = (self.timers_in(engine)?, engine.on_unhandled.clone());
        engine.enter(|cx| {
            cx.working(|vm| work(vm, timers))?;
            tell_unhandled(cx, told.as_deref())?;
            if told.is_none() { end_at_exception(cx) } else { Ok(()) }
        })
    }

    fn run(&self, engine: &mut Engine, work: impl FnOnce(&mut Vm, ObjectId) -> Completion<()>) -> Result<(), Error> {
        let timers = self.timers_in(engine)?;
        engine.limited(|engine| work(&mut engine.vm, timers).map_err(|throw| Error::from_throw(&mut engine.vm, throw)))
    }
}
