//! `array[index]` where the array is a typed one, without the way through internal methods: what the instructions that access
//! elements ask, on both machines, after plain arrays.

use super::View;
use crate::buffer::Bytes;
use crate::heap::{Heap, ObjectId};
use crate::value::Value;

impl Heap {
    /// The element of a typed array; none where there is no such element, it is no typed array, or one of BigInts.
    #[inline]
    pub(crate) fn typed_element(&self, object: ObjectId, index: usize) -> Option<Value> {
        let view = self.view_in_cell(object).filter(|view| !view.element.is_big_int())?;
        let bytes = self.buffer(view.buffer).bytes();
        let Bytes::Owned(vector) = bytes else { return self.other_element(view, index) };
        if index >= view.length_in(vector.len())? {
            return None;
        }
        Some(view.element.number_of(bytes.read(view.place_of(index), view.element.size())?))
    }

    /// The same of memory that is shared.
    #[cold]
    fn other_element(&self, view: View, index: usize) -> Option<Value> {
        self.raw_element(view, index).map(|raw| view.element.number_of(raw))
    }

    /// Sets an element of a typed array to a number; false where there is no such element, it is no typed array, or the value
    /// is none that needs no conversion.
    #[inline]
    pub(crate) fn set_typed_element(&mut self, object: ObjectId, index: usize, value: Value) -> bool {
        let Some(view) = self.view_in_cell(object) else { return false };
        let Some(number) = value.as_number() else { return false };
        if view.element.is_big_int() || self.length_of_view(view).is_none_or(|length| index >= length) {
            return false;
        }
        let raw = match value.as_int() {
            Some(int) if !view.element.is_float() && !view.element.is_clamped() => int as u32 as u64,
            _ => view.element.raw_of(number),
        };
        self.write_bytes_of(view.buffer, view.place_of(index), view.element.size(), raw)
    }
}
