//! Operations of waiting and notifying agents.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferrotape_budget::{CHECK_INTERVAL, Instant, order};
use ferrotape_heap::buffer::waiters::{Waiter, WaiterLists, WaiterPlace, bytes_of_entry};

use crate::buffer::shared::SharedBytes;
use crate::buffer::waiting::{AsyncWaiter, Expectation, Listed, Waited, WaiterLeft, Waiting};
use crate::error::{Completion, Throw};
use crate::events;
use crate::heap::ObjectId;
use crate::jobs;
use crate::promise::{self, Capability};
use crate::realm;
use crate::stopped;
use crate::value::Value;
use crate::vm::{SLEEP, Vm};

/// Waiters that are woken between two ticks.
const PIECE: u64 = 256;

/// Promises that are looked at between two ticks.
const LOOKED_AT: usize = 256;

/// Bytes charged for a promise that waits: its places here, in the list of the block and in the mailbox, and the rest
/// of a block that is gone.
fn waiter_bytes() -> usize {
    let block = SharedBytes::payload_of(0) + WaiterLists::bytes_of_waiter();
    bytes_of_entry::<u64, AsyncWaiter>() + block + 2 * size_of::<u64>()
}

/// DoWait of mode sync, ECMA-262 25.4.3.14, from step 15 on. Ends early if a limit of the run is reached.
pub fn wait(vm: &mut Vm, expectation: &Expectation) -> Completion<Waited> {
    let is_woken = Arc::new(AtomicBool::new(false));
    let place = {
        let mut lists = expectation.element.bytes.waiters();
        if !expectation.is_met() {
            return Ok(Waited::NotEqual);
        }
        lists.add(expectation.element.at, Waiter::Thread(Arc::clone(&is_woken)))
    };
    let waited = sleep(vm, expectation, &is_woken, place);
    if waited.is_err() {
        expectation.element.bytes.waiters().remove(place);
    }
    waited
}

/// Sleeps until this thread is woken or its time is over, in pieces of at most [`SLEEP`], as limits are checked
/// between. Leaves the list where it finds that the time is over, as nobody may notify it after that.
fn sleep(vm: &mut Vm, expectation: &Expectation, is_woken: &AtomicBool, place: WaiterPlace) -> Completion<Waited> {
    let since = Instant::now();
    vm.options.tell_of_wait();
    loop {
        let left = expectation.timeout.map(|timeout| timeout.saturating_sub(since.elapsed()));
        let mut lists = expectation.element.bytes.waiters();
        if is_woken.load(Ordering::SeqCst) {
            return Ok(Waited::Notified);
        }
        if left == Some(Duration::ZERO) {
            lists.remove(place);
            return Ok(Waited::TimedOut);
        }
        let sleep = SLEEP.min(left.unwrap_or(SLEEP));
        drop(expectation.element.bytes.woken.wait_timeout(lists, sleep));
        // Enough work that the clock and the interrupters are checked.
        vm.work(CHECK_INTERVAL as u64)?;
    }
}

/// DoWait of mode async, ECMA-262 25.4.3.14, from step 15 on. The promise is kept until the native returns.
pub fn wait_async(vm: &mut Vm, expectation: Expectation) -> Completion<Waiting> {
    vm.heap.take(waiter_bytes())?;
    let promise_prototype = realm::intrinsics(vm).promise_prototype;
    let promise = promise::new_promise(vm, Some(promise_prototype));
    vm.keep(Value::object(promise));
    let number = vm.agent.async_waiters.made;
    let listed = {
        let mut lists = expectation.element.bytes.waiters();
        let over = match expectation.timeout {
            _ if !expectation.is_met() => Some(Waited::NotEqual),
            Some(Duration::ZERO) => Some(Waited::TimedOut),
            _ => None,
        };
        if let Some(waited) = over {
            vm.heap.budget.resized(waiter_bytes(), 0);
            return Ok(Waiting::Over(waited));
        }
        let mailbox = Arc::clone(&vm.agent.async_waiters.mailbox);
        Listed::add(&expectation.element, &mut lists, Waiter::Promise { mailbox, number })
    };
    enter_waiter(vm, promise, Some(listed), expectation.timeout);
    Ok(Waiting::Promise(promise))
}

/// Enters the next waiter.
fn enter_waiter(vm: &mut Vm, promise: ObjectId, listed: Option<Listed>, timeout: Option<Duration>) {
    let number = vm.agent.async_waiters.made;
    vm.agent.async_waiters.made += 1;
    vm.agent.async_waiters.waiting.insert(number, AsyncWaiter { promise, since: Instant::now(), listed, timeout });
}

/// Continues the waits of another engine, in the order of [`AsyncWaiters::left`].
pub fn wait_again(vm: &mut Vm, left: Vec<WaiterLeft>) -> Completion<()> {
    let mut notified = Vec::new();
    for WaiterLeft { promise, element, timeout, notified: turn } in left {
        vm.work(1)?;
        vm.heap.take(waiter_bytes())?;
        let number = vm.agent.async_waiters.made;
        let listed = match (turn, &element) {
            (Some(turn), _) => {
                notified.push((turn, number));
                None
            }
            (None, Some(element)) => {
                let mailbox = Arc::clone(&vm.agent.async_waiters.mailbox);
                let waiter = Waiter::Promise { mailbox, number };
                Some(Listed::add(element, &mut element.bytes.waiters(), waiter))
            }
            (None, None) => None,
        };
        enter_waiter(vm, promise, listed, timeout);
    }
    order::sort(&mut notified);
    vm.agent.async_waiters.mailbox.lock().extend(notified.into_iter().map(|(_, number)| number));
    Ok(())
}

