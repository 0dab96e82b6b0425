//! The Map constructor and prototype, ECMA-262 24.1. The engine implements the entries, in its `collection.rs`.

use ferrotape_runtime::collection::{Collection, CollectionKind, Step};
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Native;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, Yields};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::operations::get;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Repeated, Vm};

use crate::species;

static CONSTRUCTOR: NativeFunction = constructor("Map", 0, map);

static FUNCTIONS: &[NativeFunction] = &[method("groupBy", 2, group_by)];

static METHODS: &[NativeFunction] = &[
    method("clear", 0, clear),
    method("delete", 1, delete),
    method("entries", 0, entries),
    method("forEach", 1, for_each),
    method("get", 1, get),
    method("getOrInsert", 2, get_or_insert),
    method("getOrInsertComputed", 2, get_or_insert_computed),
    method("has", 1, has),
    method("keys", 0, keys),
    SET,
    method("values", 0, values),
];

const SET: NativeFunction = method("set", 2, set);

static SIZE: NativeFunction = method("get size", 0, size);

/// Defines the global `Map`. The prototype's `[Symbol.iterator]` is the function of `entries`.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).map_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(constructor, FUNCTIONS)?;
    species::install(realm, constructor)?;
    realm.methods(prototype, METHODS)?;
    let size = realm.vm.heap.key("size");
    realm.accessor(prototype, size, Some(&SIZE), None)?;
    let entries = realm.vm.heap.key("entries");
    let entries = shown::own_data(&realm.vm.heap, prototype, entries).unwrap_or(Value::UNDEFINED);
    realm.vm.heap.store_property(prototype, symbols::ITERATOR, entries, Attributes::METHOD)?;
    realm.string_tag(prototype, "Map")
}

/// Map ( [ iterable ] ), ECMA-262 24.1.1.1
fn map(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("Map"));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.map_prototype)?;
    let map = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Map);
    vm.keep(Value::object(map));
    let iterable = call.argument(vm, 0);
    if !iterable.is_nullish() {
        let usual = Usual {
            adder: set,
            add: |vm: &mut Vm, map, key, value| Ok(collections::collect_value(&mut vm.heap, map, key, value)?),
        };
        fill_map(vm, map, iterable, usual)?;
    }
    Ok(Value::object(map))
}

/// The original way of adding entries to a kind of collection, valid while its prototype is unchanged.
pub(crate) struct Usual<Add> {
    /// The built-in method that scripts see.
    pub adder: fn(&mut Vm, Call) -> Completion<Value>,
    /// The direct equivalent of the method.
    pub add: Add,
}

/// Fills a Map or WeakMap from the constructor's argument, from reading the method `set` on: ECMA-262 24.1.1.1,
/// 24.3.1.1
pub(crate) fn fill_map(
    vm: &mut Vm,
    map: ObjectId,
    iterable: Value,
    usual: Usual<impl Fn(&mut Vm, ObjectId, Value, Value) -> Completion<()>>,
) -> Completion<()> {
    let adder = adder(vm, map, keys::SET)?;
    let is_usual = is_native(vm, adder, usual.adder);
    add_entries(vm, iterable, |vm, key, value| {
        if is_usual {
            return (usual.add)(vm, map, key, value);
        }
        vm.call(adder, Value::object(map), &[key, value]).map(drop)
    })
}

/// Returns the method by which constructors of collections add entries. Keeps it alive.
pub(crate) fn adder(vm: &mut Vm, collection: ObjectId, key: PropertyKey) -> Completion<Value> {
    let adder = get::get_remembered(vm, Value::object(collection), key)?;
    if !vm.heap.is_callable(adder) {
        let found = messages::describe(vm, adder);
        return vm.type_error(messages::not_callable(&found));
    }
    vm.keep(adder);
    Ok(adder)
}

