//! Realms: a global object, intrinsics, and the shapes that new objects begin with (ECMA-262 9.3).
//!
//! A realm is a cell of the heap. Who refers to it: global objects, native functions, and loaded units, so that a closure's
//! realm is that of its code and costs the closure nothing. The *current* realm is that of the running function, script or
//! eval code. The machine has a copy of what it asks for all the time ([`CurrentRealm`]) and changes it where the realm does:
//!
//! ```text
//! frames       push_frame enters the realm of the code; Ending::OtherRealm says that the caller's is another one
//! native code  Vm::in_realm enters a realm and comes back, keeping the one before alive
//! ```
//!
//! Calls within a realm notice nothing of all this, but for one comparison.

pub mod installation;
mod operations;
mod parts;

pub use installation::*;
pub use operations::*;
pub use parts::operations::*;

use crate::heap::{ObjectId, RealmId};

pub use ferrotape_heap::realm::{InitialShapes, Intrinsics, Realm};
pub use installation::RealmBuilder;
pub use parts::{Install, Part, Parts, Prototypes};

/// What the machine has at hand of the current realm. Nothing of it changes once the realm is made.
#[derive(Copy, Clone)]
pub struct CurrentRealm {
    pub id: RealmId,
    pub global: ObjectId,
    pub lexical: ObjectId,
    pub shapes: InitialShapes,
}

impl CurrentRealm {
    pub(crate) fn of(id: RealmId, &Realm { global, lexical, shapes, .. }: &Realm) -> Self {
        CurrentRealm { id, global, lexical, shapes }
    }
}
