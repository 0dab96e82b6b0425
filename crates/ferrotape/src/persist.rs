//! Rust values in engines as bytes.
//!
//! ```text
//! Class::save ──> Saving ──> bytes, and the script values beside them     see Engine::snapshot
//! Class::load <── Loading <── untrusted bytes                              see Engine::restore_into
//! ```
//!
//! [`Persist`] defines the saved form of a type: numbers, strings, lists and so on as bytes, handles and [`Own`]s as
//! the values that they refer to.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;

use ferrotape_runtime as engine;
use ferrotape_runtime::Vm;
use ferrotape_runtime::host_part::HostValue;
use ferrotape_runtime::hosts;
use ferrotape_runtime::promise::{self as promises, PromiseState};
use ferrotape_runtime::{Read, Reader, Writer};

use crate::handle::Handle;
use crate::{BigInt, Class, Error, Instance, Own, Promise, Value};

/// The greatest nesting of values. Without it, a recursive loader could go as deep as untrusted bytes say.
const MOST_DEPTH: u32 = 200;

/// A type that can be saved with the Rust value of an object: see [`Class::save`](crate::Class::save).
///
/// ```
/// use ferrotape::snapshot::{Loading, Persist, Saving};
/// use ferrotape::Error;
///
/// struct Stage { name: String, laps: Vec<f64> }
///
/// impl Persist for Stage {
///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
///         saving.put(&self.name)?;
///         saving.put(&self.laps)
///     }
///
///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
///         let stage = Stage { name: loading.take()?, laps: loading.take()? };
///         match stage.laps.iter().all(|lap| *lap >= 0.0) {
///             true => Ok(stage),
///             false => Err(Error::new("a lap takes less than no time")),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved with an engine",
    note = "implement `Persist` for a type of yours: `save` writes its parts, `load` reads them"
)]
pub trait Persist: Sized {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be written. The call that writes the engine then fails.
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error>;

    /// Reads a value. The bytes are untrusted.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not such a value. The call that reads the engine then fails.
    fn load(loading: &mut Loading<'_>) -> Result<Self, Error>;
}

/// Writes the data of a Rust value: see [`Class::save`](crate::Class::save).
///
/// ```
/// use ferrotape::snapshot::{Loading, Saving};
/// use ferrotape::{Class, ClassBuilder, Engine, Error};
///
/// struct Point { x: f64, y: f64 }
///
/// impl Class for Point {
///     const NAME: &'static str = "Point";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.constructor(|x: f64, y: f64| Point { x, y })?;
///         class.getter("length", |point: &Point| point.x.hypot(point.y))
///     }
///
///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
///         saving.put(&self.x)?;
///         saving.put(&self.y)
///     }
///
///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
///         Ok(Point { x: loading.take()?, y: loading.take()? })
///     }
/// }
///
/// let ready = || {
///     let mut engine = Engine::new();
///     engine.register::<Point>()?;
///     Ok::<Engine, Error>(engine)
/// };
/// let mut engine = ready()?;
/// engine.run("a.js", "var point = new Point(3, 4)")?;
/// let mut restored = Engine::restore_into(ready()?, &engine.snapshot()?)?;
/// assert_eq!(restored.eval::<f64>("point.length")?, 5.0);
/// # Ok::<(), Error>(())
/// ```
pub struct Saving<'a> {
    vm: &'a mut Vm,
    depth: u32,
    bytes: Writer,
    values: Vec<engine::Value>,
}

/// Reads the data of a Rust value: see [`Class::load`](crate::Class::load).
///
/// ```
/// use ferrotape::snapshot::{Loading, Persist, Saving};
/// use ferrotape::Error;
///
/// struct Percent(u8);
///
/// impl Persist for Percent {
///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
///         saving.put(&self.0)
///     }
///
///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
///         match loading.take()? {
///             percent @ 0..=100 => Ok(Percent(percent)),
///             // The bytes can be anything.
///             _ => Err(Error::new("more than all of it")),
///         }
///     }
/// }
/// ```
pub struct Loading<'a> {
    vm: &'a mut Vm,
    depth: u32,
    bytes: Vec<u8>,
    at: usize,
    values: std::vec::IntoIter<engine::Value>,
}

