//! Errors of `temporal_rs` as exceptions.

use ferrotape_runtime::error::Completion;
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
