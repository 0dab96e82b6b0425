//! Operations on views of the heap.

use crate::buffer::buffers;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::Kind;
use crate::typed_array::View;
pub use crate::typed_array::access::*;

/// The typed array that an object is.
#[inline]
pub fn typed_array(heap: &Heap, object: ObjectId) -> Option<View> {
    match heap.kind(object) {
        Kind::TypedArray(view) => Some(view),
        _ => None,
    }
}

/// Number of elements that a view has now; none if it is out of bounds, or the buffer is detached.
#[inline]
pub fn length_of_view(heap: &Heap, view: View) -> Option<usize> {
    let buffer = buffers::get(heap, view.buffer);
    if buffer.is_detached() { None } else { view.length_in(buffer.byte_length()) }
}

/// IsTypedArrayFixedLength, ECMA-262 10.4.5.14
pub fn has_fixed_length(heap: &Heap, view: View) -> bool {
    let buffer = buffers::get(heap, view.buffer);
    !view.is_length_tracking() && (buffer.max_byte_length().is_none() || buffer.is_shared())
}

/// The bytes of an element as a number; none if there is no such element now.
#[inline]
pub fn raw_element(heap: &Heap, view: View, index: usize) -> Option<u64> {
    (index < length_of_view(heap, view)?).then_some(())?;
    buffers::get(heap, view.buffer).bytes().read(view.place_of(index), view.element.size())
}

/// Writes an element; does nothing if there is no such element now.
#[inline]
pub fn set_raw_element(heap: &mut Heap, view: View, index: usize, raw: u64) {
    if length_of_view(heap, view).is_some_and(|length| index < length) {
        buffers::write_bytes_of(heap, view.buffer, view.place_of(index), view.element.size(), raw);
    }
}
