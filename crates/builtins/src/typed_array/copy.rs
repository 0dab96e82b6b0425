//! Methods of typed arrays that create another one.

use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::typed_array::{self, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::construct::{converted, copy_elements};
use super::create::{
    TypedArray, create_same_type, species_create, species_create_of_length, this_typed_array, this_view,
};
use crate::array::{number, relative_end, relative_index};

/// %TypedArray%.prototype.slice ( start, end ), ECMA-262 23.2.3.27
pub(super) fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "slice")?;
    let [start, end] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, array.length as u64)? as usize;
    let end = relative_end(vm, end, array.length as u64)? as usize;
    let count = end.saturating_sub(start);
    let target = species_create_of_length(vm, array, count)?;
    if count > 0 {
        // The species may have changed the buffer.
        let end = end.min(array.require_length(vm)?);
        let count = end.saturating_sub(start);
        if target.view.element == array.view.element {
            copy_forwards(vm, (array.view, start), target.view, count)?;
        } else {
            for (to, from) in (start..end).enumerate() {
                vm.work(1)?;
                let raw = views::raw_element(&vm.heap, array.view, from).unwrap_or(0);
                views::set_raw_element(
                    &mut vm.heap,
                    target.view,
                    to,
                    converted(raw, array.view.element, target.view.element),
                );
            }
        }
    }
    Ok(Value::object(target.object))
}

/// Step 14.g of `slice`: copies byte by byte, so that written bytes may be read again if a species returns a view on
/// the same bytes. Otherwise this is not observable, and is done in bulk.
fn copy_forwards(vm: &mut Vm, (source, start): (View, usize), target: View, count: usize) -> Completion<()> {
    let (from, to) = (source.place_of(start), target.place_of(0));
    let bytes = count * source.element.size();
    let is_ahead = source.buffer == target.buffer && from < to && to < from + bytes;
    if !is_ahead {
        return copy_elements(vm, (source, start), (target, 0), count);
    }
    for byte in 0..bytes {
        vm.work(1)?;
        let raw = buffers::get(&vm.heap, source.buffer).bytes().read(from + byte, 1).unwrap_or(0);
        buffers::write_bytes_of(&mut vm.heap, target.buffer, to + byte, 1, raw);
    }
    Ok(())
}

/// %TypedArray%.prototype.subarray ( start, end ), ECMA-262 23.2.3.30
pub(super) fn subarray(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "subarray")?;
    // Out of bounds, the length counts as 0.
    let length = views::length_of_view(&vm.heap, view).unwrap_or(0) as u64;
    let [start, end] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, length)?;
    let count = if end.is_undefined() && view.is_length_tracking() {
        None
    } else {
        Some(relative_end(vm, end, length)?.saturating_sub(start))
    };
    let offset = view.place_of(start as usize);
    let arguments =
        [buffer::buffer_value(vm, view.buffer), number(offset as u64), count.map_or(Value::UNDEFINED, number)];
    let arguments = if count.is_some() { &arguments[..] } else { &arguments[..2] };
    let object = call.this.as_object().unwrap_or(vm.heap.nothing());
    let result = species_create(vm, (object, view.element), arguments)?;
    Ok(Value::object(result.object))
}

/// %TypedArray%.prototype.toReversed ( ), ECMA-262 23.2.3.33
pub(super) fn to_reversed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "toReversed")?;
    let target = create_same_type(vm, array)?;
    for (to, from) in (0..array.length).rev().enumerate() {
        vm.work(1)?;
        copy_element(vm, (array, from), (target, to));
    }
    Ok(Value::object(target.object))
}

/// Copies a present element to an array of the same type.
fn copy_element(vm: &mut Vm, (source, from): (TypedArray, usize), (target, to): (TypedArray, usize)) {
    if let Some(raw) = views::raw_element(&vm.heap, source.view, from) {
        views::set_raw_element(&mut vm.heap, target.view, to, raw);
    }
}

/// %TypedArray%.prototype.with ( index, value ), ECMA-262 23.2.3.36
pub(super) fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "with")?;
    let [index, value] = [0, 1].map(|index| call.argument(vm, index));
    let relative = convert::to_integer_or_infinity(vm, index)?;
    let position = if relative < 0.0 { array.length as f64 + relative } else { relative };
    let raw = typed_array::raw_of_value(vm, array.view.element, value)?;
    // The conversions may have changed the buffer.
    let length = views::length_of_view(&vm.heap, array.view).unwrap_or(0);
    if !(0.0..length as f64).contains(&position) {
        return vm.range_error("Invalid typed array index");
    }
    let target = create_same_type(vm, array)?;
    copy_elements(vm, (array.view, 0), (target.view, 0), array.length.min(length))?;
    for index in length..array.length {
        vm.work(1)?;
        // A missing element reads as undefined.
        target.set(vm, index, Value::UNDEFINED)?;
    }
    views::set_raw_element(&mut vm.heap, target.view, position as usize, raw);
    Ok(Value::object(target.object))
}
