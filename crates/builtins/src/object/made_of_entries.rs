//! The functions of Object that create objects from an iterable.

use super::kept_property_key;
use crate::map::add_entries;
use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Object.fromEntries ( iterable ), ECMA-262 20.1.2.7
pub(super) fn from_entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterable = call.argument(vm, 0);
    convert::require_object_coercible(vm, iterable, "Object.fromEntries")?;
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    add_entries(vm, iterable, |vm, key, value| {
        vm.work(ENTRY)?;
        let key = kept_property_key(vm, key)?;
        object::create_data_property_or_throw(vm, object, key, value)
    })?;
    Ok(Value::object(object))
}

/// Object.groupBy ( items, callback ), ECMA-262 20.1.2.13. The groups are arrays in the result from the beginning,
/// which is not visible yet.
pub(super) fn group_by(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [items, callback] = [0, 1].map(|index| call.argument(vm, index));
    convert::require_object_coercible(vm, items, "Object.groupBy")?;
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::not_callable(&found));
    }
    let groups = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    vm.keep(Value::object(groups));
    let mut count = 0u64;
    iteration::iterate(vm, items, |vm, value| {
        vm.work(ENTRY)?;
        let key = vm.call(callback, Value::UNDEFINED, &[value, Value::number(count as f64)])?;
        let key = kept_property_key(vm, key)?;
        count += 1;
        let group = match object::get(vm, groups, key)?.as_object() {
            Some(group) => group,
            None => {
                let group = array::new_array(vm);
                object::create_data_property_or_throw(vm, groups, key, Value::object(group))?;
                group
            }
        };
        iterate::append_value(vm, group, value)
    })?;
    Ok(Value::object(groups))
}
