//! Writes values for scripts.

use ferrotape_runtime as engine;
use ferrotape_runtime::ObjectId;
use ferrotape_runtime::convert;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::shown;
use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

use crate::bytes::Bytes;
use crate::string::text_into_js;
use crate::{Context, Error, IntoJs, Local};

/// Writes one value.
pub(super) struct Writer<'a, 'js> {
    pub cx: &'a mut Context<'js>,
}

/// An array or object being filled.
pub(super) struct Filling<'a, 'js> {
    cx: &'a mut Context<'js>,
    /// The result: the array or object, or for a variant the object around it.
    whole: Local<'js>,
    part: ObjectId,
    index: u64,
    key: Option<Local<'js>>,
    /// The variant whose content this is.
    variant: Option<&'static str>,
}

impl<'a, 'js> Writer<'a, 'js> {
    /// Makes the array or object that is to be filled, and for a variant the object around it.
    fn fill(self, is_array: bool, variant: Option<&'static str>) -> Result<Filling<'a, 'js>, Error> {
        let cx = self.cx;
        // Values of Rust may be deep as well.
        cx.require_depth()?;
        cx.make_room(0)?;
        let part = cx.run_for_value(|vm| {
            Ok(engine::Value::object(if is_array { array::new_array(vm) } else { vm.new_plain_object() }))
        })?;
        let whole = match variant {
            Some(name) => in_variant(cx, name, part)?,
            None => part,
        };
        let Some(part) = part.value.as_object() else { return Err(Error::new("no object")) };
        Ok(Filling { cx, whole, part, index: 0, key: None, variant })
    }
}

/// Creates an object with one property.
fn in_variant<'js>(cx: &mut Context<'js>, name: &str, content: Local<'js>) -> Result<Local<'js>, Error> {
    let object = cx.run_for_value(|vm| Ok(engine::Value::object(vm.new_plain_object())))?;
    let name = text_into_js(cx, name)?;
    define(cx, object.value.as_object(), name, content)?;
    Ok(object)
}

/// Defines a property of an object that was just made. The key is any value, and converted as in scripts.
fn define<'js>(
    cx: &mut Context<'js>,
    object: Option<ObjectId>,
    key: Local<'js>,
    value: Local<'js>,
) -> Result<(), Error> {
    let Some(object) = object else { return Ok(()) };
    cx.working(|vm| {
        let key = convert::to_property_key(vm, key.value)?;
        vm.keep_key(key);
        object::create_data_property_or_throw(vm, object, key, value.value)
    })
}

macro_rules! plain {
    ($($method:ident $type:ty),*) => {
        $(
            fn $method(self, value: $type) -> Result<Local<'js>, Error> {
                value.into_js(self.cx)
            }
        )*
    };
}

impl<'a, 'js> Serializer for Writer<'a, 'js> {
    type Ok = Local<'js>;
    type Error = Error;
    type SerializeSeq = Filling<'a, 'js>;
    type SerializeTuple = Filling<'a, 'js>;
    type SerializeTupleStruct = Filling<'a, 'js>;
    type SerializeTupleVariant = Filling<'a, 'js>;
    type SerializeMap = Filling<'a, 'js>;
    type SerializeStruct = Filling<'a, 'js>;
    type SerializeStructVariant = Filling<'a, 'js>;

    plain! {
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128, serialize_f32 f32,
        serialize_f64 f64, serialize_char char, serialize_str &str
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Local<'js>, Error> {
        Bytes(bytes.to_vec()).into_js(self.cx)
    }

