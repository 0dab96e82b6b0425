//! `performance`, HR-Time 7: the clock of the timers, in milliseconds.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::ObjectKind;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::timers;

static NOW: NativeFunction = method("now", 0, now);

pub(crate) fn install(realm: &mut RealmBuilder, timers: ObjectId) -> Completion<()> {
    let vm = &mut *realm.vm;
    let parent = realm::intrinsics(vm).object_prototype;
    let prototype = vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary);
    vm.keep(Value::object(prototype));
    let performance = vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary);
    vm.keep(Value::object(performance));
    let now = function::new_native_closure(vm, &NOW, [Value::object(timers), Value::UNDEFINED, Value::UNDEFINED]);
    let origin = Value::number(timers::time_origin(vm, timers));
    realm.value(prototype, "now", Value::object(now), Attributes::ALL)?;
    let read_only = Attributes::ENUMERABLE.with(Attributes::CONFIGURABLE);
    realm.value(prototype, "timeOrigin", origin, read_only)?;
    realm.string_tag(prototype, "Performance")?;
    let global = realm.vm.realm.global;
    realm.value(global, "performance", Value::object(performance), Attributes::ALL)
}

/// performance.now ( )
fn now(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(timers) = vm.heap.captured(call.callee, 0).as_object() else { return Ok(Value::UNDEFINED) };
    Ok(Value::number(timers::now_in_milliseconds(vm, timers)))
}
