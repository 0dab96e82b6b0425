//! Conversions between Rust types and values of scripts.
//!
//! They are strict: a number is not a string. [`Coerced`] converts as the language does. An error names the path to the
//! mismatch, like `order.items[3].price: expected a number, found "3"`. This also holds for values that Rust gives to
//! scripts.

mod collections;
mod numbers;
mod text;
mod time;

pub use self::collections::Listed;
#[cfg(feature = "serde")]
pub use crate::json::Json;
pub use crate::value::JsValue;

use ferrotape_runtime::PropertyKey;
use ferrotape_runtime::convert;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{self, Kind};

use crate::declarations::{Types, optional};

#[cfg(feature = "serde")]
pub(crate) use self::numbers::{exact_i128, exact_u128};
use crate::{Context, Error, JsString, Local, Object, Symbol, Value};

/// A type that values of scripts convert to. Conversions are strict: a value of another type, or out of range, gives an
/// error. Two conversions lose information, as the table says: `f32`, and the text types. [`JsString`] keeps each code
/// unit.
///
/// | Rust | script |
/// |---|---|
/// | `bool`, `f64`, integers | boolean, number; integers in their range, also BigInts for 64 bits and more |
/// | `f32` | number, rounded to the nearest; an error for finite numbers beyond its range |
/// | [`BigInt`](crate::handles::BigInt) | BigInt |
/// | `String`, `Box<str>`, `Arc<str>`, `Cow<str>`, `char` | string; lone surrogates become U+FFFD |
/// | [`JsString`] | string, unchanged: [`to_units`](crate::handles::JsString::to_units) keeps lone surrogates |
/// | `Option<T>` | `null` and `undefined` are None |
/// | `Vec<T>`, `[T; N]`, tuples, `HashSet<T>` … | arrays and other iterable objects |
/// | `HashMap<K, V>`, `BTreeMap<K, V>` | objects by their own enumerable properties, and Maps |
/// | [`Bytes`](crate::handles::Bytes) | ArrayBuffers and views of them |
/// | `SystemTime` | Date |
/// | [`Object`], [`Function`](crate::Function) … | handles of the objects they are named for |
/// | [`Value`] | anything |
///
/// ```
/// use ferrotape::handles::Local;
/// use ferrotape::{Context, Engine, Error, FromJs, Object};
///
/// struct Point { x: f64, y: f64 }
///
/// impl FromJs for Point {
///     fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
///         let object = Object::from_js(cx, value)?;
///         Ok(Point { x: object.get(cx, "x")?, y: object.get(cx, "y")? })
///     }
/// }
///
/// let mut engine = Engine::new();
/// let points: Vec<Point> = engine.eval("[{ x: 1, y: 2 }]")?;
/// assert_eq!(points[0].x + points[0].y, 3.0);
/// let error = engine.eval::<Vec<Point>>("[{ x: 1, y: 2 }, { x: 1 }]").err().unwrap();
/// assert_eq!(error.message(), "[1].y: expected a number, found undefined");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "values of scripts cannot be converted to `{Self}`",
    note = "`#[derive(FromJs)]` converts objects to a struct; `Instance<T>` takes an object of a class",
    note = "where the result does not matter, write `eval::<()>(…)?`, or `run`, which gives a `Value`"
)]
pub trait FromJs: Sized {
    /// Converts a value from the script.
    ///
    /// # Errors
    ///
    /// Fails if the value is of another type or out of range: a conversion error, whose path leads to the part in
    /// question. Also for a [shared cause](Error#shared-causes), like an exception of a getter.
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error>;

    /// Tells the TypeScript type of what is converted, for [`Engine::declarations`](crate::Engine::declarations). The
    /// derive macro tells that of a struct or an enum. See [`Types`] for an example.
    fn typescript(types: &mut Types) -> String {
        let _ = types;
        "any".to_owned()
    }
}

