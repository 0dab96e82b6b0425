//! Values as bytes, in the one format that all bindings speak. Needs the feature `wire`.
//!
//! A value is a tag and what belongs to it. Lengths and numbers of things are LEB128, all else is little-endian.
//!
//! | tag | value | then |
//! |---|---|---|
//! | 0 to 3 | `undefined`, `null`, `false`, `true` | |
//! | 4 | a safe integer that is not -0 | zigzag LEB128 |
//! | 5 | any other number | 8 bytes; NaN is `0x7ff8000000000000` |
//! | 6, 7 | a BigInt: from 0 on, below 0 | length, bytes of the magnitude |
//! | 8 | a string of Latin-1 | length, bytes |
//! | 9 | any other string | length in code units, two bytes for each |
//! | 10 | `Symbol.for(key)` | the key, a string |
//! | 11 | a well-known symbol | its name, a string |
//! | 12 | an array | length, elements |
//! | 13 | this many holes of an array | number |
//! | 14 | an object of data | keys (strings) and values; 15 |
//! | 15 | the end | |
//! | 16, 17 | a Map, a Set | keys and values, or values; 15 |
//! | 18 | a Date | 8 bytes |
//! | 19 | an ArrayBuffer | length, bytes |
//! | 20 | a view of a buffer | element type (12: DataView), offset in bytes, length in elements, the buffer |
//! | 21 | an error | name, message, stack: strings or `undefined`; properties as those of an object; 15 |
//! | 22 | an object that was met before | its number |
//! | 23 | what stays in the engine | kind (0 function, 1 object, 2 promise, 3 symbol), id, a name for people |
//! | 24 | a function of the host | id, its name |
//!
//! Values with the tags 12, 14, 16 to 21, 23 and 24 are numbered from 0 in the order of their tags.

mod frame;
mod read;
mod write;

use ferrotape_budget::Termination;
use ferrotape_runtime as engine;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::{Completion, Throw, Vm};

use crate::convert::JsValue;
use crate::{Context, Error, Function, Local};

/// The tags.
mod tag {
    pub const UNDEFINED: u8 = 0;
    pub const NULL: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const TRUE: u8 = 3;
    pub const INTEGER: u8 = 4;
    pub const NUMBER: u8 = 5;
    pub const BIGINT: u8 = 6;
    pub const NEGATIVE_BIGINT: u8 = 7;
    pub const LATIN1: u8 = 8;
    pub const UTF16: u8 = 9;
    pub const REGISTERED: u8 = 10;
    pub const WELL_KNOWN: u8 = 11;
    pub const ARRAY: u8 = 12;
    pub const HOLES: u8 = 13;
    pub const OBJECT: u8 = 14;
    pub const END: u8 = 15;
    pub const MAP: u8 = 16;
    pub const SET: u8 = 17;
    pub const DATE: u8 = 18;
    pub const BUFFER: u8 = 19;
    pub const VIEW: u8 = 20;
    pub const ERROR: u8 = 21;
    pub const BACK: u8 = 22;
    pub const HANDLE: u8 = 23;
    pub const HOST_FUNCTION: u8 = 24;
}

/// The element type of a DataView.
const DATA_VIEW: u8 = 12;

/// The kinds of what stays in the engine.
mod kept {
    pub const FUNCTION: u8 = 0;
    pub const OBJECT: u8 = 1;
    pub const PROMISE: u8 = 2;
    pub const SYMBOL: u8 = 3;
}

