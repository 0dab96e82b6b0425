//! What the collector's work list takes from the heap.

use std::ops::Range;

use crate::heap::Heap;
use crate::heap::collect::Marker;
use crate::heap::marking::{Pending, Wide};
use crate::heap::string::{NO_ATOM, StringCell, StringData};
use crate::id::{ObjectId, PatternId, ShapeId, StringId, TableId};
use crate::object::internal_slots::Part;
use crate::property_key::PropertyKey;
use crate::value::Value;

impl Heap {
    /// A cell is about to lose this value.
    #[inline(always)]
    pub fn lose(&mut self, value: Value) {
        if is_marking(self) && value.is_cell() {
            shade(self, |marker| marker.value(value));
        }
    }
}

/// Is a cycle under way, so that cells must not lose what they refer to?
#[inline(always)]
pub fn is_marking(heap: &Heap) -> bool {
    heap.marking.is_some()
}

/// The same, or is one sweeping?
pub fn is_collecting(heap: &Heap) -> bool {
    heap.marking.is_some() || heap.is_sweeping
}

/// The same of a key.
#[inline(always)]
pub fn lose_key(heap: &mut Heap, key: PropertyKey) {
    if is_marking(heap) {
        shade(heap, |marker| marker.key(key));
    }
}

/// The same of a pattern; also for one that was found without being kept alive.
#[inline(always)]
pub(crate) fn lose_pattern(heap: &mut Heap, pattern: PatternId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.pattern(pattern));
    }
}

/// What an object refers to besides properties and elements is about to be lost, or to move to the stack.
pub fn lose_internal_slots(heap: &mut Heap, object: ObjectId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.heap.kind(object).trace(object, marker));
    }
}

/// An object gets another shape. The old one may lead to what nothing else leads to, and the new one may have been found by
/// a table that does not keep it alive.
#[inline(always)]
pub(crate) fn lose_shape(heap: &mut Heap, old: ShapeId, new: ShapeId) {
    if is_marking(heap) {
        shade(heap, |marker| {
            marker.shape(old);
            marker.shape(new);
        });
    }
}

/// What a cell is about to get was found without being kept alive.
#[inline(always)]
pub(crate) fn found_shape(heap: &mut Heap, shape: ShapeId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.shape(shape));
    }
}

/// The elements of an object with these indices are about to be lost, or some of them.
#[inline(always)]
pub fn lose_elements(heap: &mut Heap, object: ObjectId, indices: Range<usize>) {
    if is_marking(heap) {
        shade(heap, |marker| marker.elements_in(object, indices));
    }
}

/// The elements of an object move within it, or to another form.
#[inline(always)]
pub fn move_elements(heap: &mut Heap, object: ObjectId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.moved_elements(object));
    }
}

/// The entries of a Map or Set with these places are about to be lost.
pub(crate) fn lose_collected(heap: &mut Heap, collection: ObjectId, places: Range<usize>) {
    if is_marking(heap) {
        shade(heap, |marker| marker.collected_in(collection, places));
    }
}

/// The entries of a Map or Set move.
pub(crate) fn move_collected(heap: &mut Heap, collection: ObjectId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.work.wide.push((Wide::Part(Part::Collected, collection), 0)));
    }
}

/// The entries of a table are about to be replaced, or moved.
pub(crate) fn lose_entries(heap: &mut Heap, table: TableId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.work.wide.push((Wide::Keys(table), 0)));
    }
}

/// A new table, which may have keys of one that is not kept alive.
pub(crate) fn look_into_table(heap: &mut Heap, table: TableId) {
    lose_entries(heap, table);
}

/// A new shape, which may have been made of one that is not kept alive.
pub(crate) fn look_into_shape(heap: &mut Heap, shape: ShapeId) {
    if let Some(work) = &mut heap.marking {
        work.pending.push(Pending::Shape(shape));
    }
}

/// Does something with the marker of the cycle that is under way.
#[cold]
#[inline(never)]
pub(in crate::heap) fn shade(heap: &mut Heap, shade: impl FnOnce(&mut Marker<'_>)) {
    let Some(work) = heap.marking.take() else { return };
    let mut marker = Marker { heap, work };
    shade(&mut marker);
    heap.marking = Some(marker.work);
}

/// A string that a table has found which does not keep it alive.
#[inline(always)]
pub(in crate::heap) fn found_string(heap: &Heap, string: StringId) -> StringId {
    if is_marking(heap) {
        mark_string(heap, string);
    }
    string
}

/// Marks a string and what it refers to, at once: interned ones refer to few.
#[cold]
#[inline(never)]
fn mark_string(heap: &Heap, string: StringId) {
    let mut pending = vec![string];
    while let Some(string) = pending.pop() {
        if !heap.strings.mark(string.0) {
            continue;
        }
        let StringCell { data, atom, .. } = heap.string_cell(string);
        match *data {
            StringData::Rope { left, right, .. } => pending.extend([left, right]),
            StringData::Slice { parent, .. } => pending.push(parent),
            StringData::Short { .. } | StringData::Latin1(_) | StringData::Utf16(_) => {}
        }
        if *atom != NO_ATOM {
            pending.push(StringId(*atom));
        }
    }
}
