//! The WeakSet constructor and prototype, ECMA-262 24.4. The engine implements weak tables, in its `heap/weak.rs`.

use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::weak;

use crate::map::Usual;
use crate::set::fill_set;

static CONSTRUCTOR: NativeFunction = constructor("WeakSet", 0, weak_set);

static METHODS: &[NativeFunction] = &[method("add", 1, add), method("delete", 1, delete), method("has", 1, has)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).weak_set_prototype;
    realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(prototype, METHODS)?;
    realm.string_tag(prototype, "WeakSet")
}

/// WeakSet ( [ iterable ] ), ECMA-262 24.4.1.1
fn weak_set(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("WeakSet"));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.weak_set_prototype)?;
    let set = weak::new_weak_collection(&mut vm.heap, prototype, CollectionKind::Set);
    vm.keep(Value::object(set));
    let iterable = call.argument(vm, 0);
    if !iterable.is_nullish() {
        fill_set(vm, set, iterable, Usual { adder: add, add: insert })?;
    }
    Ok(Value::object(set))
}

/// RequireInternalSlot ( S, \[\[WeakSetData]] )
fn this_set(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match weak::as_weak_collection(&vm.heap, call.this, CollectionKind::Set) {
        Some(set) => Ok(set),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("WeakSet.prototype.{method}"), &receiver))
        }
    }
}

fn insert(vm: &mut Vm, set: ObjectId, value: Value) -> Completion<()> {
    if !weak::can_be_held_weakly(&vm.heap, value) {
        let found = messages::describe(vm, value);
        return vm.type_error(format!("Invalid value used in weak set: {found}"));
    }
    Ok(weak::set_weak_value(&mut vm.heap, set, value, Value::UNDEFINED)?)
}

/// WeakSet.prototype.add ( value ), ECMA-262 24.4.3.1
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "add")?;
    let value = call.argument(vm, 0);
    insert(vm, set, value)?;
    Ok(call.this)
}

/// WeakSet.prototype.delete ( value ), ECMA-262 24.4.3.3
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "delete")?;
    let value = call.argument(vm, 0);
    Ok(Value::bool(weak::remove_weak_value(&mut vm.heap, set, value)))
}

/// WeakSet.prototype.has ( value ), ECMA-262 24.4.3.4
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let set = this_set(vm, call, "has")?;
    let value = call.argument(vm, 0);
    Ok(Value::bool(weak::weak_value(&mut vm.heap, set, value).is_some()))
}
