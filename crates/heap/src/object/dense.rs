//! Changes of dense elements, each with its write barrier. Additions keep to the capacity that
//! [`Heap::reserve_elements`] has made.

use std::ops::Range;

use crate::heap::Heap;
use crate::heap::marking;
use crate::id::ObjectId;
use crate::object::cell;
use crate::value::Value;

/// Appends this many copies of a value; false if the elements are not a vector. An array keeps its `length`.
pub fn append_copies(heap: &mut Heap, object: ObjectId, count: usize, value: Value) -> bool {
    let Some((values, _)) = heap.elements_mut(object).vector_mut() else { return false };
    values.resize(values.len() + count, value);
    true
}

/// Overwrites the elements in a range with a value.
pub fn fill(heap: &mut Heap, object: ObjectId, range: Range<usize>, value: Value) {
    marking::lose_elements(heap, object, range.clone());
    if let Some(part) = heap.elements_mut(object).as_dense_mut().and_then(|values| values.get_mut(range)) {
        part.fill(value);
    }
}

/// Reverses the order of the elements.
pub fn reverse(heap: &mut Heap, object: ObjectId) {
    marking::move_elements(heap, object);
    if let Some(values) = heap.elements_mut(object).as_dense_mut() {
        values.reverse();
    }
}

/// Replaces the elements in a range by others, of which there may be more or fewer. An array gets the length of its vector.
pub fn splice(heap: &mut Heap, object: ObjectId, range: Range<usize>, items: Vec<Value>) {
    marking::lose_elements(heap, object, range.start..usize::MAX);
    if let Some((values, head)) = heap.elements_mut(object).vector_mut()
        && head + range.end <= values.len()
    {
        values.splice(head + range.start..head + range.end, items);
    }
    cell::set_length_of_vector(heap, object);
}
