//! Descriptions of values and keys in messages.

use crate::bigints;
use crate::hosts;
use crate::messages::SHOWN_VALUE;
use crate::number;
use crate::number::NumberBuffer;
use crate::object;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shown;
use crate::value::Value;
use crate::vm::Vm;

/// Describes a value as a key: without quotes around strings and `n` behind BigInts.
pub(crate) fn describe_plainly(vm: &mut Vm, value: Value) -> String {
    match value.as_string() {
        Some(string) => shown::string(&mut vm.heap, string, SHOWN_VALUE),
        None if value.is_bigint() => describe(vm, value).trim_end_matches('n').to_owned(),
        None => describe(vm, value),
    }
}

/// Describes a value for messages.
pub fn describe(vm: &mut Vm, value: Value) -> String {
    if let Some(string) = value.as_string() {
        return format!("\"{}\"", shown::string(&mut vm.heap, string, SHOWN_VALUE));
    }
    if let Some(number) = value.as_number() {
        if number == 0.0 && number.is_sign_negative() {
            return "-0".to_owned();
        }
        return number::number_to_string(number, &mut NumberBuffer::new()).to_owned();
    }
    match value.as_object() {
        Some(object) if let Some(class) = hosts::host_class_of(&vm.heap, object) => {
            format!("#<{}>", object::host_class_name(vm, class))
        }
        Some(object) => {
            realm::fill_prototypes(vm, object);
            shown::describe_object(&mut vm.heap, object)
        }
        None if let Some(symbol) = value.as_symbol() => vm.heap.describe_key(PropertyKey::from_symbol(symbol)),
        None if let Some(bigint) = value.as_bigint() => bigints::describe_bigint(&vm.heap, bigint),
        None => format!("{value:?}"),
    }
}
