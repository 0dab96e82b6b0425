//! Waiting for an element of a SharedArrayBuffer, ECMA-262 25.4.1.1 and 25.4.3: threads that sleep, promises that are settled
//! later, and those who wake both.
//!
//! Each block has its lists of waiters behind one lock, which stands for the critical section of all of them. A thread that
//! waits sleeps for a few milliseconds at a time and looks at the limits of its run between. A promise belongs to one engine:
//! who notifies puts its number into that engine's mailbox, and the engine settles it when it runs jobs
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

/// Where an element lies that is waited for.
#[derive(Clone)]
pub struct Element {
    pub bytes: Arc<SharedBytes>,
    pub at: usize,
}

/// What is waited for.
pub struct Expectation {
    pub element: Element,
    /// How many bytes the element has.
    pub size: usize,
    /// The value that it must have for anybody to wait.
    pub raw: u64,
    /// None for ever.
    pub timeout: Option<Duration>,
}

impl Expectation {
    fn is_met(&self) -> bool {
        self.element.bytes.read(self.element.at, self.size) == Some(self.raw)
    }
}

/// Place at which a promise waits. It does not keep the block: of one that no engine has any more nobody can notify, and what
/// it takes is counted nowhere.
#[derive(Clone)]
struct Listed {
    bytes: Weak<SharedBytes>,
    place: WaiterPlace,
}

impl Listed {
    /// Behind all others who wait for the element.
    fn add(element: &Element, lists: &mut WaiterLists, waiter: Waiter) -> Self {
        Listed { bytes: Arc::downgrade(&element.bytes), place: lists.add(element.at, waiter) }
    }

    fn remove(&self) {
        if let Some(bytes) = self.bytes.upgrade() {
            bytes.waiters().remove(self.place);
        }
    }

    /// None where no engine has the block.
    fn element(&self) -> Option<Element> {
        Some(Element { bytes: self.bytes.upgrade()?, at: self.place.0 })
    }
}

/// A promise of Atomics.waitAsync that is not settled.
#[derive(Clone)]
struct AsyncWaiter {
    promise: ObjectId,
    since: Instant,
    /// None of a block that no engine had any more: nobody will notify.
    listed: Option<Listed>,
    timeout: Option<Duration>,
}

impl AsyncWaiter {
    /// Takes it from the list of the block.
    fn remove(&self) {
        self.listed.iter().for_each(Listed::remove);
    }

    /// How long it is until it is settled without anybody who notifies.
    fn time_left(&self) -> Option<Duration> {
        Some(self.timeout?.saturating_sub(self.since.elapsed()))
    }
}

/// What is left of a wait that another engine goes on with.
pub struct WaiterLeft {
    pub promise: ObjectId,
    /// None where nobody can notify.
    pub element: Option<Element>,
    pub timeout: Option<Duration>,
    /// Its turn among those who were notified and are not settled yet.
    pub notified: Option<u64>,
}

/// Those of an engine.
#[derive(Default)]
pub struct AsyncWaiters {
    mailbox: Arc<Mailbox>,
    /// By their numbers, in the order in which they began.
    waiting: BTreeMap<u64, AsyncWaiter>,
    made: u64,
}

impl AsyncWaiters {
    /// Those of a copy of the engine: what waits here waits there as well, behind all others.
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
        // Those that were notified, and are not settled yet.
        mailbox.lock().extend(self.mailbox.lock().iter().filter(|number| others.contains(number)));
        AsyncWaiters { mailbox, waiting, made: self.made }
    }

    /// In the order in which they began.
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

/// Other engines may still have the blocks.
impl Drop for AsyncWaiters {
    fn drop(&mut self) {
        self.waiting.values().for_each(AsyncWaiter::remove);
    }
}
