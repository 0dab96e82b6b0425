//! Map and Set iterators, ECMA-262 24.1.5 and 24.2.6: their internal slots.

use crate::collection::{CollectionKind, collections};
use crate::heap::Heap;
use crate::heap::collect::Marker;
use crate::id::ObjectId;
use crate::iteration::{MOST_ELEMENTS, Yields};
use crate::object::internal_slots::{InternalSlots, Link, Pieces, SavedSlots, SlotReader, write_state};
use crate::value::Value;

/// The internal slots of a Map Iterator or Set Iterator.
#[derive(Copy, Clone)]
pub struct CollectionIterator {
    /// The Map or Set: [`Heap::nothing`] once it has ended.
    pub collection: ObjectId,
    pub kind: CollectionKind,
    pub yields: Yields,
    pub position: u64,
}

impl InternalSlots for CollectionIterator {
    #[inline]
    fn trace(&self, _: ObjectId, marker: &mut Marker<'_>) {
        let &CollectionIterator { collection, kind: _, yields: _, position: _ } = self;
        marker.object(collection);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn name_of(&self, to: ObjectId) -> Option<&'static str> {
        self.collection.leads_to(to).then_some("what it iterates over")
    }
}

/// Positions are written as places: those of a collection that is read begin anew.
impl SavedSlots for CollectionIterator {
    fn write_state(&self, heap: &Heap, out: &mut Pieces) {
        let &CollectionIterator { collection, kind, yields, position } = self;
        let place = heap.collection(collection).map_or(0, |collection| collection.place_of_iteration(position));
        write_state(&kind, out);
        write_state(&yields, out);
        out.bytes.number(place as u64);
    }

    fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let (kind, yields, position) = (from.saved()?, from.saved()?, from.saved()?);
        if position > MOST_ELEMENTS {
            return Err(R::damaged("an iterator is behind the end"));
        }
        Ok(CollectionIterator { collection: from.heap().nothing, kind, yields, position })
    }

    fn write_links(&self, heap: &Heap, out: &mut Pieces) {
        self.collection.write(heap, out);
    }

    fn read_links<R: SlotReader>(&mut self, from: &mut R) -> Result<(), R::Error> {
        self.collection = Link::read(from)?;
        let heap = from.heap();
        let (collection, kind) = (Value::object(self.collection), self.kind);
        match self.collection == heap.nothing || collections::as_collection(heap, collection, kind).is_some() {
            true => Ok(()),
            false => Err(R::damaged("an iterator goes by no collection")),
        }
    }
}
