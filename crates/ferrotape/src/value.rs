//! Values as the embedder sees them.

use std::fmt;
use std::rc::Rc;

use ferrotape_engine as engine;
use ferrotape_engine::Vm;

use crate::Error;

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
    handle: Rc<Handle>,
}

struct Handle {
    index: usize,
    value: engine::Value,
    table: Rc<HandleTable>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.table.note(self.index);
    }
}

/// The engine's list of dropped handles. Also the engine's identity.
pub(crate) type HandleTable = engine::DroppedHandles;

impl Object {
    pub(crate) fn new(vm: &mut Vm, value: engine::Value, table: &Rc<HandleTable>) -> Self {
        let index = vm.new_handle(value);
        Object { handle: Rc::new(Handle { index, value, table: Rc::clone(table) }) }
    }
}

/// Two handles are equal where they mean the same object.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.handle.table, &other.handle.table) && self.handle.value == other.handle.value
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[object]")
    }
}

impl Value {
    /// A value of the engine, for the embedder.
    pub(crate) fn from_engine(vm: &mut Vm, value: engine::Value, table: &Rc<HandleTable>) -> Result<Self, Error> {
        Ok(if value.is_undefined() {
            Value::Undefined
        } else if value.is_null() {
            Value::Null
        } else if let Some(value) = value.as_bool() {
            Value::Boolean(value)
        } else if let Some(number) = value.as_number() {
            Value::Number(number)
        } else if let Some(string) = value.as_string() {
            let flat = vm.heap.flatten(string).map_err(Error::terminated)?;
            Value::String(vm.heap.view(flat).to_string_lossy())
        } else {
            Value::Object(Object::new(vm, value, table))
        })
    }

    /// A value of the embedder, for the engine that `table` belongs to.
    pub(crate) fn to_engine(&self, vm: &mut Vm, table: &Rc<HandleTable>) -> Result<engine::Value, Error> {
        Ok(match self {
            Value::Undefined => engine::Value::UNDEFINED,
            Value::Null => engine::Value::NULL,
            Value::Boolean(value) => engine::Value::bool(*value),
            Value::Number(number) => engine::Value::number(*number),
            Value::String(text) => {
                vm.heap.require_room(text.len() * 2).map_err(Error::terminated)?;
                engine::Value::string(vm.heap.new_string(text))
            }
            Value::Object(object) if Rc::ptr_eq(&object.handle.table, table) => object.handle.value,
            Value::Object(_) => return Err(Error::wrong_engine()),
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
