//! The iterators of Maps and Sets, ECMA-262 24.1.5 and 24.2.6.

use ferrotape_runtime::collection::CollectionIterator;
use ferrotape_runtime::collection::{CollectionKind, Step};
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::iteration::{self, Yields};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static MAP_METHODS: &[NativeFunction] = &[method("next", 0, next_of_map).with_step(step_of_map)];

static SET_METHODS: &[NativeFunction] = &[method("next", 0, next_of_set).with_step(step_of_set)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let (map, set) = (intrinsics.map_iterator_prototype, intrinsics.set_iterator_prototype);
    realm.methods(map, MAP_METHODS)?;
    realm.string_tag(map, "Map Iterator")?;
    realm.methods(set, SET_METHODS)?;
    realm.string_tag(set, "Set Iterator")
}

/// %MapIteratorPrototype%.next ( ), ECMA-262 24.1.5.2.1
fn next_of_map(vm: &mut Vm, call: Call) -> Completion<Value> {
    let item = step_of_map(vm, call.this)?;
    Ok(iteration::iterator_result(vm, item.unwrap_or(Value::UNDEFINED), item.is_none()))
}

/// %SetIteratorPrototype%.next ( ), ECMA-262 24.2.6.2.1
fn next_of_set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let item = step_of_set(vm, call.this)?;
    Ok(iteration::iterator_result(vm, item.unwrap_or(Value::UNDEFINED), item.is_none()))
}

fn step_of_map(vm: &mut Vm, this: Value) -> Completion<Option<Value>> {
    step(vm, this, CollectionKind::Map)
}

fn step_of_set(vm: &mut Vm, this: Value) -> Completion<Option<Value>> {
    step(vm, this, CollectionKind::Set)
}

/// Advances an iterator of the wanted kind. At its end it lets go of the collection, so later additions do not revive it.
fn step(vm: &mut Vm, this: Value, wanted: CollectionKind) -> Completion<Option<Value>> {
    if let Some(iterator) = this.as_object()
        && let Kind::CollectionIterator(CollectionIterator { collection, kind, yields, position }) =
            vm.heap.kind(iterator)
        && kind == wanted
    {
        let nothing = vm.heap.nothing();
        let step = collections::next_collected(&mut vm.heap, collection, position)?;
        let (collection, position) = match step {
            Some(step) => (collection, step.next),
            None => (nothing, position),
        };
        let slots = ObjectKind::CollectionIterator { collection, kind, yields, position };
        vm.heap.set_internal_slots(iterator, slots);
        return step.map(|step| item(vm, step, kind, yields)).transpose();
    }
    let receiver = messages::describe(vm, this);
    let method = if wanted == CollectionKind::Map { "Map Iterator" } else { "Set Iterator" };
    vm.type_error(messages::incompatible_receiver(&format!("{method}.prototype.next"), &receiver))
}

fn item(vm: &mut Vm, step: Step, kind: CollectionKind, yields: Yields) -> Completion<Value> {
    let value = if kind == CollectionKind::Set { step.key } else { step.value };
    match yields {
        Yields::Keys => Ok(step.key),
        Yields::Values => Ok(value),
        Yields::Entries => array::new_array_of(vm, &[step.key, value]).map(Value::object),
    }
}
