//! Waiting for an element of a SharedArrayBuffer, ECMA-262 25.4.1.1 and 25.4.3: threads that sleep, promises that are settled
//! later, and those who wake both.
//!
//! Each block has its lists of waiters behind one lock, which stands for the critical section of all of them. A thread that
//! waits sleeps for a few milliseconds at a time and looks at the limits of its run between. A promise belongs to one engine:
//! who notifies puts its number into that engine's mailbox, and the engine settles it when it runs jobs ([`Vm::run_jobs`]).

mod operations;

use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::Instant;

use ferrotape_heap::buffer::shared::SharedBytes;
use ferrotape_heap::buffer::waiters::{Mailbox, Waiter, WaiterList};
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

impl Element {
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
    /// None of a block that no engine has any more: nobody will notify.
    element: Option<Element>,
    timeout: Option<Duration>,
}

impl AsyncWaiter {
    /// Takes it from the list of the block: how many were looked at.
    fn remove(&self, mailbox: &Arc<Mailbox>) -> u64 {
        self.element.as_ref().map_or(0, |element| element.remove(|other| self.is_it(other, mailbox)))
    }

    /// How long it is until it is settled without anybody who notifies.
    fn time_left(&self) -> Option<Duration> {
        Some(self.timeout?.saturating_sub(self.since.elapsed()))
    }

    fn is_it(&self, other: &Waiter, mailbox: &Arc<Mailbox>) -> bool {
        match other {
            Waiter::Promise { mailbox: its, number } => *number == self.number && Arc::ptr_eq(its, mailbox),
            Waiter::Thread(_) => false,
        }
    }
}

/// What is left of a wait that another engine goes on with.
pub(crate) struct WaiterLeft {
    pub promise: ObjectId,
    /// None where nobody can notify.
    pub element: Option<Element>,
    pub timeout: Option<Duration>,
    /// Its turn among those who were notified and are not settled yet.
    pub notified: Option<u64>,
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
        let mut others = FxHashSet::default();
        for waiter in &self.waiting {
            let is_listed = waiter.element.as_ref().is_some_and(|element| {
                let mut lists = element.bytes.waiters();
                let list = lists.get_mut(&element.at);
                list.filter(|list| list.iter().any(|other| waiter.is_it(other, &self.mailbox))).is_some_and(|list| {
                    list.push_back(Waiter::Promise { mailbox: Arc::clone(&mailbox), number: waiter.number });
                    true
                })
            });
            if !is_listed {
                others.insert(waiter.number);
            }
        }
        // Those that were notified, and are not settled yet.
        mailbox.lock().extend(self.mailbox.lock().iter().filter(|number| others.contains(number)));
        AsyncWaiters { mailbox, waiting: self.waiting.clone(), made: self.made }
    }

    /// In the order in which they began.
    pub fn left(&self) -> Vec<WaiterLeft> {
        let mailbox = self.mailbox.lock();
        let notified: FxHashMap<u64, u64> = mailbox.iter().copied().zip(0..).collect();
        let left = self.waiting.iter().map(|waiter| WaiterLeft {
            promise: waiter.promise,
            element: waiter.element.clone(),
            timeout: waiter.time_left(),
            notified: notified.get(&waiter.number).copied(),
        });
        left.collect()
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.waiting.iter().for_each(|waiter| visit(Value::object(waiter.promise)));
    }
}
