//! Drives an engine: each poll is a run.

mod program;

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
#[cfg(feature = "wire")]
use std::pin::pin;
use std::sync::Arc;
use std::task::{self, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use ferrotape_budget::{Deadline, Instant};

use ferrotape_runtime::Throw;
use ferrotape_runtime::buffer::waiting;
use ferrotape_runtime::events::{self, Patience};
use ferrotape_runtime::jobs;
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::promise;

use super::Tasks;
use super::alarm::wake_after;
use crate::host_state::HostState;
use crate::limits::{Sleeper, Spent};
use crate::{Context, Engine, Error, FromJs, Limits, Local, Program, Promise, Run, Termination, unhandled};

/// A host future that drives an engine. It runs jobs, polls the futures that the engine keeps, and runs timers when
/// they are due, until its result is there. [`Engine::eval_async`], [`crate::Script::run_async`],
/// [`crate::Module::evaluate_async`], [`Engine::run_program_async`], [`Promise::wait`] and [`Engine::idle`] create one.
///
/// It works under any executor, and needs none of its own. Each poll is a run under the engine's limits and those of
/// [`Driven::limits`]. After 256 turns without a pause it yields to other tasks.
///
/// Dropping it between two polls leaves the engine usable. If it began something itself (a script, a module), the drop also
/// cancels the futures started since; their promises stay pending. A future that only waits ([`Promise::wait`], [`Engine::idle`])
/// cancels none, and a later one may continue to wait. A limit that ends a poll cancels all futures of the engine, as it drops
/// all jobs.
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("fetch", |name: String| async move { format!("the page {name}") })?;
///
/// // Where nothing else is to be done meanwhile, the thread waits: `block`. An async function would await it.
/// let page: String = engine.eval_async("(async () => (await fetch('one')).toUpperCase())()").block()?;
/// assert_eq!(page, "THE PAGE ONE");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[must_use = "nothing happens before it is polled"]
pub struct Driven<'e, T> {
    engine: &'e mut Engine,
    state: State<'e>,
    limits: Limits,
    /// The last future from before, if later futures go with this one.
    before: Option<u64>,
    sleep: Option<Asleep>,
    /// While this sleeps, the token among its limits wakes it.
    cancelled: Option<Sleeper>,
    /// Whether exceptions that nobody handles stay for [`Engine::take_unhandled`] where nobody is told of them.
    leaves_exceptions: bool,
    /// The most of each poll, if it is to be short.
    slice: Option<Limits>,
    spent: Spent,
    /// Resources spent when a program last waited, and the time for which clocks have stood still since.
    waited: Spent,
    /// The engine's bytes at the first poll.
    bytes_before: Option<usize>,
    what: PhantomData<fn() -> T>,
}

type Begin<'e> = dyn FnOnce(&mut Context<'_>) -> Result<Promise, Error> + Send + 'e;

/// The state of a driving future.
enum State<'e> {
    Begin(Box<Begin<'e>>),
    /// Waits for a promise, or until nothing is left.
    Wait(Option<Promise>),
    /// Drives a program; one that is given is to be begun.
    Program(Option<Program>),
    Over,
}

/// The sleeper that wakes the driver when a timer is due.
enum Asleep {
    Alarm { at: Instant, waker: Waker },
    Host { _sleeping: Sleeping },
}

