//! Short ways to what objects own that built-ins ask for all the time.

use ferrotape_budget::Budget;

use super::OTHERS;
use crate::collection::Collection;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::ObjectKind;
use crate::object::host::HostClassId;

impl Heap {
    /// The objects of the embedder, with their classes: those whose data a copy of the heap lacks. Garbage may be among them.
    pub fn objects_of_host(&self) -> Vec<(ObjectId, HostClassId)> {
        let used = (0..self.others.capacity()).filter(|&place| self.others.is_used(place));
        let objects = used.map(|place| ObjectId(OTHERS + place));
        objects.filter_map(|object| Some((object, self.host_class_of(object)?))).collect()
    }

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
