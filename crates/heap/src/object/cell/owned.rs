//! Direct access to data that objects own, for built-ins that need it all the time.

use ferrotape_budget::Budget;

use super::OTHERS;
use crate::collection::Collection;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::ObjectKind;
use crate::object::host::HostClassId;
use crate::object::host::hosts;

impl Heap {
    /// The entries of a Map or Set.
    #[inline(always)]
    pub fn collection(&self, object: ObjectId) -> Option<&Collection> {
        match &self.others.find(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::Collection(collection) => Some(collection),
            _ => None,
        }
    }
}

/// The objects of the host that have data which is not taken out, with their classes, garbage included. A copy of the heap lacks
/// the data.
pub fn objects_of_host(heap: &Heap) -> Vec<(ObjectId, HostClassId)> {
    let used = (0..heap.others.capacity()).filter(|&place| heap.others.is_used(place));
    let objects = used.map(|place| ObjectId(OTHERS + place));
    let with_data = objects.filter(|&object| hosts::has_host_data(heap, object));
    with_data.filter_map(|object| Some((object, hosts::host_class_of(heap, object)?))).collect()
}

/// The entries of a Map or Set, for changes. Lost references need the barrier.
#[inline(always)]
pub(crate) fn collection_mut(heap: &mut Heap, object: ObjectId) -> Option<&mut Collection> {
    collection_and_budget(heap, object).map(|(collection, _)| collection)
}

/// The entries of a Map or Set, and the budget for work on them.
#[inline(always)]
pub(crate) fn collection_and_budget(heap: &mut Heap, object: ObjectId) -> Option<(&mut Collection, &mut Budget)> {
    // Light as the access is: the cell is heavy from its beginning.
    match &mut heap.others.find_mut_light(object.0.wrapping_sub(OTHERS))?.kind {
        ObjectKind::Collection(collection) => Some((collection, &mut heap.budget)),
        _ => None,
    }
}
