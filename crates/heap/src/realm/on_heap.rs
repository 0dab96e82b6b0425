//! Realms on the heap.

use crate::heap::Heap;
use crate::id::{ObjectId, RealmId};
use crate::object::Kind;

impl Heap {
    /// The realm that an object is the global object of.
    pub fn realm_of_global(&self, object: ObjectId) -> Option<RealmId> {
        match self.kind(object) {
            Kind::Global { realm } => Some(realm),
            _ => None,
        }
    }
}
