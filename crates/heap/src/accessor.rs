//! The cell of an accessor property.

use crate::value::Value;

/// Getter and setter of an accessor property: function objects or undefined.
#[derive(Copy, Clone)]
pub struct Accessor {
    pub getter: Value,
    pub setter: Value,
}

impl Default for Accessor {
    fn default() -> Self {
        Accessor { getter: Value::UNDEFINED, setter: Value::UNDEFINED }
    }
}
