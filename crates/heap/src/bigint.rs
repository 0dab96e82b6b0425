//! BigInts, ECMA-262 6.1.6.2: cells of the heap.
//!
//! ```text
//! long   products, quotients and powers of large magnitudes, in pieces between which the limits are looked at
//! text   magnitudes as digits, digits as magnitudes
//! ```
//!
//! The arithmetic is that of the crate `num-bigint`, which takes as long as it takes: here is decided what it is asked for at
//! once. Nothing outlasts a look at the limits by more than a few milliseconds: what takes time in proportion to the length is
//! bounded by [`MAX_BITS`], and what takes longer is split. The operators of the language are above, in the engine.

pub mod long;
mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::{Budget, Termination};
pub use num_bigint::{BigInt, BigUint, Sign};

use crate::heap::Heap;
use crate::id::BigIntId;
use crate::value::Value;

pub use text::StringToBigInt;

/// A BigInt on the heap. What fits 64 bits is always small: most are, and own no memory then.
#[derive(Clone)]
pub(crate) enum BigIntCell {
    Small(i64),
    Long(BigInt),
}

impl Default for BigIntCell {
    fn default() -> Self {
        BigIntCell::Small(0)
    }
}

impl BigIntCell {
    fn value(&self) -> Cow<'_, BigInt> {
        match self {
            BigIntCell::Small(small) => Cow::Owned(BigInt::from(*small)),
            BigIntCell::Long(long) => Cow::Borrowed(long),
        }
    }
}

