//! BigInts, ECMA-262 6.1.6.2: cells of the heap.
//!
//! ```text
//! long   products, quotients and powers of large magnitudes, in pieces between which the limits are looked at
//! text   magnitudes as digits, digits as magnitudes
//! ```
//!
//! The arithmetic is that of the crate `num-bigint`, which never looks at limits. This module decides how much the
//! crate computes at once, so that no more than a few milliseconds pass between two looks. Work in proportion to the
//! length is bounded by [`MAX_BITS`]; longer work is split. The operators of the language are above, in the runtime.

pub mod bigints;
pub mod long;
mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ferrotape_budget::costs::allocation_bytes;
pub use num_bigint::{BigInt, BigUint, Sign};

pub use text::StringToBigInt;

/// A BigInt on the heap. A value that fits in 64 bits is always small: most are, and own no memory then.
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

/// Bits of the largest magnitudes.
pub const MAX_BITS: u64 = ferrotape_budget::MAX_BIGINT_BITS;

/// Smallest allocation of `num-bigint`, in limbs of eight bytes.
const LEAST_LIMBS: usize = 4;

/// Limbs that an operation goes through in one tick.
pub const LIMBS_PER_TICK: u64 = 16;

/// Limbs hashed in one tick.
const LIMBS_HASHED_PER_TICK: u64 = 4;

/// Returns the number of limbs of eight bytes in a magnitude.
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

/// The value modulo 2⁶⁴.
pub(super) fn low_bits(bigint: &BigInt) -> u64 {
    let low = bigint.magnitude().iter_u64_digits().next().unwrap_or(0);
    if bigint.sign() == Sign::Minus { low.wrapping_neg() } else { low }
}