/// Returns whether a function is the built-in one with this code.
pub(crate) fn is_native(vm: &Vm, function: Value, code: fn(&mut Vm, Call) -> Completion<Value>) -> bool {
    let Some(Kind::Native(Native { function, .. })) = function.as_object().map(|function| vm.heap.kind(function))
    else {
        return false;
    };
    std::ptr::fn_addr_eq(function::native(vm, function).code, code)
}

/// AddEntriesFromIterable ( target, iterable, adder ), ECMA-262 24.1.1.2
pub(crate) fn add_entries(
    vm: &mut Vm,
    iterable: Value,
    mut add: impl FnMut(&mut Vm, Value, Value) -> Completion<()>,
) -> Completion<()> {
    iteration::iterate(vm, iterable, |vm, item| {
        let Some(item) = item.as_object() else {
            let found = messages::describe(vm, item);
            return vm.type_error(format!("Iterator value {found} is not an entry object"));
        };
        let [first, second] = [0, 1].map(PropertyKey::from_index);
        let (Some(first), Some(second)) = (first, second) else { return Ok(()) };
        let key = object::get(vm, item, first)?;
        vm.keep(key);
        let value = object::get(vm, item, second)?;
        vm.keep(value);
        add(vm, key, value)
    })
}

/// RequireInternalSlot ( M, \[\[MapData]] )
fn this_map(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match collections::as_collection(&vm.heap, call.this, CollectionKind::Map) {
        Some(map) => Ok(map),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("Map.prototype.{method}"), &receiver))
        }
    }
}

/// Map.prototype.clear ( ), ECMA-262 24.1.3.1
fn clear(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "clear")?;
    collections::clear_collection(&mut vm.heap, map)?;
    Ok(Value::UNDEFINED)
}

/// Map.prototype.delete ( key ), ECMA-262 24.1.3.3
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "delete")?;
    let key = call.argument(vm, 0);
    Ok(Value::bool(collections::remove_collected(&mut vm.heap, map, key)?))
}

/// Map.prototype.forEach ( callback [ , thisArg ] ), ECMA-262 24.1.3.5
fn for_each(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "forEach")?;
    for_each_entry(vm, call, map)
}

/// Implements `forEach` of Maps and Sets. The values of Sets are their keys.
pub(crate) fn for_each_entry(vm: &mut Vm, call: Call, collection: ObjectId) -> Completion<Value> {
    let (callback, this_argument) = (call.argument(vm, 0), call.argument(vm, 1));
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::not_callable(&found));
    }
    let is_set = vm.heap.collection(collection).map(Collection::kind) == Some(CollectionKind::Set);
    vm.call_for_each(callback, this_argument, &mut EachEntry { collection, is_set, position: 0 })?;
    Ok(Value::UNDEFINED)
}

/// Gives the entries of a collection to a function, from a position on.
struct EachEntry {
    collection: ObjectId,
    is_set: bool,
    position: u64,
}

impl EachEntry {
    #[inline(always)]
    fn arguments(&mut self, step: Step) -> [Value; 3] {
        self.position = step.next;
        let value = if self.is_set { step.key } else { step.value };
        [value, step.key, Value::object(self.collection)]
    }
}

impl Repeated<3> for EachEntry {
    const TICKS_AT_ONCE: Option<u32> = Some(1);

    fn next(&mut self, vm: &mut Vm, _: Option<Value>) -> Completion<Option<[Value; 3]>> {
        let step = collections::next_collected(&mut vm.heap, self.collection, self.position)?;
        let Some(step) = step else { return Ok(None) };
        vm.work(1)?;
        Ok(Some(self.arguments(step)))
    }

    #[inline(always)]
    fn next_at_once(&mut self, vm: &mut Vm, _: Value) -> Option<[Value; 3]> {
        let step = collections::step_at_once(&mut vm.heap, self.collection, self.position)?;
        Some(self.arguments(step))
    }
}

