//! `object[key]`: elements, computed names, and deletions.

use ferrotape_budget::costs::REGISTERS_PER_TICK;

use crate::convert;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages::{self, nullish_text};
use crate::object::arguments;
use crate::object::{self, Elements, Flags, Kind};
use crate::operations::get;
use crate::operations::set;
use crate::property_key::PropertyKey;
use crate::queue;
use crate::shape;
use crate::shown;
use crate::value::Value;
use crate::views;
use crate::vm::Vm;

/// `object[key]`
#[inline(never)]
pub fn get_element(vm: &mut Vm, target: Value, key: Value) -> Completion<Value> {
    if let (Some(object), Some(index)) = (target.as_object(), key.as_int())
        && let Some(element) = views::typed_element(&vm.heap, object, index as u32 as usize)
    {
        return Ok(element);
    }
    get_element_of_others(vm, target, key)
}

/// Reads `object[key]`, if it is no element of a typed array.
#[inline(never)]
fn get_element_of_others(vm: &mut Vm, target: Value, key: Value) -> Completion<Value> {
    if let Some(index) = key.as_int()
        && index >= 0
    {
        if let Some(string) = target.as_string() {
            let flat = vm.heap.flatten(string)?;
            if let Some(unit) = vm.heap.view(flat).get(index as usize) {
                return Ok(Value::string(vm.heap.character(unit)));
            }
        } else if let Some(object) = target.as_object()
            && let Kind::MappedArguments(_) = vm.heap.kind(object)
            && let Some(key) = PropertyKey::from_index(index as u32)
            && let Some(property) = arguments::mapped_own_property(vm, object, key)
        {
            return Ok(property.value);
        } else if let Some(object) = target.as_object()
            && vm.heap.is_array(object)
            && vm.heap.elements(object).as_dense().is_some()
            && shape::holes_are_absent(&vm.heap, object)
        {
            // A hole, behind the end, or of a queue or a frozen array: nothing up the chain has elements.
            if let Elements::Queue(_) = vm.heap.elements(object) {
                queue::queue_accessed(&mut vm.heap, object)?;
            }
            let dense = vm.heap.elements(object).get(index as u32);
            return Ok(dense.map_or(Value::UNDEFINED, |element| element.value));
        }
    }
    if target.is_nullish() {
        return property_of_nullish(vm, target, key);
    }
    let key = convert::to_property_key_keeping(vm, key, [target])?;
    match target.as_object() {
        Some(object) => get_named(vm, object, key),
        None => object::get_v(vm, target, key),
    }
}

