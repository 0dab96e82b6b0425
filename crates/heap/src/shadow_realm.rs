//! ShadowRealm objects, of the proposal ShadowRealm.

use crate::id::ObjectId;
use crate::object::internal_slots::{Cells, row};

row! {
    /// The internal slot of a ShadowRealm: its realm lives as long as the global object.
    #[derive(Copy, Clone)]
    boxed ShadowRealm {
        state {}
        links {
            global: ObjectId = "[[ShadowRealm]]",
        }
    }
    check |shadow, cells| {
        cells.is_global(shadow.global) => "a ShadowRealm has no realm",
    }
}
