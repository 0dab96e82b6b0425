//! Events of calls: one for each, at its end.

use std::sync::Arc;

use super::PendingCall;
use crate::panics::unless_it_panics;
use crate::vm::Vm;

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
}

/// Tells the host. A panic of its function is for the panic hook only.
pub(super) fn tell(vm: &Vm, id: Option<u64>, name: &Arc<str>, end: impl FnOnce() -> CallEnd) {
    if let Some(OnCall(tell)) = &vm.agent.calls.on_call {
        let event = CallEvent { id, name: Arc::clone(name), end: end() };
        let _ = unless_it_panics(|| tell(&event));
    }
}

/// Tells the host of a call that waited, if it was to be answered by the host.
pub(super) fn tell_of(vm: &Vm, id: u64, call: &PendingCall, end: impl FnOnce() -> CallEnd) {
    if call.is_for_host() {
        tell(vm, Some(id), &call.name, end);
    }
}
