//! Marking in slices: what holds while scripts run between two of them.
//!
//! A cycle marks what was reachable when it began, and all that is new. Its beginning takes what roots refer to. From then on:
//!
//! ```text
//! new cells      are marked from birth            Arena::born, Words::find_run
//! lost values    are marked before a cell loses   Heap::lose and its like: the barrier
//!                what it refers to
//! weak finds     are marked when a table finds    interned strings, shapes, patterns, symbols, weak values
//!                what it does not keep alive
//! ```
//!
//! So whatever is reachable at the end has a mark, wherever it went meanwhile, and neither stack nor registers are looked at
//! again. What has become garbage since the beginning stays for the next cycle.
//!
//! Places that are looked at in pieces may lose what moves from behind the last piece to before it: whoever moves elements,
//! entries or names within a cell loses all of them (`move_elements` and its like), which is work like the move itself.
//! Cells are changed by few functions each, so that none is missed: those of objects in `object/cell.rs` and
//! `object/properties.rs`, of records in `environment.rs`, of shapes and tables in `shape.rs`. With `FERROTAPE_GC=slices` each
//! safepoint looks into one cell, and builds with debug assertions compare the marks of each cycle with those of one that stops
//! the world.

use std::ops::Range;
use std::sync::Arc;

use crate::code::LoadedUnit;
use crate::heap::Heap;
use crate::heap::collect::Marker;
use crate::heap::string::{NO_ATOM, StringCell, StringData};
use crate::heap::weak::Waiting;
use crate::id::{CodeId, ObjectId, PatternId, RecordId, ScopeId, ShapeId, StringId, TableId};
use crate::property_key::PropertyKey;
use crate::value::Value;

/// A cell that is marked but whose references are not yet.
pub(super) enum Pending {
    Object(ObjectId),
    String(StringId),
    Record(RecordId),
    Shape(ShapeId),
    Code(CodeId),
}

/// What is looked at a piece after the other.
pub(super) enum Wide {
    Slots(ObjectId),
    /// By places in memory, which stay what they are while a queue moves on.
    Elements(ObjectId),
    Sparse(ObjectId),
    /// The names that an enumeration still gives.
    Names(ObjectId),
    /// Those that it does not give again, in parts.
    Shadowed(ObjectId),
    Added(RecordId),
    /// The names of a scope.
    Bound(ScopeId),
    /// The values of a closed record.
    Closed(RecordId),
    Keys(TableId),
    /// The entries of a weak table, in parts.
    Weak(ObjectId),
    /// What the cells of a FinalizationRegistry hold.
    Held(ObjectId),
    /// The values that an object of the embedder keeps.
    Kept(ObjectId),
    /// The entries of a Map or Set.
    Collected(ObjectId),
    /// What waits for a promise.
    Reactions(ObjectId),
    /// The constants of a function.
    Constants(CodeId),
    Strings(Arc<LoadedUnit>),
}

/// What is still to be looked into.
#[derive(Default)]
pub(crate) struct Work {
    pub(super) pending: Vec<Pending>,
    /// What is wide and has been looked at up to some place. It waits until nothing else is pending, so that what is pending
    /// stays short however wide the data are.
    pub(super) wide: Vec<(Wide, usize)>,
    pub(super) collection: u64,
    /// Weak tables and the like that were reached, and values in tables whose keys were not.
    pub(super) weak_tables: Vec<ObjectId>,
    pub(super) waiting: Waiting,
}

impl Work {
    pub fn is_done(&self) -> bool {
        self.pending.is_empty() && self.wide.is_empty()
    }
}

impl Heap {
    /// Is a cycle under way, so that cells must not lose what they refer to?
    #[inline(always)]
    pub fn is_marking(&self) -> bool {
        self.marking.is_some()
    }

    /// The same, or is one sweeping?
    pub fn is_collecting(&self) -> bool {
        self.marking.is_some() || self.is_sweeping
    }

    /// A cell is about to lose this value.
    #[inline(always)]
    pub fn lose(&mut self, value: Value) {
        if self.is_marking() && value.is_cell() {
            self.shade(|marker| marker.value(value));
        }
    }

