//! Lookups of realms on the heap.

use ferrotape_budget::order;

use crate::heap::Heap;
use crate::id::{ObjectId, RealmId};
use crate::object::Kind;

impl Heap {
    /// All realms, in the order of creation.
    pub fn all_realms(&self) -> Vec<RealmId> {
        let places = (0..self.realms.capacity()).filter(|&place| self.realms.is_used(place));
        let mut realms: Vec<RealmId> = places.map(RealmId::at).collect();
        order::sort_by_key(&mut realms, |&realm| self.realm(realm).order);
        realms
    }

    /// The order of the realm that was created last.
    pub fn last_order_of_realms(&self) -> u64 {
        let places = (0..self.realms.capacity()).filter(|&place| self.realms.is_used(place));
        places.map(|place| self.realm(RealmId::at(place)).order).max().unwrap_or(0)
    }

    /// The realm whose global object this is.
    pub fn realm_of_global(&self, object: ObjectId) -> Option<RealmId> {
        match self.kind(object) {
            Kind::Global(realm) => Some(realm),
            _ => None,
        }
    }
}
