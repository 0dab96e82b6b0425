//! Conversions between BigInts and other types, and comparisons without loss.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use ferrotape_heap::bigint::{LIMBS_PER_TICK, limbs};

use super::StringToBigInt;
use crate::bigint;
use crate::bigints;
use crate::convert::{self, Hint, MAX_SAFE_INTEGER};
use crate::error::Completion;
use crate::heap::{BigIntId, StringId};
use crate::messages;
use crate::number::decompose;
use crate::shown;
use crate::value::Value;
use crate::vm::Vm;

/// A BigInt or a number: the result of ToNumeric.
#[derive(Copy, Clone)]
pub enum Numeric {
    Number(f64),
    BigInt(BigIntId),
}

/// ToNumeric ( value ), ECMA-262 7.1.3
#[inline]
pub fn to_numeric(vm: &mut Vm, value: Value) -> Completion<Numeric> {
    let primitive = convert::to_primitive(vm, value, Hint::Number)?;
    match primitive.as_bigint() {
        Some(bigint) => Ok(Numeric::BigInt(bigint)),
        None => convert::to_number(vm, primitive).map(Numeric::Number),
    }
}

/// ToNumeric ( value ), ECMA-262 7.1.3, as a value.
#[cold]
#[inline(never)]
pub fn to_numeric_value(vm: &mut Vm, value: Value) -> Completion<Value> {
    Ok(match to_numeric(vm, value)? {
        Numeric::Number(number) => Value::number(number),
        Numeric::BigInt(bigint) => Value::bigint(bigint),
    })
}

/// ToBigInt ( argument ), ECMA-262 7.1.13
pub fn to_bigint(vm: &mut Vm, value: Value) -> Completion<BigIntId> {
    let primitive = convert::to_primitive(vm, value, Hint::Number)?;
    if let Some(bigint) = primitive.as_bigint() {
        return Ok(bigint);
    }
    if let Some(truth) = primitive.as_bool() {
        return Ok(bigints::insert_bigint(&mut vm.heap, i32::from(truth).into())?);
    }
    let Some(string) = primitive.as_string() else {
        let shown = messages::describe(vm, primitive);
        return vm.type_error(messages::not_a_bigint(&shown));
    };
    match string_as_bigint(vm, string)? {
        Some(value) => Ok(bigints::insert_bigint(&mut vm.heap, value)?),
        None => {
            let shown = shown::string(&mut vm.heap, string, messages::SHOWN_VALUE);
            vm.syntax_error(messages::not_a_bigint(&shown))
        }
    }
}

/// StringToBigInt ( str ), ECMA-262 7.1.14; none if it spells no BigInt, and a RangeError if that is too long.
fn string_as_bigint(vm: &mut Vm, string: StringId) -> Completion<Option<BigInt>> {
    match bigints::string_to_bigint(&mut vm.heap, string)? {
        StringToBigInt::Value(value) => Ok(Some(value)),
        StringToBigInt::None => Ok(None),
        StringToBigInt::TooLong => vm.range_error(messages::BIGINT_TOO_LONG),
    }
}

/// ToBigInt64 ( argument ), ECMA-262 7.1.15
pub fn to_bigint64(vm: &mut Vm, value: Value) -> Completion<i64> {
    Ok(to_biguint64(vm, value)? as i64)
}

/// ToBigUint64 ( argument ), ECMA-262 7.1.16
pub fn to_biguint64(vm: &mut Vm, value: Value) -> Completion<u64> {
    let bigint = to_bigint(vm, value)?;
    Ok(bigints::low_bits_of_bigint(&vm.heap, bigint))
}

/// ToIndex ( value ), ECMA-262 7.1.22; a RangeError with that message, and the number, if it is no index.
pub fn to_index(vm: &mut Vm, value: Value, message: &str) -> Completion<u64> {
    let integer = match index_or_number(vm, value)? {
        Ok(index) => return Ok(index),
        Err(integer) => integer,
    };
    let shown = messages::describe(vm, Value::number(integer));
    vm.range_error(format!("{message}: {shown}"))
}

/// ToIndex ( value ), ECMA-262 7.1.22, for callers with messages of their own: the index, or the number that is not a
/// valid index.
pub fn index_or_number(vm: &mut Vm, value: Value) -> Completion<Result<u64, f64>> {
    let integer = convert::to_integer_or_infinity(vm, value)?;
    let is_index = (0.0..=MAX_SAFE_INTEGER as f64).contains(&integer);
    Ok(if is_index { Ok(integer as u64) } else { Err(integer) })
}

