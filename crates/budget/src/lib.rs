//! Limits: how many instructions, how long, how many bytes, how deep.
//!
//! One [`Budget`] belongs to an engine and goes with whatever works for it. Going over a limit gives a [`Termination`], which
//! is not an exception: script code cannot catch it, it unwinds everything and leaves the engine usable. [`NativeStack`]
//! bounds recursion of native code by the bytes of stack it uses.
//!
//! Six verbs tell a budget what is done. Those of the last column stand where the verb does more there.
//!
//! | verb | when | also at |
//! |---|---|---|
//! | `work(n)?` | before `n` units of work in proportion to data | `Heap`, `Vm` |
//! | `work_later(n)` | for work that cannot fail: the next `work` looks at the limits | `Vm` |
//! | `room(n)?` | asks whether `n` bytes fit, and takes nothing: for what is given back soon, or accounted by another one | `Heap`; `Vm` collects garbage first |
//! | `take(n)?` | before `n` bytes are allocated that stay | `Heap` |
//! | `resized(before, after)` | when memory has grown or shrunk: new cells come from 0, what is freed goes to 0. What grows is small, or was asked about before | `Heap` |
//! | `lend(n)?` | before `n` bytes are taken that go when the native function returns; `lend_room` for the growth of a vector, `take_back` where one ends earlier | `Heap`; `Vm` collects garbage first |
//!
//! [`Budget::spend`] with [`Budget::check`] is `work` for the loops of the machines alone.
//!
//! Units of work are *ticks*, and the fuel of scripts. They are deterministic: same script, same fuel, same stop, whatever was done with the engine meanwhile; what a script is not
//! charged for, is [aside](Aside). The clock and the interrupters are looked at only every
//! [`CHECK_INTERVAL`] ticks, and behind what the host has done ([`Budget::look_after_host`]).

mod aside;
mod coarse;
pub mod costs;
pub mod giving_back;
mod growth;
mod instant;
mod interrupt;
mod native_stack;
mod pieces;
mod watch;

pub use aside::Aside;
pub use growth::{growth, make_room};
pub use instant::{IS_BARE, Instant, has_clock, host_time, set_host_clock};
use interrupt::Runs;
pub use interrupt::{Interrupter, Watcher};
pub use native_stack::{HeldStack, NativeStack};
pub use pieces::Meter;
use watch::Watch;

/// Ticks between two looks at the clock and the interrupters: well under a millisecond of running.
pub const CHECK_INTERVAL: i64 = 1 << 14;

/// No limit is higher: a string takes 32 bytes, and handles of strings as property names have 30 bits.
pub const MAX_MEMORY: usize = if usize::BITS > 32 { (1u64 << 35) as usize } else { usize::MAX };

/// The length of the largest BigInts that there can be. What an operation does in one pass over so much takes a few milliseconds.
pub const MAX_BIGINT_BITS: u64 = 1 << 24;

/// So many digits are not longer than the largest BigInts, whatever they are.
pub fn most_bigint_digits(radix: u32) -> usize {
    (MAX_BIGINT_BITS as f64 / f64::from(radix).log2()) as usize
}

/// Why a run was stopped. Script code cannot catch it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Termination {
    OutOfFuel,
    DeadlineReached,
    Interrupted,
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

pub struct Budget {
    /// Ticks until the next slow check. At most [`CHECK_INTERVAL`], and never beyond the fuel that is left.
    countdown: i64,
    /// What `countdown` started from at the last slow check.
    interval: i64,
    /// Ticks spent before the last slow check.
    spent: u64,
    /// Ticks that may be spent in all.
    fuel: Option<u64>,
    deadline: Option<Instant>,
    runs: Runs,
    /// Ends calls within the run: see [`Budget::narrow`].
    cancelled: Option<Watcher>,
    bytes: usize,
    peak_bytes: usize,
    memory_limit: usize,
    /// See [`Budget::set_watermark`].
    watermark: usize,
    pause: Pause,
    watch: Watch,
    /// See [`Budget::stop_nothing`].
    unstopped: Unstopped,
}

