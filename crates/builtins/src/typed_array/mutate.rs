//! Methods of typed arrays that write to the array itself.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::typed_array::{self, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::construct::copy_elements;
use super::create::{length_of, require_same_content, this_view, this_writable_array};
use crate::array::{relative_end, relative_index};
use crate::array_buffer::require_mutable;

/// %TypedArray%.prototype.copyWithin ( target, start [ , end ] ), ECMA-262 23.2.3.6
pub(super) fn copy_within(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_writable_array(vm, call, "copyWithin")?;
    let [to, from, end] = [0, 1, 2].map(|index| call.argument(vm, index));
    let length = array.length as u64;
    let to = relative_index(vm, to, length)? as usize;
    let from = relative_index(vm, from, length)? as usize;
    let end = relative_end(vm, end, length)? as usize;
    let count = end.saturating_sub(from).min(array.length - to);
    if count > 0 {
        let length = array.require_length(vm)?;
        let count = count.min(length.saturating_sub(from)).min(length.saturating_sub(to));
        copy_elements(vm, (array.view, from), (array.view, to), count)?;
    }
    Ok(call.this)
}

/// %TypedArray%.prototype.fill ( value [ , start [ , end ] ] ), ECMA-262 23.2.3.9
pub(super) fn fill(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_writable_array(vm, call, "fill")?;
    let [value, start, end] = [0, 1, 2].map(|index| call.argument(vm, index));
    let raw = typed_array::raw_of_value(vm, array.view.element, value)?;
    let start = relative_index(vm, start, array.length as u64)? as usize;
    let end = relative_end(vm, end, array.length as u64)? as usize;
    let end = end.min(array.require_length(vm)?);
    fill_elements(vm, array.view, start, end, raw)?;
    Ok(call.this)
}

/// Writes an element to a range within the view.
fn fill_elements(vm: &mut Vm, view: View, start: usize, end: usize, raw: u64) -> Completion<()> {
    let count = end.saturating_sub(start);
    let size = view.element.size();
    let first = view.place_of(start);
    if let Some((bytes, budget)) = buffers::owned_bytes_for_work(&mut vm.heap, view.buffer) {
        let Some(bytes) = bytes.get_mut(first..first + count * size) else { return Ok(()) };
        let pattern = raw.to_le_bytes();
        return Ok(budget.in_pieces(count, ELEMENTS_PER_TICK, |piece| match size {
            1 => bytes[piece].fill(pattern[0]),
            _ => {
                let places = bytes[piece.start * size..piece.end * size].chunks_exact_mut(size);
                places.for_each(|place| place.copy_from_slice(&pattern[..size]));
            }
        })?);
    }
    for index in start..end {
        vm.work(1)?;
        views::set_raw_element(&mut vm.heap, view, index, raw);
    }
    Ok(())
}

/// %TypedArray%.prototype.reverse ( ), ECMA-262 23.2.3.25
pub(super) fn reverse(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_writable_array(vm, call, "reverse")?;
    for lower in 0..array.length / 2 {
        vm.work(1)?;
        let upper = array.length - 1 - lower;
        let [low, high] = [lower, upper].map(|index| views::raw_element(&vm.heap, array.view, index).unwrap_or(0));
        views::set_raw_element(&mut vm.heap, array.view, lower, high);
        views::set_raw_element(&mut vm.heap, array.view, upper, low);
    }
    Ok(call.this)
}

/// %TypedArray%.prototype.set ( source [ , offset ] ), ECMA-262 23.2.3.26
pub(super) fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = this_view(vm, call, "set")?;
    require_mutable(vm, target.buffer)?;
    let [source, offset] = [0, 1].map(|index| call.argument(vm, index));
    let offset = convert::to_integer_or_infinity(vm, offset)?;
    if offset < 0.0 {
        return offset_out_of_bounds(vm);
    }
    match source.as_object().and_then(|source| views::typed_array(&vm.heap, source)) {
        Some(source) => set_from_typed_array(vm, target, offset, source)?,
        None => {
            // Before anything of the source is read.
            let length = length_of(vm, target)?;
            let source = convert::to_object(vm, source)?;
            vm.keep(Value::object(source));
            set_from_array_like(vm, (target, length), offset, source)?;
        }
    }
    Ok(Value::UNDEFINED)
}

fn offset_out_of_bounds<T>(vm: &mut Vm) -> Completion<T> {
    vm.range_error("offset is out of bounds")
}

/// Returns the position of the first element. Fails unless all elements have room.
fn require_room(vm: &mut Vm, offset: f64, count: u64, length: usize) -> Completion<usize> {
    if offset + count as f64 > length as f64 { offset_out_of_bounds(vm) } else { Ok(offset as usize) }
}

/// SetTypedArrayFromTypedArray, ECMA-262 23.2.3.26.1
fn set_from_typed_array(vm: &mut Vm, target: View, offset: f64, source: View) -> Completion<()> {
    let length = length_of(vm, target)?;
    let count = length_of(vm, source)?;
    require_same_content(vm, source.element, target.element)?;
    let offset = require_room(vm, offset, count as u64, length)?;
    copy_elements(vm, (source, 0), (target, offset), count)
}

/// SetTypedArrayFromArrayLike, ECMA-262 23.2.3.26.2
fn set_from_array_like(vm: &mut Vm, (target, length): (View, usize), offset: f64, source: ObjectId) -> Completion<()> {
    let count = convert::length_of_array_like(vm, source)?;
    let offset = require_room(vm, offset, count, length)?;
    for index in 0..count {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let key = vm.heap.key_of_index(index);
        let value = object::get(vm, source, key)?;
        vm.keep(value);
        let raw = typed_array::raw_of_value(vm, target.element, value)?;
        views::set_raw_element(&mut vm.heap, target, offset + index as usize, raw);
    }
    Ok(())
}