/// A sleep of the host. If dropping it panics, only the panic hook sees it.
struct Sleeping(Option<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl Drop for Sleeping {
    fn drop(&mut self) {
        let sleeping = self.0.take();
        unless_it_panics(|| drop(sleeping));
    }
}

/// Wakes a thread that waits for a future.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Polls a future, and parks the thread in between, to its end or at most for that time.
#[cfg(feature = "wire")]
pub(crate) fn block_on(future: impl Future<Output = ()>, most: Option<Duration>) {
    let (mut future, began) = (pin!(future), Instant::now());
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    while future.as_mut().poll(&mut task::Context::from_waker(&waker)).is_pending() {
        match most.map(|most| most.saturating_sub(began.elapsed())) {
            None => thread::park(),
            Some(Duration::ZERO) => return,
            Some(left) => thread::park_timeout(left),
        }
    }
}

/// The result of a poll.
enum Turn<T> {
    Done(T),
    /// Something will wake the driver, at the latest after the time.
    Sleep(Option<Promise>, Option<Duration>),
    /// The driver is not done, but others have waited long enough.
    Yield(Option<Promise>),
}

/// The most turns of jobs, futures and timers in one poll.
const MOST_TURNS: usize = 256;

/// The interval at which notifications of other agents are checked.
const WAITERS_EVERY: Duration = Duration::from_millis(4);

impl<'e, T: FromJs> Driven<'e, T> {
    /// Begins something, and owns the futures that it starts.
    pub(crate) fn begin(
        engine: &'e mut Engine,
        begin: impl FnOnce(&mut Context<'_>) -> Result<Promise, Error> + Send + 'e,
    ) -> Self {
        let before = Some(HostState::of(&mut engine.vm).tasks.last());
        Driven::new(engine, State::Begin(Box::new(begin)), before)
    }

    /// Waits for a promise.
    pub(crate) fn wait(engine: &'e mut Engine, promise: Promise) -> Self {
        Driven::new(engine, State::Begin(Box::new(move |_| Ok(promise))), None)
    }

    /// Creates a driver without limits of its own. `before` is the last task before it, if it owns the futures that it starts.
    fn new(engine: &'e mut Engine, state: State<'e>, before: Option<u64>) -> Self {
        Driven {
            engine,
            state,
            limits: Limits::new(),
            before,
            sleep: None,
            cancelled: None,
            leaves_exceptions: true,
            slice: None,
            spent: Spent::default(),
            waited: Spent::default(),
            bytes_before: None,
            what: PhantomData,
        }
    }

    /// Sets further limits for each poll; for a program, from one wait to the next. Of these and the engine's limits,
    /// the smaller ones count. Cancelling a token among them wakes the future.
    ///
    /// ```
    /// use ferrotape::{CancelToken, Engine, Limits};
    /// let mut engine = Engine::new();
    /// engine.define("never", || std::future::pending::<()>())?;
    /// let token = CancelToken::new();
    /// let limits = Limits::new().cancel(&token);
    /// std::thread::spawn(move || token.cancel());
    /// let error = engine.eval_async::<()>("never()").limits(limits).block().unwrap_err();
    /// assert!(error.is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Divides the work: once a poll has taken this much fuel or time, it wakes itself and lets other tasks run.
    /// Unlike [`Driven::limits`], this ends nothing.
    ///
    /// A poll ends between two jobs, futures or timers. It does not end within one, because code between two `await`s runs on
    /// native frames of the library. [`Engine::run_program_async`] and [`Script::start`](crate::Script::start) pause anywhere in
    /// a script.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let text = "(async () => { let n = 0; while (n < 10_000) n += await 1; return n })()";
    /// // An executor runs its other tasks in between.
    /// let count = engine.eval_async::<u32>(text).in_slices(&Limits::new().fuel(1000)).block()?;
    /// assert_eq!(count, 10_000);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn in_slices(mut self, slice: &Limits) -> Self {
        self.slice = Some(slice.clone());
        self
    }

    /// Returns a future that also returns what the polls spent.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text = "(async () => { for (let n = 0; n < 1000; n++) await n; return 'x'.repeat(1 << 20).length })()";
    /// let (result, spent) = engine.eval_async::<u32>(text).measured().block();
    /// assert_eq!(result?, 1 << 20);
    /// assert!(spent.fuel > 1000 && spent.bytes >= 1 << 20);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn measured(self) -> Measured<'e, T> {
        Measured(self)
    }

    /// Leaves exceptions that nobody handles for [`Engine::take_unhandled`].
    pub(crate) fn leaving_exceptions(mut self) -> Self {
        self.leaves_exceptions = true;
        self
    }

    /// Blocks this thread until the result is there. The thread sleeps while there is nothing to do. For hosts
    /// without an executor.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("twice", |n: f64| async move { 2.0 * n })?;
    /// assert_eq!(engine.eval_async::<f64>("twice(21)").block()?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the script throws, the promise is rejected, the value does not convert, or what is awaited never comes.
    /// Also for a [shared cause](Error#shared-causes). A limit drops the host futures that are left.
    pub fn block(mut self) -> Result<T, Error> {
        self.block_until(None)
    }

    /// Blocks for at most this time; then the run ends by its limit. The [limits](Driven::limits) apply to each poll
    /// separately, so with them alone a script could continue from timer to timer, or wait forever.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("never", || std::future::pending::<()>())?;
    /// let error = engine.eval_async::<()>("never()").block_for(Duration::from_millis(20)).unwrap_err();
    /// assert!(error.is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Driven::block`] does, and with [`Termination::DeadlineReached`] when the time is over.
    pub fn block_for(mut self, time: Duration) -> Result<T, Error> {
        self.block_until(Deadline::after(time))
    }

    /// Polls, and parks the thread in between. A deadline bounds each poll as well, so scripts cannot run past it.
    pub(crate) fn block_until(&mut self, deadline: Option<Deadline>) -> Result<T, Error> {
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let limits = self.limits.clone();
        loop {
            if let Some(deadline) = deadline {
                self.limits = limits.clone().until(deadline);
            }
            if let Poll::Ready(result) = Pin::new(&mut *self).poll(&mut task::Context::from_waker(&waker)) {
                return result;
            }
            match deadline.map(Deadline::left) {
                None => thread::park(),
                Some(Duration::ZERO) => {
                    let over = |deadline: Deadline| format!("{}: {:?}", Termination::DeadlineReached, deadline.given());
                    return Err(Error::limit(Termination::DeadlineReached, deadline.map_or_else(String::new, over)));
                }
                Some(left) => thread::park_timeout(left),
            }
        }
    }

    /// Arranges for the driver to be woken.
    fn fall_asleep(&mut self, after: Duration, task: &mut task::Context<'_>) -> Result<(), Error> {
        if let Some(sleep) = &self.engine.sleep {
            let begun = unless_it_panics(|| {
                let mut sleeping = Sleeping(Some(sleep(after)));
                let is_over = sleeping.0.as_mut().is_some_and(|sleeping| sleeping.as_mut().poll(task).is_ready());
                (sleeping, is_over)
            });
            let Some((sleeping, is_over)) = begun else {
                crate::trace::panicked("a function");
                return Err(Error::new("the sleep of the host panicked"));
            };
            if is_over {
                task.waker().wake_by_ref();
            }
            self.sleep = Some(Asleep::Host { _sleeping: sleeping });
            return Ok(());
        }
        let now = Instant::now();
        let at = now.checked_add(after);
        let is_set = match (&self.sleep, at) {
            (Some(Asleep::Alarm { at: set, waker }), Some(at)) => {
                *set > now && *set <= at && waker.will_wake(task.waker())
            }
            _ => false,
        };
        if !is_set {
            wake_after(after, task.waker());
            self.sleep = at.map(|at| Asleep::Alarm { at, waker: task.waker().clone() });
        }
        Ok(())
    }
}

