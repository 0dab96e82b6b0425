//! Functions that the embedder has defined before any code was loaded, where several have one name in a realm.
//!
//! A name is what snapshots have of such a function; those of one name are told from each other by where the global object led
//! to them when the first code came. Whoever restores a snapshot has put them there again, in whatever order. What is made later,
//! perhaps on account of a script, has no place, nor have members of classes.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;
use rustc_hash::{FxHashMap, FxHashSet};

use super::host::{name_of_host_function, order_of_host_function};
use crate::heap::{ObjectId, RealmId};
use crate::object::Kind;
use crate::property_key::PropertyKey;
use crate::snapshot::own_slots;
use crate::vm::Vm;

/// Ways that are longer lead to no place.
const MOST_STEPS: usize = 20;

#[derive(Clone, Default)]
pub(crate) struct DefinedFunctions {
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

impl Vm {
    /// Finds out where the functions are that were defined so far: those that share a name with others, or all. To be called
    /// before code is loaded; later it does nothing.
    pub(crate) fn end_definitions(&mut self, of_all: bool) -> Result<(), Termination> {
        if std::mem::replace(&mut self.defined_functions.is_over, true) {
            return Ok(());
        }
        for realm in self.heap.all_realms() {
            let of_realm = self.defined_functions.by_name.get(&realm);
            if of_realm.is_some_and(|of_realm| of_realm.values().any(|named| of_all || named.count > 1)) {
                self.find_places(realm)?;
            }
        }
        Ok(())
    }

    /// Goes from the global object to all that is stored, the shortest ways first.
    fn find_places(&mut self, realm: RealmId) -> Result<(), Termination> {
        let global = self.heap.realm(realm).global;
        let mut ways = vec![(global, 0, PropertyKey::NONE)];
        let mut seen = FxHashSet::from_iter([global]);
        let mut next = 0;
        while let Some(&(object, ..)) = ways.get(next) {
            self.heap.tick(1)?;
            self.note_place(realm, object, &ways, next);
            for (key, _, value) in own_slots(self, object) {
                let Some(found) = value.as_object().filter(|_| key.as_symbol().is_none()) else { continue };
                if self.heap.realm_of_global(found).is_none() && seen.insert(found) {
                    ways.push((found, next, key));
                }
            }
            next += 1;
        }
        Ok(())
    }

    fn note_place(&mut self, realm: RealmId, object: ObjectId, ways: &[(ObjectId, usize, PropertyKey)], mut at: usize) {
        let Kind::Host(function) = self.heap.kind(object) else { return };
        let Some(order) = order_of_host_function(function).filter(|_| function.realm == realm) else { return };
        let mut steps = Vec::new();
        while let Some(&(_, from, key)) = ways.get(at).filter(|_| at > 0) {
            if steps.len() == MOST_STEPS {
                return;
            }
            steps.push(self.heap.step_by(key).to_string());
            at = from;
        }
        steps.reverse();
        let place = steps.concat().trim_start_matches('.').into();
        let of_realm = self.defined_functions.by_name.get_mut(&realm);
        if let Some(named) = of_realm.and_then(|of_realm| of_realm.get_mut(name_of_host_function(function))) {
            named.places.entry(place).and_modify(|known| *known = None).or_insert(Some(order));
        }
    }
}
