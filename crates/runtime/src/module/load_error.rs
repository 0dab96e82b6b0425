//! The reason why a module cannot be had.

use std::borrow::Cow;
use std::fmt;

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

    /// Sets the property `code` of the error that scripts get: `ERR_MODULE_NOT_FOUND` as in Node, or a name of the
    /// host's own.
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
