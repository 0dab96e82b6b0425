//! Limits on instructions, time, memory and depth.
//!
//! One [`Budget`] belongs to an engine and is passed to everything that works for it. Exceeding a limit gives a
//! [`Termination`], which is not an exception: script code cannot catch it. It unwinds everything and leaves the engine
//! usable. [`NativeStack`] bounds recursion of native code by the bytes of stack that it uses.
//!
//! Functions report their work to the budget with six verbs. The last column names the types that have the verb too.
//!
//! | verb | when | also at |
//! |---|---|---|
//! | `work(n)?` | before `n` units of work that grow with data | `Heap`, `Vm` |
//! | `work_later(n)` | for work that cannot fail: the next `work` checks the limits | `Vm` |
//! | `room(n)?` | asks whether `n` bytes fit, without taking them | `Heap`; `Vm` collects first |
//! | `take(n)?` | before allocating `n` bytes that stay | `Heap` |
//! | `resized(before, after)` | after memory has grown or shrunk a little, or after `room` | `Heap` |
//! | `lend(n)?` | before allocating `n` bytes that are freed when the native function returns | `Heap`; `Vm` collects first |
//!
//! `lend_room` lends the growth of a vector, and `take_back` ends its loan early. [`Budget::spend`] with [`Budget::check`] is
//! `work` for the loops of the machines alone.
//!
//! Units of work are *ticks*, the fuel of scripts. Ticks are deterministic: the same script with the same fuel stops at the
//! same point, whatever else is done with the engine meanwhile. Work that the script is not charged for is [aside](Aside). The
//! clock and the interrupters are only checked every [`CHECK_INTERVAL`] ticks, and after calls of the host
//! ([`Budget::look_after_host`]).

use std::time::Duration;

mod aside;
mod coarse;
pub mod costs;
mod deadline;
mod given;
pub mod giving_back;
mod growth;
mod instant;
mod interrupt;
mod native_stack;
pub mod order;
mod pieces;
mod sampling;
mod standstill;
mod watch;

pub use aside::Aside;
pub use deadline::Deadline;
use given::Given;
pub use growth::{growth, make_room};
pub use instant::{IS_BARE, Instant, has_clock, host_time, set_host_clock};
use interrupt::Runs;
pub use interrupt::{Interrupter, Watcher};
pub use native_stack::{HeldStack, NativeStack};
pub use pieces::Meter;
use sampling::Sampling;
pub use standstill::Standstill;
use watch::Watch;

/// Ticks between two checks of the clock and the interrupters: well under a millisecond of running.
pub const CHECK_INTERVAL: i64 = 1 << 14;

/// Highest memory limit in bytes: a string takes 32 bytes, and handles of strings as property names have 30 bits.
pub const MAX_MEMORY: usize = if usize::BITS > 32 { (1u64 << 35) as usize } else { usize::MAX };

/// Length of the largest BigInts in bits. An operation that passes once over so much takes a few milliseconds.
pub const MAX_BIGINT_BITS: u64 = 1 << 24;

/// Returns the most digits that never exceed the largest BigInts, whatever the digits are.
pub fn most_bigint_digits(radix: u32) -> usize {
    (MAX_BIGINT_BITS as f64 / f64::from(radix).log2()) as usize
}

/// The reason why a run was stopped. Script code cannot catch it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Termination {
    /// The fuel of the engine, of the call or of the compiler is used up.
    OutOfFuel,
    /// The time that a run or a call may take is over.
    DeadlineReached,
    /// The host has asked for it, by an interrupter, a watcher or a token that cancels.
    Interrupted,
    /// The next allocation would exceed the memory limit of the engine or of the call.
    OutOfMemory,
}

impl std::fmt::Display for Termination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Termination::OutOfFuel => "the script used up its fuel",
            Termination::DeadlineReached => "the script reached its deadline",
            Termination::Interrupted => "the script was interrupted",
            Termination::OutOfMemory => "the script reached its memory limit",
        })
    }
}

