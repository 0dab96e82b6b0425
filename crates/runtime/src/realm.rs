//! Realms: a global object, intrinsics, and the first shapes of new objects (ECMA-262 9.3).
//!
//! A realm is a cell of the heap. Global objects, native functions and loaded units refer to it. So a closure's realm
//! is that of its code, and costs the closure nothing. The *current* realm is that of the running function, script or
//! eval code. The machine has a copy of what it needs all the time ([`CurrentRealm`]) and changes it with the realm:
//!
//! ```text
//! frames       push_frame enters the realm of the code; Ending::OtherRealm says that the caller's is another one
//! native code  Vm::in_realm enters a realm and comes back, keeping the one before alive
//! ```
//!
//! Calls within a realm pay only one comparison for all this.

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

/// The machine's copy of the current realm. Only the host changes it, by [`set_scope`].
#[derive(Copy, Clone)]
pub struct CurrentRealm {
    pub id: RealmId,
    /// Object whose properties are the global variables: [`Realm::scope`].
    pub global: ObjectId,
    pub lexical: ObjectId,
    pub shapes: InitialShapes,
}

impl CurrentRealm {
    pub(crate) fn of(id: RealmId, &Realm { scope, lexical, shapes, .. }: &Realm) -> Self {
        CurrentRealm { id, global: scope, lexical, shapes }
    }
}