/// A type that converts to values of scripts: all types in the table of [`FromJs`], references to them, and slices.
///
/// ```
/// use ferrotape::handles::Local;
/// use ferrotape::{Context, Engine, Error, IntoJs, Object};
///
/// struct Point { x: f64, y: f64 }
///
/// impl IntoJs for Point {
///     fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
///         let object = Object::new(cx)?;
///         object.set(cx, "x", self.x)?;
///         object.set(cx, "y", self.y)?;
///         object.into_js(cx)
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.set_global("point", Point { x: 3.0, y: 4.0 })?;
/// assert_eq!(engine.eval::<f64>("Math.hypot(point.x, point.y)")?, 5.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given to scripts",
    note = "`#[derive(IntoJs)]` makes objects of a struct; `#[ferrotape::class]` makes a class of it",
    note = "`Listed(iterator)` gives the items of an iterator as an array, `Iter` one at a time"
)]
pub trait IntoJs {
    /// Converts to a value for the script.
    ///
    /// # Errors
    ///
    /// Fails if a part cannot be represented, or for a [shared cause](Error#shared-causes), like the memory limit.
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error>;

    /// Tells the TypeScript type of the value, for [`Engine::declarations`](crate::Engine::declarations): see [`Types`].
    ///
    /// ```
    /// use ferrotape::declarations::Types;
    /// use ferrotape::IntoJs;
    ///
    /// assert_eq!(<Vec<Option<u8>>>::typescript(&mut Types::default()), "Array<number | undefined>");
    /// ```
    fn typescript(types: &mut Types) -> String
    where
        Self: Sized,
    {
        let _ = types;
        "any".to_owned()
    }
}

/// The value `undefined`. As a result type, it accepts and ignores any value.
///
/// ```
/// use ferrotape::convert::Undefined;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.set_global("nothing", Undefined)?;
/// assert!(engine.eval::<bool>("nothing === undefined")?);
/// // What the script gives does not matter.
/// assert_eq!(engine.eval::<Undefined>("6 * 7")?, Undefined);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Undefined;

/// The value `null`.
///
/// ```
/// use ferrotape::convert::Null;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.set_global("nothing", Null)?;
/// assert!(engine.eval::<bool>("nothing === null")?);
/// assert!(engine.eval::<Null>("undefined").is_err());
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Null;

/// A value converted as the language does: ToNumber, ToString, ToBoolean. This can run script.
///
/// ```
/// use ferrotape::convert::Coerced;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// assert_eq!(engine.eval::<Coerced<f64>>("'0x10'")?.0, 16.0);
/// assert_eq!(engine.eval::<Coerced<String>>("[1, [2, 3]]")?.0, "1,2,3");
/// assert!(!engine.eval::<Coerced<bool>>("''")?.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Coerced<T>(pub T);

impl FromJs for Coerced<f64> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        cx.working(|vm| convert::to_number(vm, value.value)).map(Coerced)
    }
}

impl FromJs for Coerced<String> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        cx.working(|vm| convert::to_string(vm, value.value).and_then(|string| crate::value::copied(vm, string)))
            .map(Coerced)
    }
}

impl FromJs for Coerced<JsString> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let string =
            cx.run_for_value(|vm| convert::to_string(vm, value.value).map(ferrotape_runtime::Value::string))?;
        Ok(Coerced(JsString::new_handle(cx.vm, string.value)))
    }
}

impl FromJs for Coerced<bool> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        Ok(Coerced(cx.vm.heap.to_boolean(value.value)))
    }
}

impl IntoJs for Local<'_> {
    /// Returns the value, which was made in this turn. The borrow checker rejects values of other turns.
    fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Ok(Local::new(self.value))
    }
}

impl FromJs for () {
    fn from_js<'js>(_: &mut Context<'js>, _: Local<'js>) -> Result<Self, Error> {
        Ok(())
    }

    fn typescript(_: &mut Types) -> String {
        "any".to_owned()
    }
}

