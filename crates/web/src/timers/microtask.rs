//! `queueMicrotask`, HTML 8.7.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::jobs;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

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
