//! What errors take, as far as that can be told: error objects that a script keeps hold those of the host.

use std::fmt;
use std::fmt::Write as _;

use ferrotape_budget::costs::{LEAST_ALLOCATION, allocation_bytes};

use super::{Details, Error, Location, Note, StackEntry};
use crate::Context;

/// How far down the sources of an error of the host are looked at.
const MOST_SOURCES: usize = 16;

/// What stands between an error of the host and its text: an error of `std::io` has two boxes there.
const BOXES: usize = 2 * LEAST_ALLOCATION;

/// Bytes that an error of the host holds beside its own size: most are made of a text, which is all that they say, and so are
/// the errors behind them. What is behind an [`Error`] is known: functions that a script gives a callback often say what that has
/// thrown in an error of their own. What that one got from the host in turn is that of an error object of its own.
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

/// Bytes of what an error says.
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
    /// What a function of the host has failed with, for whose message there must be room beside it.
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
    /// Bytes of memory that it takes, with its causes and the errors that it is made of: of these there are few.
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
