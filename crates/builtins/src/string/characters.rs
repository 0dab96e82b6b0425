//! Methods on a single code unit or code point.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringId, StringView};
use ferrotape_runtime::messages;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::this_string;

/// String.fromCharCode ( ...codeUnits ), ECMA-262 22.1.2.1
pub(super) fn from_char_code(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.argument_count() == 1 {
        let unit = call.argument(vm, 0);
        let unit = convert::to_uint16(vm, unit)?;
        return Ok(Value::string(vm.heap.character(unit)));
    }
    let mut text = StringBuilder::new();
    for index in 0..call.argument_count() {
        vm.work(1)?;
        let unit = call.argument(vm, index);
        let unit = convert::to_uint16(vm, unit)?;
        text.push_units(vm, &[unit])?;
    }
    text.finish(vm).map(Value::string)
}

/// String.fromCodePoint ( ...codePoints ), ECMA-262 22.1.2.2
pub(super) fn from_code_point(vm: &mut Vm, call: Call) -> Completion<Value> {
    let mut text = StringBuilder::new();
    for index in 0..call.argument_count() {
        vm.work(1)?;
        let argument = call.argument(vm, index);
        let number = convert::to_number(vm, argument)?;
        let code_point = number as u32;
        if f64::from(code_point) != number || code_point > char::MAX as u32 {
            let shown = messages::describe(vm, argument);
            return vm.range_error(format!("Invalid code point {shown}"));
        }
        match char::from_u32(code_point) {
            Some(character) => text.push_units(vm, character.encode_utf16(&mut [0; 2]))?,
            // A surrogate.
            None => text.push_units(vm, &[code_point as u16])?,
        }
    }
    text.finish(vm).map(Value::string)
}

/// String.prototype.at ( index ), ECMA-262 22.1.3.1
pub(super) fn at(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let argument = call.argument(vm, 0);
    let relative = convert::to_integer_or_infinity(vm, argument)?;
    let length = vm.heap.string_length(string) as f64;
    let position = if relative < 0.0 { length + relative } else { relative };
    let flat = vm.heap.flatten(string)?;
    match unit_at(vm.heap.view(flat), position) {
        Some(unit) => Ok(Value::string(vm.heap.character(unit))),
        None => Ok(Value::UNDEFINED),
    }
}

/// String.prototype.charAt ( pos ), ECMA-262 22.1.3.2
pub(super) fn char_at(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (flat, position) = string_and_position(vm, call)?;
    match unit_at(vm.heap.view(flat), position) {
        Some(unit) => Ok(Value::string(vm.heap.character(unit))),
        None => Ok(Value::string(StringId::EMPTY)),
    }
}

/// String.prototype.charCodeAt ( pos ), ECMA-262 22.1.3.3
pub(super) fn char_code_at(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (flat, position) = string_and_position(vm, call)?;
    match unit_at(vm.heap.view(flat), position) {
        Some(unit) => Ok(Value::int(unit.into())),
        None => Ok(Value::NAN),
    }
}

/// String.prototype.codePointAt ( pos ), ECMA-262 22.1.3.4
pub(super) fn code_point_at(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (flat, position) = string_and_position(vm, call)?;
    let view = vm.heap.view(flat);
    let Some(first) = unit_at(view, position) else { return Ok(Value::UNDEFINED) };
    let pair = [Some(first), unit_at(view, position + 1.0)].into_iter().flatten();
    let code_point = match char::decode_utf16(pair).next() {
        Some(Ok(character)) => character as i32,
        _ => first.into(),
    };
    Ok(Value::int(code_point))
}

#[inline]
fn string_and_position(vm: &mut Vm, call: Call) -> Completion<(FlatString, f64)> {
    let string = this_string(vm, call)?;
    let argument = call.argument(vm, 0);
    let position = convert::to_integer_or_infinity(vm, argument)?;
    Ok((vm.heap.flatten(string)?, position))
}

#[inline]
fn unit_at(view: StringView<'_>, position: f64) -> Option<u16> {
    // The cast saturates, and no string is that long.
    if position >= 0.0 { view.get(position as usize) } else { None }
}
