//! Type conversion, ECMA-262 7.1.
//!
//! The conversions that may call methods of objects are operations of the [`Vm`]; those that cannot are operations of the
//! heap or plain functions. Numbers become text, and text becomes numbers, in `number`.

// The specification's names.
#![allow(clippy::wrong_self_convention)]

use crate::error::Completion;
use crate::heap::{ObjectId, StringId};
use crate::messages;
use crate::names::{keys, strings};
use crate::number;
use crate::object::{Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_budget::costs::NUMBER_READ;

/// The largest length, 2^53 - 1.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The type that ToPrimitive is to prefer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    Default,
    Number,
    String,
}

impl Vm {
    /// ToPrimitive ( input [ , preferredType ] ), ECMA-262 7.1.1
    #[inline]
    pub fn to_primitive(&mut self, value: Value, hint: Hint) -> Completion<Value> {
        match value.as_object() {
            Some(object) => self.object_to_primitive(object, hint),
            None => Ok(value),
        }
    }

    #[inline(never)]
    fn object_to_primitive(&mut self, object: ObjectId, hint: Hint) -> Completion<Value> {
        self.check_native_stack()?;
        // A method that ends in a tail call has given its place on the stack, and with it this object, to another function.
        self.keeping([Value::object(object)], |vm| {
            let method = vm.get_remembered(Value::object(object), symbols::TO_PRIMITIVE)?;
            if method.is_nullish() {
                vm.ordinary_to_primitive(object, hint)
            } else {
                vm.exotic_to_primitive(object, method, hint)
            }
        })
    }

    /// ToPrimitive steps 1.b.i to 1.b.vi.
    fn exotic_to_primitive(&mut self, object: ObjectId, method: Value, hint: Hint) -> Completion<Value> {
        let hint = match hint {
            Hint::Default => strings::DEFAULT,
            Hint::Number => strings::NUMBER,
            Hint::String => strings::STRING,
        };
        let result = self.call(method, Value::object(object), &[Value::string(hint)])?;
        if result.is_object() { self.type_error(messages::NO_PRIMITIVE_VALUE) } else { Ok(result) }
    }

    /// OrdinaryToPrimitive ( O, hint ), ECMA-262 7.1.1.1. The object is kept by the caller.
    pub fn ordinary_to_primitive(&mut self, object: ObjectId, hint: Hint) -> Completion<Value> {
        let methods = match hint {
            Hint::String => [keys::TO_STRING, keys::VALUE_OF],
            Hint::Default | Hint::Number => [keys::VALUE_OF, keys::TO_STRING],
        };
        for key in methods {
            let method = self.get(object, key)?;
            if self.heap.is_callable(method) {
                let result = self.call(method, Value::object(object), &[])?;
                if !result.is_object() {
                    return Ok(result);
                }
            }
        }
        self.type_error(messages::NO_PRIMITIVE_VALUE)
    }

    /// ToNumber ( argument ), ECMA-262 7.1.4
    #[inline]
    pub fn to_number(&mut self, value: Value) -> Completion<f64> {
        match value.as_number() {
            Some(number) => Ok(number),
            None => self.to_number_slow(value),
        }
    }

    #[cold]
    #[inline(never)]
    fn to_number_slow(&mut self, value: Value) -> Completion<f64> {
        let primitive = self.to_primitive(value, Hint::Number)?;
        if let Some(number) = primitive.as_number() {
            Ok(number)
        } else if let Some(string) = primitive.as_string() {
            self.string_to_number(string)
        } else if let Some(truth) = primitive.as_bool() {
            Ok(truth.into())
        } else if primitive.is_null() {
            Ok(0.0)
        } else if primitive.is_symbol() {
            self.type_error(messages::SYMBOL_TO_NUMBER)
        } else if primitive.is_bigint() {
            self.type_error(messages::BIGINT_TO_NUMBER)
        } else {
            Ok(f64::NAN)
        }
    }

    /// StringToNumber ( str ), ECMA-262 7.1.4.1.1
    pub(crate) fn string_to_number(&mut self, string: StringId) -> Completion<f64> {
        let flat = self.heap.flatten(string)?;
        self.tick(NUMBER_READ)?;
        let (view, budget) = self.heap.view_and_budget(flat);
        Ok(number::string_to_number(view, budget)?)
    }

    /// ToIntegerOrInfinity ( argument ), ECMA-262 7.1.5
    pub fn to_integer_or_infinity(&mut self, value: Value) -> Completion<f64> {
        if let Some(int) = value.as_int() {
            return Ok(int.into());
        }
        let number = self.to_number(value)?;
        // Adding 0 makes -0 to +0.
        Ok(if number.is_nan() { 0.0 } else { number.trunc() + 0.0 })
    }

    /// ToInt32 ( argument ), ECMA-262 7.1.6
    #[inline]
    pub fn to_int32(&mut self, value: Value) -> Completion<i32> {
        match value.as_int() {
            Some(int) => Ok(int),
            None => Ok(number::to_int32(self.to_number(value)?)),
        }
    }

    /// ToUint32 ( argument ), ECMA-262 7.1.7
    #[inline]
    pub fn to_uint32(&mut self, value: Value) -> Completion<u32> {
        Ok(self.to_int32(value)? as u32)
    }

