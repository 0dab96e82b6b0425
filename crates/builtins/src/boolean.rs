//! The Boolean constructor and prototype, ECMA-262 20.3.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::strings;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("Boolean", 1, boolean);

static METHODS: &[NativeFunction] = &[method("toString", 0, to_string), method("valueOf", 0, value_of)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).boolean_prototype;
    realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(prototype, METHODS)
}

/// Boolean ( value ), ECMA-262 20.3.1.1
fn boolean(vm: &mut Vm, call: Call) -> Completion<Value> {
    let truth = vm.heap.to_boolean(call.argument(vm, 0));
    if call.new_target.is_none() {
        return Ok(Value::bool(truth));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.boolean_prototype)?;
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Boolean(truth))))
}

/// Boolean.prototype.toString ( ), ECMA-262 20.3.3.2
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let truth = this_boolean_value(vm, call, "Boolean.prototype.toString")?;
    Ok(Value::string(if truth { strings::TRUE } else { strings::FALSE }))
}

/// Boolean.prototype.valueOf ( ), ECMA-262 20.3.3.3
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_boolean_value(vm, call, "Boolean.prototype.valueOf").map(Value::bool)
}

/// ThisBooleanValue ( value ), ECMA-262 20.3.3.3.1
fn this_boolean_value(vm: &mut Vm, call: Call, method: &str) -> Completion<bool> {
    if let Some(truth) = call.this.as_bool() {
        return Ok(truth);
    }
    match call.this.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::Boolean(truth)) => Ok(truth),
        _ => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(method, &receiver))
        }
    }
}
