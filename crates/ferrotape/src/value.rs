//! Values as the host sees them.

use ferrotape_runtime as engine;
use ferrotape_runtime::bigints;
use ferrotape_runtime::error_report;
use ferrotape_runtime::messages;
use ferrotape_runtime::string;
use ferrotape_runtime::{Completion, StringId, Vm};

use crate::handle::handle;
use crate::{BigInt, Context, Error, FromJs, Local, Object, Symbol, Termination};

/// A value of the language. Strings are copied out, with lone surrogates replaced by U+FFFD.
///
/// Exhaustive: these are all types of the language (ECMA-262, 6.1), and a new one concerns each host that reads values.
///
/// ```
/// use ferrotape::{Engine, Value};
///
/// let mut engine = Engine::new();
/// assert_eq!(engine.run("a.js", "1 + 1")?, Value::Number(2.0));
/// assert_eq!(engine.run("a.js", "'a' + 1")?, Value::from("a1"));
/// assert!(matches!(engine.run("a.js", "[]")?, Value::Object(_)));
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// The value `undefined`.
    Undefined,
    /// The value `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A BigInt.
    BigInt(BigInt),
    /// A string, copied.
    String(String),
    /// A symbol.
    Symbol(Symbol),
    /// An object, functions and arrays included.
    Object(Object),
}

handle! {
    /// A handle of any value, without a copy: for values that only pass through the host. For numbers and other
    /// primitives it costs more than [`Value`].
    ///
    /// ```
    /// use ferrotape::convert::JsValue;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("pass", |value: JsValue| value)?;
    /// assert!(engine.eval::<bool>("let text = '\\ud800'.repeat(1e6); pass(text) === text && pass(null) === null")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    JsValue, "a value", |_, _| true
}

/// Copies a string for the host. Fails without room for the copy and for everything else copied in the same call, as if
/// the script had made the copies. Keeps the string alive, which may have been made for the copy.
pub(crate) fn copied(vm: &mut Vm, string: StringId) -> Completion<String> {
    let vm = &mut vm.scope();
    vm.keep(engine::Value::string(string));
    let flat = vm.heap.flatten(string)?;
    let bytes = string::max_utf8_length(&mut vm.heap, flat)?;
    vm.lend(bytes)?;
    Ok(string::copied_text(&mut vm.heap, flat, bytes)?)
}

/// Fails if there is no room for the script's copy of a string of the host.
pub(crate) fn require_room_for(vm: &mut Vm, text: &str) -> Result<(), Termination> {
    // A character beyond Latin-1 takes two bytes for each unit. The source of the copy exists beside it.
    vm.heap.room(if text.is_ascii() { text.len() } else { text.len().saturating_mul(4) })
}

/// Bits of the largest thrown BigInt that is copied.
const MOST_THROWN_BITS: u64 = 1 << 16;

impl Value {
    /// Converts a value of the engine for the host. Keeps it alive meanwhile: to make room for a copy may collect garbage.
    pub(crate) fn from_engine(vm: &mut Vm, value: engine::Value) -> Result<Self, Error> {
        let vm = &mut vm.scope();
        vm.keep(value);
        Value::from_js(&mut Context::new(vm), Local::new(value))
    }

    /// Converts a thrown value for the host. Copies only the beginning of a string. A very large BigInt becomes a
    /// description.
    pub(crate) fn from_thrown(vm: &mut Vm, value: engine::Value) -> Self {
        match value.as_string() {
            Some(string) => Value::String(error_report::shown_text(vm, string)),
            None if value
                .as_bigint()
                .is_some_and(|bigint| bigints::get(&vm.heap, bigint).bits() > MOST_THROWN_BITS) =>
            {
                Value::String(messages::describe(vm, value))
            }
            None => Value::from_engine(vm, value).unwrap_or(Value::Undefined),
        }
    }

    /// Returns the number, if the value is one.
    ///
    /// ```
    /// use ferrotape::Value;
    ///
    /// assert_eq!(Value::Number(1.5).as_number(), Some(1.5));
    /// assert_eq!(Value::from("1.5").as_number(), None);
    /// ```
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the boolean, if the value is one.
    ///
    /// ```
    /// use ferrotape::Value;
    ///
    /// assert_eq!(Value::from(true).as_bool(), Some(true));
    /// assert_eq!(Value::Null.as_bool(), None);
    /// ```
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the text, if the value is a string.
    ///
    /// ```
    /// use ferrotape::Value;
    ///
    /// assert_eq!(Value::from("text").as_str(), Some("text"));
    /// assert_eq!(Value::Undefined.as_str(), None);
    /// ```
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the object, if the value is one.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let value = engine.run("a.js", "({ n: 1 })")?;
    /// assert_eq!(value.as_object().expect("an object").get::<u8>(&mut engine, "n")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Value::Object(object)
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
