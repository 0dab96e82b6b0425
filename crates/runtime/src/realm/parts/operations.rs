//! Parts of the built-ins made when a script first touches them.

use crate::error::Completion;
use crate::function;
use crate::heap::{ObjectId, RealmId};
use crate::names::keys;
use crate::object::{self, Class};
use crate::property_key::PropertyKey;
use crate::realm::{self, Intrinsics, RealmBuilder};
use crate::shape::{self, Attributes};
use crate::shown;
use crate::unfilled;
use crate::value::Value;
use crate::vm::Vm;

/// Globals that are no part's.
const VALUES: usize = 4;

/// Says of the objects and globals of a new realm which parts they are of.
pub(in crate::realm) fn prepare_parts(vm: &mut Vm) -> Completion<()> {
    let (realm, global) = (vm.realm.id, vm.realm.global);
    let globals = vm.host.parts.iter().map(|part| part.globals.len()).sum::<usize>();
    shape::expect_properties(&mut vm.heap, global, globals + VALUES);
    for (number, part) in vm.host.parts.iter().enumerate() {
        let mut objects = Vec::new();
        (part.objects)(&vm.heap.realm(realm).intrinsics, &mut |object| objects.push(object));
        objects.into_iter().for_each(|object| unfilled::set_part(&mut vm.heap, object, number, global));
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

/// Sees to it that an object has its properties. To be called before a look at what is stored where it may be a built-in;
/// internal methods do.
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
    // What is of no part has no properties.
    unfilled::begin_filling(&mut vm.heap, object);
}

/// Fills the prototypes of an object, as far as they can be told without running script: for messages.
pub fn fill_prototypes(vm: &mut Vm, object: ObjectId) {
    /// Nobody looks further up.
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

/// An intrinsic that its part of the built-ins makes: the one that defines a global of that name.
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

/// Makes a lazy property of a global object, and gives it.
pub(crate) fn make_global(vm: &mut Vm, global: ObjectId, realm: RealmId, key: PropertyKey) -> Value {
    let part = vm.heap.stored_property(global, key).and_then(|stored| stored.value.as_int());
    if let Some(part) = part {
        make_part(vm, part as usize, realm);
    }
    // Every part makes what it says that it does.
    function::replace_lazy(vm, global, key, Value::UNDEFINED);
    vm.heap.stored_property(global, key).map_or(Value::UNDEFINED, |stored| stored.value)
}

/// Makes those parts of the current realm's built-ins: a bit for each.
pub fn make_parts(vm: &mut Vm, parts: u64) {
    for number in (0..vm.host.parts.len()).filter(|number| parts >> number & 1 != 0) {
        let realm_id = vm.realm.id;
        make_part(vm, number, realm_id);
    }
}

/// Makes a part of a realm's built-ins, once. Half of one would be worse than one that goes over a limit: what it takes
/// counts, and whoever asks next hears of it.
fn make_part(vm: &mut Vm, number: usize, realm: RealmId) {
    let Some(part) = vm.host.parts.get(number) else { return };
    let state = vm.heap.realm_mut(realm);
    if state.parts_made & 1 << number != 0 {
        return;
    }
    state.parts_made |= 1 << number;
    let mut objects = Vec::new();
    (part.objects)(&state.intrinsics, &mut |object| objects.push(object));
    objects.into_iter().for_each(|object| unfilled::begin_filling(&mut vm.heap, object));
    let held = vm.heap.budget.stop_nothing();
    let made = realm::in_realm(vm, realm, |vm| (part.install)(&mut RealmBuilder { vm, is_part: true }));
    vm.heap.budget.stop_again(&held);
    debug_assert!(made.is_ok(), "nothing stops what makes a part");
}

/// The value of an own property, where it can be had without running script; what is lazy is made.
pub fn own_data(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<Value>> {
    fill(vm, object);
    if !vm.heap.is_opaque(object, key) {
        object::ordinary_own_property(vm, object, key)?;
    }
    Ok(shown::own_data(&vm.heap, object, key))
}
