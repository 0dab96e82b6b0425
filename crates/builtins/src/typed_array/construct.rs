//! The constructors of typed arrays, ECMA-262 23.2.5.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::bigint;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call};
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::symbols;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::create::{TypedArray, allocate, length_of, require_same_content};
use crate::array_buffer::detached_error;
use crate::gathered::Gathered;

/// TypedArray ( ...args ), ECMA-262 23.2.5.1
pub(super) fn construct(vm: &mut Vm, call: Call, element: ElementType) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::constructor_without_new(element.constructor_name()));
    }
    let first = call.argument(vm, 0);
    let Some(source) = first.as_object() else {
        let length = bigint::to_index(vm, first, messages::INVALID_TYPED_ARRAY_LENGTH)?;
        let prototype = prototype(vm, call, element)?;
        return Ok(Value::object(allocate(vm, prototype, element, length)?.object));
    };
    let prototype = prototype(vm, call, element)?;
    let object = if let Some(view) = views::typed_array(&vm.heap, source) {
        from_typed_array(vm, prototype, element, view)?
    } else if let Some(buffer) = buffers::buffer_of(&vm.heap, source) {
        from_buffer(vm, call, (prototype, element), buffer)?
    } else {
        from_object(vm, (prototype, element), source)?
    };
    Ok(Value::object(object))
}

/// Returns the prototype of a new array, and keeps it.
fn prototype(vm: &mut Vm, call: Call, element: ElementType) -> Completion<ObjectId> {
    let prototype =
        function::prototype_for_new(vm, call, |intrinsics| intrinsics.typed_array_prototypes[element as usize])?;
    vm.keep(Value::object(prototype));
    Ok(prototype)
}

/// InitializeTypedArrayFromTypedArray, ECMA-262 23.2.5.1.2
fn from_typed_array(vm: &mut Vm, prototype: ObjectId, element: ElementType, source: View) -> Completion<ObjectId> {
    let length = length_of(vm, source)?;
    let target = allocate(vm, prototype, element, length as u64)?;
    require_same_content(vm, source.element, element)?;
    copy_elements(vm, (source, 0), (target.view, 0), length)?;
    Ok(target.object)
}

/// Copies elements between views, as if they were all read first, and converts them if the types differ. Copies only
/// those that both views still have; no script runs.
pub(super) fn copy_elements(
    vm: &mut Vm,
    (source, from): (View, usize),
    (target, to): (View, usize),
    count: usize,
) -> Completion<()> {
    if source.element == target.element {
        let bytes = count * source.element.size();
        return buffer::copy_bytes(
            vm,
            (source.buffer, source.place_of(from)),
            (target.buffer, target.place_of(to)),
            bytes,
        );
    }
    Gathered::with(vm, |vm, gathered: &mut Gathered<u64>| {
        // Only elements that may lie in the same bytes are all read first.
        let is_same = source.buffer == target.buffer || buffers::shared_bytes(&vm.heap, source.buffer).is_some();
        if !is_same {
            for index in 0..count {
                vm.work(1)?;
                let raw = views::raw_element(&vm.heap, source, from + index).unwrap_or(0);
                views::set_raw_element(
                    &mut vm.heap,
                    target,
                    to + index,
                    converted(raw, source.element, target.element),
                );
            }
            return Ok(());
        }
        gathered.reserve(&mut vm.heap, count)?;
        for index in 0..count {
            vm.work(1)?;
            let raw = views::raw_element(&vm.heap, source, from + index).unwrap_or(0);
            gathered.push(&mut vm.heap, converted(raw, source.element, target.element))?;
        }
        for (index, &raw) in gathered.as_slice().iter().enumerate() {
            if (index as u64).is_multiple_of(ELEMENTS_PER_TICK) {
                vm.work(1)?;
            }
            views::set_raw_element(&mut vm.heap, target, to + index, raw);
        }
        Ok(())
    })
}

