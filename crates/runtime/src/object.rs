//! Internal methods of objects ([[Get]] and so on, ECMA-262 10.1). The crate `heap` has their storage.
//!
//! `internal_methods` has the dispatch, `ordinary` the methods of most objects; `array`, `string`, `arguments`, `proxy`
//! and `host` have the differences. `operations` (7.3) builds on them.

pub mod arguments;
pub mod array;
pub mod descriptor;
pub mod host;
pub(crate) mod internal_methods;
mod keys;
mod known;
mod members;
mod operations;
mod ordinary;
mod plain_copy;
pub mod proxy;
mod refusal;
pub(crate) mod string;

pub use host::host_class_name;
pub use host::operations::*;
pub use internal_methods::*;
pub use keys::*;
pub use known::{known_data, known_key, known_own, known_property};
pub use members::{Lacking, has_plain_members, plain_member, shape_of_members, shared_member};
pub use operations::*;
pub use ordinary::*;
pub use plain_copy::assign_plainly;
pub(crate) use plain_copy::copy_plainly;
pub(crate) use refusal::*;
pub(crate) use string::*;

pub use ferrotape_heap::date::Date;
pub use ferrotape_heap::intl::Intl;
pub use ferrotape_heap::object::internal_slots::{Cells, Pieces, SlotReader};
pub use ferrotape_heap::object::kinds::{self, Special, Tag};
pub use ferrotape_heap::object::proxy::Proxy;
pub use ferrotape_heap::object::{
    ArrayCell, Class, Elements, ElementsLayout, Flags, Kind, ObjectKind, Queue, SlotsLayout, SparseElement,
    SparseElements, cell, properties, sparse_bytes,
};
pub use ferrotape_heap::temporal::{CALENDAR_NAMES, CalendarDate, Temporal, TemporalDuration, TemporalSlots, WallTime};
pub use proxy::Detours;