impl<T: FromJs> Future for Driven<'_, T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, task: &mut task::Context<'_>) -> Poll<Result<T, Error>> {
        let this = self.get_mut();
        let state = std::mem::replace(&mut this.state, State::Over);
        this.cancelled = None;
        let state = match state {
            State::Program(program) => return this.poll_program(program, task),
            state => state,
        };
        let (limits, slice, spent) = (&this.limits, &this.slice, &mut this.spent);
        let leaves_exceptions = this.leaves_exceptions;
        let bytes_before = *this.bytes_before.get_or_insert_with(|| this.engine.stats().bytes);
        let polled = this.engine.limited(|engine| {
            let with = With { waker: task.waker(), told: engine.on_unhandled.as_deref(), leaves_exceptions };
            let (polled, now) = Context::new(&mut engine.vm).measured(limits, |cx| match slice {
                Some(slice) => slice.as_pause(cx, |cx| turn(cx, state, &with)),
                None => turn(cx, state, &with),
            });
            (spent.fuel, spent.time) = (spent.fuel.saturating_add(now.fuel), spent.time.saturating_add(now.time));
            polled
        });
        this.spent.bytes = this.engine.stats().bytes.saturating_sub(bytes_before);
        match polled {
            Ok(Turn::Done(value)) => Poll::Ready(Ok(value)),
            Ok(Turn::Yield(promise)) => {
                this.state = State::Wait(promise);
                task.waker().wake_by_ref();
                Poll::Pending
            }
            Ok(Turn::Sleep(promise, after)) => {
                this.state = State::Wait(promise);
                match after {
                    // After an error, dropping the driver also cancels the futures that it has begun.
                    Some(after) => this.fall_asleep(after, task)?,
                    None => this.sleep = None,
                }
                this.cancelled = this.limits.wake(task.waker());
                Poll::Pending
            }
            Err(error) => {
                if error.is_termination() {
                    Tasks::cancel_after(&mut this.engine.vm, 0);
                }
                Poll::Ready(Err(error))
            }
        }
    }
}