impl IntoJs for () {
    fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Ok(Local::undefined())
    }

    fn typescript(_: &mut Types) -> String {
        "undefined".to_owned()
    }
}

impl FromJs for Undefined {
    fn from_js<'js>(_: &mut Context<'js>, _: Local<'js>) -> Result<Self, Error> {
        Ok(Undefined)
    }

    fn typescript(_: &mut Types) -> String {
        "any".to_owned()
    }
}

impl IntoJs for Undefined {
    fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Ok(Local::undefined())
    }

    fn typescript(_: &mut Types) -> String {
        "undefined".to_owned()
    }
}

impl FromJs for Null {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        if value.value.is_null() { Ok(Null) } else { Err(cx.unexpected("null", value)) }
    }

    fn typescript(_: &mut Types) -> String {
        "null".to_owned()
    }
}

impl IntoJs for Null {
    fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Ok(Local::null())
    }

    fn typescript(_: &mut Types) -> String {
        "null".to_owned()
    }
}

impl FromJs for bool {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        value.as_bool().ok_or_else(|| cx.unexpected("a boolean", value))
    }

    fn typescript(_: &mut Types) -> String {
        "boolean".to_owned()
    }
}

impl IntoJs for bool {
    fn into_js<'js>(self, _: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Ok(Local::new(ferrotape_runtime::Value::bool(self)))
    }

    fn typescript(_: &mut Types) -> String {
        "boolean".to_owned()
    }
}

impl<T: FromJs> FromJs for Option<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        if value.is_nullish() { Ok(None) } else { T::from_js(cx, value).map(Some) }
    }

    fn typescript(types: &mut Types) -> String {
        optional(T::typescript(types), " | null | undefined")
    }
}

impl<T: IntoJs> IntoJs for Option<T> {
    /// None becomes `undefined`. For `null`, use [`Null`].
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        match self {
            Some(value) => value.into_js(cx),
            None => Ok(Local::undefined()),
        }
    }

    fn typescript(types: &mut Types) -> String {
        optional(T::typescript(types), " | undefined")
    }
}

impl<'a, T> IntoJs for &'a Option<T>
where
    &'a T: IntoJs,
{
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.as_ref().into_js(cx)
    }

    fn typescript(types: &mut Types) -> String {
        optional(<&'a T as IntoJs>::typescript(types), " | undefined")
    }
}

impl<T: FromJs> FromJs for Box<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        cx.lend(size_of::<T>())?;
        cx.require_depth()?;
        T::from_js(cx, value).map(Box::new)
    }

    fn typescript(types: &mut Types) -> String {
        T::typescript(types)
    }
}

impl<T: IntoJs> IntoJs for Box<T> {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        cx.require_depth()?;
        (*self).into_js(cx)
    }

    fn typescript(types: &mut Types) -> String {
        T::typescript(types)
    }
}

impl FromJs for Value {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let value = value.value;
        Ok(match value.as_string() {
            Some(string) => Value::String(cx.working(|vm| crate::value::copied(vm, string))?),
            None if value.is_bigint() => Value::BigInt(crate::BigInt::from_js(cx, Local::new(value))?),
            None if value.is_symbol() => Value::Symbol(Symbol::new_handle(cx.vm, value)),
            None if value.is_object() => Value::Object(Object::new_handle(cx.vm, value)),
            None if value.is_null() => Value::Null,
            None => match (value.as_bool(), value.as_number()) {
                (Some(value), _) => Value::Boolean(value),
                (_, Some(number)) => Value::Number(number),
                _ => Value::Undefined,
            },
        })
    }
}

impl IntoJs for &Value {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        match self {
            Value::Undefined => Ok(Local::undefined()),
            Value::Null => Ok(Local::null()),
            Value::Boolean(value) => value.into_js(cx),
            Value::Number(number) => number.into_js(cx),
            Value::BigInt(bigint) => bigint.into_js(cx),
            Value::String(text) => text.into_js(cx),
            Value::Symbol(symbol) => symbol.into_js(cx),
            Value::Object(object) => object.into_js(cx),
        }
    }
}

