//! `queueMicrotask`, HTML 8.7.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::{Call, NativeFunction, method};
use ferrotape_engine::jobs;
use ferrotape_engine::messages;
use ferrotape_engine::realm::RealmBuilder;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

use crate::define_operations;

static FUNCTIONS: &[NativeFunction] = &[method("queueMicrotask", 1, queue_microtask)];

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let global = realm.vm.realm.global;
    define_operations(realm, global, FUNCTIONS)
}

/// queueMicrotask ( callback )
fn queue_microtask(vm: &mut Vm, call: Call) -> Completion<Value> {
    let callback = call.argument(vm, 0);
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::not_callable(&found));
    }
    jobs::enqueue_callback(vm, callback)?;
    Ok(Value::UNDEFINED)
}