/// A binding's part of the format: handles of values that are not copied, and functions of the host.
pub trait Keeper {
    /// Keeps a value, and returns the number by which [`Keeper::kept`] finds it; None where only data is wanted.
    fn keep(&mut self, cx: &mut Context<'_>, value: JsValue) -> Option<u64>;

    /// Returns the value with that number, unless it was released. The name is the one for people.
    ///
    /// # Errors
    ///
    /// The error is that of [`decode`], which has met the number.
    fn kept(&mut self, cx: &mut Context<'_>, id: u64, name: &str) -> Result<Option<JsValue>, Error>;

    /// Makes the function that calls the host's function with that number.
    ///
    /// # Errors
    ///
    /// The error is that of [`decode`], which has met the function.
    fn function(&mut self, cx: &mut Context<'_>, id: u64, name: &str) -> Result<Function, Error>;
}

/// A [`Keeper`] for data only. Everything else is a conversion error with its path.
///
/// ```
/// use ferrotape::wire::{DataOnly, encode};
/// use ferrotape::{AsContext, Engine, Error, IntoJs, convert::JsValue};
///
/// let mut engine = Engine::new();
/// let error = engine.enter(|cx| {
///     let value: JsValue = cx.eval("({ orders: [1, { when: () => 2 }] })")?;
///     let value = value.into_js(cx)?;
///     encode(cx, value, &mut DataOnly)
/// });
/// assert_eq!(error.unwrap_err().message(), "orders[1].when: expected data, found function when");
/// # Ok::<(), Error>(())
/// ```
pub struct DataOnly;

impl Keeper for DataOnly {
    fn keep(&mut self, _: &mut Context<'_>, _: JsValue) -> Option<u64> {
        None
    }

    fn kept(&mut self, _: &mut Context<'_>, _: u64, _: &str) -> Result<Option<JsValue>, Error> {
        Ok(None)
    }

    fn function(&mut self, _: &mut Context<'_>, _: u64, name: &str) -> Result<Function, Error> {
        Err(Error::conversion("TypeError", format!("expected data, found the function {name}")))
    }
}

/// Writes a value. Getters run, and everything counts against the limits of the run.
///
/// ```
/// use ferrotape::wire::{DataOnly, decode, encode};
/// use ferrotape::{AsContext, Engine, Error, IntoJs, convert::JsValue};
///
/// let mut engine = Engine::new();
/// let bytes = engine.enter(|cx| {
///     let value: JsValue = cx.eval("[-1, 'a', new Map([[0, null]])]")?;
///     let value = value.into_js(cx)?;
///     encode(cx, value, &mut DataOnly)
/// })?;
/// assert_eq!(bytes, [12, 3, 4, 1, 8, 1, b'a', 16, 4, 0, 1, 15]);
/// engine.enter(|cx| {
///     let value = decode(cx, &bytes, &mut DataOnly)?;
///     cx.set_global("copy", value)
/// })?;
/// assert!(engine.eval::<bool>("copy[2].get(0) === null")?);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Fails if a part cannot be written: a conversion error with the path to it. Also for a
/// [shared cause](Error#shared-causes), like an exception of a getter.
pub fn encode<'js>(cx: &mut Context<'js>, value: Local<'js>, keeper: &mut dyn Keeper) -> Result<Vec<u8>, Error> {
    write::encode(cx, value, keeper)
}

/// Reads a value from bytes, which may be arbitrary. See [`encode`].
///
/// # Errors
///
/// Fails if the bytes are not a value: a conversion error. Also for a [shared cause](Error#shared-causes).
pub fn decode<'js>(cx: &mut Context<'js>, bytes: &[u8], keeper: &mut dyn Keeper) -> Result<Local<'js>, Error> {
    read::decode(cx, bytes, keeper)
}

/// Returns the name of a value's kind: what `typeof` says, and of objects `null`, `array`, `bytes`, `date`, `error` and
/// `promise`. No script runs.
///
/// ```
/// use ferrotape::{AsContext, Engine, Error, IntoJs, convert::JsValue, wire};
///
/// let mut engine = Engine::new();
/// let kind = engine.enter(|cx| {
///     let value = cx.eval::<JsValue>("new Date(0)")?.into_js(cx)?;
///     Ok(wire::kind(cx, value))
/// })?;
/// assert_eq!(kind, "date");
/// # Ok::<(), Error>(())
/// ```
pub fn kind(cx: &mut Context<'_>, value: Local<'_>) -> &'static str {
    let heap = &cx.vm.heap;
    match value.value.as_object().map(|object| (object, heap.kind(object))) {
        _ if value.is_undefined() => "undefined",
        _ if value.is_nullish() => "null",
        _ if value.as_bool().is_some() => "boolean",
        _ if value.as_number().is_some() => "number",
        _ if value.is_string() => "string",
        None if value.value.as_bigint().is_some() => "bigint",
        None => "symbol",
        Some((object, _)) if heap.has_call(object) => "function",
        Some((_, Kind::Array(_))) => "array",
        Some((_, Kind::ArrayBuffer(_) | Kind::TypedArray(_) | Kind::DataView(_))) => "bytes",
        Some((_, Kind::Date(_))) => "date",
        Some((_, Kind::Error(_))) => "error",
        Some((_, Kind::Promise(_))) => "promise",
        Some(_) => "object",
    }
}

/// Counts the bytes of a value as [`encode`] writes it, without the stacks of errors. None where there is more than data, or a
/// getter: no script runs.
pub(crate) fn count(vm: &mut Vm, value: engine::Value) -> Completion<Option<u64>> {
    write::count(vm, value)
}

/// Reason for which a value was not written or read.
enum Fail {
    Throw(Throw),
    /// An error of the host.
    Error(Error),
    /// A part of the value is wrong. Its path is that of the open frames.
    Refused(String),
}

impl From<Throw> for Fail {
    fn from(throw: Throw) -> Fail {
        Fail::Throw(throw)
    }
}

impl From<Termination> for Fail {
    fn from(termination: Termination) -> Fail {
        Fail::Throw(Throw::Terminated(termination))
    }
}

fn refused<T>(message: impl Into<String>) -> Result<T, Fail> {
    Err(Fail::Refused(message.into()))
}

impl Fail {
    /// Returns the error, before its path is told.
    fn into_error(self, cx: &mut Context<'_>) -> Error {
        match self {
            Fail::Throw(throw) => cx.error_of(throw),
            Fail::Error(error) => error,
            Fail::Refused(message) => Error::conversion("TypeError", message),
        }
    }
}