/// NumberToBigInt ( number ), ECMA-262 21.2.1.1.1
pub fn number_to_bigint(vm: &mut Vm, number: f64) -> Completion<Value> {
    match of_integer(number) {
        Some(value) => bigint::new_bigint(vm, value),
        None => {
            let shown = messages::describe(vm, Value::number(number));
            vm.range_error(messages::not_an_integer(&shown))
        }
    }
}

/// 𝔽(ℝ(bigint)), as in `Number ( value )`, ECMA-262 21.1.1.1
pub fn bigint_to_number(vm: &Vm, bigint: BigIntId) -> f64 {
    match bigints::small_bigint(&vm.heap, bigint) {
        Some(small) => small as f64,
        None => to_number(&bigints::get(&vm.heap, bigint)),
    }
}

/// Compares a BigInt with a number, as ECMA-262 6.1.6.2.12 and 7.2.12 do; none for NaN.
pub(crate) fn compare_bigint_and_number(vm: &Vm, bigint: BigIntId, number: f64) -> Option<Ordering> {
    compare_with_number(&bigints::get(&vm.heap, bigint), number)
}

/// Compares two BigInts.
pub(crate) fn compare_bigints(vm: &mut Vm, a: BigIntId, b: BigIntId) -> Completion<Ordering> {
    if let (Some(a), Some(b)) = (bigints::small_bigint(&vm.heap, a), bigints::small_bigint(&vm.heap, b)) {
        return Ok(a.cmp(&b));
    }
    let (a, b, budget) = bigints::operands(&mut vm.heap, a, b);
    budget.work(limbs(a.magnitude()) as u64 / LIMBS_PER_TICK)?;
    Ok(a.cmp(&b))
}

/// Compares a BigInt with the one that a string spells; none if it spells none.
pub(crate) fn compare_bigint_and_string(
    vm: &mut Vm,
    bigint: BigIntId,
    string: StringId,
) -> Completion<Option<Ordering>> {
    let other = string_as_bigint(vm, string)?;
    Ok(other.map(|other| bigints::get(&vm.heap, bigint).as_ref().cmp(&other)))
}

/// The BigInt of a number; none if it has a fraction or is not finite.
fn of_integer(number: f64) -> Option<BigInt> {
    if !number.is_finite() || number.trunc() != number {
        return None;
    }
    let (mantissa, exponent) = decompose(number);
    let magnitude = match u32::try_from(exponent) {
        Ok(exponent) => BigInt::from(mantissa) << exponent,
        Err(_) => BigInt::from(mantissa.checked_shr(exponent.unsigned_abs()).unwrap_or(0)),
    };
    Some(if number < 0.0 { -magnitude } else { magnitude })
}

/// The nearest double; of two equally near ones the even one.
fn to_number(bigint: &BigInt) -> f64 {
    let magnitude = bigint.magnitude();
    let bits = magnitude.bits();
    let number = if bits > f64::MAX_EXP as u64 {
        f64::INFINITY
    } else if let Ok(small) = u64::try_from(magnitude) {
        small as f64
    } else {
        let shift = bits - 64;
        let top = u64::try_from(magnitude >> shift).unwrap_or(u64::MAX);
        // The cast rounds; whatever lies below matters only as "more than nothing".
        let sticky = magnitude.trailing_zeros().is_some_and(|zeros| zeros < shift);
        let scale = f64::from_bits((1023 + shift) << 52);
        (top | u64::from(sticky)) as f64 * scale
    };
    if bigint.sign() == Sign::Minus { -number } else { number }
}

/// Compares the integer part first, then asks on which side of it the fraction is. None for NaN.
fn compare_with_number(bigint: &BigInt, number: f64) -> Option<Ordering> {
    if number.is_nan() {
        return None;
    }
    let Some(integer) = of_integer(number.trunc()) else {
        // Infinite.
        return Some(if number > 0.0 { Ordering::Less } else { Ordering::Greater });
    };
    let fraction = number - number.trunc();
    Some(bigint.cmp(&integer).then(0.0.partial_cmp(&fraction)?))
}
