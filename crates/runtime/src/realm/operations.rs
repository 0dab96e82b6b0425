//! The running realm: entering, leaving, lookup.

use ferrotape_heap::realm::Intrinsics;

use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::realm::CurrentRealm;
use crate::value::Value;
use crate::vm::Vm;

/// The intrinsics of the current realm.
#[inline]
pub fn intrinsics(vm: &Vm) -> &Intrinsics {
    &vm.heap.realm(vm.realm.id).intrinsics
}

/// Most prototypes that are looked at for the realm of an object.
const LONGEST_CHAIN: usize = 1000;

/// Returns whether %Object.prototype% of the current realm is in an object's prototype chain. No object of a
/// ShadowRealm can have it there, so this says which objects may be given to code of the current realm.
pub fn has_our_prototype(vm: &Vm, object: ObjectId) -> bool {
    let ours = intrinsics(vm).object_prototype;
    let chain = std::iter::successors(Some(object), |&object| vm.heap.prototype_of(object));
    chain.take(LONGEST_CHAIN).any(|object| object == ours)
}

/// Makes a realm the current one. The caller makes sure that the one before comes back, and lives until then.
#[cold]
#[inline(never)]
pub fn enter_realm(vm: &mut Vm, id: RealmId) {
    vm.realm = CurrentRealm::of(id, vm.heap.realm(id));
}

/// Runs in a realm, and returns to the current one however that ends.
#[cold]
#[inline(never)]
pub fn in_realm<T>(vm: &mut Vm, realm: RealmId, run: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
    let before = vm.realm;
    if realm == before.id {
        return run(vm);
    }
    let kept = Value::object(vm.heap.realm(before.id).global);
    vm.keeping([kept], |vm| {
        enter_realm(vm, realm);
        let result = run(vm);
        vm.realm = before;
        result
    })
}

/// Makes the properties of an object the global variables of a realm. Built-ins stay with the global object.
pub fn set_scope(vm: &mut Vm, realm: RealmId, scope: ObjectId) {
    let before = std::mem::replace(&mut vm.heap.realm_mut(realm).scope, scope);
    vm.heap.lose(Value::object(before));
    // What sites remember of variables was found in the object before.
    vm.heap.forget_global_variables();
    if vm.realm.id == realm {
        enter_realm(vm, realm);
    }
}

/// Returns whether the global variables of the current realm are properties of another object than its global object.
pub(crate) fn has_other_scope(vm: &Vm) -> bool {
    vm.realm.global != vm.heap.realm(vm.realm.id).global
}

/// Runs what makes built-ins: variables are properties of the global object for it.
pub(super) fn with_own_global<T>(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> T) -> T {
    let scope = vm.realm.global;
    vm.realm.global = vm.heap.realm(vm.realm.id).global;
    let result = run(vm);
    vm.realm.global = scope;
    result
}