impl std::error::Error for Termination {}

/// Counts work and memory of an engine, and looks at the clock and interrupts.
pub struct Budget {
    /// Ticks until the next slow check. At most [`CHECK_INTERVAL`], and never beyond the remaining fuel.
    countdown: i64,
    /// Value of `countdown` at the last slow check.
    interval: i64,
    /// Ticks spent before the last slow check.
    spent: u64,
    /// Ticks that may be spent in all.
    fuel: Option<u64>,
    deadline: Option<Deadline>,
    runs: Runs,
    /// Watcher that ends calls within the run: see [`Budget::narrow`].
    cancelled: Option<Watcher>,
    bytes: usize,
    peak_bytes: usize,
    memory_limit: usize,
    given: Given,
    /// See [`Budget::set_watermark`].
    watermark: usize,
    pause: Pause,
    watch: Watch,
    sampling: Sampling,
    /// See [`Budget::stop_nothing`].
    unstopped: Unstopped,
    /// The time of all standstills so far.
    stood_still: Duration,
}

/// State of an operation that must not be left half-way.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Unstopped {
    No,
    Yes,
    /// A check has been requested meanwhile.
    Due,
}

/// Limits that hold again after [`Budget::stop_again`].
pub struct Held {
    memory_limit: usize,
    unstopped: Unstopped,
}

/// Time at which a run is asked to pause.
#[derive(Copy, Clone, Default)]
struct Pause {
    /// Total number of ticks after which the pause is due.
    fuel: Option<u64>,
    deadline: Option<Instant>,
    is_due: bool,
    /// Total number of ticks after which a check examines the other limits again while a pause or a collection is due.
    next_look: u64,
}

/// Ticks between two checks of the other limits while a due pause or collection cannot be made yet.
const PAUSE_INTERVAL: i64 = 16;

/// Limits of a run, while a call within it has smaller ones.
pub struct Outer {
    fuel: Option<u64>,
    deadline: Option<Deadline>,
    given: Given,
    cancelled: Option<Watcher>,
    stood_still: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            countdown: CHECK_INTERVAL,
            interval: CHECK_INTERVAL,
            spent: 0,
            fuel: None,
            deadline: None,
            runs: Runs::default(),
            cancelled: None,
            bytes: 0,
            peak_bytes: 0,
            memory_limit: MAX_MEMORY,
            given: Given::default(),
            watermark: usize::MAX,
            pause: Pause::default(),
            watch: Watch::default(),
            sampling: Sampling::default(),
            unstopped: Unstopped::No,
            stood_still: Duration::ZERO,
        }
    }
}

impl Budget {
    /// Returns the budget of a copy of the engine. Accounted memory exists in both, fuel spent counts for both, and
    /// both have the engine's limits. The copy has none of the limits of a run, and interrupting one engine leaves the
    /// other alone.
    pub fn fork(&self) -> Budget {
        let mut fork = Budget {
            deadline: None,
            runs: self.runs.fork(),
            cancelled: None,
            peak_bytes: self.bytes,
            pause: Pause::default(),
            sampling: Sampling::default(),
            ..*self
        };
        fork.limits_changed();
        fork
    }

    /// Accounts for `amount` units of work before it is done, and checks the limits when that is due. One unit is about one
    /// instruction.
    #[inline]
    pub fn work(&mut self, amount: u64) -> Result<(), Termination> {
        if self.work_later(amount) { self.check() } else { Ok(()) }
    }

    /// Accounts for `amount` units of work that cannot fail. Returns whether a [`Budget::check`] is due.
    #[inline]
    pub fn work_later(&mut self, amount: u64) -> bool {
        self.countdown = self.countdown.saturating_sub(amount.min(i64::MAX as u64) as i64);
        self.countdown <= 0
    }

    /// Accounts for a few units of work in the loops of the machines. Returns whether a [`Budget::check`] is due.
    #[inline(always)]
    pub fn spend(&mut self, amount: u32) -> bool {
        self.countdown -= i64::from(amount);
        self.countdown <= 0
    }