/// Does something go on that must not be left half-way?
#[derive(Copy, Clone, PartialEq, Eq)]
enum Unstopped {
    No,
    Yes,
    /// A check was asked for meanwhile.
    Due,
}

/// The limits that hold again with [`Budget::stop_again`].
pub struct Held {
    memory_limit: usize,
    unstopped: Unstopped,
}

/// When a run is asked to pause.
#[derive(Copy, Clone, Default)]
struct Pause {
    /// Ticks spent in all by then.
    fuel: Option<u64>,
    deadline: Option<Instant>,
    is_due: bool,
    /// Ticks spent in all by when a check is to look at the other limits again, while a pause is due.
    next_look: u64,
}

/// Ticks between two looks at the other limits while a pause is due that nobody could make yet.
const PAUSE_INTERVAL: i64 = 16;

/// The limits of a run, while a call within it has smaller ones.
pub struct Outer {
    fuel: Option<u64>,
    deadline: Option<Instant>,
    cancelled: Option<Watcher>,
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
            watermark: usize::MAX,
            pause: Pause::default(),
            watch: Watch::default(),
            unstopped: Unstopped::No,
        }
    }
}

impl Budget {
    /// That of a copy of the engine: what is accounted for is there twice, what was spent counts for both, and both have the
    /// limits of the engine. Of the limits of a run it has none, and who interrupts one engine leaves the other alone.
    pub fn fork(&self) -> Budget {
        let mut fork = Budget {
            deadline: None,
            runs: self.runs.fork(),
            cancelled: None,
            peak_bytes: self.bytes,
            pause: Pause::default(),
            ..*self
        };
        fork.limits_changed();
        fork
    }

    /// Accounts for `amount` units of work before it is done, and looks at the limits where it is time to. One unit is about one
    /// instruction.
    #[inline]
    pub fn work(&mut self, amount: u64) -> Result<(), Termination> {
        if self.work_later(amount) { self.check() } else { Ok(()) }
    }

    /// Accounts for `amount` units of work that cannot fail; the next look at the limits is due by so much earlier. Tells whether
    /// that is now.
    #[inline]
    pub fn work_later(&mut self, amount: u64) -> bool {
        self.countdown = self.countdown.saturating_sub(amount.min(i64::MAX as u64) as i64);
        self.countdown <= 0
    }

    /// [`Budget::work_later`] for the loops of the machines: few units, whose number no script tells.
    #[inline(always)]
    pub fn spend(&mut self, amount: u32) -> bool {
        self.countdown -= i64::from(amount);
        self.countdown <= 0
    }

    /// Makes the next [`Budget::work_later`] ask for a check, without changing what has been spent.
    #[cold]
    #[inline(never)]
    pub fn request_check(&mut self) {
        self.spent = self.fuel_spent();
        self.interval = 0;
        self.countdown = 0;
        self.pause.next_look = 0;
    }