    /// ToUint16 ( argument ), ECMA-262 7.1.9
    pub fn to_uint16(&mut self, value: Value) -> Completion<u16> {
        Ok(self.to_int32(value)? as u16)
    }

    /// ToLength ( argument ), ECMA-262 7.1.20
    pub fn to_length(&mut self, value: Value) -> Completion<u64> {
        let length = self.to_integer_or_infinity(value)?;
        Ok(length.clamp(0.0, MAX_SAFE_INTEGER as f64) as u64)
    }

    /// ToString ( argument ), ECMA-262 7.1.17
    #[inline]
    pub fn to_string(&mut self, value: Value) -> Completion<StringId> {
        match value.as_string() {
            Some(string) => Ok(string),
            None => self.to_string_slow(value),
        }
    }

    #[inline(never)]
    fn to_string_slow(&mut self, value: Value) -> Completion<StringId> {
        let primitive = self.to_primitive(value, Hint::String)?;
        if let Some(bigint) = primitive.as_bigint() {
            return self.bigint_to_string(bigint, 10);
        }
        match self.heap.primitive_to_string(primitive) {
            Some(string) => Ok(string),
            None => self.type_error(messages::SYMBOL_TO_STRING),
        }
    }

    /// ToPropertyKey ( argument ), ECMA-262 7.1.19
    #[inline]
    pub fn to_property_key(&mut self, value: Value) -> Completion<PropertyKey> {
        if let Some(key) = value.as_int().and_then(|int| PropertyKey::from_index(int as u32)) {
            return Ok(key);
        }
        match value.as_string() {
            Some(string) => Ok(self.heap.key_of_string(string)?),
            None => self.to_property_key_slow(value),
        }
    }

    /// ToPropertyKey while other operands are still needed.
    pub(crate) fn to_property_key_keeping<const N: usize>(
        &mut self,
        key: Value,
        operands: [Value; N],
    ) -> Completion<PropertyKey> {
        if key.is_object() { self.keeping(operands, |vm| vm.to_property_key(key)) } else { self.to_property_key(key) }
    }

    #[inline(never)]
    fn to_property_key_slow(&mut self, value: Value) -> Completion<PropertyKey> {
        let primitive = self.to_primitive(value, Hint::String)?;
        if let Some(symbol) = primitive.as_symbol() {
            return Ok(PropertyKey::from_symbol(symbol));
        }
        // Fast path: a double that is an index needs no text.
        if let Some(key) = primitive.as_number().and_then(index_of_number) {
            return Ok(key);
        }
        let string = self.to_string(primitive)?;
        Ok(self.heap.key_of_string(string)?)
    }

    /// ToObject ( argument ), ECMA-262 7.1.18
    #[inline]
    pub fn to_object(&mut self, value: Value) -> Completion<ObjectId> {
        match value.as_object() {
            Some(object) => Ok(object),
            None => self.to_object_slow(value),
        }
    }

    #[inline(never)]
    fn to_object_slow(&mut self, value: Value) -> Completion<ObjectId> {
        let intrinsics = self.intrinsics();
        let (prototype, kind) = if let Some(string) = value.as_string() {
            (intrinsics.string_prototype, ObjectKind::String(string))
        } else if let Some(number) = value.as_number() {
            (intrinsics.number_prototype, ObjectKind::Number(number))
        } else if let Some(truth) = value.as_bool() {
            (intrinsics.boolean_prototype, ObjectKind::Boolean(truth))
        } else if let Some(symbol) = value.as_symbol() {
            (intrinsics.symbol_prototype, ObjectKind::Symbol(symbol))
        } else if let Some(bigint) = value.as_bigint() {
            (intrinsics.bigint_prototype, ObjectKind::BigInt(bigint))
        } else {
            return self.type_error(messages::NULLISH_TO_OBJECT);
        };
        Ok(self.heap.new_object_with_prototype(Some(prototype), kind))
    }

    /// RequireObjectCoercible ( argument ), ECMA-262 7.2.1; the message says which method wants it.
    #[inline]
    pub fn require_object_coercible(&mut self, value: Value, method: &str) -> Completion<()> {
        if value.is_nullish() { self.type_error(messages::called_on_nullish(method)) } else { Ok(()) }
    }

    /// LengthOfArrayLike ( obj ), ECMA-262 7.3.19
    pub fn length_of_array_like(&mut self, object: ObjectId) -> Completion<u64> {
        if let Kind::Array { length } = self.heap.kind(object) {
            return Ok(length.into());
        }
        let length = self.get(object, keys::LENGTH)?;
        self.to_length(length)
    }
}

/// The key of a number that is an array index below 2^31.
fn index_of_number(number: f64) -> Option<PropertyKey> {
    let index = number as u32;
    // -0 is "0" too.
    if f64::from(index) == number { PropertyKey::from_index(index) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_indices_need_no_text() {
        assert_eq!(index_of_number(-0.0), PropertyKey::from_index(0));
        assert_eq!(index_of_number(7.0), PropertyKey::from_index(7));
        for other in [-1.0, 0.5, 2147483648.0, f64::NAN, f64::INFINITY] {
            assert_eq!(index_of_number(other), None, "{other}");
        }
    }
}
