//! Agents that wait, and are notified.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferrotape_budget::{CHECK_INTERVAL, Instant};
use ferrotape_heap::buffer::waiters::Waiter;

use crate::buffer::shared::SharedBytes;
use crate::buffer::waiting::{AsyncWaiter, Element, Expectation, Waited, WaiterLeft, Waiting};
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::promise::Capability;
use crate::value::Value;
use crate::vm::Vm;

/// Waiters that are woken between two ticks.
const PIECE: u64 = 256;

/// How long a thread sleeps before it looks at the limits of its run.
const SLEEP: Duration = Duration::from_millis(2);

/// What is charged for a promise that waits: its place here, in the list of the block and in the mailbox.
const WAITER_BYTES: usize = 2 * (size_of::<AsyncWaiter>() + size_of::<Waiter>() + size_of::<u64>());

impl Vm {
    /// DoWait of mode sync, ECMA-262 25.4.3.14, from step 15 on. Ends early where a limit of the run is reached.
    pub fn wait(&mut self, expectation: &Expectation) -> Completion<Waited> {
        let is_woken = Arc::new(AtomicBool::new(false));
        {
            let mut lists = expectation.element.bytes.waiters();
            if !expectation.is_met() {
                return Ok(Waited::NotEqual);
            }
            expectation.element.add(&mut lists, Waiter::Thread(Arc::clone(&is_woken)));
        }
        let waited = self.sleep(expectation, &is_woken);
        if !matches!(waited, Ok(Waited::Notified)) {
            expectation.element.remove(|waiter| matches!(waiter, Waiter::Thread(flag) if Arc::ptr_eq(flag, &is_woken)));
        }
        waited
    }

    fn sleep(&mut self, expectation: &Expectation, is_woken: &AtomicBool) -> Completion<Waited> {
        let since = Instant::now();
        loop {
            let left = expectation.timeout.map(|timeout| timeout.saturating_sub(since.elapsed()));
            let lists = expectation.element.bytes.waiters();
            if is_woken.load(Ordering::SeqCst) {
                return Ok(Waited::Notified);
            }
            if left == Some(Duration::ZERO) {
                return Ok(Waited::TimedOut);
            }
            let sleep = SLEEP.min(left.unwrap_or(SLEEP));
            drop(expectation.element.bytes.woken.wait_timeout(lists, sleep));
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
            let mut lists = expectation.element.bytes.waiters();
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
            expectation.element.add(&mut lists, Waiter::Promise { mailbox, number });
        }
        let Expectation { element, timeout, .. } = expectation;
        self.enter_waiter(promise, Some(element), timeout);
        Ok(Waiting::Promise(promise))
    }

    /// The one that is made next.
    fn enter_waiter(&mut self, promise: ObjectId, element: Option<Element>, timeout: Option<Duration>) {
        let number = self.async_waiters.made;
        self.async_waiters.made += 1;
        self.async_waiters.waiting.push(AsyncWaiter { number, promise, since: Instant::now(), element, timeout });
    }

    /// Goes on with what has waited in another engine, in the order of [`AsyncWaiters::left`].
    pub(crate) fn wait_again(&mut self, left: Vec<WaiterLeft>) -> Completion<()> {
        let mut notified = Vec::new();
        for WaiterLeft { promise, element, timeout, notified: turn } in left {
            self.tick(1)?;
            self.heap.charge(WAITER_BYTES)?;
            let number = self.async_waiters.made;
            match (turn, &element) {
                (Some(turn), _) => notified.push((turn, number)),
                (None, Some(element)) => {
                    let mailbox = Arc::clone(&self.async_waiters.mailbox);
                    element.add(&mut element.bytes.waiters(), Waiter::Promise { mailbox, number });
                }
                (None, None) => {}
            }
            self.enter_waiter(promise, element, timeout);
        }
        notified.sort_unstable();
        self.async_waiters.mailbox.lock().extend(notified.into_iter().map(|(_, number)| number));
        Ok(())
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
        let is_over = |waiter: &mut AsyncWaiter| waiter.time_left() == Some(Duration::ZERO);
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
        self.async_waiters.waiting.iter().filter_map(AsyncWaiter::time_left).min()
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
