//! Waiting for an element of a SharedArrayBuffer, ECMA-262 25.4.1.1 and 25.4.3: threads that sleep, promises that are settled
//! later, and those who wake both.
//!
//! Each block has its lists of waiters behind one lock, which stands for the critical section of all of them. A thread that
//! waits sleeps for a few milliseconds at a time and looks at the limits of its run between. A promise belongs to one engine:
//! who notifies puts its number into that engine's mailbox, and the engine settles it when it runs jobs ([`Vm::run_jobs`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferrotape_budget::{CHECK_INTERVAL, Instant};

use ferrotape_heap::buffer::waiters::{Mailbox, Waiter, WaiterList};

use super::shared::SharedBytes;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::strings;
use crate::promise::Capability;
use crate::value::Value;
use crate::vm::Vm;

/// How waiting has ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Waited {
    Notified,
    /// The element had another value, so nobody has waited.
    NotEqual,
    TimedOut,
}

impl Waited {
    /// What scripts see.
    pub fn value(self) -> Value {
        Value::string(match self {
            Waited::Notified => strings::OK,
            Waited::NotEqual => strings::NOT_EQUAL,
            Waited::TimedOut => strings::TIMED_OUT,
        })
    }
}

/// What DoWait gives that does not block.
pub enum Waiting {
    Over(Waited),
    Promise(ObjectId),
}

/// What is waited for.
#[derive(Clone)]
pub struct Expectation {
    pub bytes: Arc<SharedBytes>,
    /// Where the element lies, and its size.
    pub at: usize,
    pub size: usize,
    /// The value that it must have for anybody to wait.
    pub raw: u64,
    /// None for ever.
    pub timeout: Option<Duration>,
}

impl Expectation {
    fn is_met(&self) -> bool {
        self.bytes.read(self.at, self.size) == Some(self.raw)
    }

    fn add(&self, lists: &mut std::collections::BTreeMap<usize, WaiterList>, waiter: Waiter) {
        lists.entry(self.at).or_default().push_back(waiter);
    }

    /// RemoveWaiter, ECMA-262 25.4.3.7: how many were looked at.
    fn remove(&self, is_meant: impl Fn(&Waiter) -> bool) -> u64 {
        let mut lists = self.bytes.waiters();
        let Some(list) = lists.get_mut(&self.at) else { return 0 };
        let count = list.len() as u64;
        list.retain(|waiter| !is_meant(waiter));
        if list.is_empty() {
            lists.remove(&self.at);
        }
        count
    }
}

/// A promise of Atomics.waitAsync that is not settled.
#[derive(Clone)]
struct AsyncWaiter {
    number: u64,
    promise: ObjectId,
    since: Instant,
    expectation: Expectation,
}

impl AsyncWaiter {
    /// Takes it from the list of the block: how many were looked at.
    fn remove(&self, mailbox: &Arc<Mailbox>) -> u64 {
        self.expectation.remove(|other| self.is_it(other, mailbox))
    }

    fn is_it(&self, other: &Waiter, mailbox: &Arc<Mailbox>) -> bool {
        match other {
            Waiter::Promise { mailbox: its, number } => *number == self.number && Arc::ptr_eq(its, mailbox),
            Waiter::Thread(_) => false,
        }
    }
}

/// Those of an engine.
#[derive(Default)]
pub(crate) struct AsyncWaiters {
    mailbox: Arc<Mailbox>,
    waiting: Vec<AsyncWaiter>,
    made: u64,
}

impl AsyncWaiters {
    /// Those of a copy of the engine: what waits here waits there as well, behind all others.
    pub fn fork(&self) -> AsyncWaiters {
        let mailbox = Arc::<Mailbox>::default();
        for waiter in &self.waiting {
            let mut lists = waiter.expectation.bytes.waiters();
            let list = lists.entry(waiter.expectation.at).or_default();
            if list.iter().any(|other| waiter.is_it(other, &self.mailbox)) {
                list.push_back(Waiter::Promise { mailbox: Arc::clone(&mailbox), number: waiter.number });
            } else {
                // It was notified, and not settled yet.
                mailbox.lock().push(waiter.number);
            }
        }
        AsyncWaiters { mailbox, waiting: self.waiting.clone(), made: self.made }
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.waiting.iter().for_each(|waiter| visit(Value::object(waiter.promise)));
    }
}

