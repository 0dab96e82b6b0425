//! Values as the embedder sees them.

use std::fmt;
use std::sync::Arc;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_engine as engine;
use ferrotape_engine::{Completion, DroppedHandles, StringId, Vm};

use crate::{Error, Termination};

/// A value of the language. Strings are copied out; lone surrogates in them become U+FFFD.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(String),
    Object(Object),
}

/// A handle that keeps an object alive in its engine.
#[derive(Clone)]
pub struct Object {
    handle: Arc<Handle>,
}

struct Handle {
    place: usize,
    value: engine::Value,
    dropped: Arc<DroppedHandles>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.dropped.note(self.place);
    }
}

impl Object {
    /// A handle to any value of the engine.
    pub(crate) fn new(vm: &mut Vm, value: engine::Value) -> Self {
        let place = vm.new_handle(value);
        Object { handle: Arc::new(Handle { place, value, dropped: Arc::clone(vm.dropped_handles()) }) }
    }

    /// The very value; none in another engine than it is of.
    pub(crate) fn to_engine(&self, vm: &Vm) -> Option<engine::Value> {
        Arc::ptr_eq(&self.handle.dropped, vm.dropped_handles()).then_some(self.handle.value)
    }
}

/// Two handles are equal where they mean the same object.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.handle.dropped, &other.handle.dropped) && self.handle.value == other.handle.value
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[object]")
    }
}

/// A string, copied for the embedder. There must be room for it, as if the script had made the copy.
pub(crate) fn copied(vm: &mut Vm, string: StringId) -> Completion<String> {
    vm.tick(vm.heap.string_length(string) as u64 / UNITS_PER_TICK)?;
    let flat = vm.heap.flatten(string)?;
    vm.heap.require_room(vm.heap.view(flat).max_utf8_length())?;
    Ok(vm.heap.view(flat).to_string_lossy())
}

/// The script's copy of a text of the embedder is about to be made: is there room for it?
pub(crate) fn require_room_for(vm: &mut Vm, text: &str) -> Result<(), Termination> {
    // A character beyond Latin-1 takes two bytes for each unit; beside the copy there is one that it is made of.
    vm.heap.require_room(if text.is_ascii() { text.len() } else { text.len().saturating_mul(4) })
}

impl Value {
    /// A value of the engine, for the embedder.
    pub(crate) fn from_engine(vm: &mut Vm, value: engine::Value) -> Result<Self, Error> {
        match value.as_string() {
            Some(string) => copied(vm, string).map(Value::String).map_err(|throw| Error::from_throw(vm, throw)),
            None => Ok(Value::from_other(vm, value)),
        }
    }

    /// The same for a thrown value, of whose strings only the beginning is copied.
    pub(crate) fn from_thrown(vm: &mut Vm, value: engine::Value) -> Self {
        match value.as_string() {
            Some(string) => Value::String(vm.shown_text(string)),
            None => Value::from_other(vm, value),
        }
    }

    /// A value that is no string.
    pub(crate) fn from_other(vm: &mut Vm, value: engine::Value) -> Self {
        if value.is_undefined() {
            Value::Undefined
        } else if value.is_null() {
            Value::Null
        } else if let Some(value) = value.as_bool() {
            Value::Boolean(value)
        } else if let Some(number) = value.as_number() {
            Value::Number(number)
        } else {
            Value::Object(Object::new(vm, value))
        }
    }

    /// A value of the embedder, for the engine.
    pub(crate) fn to_engine(&self, vm: &mut Vm) -> Result<engine::Value, Error> {
        Ok(match self {
            Value::Undefined => engine::Value::UNDEFINED,
            Value::Null => engine::Value::NULL,
            Value::Boolean(value) => engine::Value::bool(*value),
            Value::Number(number) => engine::Value::number(*number),
            Value::String(text) => {
                vm.heap.tick(text.len() as u64 / UNITS_PER_TICK).map_err(Error::terminated)?;
                require_room_for(vm, text).map_err(Error::terminated)?;
                engine::Value::string(vm.heap.new_string(text))
            }
            Value::Object(object) => object.to_engine(vm).ok_or_else(Error::wrong_engine)?,
        })
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Boolean(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::String(text)
    }
}
