//! The operators on BigInts, ECMA-262 6.1.6.2.1 to 6.1.6.2.22.

use num_bigint::{BigInt, BigUint, Sign};

use ferrotape_heap::bigint::{LIMBS_PER_TICK, long};

use super::MAX_BITS;
use crate::bigint;
use crate::bigints;
use crate::error::Completion;
use crate::heap::BigIntId;
use crate::messages;
use crate::operators::Arithmetic;
use crate::value::Value;
use crate::vm::Vm;

/// ApplyStringOrNumericBinaryOperator ( lVal, opText, rVal ), ECMA-262 13.15.3, for two BigInts, without `+`
pub(crate) fn bigint_arithmetic(vm: &mut Vm, operation: Arithmetic, a: BigIntId, b: BigIntId) -> Completion<Value> {
    if let (Some(a), Some(b)) = (bigints::small_bigint(&vm.heap, a), bigints::small_bigint(&vm.heap, b))
        && let Some(value) = arithmetic_of_one_limb(operation, a, b)
    {
        return Ok(bigints::bigint_of_i64(&mut vm.heap, value));
    }
    if let Some(value) = bigints::of_two_limbs(&vm.heap, a, b).and_then(|(a, b)| small_arithmetic(operation, a, b)) {
        return new_bigint_of(vm, value);
    }
    match operation {
        Arithmetic::Subtract => in_one_pass(vm, a, b, |a, b| a - b),
        Arithmetic::BitAnd => in_one_pass(vm, a, b, |a, b| a & b),
        Arithmetic::BitOr => in_one_pass(vm, a, b, |a, b| a | b),
        Arithmetic::BitXor => in_one_pass(vm, a, b, |a, b| a ^ b),
        Arithmetic::Multiply => bigint_multiply(vm, a, b),
        Arithmetic::Divide => bigint_divide(vm, a, b, |(quotient, _)| quotient),
        Arithmetic::Remainder => bigint_divide(vm, a, b, |(_, remainder)| remainder),
        Arithmetic::Exponentiate => bigint_exponentiate(vm, a, b),
        Arithmetic::ShiftLeft => {
            let shifts_right = bigints::is_negative(&vm.heap, b);
            bigint_shift(vm, a, b, shifts_right)
        }
        Arithmetic::ShiftRight => {
            let shifts_right = !bigints::is_negative(&vm.heap, b);
            bigint_shift(vm, a, b, shifts_right)
        }
        Arithmetic::ShiftRightUnsigned => vm.type_error(messages::BIGINT_UNSIGNED_SHIFT),
    }
}

/// BigInt::add ( x, y ), ECMA-262 6.1.6.2.7
pub(crate) fn bigint_add(vm: &mut Vm, a: BigIntId, b: BigIntId) -> Completion<Value> {
    if let (Some(a), Some(b)) = (bigints::small_bigint(&vm.heap, a), bigints::small_bigint(&vm.heap, b))
        && let Some(sum) = a.checked_add(b)
    {
        return Ok(bigints::bigint_of_i64(&mut vm.heap, sum));
    }
    if let Some(sum) = bigints::of_two_limbs(&vm.heap, a, b).and_then(|(a, b)| a.checked_add(b)) {
        return new_bigint_of(vm, sum);
    }
    in_one_pass(vm, a, b, |a, b| a + b)
}

/// Computes an operation whose time and memory are proportional to the longer operand.
fn in_one_pass(
    vm: &mut Vm,
    a: BigIntId,
    b: BigIntId,
    operation: impl FnOnce(&BigInt, &BigInt) -> BigInt,
) -> Completion<Value> {
    let length = bigints::limbs_of(&vm.heap, a).max(bigints::limbs_of(&vm.heap, b)) + 1;
    vm.work(length as u64 / LIMBS_PER_TICK)?;
    bigint::compute(vm, 2 * length, |heap| {
        let (a, b, _) = bigints::operands(heap, a, b);
        Ok(operation(&a, &b))
    })
}

/// BigInt::multiply ( x, y ), ECMA-262 6.1.6.2.4
fn bigint_multiply(vm: &mut Vm, a: BigIntId, b: BigIntId) -> Completion<Value> {
    let (left, right) = (bigints::get(&vm.heap, a), bigints::get(&vm.heap, b));
    // The product is one bit shorter than this, or has just so many.
    if left.bits() + right.bits() > MAX_BITS + 1 && left.bits().min(right.bits()) > 0 {
        return vm.range_error(messages::BIGINT_TOO_LONG);
    }
    let length = bigints::limbs_of(&vm.heap, a) + bigints::limbs_of(&vm.heap, b);
    bigint::compute(vm, long::LIMBS_FOR_PRODUCT * length, |heap| {
        let (a, b, budget) = bigints::operands(heap, a, b);
        let product = long::product(a.magnitude(), b.magnitude(), budget)?;
        Ok(BigInt::from_biguint(a.sign() * b.sign(), product))
    })
}

