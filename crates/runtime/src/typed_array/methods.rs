//! The internal methods of typed arrays, ECMA-262 10.4.5: a key that is the text of a number is an element, or nothing.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use super::View;
use crate::buffers;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::host::{Hooked, InternalMethods};
use crate::operators;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::typed_array;
use crate::value::Value;
use crate::views;
use crate::vm::Vm;

/// The internal methods. They are asked only for keys that are texts of numbers, for [[PreventExtensions]] and for
/// [[OwnPropertyKeys]].
pub(crate) struct Methods;

/// The typed array and the index, if IsValidIntegerIndex holds, ECMA-262 10.4.5.16.
fn valid_index(vm: &Vm, object: ObjectId, key: PropertyKey) -> Option<(View, usize)> {
    let view = views::typed_array(&vm.heap, object)?;
    let index = match key.as_index() {
        Some(index) => index as usize,
        None => {
            let number = vm.heap.canonical_number(key)?;
            let is_index = number.is_sign_positive() && number.trunc() == number && number < f64::from(u32::MAX);
            is_index.then_some(number as usize)?
        }
    };
    (index < views::length_of_view(&vm.heap, view)?).then_some((view, index))
}

fn own_element(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Option<Value> {
    let (view, index) = valid_index(vm, object, key)?;
    typed_array::element_of_view(vm, view, index)
}

/// TypedArraySetElement, ECMA-262 10.4.5.18
fn set_own_element(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value) -> Completion<()> {
    let Some(view) = views::typed_array(&vm.heap, object) else { return Ok(()) };
    let raw = typed_array::raw_of_value(vm, view.element, value)?;
    if let Some((view, index)) = valid_index(vm, object, key) {
        views::set_raw_element(&mut vm.heap, view, index, raw);
    }
    Ok(())
}

/// Whether an array is on an immutable buffer: its elements are neither writable nor configurable.
fn is_immutable(vm: &Vm, object: ObjectId) -> bool {
    views::typed_array(&vm.heap, object).is_some_and(|view| buffers::get(&vm.heap, view.buffer).is_immutable())
}

/// Whether a descriptor says of an element on an immutable buffer what it is already.
fn keeps_immutable_element(vm: &mut Vm, descriptor: &PropertyDescriptor, element: Option<Value>) -> Completion<bool> {
    let keeps_attributes = !descriptor.is_accessor_descriptor()
        && descriptor.configurable != Some(true)
        && descriptor.enumerable != Some(false)
        && descriptor.writable != Some(true);
    match descriptor.value.zip(element) {
        Some((value, element)) if keeps_attributes => operators::same_value(vm, value, element),
        _ => Ok(keeps_attributes),
    }
}

impl InternalMethods for Methods {
    /// 10.4.5.1
    fn prevent_extensions(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<bool>> {
        let may_change =
            views::typed_array(&vm.heap, object).is_some_and(|view| !views::has_fixed_length(&vm.heap, view));
        Ok(if may_change { Hooked::Answer(false) } else { Hooked::Ordinary })
    }

    /// 10.4.5.2
    fn get_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
    ) -> Completion<Hooked<Option<PropertyDescriptor>>> {
        let value = own_element(vm, object, key);
        let attributes = if is_immutable(vm, object) { Attributes::ENUMERABLE } else { Attributes::ALL };
        Ok(Hooked::Answer(value.map(|value| PropertyDescriptor::data(value, attributes))))
    }

    /// 10.4.5.3
    fn has_property(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(valid_index(vm, object, key).is_some()))
    }

    /// 10.4.5.4
    fn define_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<Hooked<bool>> {
        if valid_index(vm, object, key).is_none() {
            return Ok(Hooked::Answer(false));
        }
        if is_immutable(vm, object) {
            let element = own_element(vm, object, key);
            return keeps_immutable_element(vm, descriptor, element).map(Hooked::Answer);
        }
        if !descriptor.keeps_all_attributes() {
            return Ok(Hooked::Answer(false));
        }
        if let Some(value) = descriptor.value {
            set_own_element(vm, object, key, value)?;
        }
        Ok(Hooked::Answer(true))
    }

    /// 10.4.5.5
    fn get(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey, _: Value) -> Completion<Hooked<Value>> {
        Ok(Hooked::Answer(own_element(vm, object, key).unwrap_or(Value::UNDEFINED)))
    }

    /// 10.4.5.6
    fn set(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<Hooked<bool>> {
        if receiver == Value::object(object) {
            if is_immutable(vm, object) && valid_index(vm, object, key).is_some() {
                return Ok(Hooked::Answer(false));
            }
            set_own_element(vm, object, key, value)?;
            return Ok(Hooked::Answer(true));
        }
        // OrdinarySet goes on with an element that is there, as with any property.
        Ok(if valid_index(vm, object, key).is_some() { Hooked::Ordinary } else { Hooked::Answer(true) })
    }

    /// 10.4.5.7
    fn delete(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(valid_index(vm, object, key).is_none()))
    }

    /// 10.4.5.8
    fn own_property_keys(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Vec<PropertyKey>>> {
        let Some(view) = views::typed_array(&vm.heap, object) else { return Ok(Hooked::Ordinary) };
        let length = views::length_of_view(&vm.heap, view).unwrap_or(0);
        let named = object::ordinary_own_property_keys(vm, object)?;
        let mut keys = Vec::new();
        vm.heap.room((length + named.len()).saturating_mul(size_of::<PropertyKey>()))?;
        keys.reserve_exact(length + named.len());
        // Larger indices are kept as names, which are the texts of numbers from 2^31 on.
        let numbers = length.min(1 << 31);
        vm.heap.budget.in_pieces(numbers, ELEMENTS_PER_TICK, |piece| {
            keys.extend((piece.start as u32..piece.end as u32).filter_map(PropertyKey::from_index));
        })?;
        for index in numbers..length {
            vm.work(1)?;
            let key = vm.heap.key_of_index(index as u64);
            vm.keep_key(key);
            keys.push(key);
        }
        keys.extend(named.iter().copied());
        vm.heap.take_back(&named);
        Ok(Hooked::Answer(keys))
    }
}
