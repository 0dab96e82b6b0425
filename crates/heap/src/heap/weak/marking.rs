//! Marking of entries of weak tables: values whose keys are not reached yet wait. Works in pieces, like all that is
//! wide.

use crate::heap::collect::Marker;
use crate::heap::marking::Wide;
use crate::heap::weak::{Entry, number_of};
use crate::id::ObjectId;
use crate::object::Kind;
use crate::object::internal_slots::PIECE;
use crate::value::Value;

impl Marker<'_> {
    /// Marks values that have waited for a key of weak tables.
    #[inline(never)]
    pub(in crate::heap) fn reached(&mut self, key: Value) {
        let Some((value, further)) = self.work.waiting.remove(number_of(key)) else { return };
        self.value(value);
        if let Some(place) = further {
            self.work.wide.push((Wide::Waiting, place));
        }
    }

    /// Marks a piece of the values that have waited for one key, from a place on; returns the place of the next one and
    /// the end of all.
    pub(in crate::heap) fn waiting_part(&mut self, start: usize) -> (usize, usize) {
        let mut next = Some(start);
        for _ in 0..PIECE {
            let Some((value, further)) = next.and_then(|place| self.work.waiting.other(place)) else { return (0, 0) };
            self.value(value);
            self.work.entries += 1;
            next = further;
        }
        next.map_or((0, 0), |place| (place, usize::MAX))
    }

    /// Marks a piece of a weak table; returns its end, and the length of the whole.
    pub(in crate::heap) fn weak_part(&mut self, table: ObjectId, start: usize) -> (usize, usize) {
        let heap = self.heap;
        let Kind::WeakTable(table) = heap.kind(table) else { return (0, 0) };
        let Some(entries) = table.part(start) else { return (0, 0) };
        for Entry { key, value } in entries {
            self.work.entries += 1;
            if heap.is_marked(key) {
                self.value(value);
            } else if value.is_cell() {
                self.work.waiting.add(number_of(key), value);
            }
        }
        (start + 1, usize::MAX)
    }
}
