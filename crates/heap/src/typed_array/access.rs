//! Fast path for `array[index]` of typed arrays, without internal methods. The instructions of both machines that
//! access elements use it after plain arrays.

use super::View;
use crate::buffer::Bytes;
use crate::buffer::buffers;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::cell;
use crate::typed_array::ElementType;
use crate::typed_array::views;
use crate::value::Value;

/// The element of a typed array; none if there is no such element, the object is no typed array, or its elements are
/// BigInts. Not inlined: the loop calls it.
#[inline(never)]
pub fn typed_element(heap: &Heap, object: ObjectId, index: usize) -> Option<Value> {
    let view = cell::view_in_cell(heap, object)?;
    let (Bytes::Owned(bytes) | Bytes::Immutable(bytes)) = buffers::get(heap, view.buffer).bytes() else {
        return other_element(heap, view, index);
    };
    if index >= view.length_in(bytes.len())? {
        return None;
    }
    let element = bytes.get(view.place_of(index)..)?;
    Some(match view.element {
        ElementType::Int8 => Value::int((*element.first()? as i8).into()),
        ElementType::Uint8 | ElementType::Uint8Clamped => Value::int((*element.first()?).into()),
        ElementType::Int16 => Value::int(i16::from_le_bytes(*element.first_chunk()?).into()),
        ElementType::Uint16 => Value::int(u16::from_le_bytes(*element.first_chunk()?).into()),
        ElementType::Int32 => Value::int(i32::from_le_bytes(*element.first_chunk()?)),
        ElementType::Float64 => Value::number(f64::from_le_bytes(*element.first_chunk()?)),
        _ => return other_element(heap, view, index),
    })
}

/// The element of a type that is rarer, or of shared memory.
#[inline(never)]
fn other_element(heap: &Heap, view: View, index: usize) -> Option<Value> {
    let raw = views::raw_element(heap, view, index)?;
    (!view.element.is_big_int()).then(|| view.element.number_of(raw))
}

/// Sets an element of a typed array to a number; false if there is no such element, the object is no typed array, or
/// the value needs a conversion.
#[inline(never)]
pub fn set_typed_element(heap: &mut Heap, object: ObjectId, index: usize, value: Value) -> bool {
    let Some(view) = cell::view_in_cell(heap, object) else { return false };
    let Bytes::Owned(bytes) = buffers::bytes_of(heap, view.buffer) else {
        return set_other_element(heap, view, index, value);
    };
    if view.length_in(bytes.len()).is_none_or(|length| index >= length) {
        return false;
    }
    let Some(place) = bytes.get_mut(view.place_of(index)..) else { return false };
    let is_set = match (view.element, value.as_int()) {
        (ElementType::Int8 | ElementType::Uint8, Some(int)) => set_first(place, (int as u8).to_le_bytes()),
        (ElementType::Int16 | ElementType::Uint16, Some(int)) => set_first(place, (int as u16).to_le_bytes()),
        (ElementType::Int32 | ElementType::Uint32, Some(int)) => set_first(place, int.to_le_bytes()),
        (ElementType::Float64, _) => value.as_number().and_then(|number| set_first(place, number.to_le_bytes())),
        _ => return set_other_element(heap, view, index, value),
    };
    is_set.is_some()
}

/// Sets an element to a value that is no integer, of a type that is rarer, or in shared memory.
#[inline(never)]
fn set_other_element(heap: &mut Heap, view: View, index: usize, value: Value) -> bool {
    let Some(number) = value.as_number() else { return false };
    if view.element.is_big_int() || views::length_of_view(heap, view).is_none_or(|length| index >= length) {
        return false;
    }
    buffers::write_bytes_of(heap, view.buffer, view.place_of(index), view.element.size(), view.element.raw_of(number))
}

#[inline(always)]
fn set_first<const SIZE: usize>(place: &mut [u8], bytes: [u8; SIZE]) -> Option<()> {
    *place.first_chunk_mut()? = bytes;
    Some(())
}