    fn serialize_none(self) -> Result<Local<'js>, Error> {
        Ok(Local::null())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Local<'js>, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Local<'js>, Error> {
        Ok(Local::null())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Local<'js>, Error> {
        Ok(Local::null())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<Local<'js>, Error> {
        name.into_js(self.cx)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Local<'js>, Error> {
        self.cx.require_depth()?;
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Local<'js>, Error> {
        let cx = self.cx;
        cx.require_depth()?;
        let content = value.serialize(Writer { cx }).map_err(|error| error.within_key(name))?;
        in_variant(cx, name, content)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Filling<'a, 'js>, Error> {
        self.fill(true, None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Filling<'a, 'js>, Error> {
        self.fill(true, None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Filling<'a, 'js>, Error> {
        self.fill(true, None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Filling<'a, 'js>, Error> {
        self.fill(true, Some(name))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Filling<'a, 'js>, Error> {
        self.fill(false, None)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Filling<'a, 'js>, Error> {
        self.fill(false, None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Filling<'a, 'js>, Error> {
        self.fill(false, Some(name))
    }
}

/// Adds a property to the path of a conversion error.
#[cold]
fn within_name(error: Error, cx: &mut Context<'_>, name: Local<'_>) -> Error {
    match name.value.as_string() {
        Some(string) => error.within_key(&shown::shown_name(&mut cx.vm.heap, string)),
        None => error.within(&format!("[{}]", messages::describe(cx.vm, name.value))),
    }
}

impl Filling<'_, '_> {
    /// Adds the variant to the path of a conversion error.
    fn within_variant(&self, error: Error) -> Error {
        match self.variant {
            Some(name) => error.within_key(name),
            None => error,
        }
    }

    /// Writes a value and appends it to the array. The path of an error names the index, and the variant around it.
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let (part, index) = (self.part, self.index);
        self.index += 1;
        let pushed = self.cx.keeping_nothing(|cx| {
            let value = value.serialize(Writer { cx }).map_err(|error| error.within_index(index as usize))?;
            cx.working(|vm| {
                let key = vm.heap.key_of_index(index);
                object::create_data_property_or_throw(vm, part, key, value.value)
            })
        });
        pushed.map_err(|error| self.within_variant(error))
    }

    /// Writes a value as a property. The path of an error names it, and the variant around it.
    fn define<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        let part = self.part;
        let defined = self.cx.keeping_nothing(|cx| {
            let value = value.serialize(Writer { cx }).map_err(|error| error.within_key(name))?;
            cx.working(|vm| {
                let key = vm.key_for_host(name)?;
                vm.keep_key(key);
                object::create_data_property_or_throw(vm, part, key, value.value)
            })
        });
        defined.map_err(|error| self.within_variant(error))
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident),*) => {
        $(
            impl<'js> $trait for Filling<'_, 'js> {
                type Ok = Local<'js>;
                type Error = Error;

                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                    self.push(value)
                }

                fn end(self) -> Result<Local<'js>, Error> {
                    Ok(self.whole)
                }
            }
        )*
    };
}

lists! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
}

macro_rules! structures {
    ($($trait:ident),*) => {
        $(
            impl<'js> $trait for Filling<'_, 'js> {
                type Ok = Local<'js>;
                type Error = Error;

                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    name: &'static str,
                    value: &T,
                ) -> Result<(), Error> {
                    self.define(name, value)
                }

                fn end(self) -> Result<Local<'js>, Error> {
                    Ok(self.whole)
                }
            }
        )*
    };
}

structures!(SerializeStruct, SerializeStructVariant);

/// Keys are strings, or convert to strings by ToPropertyKey.
impl<'js> SerializeMap for Filling<'_, 'js> {
    type Ok = Local<'js>;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let key = key.serialize(Writer { cx: self.cx }).map_err(|error| error.within("a key"))?;
        if key.is_object() {
            return Err(self.cx.unexpected("a key that is a text", key).within("a key"));
        }
        self.key = Some(key);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let Some(key) = self.key.take() else { return Err(Error::new("a value without a key")) };
        let part = self.part;
        self.cx.keeping_nothing(|cx| {
            let value = value.serialize(Writer { cx }).map_err(|error| within_name(error, cx, key))?;
            define(cx, Some(part), key, value)
        })
    }

    fn end(self) -> Result<Local<'js>, Error> {
        Ok(self.whole)
    }
}
