//! Layout of strings, for snapshots: which others they share units with, read and restored. The later cost of a rope or
//! a slice depends on it.

use super::{SLICE_LENGTH, StringData};
use crate::heap::Heap;
use crate::heap::rope;
use crate::heap::string::MAX_STRING_LENGTH;
use crate::id::StringId;

/// Place of a string's units.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StringLayout {
    /// The string itself.
    Own,
    /// Two others, one after the other.
    Rope([StringId; 2]),
    /// A part of another string.
    Slice { parent: StringId, start: u32 },
}

impl StringLayout {
    /// The strings whose units it shares.
    pub fn parts(self) -> impl Iterator<Item = StringId> {
        let parts = match self {
            StringLayout::Own => [None, None],
            StringLayout::Rope(parts) => parts.map(Some),
            StringLayout::Slice { parent, .. } => [Some(parent), None],
        };
        parts.into_iter().flatten()
    }
}

pub fn layout_of_string(heap: &Heap, id: StringId) -> StringLayout {
    match heap.string_cell(id).data {
        StringData::Rope { left, right, .. } => StringLayout::Rope([left, right]),
        StringData::Slice { parent, start, .. } => StringLayout::Slice { parent, start },
        _ => StringLayout::Own,
    }
}

/// Makes the rope of two strings; none if no rope has such parts.
pub fn rope_of_parts(heap: &mut Heap, [left, right]: [StringId; 2]) -> Option<StringId> {
    let lengths = [left, right].map(|part| heap.string_length(part));
    let length = lengths[0] + lengths[1];
    if lengths.contains(&0) || length > MAX_STRING_LENGTH {
        return None;
    }
    // A short narrow one had a part that was a piece of a wide string.
    let latin1 = rope::is_latin1(heap, left) && rope::is_latin1(heap, right);
    Some(heap.insert_string(StringData::Rope { left, right, length: length as u32, latin1 }))
}

/// Makes a part of a string; none if no slice is like it.
pub fn slice_of_parent(heap: &mut Heap, parent: StringId, start: u32, length: u32) -> Option<StringId> {
    let is_own = layout_of_string(heap, parent) == StringLayout::Own;
    let end = start as usize + length as usize;
    let is_slice = is_own && length as usize >= SLICE_LENGTH && end <= heap.string_length(parent);
    is_slice.then(|| heap.insert_string(StringData::Slice { parent, start, length }))
}

/// Makes a string of wide units, whether or not any of them needs two bytes.
pub fn wide_string(heap: &mut Heap, units: Vec<u16>) -> StringId {
    heap.insert_string(StringData::Utf16(units.into()))
}
