//! Making parts of the built-ins when a script first touches them.

use ferrotape_budget::costs::allocation_bytes;

use super::{Part, Parts};
use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::names::keys;
use crate::object::Class;
use crate::properties;
use crate::property_key::PropertyKey;
use crate::realm::{self, Intrinsics, RealmBuilder};
use crate::shape::{self, Attributes};
use crate::unfilled;
use crate::value::Value;
use crate::vm::Vm;

/// Globals that are no part's.
const VALUES: usize = 4;

/// Objects that a part makes at most, mostly.
const OBJECTS_OF_PARTS: usize = 16;

/// Notes for the objects and globals of a new realm which parts they belong to.
pub(in crate::realm) fn prepare_parts(vm: &mut Vm) -> Completion<()> {
    let (realm, global) = (vm.realm.id, vm.realm.global);
    let globals = vm.host.parts.iter().map(|part| part.globals.len()).sum::<usize>();
    shape::expect_properties(&mut vm.heap, global, globals + VALUES);
    let mut objects = Vec::with_capacity(OBJECTS_OF_PARTS);
    for (number, part) in vm.host.parts.iter().enumerate() {
        (part.objects)(&vm.heap.realm(realm).intrinsics, &mut |object| objects.push(object));
        objects.drain(..).for_each(|object| unfilled::set_part(&mut vm.heap, object, number, global));
        for name in part.globals {
            let key = vm.heap.key(name);
            let lazy = Attributes::METHOD.with(Attributes::LAZY);
            vm.heap.add_slot(global, key, Value::int(number as i32), lazy)?;
        }
    }
    // The values of the global object, ECMA-262 19.1.
    let heap = &mut vm.heap;
    heap.add_slot(global, keys::NAN, Value::NAN, Attributes::NONE)?;
    heap.add_slot(global, keys::INFINITY, Value::number(f64::INFINITY), Attributes::NONE)?;
    heap.add_slot(global, keys::UNDEFINED, Value::UNDEFINED, Attributes::NONE)?;
    heap.add_slot(global, keys::GLOBAL_THIS, Value::object(global), Attributes::METHOD)?;
    Ok(())
}

/// Makes sure that an object has its properties. Call it before reading the storage of a possible built-in; internal
/// methods do so.
#[inline]
pub fn fill(vm: &mut Vm, object: ObjectId) {
    if vm.heap.class_of(object) == Class::Unfilled {
        fill_now(vm, object);
    }
}

#[cold]
#[inline(never)]
fn fill_now(vm: &mut Vm, object: ObjectId) {
    if let Some((part, realm)) = unfilled::unfilled(&vm.heap, object) {
        make_part(vm, part, realm);
    }
    // An object of no part has no properties.
    unfilled::begin_filling(&mut vm.heap, object);
}

/// Fills the prototypes of an object, as far as they are known without running script: for messages.
pub fn fill_prototypes(vm: &mut Vm, object: ObjectId) {
    /// The search ends here.
    const LONGEST_CHAIN: usize = 1000;
    let mut current = object;
    for _ in 0..LONGEST_CHAIN {
        fill(vm, current);
        if let Some(prototype) = vm.heap.prototype_of(current) {
            fill(vm, prototype);
        }
        match vm.heap.known_prototype_of(current) {
            Some(prototype) => current = prototype,
            None => return,
        }
    }
}

/// An intrinsic that its part of the built-ins makes: the part that defines a global of that name.
#[inline]
pub fn made(vm: &mut Vm, global: &str, pick: fn(&Intrinsics) -> ObjectId) -> ObjectId {
    let object = pick(realm::intrinsics(vm));
    if object != vm.heap.nothing { object } else { make_now(vm, global, pick) }
}

#[cold]
#[inline(never)]
fn make_now(vm: &mut Vm, global: &str, pick: fn(&Intrinsics) -> ObjectId) -> ObjectId {
    if let Some(part) = vm.host.parts.iter().position(|part| part.globals.contains(&global)) {
        let realm_id = vm.realm.id;
        make_part(vm, part, realm_id);
    }
    pick(realm::intrinsics(vm))
}

