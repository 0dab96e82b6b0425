//! Environment records, ECMA-262 9.1, as cells: what they hold, and where the values of bindings are.
//!
//! An *open* record names the registers of a running frame, which have its values. *Closing* copies the captured ones
//! into the record. The algorithms on identifiers are above, in the runtime.
//!
//! ```text
//! frame   [this][param]…[var]…[record register]…
//!            ^ base                 |
//!            +------ open ----- Record { scope: names -> registers, parent }
//! ```
//!
//! A record refers to its scope's name map, never to its function (the identifier document's future work).

pub mod added;
pub mod names;
pub mod on_heap;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::{ObjectId, RecordId, ScopeId};
use crate::value::Value;

pub use added::AddedBindings;

/// An environment record.
#[derive(Clone)]
pub struct Record {
    pub parent: Option<RecordId>,
    pub kind: RecordKind,
}

/// Values that a record holds without memory of its own.
pub const FEW: usize = 3;

/// A declarative record is open, or has the values in the order of its scope's names. `added` has the bindings that
/// sloppy direct eval declared, which can be deleted.
#[derive(Clone)]
pub enum RecordKind {
    /// The values are in the registers of the frame at this base.
    Open { scope: ScopeId, base: u32, added: Option<Box<AddedBindings>> },
    /// Closed. Values beyond the scope's names are undefined.
    Few { scope: ScopeId, values: [Value; FEW] },
    /// Closed.
    Many { scope: ScopeId, values: Box<[Value]>, added: Option<Box<AddedBindings>> },
    /// Place of an imported binding's value in the environment of another module (ECMA-262 9.1.1.5). This is no
    /// environment.
    Import { target: RecordId, index: u32 },
    /// The record of a `with`, which provides `this`.
    Object { target: ObjectId },
}

impl RecordKind {
    /// Makes a closed declarative record of `count` values.
    #[inline]
    pub fn closed(scope: ScopeId, count: usize, values: impl Iterator<Item = Value>) -> RecordKind {
        if count > FEW {
            return RecordKind::Many { scope, values: values.collect(), added: None };
        }
        let mut few = [Value::UNDEFINED; FEW];
        few.iter_mut().zip(values).for_each(|(place, value)| *place = value);
        RecordKind::Few { scope, values: few }
    }

    /// The scope of a declarative record.
    pub fn scope(&self) -> Option<ScopeId> {
        match *self {
            RecordKind::Open { scope, .. } | RecordKind::Few { scope, .. } | RecordKind::Many { scope, .. } => {
                Some(scope)
            }
            RecordKind::Object { .. } | RecordKind::Import { .. } => None,
        }
    }

    pub fn added(&self) -> Option<&AddedBindings> {
        match self {
            RecordKind::Open { added, .. } | RecordKind::Many { added, .. } => added.as_deref(),
            RecordKind::Few { .. } | RecordKind::Object { .. } | RecordKind::Import { .. } => None,
        }
    }

    /// The place for added bindings. A record of few values becomes one of many.
    pub fn added_mut(&mut self) -> Option<&mut Option<Box<AddedBindings>>> {
        if let &mut RecordKind::Few { scope, values } = self {
            *self = RecordKind::Many { scope, values: values.into(), added: None };
        }
        match self {
            RecordKind::Open { added, .. } | RecordKind::Many { added, .. } => Some(added),
            RecordKind::Few { .. } | RecordKind::Object { .. } | RecordKind::Import { .. } => None,
        }
    }
}

impl Default for Record {
    fn default() -> Self {
        Record { parent: None, kind: RecordKind::Object { target: ObjectId(u32::MAX) } }
    }
}

impl Record {
    pub fn payload_bytes(&self) -> usize {
        let values = match &self.kind {
            RecordKind::Many { values, .. } => size_of_val(&**values),
            RecordKind::Open { .. }
            | RecordKind::Few { .. }
            | RecordKind::Object { .. }
            | RecordKind::Import { .. } => 0,
        };
        allocation_bytes(values) + self.kind.added().map_or(0, AddedBindings::bytes)
    }

    pub fn owns_memory(&self) -> bool {
        match &self.kind {
            RecordKind::Many { .. } => true,
            RecordKind::Open { added, .. } => added.is_some(),
            RecordKind::Few { .. } | RecordKind::Object { .. } | RecordKind::Import { .. } => false,
        }
    }
}
