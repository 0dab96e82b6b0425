//! Names looked up by hash, where there are too many to be compared one after the other.

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::SplitTable;

use crate::property_key::PropertyKey;
use crate::shape::hash;

/// So many names are compared one after the other.
pub(crate) const LINEAR_NAMES: usize = 8;

/// Where each name is in a list that is kept elsewhere. The list is asked for whatever is done: `name_at`.
#[derive(Clone, Default)]
pub(crate) struct NameIndex {
    places: SplitTable<u32>,
}

impl NameIndex {
    /// The index of a list; of equal names the last one counts.
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

    /// Adds a name that is not there.
    pub fn insert(&mut self, name: PropertyKey, place: u32, name_at: impl Fn(usize) -> PropertyKey) {
        self.places.insert_unique(hash(name), place, |&place| hash(name_at(place as usize)));
    }

    /// The name is at another place than before.
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

    /// Bytes that one name more takes now.
    pub fn growth(&self, name: PropertyKey) -> usize {
        self.places.growth(hash(name))
    }
}
