//! The machine's copy of the current realm.

use ferrotape_heap::realm::{InitialShapes, Realm};

use crate::heap::{ObjectId, RealmId};

/// The machine's copy of the current realm. Only the host changes it, by [`set_scope`](super::set_scope).
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
