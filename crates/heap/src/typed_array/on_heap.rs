//! Views on the heap.

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::Kind;
use crate::typed_array::View;

impl Heap {
    /// The typed array that an object is.
    #[inline]
    pub fn typed_array(&self, object: ObjectId) -> Option<View> {
        match self.kind(object) {
            Kind::TypedArray(view) => Some(view),
            _ => None,
        }
    }

    /// How many elements a view has now; none where it is out of bounds, or the buffer detached.
    #[inline]
    pub fn length_of_view(&self, view: View) -> Option<usize> {
        let buffer = self.buffer(view.buffer);
        if buffer.is_detached() { None } else { view.length_in(buffer.byte_length()) }
    }

    /// IsTypedArrayFixedLength, ECMA-262 10.4.5.14
    pub fn has_fixed_length(&self, view: View) -> bool {
        let buffer = self.buffer(view.buffer);
        !view.is_length_tracking() && (buffer.max_byte_length().is_none() || buffer.is_shared())
    }

    /// The bytes of an element as a number; none where there is no such element now.
    #[inline]
    pub fn raw_element(&self, view: View, index: usize) -> Option<u64> {
        (index < self.length_of_view(view)?).then_some(())?;
        self.buffer(view.buffer).bytes().read(view.place_of(index), view.element.size())
    }

    /// Writes an element; nothing happens where there is no such element now.
    #[inline]
    pub fn set_raw_element(&mut self, view: View, index: usize, raw: u64) {
        if self.length_of_view(view).is_some_and(|length| index < length) {
            self.write_bytes_of(view.buffer, view.place_of(index), view.element.size(), raw);
        }
    }
}
