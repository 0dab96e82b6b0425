//! Calls that the host answers in its own time: perhaps in another process, perhaps tomorrow.
//!
//! ```text
//! promise call     the script gets a promise; any number may wait at once
//! blocking call    the script waits at the place of the call: the loop leaves its frames where they are (`LoopExit::Call`),
//!                  and the answer becomes the value of the call
//! ```
//!
//! A waiting call is data of the engine, not of the host: an id, a name, arguments, and a promise or frame to settle. So forks
//! have calls of their own, and snapshots write them. Ids count from 0, in the order of the calls, so they are the same in each
//! run of a program.
//!
//! A call of an async function of the host is of the first kind, as long as the function has a name. The host's future answers
//! it. A fork or another process, which continues without that future, answers it or calls the function again.
//!
//! A blocking call is made by the loop alone, where nothing else than that loop is on the native stack: a frame cannot wait
//! below a function of Rust. Anywhere else it is a TypeError, which names what stands in between (`between`).

mod between;
mod event;
mod operations;
mod policy;

pub use event::{CallEnd, CallEvent, Noted, OnCall};
pub use operations::*;
pub use policy::Policy;

use std::collections::BTreeMap;
use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_heap::buffer::waiters::bytes_of_entry;

use self::policy::Policies;
use crate::error::StackEntry;
use crate::heap::ObjectId;
use crate::value::Value;

/// A call that the host has not answered.
#[derive(Clone)]
pub struct PendingCall {
    /// The name of the function.
    pub name: Arc<str>,
    pub arguments: Box<[Value]>,
    pub waits: Waits,
    /// Whether nobody has taken it yet: see [`take_new_calls`].
    pub is_new: bool,
    /// Whether the host has to allow it before it answers.
    pub asks: bool,
    /// For the call of an async function of the host, how it is made again.
    pub of_future: Option<OfFuture>,
    /// The functions that were running when it was made, innermost first, and those that waited for them.
    pub stack: Arc<[StackEntry]>,
    pub noted: Noted,
    /// The parts of its key, if its policy gives it one.
    pub keyed: Option<Keyed>,
}

/// Parts of a call's key, besides its id and its name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Keyed {
    pub line: [u8; 16],
    /// Hash of the arguments, as the host's format has them.
    pub contents: [u8; 32],
}

/// Place of an engine among the forks of one: calls that two of them make have not the same line. A program that is started
/// begins at the same place in each.
#[derive(Copy, Clone, Default)]
pub struct Line {
    pub id: [u8; 16],
    /// Number of forks that were made of it.
    pub forks: u64,
}

/// The call of an async function of the host, or an `import()` whose modules it fetches.
#[derive(Copy, Clone)]
pub struct OfFuture {
    /// The function; undefined for an `import()`.
    pub function: Value,
    /// `this` of the call; of an `import()`, the global object of its realm.
    pub this: Value,
    /// Whether this engine has the future that answers it. Then nobody else is asked.
    pub is_going_on: bool,
}

/// Receiver of an answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Waits {
    /// A promise, which the answer settles.
    Promise(ObjectId),
    /// The program's innermost frame: the answer is the value of the call that it has made.
    Frame,
}

impl PendingCall {
    /// Returns whether the host has to answer it, as no future does.
    pub fn is_for_host(&self) -> bool {
        self.of_future.is_none_or(|of| !of.is_going_on)
    }

    /// Bytes that it takes in the table.
    fn bytes(&self) -> usize {
        let arguments = allocation_bytes(self.arguments.len() * size_of::<Value>());
        let texts = self
            .stack
            .iter()
            .map(|entry| allocation_bytes(entry.function.len()) + allocation_bytes(entry.source.len()));
        let stack = allocation_bytes(self.stack.len() * size_of::<StackEntry>()) + texts.sum::<usize>();
        let entry = bytes_of_entry::<u64, Box<PendingCall>>() + allocation_bytes(size_of::<PendingCall>());
        entry + arguments + allocation_bytes(self.name.len()) + stack
    }
}

/// The calls of an engine that wait, by id.
#[derive(Clone, Default)]
pub struct PendingCalls {
    /// In boxes, as a node of the map has room for eleven entries, and most programs wait for one call.
    waiting: BTreeMap<u64, Box<PendingCall>>,
    /// Number of calls so far: the next id.
    made: u64,
    /// While a call of a function is made again, its id and the function: the call of that function takes the id.
    again: Option<(u64, Value)>,
    policies: Policies,
    format: Option<Format>,
    /// The line of the calls to come.
    pub line: Line,
    on_call: Option<OnCall>,
}

impl PendingCalls {
    /// Returns the calls that wait, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &PendingCall)> {
        self.waiting.iter().map(|(&id, call)| (id, &**call))
    }

    pub fn get(&self, id: u64) -> Option<&PendingCall> {
        self.waiting.get(&id).map(|call| &**call)
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the number of calls so far.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Returns the number of calls of each name that has had a policy.
    pub fn counted(&self) -> impl Iterator<Item = (&Arc<str>, u64)> {
        self.policies.made()
    }

    /// Returns the policy of a name, if it has one.
    pub fn policy(&self, name: &str) -> Option<&Policy> {
        self.policies.get(name)
    }

    /// Visits each value that a waiting call keeps: its arguments, its promise, and the function that may be called
    /// again.
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        for call in self.waiting.values() {
            let PendingCall { name: _, arguments, waits, is_new: _, asks: _, of_future, stack: _, noted: _, keyed: _ } =
                &**call;
            arguments.iter().for_each(|&argument| visit(argument));
            if let Some(OfFuture { function, this, is_going_on: _ }) = *of_future {
                visit(function);
                visit(this);
            }
            if let Waits::Promise(promise) = *waits {
                visit(Value::object(promise));
            }
        }
    }
}