/// Converts the bytes of an element to another type; both are numbers, or both BigInts.
pub(super) fn converted(raw: u64, from: ElementType, to: ElementType) -> u64 {
    if from.is_big_int() {
        return raw;
    }
    to.raw_of(from.number_of(raw).as_number().unwrap_or(f64::NAN))
}

/// InitializeTypedArrayFromArrayBuffer, ECMA-262 23.2.5.1.3
fn from_buffer(
    vm: &mut Vm,
    call: Call,
    (prototype, element): (ObjectId, ElementType),
    buffer: BufferId,
) -> Completion<ObjectId> {
    let [offset, length] = [1, 2].map(|index| call.argument(vm, index));
    let size = element.size() as u64;
    let name = element.constructor_name();
    let offset = bigint::to_index(vm, offset, messages::INVALID_OFFSET)?;
    if !offset.is_multiple_of(size) {
        return vm.range_error(format!("start offset of {name} should be a multiple of {size}"));
    }
    let length = if length.is_undefined() {
        None
    } else {
        Some(bigint::to_index(vm, length, messages::INVALID_TYPED_ARRAY_LENGTH)?)
    };
    if buffers::get(&vm.heap, buffer).is_detached() {
        return detached_error(vm);
    }
    let byte_length = buffers::get(&vm.heap, buffer).byte_length() as u64;
    let follows = length.is_none() && buffers::get(&vm.heap, buffer).max_byte_length().is_some();
    if length.is_none() && !follows && !byte_length.is_multiple_of(size) {
        return vm.range_error(format!("byte length of {name} should be a multiple of {size}"));
    }
    let Some(room) = byte_length.checked_sub(offset) else {
        return vm.range_error(format!("Start offset {offset} is outside the bounds of the buffer"));
    };
    let length = length.unwrap_or(room / size);
    if length.saturating_mul(size) > room {
        return vm.range_error(format!("Invalid typed array length: {length}"));
    }
    let view = View::new(element, buffer, offset as usize, if follows { None } else { Some(length as usize) });
    Ok(typed_array::new_typed_array(vm, Some(prototype), view))
}

/// Creates an array from an iterable, or else from an array-like.
fn from_object(vm: &mut Vm, (prototype, element): (ObjectId, ElementType), source: ObjectId) -> Completion<ObjectId> {
    match iteration::iterator_method(vm, Value::object(source), symbols::ITERATOR)? {
        Some(method) => {
            vm.keep(method);
            let values = list_of(vm, Value::object(source), method)?;
            let length = array::array_length(vm, values);
            let target = allocate(vm, prototype, element, length.into())?;
            set_from_list(vm, target, values)
        }
        None => from_array_like(vm, (prototype, element), source),
    }
}

/// IteratorToList, ECMA-262 7.4.15, in an array that no script sees. Keeps the array.
pub(super) fn list_of(vm: &mut Vm, iterable: Value, method: Value) -> Completion<ObjectId> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut count: u64 = 0;
    iteration::iterate_by(vm, iterable, method, |vm, value| {
        let key = vm.heap.key_of_index(count);
        count += 1;
        object::create_data_property_or_throw(vm, list, key, value)
    })?;
    Ok(list)
}

/// InitializeTypedArrayFromList, ECMA-262 23.2.5.1.4
fn set_from_list(vm: &mut Vm, target: TypedArray, values: ObjectId) -> Completion<ObjectId> {
    for index in 0..target.length {
        vm.work(1)?;
        let value = iteration::iterated_element(vm, values, index as u32)?;
        target.set(vm, index, value)?;
    }
    Ok(target.object)
}

/// InitializeTypedArrayFromArrayLike, ECMA-262 23.2.5.1.5
fn from_array_like(
    vm: &mut Vm,
    (prototype, element): (ObjectId, ElementType),
    source: ObjectId,
) -> Completion<ObjectId> {
    let length = convert::length_of_array_like(vm, source)?;
    let target = allocate(vm, prototype, element, length)?;
    for index in 0..target.length {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let key = vm.heap.key_of_index(index as u64);
        let value = object::get(vm, source, key)?;
        vm.keep(value);
        target.set(vm, index, value)?;
    }
    Ok(target.object)
}
