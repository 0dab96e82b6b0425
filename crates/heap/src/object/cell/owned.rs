//! Short ways to what objects own that built-ins ask for all the time.

use ferrotape_budget::Budget;

use super::OTHERS;
use crate::collection::Collection;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::ObjectKind;

impl Heap {
    /// The entries of a Map or Set.
    #[inline(always)]
    pub fn collection(&self, object: ObjectId) -> Option<&Collection> {
        match &self.others.find(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::Collection(collection) => Some(collection),
            _ => None,
        }
    }

    /// The same for changes: who loses something says so.
    #[inline(always)]
    pub(crate) fn collection_mut(&mut self, object: ObjectId) -> Option<&mut Collection> {
        self.collection_and_budget(object).map(|(collection, _)| collection)
    }

    /// The same for work that ticks.
    #[inline(always)]
    pub(crate) fn collection_and_budget(&mut self, object: ObjectId) -> Option<(&mut Collection, &mut Budget)> {
        // Light as the access is: the cell is heavy from its beginning.
        match &mut self.others.find_mut_light(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::Collection(collection) => Some((collection, &mut self.budget)),
            _ => None,
        }
    }
}