impl<'a> Saving<'a> {
    pub(crate) fn new(vm: &'a mut Vm) -> Self {
        Saving { vm, depth: 0, bytes: Writer::default(), values: Vec::new() }
    }

    /// Appends a value.
    ///
    /// ```
    /// use ferrotape::snapshot::{Loading, Persist, Saving};
    /// use ferrotape::Error;
    ///
    /// struct Lap { number: u32, seconds: f64 }
    ///
    /// impl Persist for Lap {
    ///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
    ///         saving.put(&self.number)?;
    ///         saving.put(&self.seconds)
    ///     }
    ///
    ///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
    ///         Ok(Lap { number: loading.take()?, seconds: loading.take()? })
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of [`Persist::save`], or if values are nested too deep.
    pub fn put<T: Persist>(&mut self, value: &T) -> Result<(), Error> {
        if self.depth == MOST_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let saved = value.save(self);
        self.depth -= 1;
        saved
    }

    /// Appends bytes, for data with its own binary format.
    ///
    /// ```
    /// use ferrotape::snapshot::{Loading, Persist, Saving};
    /// use ferrotape::Error;
    ///
    /// struct Picture(Vec<u8>);
    ///
    /// impl Persist for Picture {
    ///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
    ///         saving.put_bytes(&self.0);
    ///         Ok(())
    ///     }
    ///
    ///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
    ///         Ok(Picture(loading.take_bytes()?))
    ///     }
    /// }
    /// ```
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        self.bytes.text(bytes);
    }

    /// Appends a count and the items. Each item must take at least a byte or a script value.
    fn put_all<I: ExactSizeIterator>(
        &mut self,
        items: I,
        mut put: impl FnMut(&mut Self, I::Item) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let count = items.len();
        self.bytes.number(count as u64);
        let before = self.bytes.bytes.len() + self.values.len();
        items.into_iter().try_for_each(|item| put(self, item))?;
        match self.bytes.bytes.len() + self.values.len() - before < count {
            true => Err(Error::new("the values of a list take no bytes")),
            false => Ok(()),
        }
    }

    fn put_value(&mut self, value: Result<engine::Value, Error>) -> Result<(), Error> {
        self.values.push(value?);
        Ok(())
    }

    pub(crate) fn put_handle(&mut self, handle: &Handle) -> Result<(), Error> {
        let value = handle.value_in(self.vm).ok_or_else(Error::wrong_engine);
        self.put_value(value)
    }

    pub(crate) fn written(self) -> HostValue {
        HostValue { bytes: self.bytes.bytes, values: self.values }
    }
}

impl<'a> Loading<'a> {
    pub(crate) fn new(vm: &'a mut Vm, value: HostValue) -> Self {
        Loading { vm, depth: 0, bytes: value.bytes, at: 0, values: value.values.into_iter() }
    }

    /// Reads the next value.
    ///
    /// ```
    /// use ferrotape::snapshot::{Loading, Persist, Saving};
    /// use ferrotape::Error;
    ///
    /// struct Lap { number: u32, seconds: f64 }
    ///
    /// impl Persist for Lap {
    ///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
    ///         saving.put(&self.number)?;
    ///         saving.put(&self.seconds)
    ///     }
    ///
    ///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
    ///         Ok(Lap { number: loading.take()?, seconds: loading.take()? })
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of [`Persist::load`], if the bytes end early, or if values are nested too deep.
    pub fn take<T: Persist>(&mut self) -> Result<T, Error> {
        if self.depth == MOST_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let loaded = T::load(self);
        self.depth -= 1;
        loaded
    }

    /// Reads bytes written by [`Saving::put_bytes`].
    ///
    /// ```
    /// use ferrotape::snapshot::{Loading, Persist, Saving};
    /// use ferrotape::Error;
    ///
    /// struct Name(String);
    ///
    /// impl Persist for Name {
    ///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
    ///         saving.put_bytes(self.0.as_bytes());
    ///         Ok(())
    ///     }
    ///
    ///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
    ///         let text = String::from_utf8(loading.take_bytes()?);
    ///         text.map(Name).map_err(|_| Error::new("a name is not text"))
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the bytes end early, or are none.
    pub fn take_bytes(&mut self) -> Result<Vec<u8>, Error> {
        self.read(|reader| reader.text().map(<[u8]>::to_vec))
    }