impl Heap {
    pub fn bigint(&self, bigint: BigIntId) -> Cow<'_, BigInt> {
        self.bigints.get(bigint.0).value()
    }

    /// The value, if it is one of 64 bits.
    #[inline]
    pub fn small_bigint(&self, bigint: BigIntId) -> Option<i64> {
        match self.bigints.get(bigint.0) {
            BigIntCell::Small(small) => Some(*small),
            BigIntCell::Long(_) => None,
        }
    }

    /// A value of two limbs at most that fits a machine's integer.
    #[inline]
    pub fn two_limbs(&self, bigint: BigIntId) -> Option<i128> {
        let long = match self.bigints.get(bigint.0) {
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

    /// The same of two.
    #[inline]
    pub fn of_two_limbs(&self, a: BigIntId, b: BigIntId) -> Option<(i128, i128)> {
        Some((self.two_limbs(a)?, self.two_limbs(b)?))
    }

    pub(crate) fn is_bigint_zero(&self, bigint: BigIntId) -> bool {
        self.small_bigint(bigint) == Some(0)
    }

    /// One, and the budget for work on it.
    pub fn operand(&mut self, bigint: BigIntId) -> (Cow<'_, BigInt>, &mut Budget) {
        (self.bigints.get(bigint.0).value(), &mut self.budget)
    }

    /// Two of them, and the budget for work on both.
    pub fn operands(&mut self, a: BigIntId, b: BigIntId) -> (Cow<'_, BigInt>, Cow<'_, BigInt>, &mut Budget) {
        (self.bigints.get(a.0).value(), self.bigints.get(b.0).value(), &mut self.budget)
    }

    /// A new cell for a value, which must not be longer than [`MAX_BITS`]; see `bigint::new_bigint`.
    pub fn insert_bigint(&mut self, value: BigInt) -> Result<BigIntId, Termination> {
        if let Ok(small) = i64::try_from(&value) {
            return Ok(self.insert_small_bigint(small));
        }
        // The crate may have asked for more room than was needed, and a copy has just what it needs.
        let length = limbs(value.magnitude());
        self.charge(limb_bytes(length))?;
        let value = if length > LEAST_LIMBS { value.clone() } else { value };
        Ok(BigIntId(self.bigints.insert(BigIntCell::Long(value), &mut self.budget)))
    }

    #[inline]
    fn insert_small_bigint(&mut self, value: i64) -> BigIntId {
        BigIntId(self.bigints.insert_light(BigIntCell::Small(value), &mut self.budget))
    }

    /// The BigInt of an element of a BigInt64Array.
    pub fn bigint_of_i64(&mut self, value: i64) -> Value {
        Value::bigint(self.insert_small_bigint(value))
    }

    /// The BigInt of an element of a BigUint64Array.
    pub fn bigint_of_u64(&mut self, value: u64) -> Value {
        if let Ok(small) = i64::try_from(value) {
            return Value::bigint(self.insert_small_bigint(small));
        }
        self.account(limb_bytes(1));
        Value::bigint(BigIntId(self.bigints.insert(BigIntCell::Long(value.into()), &mut self.budget)))
    }

    /// The value modulo 2⁶⁴.
    pub fn low_bits_of_bigint(&self, bigint: BigIntId) -> u64 {
        match self.bigints.get(bigint.0) {
            BigIntCell::Small(small) => *small as u64,
            BigIntCell::Long(long) => low_bits(long),
        }
    }

    /// BigInt::equal ( x, y ), ECMA-262 6.1.6.2.13
    pub fn bigints_equal(&mut self, a: BigIntId, b: BigIntId) -> Result<bool, Termination> {
        if a == b {
            return Ok(true);
        }
        if let Some(a) = self.small_bigint(a) {
            return Ok(self.small_bigint(b) == Some(a));
        }
        let (a, b, budget) = self.operands(a, b);
        budget.tick_many(limbs(a.magnitude()) as u64 / LIMBS_PER_TICK)?;
        Ok(a == b)
    }

    /// What tables of values find a BigInt by: the same for equal ones, and nothing that scripts know how to choose.
    pub(crate) fn bigint_hash(&mut self, bigint: BigIntId) -> Result<u32, Termination> {
        if let Some(small) = self.small_bigint(bigint) {
            return Ok(self.hash_of_word(small as u64));
        }
        let length = limbs(self.bigint(bigint).magnitude()) as u64;
        self.tick(length / LIMBS_HASHED_PER_TICK)?;
        let value = self.bigint(bigint);
        let sign = u32::from(value.sign() == Sign::Minus);
        let digits = value.magnitude().iter_u64_digits();
        Ok(digits.fold(sign, |hash, digit| self.hash_of_word(digit ^ u64::from(hash).rotate_left(17))))
    }
}

/// The length of the largest magnitudes.
pub const MAX_BITS: u64 = ferrotape_budget::MAX_BIGINT_BITS;

/// What the crate allocates at least, in limbs of eight bytes.
const LEAST_LIMBS: usize = 4;

/// Limbs that an operation goes through once, for a tick.
pub const LIMBS_PER_TICK: u64 = 16;

/// Limbs hashed for a tick.
const LIMBS_HASHED_PER_TICK: u64 = 4;

/// Limbs of eight bytes that a magnitude has.
pub fn limbs(magnitude: &BigUint) -> usize {
    magnitude.bits().div_ceil(64) as usize
}

fn limb_bytes(limbs: usize) -> usize {
    allocation_bytes(limbs.max(LEAST_LIMBS) * size_of::<u64>())
}

/// Bytes that a cell owns.
pub(crate) fn payload_bytes(cell: &BigIntCell) -> usize {
    match cell {
        BigIntCell::Small(_) => 0,
        BigIntCell::Long(long) => limb_bytes(limbs(long.magnitude())),
    }
}

impl Heap {
    pub fn limbs_of(&self, bigint: BigIntId) -> usize {
        limbs(self.bigint(bigint).magnitude())
    }

    pub fn is_negative(&self, bigint: BigIntId) -> bool {
        self.bigint(bigint).sign() == Sign::Minus
    }
}

/// The value modulo 2⁶⁴.
pub(super) fn low_bits(bigint: &BigInt) -> u64 {
    let low = bigint.magnitude().iter_u64_digits().next().unwrap_or(0);
    if bigint.sign() == Sign::Minus { low.wrapping_neg() } else { low }
}