/// BigInt::divide ( x, y ) and BigInt::remainder ( n, d ), ECMA-262 6.1.6.2.5 and 6.1.6.2.6
fn bigint_divide(
    vm: &mut Vm,
    a: BigIntId,
    b: BigIntId,
    wanted: impl FnOnce((BigInt, BigInt)) -> BigInt,
) -> Completion<Value> {
    if bigints::get(&vm.heap, b).sign() == Sign::NoSign {
        return vm.range_error(messages::DIVISION_BY_ZERO);
    }
    let length = bigints::limbs_of(&vm.heap, a) + bigints::limbs_of(&vm.heap, b);
    bigint::compute(vm, long::LIMBS_FOR_QUOTIENT * length, |heap| {
        let (a, b, budget) = bigints::operands(heap, a, b);
        let (quotient, remainder) = long::quotient(a.magnitude(), b.magnitude(), budget)?;
        let quotient = BigInt::from_biguint(a.sign() * b.sign(), quotient);
        Ok(wanted((quotient, BigInt::from_biguint(a.sign(), remainder))))
    })
}

/// BigInt::exponentiate ( base, exponent ), ECMA-262 6.1.6.2.3
fn bigint_exponentiate(vm: &mut Vm, base: BigIntId, exponent: BigIntId) -> Completion<Value> {
    if bigints::is_negative(&vm.heap, exponent) {
        return vm.range_error(messages::NEGATIVE_EXPONENT);
    }
    let (base_value, exponent) = (bigints::get(&vm.heap, base), bigints::get(&vm.heap, exponent));
    let is_odd = exponent.magnitude().bit(0);
    let exponent = u64::try_from(&*exponent).unwrap_or(u64::MAX);
    let bits = base_value.bits();
    match (bits, exponent) {
        (_, 0) => return bigint::new_bigint(vm, 1.into()),
        (0, _) | (_, 1) => return Ok(Value::bigint(base)),
        (1, _) if is_odd => return Ok(Value::bigint(base)),
        (1, _) => return bigint::new_bigint(vm, 1.into()),
        _ => {}
    }
    // The power is not shorter than that.
    let least = (bits - 1).saturating_mul(exponent).saturating_add(1);
    if least > MAX_BITS {
        return vm.range_error(messages::BIGINT_TOO_LONG);
    }
    let length = (bits * exponent).div_ceil(64) as usize;
    bigint::compute(vm, 2 * long::LIMBS_FOR_PRODUCT * length, |heap| {
        let (base, budget) = bigints::operand(heap, base);
        let power = long::power(base.magnitude(), exponent, budget)?;
        let sign = if is_odd { base.sign() } else { Sign::Plus };
        Ok(BigInt::from_biguint(sign, power))
    })
}

/// BigInt::leftShift ( x, y ) and BigInt::signedRightShift ( x, y ), ECMA-262 6.1.6.2.9 and 6.1.6.2.10, by the
/// magnitude of the count.
fn bigint_shift(vm: &mut Vm, value: BigIntId, count: BigIntId, to_right: bool) -> Completion<Value> {
    let count = u64::try_from(bigints::get(&vm.heap, count).magnitude()).unwrap_or(u64::MAX);
    let shifted = bigints::get(&vm.heap, value);
    let bits = shifted.bits();
    if count == 0 || bits == 0 {
        return Ok(Value::bigint(value));
    }
    if to_right && count >= bits {
        let rest = if shifted.sign() == Sign::Minus { -1 } else { 0 };
        return bigint::new_bigint(vm, rest.into());
    }
    if !to_right && bits.saturating_add(count) > MAX_BITS {
        return vm.range_error(messages::BIGINT_TOO_LONG);
    }
    let length = if to_right { bits } else { bits + count }.div_ceil(64);
    vm.work(length / LIMBS_PER_TICK)?;
    bigint::compute(vm, 2 * length as usize, |heap| {
        let value = bigints::get(heap, value);
        Ok(if to_right { &*value >> count } else { &*value << count })
    })
}

/// BigInt::unaryMinus ( x ), ECMA-262 6.1.6.2.1
pub(crate) fn bigint_negate(vm: &mut Vm, value: BigIntId) -> Completion<Value> {
    with_copy(vm, value, |value| -value)
}

/// BigInt::bitwiseNOT ( x ), ECMA-262 6.1.6.2.2
pub(crate) fn bigint_not(vm: &mut Vm, value: BigIntId) -> Completion<Value> {
    with_copy(vm, value, |value| !value)
}

/// The value of `++` or `--`.
pub(crate) fn bigint_step(vm: &mut Vm, value: BigIntId, step: i32) -> Completion<Value> {
    if let Some(stepped) = bigints::two_limbs(&vm.heap, value).and_then(|value| value.checked_add(step.into())) {
        return new_bigint_of(vm, stepped);
    }
    with_copy(vm, value, |value| value + step)
}

#[inline]
fn new_bigint_of(vm: &mut Vm, value: i128) -> Completion<Value> {
    match i64::try_from(value) {
        Ok(small) => Ok(bigints::bigint_of_i64(&mut vm.heap, small)),
        Err(_) => Ok(Value::bigint(bigints::insert_bigint(&mut vm.heap, value.into())?)),
    }
}