/// What is charged for a promise that waits: its place here, in the list of the block and in the mailbox.
const WAITER_BYTES: usize = 2 * (size_of::<AsyncWaiter>() + size_of::<Waiter>() + size_of::<u64>());

/// How long a thread sleeps before it looks at the limits of its run.
const SLEEP: Duration = Duration::from_millis(2);

/// Waiters that are woken between two ticks.
const PIECE: u64 = 256;

impl Vm {
    /// DoWait of mode sync, ECMA-262 25.4.3.14, from step 15 on. Ends early where a limit of the run is reached.
    pub fn wait(&mut self, expectation: &Expectation) -> Completion<Waited> {
        let is_woken = Arc::new(AtomicBool::new(false));
        {
            let mut lists = expectation.bytes.waiters();
            if !expectation.is_met() {
                return Ok(Waited::NotEqual);
            }
            expectation.add(&mut lists, Waiter::Thread(Arc::clone(&is_woken)));
        }
        let waited = self.sleep(expectation, &is_woken);
        if !matches!(waited, Ok(Waited::Notified)) {
            expectation.remove(|waiter| matches!(waiter, Waiter::Thread(flag) if Arc::ptr_eq(flag, &is_woken)));
        }
        waited
    }

    fn sleep(&mut self, expectation: &Expectation, is_woken: &AtomicBool) -> Completion<Waited> {
        let since = Instant::now();
        loop {
            let left = expectation.timeout.map(|timeout| timeout.saturating_sub(since.elapsed()));
            let lists = expectation.bytes.waiters();
            if is_woken.load(Ordering::SeqCst) {
                return Ok(Waited::Notified);
            }
            if left == Some(Duration::ZERO) {
                return Ok(Waited::TimedOut);
            }
            let sleep = SLEEP.min(left.unwrap_or(SLEEP));
            drop(expectation.bytes.woken.wait_timeout(lists, sleep));
            // So much that the clock and the interrupters are looked at.
            self.tick(CHECK_INTERVAL as u64)?;
        }
    }

    /// DoWait of mode async, ECMA-262 25.4.3.14, from step 15 on. The promise is kept until the native returns.
    pub fn wait_async(&mut self, expectation: Expectation) -> Completion<Waiting> {
        self.heap.charge(WAITER_BYTES)?;
        let promise_prototype = self.intrinsics().promise_prototype;
        let promise = self.new_promise(Some(promise_prototype));
        self.keep(Value::object(promise));
        let number = self.async_waiters.made;
        {
            let mut lists = expectation.bytes.waiters();
            let over = match expectation.timeout {
                _ if !expectation.is_met() => Some(Waited::NotEqual),
                Some(Duration::ZERO) => Some(Waited::TimedOut),
                _ => None,
            };
            if let Some(waited) = over {
                self.heap.budget.release(WAITER_BYTES);
                return Ok(Waiting::Over(waited));
            }
            let mailbox = Arc::clone(&self.async_waiters.mailbox);
            expectation.add(&mut lists, Waiter::Promise { mailbox, number });
        }
        self.async_waiters.made += 1;
        self.async_waiters.waiting.push(AsyncWaiter { number, promise, since: Instant::now(), expectation });
        Ok(Waiting::Promise(promise))
    }

    /// NotifyWaiter for the first `most` of those who wait for an element, ECMA-262 25.4.15: how many there were.
    pub fn notify(&mut self, bytes: &SharedBytes, at: usize, most: u64) -> Completion<u64> {
        let mut woken = 0;
        while woken < most {
            let piece = wake(bytes, at, PIECE.min(most - woken));
            woken += piece;
            self.tick(1 + piece)?;
            if piece < PIECE {
                break;
            }
        }
        Ok(woken)
    }

