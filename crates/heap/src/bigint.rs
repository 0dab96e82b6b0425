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

use ferrotape_budget::{Budget, Termination};
pub use num_bigint::{BigInt, BigUint, Sign};

use crate::heap::{BigIntId, Heap, allocation_bytes};
use crate::value::Value;

pub use text::StringToBigInt;

impl Heap {
    #[inline]
    pub fn bigint(&self, bigint: BigIntId) -> &BigInt {
        self.bigints.get(bigint.0)
    }

    /// Two of them, and the budget for work on both.
    pub fn operands(&mut self, a: BigIntId, b: BigIntId) -> (&BigInt, &BigInt, &mut Budget) {
        (self.bigints.get(a.0), self.bigints.get(b.0), &mut self.budget)
    }

    /// A new cell for a value, which must not be longer than [`MAX_BITS`]; see `Vm::new_bigint`.
    pub fn insert_bigint(&mut self, value: BigInt) -> Result<BigIntId, Termination> {
        self.charge(payload_bytes(&value))?;
        // The crate may have asked for more room than was needed, and a copy has just what it needs.
        let value = if limbs(value.magnitude()) > LEAST_LIMBS { value.clone() } else { value };
        Ok(BigIntId(self.bigints.insert(value, &mut self.budget)))
    }

    /// The BigInt of an element of a BigInt64Array.
    pub fn bigint_of_i64(&mut self, value: i64) -> Value {
        self.insert_small(value.into())
    }

    /// The BigInt of an element of a BigUint64Array.
    pub fn bigint_of_u64(&mut self, value: u64) -> Value {
        self.insert_small(value.into())
    }

    fn insert_small(&mut self, value: BigInt) -> Value {
        self.account(payload_bytes(&value));
        Value::bigint(BigIntId(self.bigints.insert(value, &mut self.budget)))
    }

    /// The value modulo 2⁶⁴.
    pub fn low_bits_of_bigint(&self, bigint: BigIntId) -> u64 {
        low_bits(self.bigint(bigint))
    }

    /// BigInt::equal ( x, y ), ECMA-262 6.1.6.2.13
    pub fn bigints_equal(&mut self, a: BigIntId, b: BigIntId) -> Result<bool, Termination> {
        if a == b {
            return Ok(true);
        }
        let (a, b, budget) = self.operands(a, b);
        budget.tick_many(limbs(a.magnitude()) as u64 / LIMBS_PER_TICK)?;
        Ok(a == b)
    }

    /// What tables of values find a BigInt by: the same for equal ones, and nothing that scripts know how to choose.
    pub(crate) fn bigint_hash(&mut self, bigint: BigIntId) -> Result<u32, Termination> {
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
pub(crate) fn payload_bytes(bigint: &BigInt) -> usize {
    limb_bytes(limbs(bigint.magnitude()))
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
