//! Reads values of scripts.

use engine::object::Date;
use ferrotape_budget::costs::{DATE_TEXT, allocation_bytes};
use ferrotape_runtime as engine;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::{ObjectId, PropertyKey, StringView};
use ferrotape_time::arithmetic::Fields;
use serde::de::value::{StrDeserializer, StringDeserializer, U8Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use crate::bytes::Bytes;
use crate::convert::{exact_i128, exact_u128};
use crate::handle::Handle;
use crate::{BigInt, Context, Error, FromJs, Local};

/// Reads one value. The value never is an object that wraps a primitive.
pub(super) struct Reader<'a, 'js> {
    cx: &'a mut Context<'js>,
    value: Local<'js>,
}

impl<'a, 'js> Reader<'a, 'js> {
    /// Creates a reader. Objects that wrap a primitive become that primitive, and Dates become their text, as with
    /// `JSON.stringify` and an unchanged `toJSON`. No script runs.
    pub fn new(cx: &'a mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let Some(object) = value.value.as_object() else { return Ok(Reader { cx, value }) };
        let primitive = match cx.vm.heap.kind(object) {
            Kind::Boolean(truth) => engine::Value::bool(truth),
            Kind::Number(number) => engine::Value::number(number),
            Kind::String(string) => engine::Value::string(string),
            Kind::BigInt(bigint) => engine::Value::bigint(bigint),
            Kind::Date(Date { time }) if time.is_finite() => {
                let text = cx.run_for_value(|vm| {
                    vm.work_later(DATE_TEXT);
                    Ok(engine::Value::string(vm.heap.new_string(&Fields::of(time).iso_text())))
                })?;
                return Ok(Reader { cx, value: text });
            }
            Kind::Date(_) => engine::Value::NULL,
            _ => return Ok(Reader { cx, value }),
        };
        let value = cx.kept(primitive);
        Ok(Reader { cx, value })
    }
}

impl<'js> Reader<'_, 'js> {
    /// Reads an object by what it stands for: list, map, primitive value.
    fn read_object<'de, V: Visitor<'de>>(self, object: ObjectId, visitor: V) -> Result<V::Value, Error> {
        let Reader { cx, value } = self;
        // Scripts can nest values to any depth.
        cx.require_depth()?;
        if collections::as_collection(&cx.vm.heap, value.value, CollectionKind::Map).is_some() {
            let list = |cx: &mut Context<'js>| {
                let mut entries = Vec::new();
                cx.each_collected(value, |cx, key, value| {
                    cx.reserve_one_more(&mut entries)?;
                    entries.push((key.value, value.value));
                    Ok(())
                })?;
                Ok(entries)
            };
            return cx.with_list(list, |cx, entries| {
                let entries: Vec<_> = entries.into_iter().map(|(key, value)| (cx.kept(key), cx.kept(value))).collect();
                visitor.visit_map(Entries { cx, entries: entries.into_iter(), key: None, value: None })
            });
        }
        match cx.vm.heap.kind(object) {
            Kind::Array { .. } => visitor.visit_seq(Elements { cx, array: object, index: 0 }),
            _ if collections::as_collection(&cx.vm.heap, value.value, CollectionKind::Set).is_some() => {
                Reader { cx, value }.read_iterable(visitor)
            }
            Kind::ArrayBuffer(_) | Kind::TypedArray(_) | Kind::DataView(_) => {
                visitor.visit_byte_buf(Bytes::from_js(cx, value)?.0)
            }
            _ if cx.vm.heap.has_call(object) || cx.is_promise(value) => Err(cx.unexpected("data", value)),
            _ => cx.with_list(
                |cx| cx.own_names(object),
                |cx, keys| {
                    visitor.visit_map(Properties { cx, object, keys: keys.into_iter(), key: None, bytes_of_key: 0 })
                },
            ),
        }
    }
}

