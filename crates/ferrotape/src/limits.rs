//! Limits of single calls, within those of the engine.

pub use ferrotape_budget::{Interrupter, Termination, set_host_clock};
pub use ferrotape_runtime::Collection;

pub use crate::engine::Stats;
pub use crate::heap_stats::HeapKind;
pub use crate::retention::{Retention, RetentionRoot, RetentionStep};

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use ferrotape_budget::{Deadline, Instant, Outer, Watcher};
use ferrotape_runtime::Vm;
use ferrotape_runtime::stopped;

use crate::context::AsContext;
use crate::{Context, Error};

/// The limits of a call. The limits around the call apply as well: the smallest one counts.
///
/// ```
/// use std::time::Duration;
/// use ferrotape::{AsContext, Engine, ErrorKind, Limits, Termination};
///
/// let mut engine = Engine::new();
/// let limits = Limits::new().fuel(10_000).time(Duration::from_millis(100)).memory(1 << 20);
/// let error = engine.with_limits(&limits, |cx| cx.eval::<()>("for (;;) {}")).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
/// assert_eq!(engine.eval::<u8>("1 + 1")?, 2);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Limits {
    fuel: Option<u64>,
    /// The fuel of which that is the rest, as messages name it. Time and memory have the same.
    whole_fuel: Option<u64>,
    time: Option<Duration>,
    whole_time: Option<Duration>,
    until: Option<Deadline>,
    memory: Option<usize>,
    whole_memory: Option<usize>,
    depth: Option<usize>,
    cancel: Option<CancelToken>,
}

impl Limits {
    /// Creates limits without any limit.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.with_limits(&Limits::new(), |cx| cx.eval::<u8>("1"))?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Limits the units of work, about one per instruction. The same call always stops at the same place.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let limits = Limits::new().fuel(1_000);
    /// assert!(engine.with_limits(&limits, |cx| cx.eval::<()>("for (;;) {}")).unwrap_err().is_termination());
    /// ```
    pub fn fuel(mut self, fuel: u64) -> Limits {
        self.fuel = Some(fuel);
        self
    }

    /// Limits wall-clock time.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let limits = Limits::new().time(std::time::Duration::from_millis(5));
    /// assert!(engine.with_limits(&limits, |cx| cx.eval::<()>("for (;;) {}")).unwrap_err().is_termination());
    /// ```
    pub fn time(mut self, time: Duration) -> Limits {
        (self.time, self.whole_time) = (Some(time), None);
        self
    }

    /// Limits wall-clock time to the rest of a time, for hosts that share one time between several calls. Errors name
    /// the whole time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let limits = Limits::new().rest_of_time(Duration::from_millis(2), Duration::from_millis(50));
    /// let error = engine.with_limits(&limits, |cx| cx.eval::<()>("for (;;) {}")).unwrap_err();
    /// assert_eq!(error.message(), "the script reached its deadline: 50ms");
    /// ```
    pub fn rest_of_time(mut self, left: Duration, time: Duration) -> Limits {
        (self.time, self.whole_time) = (Some(left), Some(time));
        self
    }

    /// Returns what is left of fuel, time and memory where so much was spent. Errors name the whole of each.
    pub(crate) fn rest(&self, spent: Spent) -> Limits {
        Limits {
            fuel: self.fuel.map(|most| most.saturating_sub(spent.fuel)),
            whole_fuel: self.fuel,
            time: self.time.map(|most| most.saturating_sub(spent.time)),
            whole_time: self.whole_time.or(self.time),
            memory: self.memory.map(|most| most.saturating_sub(spent.bytes)),
            whole_memory: self.memory,
            ..self.clone()
        }
    }

    /// Ends the call at a time that was set before it.
    pub(crate) fn until(mut self, deadline: Deadline) -> Limits {
        self.until = Some(self.until.map_or(deadline, |until| until.min(deadline)));
        self
    }

    /// Limits the bytes that are added during the call.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let limits = Limits::new().memory(1 << 20);
    /// let text = "let all = []; for (;;) all.push({})";
    /// assert!(engine.with_limits(&limits, |cx| cx.eval::<()>(text)).unwrap_err().is_termination());
    /// ```
    pub fn memory(mut self, bytes: usize) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// Limits the values in the registers of nested script calls: those within the call, or all of a program that runs in
    /// slices. Exceeding it throws a RangeError. A call takes about ten.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let limits = Limits::new().depth(1_000);
    /// let error = engine.with_limits(&limits, |cx| cx.eval::<()>("(function f() { f() })()")).unwrap_err();
    /// assert_eq!(error.name(), Some("RangeError"));
    /// ```
    pub fn depth(mut self, values: usize) -> Limits {
        self.depth = Some(values);
        self
    }

