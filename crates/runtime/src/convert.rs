//! Type conversions, ECMA-262 7.1.
//!
//! Conversions that may call methods of objects are operations of the [`Vm`]. The others are operations of the heap or
//! plain functions. `number` has the conversions between numbers and text.

// The specification's names.
#![allow(clippy::wrong_self_convention)]

use crate::bigint;
use crate::error::Completion;
use crate::heap::{ObjectId, StringId};
use crate::messages;
use crate::names::{keys, strings};
use crate::number;
use crate::object::{self, Kind, ObjectKind};
use crate::operations::get;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_budget::costs::NUMBER_READ;

/// The largest length, 2^53 - 1.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The type that ToPrimitive prefers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    Default,
    Number,
    String,
}

/// ToPrimitive ( input [ , preferredType ] ), ECMA-262 7.1.1
#[inline]
pub fn to_primitive(vm: &mut Vm, value: Value, hint: Hint) -> Completion<Value> {
    match value.as_object() {
        Some(object) => object_to_primitive(vm, object, hint),
        None => Ok(value),
    }
}

/// ToPrimitive of an object, ECMA-262 7.1.1, step 1: asks its `Symbol.toPrimitive`, or else `valueOf` and `toString`.
#[inline(never)]
fn object_to_primitive(vm: &mut Vm, object: ObjectId, hint: Hint) -> Completion<Value> {
    vm.check_native_stack()?;
    // A method that ends in a tail call has given its place on the stack, and with it this object, to another function.
    vm.keeping([Value::object(object)], |vm| {
        let method = get::get_remembered(vm, Value::object(object), symbols::TO_PRIMITIVE)?;
        if method.is_nullish() {
            ordinary_to_primitive(vm, object, hint)
        } else {
            exotic_to_primitive(vm, object, method, hint)
        }
    })
}

/// ToPrimitive steps 1.b.i to 1.b.vi.
fn exotic_to_primitive(vm: &mut Vm, object: ObjectId, method: Value, hint: Hint) -> Completion<Value> {
    let hint = match hint {
        Hint::Default => strings::DEFAULT,
        Hint::Number => strings::NUMBER,
        Hint::String => strings::STRING,
    };
    let result = vm.call(method, Value::object(object), &[Value::string(hint)])?;
    if result.is_object() { vm.type_error(messages::NO_PRIMITIVE_VALUE) } else { Ok(result) }
}

/// OrdinaryToPrimitive ( O, hint ), ECMA-262 7.1.1.1. The object is kept by the caller.
pub fn ordinary_to_primitive(vm: &mut Vm, object: ObjectId, hint: Hint) -> Completion<Value> {
    let methods = match hint {
        Hint::String => [keys::TO_STRING, keys::VALUE_OF],
        Hint::Default | Hint::Number => [keys::VALUE_OF, keys::TO_STRING],
    };
    for key in methods {
        let method = object::get(vm, object, key)?;
        if vm.heap.is_callable(method) {
            let result = vm.call(method, Value::object(object), &[])?;
            if !result.is_object() {
                return Ok(result);
            }
        }
    }
    vm.type_error(messages::NO_PRIMITIVE_VALUE)
}

/// ToNumber ( argument ), ECMA-262 7.1.4
#[inline]
pub fn to_number(vm: &mut Vm, value: Value) -> Completion<f64> {
    match value.as_number() {
        Some(number) => Ok(number),
        None => to_number_slow(vm, value),
    }
}

/// ToNumber, ECMA-262 7.1.4, of any value. Script may run for an object; a Symbol or a BigInt is a TypeError.
#[cold]
#[inline(never)]
fn to_number_slow(vm: &mut Vm, value: Value) -> Completion<f64> {
    let primitive = to_primitive(vm, value, Hint::Number)?;
    if let Some(number) = primitive.as_number() {
        Ok(number)
    } else if let Some(string) = primitive.as_string() {
        string_to_number(vm, string)
    } else if let Some(truth) = primitive.as_bool() {
        Ok(truth.into())
    } else if primitive.is_null() {
        Ok(0.0)
    } else if primitive.is_symbol() {
        vm.type_error(messages::SYMBOL_TO_NUMBER)
    } else if primitive.is_bigint() {
        vm.type_error(messages::BIGINT_TO_NUMBER)
    } else {
        Ok(f64::NAN)
    }
}

/// StringToNumber ( str ), ECMA-262 7.1.4.1.1
pub(crate) fn string_to_number(vm: &mut Vm, string: StringId) -> Completion<f64> {
    let flat = vm.heap.flatten(string)?;
    vm.work(NUMBER_READ)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    Ok(number::string_to_number(view, budget)?)
}