    fn read<T>(&mut self, read: impl FnOnce(&mut Reader<'_>) -> Read<T>) -> Result<T, Error> {
        let mut reader = Reader::new(&self.bytes, self.at);
        let value = read(&mut reader).map_err(|_| damaged())?;
        self.at = reader.offset();
        Ok(value)
    }

    /// Reads items written by [`Saving::put_all`]. Reserves no room for items before they are read.
    fn take_all<T: Persist, C: FromIterator<T>>(&mut self) -> Result<C, Error> {
        let count = self.read(|reader| reader.number())?;
        let left = (self.bytes.len() - self.at + self.values.len()) as u64;
        if count > left {
            return Err(damaged());
        }
        (0..count).map(|_| self.take()).collect()
    }

    fn value(&mut self) -> Result<engine::Value, Error> {
        self.values.next().ok_or_else(damaged)
    }

    /// Reads the next value as a handle of a type.
    pub(crate) fn take_handle<T>(
        &mut self,
        is_one: fn(&Vm, engine::Value) -> bool,
        new: fn(&mut Vm, engine::Value) -> T,
    ) -> Result<T, Error> {
        let value = self.value()?;
        if is_one(self.vm, value) { Ok(new(self.vm, value)) } else { Err(damaged()) }
    }

    /// Tells whether a promise is pending: nothing has settled it.
    pub(crate) fn is_pending(&self, promise: &Promise) -> bool {
        let value = promise.handle().value_in(self.vm);
        let promise = value.and_then(|value| promises::promise(self.vm, value));
        promise.is_some_and(|(_, promise)| promise.state == PromiseState::Pending)
    }

    /// Fails if anything is left.
    pub(crate) fn end(&self) -> Result<(), Error> {
        if self.at == self.bytes.len() && self.values.len() == 0 { Ok(()) } else { Err(damaged()) }
    }
}

fn damaged() -> Error {
    Error::new("the bytes are not what was written")
}

fn too_deep() -> Error {
    Error::new("too many values within each other")
}

impl<T> Persist for Own<T> {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        let value = self.value_in(saving.vm);
        saving.put_value(value)
    }

    /// The value's type is checked when it is used.
    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let value = loading.value()?;
        Ok(Own::pending(loading.vm, value))
    }
}

impl<T: Class> Persist for Instance<T> {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(self.object())
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let object: crate::Object = loading.take()?;
        let class = crate::Context::nested(loading.vm).class_id::<T>();
        let id = object.handle().value_in(loading.vm).and_then(engine::Value::as_object);
        match id.is_some_and(|id| hosts::host_class_of(&loading.vm.heap, id) == Some(class)) {
            true => Ok(Instance::of_object(object)),
            false => Err(damaged()),
        }
    }
}

impl Persist for Value {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        let kind: u8 = match self {
            Value::Undefined => 0,
            Value::Null => 1,
            Value::Boolean(_) => 2,
            Value::Number(_) => 3,
            Value::BigInt(_) => 4,
            Value::String(_) => 5,
            Value::Symbol(_) => 6,
            Value::Object(_) => 7,
        };
        saving.put(&kind)?;
        match self {
            Value::Undefined | Value::Null => Ok(()),
            Value::Boolean(value) => saving.put(value),
            Value::Number(value) => saving.put(value),
            Value::BigInt(value) => saving.put(value),
            Value::String(value) => saving.put(value),
            Value::Symbol(value) => saving.put(value),
            Value::Object(value) => saving.put(value),
        }
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        Ok(match loading.take::<u8>()? {
            0 => Value::Undefined,
            1 => Value::Null,
            2 => Value::Boolean(loading.take()?),
            3 => Value::Number(loading.take()?),
            4 => Value::BigInt(loading.take()?),
            5 => Value::String(loading.take()?),
            6 => Value::Symbol(loading.take()?),
            7 => Value::Object(loading.take()?),
            _ => return Err(damaged()),
        })
    }
}

