//! Functions of any number of arguments. All arguments are converted before any is compared.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Math.max ( ...args ), ECMA-262 21.3.2.24
pub(super) fn max(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let (2, Some(a), Some(b)) = (call.argument_count(), call.argument(vm, 0).as_int(), call.argument(vm, 1).as_int())
    {
        return Ok(Value::int(a.max(b)));
    }
    fold(vm, call, f64::NEG_INFINITY, |highest, number| {
        let is_higher = number > highest || number == highest && highest.is_sign_negative();
        if is_higher { number } else { highest }
    })
}

/// Math.min ( ...args ), ECMA-262 21.3.2.25
pub(super) fn min(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let (2, Some(a), Some(b)) = (call.argument_count(), call.argument(vm, 0).as_int(), call.argument(vm, 1).as_int())
    {
        return Ok(Value::int(a.min(b)));
    }
    fold(vm, call, f64::INFINITY, |lowest, number| {
        let is_lower = number < lowest || number == lowest && number.is_sign_negative();
        if is_lower { number } else { lowest }
    })
}

/// Folds the arguments. NaN if one of them is NaN.
fn fold(vm: &mut Vm, call: Call, initial: f64, choose: impl Fn(f64, f64) -> f64) -> Completion<Value> {
    let (mut result, mut has_nan) = (initial, false);
    for index in 0..call.argument_count() {
        vm.work(1)?;
        let argument = call.argument(vm, index);
        let number = convert::to_number(vm, argument)?;
        has_nan |= number.is_nan();
        result = choose(result, number);
    }
    Ok(Value::number(if has_nan { f64::NAN } else { result }))
}

/// Math.hypot ( ...args ), ECMA-262 21.3.2.18
pub(super) fn hypot(vm: &mut Vm, call: Call) -> Completion<Value> {
    let mut numbers = Vec::new();
    for index in 0..call.argument_count() {
        vm.work(2)?;
        let argument = call.argument(vm, index);
        let number = convert::to_number(vm, argument)?;
        vm.heap.lend_room(&mut numbers, 1)?;
        numbers.push(number.abs());
    }
    Ok(Value::number(root_of_squares(&numbers)))
}

/// Returns the root of the sum of squares. Scaling by a power of two keeps every square from overflowing. The sum of
/// the squares has twice the digits, so that the root is the nearest double.
fn root_of_squares(numbers: &[f64]) -> f64 {
    if numbers.contains(&f64::INFINITY) {
        return f64::INFINITY;
    }
    if numbers.iter().any(|number| number.is_nan()) {
        return f64::NAN;
    }
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return 0.0;
    }
    let exponent = largest.to_bits() >> 52;
    let scale = f64::from_bits((2046 - exponent.min(2045)) << 52);
    let (mut high, mut low) = (0.0f64, 0.0);
    for number in numbers {
        let scaled = number * scale;
        let square = scaled * scaled;
        // The exact rounding errors of the product and the sum.
        let lost = scaled.mul_add(scaled, -square);
        let sum = high + square;
        let part = sum - high;
        low += (high - (sum - part)) + (square - part) + lost;
        high = sum;
    }
    let sum = high + low;
    let rest = (high - sum) + low;
    let root = sum.sqrt();
    let residue = (-root).mul_add(root, sum) + rest;
    (root + residue / (2.0 * root)) / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_wins_over_nan_and_nothing_overflows() {
        assert_eq!(root_of_squares(&[f64::NAN, f64::INFINITY]), f64::INFINITY);
        assert!(root_of_squares(&[1.0, f64::NAN]).is_nan());
        assert_eq!(root_of_squares(&[]), 0.0);
        assert_eq!(root_of_squares(&[3.0, 4.0]), 5.0);
        assert_eq!(root_of_squares(&[f64::MAX / 4.0, 0.0]), f64::MAX / 4.0);
        assert_eq!(root_of_squares(&[5e-324]), 5e-324);
        assert_eq!(root_of_squares(&[f64::MAX]), f64::MAX);
        assert_eq!(root_of_squares(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(root_of_squares(&[3e-310, 4e-310]), 5e-310);
        // The nearest double was computed with 400 bits.
        assert_eq!(
            root_of_squares(&[
                0.0007994096315604351,
                0.1827702386365046,
                935.8410665188545,
                4.770567299820446,
                4.849718148240405
            ]),
            935.8658094338235
        );
    }
}
