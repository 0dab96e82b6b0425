//! [[OwnPropertyKeys]] of proxies, 10.5.11.
//!
//! Both lists, the trap's and the target's, may be as long as memory allows: each step ticks, and their memory is on
//! loan.

use super::{Trap, Trapped};
use crate::convert;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::key_set::KeySet;
use crate::names::keys;
use crate::object;
use crate::object::proxy;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

const NAME: &str = "ownKeys";

/// The keys of a proxy. The list is on loan; its keys are kept by nothing else.
#[cold]
pub(crate) fn proxy_own_property_keys(vm: &mut Vm, proxy: ObjectId) -> Completion<Vec<PropertyKey>> {
    vm.keeping([Value::object(proxy)], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::OWN_KEYS)? {
            Trapped::Not(target) => return object::own_property_keys(vm, target),
            Trapped::By(trap) => trap,
        };
        let on_loan = vm.heap.on_loan();
        let answer = proxy::call_trap(vm, trap, [Value::object(trap.target)])?;
        vm.keep(answer);
        let keys = keys_of_answer(vm, answer)?;
        let set = set_of_keys(vm, &keys)?;
        compare_with_target(vm, trap, &keys, &set)?;
        vm.heap.settle_loans(on_loan);
        vm.heap.lend(keys.capacity() * size_of::<PropertyKey>())?;
        Ok(keys)
    })
}

/// CreateListFromArrayLike ( obj, property-key ), ECMA-262 7.3.19. The keys are kept.
fn keys_of_answer(vm: &mut Vm, answer: Value) -> Completion<Vec<PropertyKey>> {
    let Some(list) = answer.as_object() else {
        return proxy::broken_invariant(vm, NAME, None, "it is not an object");
    };
    let length = convert::length_of_array_like(vm, list)?;
    let mut keys = Vec::new();
    for index in 0..length {
        vm.work(1)?;
        let index = vm.heap.key_of_index(index);
        let key = object::get(vm, list, index)?;
        if !key.is_string() && !key.is_symbol() {
            return proxy::broken_invariant(vm, NAME, None, "it has something that is neither a string nor a symbol");
        }
        let key = convert::to_property_key(vm, key)?;
        vm.keep_many([key.kept_form()].into_iter())?;
        vm.heap.lend_room(&mut keys, 1)?;
        keys.push(key);
    }
    Ok(keys)
}

/// Makes a set of a trap's keys, on loan. A key that comes twice is a TypeError.
fn set_of_keys(vm: &mut Vm, keys: &[PropertyKey]) -> Completion<KeySet> {
    let mut set = KeySet::default();
    vm.heap.lend(set.growth(keys.len()))?;
    for &key in keys {
        vm.work(1)?;
        if !set.insert(key) {
            return proxy::broken_invariant(vm, NAME, Some(key), "it has the same key twice");
        }
    }
    Ok(set)
}

/// Compares the keys with the target: they must include its fixed properties, and be exactly its keys if it cannot be
/// extended.
fn compare_with_target(vm: &mut Vm, trap: Trap, keys: &[PropertyKey], set: &KeySet) -> Completion<()> {
    let extensible = object::is_extensible(vm, trap.target)?;
    let own = object::own_property_keys(vm, trap.target)?;
    vm.keep_many(own.iter().map(|key| key.kept_form()))?;
    let mut is_missing = None;
    for &key in &own {
        vm.work(1)?;
        let property = object::own_property(vm, trap.target, key)?;
        let must_be_there = !extensible || property.is_some_and(|own| !own.attributes.is_configurable());
        if must_be_there && !set.contains(key) {
            is_missing = is_missing.or(Some(key));
        }
    }
    if is_missing.is_some() {
        return proxy::broken_invariant(vm, NAME, is_missing, "the target's property is missing");
    }
    if !extensible && keys.len() != own.len() {
        return proxy::broken_invariant(
            vm,
            NAME,
            None,
            "the target is not extensible and does not have all of the keys",
        );
    }
    Ok(())
}