impl Persist for BigInt {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put_bytes(&self.0.to_signed_bytes_le());
        Ok(())
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let bytes = loading.take_bytes()?;
        Ok(BigInt(num_bigint::BigInt::from_signed_bytes_le(&bytes)))
    }
}

impl Persist for u8 {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.bytes.byte(*self);
        Ok(())
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        loading.read(|reader| reader.byte())
    }
}

macro_rules! numbers {
    ($($number:ident as $wide:ident: $save:expr, $load:expr;)*) => {
        $(impl Persist for $number {
            fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
                let save: fn(&$number) -> $wide = $save;
                saving.bytes.bytes.extend(save(self).to_le_bytes());
                Ok(())
            }

            fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
                const BYTES: usize = size_of::<$wide>();
                let bytes = loading.read(|reader| reader.take(BYTES).map(|bytes| bytes.first_chunk().copied()))?;
                let number = $wide::from_le_bytes(bytes.ok_or_else(damaged)?);
                let load: fn($wide) -> Option<$number> = $load;
                load(number).ok_or_else(damaged)
            }
        })*
    };
}

// Written with their own size, in one form on all machines.
numbers! {
    u16 as u16: |number| *number, Some;
    u32 as u32: |number| *number, Some;
    u64 as u64: |number| *number, Some;
    u128 as u128: |number| *number, Some;
    usize as u64: |number| *number as u64, |number| usize::try_from(number).ok();
    i8 as i8: |number| *number, Some;
    i16 as i16: |number| *number, Some;
    i32 as i32: |number| *number, Some;
    i64 as i64: |number| *number, Some;
    i128 as i128: |number| *number, Some;
    isize as i64: |number| *number as i64, |number| isize::try_from(number).ok();
    f32 as f32: |number| *number, Some;
    f64 as f64: |number| *number, Some;
    char as u32: |unit| u32::from(*unit), char::from_u32;
}

impl Persist for bool {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&u8::from(*self))
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        match loading.take::<u8>()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(damaged()),
        }
    }
}

impl Persist for String {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put_bytes(self.as_bytes());
        Ok(())
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        String::from_utf8(loading.take_bytes()?).map_err(|_| damaged())
    }
}

impl<T: Persist> Persist for Option<T> {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&self.is_some())?;
        self.iter().try_for_each(|value| saving.put(value))
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        if loading.take()? { loading.take().map(Some) } else { Ok(None) }
    }
}

impl<T: Persist> Persist for Box<T> {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&**self)
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        loading.take().map(Box::new)
    }
}

macro_rules! lists {
    ($($list:ident: $($bound:path),*;)*) => {
        $(impl<T: Persist $(+ $bound)*> Persist for $list<T> {
            fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
                saving.put_all(self.iter(), Saving::put)
            }

            fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
                loading.take_all()
            }
        })*
    };
}

lists! {
    Vec:;
    VecDeque:;
    BTreeSet: Ord;
    HashSet: Eq, Hash;
}

macro_rules! maps {
    ($($map:ident: $($bound:path),*;)*) => {
        $(impl<K: Persist $(+ $bound)*, V: Persist> Persist for $map<K, V> {
            fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
                saving.put_all(self.iter(), |saving, (key, value)| {
                    saving.put(key)?;
                    saving.put(value)
                })
            }

            fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
                loading.take_all::<(K, V), _>()
            }
        })*
    };
}

maps! {
    BTreeMap: Ord;
    HashMap: Eq, Hash;
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {
        $(
            #[allow(non_snake_case)]
            impl<$($name: Persist),*> Persist for ($($name,)*) {
                fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
                    let ($($name,)*) = self;
                    $(saving.put($name)?;)*
                    Ok(())
                }

                fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
                    Ok(($(loading.take::<$name>()?,)*))
                }
            }
        )*
    };
}

/// Nothing.
impl Persist for () {
    fn save(&self, _: &mut Saving<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn load(_: &mut Loading<'_>) -> Result<Self, Error> {
        Ok(())
    }
}

tuples! {
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
}