    /// Settles promises of Atomics.waitAsync that were notified, in that order, and then those whose time is over; were there
    /// any? New jobs may be there then.
    pub(crate) fn settle_waiters(&mut self) -> Completion<bool> {
        if self.async_waiters.waiting.is_empty() {
            return Ok(false);
        }
        self.tick(self.async_waiters.waiting.len() as u64)?;
        let notified = std::mem::take(&mut *self.async_waiters.mailbox.lock());
        let mut any = !notified.is_empty();
        for number in notified {
            // They stand in the order of their numbers.
            let place = self.async_waiters.waiting.binary_search_by_key(&number, |waiter| waiter.number);
            if let Ok(place) = place {
                self.tick(1 + self.async_waiters.waiting.len() as u64 / 64)?;
                let waiter = self.async_waiters.waiting.remove(place);
                self.settle_waiter(&waiter, Waited::Notified)?;
            }
        }
        let is_over = |waiter: &mut AsyncWaiter| {
            waiter.expectation.timeout.is_some_and(|timeout| waiter.since.elapsed() >= timeout)
        };
        let over: Vec<AsyncWaiter> = self.async_waiters.waiting.extract_if(.., is_over).collect();
        for waiter in over {
            any = true;
            let looked_at = waiter.remove(&self.async_waiters.mailbox);
            self.tick(1 + looked_at / 4)?;
            self.settle_waiter(&waiter, Waited::TimedOut)?;
        }
        Ok(any)
    }

    fn settle_waiter(&mut self, waiter: &AsyncWaiter, waited: Waited) -> Completion<()> {
        self.heap.budget.release(WAITER_BYTES);
        self.keeping([Value::object(waiter.promise)], |vm| {
            vm.resolve_capability(&Capability::Promise(waiter.promise), waited.value())
        })
    }

    /// Runs jobs and events, and sleeps until promises of Atomics.waitAsync are settled that have a timeout: those without one
    /// only another agent can settle. Where threads must not be put to sleep, nothing is waited for.
    pub fn run_jobs_and_timeouts(&mut self) -> Completion<()> {
        self.run_jobs()?;
        self.run_events()?;
        while self.options.can_block
            && let Some(left) = self.next_timeout()
        {
            std::thread::sleep(left.min(SLEEP));
            if let Err(termination) = self.heap.tick(CHECK_INTERVAL as u64) {
                self.forget_waiters();
                self.note_termination(termination);
                return Err(termination.into());
            }
            self.run_jobs()?;
            self.run_events()?;
        }
        Ok(())
    }

    /// Promises that wait are forgotten, as jobs are where a limit ends the run.
    pub(crate) fn forget_waiters(&mut self) {
        for waiter in std::mem::take(&mut self.async_waiters.waiting) {
            waiter.remove(&self.async_waiters.mailbox);
            self.heap.budget.release(WAITER_BYTES);
        }
        self.async_waiters.mailbox.lock().clear();
    }

    /// How long it is until the next promise of Atomics.waitAsync is settled by its timeout. None where none has one: then only
    /// another agent can settle those that [`Vm::has_async_waiters`] tells of.
    pub fn next_timeout(&self) -> Option<Duration> {
        let left = |waiter: &AsyncWaiter| Some(waiter.expectation.timeout?.saturating_sub(waiter.since.elapsed()));
        self.async_waiters.waiting.iter().filter_map(left).min()
    }

    /// Is some promise of Atomics.waitAsync not settled?
    pub fn has_async_waiters(&self) -> bool {
        !self.async_waiters.waiting.is_empty()
    }
}

/// Wakes so many of those who wait for an element.
fn wake(bytes: &SharedBytes, at: usize, most: u64) -> u64 {
    let mut lists = bytes.waiters();
    let Some(list) = lists.get_mut(&at) else { return 0 };
    let mut woken = 0;
    while woken < most
        && let Some(waiter) = list.pop_front()
    {
        woken += 1;
        match waiter {
            Waiter::Thread(flag) => flag.store(true, Ordering::SeqCst),
            Waiter::Promise { mailbox, number } => mailbox.lock().push(number),
        }
    }
    if list.is_empty() {
        lists.remove(&at);
    }
    bytes.woken.notify_all();
    woken
}