fn with_copy(vm: &mut Vm, value: BigIntId, operation: impl FnOnce(BigInt) -> BigInt) -> Completion<Value> {
    let length = bigints::limbs_of(&vm.heap, value) + 1;
    vm.work(length as u64 / LIMBS_PER_TICK)?;
    bigint::compute(vm, 2 * length, |heap| Ok(operation(bigints::get(heap, value).into_owned())))
}

/// BigInt.asUintN ( bits, bigint ), ECMA-262 21.2.2.2
pub fn bigint_as_uint_n(vm: &mut Vm, bits: u64, value: BigIntId) -> Completion<Value> {
    if let Some(small) = bigints::small_bigint(&vm.heap, value)
        && small >= 0
        && bits >= 63
    {
        return Ok(Value::bigint(value));
    }
    let number = bigints::get(&vm.heap, value);
    let is_negative = number.sign() == Sign::Minus;
    if !is_negative && number.bits() <= bits {
        return Ok(Value::bigint(value));
    }
    if bits <= 64 {
        let low = bigints::low_bits_of_bigint(&vm.heap, value);
        return Ok(bigints::bigint_of_u64(&mut vm.heap, low & low_mask(bits)));
    }
    if bits > MAX_BITS {
        // 2^bits less what is no multiple of it.
        return vm.range_error(messages::BIGINT_TOO_LONG);
    }
    modulo(vm, bits, value, |rest, _| rest)
}

/// BigInt.asIntN ( bits, bigint ), ECMA-262 21.2.2.1
pub fn bigint_as_int_n(vm: &mut Vm, bits: u64, value: BigIntId) -> Completion<Value> {
    if bigints::get(&vm.heap, value).bits() < bits {
        return Ok(Value::bigint(value));
    }
    if bits <= 64 {
        let low = bigints::low_bits_of_bigint(&vm.heap, value);
        let unused = 64 - bits;
        let extended = if bits == 0 { 0 } else { (low << unused) as i64 >> unused };
        return Ok(bigints::bigint_of_i64(&mut vm.heap, extended));
    }
    modulo(vm, bits, value, |rest, modulus| if rest.bits() == bits { rest - modulus } else { rest })
}

/// Passes a value and the modulus 2^`bits` to `wanted`.
fn modulo(vm: &mut Vm, bits: u64, value: BigIntId, wanted: impl FnOnce(BigInt, BigInt) -> BigInt) -> Completion<Value> {
    let length = bigints::limbs_of(&vm.heap, value).max(bits.div_ceil(64) as usize) + 1;
    vm.work(4 * length as u64 / LIMBS_PER_TICK)?;
    bigint::compute(vm, 5 * length, |heap| {
        let number = bigints::get(heap, value);
        let modulus = BigUint::from(1u8) << bits;
        let mask = &modulus - BigUint::from(1u8);
        let rest = number.magnitude() & mask;
        let rest = match number.sign() {
            Sign::Minus if rest.bits() > 0 => &modulus - rest,
            _ => rest,
        };
        Ok(wanted(rest.into(), modulus.into()))
    })
}

/// The lowest `bits` of 64 bits.
fn low_mask(bits: u64) -> u64 {
    1u64.checked_shl(bits as u32).map_or(u64::MAX, |modulus| modulus - 1)
}

macro_rules! arithmetic_of {
    ($($(#[$doc:meta])* $name:ident: $number:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        fn $name(operation: Arithmetic, a: $number, b: $number) -> Option<$number> {
            match operation {
                Arithmetic::Subtract => a.checked_sub(b),
                Arithmetic::BitAnd => Some(a & b),
                Arithmetic::BitOr => Some(a | b),
                Arithmetic::BitXor => Some(a ^ b),
                Arithmetic::Multiply => a.checked_mul(b),
                Arithmetic::Divide => a.checked_div(b),
                Arithmetic::Remainder => a.checked_rem(b),
                _ => None,
            }
        }
    )*};
}

arithmetic_of! {
    /// The most common operations of programs.
    arithmetic_of_one_limb: i64;
    arithmetic_of_two_limbs: i128;
}

/// Fast path: operations whose operands and result have at most two limbs, which need no memory.
#[inline]
fn small_arithmetic(operation: Arithmetic, a: i128, b: i128) -> Option<i128> {
    match operation {
        Arithmetic::ShiftLeft => small_shift(a, b.checked_neg()?),
        Arithmetic::ShiftRight => small_shift(a, b),
        _ => arithmetic_of_two_limbs(operation, a, b),
    }
}

/// Shifts to the right by a positive count.
fn small_shift(value: i128, count: i128) -> Option<i128> {
    if count >= 0 {
        return Some(value >> count.min(127));
    }
    let count = u32::try_from(-count).ok().filter(|&count| count < 127)?;
    let shifted = value << count;
    (shifted >> count == value).then_some(shifted)
}
