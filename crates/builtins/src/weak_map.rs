//! The WeakMap constructor and prototype, ECMA-262 24.3. The engine implements weak tables, in its `heap/weak.rs`.

use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::weak;

use crate::map::{Usual, fill_map};

static CONSTRUCTOR: NativeFunction = constructor("WeakMap", 0, weak_map);

static METHODS: &[NativeFunction] = &[
    method("delete", 1, delete),
    method("get", 1, get),
    method("getOrInsert", 2, get_or_insert),
    method("getOrInsertComputed", 2, get_or_insert_computed),
    method("has", 1, has),
    method("set", 2, set),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).weak_map_prototype;
    realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(prototype, METHODS)?;
    realm.string_tag(prototype, "WeakMap")
}

/// WeakMap ( [ iterable ] ), ECMA-262 24.3.1.1
fn weak_map(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("WeakMap"));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.weak_map_prototype)?;
    let map = weak::new_weak_collection(&mut vm.heap, prototype, CollectionKind::Map);
    vm.keep(Value::object(map));
    let iterable = call.argument(vm, 0);
    if !iterable.is_nullish() {
        fill_map(vm, map, iterable, Usual { adder: set, add: insert })?;
    }
    Ok(Value::object(map))
}

/// RequireInternalSlot ( M, \[\[WeakMapData]] )
fn this_map(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match weak::as_weak_collection(&vm.heap, call.this, CollectionKind::Map) {
        Some(map) => Ok(map),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("WeakMap.prototype.{method}"), &receiver))
        }
    }
}

fn require_key(vm: &mut Vm, key: Value) -> Completion<()> {
    if weak::can_be_held_weakly(&vm.heap, key) {
        return Ok(());
    }
    let found = messages::describe(vm, key);
    vm.type_error(format!("Invalid value used as weak map key: {found}"))
}

fn insert(vm: &mut Vm, map: ObjectId, key: Value, value: Value) -> Completion<()> {
    require_key(vm, key)?;
    Ok(weak::set_weak_value(&mut vm.heap, map, key, value)?)
}

/// WeakMap.prototype.delete ( key ), ECMA-262 24.3.3.2
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "delete")?;
    let key = call.argument(vm, 0);
    Ok(Value::bool(weak::remove_weak_value(&mut vm.heap, map, key)))
}

/// WeakMap.prototype.get ( key ), ECMA-262 24.3.3.3
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "get")?;
    let key = call.argument(vm, 0);
    Ok(weak::weak_value(&mut vm.heap, map, key).unwrap_or(Value::UNDEFINED))
}

/// WeakMap.prototype.getOrInsert ( key, value ), ECMA-262 24.3.3.4
fn get_or_insert(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "getOrInsert")?;
    let [key, value] = [0, 1].map(|index| call.argument(vm, index));
    require_key(vm, key)?;
    if let Some(found) = weak::weak_value(&mut vm.heap, map, key) {
        return Ok(found);
    }
    insert(vm, map, key, value)?;
    Ok(value)
}

/// WeakMap.prototype.getOrInsertComputed ( key, callback ), ECMA-262 24.3.3.5
fn get_or_insert_computed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "getOrInsertComputed")?;
    let [key, callback] = [0, 1].map(|index| call.argument(vm, index));
    require_key(vm, key)?;
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::not_callable(&found));
    }
    if let Some(found) = weak::weak_value(&mut vm.heap, map, key) {
        return Ok(found);
    }
    let value = vm.call(callback, Value::UNDEFINED, &[key])?;
    insert(vm, map, key, value)?;
    Ok(value)
}

/// WeakMap.prototype.has ( key ), ECMA-262 24.3.3.6
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "has")?;
    let key = call.argument(vm, 0);
    Ok(Value::bool(weak::weak_value(&mut vm.heap, map, key).is_some()))
}

/// WeakMap.prototype.set ( key, value ), ECMA-262 24.3.3.7
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let map = this_map(vm, call, "set")?;
    let [key, value] = [0, 1].map(|index| call.argument(vm, index));
    insert(vm, map, key, value)?;
    Ok(call.this)
}
