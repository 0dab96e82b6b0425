//! Map and Set iterators, ECMA-262 24.1.5 and 24.2.6: their internal slots.

use crate::collection::CollectionKind;
use crate::id::ObjectId;
use crate::iteration::{MOST_ELEMENTS, Yields};
use crate::object::internal_slots::{Cells, InternalSlots, Link, Pieces, SavedSlots, SlotReader, Visit, write_state};

/// The internal slots of a Map Iterator or Set Iterator.
#[derive(Copy, Clone)]
pub struct CollectionIterator {
    /// The Map or Set; [`Heap::nothing`](crate::heap::Heap::nothing) once the iteration has ended.
    pub collection: ObjectId,
    pub kind: CollectionKind,
    pub yields: Yields,
    pub position: u64,
}

impl InternalSlots for CollectionIterator {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let &CollectionIterator { collection, kind: _, yields: _, position: _ } = self;
        visit.object(collection);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn name_of(&self, to: ObjectId) -> Option<&'static str> {
        self.collection.leads_to(to).then_some("what it iterates over")
    }
}

/// Writes positions as places, since positions of a collection that is read begin anew.
impl SavedSlots for CollectionIterator {
    const HAS_LINKS: bool = true;

    fn write_state(&self, cells: &impl Cells, out: &mut Pieces) {
        let &CollectionIterator { collection, kind, yields, position } = self;
        let place = cells.place_in_collection(collection, position);
        write_state(&kind, out);
        write_state(&yields, out);
        out.bytes.number(place as u64);
    }

    fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let (kind, yields, position) = (from.saved()?, from.saved()?, from.saved()?);
        if position > MOST_ELEMENTS {
            return Err(R::damaged("an iterator is behind the end"));
        }
        Ok(CollectionIterator { collection: from.cells().nothing(), kind, yields, position })
    }

    fn write_links(&self, cells: &impl Cells, out: &mut Pieces) {
        self.collection.write(cells, out);
    }

    fn read_links<R: SlotReader>(&mut self, from: &mut R) -> Result<(), R::Error> {
        self.collection = Link::read(from)?;
        let cells = from.cells();
        match self.collection == cells.nothing() || cells.is_collection(self.collection, self.kind) {
            true => Ok(()),
            false => Err(R::damaged("an iterator goes by no collection")),
        }
    }
}