    /// Makes the next [`Budget::work_later`] request a check, without changing the fuel spent.
    #[cold]
    #[inline(never)]
    pub fn request_check(&mut self) {
        self.spent = self.fuel_spent();
        self.interval = 0;
        self.countdown = 0;
        self.pause.next_look = 0;
    }

    /// Makes the next check come after this many ticks at the latest.
    pub fn check_within(&mut self, ticks: i64) {
        if self.countdown > ticks {
            self.spent = self.fuel_spent();
            (self.interval, self.countdown) = (ticks, ticks);
        }
    }

    /// Compares with all limits: the slow part of [`Budget::work`].
    #[cold]
    #[inline(never)]
    pub fn check(&mut self) -> Result<(), Termination> {
        self.spent = self.fuel_spent();
        self.interval = CHECK_INTERVAL;
        if self.unstopped != Unstopped::No {
            self.unstopped = Unstopped::Due;
            self.countdown = self.interval;
            return Ok(());
        }
        self.look_at_samples();
        if let Some(fuel) = self.fuel {
            if self.spent >= fuel {
                // The budget stays at the limit: the next tick is stopped as well.
                self.interval = 0;
                self.countdown = 0;
                return Err(Termination::OutOfFuel);
            }
            self.interval = self.interval.min((fuel - self.spent).min(i64::MAX as u64) as i64);
        }
        self.look_at_pause();
        if self.has_reached_watermark() {
            self.interval = 0;
        }
        self.countdown = self.interval;
        // Each tick requests a check, for what only a safepoint can do: native code ticks in between.
        if self.interval == 0 {
            if self.spent < self.pause.next_look {
                return Ok(());
            }
            self.pause.next_look = self.spent.saturating_add(PAUSE_INTERVAL as u64);
        }
        if self.is_cancelled() {
            return Err(Termination::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| deadline.is_over()) {
            return Err(Termination::DeadlineReached);
        }
        if self.would_exceed(0) {
            return Err(Termination::OutOfMemory);
        }
        Ok(())
    }

    /// Suspends stopping until [`Budget::stop_again`], for a small operation that must not be left half-way. Its work
    /// and memory count, and the next tick after it notices exceeded limits.
    pub fn stop_nothing(&mut self) -> Held {
        let held = Held { memory_limit: self.memory_limit, unstopped: self.unstopped };
        self.memory_limit = MAX_MEMORY;
        if self.unstopped == Unstopped::No {
            self.unstopped = Unstopped::Yes;
        }
        held
    }

    /// Restores the limits that held before.
    pub fn stop_again(&mut self, held: &Held) {
        self.memory_limit = held.memory_limit;
        if held.unstopped == Unstopped::No {
            let was_due = std::mem::replace(&mut self.unstopped, Unstopped::No) == Unstopped::Due;
            if was_due {
                self.request_check();
            }
        }
    }

    /// Requests a pause after this many ticks, and at that time: [`Budget::is_pause_due`] returns true from then on. A
    /// pause stops nothing.
    pub fn set_pause(&mut self, fuel: Option<u64>, deadline: Option<Instant>) {
        let fuel = fuel.map(|fuel| self.fuel_spent().saturating_add(fuel));
        self.pause = Pause { fuel, deadline, ..Pause::default() };
        self.limits_changed();
        self.request_check();
    }

    /// Returns whether a pause is due. To be checked where a check was requested.
    #[inline(always)]
    pub fn is_pause_due(&self) -> bool {
        self.pause.is_due
    }

    /// Puts off a due pause that cannot be made before something long has ended, so that not every tick requests it.
    pub fn put_off_pause(&mut self) {
        self.spent = self.fuel_spent();
        let left = self.fuel.map_or(i64::MAX, |fuel| fuel.saturating_sub(self.spent).min(i64::MAX as u64) as i64);
        self.interval = PAUSE_INTERVAL.min(left);
        self.countdown = self.interval;
    }

    /// Checks the pause. Once it is due, each tick requests a check: only the loop can make the pause.
    fn look_at_pause(&mut self) {
        let Pause { fuel, deadline, is_due, next_look } = self.pause;
        let is_spent = fuel.is_some_and(|fuel| self.spent >= fuel);
        let is_late = || self.spent >= next_look && deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.pause.is_due = is_due || is_spent || is_late();
        let left = match fuel {
            _ if self.pause.is_due => 0,
            Some(fuel) => fuel.saturating_sub(self.spent).min(CHECK_INTERVAL as u64) as i64,
            None => CHECK_INTERVAL,
        };
        self.interval = self.interval.min(left);
    }

    /// Returns whether the deadline or an interrupt has come. For long work that can be given up; the next check tells
    /// which one it is.
    pub fn is_to_stop(&self) -> bool {
        self.is_cancelled() || self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    fn is_cancelled(&self) -> bool {
        self.runs.is_interrupted() || self.cancelled.as_ref().is_some_and(Watcher::says_so)
    }

    /// Adds limits for a call within the run. Of each kind the smaller one holds until [`Budget::widen`]. `fuel` counts
    /// from here.
    pub fn narrow(&mut self, fuel: Option<u64>, deadline: Option<Deadline>, cancelled: Option<Watcher>) -> Outer {
        let outer = Outer {
            fuel: self.fuel,
            deadline: self.deadline,
            given: self.given,
            cancelled: self.cancelled.clone(),
            stood_still: self.stood_still,
        };
        let until = fuel.map(|fuel| self.fuel_spent().saturating_add(fuel));
        self.fuel = [outer.fuel, until].into_iter().flatten().min();
        if let Some(fuel) = fuel.filter(|_| self.fuel != outer.fuel) {
            self.given.fuel = fuel;
        }
        self.deadline = [self.deadline, deadline].into_iter().flatten().min();
        if let Some(cancelled) = cancelled {
            let outer = outer.cancelled.clone();
            self.cancelled =
                Some(Watcher::new(move || cancelled.says_so() || outer.as_ref().is_some_and(Watcher::says_so)));
        }
        self.limits_changed();
        self.request_check();
        outer
    }

    /// Restores the limits from before [`Budget::narrow`]. Fuel spent meanwhile stays spent.
    pub fn widen(&mut self, outer: Outer) {
        // Computed with the limit that held.
        self.spent = self.fuel_spent();
        (self.interval, self.countdown) = (0, 0);
        let still = self.stood_still.saturating_sub(outer.stood_still);
        let deadline = outer.deadline.and_then(|deadline| deadline.later(still));
        (self.fuel, self.deadline, self.cancelled) = (outer.fuel, deadline, outer.cancelled);
        self.given.fuel = outer.given.fuel;
        self.limits_changed();
        self.request_check();
    }

    /// Returns the remaining units of work; None if they are not limited.
    pub fn fuel_left(&self) -> Option<u64> {
        self.fuel.map(|fuel| fuel.saturating_sub(self.fuel_spent()))
    }

    /// Returns the units of work accounted for so far. They never exceed the fuel, as unpaid work is not done.
    pub fn fuel_spent(&self) -> u64 {
        let spent = self.spent.saturating_add((self.interval - self.countdown).max(0) as u64);
        self.fuel.map_or(spent, |fuel| spent.min(fuel))
    }

    /// Allows `fuel` further units of work from now on; `None` for no limit.
    pub fn set_fuel(&mut self, fuel: Option<u64>) {
        self.spent = self.fuel_spent();
        self.fuel = fuel.map(|fuel| self.spent.saturating_add(fuel));
        self.given.fuel = fuel.unwrap_or_default();
        self.interval = fuel.map_or(CHECK_INTERVAL, |fuel| CHECK_INTERVAL.min(fuel.min(i64::MAX as u64) as i64));
        self.countdown = self.interval;
    }

    /// Begins a run. It is stopped at `deadline` or a little later, and by its [`Interrupter`]s.
    pub fn begin_run(&mut self, deadline: Option<Deadline>) {
        self.runs.begin();
        self.deadline = deadline;
        self.limits_changed();
        if self.may_end_at_once() {
            self.request_check();
        }
    }

    /// Returns whether a check could find the run over at its beginning. Without limits, short runs of the host skip
    /// the check.
    fn may_end_at_once(&self) -> bool {
        let is_timed = self.deadline.is_some() || self.pause.deadline.is_some();
        let is_counted = self.fuel.is_some() || self.pause.fuel.is_some();
        is_timed || is_counted || self.cancelled.is_some() || self.runs.may_be_stopped() || self.has_reached_watermark()
    }

    /// Ends the run: its deadline and its interrupters have no effect from now on.
    pub fn end_run(&mut self) {
        self.runs.end();
        self.deadline = None;
        self.limits_changed();
    }

    /// Returns an interrupter of the current run, or of the next one if there is none.
    pub fn interrupter(&self) -> Interrupter {
        self.runs.interrupter()
    }

    /// Sets the watcher. It is asked at each check of the clock during a run. If it returns true, the run is
    /// interrupted.
    pub fn set_watcher(&mut self, watcher: Option<Watcher>) {
        self.runs.set_watcher(watcher);
        self.limits_changed();
    }

    /// Sets the bytes that may be charged; None allows as many as handles can name.
    pub fn set_memory_limit(&mut self, bytes: Option<usize>) {
        self.memory_limit = bytes.unwrap_or(MAX_MEMORY).min(MAX_MEMORY);
    }

    /// Sets the number of charged bytes from which on each tick requests a check, so that the next safepoint tells the
    /// garbage collector, whatever ticks before it.
    pub fn set_watermark(&mut self, bytes: usize) {
        self.watermark = bytes;
    }

    /// Runs work during which nothing can be collected. If it reaches the watermark, a check is requested after it.
    pub fn without_collections<T>(&mut self, work: impl FnOnce(&mut Budget) -> T) -> T {
        let watermark = self.hold_watermark();
        let done = work(self);
        self.release_watermark(watermark);
        done
    }

    /// Sets the watermark aside until [`Budget::release_watermark`], for work in which nothing can be collected. Else each
    /// tick beyond it would ask for a check.
    pub fn hold_watermark(&mut self) -> usize {
        std::mem::replace(&mut self.watermark, self.memory_limit)
    }

    /// Sets the watermark that was set aside. If it has been reached, a check is requested.
    pub fn release_watermark(&mut self, watermark: usize) {
        self.watermark = watermark;
        if self.has_reached_watermark() {
            self.request_check();
        }
    }

    /// Returns whether the bytes charged have reached [`Budget::set_watermark`].
    #[inline(always)]
    pub fn has_reached_watermark(&self) -> bool {
        self.bytes >= self.watermark
    }

    /// Returns the bytes that the memory limit still allows.
    pub fn bytes_left(&self) -> usize {
        self.memory_limit.saturating_sub(self.bytes)
    }

    /// Returns the bytes charged and not yet released.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the most bytes that were charged at a check or a large allocation.
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes.max(self.bytes)
    }

    /// Returns whether `bytes` more would exceed the limit.
    pub fn would_exceed(&self, bytes: usize) -> bool {
        self.bytes.saturating_add(bytes) > self.memory_limit
    }

    /// Charges an allocation that stays, before it is made.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.would_exceed(bytes) {
            return Err(Termination::OutOfMemory);
        }
        self.resized(0, bytes);
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Accounts for memory that has grown or shrunk. Growth is small, or [`Budget::would_exceed`] was asked for it: exceeding
    /// the limit is noticed at the next check, which is requested.
    #[inline(always)]
    pub fn resized(&mut self, before: usize, after: usize) {
        if after >= before {
            self.bytes = self.bytes.saturating_add(after - before);
            if self.has_reached_watermark() {
                self.request_check();
            }
        } else {
            self.peak_bytes = self.peak_bytes.max(self.bytes);
            self.bytes = self.bytes.saturating_sub(before - after);
        }
    }

