//! The Set constructor and prototype, ECMA-262 24.2. The engine implements the entries, in its `collection.rs`.
//!
//! ```text
//! operations   union, intersection, difference, and comparisons of sets
//! ```

mod operations;

use ferrotape_runtime::collection::{Collection, CollectionKind};
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, Yields};
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::map::{Usual, adder, for_each_entry, is_native};
use crate::species;

static CONSTRUCTOR: NativeFunction = constructor("Set", 0, set);

static METHODS: &[NativeFunction] = &[
    method("add", 1, add),
    method("clear", 0, clear),
    method("delete", 1, delete),
    method("difference", 1, operations::difference),
    method("entries", 0, entries),
    method("forEach", 1, for_each),
    method("has", 1, has),
    method("intersection", 1, operations::intersection),
    method("isDisjointFrom", 1, operations::is_disjoint_from),
    method("isSubsetOf", 1, operations::is_subset_of),
    method("isSupersetOf", 1, operations::is_superset_of),
    method("symmetricDifference", 1, operations::symmetric_difference),
    method("union", 1, operations::union),
    method("values", 0, values),
];

static SIZE: NativeFunction = method("get size", 0, size);

/// Defines the global `Set`. The prototype's `keys` and `[Symbol.iterator]` are the function of `values`.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).set_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    species::install(realm, constructor)?;
    realm.methods(prototype, METHODS)?;
    let size = realm.vm.heap.key("size");
    realm.accessor(prototype, size, Some(&SIZE), None)?;
    let values = realm.vm.heap.key("values");
    let values = shown::own_data(&realm.vm.heap, prototype, values).unwrap_or(Value::UNDEFINED);
    realm.value(prototype, "keys", values, Attributes::METHOD)?;
    realm.vm.heap.store_property(prototype, symbols::ITERATOR, values, Attributes::METHOD)?;
    realm.string_tag(prototype, "Set")
}

/// Set ( [ iterable ] ), ECMA-262 24.2.2.1
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("Set"));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.set_prototype)?;
    let set = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Set);
    vm.keep(Value::object(set));
    let iterable = call.argument(vm, 0);
    if !iterable.is_nullish() {
        let usual = Usual {
            adder: add,
            add: |vm: &mut Vm, set, value| Ok(collections::collect_value(&mut vm.heap, set, value, Value::UNDEFINED)?),
        };
        fill_set(vm, set, iterable, usual)?;
    }
    Ok(Value::object(set))
}

/// Fills a Set or WeakSet from the constructor's argument, from reading the method `add` on: ECMA-262 24.2.2.1,
/// 24.4.1.1
pub(crate) fn fill_set(
    vm: &mut Vm,
    set: ObjectId,
    iterable: Value,
    usual: Usual<impl Fn(&mut Vm, ObjectId, Value) -> Completion<()>>,
) -> Completion<()> {
    let key = vm.heap.key("add");
    let adder = adder(vm, set, key)?;
    let is_usual = is_native(vm, adder, usual.adder);
    iteration::iterate(vm, iterable, |vm, value| {
        if is_usual {
            return (usual.add)(vm, set, value);
        }
        vm.call(adder, Value::object(set), &[value]).map(drop)
    })
}

/// RequireInternalSlot ( S, \[\[SetData]] )
fn this_set(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match collections::as_collection(&vm.heap, call.this, CollectionKind::Set) {
        Some(set) => Ok(set),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("Set.prototype.{method}"), &receiver))
        }
    }
}

/// Set.prototype.add ( value ), ECMA-262 24.2.4.1
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "add")?;
    let value = call.argument(vm, 0);
    collections::collect_value(&mut vm.heap, set, value, Value::UNDEFINED)?;
    Ok(call.this)
}

/// Set.prototype.clear ( ), ECMA-262 24.2.4.2
fn clear(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "clear")?;
    collections::clear_collection(&mut vm.heap, set)?;
    Ok(Value::UNDEFINED)
}

/// Set.prototype.delete ( value ), ECMA-262 24.2.4.4
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "delete")?;
    let value = call.argument(vm, 0);
    Ok(Value::bool(collections::remove_collected(&mut vm.heap, set, value)?))
}

/// Set.prototype.entries ( ), ECMA-262 24.2.4.6
fn entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "entries")?;
    Ok(Value::object(iteration::new_collection_iterator(vm, set, CollectionKind::Set, Yields::Entries)))
}

/// Set.prototype.forEach ( callback [ , thisArg ] ), ECMA-262 24.2.4.7
fn for_each(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "forEach")?;
    for_each_entry(vm, call, set)
}

/// Set.prototype.has ( value ), ECMA-262 24.2.4.8
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "has")?;
    let value = call.argument(vm, 0);
    Ok(Value::bool(collections::collected_value(&mut vm.heap, set, value)?.is_some()))
}

/// get Set.prototype.size, ECMA-262 24.2.4.14
fn size(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "size")?;
    Ok(Value::number(vm.heap.collection(set).map_or(0, Collection::size) as f64))
}

/// Set.prototype.values ( ), ECMA-262 24.2.4.17, which is `keys` and Set.prototype [ %Symbol.iterator% ] too
fn values(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "values")?;
    Ok(Value::object(iteration::new_collection_iterator(vm, set, CollectionKind::Set, Yields::Values)))
}
