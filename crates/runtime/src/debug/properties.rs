//! Properties of objects as a debugger shows them. No script runs.

use std::ops::Range;

use crate::debug::evaluate::{Refused, bounded};
use crate::object;
use crate::object::Class;
use crate::value::Value;
use crate::vm::Vm;

/// A property.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyView {
    pub name: String,
    /// None for a getter, which is not called.
    pub value: Option<Value>,
    pub is_constant: bool,
}

/// Own properties of an object, by their places among all. None of objects that only methods of a host or a proxy know.
pub fn properties(vm: &mut Vm, object: Value, places: Range<usize>) -> Result<Vec<PropertyView>, Refused> {
    let Some(object) = object.as_object() else { return Ok(Vec::new()) };
    if matches!(vm.heap.class_of(object), Class::Proxy | Class::OpaqueHost | Class::NumericHost) {
        return Ok(Vec::new());
    }
    bounded(vm, |vm| {
        let keys = object::own_property_keys(vm, object)?;
        let mut views = Vec::new();
        for key in keys.into_iter().skip(places.start).take(places.len()) {
            vm.work(1)?;
            let Some(property) = object::get_own_property(vm, object, key)? else { continue };
            let value = property.value;
            let is_constant = property.writable != Some(true);
            views.push(PropertyView { name: vm.heap.describe_key(key), value, is_constant });
        }
        Ok(views)
    })
}

/// Returns the result of `typeof`.
pub fn type_name(vm: &Vm, value: Value) -> &'static str {
    match value {
        value if value.is_undefined() => "undefined",
        value if value.is_number() => "number",
        value if value.is_string() => "string",
        value if value.is_bool() => "boolean",
        value if value.is_symbol() => "symbol",
        value if value.is_bigint() => "bigint",
        value if vm.heap.is_callable(value) => "function",
        _ => "object",
    }
}
