//! From values of scripts.

use ferrotape_engine::collection::CollectionKind;
use ferrotape_engine::object::Kind;
use ferrotape_engine::{ObjectId, PropertyKey, StringView};
use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use crate::{BigInt, Bytes, Context, Error, FromJs, Local};

/// A value that is read.
pub(super) struct Reader<'a, 'js> {
    pub cx: &'a mut Context<'js>,
    pub value: Local<'js>,
}

impl<'js> Reader<'_, 'js> {
    fn read_object<'de, V: Visitor<'de>>(self, object: ObjectId, visitor: V) -> Result<V::Value, Error> {
        let Reader { cx, value } = self;
        // Values are as deep as scripts like.
        cx.working(|vm| vm.check_native_stack())?;
        if cx.vm.heap.as_collection(value.value, CollectionKind::Map).is_some() {
            let mut entries = Vec::new();
            cx.each_collected(value, |cx, key, value| {
                cx.reserve_one_more(&mut entries)?;
                entries.push((key.value, value.value));
                Ok(())
            })?;
            let entries: Vec<_> = entries.into_iter().map(|(key, value)| (cx.kept(key), cx.kept(value))).collect();
            return visitor.visit_map(Entries { cx, entries: entries.into_iter(), value: None });
        }
        match cx.vm.heap.kind(object) {
            Kind::Array { .. } => visitor.visit_seq(Elements { cx, array: object, index: 0 }),
            Kind::ArrayBuffer(_) | Kind::TypedArray(_) | Kind::DataView(_) => {
                visitor.visit_byte_buf(Bytes::from_js(cx, value)?.0)
            }
            _ if cx.vm.heap.has_call(object) => Err(cx.unexpected("data", value)),
            _ => {
                let mut keys = Vec::new();
                cx.each_own_key(object, |cx, key| {
                    cx.reserve_one_more(&mut keys)?;
                    keys.push(key);
                    Ok(())
                })?;
                keys.iter().for_each(|&key| cx.vm.keep_key(key));
                visitor.visit_map(Properties { cx, object, keys: keys.into_iter(), key: None })
            }
        }
    }
}

impl<'de> Deserializer<'de> for Reader<'_, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let value = self.value;
        if value.is_nullish() {
            return visitor.visit_unit();
        }
        if let Some(value) = value.as_bool() {
            return visitor.visit_bool(value);
        }
        if let Some(number) = value.as_number() {
            // Integers that are told from their neighbours.
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

    /// The name of a variant, or an object whose one property is named by it.
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
        let value = cx.run_for_value(|vm| vm.get(object, key))?;
        visitor.visit_enum(Variant { name, reader: Reader { cx, value } })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string unit unit_struct seq tuple tuple_struct map struct
        identifier
    }
}

/// The elements of an array, which getters among them may change.
struct Elements<'a, 'js> {
    cx: &'a mut Context<'js>,
    array: ObjectId,
    index: u32,
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
            let value = cx.run_for_value(|vm| vm.get(array, key))?;
            // Somebody keeps what this becomes.
            cx.make_room(2 * size_of::<S::Value>())?;
            seed.deserialize(Reader { cx, value })
        });
        element.map(Some).map_err(|error| error.within_index(index as usize))
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
}

impl<'de> MapAccess<'de> for Properties<'_, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.key = self.keys.next();
        let Some(key) = self.key else { return Ok(None) };
        // Names are read where they are, if they are as long as names are.
        let view = key.as_atom().map(|atom| self.cx.vm.heap.atom_view(atom)).filter(|name| name.len() <= LONGEST_NAME);
        if let Some(name) = view.and_then(StringView::ascii) {
            let name: StrDeserializer<'_, Error> = name.into_deserializer();
            return seed.deserialize(name).map(Some);
        }
        let name: StringDeserializer<Error> = self.cx.name_of_key(key)?.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some(key) = self.key else { return Err(Error::new("a value without a key")) };
        let object = self.object;
        let value = self.cx.keeping_nothing(|cx| {
            let value = cx.run_for_value(|vm| vm.get(object, key))?;
            cx.make_room(2 * size_of::<S::Value>())?;
            seed.deserialize(Reader { cx, value })
        });
        value.map_err(|error| error.within_property(self.cx, key))
    }
}

/// The entries of a Map.
struct Entries<'a, 'js> {
    cx: &'a mut Context<'js>,
    entries: std::vec::IntoIter<(Local<'js>, Local<'js>)>,
    value: Option<Local<'js>>,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Reader { cx: self.cx, value: key }).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let value = self.value.take().unwrap_or_else(Local::undefined);
        seed.deserialize(Reader { cx: self.cx, value })
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