/// A [`Driven`] that also returns what it spent: see [`Driven::measured`]. Time asleep does not count.
#[must_use = "nothing happens before it is polled"]
pub struct Measured<'e, T>(Driven<'e, T>);

impl<T: FromJs> Measured<'_, T> {
    /// Blocks this thread until the result is there, as [`Driven::block`] does.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::builder().fuel(10_000).build()?;
    /// let (result, spent) = engine.eval_async::<()>("for (;;) {}").measured().block();
    /// assert!(result.unwrap_err().is_termination() && spent.fuel >= 10_000);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Driven::block`] does.
    pub fn block(mut self) -> (Result<T, Error>, Spent) {
        (self.0.block_until(None), self.0.spent)
    }
}

impl<T: FromJs> Future for Measured<'_, T> {
    type Output = (Result<T, Error>, Spent);

    fn poll(self: Pin<&mut Self>, task: &mut task::Context<'_>) -> Poll<Self::Output> {
        let driven = &mut self.get_mut().0;
        Pin::new(&mut *driven).poll(task).map(|result| (result, driven.spent))
    }
}

impl<T> Drop for Driven<'_, T> {
    fn drop(&mut self) {
        match (&self.state, self.before) {
            (State::Wait(_), Some(before)) => Tasks::cancel_after(&mut self.engine.vm, before),
            // The run ends the program.
            (State::Program(None), _) => drop(Run::of_script(self.engine, Limits::new(), true)),
            _ => {}
        }
    }
}

/// Takes every step that can be taken now.
fn turn<T: FromJs>(cx: &mut Context<'_>, state: State<'_>, with: &With<'_>) -> Result<Turn<T>, Error> {
    let promise = match state {
        State::Begin(begin) => {
            let promise = begin(cx)?;
            // The waiting driver learns of a rejection.
            let id = promise.id(cx)?;
            promise::mark_handled(cx.vm, id);
            Some(promise)
        }
        State::Wait(promise) => promise,
        State::Program(_) | State::Over => return Err(Error::new("a future of the engine was polled after its end")),
    };
    for turn in 0..MOST_TURNS {
        cx.working(jobs::run_jobs)?;
        tell_unhandled(cx, with.told)?;
        if let Some(promise) = &promise
            && let Some(value) = cx.keeping_nothing(|cx| promise.result(cx))?
        {
            return Ok(Turn::Done(value));
        }
        // Each poll gets on: where no job is left, with a future or a timer.
        if cx.vm.heap.budget.is_pause_due() && (turn > 0 || jobs::has_jobs(cx.vm)) {
            break;
        }
        let polled = cx.poll_woken()?;
        if cx.working(|vm| events::run_event(vm, Patience::None))? || polled {
            continue;
        }
        with.end_at_exception(cx)?;
        let is_alone = HostState::of(cx.vm).tasks.is_empty();
        // Futures wait in real time, so a clock that the host advances stands still for them. Nor is it moved where nobody waits.
        let is_waited_for = promise.is_some() || events::is_event_waited_for(cx.vm);
        if is_alone && is_waited_for && cx.working(|vm| events::run_event(vm, Patience::Move))? {
            continue;
        }
        if let Some(turn) = pause(cx, &promise, is_alone, with.waker)? {
            return Ok(turn);
        }
    }
    with.end_at_exception(cx)?;
    Ok(Turn::Yield(promise))
}

