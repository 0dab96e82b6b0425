//! Exceptions: errors of `temporal_rs`, and arguments that are no objects.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::TemporalResult;
use temporal_rs::error::ErrorKind;

/// Results whose errors are thrown.
pub(crate) trait OrThrow<T> {
    fn or_throw(self, vm: &mut Vm) -> Completion<T>;
}

impl<T> OrThrow<T> for TemporalResult<T> {
    fn or_throw(self, vm: &mut Vm) -> Completion<T> {
        let error = match self {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let (kind, message) = (error.kind(), error.into_message());
        let message = if message.is_empty() { "Value out of range" } else { message };
        match kind {
            ErrorKind::Type => vm.type_error(message),
            // What the crate calls an error of syntax is a string that means no date.
            _ => vm.range_error(message),
        }
    }
}

/// Returns the object that an argument must be, or throws a TypeError: step 3 of Temporal 9.3.23 and its like.
pub(crate) fn required_object(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    match value.as_object() {
        Some(object) => Ok(object),
        None => {
            let found = messages::describe(vm, value);
            vm.type_error(format!("{found} is not an object"))
        }
    }
}