impl IntoJs for Value {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        (&self).into_js(cx)
    }
}

impl IntoJs for &bool {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        (*self).into_js(cx)
    }

    fn typescript(_: &mut Types) -> String {
        "boolean".to_owned()
    }
}

/// The message for values that are nested too deep. Mostly they contain themselves.
pub(crate) const TOO_DEEP: &str = "nested too deep, or contained in itself";

const AWAIT_IT: &str = "`await` it in the script, or take a `Promise`; `Engine::eval_async` awaits a script's value";

impl<'js> Context<'js> {
    /// Fails if too little native stack is left for one more level. A script can nest Rust values deeply, and convert
    /// them back with less stack left.
    pub(crate) fn require_depth(&mut self) -> Result<(), Error> {
        self.working(|vm| vm.check_native_stack()).map_err(|error| match error.is_termination() {
            true => error,
            false => Error::conversion("RangeError", TOO_DEEP.to_owned()),
        })
    }

    /// Returns the error of a conversion that expected another type of value.
    ///
    /// ```
    /// use ferrotape::handles::Local;
    /// use ferrotape::{Context, Engine, Error, FromJs};
    ///
    /// struct Percent(f64);
    ///
    /// impl FromJs for Percent {
    ///     fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
    ///         match value.as_number() {
    ///             Some(number @ 0.0..=100.0) => Ok(Percent(number)),
    ///             _ => Err(cx.unexpected("a percentage", value)),
    ///         }
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.eval::<Percent>("50")?.0, 50.0);
    /// let error = engine.eval::<Percent>("101").err().expect("too much");
    /// assert_eq!(error.message(), "expected a percentage, found 101");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[cold]
    pub fn unexpected(&mut self, expected: &str, found: Local<'js>) -> Error {
        let described = messages::describe(self.vm, found.value);
        let error = Error::conversion("TypeError", format!("expected {expected}, found {described}"));
        if self.is_promise(found) { error.with_hint(AWAIT_IT) } else { error }
    }

    /// Returns whether the value is a promise. Its properties are none that a conversion is about.
    pub(crate) fn is_promise(&self, value: Local<'js>) -> bool {
        value.value.as_object().is_some_and(|object| matches!(self.vm.heap.kind(object), Kind::Promise(_)))
    }

    /// Fails unless the value is an iterable object, which [`Vec`] and similar types convert from.
    pub(crate) fn require_iterable(&mut self, expected: &str, value: Local<'js>) -> Result<(), Error> {
        let iterator = ferrotape_runtime::symbols::ITERATOR;
        match value.value.as_object() {
            Some(object)
                if self
                    .working(|vm| object::get_method(vm, ferrotape_runtime::Value::object(object), iterator))?
                    .is_some() =>
            {
                Ok(())
            }
            _ => Err(self.unexpected(expected, value)),
        }
    }

    /// Returns the number of elements of an array that can be read element by element.
    fn length_of_plain_array(&mut self, value: Local<'js>) -> Option<u32> {
        match self.vm.heap.kind(value.value.as_object()?) {
            Kind::Array(length) => Some(length),
            _ => None,
        }
    }
}

impl Error {
    /// Adds a property to the path of a conversion error.
    pub(crate) fn within_property(self, cx: &mut Context<'_>, key: PropertyKey) -> Error {
        if !self.is_conversion() {
            return self;
        }
        match cx.vm.heap.array_index_of(key) {
            Some(index) => self.within_index(index as usize),
            None => {
                let name = cx.vm.heap.describe_key(key);
                // A symbol is shown differently from any string.
                if key.as_symbol().is_some() { self.within(&format!("[{name}]")) } else { self.within_key(&name) }
            }
        }
    }
}
