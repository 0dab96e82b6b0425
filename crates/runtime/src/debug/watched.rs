//! Watched places: variables and properties, with what they had at the last look.

use std::sync::Arc;

use crate::handles::{self, DroppedHandles};
use crate::heap::{ObjectId, RecordId, ScopeId};
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// The number of a watched place.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WatchId(pub u32);

/// A variable or a property that can be watched.
#[derive(Clone)]
pub struct Watchable {
    pub name: String,
    pub(super) place: Place,
}

/// A watched place.
#[derive(Clone)]
pub struct Watched {
    pub id: WatchId,
    pub name: String,
    /// Whether its function has returned: it changes no more.
    pub is_over: bool,
    pub(super) place: Place,
    pub(super) last: Seen,
    pub(super) keeps_last: Option<Arc<Kept>>,
    /// Its function may have been replaced by another one.
    pub(super) is_doubtful: bool,
}

/// A change of a watched place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub id: WatchId,
    pub name: String,
    pub old: Seen,
    pub new: Seen,
}

/// Contents of a place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    Value(Value),
    /// There is no such property.
    Nothing,
    /// A property with a getter or a setter.
    Accessor,
    /// A variable before its declaration.
    Uninitialised,
}

/// A value that is kept alive.
pub(super) struct Kept {
    pub(super) value: Value,
    pub(super) place: usize,
    pub(super) dropped: Arc<DroppedHandles>,
}

impl Kept {
    pub(super) fn new(vm: &mut Vm, value: Value) -> Arc<Kept> {
        let place = handles::new_handle(vm, value);
        Arc::new(Kept { value, place, dropped: Arc::clone(handles::dropped_handles(vm)) })
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.dropped.note(self.place);
    }
}

/// A variable or property that is watched.
#[derive(Clone)]
pub(super) enum Place {
    Property {
        object: ObjectId,
        key: PropertyKey,
        _kept: [Arc<Kept>; 2],
    },
    /// A name of a frame that runs or waits.
    Local {
        frame: FrameOf,
        scope: ScopeOf,
    },
    /// A binding of a record that outlives frames.
    Record {
        record: RecordId,
        index: u32,
        _kept: Arc<Kept>,
    },
}

/// A frame: its place among all, or its activation.
#[derive(Clone)]
pub(super) struct FrameOf {
    pub(super) index: usize,
    pub(super) base: u32,
    pub(super) callee: ObjectId,
    pub(super) activation: Option<(ObjectId, Arc<Kept>)>,
}

/// A scope of a frame's function.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum ScopeOf {
    /// By its place in the table.
    Register {
        index: usize,
        register: u32,
        from: u32,
    },
    Stack {
        scope: ScopeId,
        index: u32,
    },
}
