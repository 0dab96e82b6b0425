//! The JSON object, ECMA-262 25.5.
//!
//! `parse` has its own parser (ECMA-404 is a small language) and an explicit stack. `stringify` writes into one growing
//! buffer. Both tick the budget and charge what they make.

mod circle;
mod followers;
mod parse;
mod plain;
mod quote;
mod records;
mod revive;
mod stringify;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::{parse_for_tests, text_for_tests};

use crate::object::KeptKeys;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::{self, Attributes, Lock};
use ferrotape_runtime::shown;
use ferrotape_runtime::symbol::IS_RAW_JSON;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static METHODS: &[NativeFunction] = &[
    method("isRawJSON", 1, is_raw_json),
    method("parse", 2, parse),
    method("rawJSON", 1, raw_json),
    method("stringify", 3, stringify),
];

/// Defines the global `JSON`. JSON modules and web bodies call its original functions, which scripts cannot replace.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let json = realm.namespace("JSON")?;
    realm.string_tag(json, "JSON")?;
    realm.methods(json, METHODS)?;
    let [parse, stringify] = ["parse", "stringify"].map(|name| {
        let key = realm.vm.heap.key(name);
        shown::own_data(&realm.vm.heap, json, key).and_then(Value::as_object)
    });
    if let (Some(parse), Some(stringify)) = (parse, stringify) {
        realm.realm().intrinsics.json_parse = parse;
        realm.realm().intrinsics.json_stringify = stringify;
    }
    Ok(())
}

/// JSON.parse ( text [ , reviver ] ), ECMA-262 25.5.1
fn parse(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = call.argument(vm, 0);
    let text = convert::to_string(vm, text)?;
    let reviver = call.argument(vm, 1);
    if !vm.heap.is_callable(reviver) {
        return parse::parse_text(vm, text);
    }
    vm.keep(Value::string(text));
    let parsed = parse::parse_with_records(vm, text)?;
    let flat = vm.heap.flatten(text)?;
    revive::revive(vm, reviver, flat, parsed)
}

/// JSON.isRawJSON ( O ), ECMA-262 25.5.1
fn is_raw_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = call.argument(vm, 0).as_object();
    Ok(Value::bool(object.is_some_and(|object| raw_text(vm, object).is_some())))
}

/// JSON.rawJSON ( text ), ECMA-262 25.5.3
fn raw_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    vm.keep(Value::string(text));
    let flat = vm.heap.flatten(text)?;
    let view = vm.heap.view(flat);
    let ends = [view.get(0), view.get(view.len().wrapping_sub(1))];
    if ends.iter().any(|end| matches!(end, None | Some(0x09 | 0x0A | 0x0D | 0x20))) {
        return vm.syntax_error("Invalid value for JSON.rawJSON");
    }
    if parse::parse_text(vm, text)?.is_object() {
        return vm.syntax_error("Invalid value for JSON.rawJSON");
    }
    let object = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    vm.heap.store_property(object, keys::RAW_JSON, Value::string(text), Attributes::ALL)?;
    vm.heap.store_property(object, IS_RAW_JSON, Value::TRUE, Attributes::NONE)?;
    vm.heap.lock_object(object, Lock::Frozen)?;
    Ok(Value::object(object))
}

/// Returns the text of an object with [[IsRawJSON]]. Such objects have no prototype, and cannot get one.
fn raw_text(vm: &Vm, object: ObjectId) -> Option<Value> {
    if !matches!(vm.heap.kind(object), Kind::Ordinary) || vm.heap.prototype_of(object).is_some() {
        return None;
    }
    shown::own_data(&vm.heap, object, IS_RAW_JSON)?;
    shown::own_data(&vm.heap, object, keys::RAW_JSON)
}

/// JSON.stringify ( value [ , replacer [ , space ] ] ), ECMA-262 25.5.4
fn stringify(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [value, replacer, space] = [0, 1, 2].map(|index| call.argument(vm, index));
    stringify::stringify_value(vm, value, replacer, space)
}

/// EnumerableOwnProperties ( O, key ), ECMA-262 7.3.23. Keeps the keys alive.
fn enumerable_own_keys(vm: &mut Vm, object: ObjectId) -> Completion<KeptKeys> {
    let mut kept = KeptKeys::of(vm, object)?;
    let keys = &mut kept.keys;
    let mut count = 0;
    if has_only_enumerable_properties(vm, object) {
        // The symbols come last.
        count = keys.partition_point(|key| key.as_symbol().is_none());
    } else {
        for index in 0..keys.len() {
            vm.work(1)?;
            let key = keys[index];
            if key.as_symbol().is_none()
                && object::get_own_property(vm, object, key)?.is_some_and(|property| property.enumerable == Some(true))
            {
                keys[count] = key;
                count += 1;
            }
        }
    }
    keys.truncate(count);
    Ok(kept)
}

/// The most slots that are checked without a tick.
const FEW_SLOTS: usize = 1024;

/// Fast path: returns whether an ordinary object has only enumerable properties.
fn has_only_enumerable_properties(vm: &Vm, object: ObjectId) -> bool {
    matches!(vm.heap.kind(object), Kind::Ordinary)
        && vm.heap.elements(object).as_dense().is_some()
        && shape::slots_of_properties(&vm.heap, object) <= FEW_SLOTS
        && shape::own_entries(&vm.heap, object).all(|(_, entry)| entry.attributes.is_enumerable())
}
