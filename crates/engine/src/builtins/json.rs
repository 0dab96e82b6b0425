//! The JSON object, ECMA-262 25.5.
//!
//! `parse` reads the text with a parser of its own (ECMA-404 is a small language) and an explicit stack, `stringify`
//! writes into one growing buffer. Both tick the budget and charge what they make.

mod parse;
mod stringify;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::{parse_for_tests, text_for_tests};

use crate::error::Completion;
use crate::function::{Call, NativeFunction, method};
use crate::heap::ObjectId;
use crate::object::ObjectKind;
use crate::property_key::PropertyKey;
use crate::realm::RealmBuilder;
use crate::value::Value;
use crate::vm::Vm;

static METHODS: &[NativeFunction] = &[method("parse", 2, parse), method("stringify", 3, stringify)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let json = realm.namespace("JSON")?;
    realm.string_tag(json, "JSON")?;
    realm.methods(json, METHODS)
}

/// JSON.parse ( text [ , reviver ] ), ECMA-262 25.5.1
fn parse(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = call.argument(vm, 0);
    let text = vm.to_string(text)?;
    let value = parse::parse_text(vm, text)?;
    let reviver = call.argument(vm, 1);
    if vm.heap.is_callable(reviver) { parse::revive(vm, value, reviver) } else { Ok(value) }
}

/// JSON.stringify ( value [ , replacer [ , space ] ] ), ECMA-262 25.5.2
fn stringify(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [value, replacer, space] = [0, 1, 2].map(|index| call.argument(vm, index));
    stringify::stringify_value(vm, value, replacer, space)
}

/// EnumerableOwnProperties ( O, key ), ECMA-262 7.3.23; the keys are kept alive.
fn enumerable_own_keys(vm: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    let mut keys = vm.own_property_keys(object)?;
    vm.tick(keys.len() as u64)?;
    keys.retain(|key| key.as_symbol().is_none());
    for key in &keys {
        if let Some(atom) = key.as_atom() {
            vm.keep(Value::string(atom));
        }
    }
    if has_only_enumerable_properties(vm, object) {
        return Ok(keys);
    }
    let mut enumerable = Vec::with_capacity(keys.len());
    for key in keys {
        if vm.get_own_property(object, key)?.is_some_and(|property| property.enumerable == Some(true)) {
            enumerable.push(key);
        }
    }
    Ok(enumerable)
}

/// Fast path: is it an ordinary object on which nobody has hidden anything?
fn has_only_enumerable_properties(vm: &Vm, object: ObjectId) -> bool {
    let shape = vm.heap[object].shape;
    matches!(vm.heap[object].kind, ObjectKind::Ordinary)
        && vm.heap[object].elements.as_dense().is_some()
        && vm.heap.shape_entries(shape).all(|(_, entry)| entry.attributes.is_enumerable())
}
