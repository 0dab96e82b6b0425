//! The reason why a module cannot be had.

use std::borrow::Cow;
use std::fmt;

use ferrotape_bytecode::ErrorKind;

use crate::error::{Completion, Throw};
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// Reason why a loader does not give a module. A text is enough for one; scripts get a TypeError with it.
///
/// With a code, the TypeError has it as its property `code`, by which programs tell failures apart without reading messages.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LoadError {
    message: String,
    code: Option<Cow<'static, str>>,
}

impl LoadError {
    /// Creates an error without a code.
    pub fn new(message: impl Into<String>) -> LoadError {
        LoadError { message: message.into(), code: None }
    }

    /// Sets the property `code` of what scripts get: `ERR_MODULE_NOT_FOUND` as in Node, or a name of the host's own.
    pub fn with_code(mut self, code: impl Into<Cow<'static, str>>) -> LoadError {
        self.code = Some(code.into());
        self
    }

    /// Replaces the message, and keeps the code: for loaders that say more about an error of another loader.
    pub fn with_message(mut self, message: impl Into<String>) -> LoadError {
        self.message = message.into();
        self
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the code, if there is one.
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// Returns the message without the code: for the methods of loaders that give a text.
    pub fn into_message(self) -> String {
        self.message
    }

    /// Returns the bytes of the texts.
    pub(super) fn bytes(&self) -> usize {
        self.message.capacity() + self.code.as_ref().map_or(0, |code| code.len())
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LoadError {}

impl From<String> for LoadError {
    fn from(message: String) -> LoadError {
        LoadError::new(message)
    }
}

impl From<&str> for LoadError {
    fn from(message: &str) -> LoadError {
        LoadError::new(message)
    }
}

/// Throws what scripts get for an error of the loader.
pub(super) fn load_error<T>(vm: &mut Vm, error: &LoadError) -> Completion<T> {
    let code = error.code().unwrap_or_default();
    vm.heap.room((error.message.len() + code.len()).saturating_mul(2))?;
    let thrown = vm.new_error(ErrorKind::TypeError, &error.message);
    let Some(object) = thrown.as_object().filter(|_| error.code.is_some()) else {
        return Err(Throw::Exception(thrown));
    };
    vm.keeping([thrown], |vm| {
        let (key, code) = (vm.heap.key("code"), Value::string(vm.heap.new_string(code)));
        vm.heap.store_property(object, key, code, Attributes::ALL)?;
        Err(Throw::Exception(thrown))
    })
}
