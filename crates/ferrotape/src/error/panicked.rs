//! Panics of host functions, as errors. Scripts learn which function panicked; the host also learns the panic's
//! message.

use std::any::Any;
use std::fmt;

use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::shown;
use ferrotape_runtime::{Vm, keys};
use ferrotape_text::SHOWN_NAME;

use super::Error;

/// The most bytes of a panic's message that are kept.
const MOST_SAID: usize = 1000;

/// A panic of a function of the host.
#[derive(Debug)]
struct Panicked {
    message: String,
    said: Option<Said>,
}

/// The message of a panic.
#[derive(Debug)]
struct Said(String);

impl Error {
    /// Creates the error of a panic in a host function. The panic's message is the [source](std::error::Error::source)
    /// of the error, which no script sees.
    pub(crate) fn panicked(vm: &mut Vm, function: ObjectId, payload: &(dyn Any + Send)) -> Error {
        let name = shown::own_data(&vm.heap, function, keys::NAME).and_then(|name| name.as_string());
        let name = name.map(|name| shown::string(&mut vm.heap, name, SHOWN_NAME)).filter(|name| !name.is_empty());
        let message = match name {
            Some(name) => format!("the function `{name}` of the host panicked"),
            None => "a function of the host panicked".to_owned(),
        };
        Error::from_host(Panicked { message, said: said(payload) })
    }
}

fn said(payload: &(dyn Any + Send)) -> Option<Said> {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied())?;
    Some(Said(text[..text.floor_char_boundary(MOST_SAID)].to_owned()))
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Panicked {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.said.as_ref().map(|said| said as _)
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Said {}
