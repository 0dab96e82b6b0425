//! Arrays made at once: of given values, of parts of others, of the names of a shape. Nothing fails between the moment when
//! a vector is accounted for and that when the array has it.

use std::ops::Range;

use ferrotape_budget::Termination;

use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId};
use crate::object::Elements;
use crate::object::cell;
use crate::shape;
use crate::value::Value;

/// Makes an array with copies of a few values.
#[inline]
pub fn new_array_of_values(heap: &mut Heap, shape: ShapeId, values: &[Value]) -> Result<ObjectId, Termination> {
    let mut vector = cell::vector_for_array(heap, values.len())?;
    vector.extend_from_slice(values);
    Ok(cell::new_array_of_vector(heap, shape, vector))
}

/// Makes an array with copies of some elements of an object whose elements are dense.
#[inline]
pub fn new_array_of_part(
    heap: &mut Heap,
    shape: ShapeId,
    source: ObjectId,
    part: Range<usize>,
) -> Result<ObjectId, Termination> {
    let mut vector = cell::vector_for_array(heap, part.len())?;
    vector.extend_from_slice(heap.elements(source).as_dense().and_then(|values| values.get(part)).unwrap_or_default());
    Ok(cell::new_array_of_vector(heap, shape, vector))
}

/// Makes an array of the enumerable keys of a shared shape, which are all strings.
pub fn new_array_of_names(heap: &mut Heap, shape: ShapeId, names: ShapeId) -> Result<ObjectId, Termination> {
    let mut vector = cell::vector_for_array(heap, heap[names].count as usize)?;
    for entry in shape::entries_of_shared(heap, names) {
        if entry.attributes.is_enumerable()
            && let Some(name) = entry.key.as_atom()
        {
            vector.push(Value::string(name));
        }
    }
    Ok(cell::new_array_of_vector(heap, shape, vector))
}

/// Number of the elements of an array that are a vector of all its length without holes, and at most this many.
fn short_vector(heap: &Heap, array: ObjectId, most: usize) -> Option<usize> {
    let cell = heap.array(array)?;
    let values = cell.elements().as_dense().filter(|values| values.len() <= most)?;
    let is_whole = values.len() == cell.length() as usize && !values.iter().any(|value| value.is_empty());
    is_whole.then_some(values.len())
}

/// Gives an array without elements copies of those of another, if these are a short vector of all its length without
/// holes. Otherwise changes nothing and returns false.
#[inline]
pub fn copy_short_vector(
    heap: &mut Heap,
    target: ObjectId,
    source: ObjectId,
    most: usize,
) -> Result<bool, Termination> {
    if heap.length_of_array(target) != Some(0) {
        return Ok(false);
    }
    let Some(count) = short_vector(heap, source, most) else { return Ok(false) };
    heap.reserve_elements(target, count)?;
    Ok(fill(heap, target, source, count))
}

/// Fast path of [`copy_short_vector`]: copies the elements if the array has room for them already. Otherwise changes
/// nothing and returns false.
#[inline]
pub fn copy_within_room(heap: &mut Heap, target: ObjectId, source: ObjectId, most: usize) -> bool {
    heap.length_of_array(target) == Some(0)
        && short_vector(heap, source, most).is_some_and(|count| fill(heap, target, source, count))
}

/// Copies a vector of `count` elements to an array of length 0, if that has an empty vector with room for them.
#[inline(always)]
fn fill(heap: &mut Heap, target: ObjectId, source: ObjectId, count: usize) -> bool {
    let Elements::Dense(place) = heap.elements_mut(target) else { return false };
    if !place.is_empty() || place.capacity() < count {
        return false;
    }
    let mut copies = std::mem::take(place);
    copies.extend_from_slice(heap.elements(source).as_dense().unwrap_or_default());
    *heap.elements_mut(target) = Elements::Dense(copies);
    heap.set_array_length(target, count as u32);
    true
}