/// ToIntegerOrInfinity ( argument ), ECMA-262 7.1.5
pub fn to_integer_or_infinity(vm: &mut Vm, value: Value) -> Completion<f64> {
    if let Some(int) = value.as_int() {
        return Ok(int.into());
    }
    // Fast path: an argument that was not given.
    if value.is_undefined() {
        return Ok(0.0);
    }
    let number = to_number(vm, value)?;
    // Adding 0 makes -0 to +0.
    Ok(if number.is_nan() { 0.0 } else { number.trunc() + 0.0 })
}

/// ToInt32 ( argument ), ECMA-262 7.1.6
#[inline]
pub fn to_int32(vm: &mut Vm, value: Value) -> Completion<i32> {
    match value.as_int() {
        Some(int) => Ok(int),
        None => Ok(number::to_int32(to_number(vm, value)?)),
    }
}

/// ToUint32 ( argument ), ECMA-262 7.1.7
#[inline]
pub fn to_uint32(vm: &mut Vm, value: Value) -> Completion<u32> {
    Ok(to_int32(vm, value)? as u32)
}

/// ToUint16 ( argument ), ECMA-262 7.1.9
pub fn to_uint16(vm: &mut Vm, value: Value) -> Completion<u16> {
    Ok(to_int32(vm, value)? as u16)
}

/// ToLength ( argument ), ECMA-262 7.1.20
pub fn to_length(vm: &mut Vm, value: Value) -> Completion<u64> {
    let length = to_integer_or_infinity(vm, value)?;
    Ok(length.clamp(0.0, MAX_SAFE_INTEGER as f64) as u64)
}

/// ToString ( argument ), ECMA-262 7.1.17
#[inline]
pub fn to_string(vm: &mut Vm, value: Value) -> Completion<StringId> {
    match value.as_string() {
        Some(string) => Ok(string),
        None => to_string_slow(vm, value),
    }
}

#[inline(never)]
fn to_string_slow(vm: &mut Vm, value: Value) -> Completion<StringId> {
    let primitive = to_primitive(vm, value, Hint::String)?;
    if let Some(bigint) = primitive.as_bigint() {
        return bigint::bigint_to_string(vm, bigint, 10);
    }
    match vm.heap.primitive_to_string(primitive) {
        Some(string) => Ok(string),
        None => vm.type_error(messages::SYMBOL_TO_STRING),
    }
}

/// ToPropertyKey ( argument ), ECMA-262 7.1.19
#[inline]
pub fn to_property_key(vm: &mut Vm, value: Value) -> Completion<PropertyKey> {
    if let Some(key) = value.as_int().and_then(|int| PropertyKey::from_index(int as u32)) {
        return Ok(key);
    }
    match value.as_string() {
        Some(string) => Ok(vm.heap.key_of_string(string)?),
        None => to_property_key_slow(vm, value),
    }
}

/// ToPropertyKey that keeps other operands alive.
pub(crate) fn to_property_key_keeping<const N: usize>(
    vm: &mut Vm,
    key: Value,
    operands: [Value; N],
) -> Completion<PropertyKey> {
    if key.is_object() { vm.keeping(operands, |vm| to_property_key(vm, key)) } else { to_property_key(vm, key) }
}

/// ToPropertyKey, ECMA-262 7.1.19, of any value. Script may run for an object.
#[inline(never)]
fn to_property_key_slow(vm: &mut Vm, value: Value) -> Completion<PropertyKey> {
    let primitive = to_primitive(vm, value, Hint::String)?;
    if let Some(symbol) = primitive.as_symbol() {
        return Ok(PropertyKey::from_symbol(symbol));
    }
    // Fast path: a double that is an index needs no text.
    if let Some(key) = primitive.as_number().and_then(index_of_number) {
        return Ok(key);
    }
    let string = to_string(vm, primitive)?;
    Ok(vm.heap.key_of_string(string)?)
}

/// ToObject ( argument ), ECMA-262 7.1.18
#[inline]
pub fn to_object(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    match value.as_object() {
        Some(object) => Ok(object),
        None => to_object_slow(vm, value),
    }
}

/// ToObject, ECMA-262 7.1.18, of a primitive. The wrapper is of the current realm.
#[inline(never)]
fn to_object_slow(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    let intrinsics = realm::intrinsics(vm);
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
        return vm.type_error(messages::NULLISH_TO_OBJECT);
    };
    Ok(vm.heap.new_object_with_prototype(Some(prototype), kind))
}

/// RequireObjectCoercible ( argument ), ECMA-262 7.2.1; the message names the method that requires it.
#[inline]
pub fn require_object_coercible(vm: &mut Vm, value: Value, method: &str) -> Completion<()> {
    if value.is_nullish() { vm.type_error(messages::called_on_nullish(method)) } else { Ok(()) }
}

/// LengthOfArrayLike ( obj ), ECMA-262 7.3.19
pub fn length_of_array_like(vm: &mut Vm, object: ObjectId) -> Completion<u64> {
    if let Kind::Array(length) = vm.heap.kind(object) {
        return Ok(length.into());
    }
    let length = object::get(vm, object, keys::LENGTH)?;
    to_length(vm, length)
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