    /// Lets a token end the call from another thread.
    ///
    /// ```
    /// use ferrotape::{AsContext, CancelToken, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let token = CancelToken::new();
    /// token.cancel();
    /// let limits = Limits::new().cancel(&token);
    /// assert!(engine.with_limits(&limits, |cx| cx.eval::<()>("1")).unwrap_err().is_termination());
    /// ```
    pub fn cancel(mut self, token: &CancelToken) -> Limits {
        self.cancel = Some(token.clone());
        self
    }
}

/// Ends the calls that have this token among their limits, from any thread. It cannot be reset: make one token for
/// each call.
///
/// ```
/// use ferrotape::{AsContext, CancelToken, Engine, ErrorKind, Limits, Termination};
///
/// let mut engine = Engine::new();
/// let token = CancelToken::new();
/// let limits = Limits::new().cancel(&token);
/// std::thread::spawn(move || token.cancel());
/// let error = engine.with_limits(&limits, |cx| cx.eval::<()>("for (;;) {}")).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Termination(Termination::Interrupted));
/// ```
#[derive(Clone, Default, Debug)]
pub struct CancelToken(Arc<Token>);

/// The state that the copies of a token share.
#[derive(Default, Debug)]
struct Token {
    is_cancelled: AtomicBool,
    /// The wakers of sleeping calls that the token ends.
    sleepers: Mutex<Vec<Waker>>,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    ///
    /// ```
    /// assert!(!ferrotape::CancelToken::new().is_cancelled());
    /// ```
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Ends the call, even before it begins. Wakes a sleeping future that drives an engine.
    ///
    /// ```
    /// use ferrotape::{AsContext, CancelToken, Engine, Limits};
    ///
    /// let token = CancelToken::new();
    /// token.cancel();
    /// let limits = Limits::new().cancel(&token);
    /// assert!(Engine::new().with_limits(&limits, |cx| cx.eval::<()>("1")).unwrap_err().is_termination());
    /// ```
    pub fn cancel(&self) {
        // Set before the lock is taken: a thread that adds a waker checks the flag again afterwards.
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        // Wakers run without the lock: they may poll at once, or cancel again.
        let sleepers = std::mem::take(&mut *self.sleepers());
        sleepers.into_iter().for_each(Waker::wake);
    }

    /// Returns whether the token was cancelled.
    ///
    /// ```
    /// let token = ferrotape::CancelToken::new();
    /// let other = token.clone();
    /// std::thread::spawn(move || other.cancel()).join().unwrap();
    /// assert!(token.is_cancelled());
    /// ```
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    fn sleepers(&self) -> MutexGuard<'_, Vec<Waker>> {
        // A list of wakers is valid however a thread that held the lock ended.
        self.0.sleepers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a waker. Wakes it at once if the token is cancelled already.
    fn wakes(&self, waker: &Waker) {
        self.sleepers().push(waker.clone());
        if self.0.is_cancelled.load(Ordering::SeqCst) {
            self.cancel();
        }
    }

    /// Removes one of the equal wakers.
    fn forgets(&self, waker: &Waker) {
        let mut sleepers = self.sleepers();
        if let Some(place) = sleepers.iter().position(|sleeper| sleeper.will_wake(waker)) {
            sleepers.swap_remove(place);
        }
    }

    fn watcher(&self) -> Watcher {
        let token = self.clone();
        Watcher::new(move || token.is_cancelled())
    }
}

/// The amounts that a call has spent.
///
/// ```
/// use ferrotape::limits::Spent;
/// use ferrotape::{AsContext, Engine, Limits};
///
/// let mut engine = Engine::new();
/// let (_, spent) = engine.measure(&Limits::new(), |cx| cx.run("a.js", "var text = 'a'.repeat(1 << 20)"));
/// let Spent { fuel, bytes, .. } = spent;
/// assert!(fuel > 0 && bytes >= 1 << 20);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Spent {
    /// Units of work, about one per instruction.
    pub fuel: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes added since the beginning. Garbage that is not collected yet counts.
    pub bytes: usize,
}

/// The limits to restore when a call is over.
struct Before {
    outer: Outer,
    memory: Option<MemoryBefore>,
    depth: Option<usize>,
}

/// The memory limit before a call, to be set again after it.
struct MemoryBefore {
    limit: Option<usize>,
    /// The bytes that messages named, if the call changed them.
    given: Option<usize>,
}

impl Before {
    /// Sets the limits of a call as far as they are tighter than those that hold. Memory and depth count from what is there.
    fn narrow(vm: &mut Vm, limits: &Limits) -> Before {
        Before::narrow_with(vm, limits, Vm::limit_stack)
    }

    /// Sets the limits of a slice. The frames that go on in it are the program's own: its depth counts from the program's begin.
    fn narrow_slice(vm: &mut Vm, limits: &Limits) -> Before {
        Before::narrow_with(vm, limits, Vm::limit_whole_stack)
    }