/// Map.prototype.get ( key ), ECMA-262 24.1.3.6
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "get")?;
    let key = call.argument(vm, 0);
    Ok(collections::collected_value(&mut vm.heap, map, key)?.unwrap_or(Value::UNDEFINED))
}

/// Map.prototype.getOrInsert ( key, value ), ECMA-262 24.1.3.7
fn get_or_insert(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "getOrInsert")?;
    let [key, value] = [0, 1].map(|index| call.argument(vm, index));
    if let Some(found) = collections::collected_value(&mut vm.heap, map, key)? {
        return Ok(found);
    }
    collections::collect_value(&mut vm.heap, map, key, value)?;
    Ok(value)
}

/// Map.prototype.getOrInsertComputed ( key, callback ), ECMA-262 24.1.3.8
fn get_or_insert_computed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "getOrInsertComputed")?;
    let [key, callback] = [0, 1].map(|index| call.argument(vm, index));
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::not_callable(&found));
    }
    if let Some(found) = collections::collected_value(&mut vm.heap, map, key)? {
        return Ok(found);
    }
    // CanonicalizeKeyedCollectionKey, ECMA-262 24.5.1
    let key = if key.as_number() == Some(0.0) { Value::ZERO } else { key };
    let value = vm.call(callback, Value::UNDEFINED, &[key])?;
    collections::collect_value(&mut vm.heap, map, key, value)?;
    Ok(value)
}

/// Map.prototype.has ( key ), ECMA-262 24.1.3.9
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "has")?;
    let key = call.argument(vm, 0);
    Ok(Value::bool(collections::collected_value(&mut vm.heap, map, key)?.is_some()))
}

/// Map.prototype.set ( key, value ), ECMA-262 24.1.3.11
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "set")?;
    let [key, value] = [0, 1].map(|index| call.argument(vm, index));
    collections::collect_value(&mut vm.heap, map, key, value)?;
    Ok(call.this)
}

/// get Map.prototype.size, ECMA-262 24.1.3.12
fn size(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "size")?;
    Ok(Value::number(vm.heap.collection(map).map_or(0, Collection::size) as f64))
}

/// Map.prototype.entries ( ), ECMA-262 24.1.3.4, which is Map.prototype [ %Symbol.iterator% ] too
fn entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "entries")?;
    Ok(Value::object(iteration::new_collection_iterator(vm, map, CollectionKind::Map, Yields::Entries)))
}

/// Map.prototype.keys ( ), ECMA-262 24.1.3.10
fn keys(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "keys")?;
    Ok(Value::object(iteration::new_collection_iterator(vm, map, CollectionKind::Map, Yields::Keys)))
}

/// Map.prototype.values ( ), ECMA-262 24.1.3.13
fn values(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "values")?;
    Ok(Value::object(iteration::new_collection_iterator(vm, map, CollectionKind::Map, Yields::Values)))
}

/// Map.groupBy ( items, callback ), ECMA-262 24.1.2.1. The groups are arrays from the beginning, which is not
/// observable.
fn group_by(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [items, callback] = [0, 1].map(|index| call.argument(vm, index));
    if items.is_nullish() {
        return iteration::not_iterable(vm, items);
    }
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::not_callable(&found));
    }
    let prototype = realm::intrinsics(vm).map_prototype;
    let map = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Map);
    vm.keep(Value::object(map));
    let mut index = 0u64;
    iteration::iterate(vm, items, |vm, value| {
        let key = vm.call(callback, Value::UNDEFINED, &[value, Value::number(index as f64)])?;
        vm.keep(key);
        index += 1;
        let group = match collections::collected_value(&mut vm.heap, map, key)?.and_then(Value::as_object) {
            Some(group) => group,
            None => {
                let group = array::new_array(vm);
                collections::collect_value(&mut vm.heap, map, key, Value::object(group))?;
                group
            }
        };
        iterate::append_value(vm, group, value)
    })?;
    Ok(Value::object(map))
}
