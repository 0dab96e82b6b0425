//! Marking in slices: what holds while scripts run between two slices.
//!
//! A cycle marks what was reachable when it began, and everything new. It begins by taking what roots refer to. From
//! then on:
//!
//! ```text
//! new cells      are marked from birth            Arena::born, Words::find_run
//! lost values    are marked before a cell loses   Heap::lose and its like: the barrier
//!                what it refers to
//! weak finds     are marked when a table finds    interned strings, shapes, patterns, symbols, weak values
//!                what it does not keep alive
//! ```
//!
//! So whatever is reachable at the end has a mark, wherever it moved meanwhile, and neither stack nor registers are
//! looked at again. New garbage stays for the next cycle.
//!
//! Lists that are looked at in pieces may lose what moves from behind the last piece to before it. So moving elements,
//! entries or names within a cell loses all of them (`move_elements` and its like), which is work like the move itself.
//! Cells are changed by few functions each, so that none is missed: those of objects in `object/cell.rs` and
//! `object/properties.rs`, of records in `environment.rs`, of shapes and tables in `shape.rs`. With
//! `FERROTAPE_GC=slices` each safepoint looks into one cell. Builds with debug assertions compare the marks of each
//! cycle with those of one that stops the world.

mod on_heap;

pub use on_heap::*;

use std::sync::Arc;

use crate::code::LoadedUnit;
use crate::heap::weak::Waiting;
use crate::id::{CodeId, ObjectId, RealmId, RecordId, ScopeId, ShapeId, StringId, TableId};
use crate::object::internal_slots::Part;

/// A cell that is marked but whose references are not yet.
pub(super) enum Pending {
    Object(ObjectId),
    String(StringId),
    Record(RecordId),
    Shape(ShapeId),
    Code(CodeId),
}

/// A list that is looked at piece by piece.
pub(super) enum Wide {
    Slots(ObjectId),
    /// Elements of an object, by places in memory, which do not change while a queue moves on.
    Elements(ObjectId),
    Sparse(ObjectId),
    Part(Part, ObjectId),
    Added(RecordId),
    /// The names of a scope.
    Bound(ScopeId),
    /// The values of a closed record.
    Closed(RecordId),
    Keys(TableId),
    /// Values that waited for a key of weak tables that was reached. Their position is no count.
    Waiting,
    /// The constants of a function.
    Constants(CodeId),
    Strings(Arc<LoadedUnit>),
}

/// Work list of marking.
#[derive(Default)]
pub(crate) struct Work {
    pub(super) pending: Vec<Pending>,
    /// Lists that have been looked at up to some place. They wait until nothing else is pending, so that the pending
    /// cells stay few however wide the data is.
    pub(super) wide: Vec<(Wide, usize)>,
    pub(super) collection: u64,
    /// Realms that were reached but are not to be looked into: see `retention`.
    pub(super) waiting_realms: Option<Vec<RealmId>>,
    /// Weak tables and the like that were reached, and values in tables whose keys were not.
    pub(super) weak_tables: Vec<ObjectId>,
    pub(super) waiting: Waiting,
    /// Entries of weak tables looked at in the last step, each as much work as a cell.
    pub(super) entries: u32,
    pub(super) roots: Roots,
}

/// Pace of the slices of a cycle.
#[derive(Clone, Default)]
pub(super) struct Slices {
    /// Ticks between two slices, as long as they are few enough.
    pub ticks: i64,
    /// Live bytes at the last slice of marking.
    pub live: usize,
}

/// State of taking roots that can be many.
#[derive(Default)]
pub(super) struct Roots {
    pub taken: u32,
    /// True if a collection may be given up while they are taken.
    pub may_stop: bool,
    /// True once a limit of the run was reached, so that the rest was not looked at.
    pub is_stopped: bool,
}

impl Work {
    pub fn is_done(&self) -> bool {
        self.pending.is_empty() && self.wide.is_empty()
    }
}
