//! Functions that the embedder has defined before any code was loaded, where several have one name in a realm.
//!
//! A name is what snapshots have of such a function; those of one name are told from each other by where the global object led
//! to them when the first code came. Whoever restores a snapshot has put them there again, in whatever order. What is made later,
//! perhaps on account of a script, has no place, nor have members of classes.

pub(crate) mod operations;

use ferrotape_budget::costs::allocation_bytes;
use rustc_hash::FxHashMap;

use crate::heap::RealmId;

#[derive(Clone, Default)]
pub struct DefinedFunctions {
    by_name: FxHashMap<RealmId, FxHashMap<Box<str>, Named>>,
    /// Has code been loaded?
    is_over: bool,
}

/// The functions of one name.
#[derive(Clone, Default)]
struct Named {
    count: u32,
    /// Which of them is at each place; none where two are.
    places: FxHashMap<Box<str>, Option<u32>>,
}

impl DefinedFunctions {
    /// For a new function, which one of its name it is: none where it is defined too late.
    pub fn next(&mut self, realm: RealmId, name: &str) -> Option<u32> {
        if self.is_over || name.is_empty() {
            return None;
        }
        let of_realm = self.by_name.entry(realm).or_default();
        if !of_realm.contains_key(name) {
            of_realm.insert(name.into(), Named::default());
        }
        let named = of_realm.get_mut(name)?;
        named.count += 1;
        Some(named.count - 1)
    }

    /// What is noted of a function takes. Tables are half empty after they have grown.
    pub fn bytes_of(name: &str) -> usize {
        2 * size_of::<(Box<str>, Named)>() + allocation_bytes(name.len())
    }

    fn named(&self, realm: RealmId, name: &str) -> Option<&Named> {
        self.by_name.get(&realm)?.get(name)
    }

    /// Where the function is, if others have its name.
    pub fn place(&self, realm: RealmId, name: &str, order: Option<u32>) -> Option<&str> {
        let named = self.named(realm, name).filter(|named| named.count > 1)?;
        let mut places = named.places.iter();
        places.find(|(_, found)| found.is_some() && **found == order).map(|(place, _)| &**place)
    }

    /// The function at a place.
    pub fn at(&self, realm: RealmId, name: &str, place: &str) -> Option<u32> {
        *self.named(realm, name)?.places.get(place)?
    }

    /// A realm has the functions of that name that another one has.
    pub fn copy(&mut self, name: &str, from: RealmId, to: RealmId) {
        if let Some(named) = self.named(from, name).cloned() {
            self.by_name.entry(to).or_default().insert(name.into(), named);
        }
    }
}