    pub fn memory_limit(&self) -> usize {
        self.memory_limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuel_stops_at_the_same_tick_every_time() {
        for fuel in [0, 1, 5, CHECK_INTERVAL as u64 * 3 + 7] {
            let mut budget = Budget::default();
            budget.set_fuel(Some(fuel));
            let mut ticks = 0;
            while budget.work(1).is_ok() {
                ticks += 1;
            }
            assert_eq!(ticks + 1, fuel.max(1));
            assert_eq!(budget.work(1), Err(Termination::OutOfFuel));
            budget.set_fuel(None);
            assert_eq!(budget.work(1), Ok(()));
        }
    }

    #[test]
    fn what_must_not_be_left_half_way_is_stopped_behind_it() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(0));
        budget.set_memory_limit(Some(100));
        assert_eq!(budget.work(1), Err(Termination::OutOfFuel));
        let outer = budget.stop_nothing();
        let inner = budget.stop_nothing();
        assert_eq!((budget.work(1), budget.take(1000)), (Ok(()), Ok(())));
        budget.stop_again(&inner);
        assert_eq!((budget.work(0), budget.take(1000)), (Ok(()), Ok(())));
        budget.stop_again(&outer);
        assert_eq!((budget.work(0), budget.take(0)), (Err(Termination::OutOfFuel), Err(Termination::OutOfMemory)));
        assert_eq!(budget.fuel_spent(), 0);
    }

    #[test]
    fn nobody_spends_more_than_there_is() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(100));
        let outer = budget.narrow(Some(10), None, None);
        assert_eq!((budget.work(9), budget.work(1 << 40)), (Ok(()), Err(Termination::OutOfFuel)));
        budget.spend(50);
        assert_eq!((budget.fuel_spent(), budget.fuel_left()), (10, Some(0)));
        budget.widen(outer);
        assert_eq!((budget.fuel_spent(), budget.fuel_left()), (10, Some(90)));
        assert_eq!(budget.work(200), Err(Termination::OutOfFuel));
        budget.set_fuel(None);
        assert_eq!((budget.fuel_spent(), budget.work(7), budget.fuel_spent()), (100, Ok(()), 107));
    }

    #[test]
    fn deadline_and_interrupt_are_seen_within_one_interval() {
        let mut budget = Budget::default();
        budget.interrupter().interrupt();
        assert_eq!(budget.work(u64::MAX), Ok(()));
        budget.begin_run(None);
        assert_eq!(budget.work(1), Err(Termination::Interrupted));
        assert_eq!(budget.work(u64::MAX), Err(Termination::Interrupted));
        budget.end_run();
        assert_eq!(budget.work(1), Ok(()));
        budget.begin_run(Deadline::after(Duration::ZERO));
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Err(Termination::DeadlineReached));
        budget.end_run();
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Ok(()));
    }

    #[test]
    fn calls_within_a_run_have_the_smaller_limits() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(100));
        let outer = budget.narrow(Some(10), None, None);
        assert_eq!(budget.work(9), Ok(()));
        let wider = budget.narrow(Some(50), None, None);
        assert_eq!(budget.work(1), Err(Termination::OutOfFuel));
        budget.widen(wider);
        assert_eq!(budget.work(1), Err(Termination::OutOfFuel));
        budget.widen(outer);
        assert_eq!((budget.work(1), budget.fuel_left()), (Ok(()), Some(89)));
        let outer = budget.narrow(None, None, Some(Watcher::new(|| true)));
        let inner = budget.narrow(None, None, Some(Watcher::new(|| false)));
        assert_eq!(budget.work(1), Err(Termination::Interrupted));
        budget.widen(inner);
        budget.widen(outer);
        assert_eq!(budget.work(1), Ok(()));
    }

    #[test]
    fn a_pause_is_due_and_stops_nothing() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(1_000_000));
        budget.set_pause(Some(10), None);
        assert_eq!((budget.work(9), budget.is_pause_due()), (Ok(()), false));
        assert_eq!((budget.work(1), budget.is_pause_due()), (Ok(()), true));
        assert_eq!((budget.work(100_000), budget.is_pause_due()), (Ok(()), true));
        budget.set_pause(None, Some(Instant::now()));
        assert_eq!((budget.work(1), budget.is_pause_due()), (Ok(()), true));
        budget.set_pause(None, None);
        assert_eq!((budget.work(100), budget.is_pause_due()), (Ok(()), false));
        assert_eq!(budget.fuel_spent(), 100_111);
    }

    #[test]
    fn memory_is_refused_before_it_is_allocated() {
        let mut budget = Budget::default();
        budget.set_memory_limit(Some(100));
        assert_eq!(budget.take(60), Ok(()));
        assert_eq!(budget.take(41), Err(Termination::OutOfMemory));
        assert_eq!(budget.take(usize::MAX), Err(Termination::OutOfMemory));
        budget.resized(60, 0);
        assert_eq!((budget.bytes(), budget.peak_bytes()), (0, 60));
    }

    #[test]
    fn a_check_is_asked_for_at_the_watermark() {
        let mut budget = Budget::default();
        budget.set_watermark(100);
        budget.resized(0, 99);
        assert!(!budget.spend(1) && !budget.has_reached_watermark());
        assert_eq!(budget.take(1), Ok(()));
        assert!(budget.spend(1) && budget.has_reached_watermark());
        assert_eq!(budget.fuel_spent(), 2);
    }

    #[test]
    fn work_beyond_the_watermark_leaves_the_check_to_a_safepoint() {
        let mut budget = Budget::default();
        budget.set_watermark(100);
        assert_eq!(budget.take(100), Ok(()));
        for _ in 0..3 * PAUSE_INTERVAL {
            assert_eq!(budget.work(1), Ok(()));
        }
        assert!(budget.spend(1), "native code ticked since");
        budget.set_watermark(200);
        assert_eq!(budget.check(), Ok(()));
        assert!(!budget.spend(1));
        assert_eq!(budget.fuel_spent(), 3 * PAUSE_INTERVAL as u64 + 2);
    }

    #[test]
    fn limits_are_seen_beyond_the_watermark() {
        for end in 0..3 * PAUSE_INTERVAL as u64 {
            let mut budget = Budget::default();
            budget.set_fuel(Some(end + 1));
            budget.set_watermark(0);
            assert_eq!(budget.take(1), Ok(()));
            for _ in 0..end {
                assert_eq!(budget.work(1), Ok(()));
            }
            assert_eq!((budget.work(1), budget.fuel_spent()), (Err(Termination::OutOfFuel), end + 1));
        }
        let mut budget = Budget::default();
        budget.set_watermark(0);
        assert_eq!(budget.take(1), Ok(()));
        budget.begin_run(None);
        // This tick looks at all limits, so the following ones do not.
        assert_eq!(budget.work(1), Ok(()));
        budget.interrupter().interrupt();
        let ticks = (0..).take_while(|_| budget.work(1).is_ok()).count();
        assert!(ticks > 0 && ticks <= PAUSE_INTERVAL as usize, "{ticks}");
    }

    #[test]
    fn where_nothing_can_be_collected_only_the_limit_asks_for_a_check() {
        let mut budget = Budget::default();
        budget.set_memory_limit(Some(200));
        budget.set_watermark(100);
        budget.without_collections(|budget| {
            budget.resized(0, 150);
            assert!(!budget.spend(1));
            budget.resized(0, 51);
            assert_eq!(budget.work(1), Err(Termination::OutOfMemory));
            budget.resized(60, 0);
        });
        assert!(budget.has_reached_watermark() && budget.spend(1));
    }
}