/// Context of one poll.
struct With<'a> {
    waker: &'a Waker,
    told: Option<&'a OnUnhandled>,
    leaves_exceptions: bool,
}

impl With<'_> {
    /// Fails with the first exception that nobody handles, where that is what the driver is to end with.
    fn end_at_exception(&self, cx: &mut Context<'_>) -> Result<(), Error> {
        if self.leaves_exceptions { Ok(()) } else { end_at_exception(cx) }
    }
}

/// Fails with the first exception that nobody handles: timers and other callbacks have thrown it.
pub(crate) fn end_at_exception(cx: &mut Context<'_>) -> Result<(), Error> {
    let Some(failed) = promise::take_exception(cx.vm) else { return Ok(()) };
    let [exception, context] = [failed.reason, failed.context].map(|value| cx.kept(value).value);
    let error = Error::uncaught(cx.vm, Throw::Exception(exception)).followed_by(cx.vm, context);
    crate::trace::unhandled(&error);
    Err(error)
}

/// Finds what there is to wait for when nothing can be done now. None if a future was woken meanwhile.
fn pause<T: FromJs>(
    cx: &mut Context<'_>,
    promise: &Option<Promise>,
    is_alone: bool,
    waker: &Waker,
) -> Result<Option<Turn<T>>, Error> {
    let timer = events::next_event(cx.vm);
    let waiters = waiting::has_async_waiters(cx.vm).then_some(WAITERS_EVERY);
    if is_alone && waiters.is_none() {
        match promise {
            Some(_) if timer.is_none() => return Err(Error::new("the promise waits for what never comes")),
            None if !events::is_event_waited_for(cx.vm) => {
                return T::from_js(cx, Local::undefined()).map(|value| Some(Turn::Done(value)));
            }
            _ => {}
        }
    }
    if !HostState::of(cx.vm).tasks.sleep(waker) {
        return Ok(None);
    }
    let after = timer.into_iter().chain(waiters).min();
    Ok(Some(Turn::Sleep(promise.clone(), after)))
}

/// A callback for unhandled rejections.
pub(crate) type OnUnhandled = dyn Fn(Error) + Send + Sync;

/// Calls the callback with all unhandled rejections, even after it has panicked.
pub(crate) fn tell_unhandled(cx: &mut Context<'_>, told: Option<&OnUnhandled>) -> Result<(), Error> {
    let Some(told) = told else { return Ok(()) };
    if !promise::has_unhandled(cx.vm) {
        return Ok(());
    }
    let mut has_panicked = false;
    for failed in unhandled::take(cx.vm) {
        has_panicked |= unless_it_panics(|| told(failed.error)).is_none();
    }
    if has_panicked {
        crate::trace::panicked("a function");
        return Err(Error::new("the callback for unhandled rejections panicked"));
    }
    Ok(())
}

