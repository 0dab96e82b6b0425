//! Conversions of arguments to integers.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Years that every operation refuses, and still far from the ends of an i32, as calendars add to them.
const FAR_YEAR: f64 = 1_000_000.0;

/// Years after which the Gregorian calendar repeats itself.
const CYCLE: f64 = 400.0;

/// ToIntegerWithTruncation ( argument ), Temporal 13.37
pub(crate) fn to_integer_with_truncation(vm: &mut Vm, value: Value) -> Completion<f64> {
    let number = convert::to_number(vm, value)?;
    if number.is_finite() {
        // Adding 0 turns -0 into +0.
        return Ok(number.trunc() + 0.0);
    }
    let found = messages::describe(vm, Value::number(number));
    vm.range_error(format!("{found} is not a finite number"))
}

/// ToPositiveIntegerWithTruncation ( argument ), Temporal 13.36
pub(crate) fn to_positive_integer_with_truncation(vm: &mut Vm, value: Value) -> Completion<f64> {
    let integer = to_integer_with_truncation(vm, value)?;
    if integer > 0.0 { Ok(integer) } else { vm.range_error(format!("{integer} is not positive")) }
}

/// ToIntegerIfIntegral ( argument ), Temporal 13.38
pub(crate) fn to_integer_if_integral(vm: &mut Vm, value: Value) -> Completion<f64> {
    let number = convert::to_number(vm, value)?;
    if number.is_finite() && number.trunc() == number {
        return Ok(number + 0.0);
    }
    let found = messages::describe(vm, Value::number(number));
    vm.range_error(format!("{found} is not an integer"))
}

/// Returns a year for `temporal_rs`. One that is out of range in any calendar becomes another such year, which is a leap
/// year if the first one is.
pub(crate) fn year(year: f64) -> i32 {
    if year.abs() <= FAR_YEAR { year as i32 } else { (FAR_YEAR.copysign(year) + year % CYCLE) as i32 }
}

/// Returns a field that is no byte as one that is too large everywhere.
pub(crate) fn byte(field: f64) -> u8 {
    if (0.0..=255.0).contains(&field) { field as u8 } else { u8::MAX }
}

/// Returns a field that is no u16 as one that is too large everywhere.
pub(crate) fn short(field: f64) -> u16 {
    if (0.0..=65_535.0).contains(&field) { field as u16 } else { u16::MAX }
}
