//! Errors of the host, thrown in scripts.

use std::sync::Arc;

use ferrotape_runtime::stopped;
use ferrotape_runtime::{Throw, Vm};

use crate::value::require_room_for;
use crate::{Error, ErrorKind};

/// Returns how an error of the host continues in the script. A value thrown in this engine is thrown again, without a
/// copy. An error that ended a run of another engine is an exception in this one.
pub(crate) fn throw_of(vm: &mut Vm, error: &Error) -> Throw {
    if let Some(thrown) = error.thrown_in(vm) {
        return Throw::Exception(thrown);
    }
    if let Err(termination) = require_room_for(vm, error.message()) {
        stopped::note_termination(vm, termination);
        return Throw::Terminated(termination);
    }
    // The message of a thrown value contains its name. One from another engine is shown unchanged.
    let name = if error.thrown().is_some() { None } else { error.name() };
    let known = name.and_then(|name| ferrotape_bytecode::ErrorKind::ALL.into_iter().find(|kind| kind.name() == name));
    // The message of an early error contains its name as well; an error object has the name separately.
    let message = match (name, error.kind()) {
        (Some(name), ErrorKind::Syntax) => error.message().strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")),
        _ => None,
    };
    let kind = known.unwrap_or(ferrotape_bytecode::ErrorKind::Error);
    let thrown = vm.new_error(kind, message.unwrap_or(error.message()));
    if let Some((host, held)) = error.host() {
        vm.set_host_error(thrown, Arc::clone(host), held);
    }
    Throw::Exception(thrown)
}
