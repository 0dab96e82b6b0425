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

/// Makes an array of a shape with the values of its properties and copies of a few values as elements.
pub fn new_array_with_properties(
    heap: &mut Heap,
    shape: ShapeId,
    slots: &[Value],
    values: &[Value],
) -> Result<ObjectId, Termination> {
    let mut vector = cell::vector_for_array(heap, values.len())?;
    vector.extend_from_slice(values);
    Ok(cell::new_array_of_vectors(heap, shape, slots, vector))
}

/// Appends an element to an array whose vector ends at that index, with room made for it, if this is indistinguishable from a
/// definition: the prototypes do not matter to one. Otherwise changes nothing and returns false.
#[inline]
pub fn append(heap: &mut Heap, array: ObjectId, index: u64, value: Value) -> Result<bool, Termination> {
    let Some(cell) = heap.array(array) else { return Ok(false) };
    let length = cell.length();
    let is_next = cell.elements().as_dense().is_some_and(|values| values.len() as u64 == index);
    if !is_next || index >= i32::MAX as u64 || !cell.may_grow(heap) {
        return Ok(false);
    }
    heap.reserve_elements(array, index as usize + 1)?;
    if let Some((values, _)) = heap.elements_mut(array).vector_mut() {
        values.push(value);
    }
    heap.set_array_length(array, length.max(index as u32 + 1));
    Ok(true)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{ObjectKind, dense, queue};

    #[test]
    fn arrays_have_the_length_of_their_vector_after_each_change() {
        let mut heap = Heap::new(1, crate::names::TEXTS);
        let array = heap.new_object_with_prototype(None, ObjectKind::Array(0));
        for index in 0..200 {
            assert_eq!(append(&mut heap, array, index, Value::ZERO), Ok(true), "{index}");
        }
        assert_eq!(append(&mut heap, array, 201, Value::ZERO), Ok(false), "another one comes before");
        for (count, expected) in [(150, 50), (10, 40)] {
            queue::remove_front(&mut heap, array, count).expect("no limit");
            assert_eq!(heap.length_of_array(array), Some(expected));
        }
        queue::insert_front(&mut heap, array, &[Value::ZERO; 3]).expect("no limit");
        assert_eq!(heap.length_of_array(array), Some(43));
        heap.reserve_elements(array, 47).expect("no limit");
        dense::splice(&mut heap, array, 1..2, vec![Value::ZERO; 5]);
        assert_eq!(heap.length_of_array(array), Some(47));
        assert_eq!(heap.elements(array).as_dense().map(<[Value]>::len), Some(47));
    }
}
