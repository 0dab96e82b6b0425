//! Functions that the host has defined before any code was loaded, if several have one name in a realm.
//!
//! Snapshots know such a function by its name. Functions of the same name are distinguished by their property path from the
//! global object when the first code was loaded. The host that restores a snapshot has put them there again, in whatever order.
//! Functions made later, perhaps because of a script, have no such place, nor have members of classes.

pub(crate) mod operations;

use ferrotape_budget::costs::allocation_bytes;
use rustc_hash::FxHashMap;

use crate::heap::RealmId;

/// The functions of the host by realm and name.
#[derive(Clone, Default)]
pub struct DefinedFunctions {
    by_name: FxHashMap<RealmId, FxHashMap<Box<str>, Named>>,
    /// True once code has been loaded.
    is_over: bool,
}

/// The functions of one name.
#[derive(Clone, Default)]
struct Named {
    count: u32,
    /// Number of the function at each place; none if two functions are there.
    places: FxHashMap<Box<str>, Option<u32>>,
}

impl DefinedFunctions {
    /// The number of a new function among those of its name; none if it is defined too late.
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

    /// Bytes noted for a function. Tables are half empty after they have grown.
    pub fn bytes_of(name: &str) -> usize {
        2 * size_of::<(Box<str>, Named)>() + allocation_bytes(name.len())
    }

    fn named(&self, realm: RealmId, name: &str) -> Option<&Named> {
        self.by_name.get(&realm)?.get(name)
    }

    /// The place of the function, if others have its name.
    pub fn place(&self, realm: RealmId, name: &str, order: Option<u32>) -> Option<&str> {
        let named = self.named(realm, name).filter(|named| named.count > 1)?;
        let mut places = named.places.iter();
        places.find(|(_, found)| found.is_some() && **found == order).map(|(place, _)| &**place)
    }

    /// The function at a place.
    pub fn at(&self, realm: RealmId, name: &str, place: &str) -> Option<u32> {
        *self.named(realm, name)?.places.get(place)?
    }

    /// Gives a realm the functions of that name that another one has.
    pub fn copy(&mut self, name: &str, from: RealmId, to: RealmId) {
        if let Some(named) = self.named(from, name).cloned() {
            self.by_name.entry(to).or_default().insert(name.into(), named);
        }
    }
}
