//! Policies: which calls of a name the host allows, and how many.
//!
//! A policy belongs to the host, which sets it with the function, and is in no snapshot. The counts belong to the program: they
//! go on counting in another process.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Policy of a name: the calls that are allowed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Policy {
    /// Reason for which no call is allowed.
    pub refused: Option<Arc<str>>,
    /// Largest number of calls.
    pub most: Option<u64>,
    /// Largest number of calls that wait at once.
    pub most_waiting: Option<u64>,
    /// Largest number of bytes of a call's arguments.
    pub most_argument_bytes: Option<u64>,
    /// Largest number of bytes of an answer.
    pub most_answer_bytes: Option<u64>,
    /// Whether the host has to allow each call before it answers.
    pub asks: bool,
    /// Whether each call has a key.
    pub is_keyed: bool,
}

impl Policy {
    /// Tells whether arguments are copied at the time of the call: somebody looks at them before it is answered, or its key tells
    /// of them.
    pub fn copies(&self) -> bool {
        self.asks || self.is_keyed || self.most_argument_bytes.is_some()
    }
}

/// Calls of a name, as far as they were counted.
#[derive(Copy, Clone, Default)]
struct Count {
    made: u64,
    waiting: u64,
}

/// The policies of an engine, and what was counted for them.
#[derive(Clone, Default)]
pub(super) struct Policies {
    by_name: BTreeMap<Arc<str>, Policy>,
    counts: BTreeMap<Arc<str>, Count>,
}

fn in_words(times: u64) -> String {
    match times {
        1 => "once".to_owned(),
        _ => format!("{times} times"),
    }
}

impl Policies {
    /// Sets the policy of a name, of which this many calls wait: those that were made without a policy count as well.
    pub(super) fn set(&mut self, name: &str, policy: Policy, waiting: u64) {
        if policy == Policy::default() {
            self.by_name.remove(name);
            return;
        }
        let name: Arc<str> = Arc::from(name);
        if waiting > 0 || self.counts.contains_key(&name) {
            self.counts.entry(Arc::clone(&name)).or_default().waiting = waiting;
        }
        self.by_name.insert(name, policy);
    }

    pub(super) fn get(&self, name: &str) -> Option<&Policy> {
        self.by_name.get(name)
    }

    /// Counts a call that is about to be made, or says why it is not allowed.
    pub(super) fn admit(&mut self, name: &Arc<str>) -> Result<(), String> {
        let Some(policy) = self.by_name.get(name) else { return Ok(()) };
        let count = self.counts.entry(Arc::clone(name)).or_default();
        Err(match *policy {
            Policy { refused: Some(ref reason), .. } => format!("{name} is not allowed: {reason}"),
            Policy { most: Some(0), .. } | Policy { most_waiting: Some(0), .. } => format!("{name} may not be called"),
            Policy { most: Some(most), .. } if count.made >= most => {
                format!("{name} may be called {}, and was", in_words(most))
            }
            Policy { most_waiting: Some(most), .. } if count.waiting >= most => {
                let waiting = if most == 1 { "call that waits" } else { "calls that wait" };
                format!("{name} may have {most} {waiting}, and has as many")
            }
            _ => {
                count.made += 1;
                count.waiting += 1;
                return Ok(());
            }
        })
    }

    /// A call of that name waits no longer.
    pub(super) fn end(&mut self, name: &str) {
        if let Some(count) = self.counts.get_mut(name) {
            count.waiting = count.waiting.saturating_sub(1);
        }
    }

    /// No call waits any longer.
    pub(super) fn end_all(&mut self) {
        self.counts.values_mut().for_each(|count| count.waiting = 0);
    }

    /// A call of that name waits that was made in another process, perhaps without a policy.
    pub(super) fn go_on_waiting(&mut self, name: &Arc<str>) {
        if self.by_name.contains_key(name) {
            self.counts.entry(Arc::clone(name)).or_default().waiting += 1;
        }
    }

    /// Returns the number of calls of each name.
    pub(super) fn made(&self) -> impl Iterator<Item = (&Arc<str>, u64)> {
        self.counts.iter().map(|(name, count)| (name, count.made))
    }

    /// Goes on counting from there.
    pub(super) fn set_made(&mut self, name: Arc<str>, made: u64) {
        self.counts.insert(name, Count { made, waiting: 0 });
    }
}
