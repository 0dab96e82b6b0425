//! Search for the places of defined functions.

use ferrotape_budget::Termination;
use rustc_hash::FxHashSet;

use crate::function::host::{name_of_host_function, order_of_host_function};
use crate::heap::{ObjectId, RealmId};
use crate::object::{Kind, own_slots};
use crate::property_key::PropertyKey;
use crate::vm::Vm;

/// Greatest length of a way to a place.
const MOST_STEPS: usize = 20;

/// Finds the places of the functions defined so far: those that share a name with others, or all. Call it before code
/// is loaded; later it does nothing.
pub fn end_definitions(vm: &mut Vm, of_all: bool) -> Result<(), Termination> {
    if std::mem::replace(&mut vm.host.defined_functions.is_over, true) {
        return Ok(());
    }
    for realm in vm.heap.all_realms() {
        let of_realm = vm.host.defined_functions.by_name.get(&realm);
        if of_realm.is_some_and(|of_realm| of_realm.values().any(|named| of_all || named.count > 1)) {
            find_places(vm, realm)?;
        }
    }
    Ok(())
}

/// Walks from the global object through everything that is stored, the shortest ways first.
fn find_places(vm: &mut Vm, realm: RealmId) -> Result<(), Termination> {
    let global = vm.heap.realm(realm).global;
    let mut ways = vec![(global, 0, PropertyKey::NONE)];
    let mut seen = FxHashSet::from_iter([global]);
    let mut next = 0;
    while let Some(&(object, ..)) = ways.get(next) {
        vm.heap.work(1)?;
        note_place(vm, realm, object, &ways, next);
        for (key, _, value) in own_slots(vm, object) {
            let Some(found) = value.as_object().filter(|_| key.as_symbol().is_none()) else { continue };
            if vm.heap.realm_of_global(found).is_none() && seen.insert(found) {
                ways.push((found, next, key));
            }
        }
        next += 1;
    }
    Ok(())
}

/// Notes the way to a host function, followed back from the index `at` of `ways`. Two functions of a name at one place
/// leave none.
fn note_place(vm: &mut Vm, realm: RealmId, object: ObjectId, ways: &[(ObjectId, usize, PropertyKey)], mut at: usize) {
    let Kind::Host(function) = vm.heap.kind(object) else { return };
    let Some(order) = order_of_host_function(function).filter(|_| function.realm == realm) else { return };
    let mut steps = Vec::new();
    while let Some(&(_, from, key)) = ways.get(at).filter(|_| at > 0) {
        if steps.len() == MOST_STEPS {
            return;
        }
        steps.push(vm.heap.step_by(key).to_string());
        at = from;
    }
    steps.reverse();
    let place = steps.concat().trim_start_matches('.').into();
    let of_realm = vm.host.defined_functions.by_name.get_mut(&realm);
    if let Some(named) = of_realm.and_then(|of_realm| of_realm.get_mut(name_of_host_function(function))) {
        named.places.entry(place).and_modify(|known| *known = None).or_insert(Some(order));
    }
}
