//! Events of calls: one for each, at its end.

use std::sync::Arc;
use std::time::Duration;

use crate::panics::unless_it_panics;

/// A call of the host that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CallEvent {
    /// The id; none if a policy has not let the call begin.
    pub id: Option<u64>,
    /// The name of the function.
    pub name: Arc<str>,
    /// The end of the call.
    pub end: CallEnd,
    /// Units of work that the program had spent when it made the call, in all processes; outside of a program, the engine.
    pub fuel: u64,
    /// Bytes of the arguments, as a list in the format of `ferrotape::wire`. Stacks of errors count only where a policy has had
    /// the arguments copied. None where they are more than data, and for a call that was made while nobody was told of calls.
    pub argument_bytes: Option<u64>,
    /// Bytes of the answer in the same format, without stacks of errors. None if there was none, or it is more than data.
    pub answer_bytes: Option<u64>,
    /// Time from the call to its end, by the engine's clock. It goes on while the program is bytes. None where the call did not
    /// begin, and for one that was made while nobody was told of calls.
    pub waited: Option<Duration>,
}

/// Notes on a call that is made, for its event.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Noted {
    /// Units of work that were spent before.
    pub fuel: u64,
    /// Bytes of the arguments.
    pub argument_bytes: Option<u64>,
    /// Time of the call, in milliseconds since 1970.
    pub began: Option<u64>,
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
    /// The program has ended, or its run was dropped: nobody waits any longer in this engine. Where the run was saved before, the
    /// call waits on in the bytes, and the engine that goes on with them tells its end.
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