/// Makes a lazy property of a global object, and returns it.
pub(crate) fn make_global(vm: &mut Vm, global: ObjectId, realm: RealmId, key: PropertyKey) -> Value {
    let part = vm.heap.stored_property(global, key).and_then(|stored| stored.value.as_int());
    if let Some(part) = part {
        make_part(vm, part as usize, realm);
    }
    // Every part makes what it promises.
    properties::replace_lazy(&mut vm.heap, global, key, Value::UNDEFINED);
    vm.heap.stored_property(global, key).map_or(Value::UNDEFINED, |stored| stored.value)
}

/// Makes those parts of the current realm's built-ins: a bit for each.
pub fn make_parts(vm: &mut Vm, parts: u64) {
    let count = vm.host.parts.len() + vm.host.further_parts.len();
    for number in (0..count).filter(|number| parts >> number & 1 != 0) {
        let realm_id = vm.realm.id;
        make_part(vm, number, realm_id);
    }
}

/// Makes a part of a realm's built-ins, once. Half a part would be worse than going over a limit: its bytes count, and
/// the next check reports it.
fn make_part(vm: &mut Vm, number: usize, realm: RealmId) {
    let Some(part) = part_of(vm, number) else { return };
    let state = vm.heap.realm_mut(realm);
    if state.parts_made & 1 << number != 0 {
        return;
    }
    state.parts_made |= 1 << number;
    let mut objects = Vec::new();
    (part.objects)(&state.intrinsics, &mut |object| objects.push(object));
    objects.into_iter().for_each(|object| unfilled::begin_filling(&mut vm.heap, object));
    let held = vm.heap.budget.stop_nothing();
    let made = realm::in_realm(vm, realm, |vm| {
        realm::with_own_global(vm, |vm| (part.install)(&mut RealmBuilder { vm, is_part: true }))
    });
    vm.heap.budget.stop_again(&held);
    debug_assert!(made.is_ok(), "nothing stops what makes a part");
}

fn part_of(vm: &Vm, number: usize) -> Option<&'static Part> {
    match number.checked_sub(vm.host.parts.len()) {
        None => vm.host.parts.get(number),
        Some(further) => vm.host.further_parts.get(further).copied(),
    }
}

/// Adds parts of the host to the current realm, each with lazy globals for the names that are free. As in Web IDL,
/// globals that are functions, whose names begin with a small letter, are enumerable.
pub fn add_parts(vm: &mut Vm, parts: Parts) -> Completion<()> {
    let (own, global) = (vm.host.parts.len(), vm.heap.realm(vm.realm.id).global);
    for part in parts {
        let known = vm.host.further_parts.iter().position(|&known| std::ptr::eq(known, part));
        let place = known.unwrap_or(vm.host.further_parts.len());
        if known.is_none() {
            vm.host.further_parts.push(part);
        }
        let number = own + place;
        debug_assert!(number < u64::BITS as usize, "a realm has a bit for each part");
        for name in part.globals {
            let key = vm.heap.key(name);
            if vm.heap.stored_property(global, key).is_some() {
                continue;
            }
            let is_function = name.starts_with(|first: char| first.is_ascii_lowercase());
            let attributes = if is_function { Attributes::ALL } else { Attributes::METHOD };
            vm.heap.add_slot(global, key, Value::int(number as i32), attributes.with(Attributes::LAZY))?;
        }
    }
    Ok(())
}

/// A well-known object of the host in a realm, by its number. The part that defines a global of that name makes it if
/// necessary.
pub fn further(vm: &mut Vm, realm: RealmId, number: usize, global: &str) -> ObjectId {
    let known = |vm: &Vm| vm.heap.realm(realm).further.get(number).copied().filter(|&object| object != vm.heap.nothing);
    if known(vm).is_none()
        && let Some(part) = vm.host.further_parts.iter().position(|part| part.globals.contains(&global))
    {
        let number = vm.host.parts.len() + part;
        make_part(vm, number, realm);
    }
    known(vm).unwrap_or(vm.heap.nothing)
}

/// Sets the object of the current realm with that number.
pub fn set_further(vm: &mut Vm, number: usize, object: ObjectId) {
    let (id, nothing) = (vm.realm.id, vm.heap.nothing);
    let realm = vm.heap.realm_mut(id);
    let before = realm.further.capacity();
    if realm.further.len() <= number {
        realm.further.reserve_exact(number + 1 - realm.further.len());
        realm.further.resize(number + 1, nothing);
    }
    realm.further[number] = object;
    let [before, after] =
        [before, realm.further.capacity()].map(|count| allocation_bytes(count * size_of::<ObjectId>()));
    vm.heap.resized(before, after);
}