/// NotifyWaiter for the first `most` waiters of an element, ECMA-262 25.4.15: returns how many there were.
pub fn notify(vm: &mut Vm, bytes: &SharedBytes, at: usize, most: u64) -> Completion<u64> {
    let mut woken = 0;
    while woken < most {
        let piece = wake(bytes, at, PIECE.min(most - woken));
        woken += piece;
        vm.work(1 + piece)?;
        if piece < PIECE {
            break;
        }
    }
    Ok(woken)
}

/// Settles promises of Atomics.waitAsync: first those that were notified, in that order, then those whose time is over.
/// Returns whether there were any, as they may leave new jobs.
pub(crate) fn settle_waiters(vm: &mut Vm) -> Completion<bool> {
    if vm.agent.async_waiters.waiting.is_empty() {
        return Ok(false);
    }
    let notified = std::mem::take(&mut *vm.agent.async_waiters.mailbox.lock());
    let mut any = !notified.is_empty();
    for number in notified {
        if let Some(waiter) = vm.agent.async_waiters.waiting.remove(&number) {
            vm.work(1)?;
            settle_waiter(vm, &waiter, Waited::Notified)?;
        }
    }
    let mut next = Some(0);
    while let Some(from) = next {
        let over;
        (over, next) = waiters_over(vm, from);
        vm.work(1 + LOOKED_AT as u64)?;
        for number in over {
            any = true;
            if let Some(waiter) = vm.agent.async_waiters.waiting.remove(&number) {
                if !waiter.remove() && vm.agent.async_waiters.mailbox.lock().contains(&number) {
                    // Another agent has notified it meanwhile. The next call settles it first.
                    vm.agent.async_waiters.waiting.insert(number, waiter);
                    return Ok(true);
                }
                vm.work(1)?;
                settle_waiter(vm, &waiter, Waited::TimedOut)?;
            }
        }
    }
    Ok(any)
}

/// The waiters whose time is over, among some from a number on; and the number at which the others begin.
fn waiters_over(vm: &Vm, from: u64) -> (Vec<u64>, Option<u64>) {
    let waiting = &vm.agent.async_waiters.waiting;
    let mut rest = waiting.range(from..);
    let is_over = |waiter: &AsyncWaiter| waiter.time_left() == Some(Duration::ZERO);
    let piece = rest.by_ref().take(LOOKED_AT);
    let over = piece.filter(|&(_, waiter)| is_over(waiter)).map(|(&number, _)| number).collect();
    (over, rest.next().map(|(&number, _)| number))
}

fn settle_waiter(vm: &mut Vm, waiter: &AsyncWaiter, waited: Waited) -> Completion<()> {
    vm.heap.budget.resized(waiter_bytes(), 0);
    vm.keeping([Value::object(waiter.promise)], |vm| {
        promise::resolve_capability(vm, &Capability::Promise(waiter.promise), waited.value())
    })
}

/// Runs jobs and events, and sleeps until the promises of Atomics.waitAsync with a timeout are settled. Only another
/// agent can settle those without one. Does not wait if threads must not sleep.
pub fn run_jobs_and_timeouts(vm: &mut Vm) -> Completion<()> {
    jobs::run_jobs(vm)?;
    events::run_events(vm)?;
    while vm.options.can_block
        && !jobs::waits_for_host(vm)
        && let Some(left) = next_timeout(vm)
    {
        if let Err(thrown) = vm.sleep(left) {
            forget_waiters(vm);
            if let Throw::Terminated(termination) = thrown {
                stopped::note_termination(vm, termination);
            }
            return Err(thrown);
        }
        jobs::run_jobs(vm)?;
        events::run_events(vm)?;
    }
    Ok(())
}

/// Forgets promises that wait, as jobs are forgotten when a limit ends the run.
pub(crate) fn forget_waiters(vm: &mut Vm) {
    for waiter in std::mem::take(&mut vm.agent.async_waiters.waiting).into_values() {
        waiter.remove();
        vm.heap.budget.resized(waiter_bytes(), 0);
    }
    vm.agent.async_waiters.mailbox.lock().clear();
}

/// Time until the next promise of Atomics.waitAsync is settled by its timeout. None if no promise has a timeout: then
/// only another agent can settle those that [`has_async_waiters`] tells of.
pub fn next_timeout(vm: &Vm) -> Option<Duration> {
    vm.agent.async_waiters.waiting.values().filter_map(AsyncWaiter::time_left).min()
}

/// Returns whether some promise of Atomics.waitAsync is unsettled.
pub fn has_async_waiters(vm: &Vm) -> bool {
    !vm.agent.async_waiters.waiting.is_empty()
}

/// Wakes at most this many waiters of an element.
fn wake(bytes: &SharedBytes, at: usize, most: u64) -> u64 {
    let mut lists = bytes.waiters();
    let mut woken = 0;
    while woken < most
        && let Some(waiter) = lists.remove_first(at)
    {
        woken += 1;
        match waiter {
            Waiter::Thread(flag) => flag.store(true, Ordering::SeqCst),
            Waiter::Promise { mailbox, number } => mailbox.lock().push(number),
        }
    }
    bytes.woken.notify_all();
    woken
}
