//! Events of calls: one for each, at its end.

use std::sync::Arc;

use crate::panics::unless_it_panics;

/// A call of the host that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallEvent {
    /// The id; none if a policy has not let the call begin.
    pub id: Option<u64>,
    /// The name of the function.
    pub name: Arc<str>,
    /// The end of the call.
    pub end: CallEnd,
}

/// End of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CallEnd {
    /// The host has given a value.
    Answered,
    /// The host has given an error.
    Failed,
    /// The host has refused the call, which has asked: with the reason.
    Refused(String),
    /// A policy has not let the call begin: with the message that the script got.
    Denied(String),
    /// The program has ended, and nobody waits any longer.
    Forgotten,
}

/// The host's function for events.
#[derive(Clone)]
pub struct OnCall(Arc<dyn Fn(&CallEvent) + Send + Sync>);

impl OnCall {
    pub fn new(tell: impl Fn(&CallEvent) + Send + Sync + 'static) -> OnCall {
        OnCall(Arc::new(tell))
    }

    /// Tells the host. A panic of its function is for the panic hook only.
    pub(super) fn tell(&self, event: &CallEvent) {
        let _ = unless_it_panics(|| (self.0)(event));
    }
}
