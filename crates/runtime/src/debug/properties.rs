//! Properties of objects as a debugger shows them. No script runs.

use std::ops::Range;
use std::sync::Arc;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_text::{Position, SourceText};

use crate::debug::evaluate::{Refused, bounded, is_opaque, key_of, shown_key};
use crate::function::Closure;
use crate::heap::ObjectId;
use crate::object::{self, Kind};
use crate::property_key::PropertyKey;
use crate::realm;
use crate::value::Value;
use crate::views;
use crate::vm::Vm;

/// A property.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyView {
    pub name: String,
    /// The symbol that is its key.
    pub symbol: Option<Value>,
    /// None for a getter, which is not called.
    pub value: Option<Value>,
    pub getter: Option<Value>,
    pub setter: Option<Value>,
    pub is_constant: bool,
    pub is_enumerable: bool,
    pub is_configurable: bool,
}

/// Own properties of an object, by their places among all. None of objects that only methods of a host or a proxy know.
pub fn properties(vm: &mut Vm, object: Value, places: Range<usize>) -> Result<Vec<PropertyView>, Refused> {
    let Some(object) = object.as_object() else { return Ok(Vec::new()) };
    if is_opaque(vm, object) {
        return Ok(Vec::new());
    }
    bounded(vm, |vm| {
        let keys = match keys_of_elements(vm, object, &places) {
            Some(keys) => keys,
            None => object::own_property_keys(vm, object)?.into_iter().skip(places.start).take(places.len()).collect(),
        };
        let mut views = Vec::new();
        for key in keys {
            vm.work(1)?;
            let Some(property) = object::get_own_property(vm, object, key)? else { continue };
            let name = shown_key(vm, key);
            vm.work(name.len() as u64 / UNITS_PER_TICK)?;
            views.push(PropertyView {
                name,
                symbol: key.as_symbol().map(Value::symbol),
                value: property.value,
                getter: property.get,
                setter: property.set,
                is_constant: property.writable != Some(true),
                is_enumerable: property.enumerable == Some(true),
                is_configurable: property.configurable == Some(true),
            });
        }
        Ok(views)
    })
}

/// Returns the keys at some places of a typed array, if all of them are of elements. It may have any number of others, which
/// are not listed.
fn keys_of_elements(vm: &Vm, object: ObjectId, places: &Range<usize>) -> Option<Vec<PropertyKey>> {
    let Kind::TypedArray(view) = vm.heap.kind(object) else { return None };
    if views::length_of_view(&vm.heap, view)? < places.end {
        return None;
    }
    let (start, end) = (u32::try_from(places.start).ok()?, u32::try_from(places.end).ok()?);
    (start..end).map(PropertyKey::from_index).collect()
}

/// Returns whether an object has an own property of that name.
pub fn has_own_property(vm: &mut Vm, object: Value, name: &str) -> bool {
    let Some(object) = object.as_object() else { return false };
    let has = |vm: &mut Vm| {
        let key = key_of(vm, name)?;
        Ok(object::own_property(vm, object, key)?.is_some())
    };
    !is_opaque(vm, object) && bounded(vm, has).unwrap_or(false)
}

/// Returns the prototype of an object. None of those that only methods of a host or a proxy know.
pub fn prototype(vm: &mut Vm, object: ObjectId) -> Option<Value> {
    if is_opaque(vm, object) {
        return None;
    }
    realm::fill_prototypes(vm, object);
    vm.heap.prototype_of(object).map(Value::object)
}

/// Returns where a function of a script begins: its text, and the place in it. None of other values.
pub fn beginning(vm: &Vm, function: Value) -> Option<(Arc<SourceText>, Position)> {
    let Kind::Closure(Closure { code, .. }) = vm.heap.kind(function.as_object()?) else { return None };
    let code = vm.heap.code_cell(code);
    let source = Arc::clone(&code.set.unit.unit.source);
    let position = source.position(code.template().span.start);
    Some((source, position))
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
