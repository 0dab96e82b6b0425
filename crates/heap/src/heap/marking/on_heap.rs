//! The write barrier, and other additions to the work list of the collector.

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
    /// Write barrier for a value that a cell is about to lose.
    #[inline(always)]
    pub fn lose(&mut self, value: Value) {
        if is_marking(self) && value.is_cell() {
            shade(self, |marker| marker.value(value));
        }
    }
}

/// Returns whether a cycle is marking, so that cells need the barrier.
#[inline(always)]
pub fn is_marking(heap: &Heap) -> bool {
    heap.marking.is_some()
}

/// Returns whether a cycle is marking or sweeping.
pub fn is_collecting(heap: &Heap) -> bool {
    heap.marking.is_some() || heap.is_sweeping
}

/// Write barrier for an overwritten key.
#[inline(always)]
pub fn lose_key(heap: &mut Heap, key: PropertyKey) {
    if is_marking(heap) {
        shade(heap, |marker| marker.key(key));
    }
}

/// Write barrier for a pattern; also for one that was found without being kept alive.
#[inline(always)]
pub(crate) fn lose_pattern(heap: &mut Heap, pattern: PatternId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.pattern(pattern));
    }
}

/// Write barrier for all internal references of an object, before it loses them or they move to the stack. Properties
/// and elements are not included.
pub fn lose_internal_slots(heap: &mut Heap, object: ObjectId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.heap.kind(object).trace(object, marker));
    }
}

/// Write barrier for a change of shape. The old shape may be the only way to other cells, and the new one may come from
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

/// Marks a shape that was found without being kept alive, before a cell gets it.
#[inline(always)]
pub(crate) fn found_shape(heap: &mut Heap, shape: ShapeId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.shape(shape));
    }
}

/// Write barrier for elements at these indices, some or all of which are about to be lost.
#[inline(always)]
pub fn lose_elements(heap: &mut Heap, object: ObjectId, indices: Range<usize>) {
    if is_marking(heap) {
        shade(heap, |marker| marker.elements_in(object, indices));
    }
}

/// Write barrier for elements that move within an object, or to another form.
#[inline(always)]
pub fn move_elements(heap: &mut Heap, object: ObjectId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.moved_elements(object));
    }
}

/// Write barrier for entries at these places of a Map or Set.
pub(crate) fn lose_collected(heap: &mut Heap, collection: ObjectId, places: Range<usize>) {
    if is_marking(heap) {
        shade(heap, |marker| marker.collected_in(collection, places));
    }
}

/// Write barrier for entries that move within a Map or Set.
pub(crate) fn move_collected(heap: &mut Heap, collection: ObjectId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.work.wide.push((Wide::Part(Part::Collected, collection), 0)));
    }
}

/// Write barrier for the entries of a table, before they are replaced or moved.
pub(crate) fn lose_entries(heap: &mut Heap, table: TableId) {
    if is_marking(heap) {
        shade(heap, |marker| marker.work.wide.push((Wide::Keys(table), 0)));
    }
}

/// Marks the keys of a new table, some of which may come from a table that is not kept alive.
pub(crate) fn look_into_table(heap: &mut Heap, table: TableId) {
    lose_entries(heap, table);
}

/// Marks what a new shape refers to; it may come from a shape that is not kept alive.
pub(crate) fn look_into_shape(heap: &mut Heap, shape: ShapeId) {
    if let Some(work) = &mut heap.marking {
        work.pending.push(Pending::Shape(shape));
    }
}

/// Gives the marker of the cycle under way to `shade`.
#[cold]
#[inline(never)]
pub(in crate::heap) fn shade(heap: &mut Heap, shade: impl FnOnce(&mut Marker<'_>)) {
    let Some(work) = heap.marking.take() else { return };
    let mut marker = Marker { heap, work };
    shade(&mut marker);
    heap.marking = Some(marker.work);
}

/// Marks a string that was found by a table which does not keep it alive.
#[inline(always)]
pub(in crate::heap) fn found_string(heap: &Heap, string: StringId) -> StringId {
    if is_marking(heap) {
        mark_string(heap, string);
    }
    string
}

/// Marks a string and what it refers to, at once: interned strings refer to few cells.
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