    /// Sets the limits. A function sets that of depth.
    fn narrow_with(vm: &mut Vm, limits: &Limits, limit_depth: fn(&mut Vm, usize) -> usize) -> Before {
        let time = limits.time.and_then(|time| Deadline::after_rest(time, limits.whole_time.unwrap_or(time)));
        let deadline = [time, limits.until].into_iter().flatten().min();
        let cancelled = limits.cancel.as_ref().map(CancelToken::watcher);
        let outer = vm.heap.budget.narrow(limits.fuel, deadline, cancelled);
        if let (Some(rest), Some(whole)) = (limits.fuel, limits.whole_fuel) {
            vm.heap.budget.set_given_fuel(rest, whole);
        }
        let memory = limits.memory.map(|bytes| {
            let before = vm.heap.memory_limit();
            let limit = vm.heap.budget.bytes().saturating_add(bytes);
            let is_tighter = before.is_none_or(|before| limit < before);
            vm.heap.set_memory_limit(Some(before.map_or(limit, |before| before.min(limit))));
            let given = is_tighter.then(|| vm.heap.budget.set_given_bytes(limits.whole_memory.unwrap_or(bytes)));
            MemoryBefore { limit: before, given }
        });
        Before { outer, memory, depth: limits.depth.map(|values| limit_depth(vm, values)) }
    }

    fn widen(self, vm: &mut Vm) {
        self.restore(vm);
        // The call came to its end, not the run around it.
        if stopped::stopped(vm).is_some() && vm.heap.budget.check().is_ok() {
            stopped::forget_stopped(vm);
        }
    }

    fn restore(self, vm: &mut Vm) {
        if let Some(values) = self.depth {
            vm.restore_stack_limit(values);
        }
        if let Some(MemoryBefore { limit, given }) = self.memory {
            vm.heap.set_memory_limit(limit);
            given.map(|given| vm.heap.budget.set_given_bytes(given));
        }
        vm.heap.budget.widen(self.outer);
    }
}

/// Keeps a waker registered with a token while it exists.
pub(crate) struct Sleeper {
    token: CancelToken,
    waker: Waker,
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        self.token.forgets(&self.waker);
    }
}

impl Limits {
    /// Returns whether there is a token, and it has cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// Registers a waker with the token, if there is one.
    pub(crate) fn wake(&self, waker: &Waker) -> Option<Sleeper> {
        let token = self.cancel.clone()?;
        token.wakes(waker);
        Some(Sleeper { token, waker: waker.clone() })
    }

    /// Runs some work, and asks for a pause once the fuel or time is used up.
    pub(crate) fn as_pause<'js, R>(&self, cx: &mut Context<'js>, work: impl FnOnce(&mut Context<'js>) -> R) -> R {
        cx.vm.heap.budget.set_pause(self.fuel, self.time.and_then(|time| Instant::now().checked_add(time)));
        let result = work(cx);
        cx.vm.heap.budget.set_pause(None, None);
        result
    }

    /// Runs `work`, which pauses when fuel or time is used up, under the other limits and those of `hard`.
    pub(crate) fn in_slice<R>(&self, hard: &Limits, vm: &mut Vm, work: impl FnOnce(&mut Vm) -> R) -> R {
        let Limits { fuel, time, .. } = *self;
        let around = Before::narrow_slice(vm, hard);
        let inside = Before::narrow_slice(vm, &Limits { fuel: None, time: None, until: None, ..self.clone() });
        vm.heap.budget.set_pause(fuel, time.and_then(|time| Instant::now().checked_add(time)));
        let result = work(vm);
        vm.heap.budget.set_pause(None, None);
        inside.restore(vm);
        around.restore(vm);
        result
    }
}

impl Context<'_> {
    /// Runs `work` under further limits. If one of them ends it, the surrounding run goes on.
    pub(crate) fn limited<R>(
        &mut self,
        limits: &Limits,
        work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.check()?;
        let before = Before::narrow(self.vm, limits);
        self.vm.agent.begin_context();
        let realm = self.vm.realm;
        let result = catch_unwind(AssertUnwindSafe(|| {
            // A limit may be reached already.
            self.working(|_| Ok(()))?;
            self.enter(|cx| {
                // Each step of the host is a step of its own, as outside of the limits.
                cx.is_nested = false;
                work(cx)
            })
        }));
        // No `finally` has put it back.
        self.vm.agent.end_context(stopped::stopped(self.vm).is_some());
        before.widen(self.vm);
        result.unwrap_or_else(|panic| {
            self.vm.realm = realm;
            resume_unwind(panic)
        })
    }

    /// Runs `work` under further limits, and returns what it spent as well.
    pub(crate) fn measured<R>(
        &mut self,
        limits: &Limits,
        work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>,
    ) -> (Result<R, Error>, Spent) {
        let (fuel, bytes) = (self.vm.heap.budget.fuel_spent(), self.vm.heap.budget.bytes());
        let began = Instant::now();
        let result = self.limited(limits, work);
        let budget = &self.vm.heap.budget;
        let spent = Spent {
            fuel: budget.fuel_spent() - fuel,
            time: began.elapsed(),
            bytes: budget.bytes().saturating_sub(bytes),
        };
        (result, spent)
    }
}