    /// The same of a key.
    #[inline(always)]
    pub fn lose_key(&mut self, key: PropertyKey) {
        if self.is_marking() {
            self.shade(|marker| marker.key(key));
        }
    }

    /// The same of a pattern; also for one that was found without being kept alive.
    #[inline(always)]
    pub(crate) fn lose_pattern(&mut self, pattern: PatternId) {
        if self.is_marking() {
            self.shade(|marker| marker.pattern(pattern));
        }
    }

    /// What an object refers to besides properties and elements is about to be lost, or to move to the stack.
    pub fn lose_internal_slots(&mut self, object: ObjectId) {
        if self.is_marking() {
            self.shade(|marker| marker.trace_kind(object, marker.heap.kind(object)));
        }
    }

    /// An object gets another shape. The old one may lead to what nothing else leads to, and the new one may have been found by
    /// a table that does not keep it alive.
    #[inline(always)]
    pub(crate) fn lose_shape(&mut self, old: ShapeId, new: ShapeId) {
        if self.is_marking() {
            self.shade(|marker| {
                marker.shape(old);
                marker.shape(new);
            });
        }
    }

    /// What a cell is about to get was found without being kept alive.
    #[inline(always)]
    pub(crate) fn found_shape(&mut self, shape: ShapeId) {
        if self.is_marking() {
            self.shade(|marker| marker.shape(shape));
        }
    }

    /// The elements of an object with these indices are about to be lost, or some of them.
    #[inline(always)]
    pub fn lose_elements(&mut self, object: ObjectId, indices: Range<usize>) {
        if self.is_marking() {
            self.shade(|marker| marker.elements_in(object, indices));
        }
    }

    /// The elements of an object move within it, or to another form.
    #[inline(always)]
    pub fn move_elements(&mut self, object: ObjectId) {
        if self.is_marking() {
            self.shade(|marker| marker.moved_elements(object));
        }
    }

    /// The entries of a Map or Set with these places are about to be lost.
    pub(crate) fn lose_collected(&mut self, collection: ObjectId, places: Range<usize>) {
        if self.is_marking() {
            self.shade(|marker| marker.collected_in(collection, places));
        }
    }

    /// The entries of a Map or Set move.
    pub(crate) fn move_collected(&mut self, collection: ObjectId) {
        if self.is_marking() {
            self.shade(|marker| marker.work.wide.push((Wide::Collected(collection), 0)));
        }
    }

    /// The entries of a table are about to be replaced, or moved.
    pub(crate) fn lose_entries(&mut self, table: TableId) {
        if self.is_marking() {
            self.shade(|marker| marker.work.wide.push((Wide::Keys(table), 0)));
        }
    }

    /// A new table, which may have keys of one that is not kept alive.
    pub(crate) fn look_into_table(&mut self, table: TableId) {
        self.lose_entries(table);
    }

    /// A new shape, which may have been made of one that is not kept alive.
    pub(crate) fn look_into_shape(&mut self, shape: ShapeId) {
        if let Some(work) = &mut self.marking {
            work.pending.push(Pending::Shape(shape));
        }
    }

    /// Does something with the marker of the cycle that is under way.
    #[cold]
    #[inline(never)]
    pub(super) fn shade(&mut self, shade: impl FnOnce(&mut Marker<'_>)) {
        let Some(work) = self.marking.take() else { return };
        let mut marker = Marker { heap: self, work };
        shade(&mut marker);
        self.marking = Some(marker.work);
    }

    /// A string that a table has found which does not keep it alive.
    #[inline(always)]
    pub(super) fn found_string(&self, string: StringId) -> StringId {
        if self.is_marking() {
            self.mark_string(string);
        }
        string
    }

    /// Marks a string and what it refers to, at once: interned ones refer to few.
    #[cold]
    #[inline(never)]
    fn mark_string(&self, string: StringId) {
        let mut pending = vec![string];
        while let Some(string) = pending.pop() {
            if !self.strings.mark(string.0) {
                continue;
            }
            let StringCell { data, atom, .. } = self.string_cell(string);
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
}