impl<'js> Reader<'_, 'js> {
    /// Reads an iterable object as a list. All elements are taken before the first one is read.
    fn read_iterable<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Reader { cx, value } = self;
        let list = |cx: &mut Context<'js>| {
            let mut elements = Vec::new();
            // Each turn of the iteration releases its values.
            let mut handles = Vec::new();
            cx.iterate(value, |cx, element| {
                cx.reserve_one_more(&mut elements)?;
                if element.is_object() || element.is_string() || element.value.is_bigint() || element.value.is_symbol()
                {
                    cx.reserve_one_more(&mut handles)?;
                    handles.push(Handle::new(cx.vm, element.value));
                }
                elements.push(element.value);
                Ok(true)
            })?;
            Ok((elements, handles))
        };
        cx.with_list(list, |cx, (elements, _handles)| {
            let elements: Vec<_> = elements.into_iter().map(|element| cx.kept(element)).collect();
            visitor.visit_seq(Iterated { cx, elements: elements.into_iter(), index: 0 })
        })
    }
}

/// Reads integers, exact or not: a type takes every number that lies in its range.
macro_rules! integers {
    ($($method:ident $visit:ident $exact:ident $integer:ty),*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
                let integer = self.value.as_number().and_then($exact);
                match integer.and_then(|number| <$integer>::try_from(number).ok()) {
                    Some(number) => visitor.$visit(number),
                    None => self.deserialize_any(visitor),
                }
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Reader<'_, '_> {
    type Error = Error;

    integers! {
        deserialize_i64 visit_i64 exact_i128 i64, deserialize_u64 visit_u64 exact_u128 u64,
        deserialize_i128 visit_i128 exact_i128 i128, deserialize_u128 visit_u128 exact_u128 u128
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value.as_number() {
            // Includes -0.
            Some(number) => visitor.visit_f64(number),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value.as_number() {
            Some(_) => visitor.visit_f32(f32::from_js(self.cx, self.value)?),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Reader { cx, value } = self;
        let Some(object) = value.value.as_object() else { return Reader { cx, value }.deserialize_any(visitor) };
        match cx.vm.heap.kind(object) {
            Kind::Array { .. } => Reader { cx, value }.deserialize_any(visitor),
            Kind::ArrayBuffer(_) | Kind::DataView(_) => {
                let bytes = Bytes::from_js(cx, value)?.0;
                visitor.visit_seq(OfBytes { cx, bytes: bytes.into_iter(), index: 0 })
            }
            _ => match cx.require_iterable("an array", value) {
                Ok(()) => Reader { cx, value }.read_iterable(visitor),
                Err(error) if error.is_conversion() => Reader { cx, value }.deserialize_any(visitor),
                Err(error) => Err(error),
            },
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let value = self.value;
        if value.is_nullish() {
            return visitor.visit_unit();
        }
        if let Some(value) = value.as_bool() {
            return visitor.visit_bool(value);
        }
        if let Some(number) = value.as_number() {
            // Integers that are distinct from their neighbours.
            return match number.trunc() == number && number.abs() < 9_007_199_254_740_992.0 {
                true => visitor.visit_i64(number as i64),
                false => visitor.visit_f64(number),
            };
        }
        if value.is_string() {
            return visitor.visit_string(String::from_js(self.cx, value)?);
        }
        if value.value.is_bigint() {
            let number = BigInt::from_js(self.cx, value)?;
            return match (i64::try_from(&number), u64::try_from(&number), i128::try_from(&number)) {
                (Ok(number), _, _) => visitor.visit_i64(number),
                (_, Ok(number), _) => visitor.visit_u64(number),
                (_, _, Ok(number)) => visitor.visit_i128(number),
                _ => visitor.visit_u128(u128::try_from(&number)?),
            };
        }
        match value.value.as_object() {
            Some(object) => self.read_object(object, visitor),
            None => Err(self.cx.unexpected("data", value)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_nullish() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_byte_buf(Bytes::from_js(self.cx, self.value)?.0)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    /// Reads a variant: its name, or an object whose only property has its name.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Reader { cx, value } = self;
        if value.is_string() {
            return visitor.visit_enum(String::from_js(cx, value)?.into_deserializer());
        }
        let Some(object) = value.value.as_object() else { return Err(cx.unexpected("a variant", value)) };
        let mut keys = Vec::new();
        cx.each_own_key(object, |_, key| {
            if keys.len() < 2 {
                keys.push(key);
            }
            Ok(())
        })?;
        let &[key] = keys.as_slice() else { return Err(cx.unexpected("an object with one property", value)) };
        let name = cx.name_of_key(key)?;
        let value = cx.run_for_value(|vm| object::get(vm, object, key))?;
        let variant = Variant { name: name.clone(), reader: Reader::new(cx, value)? };
        visitor.visit_enum(variant).map_err(|error| error.within_key(&name))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 u8 u16 u32 char str string unit unit_struct map struct identifier
    }
}

/// The elements of an array. Getters among them may change it.
struct Elements<'a, 'js> {
    cx: &'a mut Context<'js>,
    array: ObjectId,
    index: u32,
}

/// Bytes beside each element in nodes of a tree or slots of a table.
const BESIDE_ELEMENT: usize = 8;

impl Context<'_> {
    /// Lends the memory of the list of an object's parts while they are read. The results stay on loan.
    fn with_list<L, R>(
        &mut self,
        list: impl FnOnce(&mut Self) -> Result<L, Error>,
        read: impl FnOnce(&mut Self, L) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let before = self.vm.heap.on_loan();
        let listed = list(self);
        let lent = self.vm.heap.on_loan().saturating_sub(before);
        let result = listed.and_then(|listed| read(self, listed));
        self.vm.heap.settle_loans(self.vm.heap.on_loan().saturating_sub(lent));
        result
    }

    /// Charges the elements of a growing list, tree or table, several at a time.
    fn lend_element(&mut self, index: usize, bytes: usize) -> Result<(), Error> {
        const AT_ONCE: usize = 4;
        if !index.is_multiple_of(AT_ONCE) {
            return Ok(());
        }
        self.working(|vm| {
            // A list that doubles frees its old place only after moving.
            if index.is_power_of_two() {
                vm.room(index.saturating_mul(bytes))?;
            }
            vm.lend(bytes.saturating_mul(2).saturating_add(BESIDE_ELEMENT).saturating_mul(AT_ONCE))
        })
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let (array, index) = (self.array, self.index);
        if self.cx.vm.heap.length_of_array(array).is_none_or(|length| index >= length) {
            return Ok(None);
        }
        self.index += 1;
        let element = self.cx.keeping_nothing(|cx| {
            let key = cx.vm.heap.key_of_index(index.into());
            let value = cx.run_for_value(|vm| object::get(vm, array, key))?;
            cx.lend_element(index as usize, size_of::<S::Value>())?;
            seed.deserialize(Reader::new(cx, value)?)
        });
        element.map(Some).map_err(|error| error.within_index(index as usize))
    }
}

/// The elements from an iteration.
struct Iterated<'a, 'js> {
    cx: &'a mut Context<'js>,
    elements: std::vec::IntoIter<Local<'js>>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Iterated<'_, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(value) = self.elements.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let element = self.cx.keeping_nothing(|cx| {
            cx.lend_element(index, size_of::<S::Value>())?;
            seed.deserialize(Reader::new(cx, value)?)
        });
        element.map(Some).map_err(|error| error.within_index(index))
    }
}

/// The bytes of a buffer as elements, which may become larger values.
struct OfBytes<'a, 'js> {
    cx: &'a mut Context<'js>,
    bytes: std::vec::IntoIter<u8>,
    index: usize,
}

impl<'de> SeqAccess<'de> for OfBytes<'_, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(byte) = self.bytes.next() else { return Ok(None) };
        self.cx.lend_element(self.index, size_of::<S::Value>())?;
        self.index += 1;
        let byte: U8Deserializer<Error> = byte.into_deserializer();
        seed.deserialize(byte).map(Some)
    }
}

/// The name of a property as the key of a map. Numbers and booleans are parsed from it.
struct Name<'n>(&'n str);

macro_rules! parsed_names {
    ($($method:ident $visit:ident $type:ty),*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
                match self.0.parse::<$type>() {
                    Ok(value) => visitor.$visit(value),
                    Err(_) => visitor.visit_str(self.0),
                }
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Name<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    parsed_names! {
        deserialize_bool visit_bool bool, deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64, deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_u128 visit_u128 u128, deserialize_f32 visit_f32 f32,
        deserialize_f64 visit_f64 f64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant: StrDeserializer<'_, Error> = self.0.into_deserializer();
        variant.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The longest name that is read without counting it as work.
const LONGEST_NAME: usize = 64;

/// The own enumerable properties of an object.
struct Properties<'a, 'js> {
    cx: &'a mut Context<'js>,
    object: ObjectId,
    keys: std::vec::IntoIter<PropertyKey>,
    key: Option<PropertyKey>,
    /// The bytes of the key that was read last.
    bytes_of_key: usize,
}

impl<'de> MapAccess<'de> for Properties<'_, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.key = self.keys.next();
        let Some(key) = self.key else { return Ok(None) };
        // Names of the usual length are read in place.
        let view = key.as_atom().map(|atom| self.cx.vm.heap.atom_view(atom)).filter(|name| name.len() <= LONGEST_NAME);
        self.bytes_of_key = BESIDE_ELEMENT + 2 * size_of::<S::Value>();
        if let Some(name) = view.and_then(StringView::ascii) {
            self.bytes_of_key += allocation_bytes(name.len());
            return seed.deserialize(Name(name)).map(Some).map_err(|error| error.within("a key"));
        }
        let name = self.cx.name_of_key(key)?;
        seed.deserialize(Name(&name)).map(Some).map_err(|error| error.within("a key"))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some(key) = self.key else { return Err(Error::new("a value without a key")) };
        let object = self.object;
        // Tables have room for twice their entries.
        let bytes = self.bytes_of_key + 2 * size_of::<S::Value>();
        let value = self.cx.keeping_nothing(|cx| {
            let value = cx.run_for_value(|vm| {
                vm.lend(bytes)?;
                object::get(vm, object, key)
            })?;
            seed.deserialize(Reader::new(cx, value)?)
        });
        value.map_err(|error| error.within_property(self.cx, key))
    }
}

/// The entries of a Map.
struct Entries<'a, 'js> {
    cx: &'a mut Context<'js>,
    entries: std::vec::IntoIter<(Local<'js>, Local<'js>)>,
    key: Option<Local<'js>>,
    value: Option<Local<'js>>,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        (self.key, self.value) = (Some(key), Some(value));
        self.cx.lend(2 * size_of::<S::Value>())?;
        let key = Reader::new(self.cx, key)?;
        seed.deserialize(key).map(Some).map_err(|error| error.within("a key"))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (key, value) = (self.key.take(), self.value.take().unwrap_or_else(Local::undefined));
        self.cx.lend(2 * size_of::<S::Value>())?;
        let value = Reader::new(self.cx, value)?;
        seed.deserialize(value).map_err(|error| {
            let name = key.map(|key| messages::describe(self.cx.vm, key.value)).unwrap_or_default();
            error.within(&format!("[{name}]"))
        })
    }
}

/// A variant with its content.
struct Variant<'a, 'js> {
    name: String,
    reader: Reader<'a, 'js>,
}

impl<'de, 'a, 'js> EnumAccess<'de> for Variant<'a, 'js> {
    type Error = Error;
    type Variant = Reader<'a, 'js>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), Error> {
        let name: StringDeserializer<Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.reader))
    }
}

impl<'de> VariantAccess<'de> for Reader<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.value.is_nullish() {
            true => Ok(()),
            false => Err(serde::de::Error::invalid_type(Unexpected::Other("content"), &"a variant without any")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }
}