    /// The slow part of a tick: compares with all limits.
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
        if let Some(fuel) = self.fuel {
            if self.spent >= fuel {
                // Stays at the limit: whatever ticks next is stopped as well.
                self.interval = 0;
                self.countdown = 0;
                return Err(Termination::OutOfFuel);
            }
            self.interval = self.interval.min((fuel - self.spent).min(i64::MAX as u64) as i64);
        }
        self.look_at_pause();
        self.countdown = self.interval;
        if self.pause.is_due {
            if self.spent < self.pause.next_look {
                return Ok(());
            }
            self.pause.next_look = self.spent.saturating_add(PAUSE_INTERVAL as u64);
        }
        if self.is_cancelled() {
            return Err(Termination::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Termination::DeadlineReached);
        }
        if self.would_exceed(0) {
            return Err(Termination::OutOfMemory);
        }
        Ok(())
    }

    /// From now on nothing is stopped, up to [`Budget::stop_again`]: for what is small and must not be left half-way. What it
    /// takes counts, and the next tick after it hears of it.
    pub fn stop_nothing(&mut self) -> Held {
        let held = Held { memory_limit: self.memory_limit, unstopped: self.unstopped };
        self.memory_limit = MAX_MEMORY;
        if self.unstopped == Unstopped::No {
            self.unstopped = Unstopped::Yes;
        }
        held
    }

    /// The limits hold again that held before.
    pub fn stop_again(&mut self, held: &Held) {
        self.memory_limit = held.memory_limit;
        if held.unstopped == Unstopped::No {
            let was_due = std::mem::replace(&mut self.unstopped, Unstopped::No) == Unstopped::Due;
            if was_due {
                self.request_check();
            }
        }
    }

    /// Asks for a pause after so many ticks, and at that time: [`Budget::is_pause_due`] says so from then on. Nothing is stopped
    /// by it.
    pub fn set_pause(&mut self, fuel: Option<u64>, deadline: Option<Instant>) {
        let fuel = fuel.map(|fuel| self.fuel_spent().saturating_add(fuel));
        self.pause = Pause { fuel, deadline, ..Pause::default() };
        self.limits_changed();
        self.request_check();
    }

    /// To be looked at where a check was asked for.
    #[inline(always)]
    pub fn is_pause_due(&self) -> bool {
        self.pause.is_due
    }

    /// The pause that is due cannot be made before something has ended that takes its time: it is not asked for at each tick.
    pub fn put_off_pause(&mut self) {
        self.spent = self.fuel_spent();
        let left = self.fuel.map_or(i64::MAX, |fuel| fuel.saturating_sub(self.spent).min(i64::MAX as u64) as i64);
        self.interval = PAUSE_INTERVAL.min(left);
        self.countdown = self.interval;
    }

    /// Once a pause is due each tick asks for a check: those of natives come between those of the loop, which alone can make it.
    fn look_at_pause(&mut self) {
        let Pause { fuel, deadline, is_due, .. } = self.pause;
        let is_spent = fuel.is_some_and(|fuel| self.spent >= fuel);
        self.pause.is_due = is_due || is_spent || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let left = match fuel {
            _ if self.pause.is_due => 0,
            Some(fuel) => fuel.saturating_sub(self.spent).min(CHECK_INTERVAL as u64) as i64,
            None => CHECK_INTERVAL,
        };
        self.interval = self.interval.min(left);
    }

    /// Has the deadline come, or an interrupt? For long work that can be given up; the next check says which.
    pub fn is_to_stop(&self) -> bool {
        self.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn is_cancelled(&self) -> bool {
        self.runs.is_interrupted() || self.cancelled.as_ref().is_some_and(Watcher::says_so)
    }

    /// Further limits for a call within the run: of each the smaller holds until [`Budget::widen`]. `fuel` counts from here.
    pub fn narrow(&mut self, fuel: Option<u64>, deadline: Option<Instant>, cancelled: Option<Watcher>) -> Outer {
        let outer = Outer { fuel: self.fuel, deadline: self.deadline, cancelled: self.cancelled.clone() };
        let fuel = fuel.map(|fuel| self.fuel_spent().saturating_add(fuel));
        self.fuel = [self.fuel, fuel].into_iter().flatten().min();
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

    /// The limits before [`Budget::narrow`] hold again. What was spent meanwhile is spent.
    pub fn widen(&mut self, outer: Outer) {
        // By the limit that held.
        self.spent = self.fuel_spent();
        (self.interval, self.countdown) = (0, 0);
        (self.fuel, self.deadline, self.cancelled) = (outer.fuel, outer.deadline, outer.cancelled);
        self.limits_changed();
        self.request_check();
    }

    /// Units of work that are left; none where they are not limited.
    pub fn fuel_left(&self) -> Option<u64> {
        self.fuel.map(|fuel| fuel.saturating_sub(self.fuel_spent()))
    }

    /// Units of work accounted for so far: never more than there was fuel, as what cannot be paid for is not done.
    pub fn fuel_spent(&self) -> u64 {
        let spent = self.spent.saturating_add((self.interval - self.countdown).max(0) as u64);
        self.fuel.map_or(spent, |fuel| spent.min(fuel))
    }

    /// Allows `fuel` further units of work from now on; `None` for no limit.
    pub fn set_fuel(&mut self, fuel: Option<u64>) {
        self.spent = self.fuel_spent();
        self.fuel = fuel.map(|fuel| self.spent.saturating_add(fuel));
        self.interval = fuel.map_or(CHECK_INTERVAL, |fuel| CHECK_INTERVAL.min(fuel.min(i64::MAX as u64) as i64));
        self.countdown = self.interval;
    }

    /// A run begins: it is stopped at `deadline` or a little later, and by its [`Interrupter`]s.
    pub fn begin_run(&mut self, deadline: Option<Instant>) {
        self.runs.begin();
        self.deadline = deadline;
        self.limits_changed();
        if self.may_end_at_once() {
            self.request_check();
        }
    }

    /// Could a check find the run over where it begins? Where nothing is limited, short runs of the host's take no time for it.
    fn may_end_at_once(&self) -> bool {
        let is_timed = self.deadline.is_some() || self.pause.deadline.is_some();
        let is_counted = self.fuel.is_some() || self.pause.fuel.is_some();
        is_timed || is_counted || self.cancelled.is_some() || self.runs.may_be_stopped() || self.has_reached_watermark()
    }

    /// The run is over: neither its deadline nor its interrupters mean anything from now on.
    pub fn end_run(&mut self) {
        self.runs.end();
        self.deadline = None;
        self.limits_changed();
    }

    /// Stops the run that is going on, or the next one where none is.
    pub fn interrupter(&self) -> Interrupter {
        self.runs.interrupter()
    }

    /// The watcher is asked at each look at the clock, while a run goes on; where it says so, the run is interrupted.
    pub fn set_watcher(&mut self, watcher: Option<Watcher>) {
        self.runs.set_watcher(watcher);
        self.limits_changed();
    }

    /// Bytes that may be charged; none means as many as handles can name.
    pub fn set_memory_limit(&mut self, bytes: Option<usize>) {
        self.memory_limit = bytes.unwrap_or(MAX_MEMORY).min(MAX_MEMORY);
    }

    /// Where so many bytes are charged, the next tick asks for a check: whoever collects garbage has to be told in time.
    pub fn set_watermark(&mut self, bytes: usize) {
        self.watermark = bytes;
    }

    /// Does work that nothing can be collected in: what reaches the watermark asks for a check after it.
    pub fn without_collections<T>(&mut self, work: impl FnOnce(&mut Budget) -> T) -> T {
        let watermark = std::mem::replace(&mut self.watermark, self.memory_limit);
        let done = work(self);
        self.watermark = watermark;
        if self.has_reached_watermark() {
            self.request_check();
        }
        done
    }

    /// Are as many bytes charged as [`Budget::set_watermark`] has said?
    #[inline(always)]
    pub fn has_reached_watermark(&self) -> bool {
        self.bytes >= self.watermark
    }

    /// Bytes that the memory limit leaves.
    pub fn bytes_left(&self) -> usize {
        self.memory_limit.saturating_sub(self.bytes)
    }

    /// Bytes charged and not yet released.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The most bytes that were charged at a check or a large allocation.
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes.max(self.bytes)
    }

    /// Would `bytes` more go over the limit?
    pub fn would_exceed(&self, bytes: usize) -> bool {
        self.bytes.saturating_add(bytes) > self.memory_limit
    }

    /// Takes memory that stays, before it is allocated.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.would_exceed(bytes) {
            return Err(Termination::OutOfMemory);
        }
        self.resized(0, bytes);
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Tells that so many bytes have become so many. What grows is small, or was asked about before: going over the limit is
    /// noticed at the next check, which is asked for.
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
    use std::time::Duration;

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
        budget.begin_run(Some(Instant::now() - Duration::from_millis(1)));
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
