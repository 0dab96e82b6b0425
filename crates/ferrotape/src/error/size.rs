//! The memory of errors, as far as it can be known. Error objects that a script keeps hold host errors.

use std::fmt;
use std::fmt::Write as _;

use ferrotape_budget::costs::{LEAST_ALLOCATION, allocation_bytes};

use super::{Details, Error, Location, Note, StackEntry};
use crate::Context;

/// The greatest number of sources of a host error that are counted.
const MOST_SOURCES: usize = 16;

/// The boxes between a host error and its text: an error of `std::io` has two.
const BOXES: usize = 2 * LEAST_ALLOCATION;

/// Returns the bytes that a host error holds beside its own size. Most host errors, and the sources behind them, hold
/// only the text that they show. An [`Error`] among the sources knows its size: functions given to a script as
/// callbacks often wrap the callback's exception in an error of their own. A host error in that [`Error`] counts with
/// its own error object.
pub(super) fn bytes_held(host: &(dyn std::error::Error + 'static), text: &str) -> usize {
    let mut bytes = BOXES + allocation_bytes(text.len());
    for source in std::iter::successors(host.source(), |error| error.source()).take(MOST_SOURCES) {
        if let Some(error) = source.downcast_ref::<Error>() {
            return bytes + error.bytes();
        }
        bytes += allocation_bytes(size_of_val(source)) + allocation_bytes(length_of_text(source));
    }
    bytes
}

/// Returns the bytes of an error's text.
fn length_of_text(error: &dyn std::error::Error) -> usize {
    struct Length(usize);

    impl fmt::Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }

    let mut length = Length(0);
    let _ = write!(length, "{error}");
    length.0
}

impl Context<'_> {
    /// Converts the error of a host function. There must be room for its message.
    pub(crate) fn error_of_host(&mut self, host: Box<dyn std::error::Error + Send + Sync>) -> Error {
        if !host.is::<Error>()
            && let Err(stopped) = self.working(|vm| vm.lend(length_of_text(&*host)))
        {
            return stopped;
        }
        Error::from_host(host)
    }
}

impl Error {
    /// Returns the bytes of the error with its causes and its errors, which are few.
    fn bytes(&self) -> usize {
        let of_location = |location: &Location| location.source.len() + location.text.len();
        let Details { name, message, path, location, notes, stack, thrown, cause, errors, .. } = &*self.0;
        let texts = [name.as_deref(), Some(message), Some(path), thrown.as_ref().and_then(|it| it.value.as_str())];
        let notes = notes
            .iter()
            .map(|note| size_of::<Note>() + note.message.len() + note.location.as_ref().map_or(0, of_location));
        let stack = stack.iter().map(|entry| size_of::<StackEntry>() + entry.function.len() + entry.source.len());
        size_of::<Details>()
            + texts.into_iter().flatten().map(str::len).sum::<usize>()
            + location.as_ref().map_or(0, of_location)
            + notes.chain(stack).sum::<usize>()
            + cause.iter().chain(errors).map(|error| size_of::<Error>() + error.bytes()).sum::<usize>()
    }
}
