//! Lookup of names by hash, for lists too long to compare one by one.

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::SplitTable;

use crate::property_key::PropertyKey;
use crate::shape::hash;

/// Most names that are compared one by one.
pub(crate) const LINEAR_NAMES: usize = 8;

/// Places of names in a list that is kept elsewhere. Each operation gets access to the list: `name_at`.
#[derive(Clone, Default)]
pub(crate) struct NameIndex {
    places: SplitTable<u32>,
}

impl NameIndex {
    /// Makes the index of a list; of equal names the last one counts.
    pub fn of(names: &[PropertyKey]) -> Self {
        let mut index = NameIndex::default();
        for (place, &name) in (0u32..).zip(names) {
            match index.find(name, |place| names[place]) {
                Some(earlier) => index.move_to(name, earlier, place),
                None => index.insert(name, place, |place| names[place]),
            }
        }
        index
    }

    pub fn find(&self, name: PropertyKey, name_at: impl Fn(usize) -> PropertyKey) -> Option<usize> {
        self.places.find(hash(name), |&place| name_at(place as usize) == name).map(|&place| place as usize)
    }

    /// Adds a name, which must be new.
    pub fn insert(&mut self, name: PropertyKey, place: u32, name_at: impl Fn(usize) -> PropertyKey) {
        self.places.insert_unique(hash(name), place, |&place| hash(name_at(place as usize)));
    }

    /// Notes that a name has moved to another place.
    pub fn move_to(&mut self, name: PropertyKey, from: usize, to: u32) {
        if let Some(place) = self.places.find_mut(hash(name), |&place| place as usize == from) {
            *place = to;
        }
    }

    pub fn remove(&mut self, name: PropertyKey, from: usize) {
        self.places.remove(hash(name), |&place| place as usize == from);
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(self.places.bytes())
    }

    /// Bytes that one more name takes now.
    pub fn growth(&self, name: PropertyKey) -> usize {
        self.places.growth(hash(name))
    }
}
