//! Waiting for an element of a SharedArrayBuffer, ECMA-262 25.4.1.1 and 25.4.3: sleeping threads, promises that are
//! settled later, and notifications for both.
//!
//! Each block has its lists of waiters behind one lock, which stands for the critical section of all of them. A waiting
//! thread sleeps for a few milliseconds at a time and checks the limits of its run in between. A promise belongs to one
//! engine. Notifying it puts its number into that engine's mailbox, and the engine settles it when it runs jobs
//! ([`crate::jobs::run_jobs`]).

mod operations;

pub use operations::*;

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use ferrotape_budget::Instant;

use ferrotape_heap::buffer::shared::SharedBytes;
use ferrotape_heap::buffer::waiters::{Mailbox, Waiter, WaiterLists, WaiterPlace};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::heap::ObjectId;
use crate::names::strings;
use crate::value::Value;

/// Outcome of waiting.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Waited {
    Notified,
    /// The element had another value, so nothing waited.
    NotEqual,
    TimedOut,
}

impl Waited {
    /// The value that scripts see.
    pub fn value(self) -> Value {
        Value::string(match self {
            Waited::Notified => strings::OK,
            Waited::NotEqual => strings::NOT_EQUAL,
            Waited::TimedOut => strings::TIMED_OUT,
        })
    }
}

/// Result of a DoWait that does not block.
pub enum Waiting {
    Over(Waited),
    Promise(ObjectId),
}

/// Place of an element that something waits for.
#[derive(Clone)]
pub struct Element {
    pub bytes: Arc<SharedBytes>,
    pub at: usize,
}

/// Condition for waiting.
pub struct Expectation {
    pub element: Element,
    /// Bytes of the element.
    pub size: usize,
    /// The value that the element must have, or else nothing waits.
    pub raw: u64,
    /// Timeout; none to wait for ever.
    pub timeout: Option<Duration>,
}

impl Expectation {
    fn is_met(&self) -> bool {
        self.element.bytes.read(self.element.at, self.size) == Some(self.raw)
    }
}

/// Place at which a promise waits. It does not keep the block: a block that no engine has any more cannot be notified,
/// and its memory is counted nowhere.
#[derive(Clone)]
struct Listed {
    bytes: Weak<SharedBytes>,
    place: WaiterPlace,
}

impl Listed {
    /// Adds a waiter behind all others for the element.
    fn add(element: &Element, lists: &mut WaiterLists, waiter: Waiter) -> Self {
        Listed { bytes: Arc::downgrade(&element.bytes), place: lists.add(element.at, waiter) }
    }

    /// Takes it out of the list. False if it was notified before.
    fn remove(&self) -> bool {
        self.bytes.upgrade().is_none_or(|bytes| bytes.waiters().remove(self.place))
    }

    /// The element; none if no engine has the block.
    fn element(&self) -> Option<Element> {
        Some(Element { bytes: self.bytes.upgrade()?, at: self.place.0 })
    }
}

/// A promise of Atomics.waitAsync that is not settled.
#[derive(Clone)]
struct AsyncWaiter {
    promise: ObjectId,
    since: Instant,
    /// Place in the list; none if no engine had the block any more, so that nothing will notify.
    listed: Option<Listed>,
    timeout: Option<Duration>,
}

impl AsyncWaiter {
    /// Takes it out of the list of the block. False if it was notified before, so that its number is in the mailbox.
    fn remove(&self) -> bool {
        self.listed.as_ref().is_none_or(Listed::remove)
    }

    /// Time until it is settled without a notification.
    fn time_left(&self) -> Option<Duration> {
        Some(self.timeout?.saturating_sub(self.since.elapsed()))
    }
}

/// A wait that another engine continues.
pub struct WaiterLeft {
    pub promise: ObjectId,
    /// The element; none if nothing can notify.
    pub element: Option<Element>,
    pub timeout: Option<Duration>,
    /// Its turn among those that were notified and are not settled yet.
    pub notified: Option<u64>,
}

/// The async waiters of an engine.
#[derive(Default)]
pub struct AsyncWaiters {
    mailbox: Arc<Mailbox>,
    /// The waiters by number, in the order in which they began.
    waiting: BTreeMap<u64, AsyncWaiter>,
    made: u64,
}

impl AsyncWaiters {
    /// Copies the waiters for a fork of the engine: they wait there as well, behind all others.
    pub fn fork(&self) -> AsyncWaiters {
        let mailbox = Arc::<Mailbox>::default();
        let mut others = FxHashSet::default();
        let again = |listed: &Listed, number: u64| {
            let element = listed.element()?;
            let mut lists = element.bytes.waiters();
            let waiter = Waiter::Promise { mailbox: Arc::clone(&mailbox), number };
            lists.has(listed.place).then(|| Listed::add(&element, &mut lists, waiter))
        };
        let mut waiting = self.waiting.clone();
        for (&number, waiter) in &mut waiting {
            match waiter.listed.as_ref().and_then(|listed| again(listed, number)) {
                Some(listed) => waiter.listed = Some(listed),
                None => drop(others.insert(number)),
            }
        }
        // Copies numbers that were notified and are not settled yet.
        mailbox.lock().extend(self.mailbox.lock().iter().filter(|number| others.contains(number)));
        AsyncWaiters { mailbox, waiting, made: self.made }
    }

    /// The waits to go on with, in the order in which they began.
    pub fn left(&self) -> Vec<WaiterLeft> {
        let mailbox = self.mailbox.lock();
        let notified: FxHashMap<u64, u64> = mailbox.iter().copied().zip(0..).collect();
        let left = self.waiting.iter().map(|(number, waiter)| WaiterLeft {
            promise: waiter.promise,
            element: waiter.listed.as_ref().and_then(Listed::element),
            timeout: waiter.time_left(),
            notified: notified.get(number).copied(),
        });
        left.collect()
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.waiting.values().for_each(|waiter| visit(Value::object(waiter.promise)));
    }
}

/// Removes all waiters from the lists of their blocks, which other engines may still have.
impl Drop for AsyncWaiters {
    fn drop(&mut self) {
        for waiter in self.waiting.values() {
            waiter.remove();
        }
    }
}