impl Engine {
    /// Runs a script, and awaits the value of its last expression statement: a promise, or any other value.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("fetch", |path: String| async move { format!("what is at {path}") })?;
    /// let text = "Promise.all(['/a', '/b'].map(fetch))";
    /// let found: Vec<String> = engine.eval_async(text).block()?;
    /// assert_eq!(found, ["what is at /a", "what is at /b"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn eval_async<'e, T: FromJs>(&'e mut self, text: &'e str) -> Driven<'e, T> {
        Driven::begin(self, move |cx| {
            let value = cx.run_local("eval", text)?;
            Promise::resolved(cx, value)
        })
    }

    /// Runs jobs, futures and timers until nothing is left.
    ///
    /// An exception that a timer's callback or a job throws is the error, once the other timers that are due have run. Remaining
    /// work stays, and another `idle` continues it. If the host has set [`Engine::on_unhandled_rejection`], that callback
    /// receives such exceptions instead, and this continues. Unhandled rejections end nothing: that callback receives them, or
    /// [`Engine::take_unhandled_rejections`] returns them.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("one", || async { 1 })?;
    /// engine.run("a.js", "var sum = 0; for (let i = 0; i < 3; i++) one().then(n => sum += n)")?;
    /// engine.idle().block()?;
    /// assert_eq!(engine.eval::<u8>("sum")?, 3);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn idle(&mut self) -> Driven<'_, ()> {
        let leaves_exceptions = self.on_unhandled.is_some();
        let mut driven = Driven::new(self, State::Wait(None), None);
        driven.leaves_exceptions = leaves_exceptions;
        driven
    }

    /// Returns whether the engine keeps unfinished futures.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("never", || std::future::pending::<()>())?;
    /// engine.run("a.js", "never()")?;
    /// assert!(engine.has_futures());
    /// engine.cancel_futures();
    /// assert!(!engine.has_futures());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn has_futures(&mut self) -> bool {
        !HostState::of(&mut self.vm).tasks.is_empty()
    }

    /// Drops all futures that the engine keeps. Their promises stay pending.
    ///
    /// ```
    /// use ferrotape::handles::PromiseState;
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("never", || std::future::pending::<()>())?;
    /// let promise: Promise = engine.eval("never()")?;
    /// engine.cancel_futures();
    /// assert_eq!(promise.state(&mut engine)?, PromiseState::Pending);
    /// assert!(!engine.has_futures());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn cancel_futures(&mut self) {
        Tasks::cancel_after(&mut self.vm, 0);
    }

    /// Sets a callback for unhandled errors: rejections, and exceptions of timers and other callbacks. Each is an error like that
    /// of a script. The callback is called while futures drive the engine, and while `Web` runs timers (feature `web`).
    /// [`Engine::take_unhandled_rejections`] then returns only those of other runs. If the callback panics, the future that
    /// drives the engine ends with an error.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use ferrotape::Engine;
    ///
    /// let told = Arc::new(Mutex::new(Vec::new()));
    /// let log = Arc::clone(&told);
    /// let mut engine = Engine::new();
    /// engine.on_unhandled_rejection(move |error| log.lock().unwrap().push(error.message().to_owned()));
    /// engine.eval_async::<()>("Promise.reject(new TypeError('lost')); 0").block()?;
    /// assert_eq!(*told.lock().unwrap(), ["TypeError: lost"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn on_unhandled_rejection(&mut self, told: impl Fn(Error) + Send + Sync + 'static) {
        self.on_unhandled = Some(Arc::new(told));
    }

    /// Sets how futures that drive this engine sleep until a timer is due. The default is a thread of the library; a
    /// host can use its executor's sleep. If the closure panics, the future that drives the engine ends with an error.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use std::sync::Arc;
    /// use ferrotape::web::{TimerClock, Web};
    /// use ferrotape::Engine;
    ///
    /// let slept = Arc::new(AtomicUsize::new(0));
    /// let count = Arc::clone(&slept);
    /// let mut engine = Engine::new();
    /// Web::install(&mut engine, TimerClock::Real)?;
    /// // Hosts give the sleep of their executor.
    /// engine.set_sleep(move |after| {
    ///     count.fetch_add(1, Ordering::Relaxed);
    ///     async move { std::thread::sleep(after) }
    /// });
    /// assert_eq!(engine.eval_async::<u8>("new Promise(done => setTimeout(done, 5, 42))").block()?, 42);
    /// assert!(slept.load(Ordering::Relaxed) > 0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_sleep<F>(&mut self, sleep: impl Fn(Duration) -> F + Send + Sync + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.sleep = Some(Arc::new(move |after| Box::pin(sleep(after))));
    }
}
