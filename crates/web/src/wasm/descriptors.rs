//! Objects that describe something, and what is read of those that scripts give.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface;

/// Makes an object with those properties, which is kept.
pub(super) fn new_record<const N: usize>(vm: &mut Vm, members: [(&str, Value); N]) -> Completion<Value> {
    let prototype = realm::intrinsics(vm).object_prototype;
    let record = vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary);
    vm.keep(Value::object(record));
    for (name, value) in members {
        let key = vm.heap.key(name);
        object::create_data_property_or_throw(vm, record, key, value)?;
    }
    Ok(Value::object(record))
}

/// Converts to an unsigned long with [EnforceRange] (Web IDL 3.2.4.9).
pub(super) fn unsigned_long(vm: &mut Vm, value: Value, what: &str) -> Completion<u32> {
    let number = convert::to_number(vm, value)?.trunc();
    match number == 0.0 || (0.0..=f64::from(u32::MAX)).contains(&number) {
        true => Ok(number as u32),
        false => vm.type_error(format!("{what} must be an integer from 0 to 4294967295")),
    }
}

/// Reads `initial` and `maximum` of the descriptor of a memory or a table.
pub(super) fn limits(vm: &mut Vm, descriptor: ObjectId, most: u32, what: &str) -> Completion<(u32, Option<u32>)> {
    let Some(initial) = interface::member(vm, Some(descriptor), "initial")? else {
        return vm.type_error(format!("{what}: Property 'initial' is required"));
    };
    let initial = unsigned_long(vm, initial, &format!("{what}: Property 'initial'"))?;
    let maximum = match interface::member(vm, Some(descriptor), "maximum")? {
        Some(maximum) => Some(unsigned_long(vm, maximum, &format!("{what}: Property 'maximum'"))?),
        None => None,
    };
    if maximum.is_some_and(|maximum| maximum < initial) {
        return vm.range_error(format!("{what}: Property 'maximum' is below 'initial'"));
    }
    if initial > most {
        return vm.range_error(format!("{what}: Property 'initial' is above the upper bound {most}"));
    }
    Ok((initial, maximum))
}
