//! Functions that build strings.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{StringId, StringView};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::operators;
use ferrotape_runtime::rope;
use ferrotape_runtime::string;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::{string_argument, this_string};
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};

/// String.prototype.concat ( ...args ), ECMA-262 22.1.3.5
pub(super) fn concat(vm: &mut Vm, call: Call) -> Completion<Value> {
    let mut result = this_string(vm, call)?;
    for index in 0..call.argument_count() {
        let vm = &mut vm.scope();
        vm.keep(Value::string(result));
        let next = string_argument(vm, call, index)?;
        result = operators::concat(vm, result, next)?;
    }
    Ok(Value::string(result))
}

/// String.raw ( template, ...substitutions ), ECMA-262 22.1.2.4
pub(super) fn raw(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let cooked = convert::to_object(vm, argument)?;
    vm.keep(Value::object(cooked));
    let literals = object::get(vm, cooked, keys::RAW)?;
    let literals = convert::to_object(vm, literals)?;
    vm.keep(Value::object(literals));
    let count = convert::length_of_array_like(vm, literals)?;
    let mut result = StringBuilder::new();
    for index in 0..count {
        vm.work(1)?;
        let key = vm.heap.key_of_index(index);
        let literal = object::get(vm, literals, key)?;
        let literal = convert::to_string(vm, literal)?;
        result.push_string(vm, literal)?;
        // No substitution follows the last literal.
        let substitution = usize::try_from(index + 1).unwrap_or(usize::MAX);
        if index + 1 < count && substitution < call.argument_count() {
            let substitution = call.argument(vm, substitution);
            let substitution = convert::to_string(vm, substitution)?;
            result.push_string(vm, substitution)?;
        }
    }
    result.finish(vm).map(Value::string)
}

/// String.prototype.padEnd ( maxLength [ , fillString ] ), ECMA-262 22.1.3.16
pub(super) fn pad_end(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let padding = padding(vm, call, string)?;
    operators::concat(vm, string, padding).map(Value::string)
}

/// String.prototype.padStart ( maxLength [ , fillString ] ), ECMA-262 22.1.3.17
pub(super) fn pad_start(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let padding = padding(vm, call, string)?;
    operators::concat(vm, padding, string).map(Value::string)
}

/// Returns the padding of StringPaddingBuiltinsImpl and StringPad, ECMA-262 22.1.3.17.1.
fn padding(vm: &mut Vm, call: Call, string: StringId) -> Completion<StringId> {
    let length = vm.heap.string_length(string) as u64;
    let argument = call.argument(vm, 0);
    let max_length = convert::to_length(vm, argument)?;
    if max_length <= length {
        return Ok(StringId::EMPTY);
    }
    let filler = match call.argument(vm, 1) {
        Value::UNDEFINED => StringId::character(b' '),
        _ => string_argument(vm, call, 1)?,
    };
    vm.keep(Value::string(string));
    repeat_to_length(vm, filler, max_length - length)
}

/// String.prototype.repeat ( count ), ECMA-262 22.1.3.18
pub(super) fn repeat(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let argument = call.argument(vm, 0);
    let count = convert::to_integer_or_infinity(vm, argument)?;
    if !(0.0..f64::INFINITY).contains(&count) {
        let shown = call.argument(vm, 0);
        let shown = messages::describe(vm, shown);
        return vm.range_error(format!("Invalid count value: {shown}"));
    }
    let length = count * vm.heap.string_length(string) as f64;
    repeat_to_length(vm, string, length as u64).map(Value::string)
}

/// Repeats the code units of a string up to a length. Returns the empty string for an empty one.
fn repeat_to_length(vm: &mut Vm, string: StringId, length: u64) -> Completion<StringId> {
    let Some(length) = usize::try_from(length).ok().filter(|&length| length <= rope::longest_string(&vm.heap)) else {
        return match vm.heap.string_length(string) {
            0 => Ok(StringId::EMPTY),
            _ => vm.range_error(messages::STRING_TOO_LONG),
        };
    };
    let flat = vm.heap.flatten(string)?;
    let unit_bytes = if vm.heap.view(flat).as_latin1().is_some() { 1 } else { 2 };
    vm.keep(Value::string(string));
    // There is a copy here, and one in the string.
    vm.room(length * unit_bytes * 2)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    Ok(match view {
        StringView::Latin1([]) | StringView::Utf16([]) => StringId::EMPTY,
        StringView::Latin1(bytes) => {
            let bytes = cycle(bytes, length, budget)?;
            vm.heap.new_latin1(bytes)
        }
        StringView::Utf16(units) => {
            let units = cycle(units, length, budget)?;
            string::new_long_utf16(&mut vm.heap, units)?
        }
    })
}

/// Code units copied between two checks of the limits.
const PIECE: usize = 1 << 16;

/// Repeats the code units of a non-empty string up to a length.
fn cycle<U: Copy>(units: &[U], length: usize, budget: &mut Budget) -> Result<Vec<U>, Termination> {
    let mut result = Vec::with_capacity(length);
    while result.len() < length {
        // The next units are in the string, and in the part copied so far.
        let start = result.len() % units.len();
        let known = units.len().max(result.len()) - start;
        let more = known.min(length - result.len()).min(PIECE);
        budget.work(more as u64 / UNITS_PER_TICK)?;
        if result.len() < units.len() {
            result.extend_from_slice(&units[start..start + more]);
        } else {
            result.extend_from_within(start..start + more);
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_end_anywhere() {
        let text: Vec<u32> = (0..100_000).collect();
        for (turn, length) in
            [(3, 0), (3, 2), (3, 3), (3, 8), (2, 13), (7, 200_000), (100_000, 99_999), (100_000, 350_001)]
        {
            let cycled = cycle(&text[..turn], length, &mut Budget::default()).expect("no limit");
            assert_eq!(cycled.len(), length);
            assert!(cycled.iter().enumerate().all(|(index, &unit)| unit as usize == index % turn), "{turn} {length}");
        }
    }
}