/// [[Get]] of a plain own property, without descriptors.
fn get_named(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Value> {
    if let Some((slot, attributes)) = shape::shape_lookup(&vm.heap, vm.heap.shape_of(object), key)
        && attributes.is_plain_data()
        && !vm.heap.is_opaque(object, key)
    {
        return Ok(vm.heap.slot(object, slot));
    }
    // What is absent from a table that grows is not remembered: each addition would give it another shape.
    match key.as_index().is_some() || shape::has_dictionary(&vm.heap, object) {
        true => object::get(vm, object, key),
        false => get::get_remembered(vm, Value::object(object), key),
    }
}

/// `object[key] = value`
#[inline(never)]
pub fn set_element(vm: &mut Vm, target: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
    if let (Some(object), Some(index)) = (target.as_object(), key.as_int())
        && views::set_typed_element(&mut vm.heap, object, index as u32 as usize, value)
    {
        return Ok(());
    }
    set_element_of_others(vm, target, key, value, strict)
}

/// Writes `object[key]`, if it is no element of a typed array.
#[inline(never)]
fn set_element_of_others(vm: &mut Vm, target: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
    let Some(object) = target.as_object() else {
        if target.is_nullish() {
            let key = describe_key_value(vm, key);
            return vm.type_error(messages::cannot_set_of_nullish(&key, nullish_text(target)));
        }
        let key = convert::to_property_key_keeping(vm, key, [target, value])?;
        return set::set_of_primitive(vm, target, key, value, strict);
    };
    if let Some(index) = key.as_int()
        && index >= 0
        && append_element(vm, object, index as u32, value)?
    {
        return Ok(());
    }
    let key = convert::to_property_key_keeping(vm, key, [target, value])?;
    if let Some((slot, attributes)) = shape::shape_lookup(&vm.heap, vm.heap.shape_of(object), key)
        && attributes.is_plain_data()
        && attributes.is_writable()
        && !vm.heap.is_opaque(object, key)
    {
        vm.heap.set_slot(object, slot, value);
        return Ok(());
    }
    if set::set_remembered(vm, object, key, value)? {
        return Ok(());
    }
    object::set(vm, object, key, value, strict)
}

/// Appends an element to a dense array, if no prototype and no attribute can have a say; returns whether it did.
fn append_element(vm: &mut Vm, object: ObjectId, index: u32, value: Value) -> Completion<bool> {
    let Some(length) = vm.heap.length_of_array(object) else { return Ok(false) };
    if vm.heap.has_flag(object, Flags::FIXED_LENGTH.with(Flags::BEHIND_ARRAYS))
        || !vm.heap.is_extensible(object)
        || !shape::holes_are_absent(&vm.heap, object)
        || !vm.heap.elements(object).fits_densely(index)
    {
        return Ok(false);
    }
    if let Elements::Queue(_) = vm.heap.elements(object)
        && index < length
    {
        queue::queue_accessed(&mut vm.heap, object)?;
    }
    vm.heap.reserve_elements(object, index as usize + 1)?;
    if let Some((values, start)) = vm.heap.elements_mut(object).vector_mut() {
        let place = start + index as usize;
        if place < values.len() {
            let old = std::mem::replace(&mut values[place], value);
            vm.heap.lose(old);
        } else {
            values.resize(place, Value::EMPTY);
            values.push(value);
        }
    }
    if index >= length {
        vm.heap.set_array_length(object, index + 1);
    }
    Ok(true)
}

/// Throws the TypeError for a property of undefined or null.
#[cold]
#[inline(never)]
pub fn property_of_nullish<T>(vm: &mut Vm, target: Value, key: Value) -> Completion<T> {
    let key = describe_key_value(vm, key);
    vm.type_error(messages::property_of_nullish(target, &key))
}

/// Describes a key that has not been converted: strings as names, without quotes.
fn describe_key_value(vm: &mut Vm, key: Value) -> String {
    match key.as_string() {
        Some(string) => shown::shown_name(&mut vm.heap, string),
        None => messages::describe_plainly(vm, key),
    }
}

/// ToPropertyKey, as a value that a register can hold.
pub fn to_property_key_value(vm: &mut Vm, value: Value) -> Completion<Value> {
    let key = convert::to_property_key(vm, value)?;
    Ok(match key.as_index().and_then(|index| i32::try_from(index).ok()) {
        Some(index) => Value::int(index),
        None => vm.heap.value_of_key(key),
    })
}

/// `delete target.name`, ECMA-262 13.5.1.2
pub fn delete_property(vm: &mut Vm, target: Value, key: PropertyKey, strict: bool) -> Completion<Value> {
    if target.is_nullish() {
        let message = messages::cannot_convert_to_object(&vm.heap.describe_key(key), nullish_text(target));
        return vm.type_error(message);
    }
    let object = convert::to_object(vm, target)?;
    let deleted = object::delete(vm, object, key)?;
    if !deleted && strict {
        return object::refuse_deletion(vm, object, key);
    }
    Ok(Value::bool(deleted))
}

/// `delete target[key]`: the base is converted before the key (steps 4.b and 4.c).
pub fn delete_element(vm: &mut Vm, target: Value, key: Value, strict: bool) -> Completion<Value> {
    if target.is_nullish() {
        let key = describe_key_value(vm, key);
        return vm.type_error(messages::cannot_convert_to_object(&key, nullish_text(target)));
    }
    let key = convert::to_property_key_keeping(vm, key, [target])?;
    delete_property(vm, target, key, strict)
}

/// Appends registers to the array of a literal.
pub fn append_elements(vm: &mut Vm, base: usize, array: u8, first: u8, count: u32) -> Completion<()> {
    let Some(array) = vm.execution.stack[base + array as usize].as_object() else { return Ok(()) };
    let Some(length) = vm.heap.length_of_array(array) else { return Ok(()) };
    let Some(new_length) = length.checked_add(count) else {
        return vm.range_error(messages::INVALID_ARRAY_LENGTH);
    };
    // No loop of a script takes part: code that was read may append a whole frame again and again.
    vm.work(u64::from(count) / REGISTERS_PER_TICK)?;
    vm.heap.reserve_elements(array, new_length as usize)?;
    let first = base + first as usize;
    if let Elements::Dense(values) = vm.heap.elements_mut(array) {
        values.extend_from_slice(&vm.execution.stack[first..first + count as usize]);
    }
    vm.heap.set_array_length(array, new_length);
    Ok(())
}
