//! Array methods that search for a value or a position.

use std::ops::Range;

use super::elements::{get_element, readable, tick_moves};
use super::gaps::{Gaps, Present};
use super::{number, relative_index, this_array_like};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::operators;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

const NOT_FOUND: Value = Value::int(-1);

/// Array.prototype.at ( index ), ECMA-262 23.1.3.1
pub(super) fn at(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let index = call.argument(vm, 0);
    let relative = convert::to_integer_or_infinity(vm, index)?;
    let position = if relative < 0.0 { length as f64 + relative } else { relative };
    if position < 0.0 || position >= length as f64 {
        return Ok(Value::UNDEFINED);
    }
    get_element(vm, object, position as u64)
}

/// Array.prototype.indexOf ( searchElement [ , fromIndex ] ), ECMA-262 23.1.3.17
pub(super) fn index_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    if length == 0 {
        return Ok(NOT_FOUND);
    }
    let [sought, from] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, from, length)?;
    if let Some(found) = index_of_identical(vm, object, sought, start..length)? {
        return Ok(found.map_or(NOT_FOUND, |index| number(index as u64)));
    }
    let mut elements = Present::upwards(object, start..length);
    while let Some((index, value)) = elements.next(vm)? {
        if operators::is_strictly_equal(vm, sought, value)? {
            return Ok(number(index));
        }
    }
    Ok(NOT_FOUND)
}

/// Fast path for values that can be compared by identity. A number equals the same integer or an equal double, in any
/// representation; objects and the like equal only themselves. None if the fast path does not apply. Script may have
/// run since the length was read, so the array may be shorter or longer than the range.
fn index_of_identical(
    vm: &mut Vm,
    array: ObjectId,
    sought: Value,
    range: Range<u64>,
) -> Completion<Option<Option<usize>>> {
    let Some(values) = plainly_searched(&vm.heap, array, sought) else { return Ok(None) };
    let end = values.len().min(range.end as usize);
    let start = end.min(range.start as usize);
    let values = &values[start..end];
    let found = match Sought::of(sought) {
        Sought::Nothing => None,
        Sought::Number(same, number) => values.iter().position(|&value| is_number(value, same, number)),
        Sought::Identical => values.iter().position(|&value| value == sought),
    };
    let searched = found.unwrap_or(values.len());
    tick_moves(vm, searched)?;
    Ok(Some(found.map(|offset| start + offset)))
}

/// Fast path for the last such value before `end`.
fn last_index_of_identical(vm: &mut Vm, array: ObjectId, sought: Value, end: u64) -> Completion<Option<Option<usize>>> {
    let Some(values) = plainly_searched(&vm.heap, array, sought) else { return Ok(None) };
    let end = values.len().min(end as usize);
    let found = match Sought::of(sought) {
        Sought::Nothing => None,
        Sought::Number(same, number) => values[..end].iter().rposition(|&value| is_number(value, same, number)),
        Sought::Identical => values[..end].iter().rposition(|&value| value == sought),
    };
    let searched = end - found.unwrap_or(0);
    tick_moves(vm, searched)?;
    Ok(Some(found))
}

/// Returns the elements if the value can be found without comparing strings or BigInts.
fn plainly_searched(heap: &Heap, array: ObjectId, sought: Value) -> Option<&[Value]> {
    if sought.is_string() || sought.as_bigint().is_some() { None } else { readable(heap, array) }
}

/// The ways to find a value by IsStrictlyEqual.
enum Sought {
    /// A NaN, which equals nothing.
    Nothing,
    /// A number, as a value in its preferred form and as itself.
    Number(Value, f64),
    Identical,
}

impl Sought {
    fn of(value: Value) -> Sought {
        match value.as_number() {
            Some(number) if number.is_nan() => Sought::Nothing,
            // Adding 0 turns -0 into +0.
            Some(number) => Sought::Number(Value::number(number + 0.0), number),
            None => Sought::Identical,
        }
    }
}

/// Compares a value with a number. A value that is not a double reads as a NaN.
#[inline(always)]
fn is_number(value: Value, same: Value, number: f64) -> bool {
    value == same || value.double_unchecked() == number
}

/// Array.prototype.lastIndexOf ( searchElement [ , fromIndex ] ), ECMA-262 23.1.3.20
pub(super) fn last_index_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    if length == 0 {
        return Ok(NOT_FOUND);
    }
    let sought = call.argument(vm, 0);
    // Scripts can observe whether fromIndex was given.
    let end = match call.argument_count() {
        0 | 1 => length,
        _ => {
            let from = call.argument(vm, 1);
            let from = convert::to_integer_or_infinity(vm, from)?;
            let last = if from < 0.0 { length as f64 + from } else { from.min(length as f64 - 1.0) };
            if last < 0.0 { 0 } else { last as u64 + 1 }
        }
    };
    if let Some(found) = last_index_of_identical(vm, object, sought, end)? {
        return Ok(found.map_or(NOT_FOUND, |index| number(index as u64)));
    }
    let mut elements = Present::downwards(object, 0..end);
    while let Some((index, value)) = elements.next(vm)? {
        if operators::is_strictly_equal(vm, sought, value)? {
            return Ok(number(index));
        }
    }
    Ok(NOT_FOUND)
}

/// Array.prototype.includes ( searchElement [ , fromIndex ] ), ECMA-262 23.1.3.16
pub(super) fn includes(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    if length == 0 {
        return Ok(Value::FALSE);
    }
    let [sought, from] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, from, length)?;
    // Here holes are undefined, and NaN equals NaN. If the sought value is neither, indexOf finds it.
    if !sought.is_undefined()
        && sought.as_number().is_none_or(|number| !number.is_nan())
        && let Some(found) = index_of_identical(vm, object, sought, start..length)?
    {
        return Ok(Value::bool(found.is_some()));
    }
    let (mut index, mut gaps) = (start, Gaps::default());
    while index < length {
        let value = get_element(vm, object, index)?;
        if operators::same_value_zero(vm, sought, value)? {
            return Ok(Value::TRUE);
        }
        // An absent element is undefined, which is not sought any more after the first one.
        index = gaps.up(vm, object, index, length, !value.is_undefined())?;
    }
    Ok(Value::FALSE)
}
