//! String exotic objects, ECMA-262 10.4.3, and the own properties of string values.

use crate::error::Completion;
use crate::heap::StringId;
use crate::names::keys;
use crate::object::properties::StoredProperty;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// StringGetOwnProperty, 10.4.3.5, and `length`.
pub(crate) fn string_own_property(
    vm: &mut Vm,
    string: StringId,
    key: PropertyKey,
) -> Completion<Option<StoredProperty>> {
    if key == keys::LENGTH {
        let value = Value::int(vm.heap.string_length(string) as i32);
        return Ok(Some(StoredProperty { value, attributes: Attributes::NONE }));
    }
    let Some(index) = key.as_index() else { return Ok(None) };
    let flat = vm.heap.flatten(string)?;
    let Some(unit) = vm.heap.view(flat).get(index as usize) else { return Ok(None) };
    let value = Value::string(vm.heap.character(unit));
    Ok(Some(StoredProperty { value, attributes: Attributes::ENUMERABLE }))
}
