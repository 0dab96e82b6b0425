//! Operations on BigInts of the heap.

use std::borrow::Cow;

use ferrotape_budget::{Budget, Termination};
use num_bigint::{BigInt, Sign};

use super::{BigIntCell, LEAST_LIMBS, LIMBS_HASHED_PER_TICK, LIMBS_PER_TICK, limb_bytes, limbs, low_bits};
use crate::heap::Heap;
use crate::heap::string;
use crate::id::BigIntId;
use crate::value::Value;

pub use super::text::*;

pub fn get(heap: &Heap, bigint: BigIntId) -> Cow<'_, BigInt> {
    heap.bigints.get(bigint.0).value()
}

/// The value, if it fits in 64 bits.
#[inline]
pub fn small_bigint(heap: &Heap, bigint: BigIntId) -> Option<i64> {
    match heap.bigints.get(bigint.0) {
        BigIntCell::Small(small) => Some(*small),
        BigIntCell::Long(_) => None,
    }
}

/// The value as a machine integer, if it has at most two limbs.
#[inline]
pub fn two_limbs(heap: &Heap, bigint: BigIntId) -> Option<i128> {
    let long = match heap.bigints.get(bigint.0) {
        BigIntCell::Small(small) => return Some((*small).into()),
        BigIntCell::Long(long) => long,
    };
    let mut digits = long.magnitude().iter_u64_digits();
    if digits.len() > 2 {
        return None;
    }
    let (low, high) = (digits.next().unwrap_or(0), digits.next().unwrap_or(0));
    let magnitude = i128::try_from(u128::from(high) << 64 | u128::from(low)).ok()?;
    Some(if long.sign() == Sign::Minus { -magnitude } else { magnitude })
}

/// [`two_limbs`] of two BigInts; none unless both fit.
#[inline]
pub fn of_two_limbs(heap: &Heap, a: BigIntId, b: BigIntId) -> Option<(i128, i128)> {
    Some((two_limbs(heap, a)?, two_limbs(heap, b)?))
}

pub(crate) fn is_bigint_zero(heap: &Heap, bigint: BigIntId) -> bool {
    small_bigint(heap, bigint) == Some(0)
}

/// One BigInt, and the budget for work on it.
pub fn operand(heap: &mut Heap, bigint: BigIntId) -> (Cow<'_, BigInt>, &mut Budget) {
    (heap.bigints.get(bigint.0).value(), &mut heap.budget)
}

/// Two BigInts, and the budget for work on both.
pub fn operands(heap: &mut Heap, a: BigIntId, b: BigIntId) -> (Cow<'_, BigInt>, Cow<'_, BigInt>, &mut Budget) {
    (heap.bigints.get(a.0).value(), heap.bigints.get(b.0).value(), &mut heap.budget)
}

/// Makes a cell for a value that is at most [`MAX_BITS`] long; see `bigint::new_bigint`.
pub fn insert_bigint(heap: &mut Heap, value: BigInt) -> Result<BigIntId, Termination> {
    if let Ok(small) = i64::try_from(&value) {
        return Ok(insert_small_bigint(heap, small));
    }
    // The crate may have asked for more room than was needed, and a copy has just what it needs.
    let length = limbs(value.magnitude());
    heap.take(limb_bytes(length))?;
    let value = if length > LEAST_LIMBS { value.clone() } else { value };
    Ok(BigIntId(heap.bigints.insert(BigIntCell::Long(value), &mut heap.budget)))
}

#[inline]
fn insert_small_bigint(heap: &mut Heap, value: i64) -> BigIntId {
    BigIntId(heap.bigints.insert_light(BigIntCell::Small(value), &mut heap.budget))
}

/// The BigInt of an element of a BigInt64Array.
pub fn bigint_of_i64(heap: &mut Heap, value: i64) -> Value {
    Value::bigint(insert_small_bigint(heap, value))
}

/// The BigInt of an element of a BigUint64Array.
pub fn bigint_of_u64(heap: &mut Heap, value: u64) -> Value {
    if let Ok(small) = i64::try_from(value) {
        return Value::bigint(insert_small_bigint(heap, small));
    }
    heap.resized(0, limb_bytes(1));
    Value::bigint(BigIntId(heap.bigints.insert(BigIntCell::Long(value.into()), &mut heap.budget)))
}

/// The value modulo 2⁶⁴.
pub fn low_bits_of_bigint(heap: &Heap, bigint: BigIntId) -> u64 {
    match heap.bigints.get(bigint.0) {
        BigIntCell::Small(small) => *small as u64,
        BigIntCell::Long(long) => low_bits(long),
    }
}

/// BigInt::equal ( x, y ), ECMA-262 6.1.6.2.13
pub fn bigints_equal(heap: &mut Heap, a: BigIntId, b: BigIntId) -> Result<bool, Termination> {
    if a == b {
        return Ok(true);
    }
    if let Some(a) = small_bigint(heap, a) {
        return Ok(small_bigint(heap, b) == Some(a));
    }
    let (a, b, budget) = operands(heap, a, b);
    budget.work(limbs(a.magnitude()) as u64 / LIMBS_PER_TICK)?;
    Ok(a == b)
}

/// Hash of a BigInt for tables of values. Equal BigInts have equal hashes, and scripts cannot choose them.
pub(crate) fn bigint_hash(heap: &mut Heap, bigint: BigIntId) -> Result<u32, Termination> {
    if let Some(small) = small_bigint(heap, bigint) {
        return Ok(string::hash_of_word(heap, small as u64));
    }
    let length = limbs(get(heap, bigint).magnitude()) as u64;
    heap.work(length / LIMBS_HASHED_PER_TICK)?;
    let value = get(heap, bigint);
    let sign = u32::from(value.sign() == Sign::Minus);
    let digits = value.magnitude().iter_u64_digits();
    Ok(digits.fold(sign, |hash, digit| string::hash_of_word(heap, digit ^ u64::from(hash).rotate_left(17))))
}

pub fn limbs_of(heap: &Heap, bigint: BigIntId) -> usize {
    limbs(get(heap, bigint).magnitude())
}

pub fn is_negative(heap: &Heap, bigint: BigIntId) -> bool {
    get(heap, bigint).sign() == Sign::Minus
}
