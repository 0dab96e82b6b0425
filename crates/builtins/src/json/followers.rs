//! Names that follow names. Objects of a list have the same names in the same order, so the next name is mostly the one that
//! came after the last one before. Comparing it with the text is cheaper than hashing the text.

use ferrotape_runtime::property_key::PropertyKey;

/// Names that came after others, by the bits of the first: the last one of each place.
pub(super) struct Followers {
    places: [(PropertyKey, PropertyKey); PLACES],
}

const PLACES: usize = 128;

impl Default for Followers {
    fn default() -> Self {
        Followers { places: [(PropertyKey::NONE, PropertyKey::NONE); PLACES] }
    }
}

impl Followers {
    /// Returns the name that came after this one. The key that no property has stands before the first name.
    #[inline]
    pub fn of(&self, before: PropertyKey) -> Option<PropertyKey> {
        let (known, after) = self.places[place(before)];
        (known == before && after != PropertyKey::NONE).then_some(after)
    }

    pub fn note(&mut self, before: PropertyKey, after: PropertyKey) {
        self.places[place(before)] = (before, after);
    }
}

fn place(key: PropertyKey) -> usize {
    key.bits() as usize % PLACES
}
