//! Products, quotients and powers of any length. Large ones are split (Karatsuba's product, Burnikel's and Ziegler's
//! quotient) until each piece takes well under a millisecond. Each piece is ticked for before it is computed.

use ferrotape_budget::{Budget, Termination};
use num_bigint::BigUint;
use num_integer::Integer;

use super::limbs;

/// Limbs of factors that are multiplied at once.
const PRODUCT: usize = 512;

/// Limbs of a divisor that is used at once.
const DIVISOR: usize = 256;

/// Products of two limbs in one tick.
const PRODUCTS_PER_TICK: usize = 24;

/// Limbs that a product needs besides its factors, for each limb of the factors.
pub const LIMBS_FOR_PRODUCT: usize = 12;

/// Limbs that a quotient and its remainder need, for each limb of dividend and divisor.
pub const LIMBS_FOR_QUOTIENT: usize = 16;

fn tick_for(a: usize, b: usize, budget: &mut Budget) -> Result<(), Termination> {
    budget.work((a * b / PRODUCTS_PER_TICK + (a + b) / 16) as u64)
}

/// The number modulo 2^(64 · count).
fn low(number: &BigUint, count: usize) -> BigUint {
    BigUint::new(number.iter_u32_digits().take(2 * count).collect())
}

/// The number without its `count` lowest limbs.
fn high(number: &BigUint, count: usize) -> BigUint {
    number >> (64 * count)
}

/// The number with `count` zeros below it.
fn raised(number: BigUint, count: usize) -> BigUint {
    number << (64 * count)
}

/// `a * b`
pub fn product(a: &BigUint, b: &BigUint, budget: &mut Budget) -> Result<BigUint, Termination> {
    let (a, b) = if limbs(a) < limbs(b) { (b, a) } else { (a, b) };
    let (long, short) = (limbs(a), limbs(b));
    if short == 0 {
        return Ok(BigUint::ZERO);
    }
    if short <= PRODUCT && long <= 2 * PRODUCT {
        tick_for(long, short, budget)?;
        return Ok(a * b);
    }
    let half = long.div_ceil(2);
    let (a1, a0) = (high(a, half), low(a, half));
    budget.work(long as u64 / 2)?;
    if short <= half {
        let upper = product(&a1, b, budget)?;
        return Ok(raised(upper, half) + product(&a0, b, budget)?);
    }
    let (b1, b0) = (high(b, half), low(b, half));
    let (upper, lower) = (product(&a1, &b1, budget)?, product(&a0, &b0, budget)?);
    let mixed = product(&(a1 + a0), &(b1 + b0), budget)? - &upper - &lower;
    Ok(raised(raised(upper, half) + mixed, half) + lower)
}

/// `base` to the power of `exponent`, which are both more than 1.
pub fn power(base: &BigUint, exponent: u64, budget: &mut Budget) -> Result<BigUint, Termination> {
    // Powers of two need no products.
    let zeros = base.trailing_zeros().unwrap_or(0);
    if base.bits() == zeros + 1 {
        budget.work(zeros * exponent / 1024)?;
        return Ok(BigUint::from(1u8) << (zeros * exponent));
    }
    let mut power = base.clone();
    for bit in (0..exponent.ilog2()).rev() {
        power = product(&power, &power, budget)?;
        if exponent >> bit & 1 == 1 {
            power = product(&power, base, budget)?;
        }
    }
    Ok(power)
}

/// Quotient and remainder. The divisor is not 0.
pub fn quotient(dividend: &BigUint, divisor: &BigUint, budget: &mut Budget) -> Result<(BigUint, BigUint), Termination> {
    let (length, dividend_length) = (limbs(divisor), limbs(dividend));
    if length <= DIVISOR && dividend_length <= 2 * DIVISOR {
        tick_for(dividend_length, length, budget)?;
        return Ok(dividend.div_rem(divisor));
    }
    if length <= DIVISOR {
        return in_blocks(dividend, divisor, DIVISOR, budget, |part, divisor, budget| {
            tick_for(DIVISOR, length, budget)?;
            Ok(part.div_rem(divisor))
        });
    }
    // Halved until it is short.
    let (mut short, mut halvings) = (length, 0);
    while short > DIVISOR {
        short = short.div_ceil(2);
        halvings += 1;
    }
    let block = short << halvings;
    let shift = 64 * block as u64 - divisor.bits();
    let (dividend, divisor) = (dividend << shift, divisor << shift);
    let (quotient, remainder) = in_blocks(&dividend, &divisor, block, budget, |part, divisor, budget| {
        two_by_one(part, divisor, block, budget)
    })?;
    Ok((quotient, remainder >> shift))
}

/// Divides by a divisor of at most `block` limbs, as on paper with blocks for digits.
fn in_blocks(
    dividend: &BigUint,
    divisor: &BigUint,
    block: usize,
    budget: &mut Budget,
    step: impl Fn(&BigUint, &BigUint, &mut Budget) -> Result<(BigUint, BigUint), Termination>,
) -> Result<(BigUint, BigUint), Termination> {
    let digits = dividend.to_u32_digits();
    let mut quotient = vec![0; digits.len()];
    let mut remainder = BigUint::ZERO;
    for (digits, place) in digits.chunks(2 * block).zip(quotient.chunks_mut(2 * block)).rev() {
        let part = raised(remainder, block) + BigUint::from_slice(digits);
        let (found, rest) = step(&part, divisor, budget)?;
        place.iter_mut().zip(found.iter_u32_digits()).for_each(|(place, digit)| *place = digit);
        remainder = rest;
    }
    Ok((BigUint::new(quotient), remainder))
}

/// Divides a number of up to twice as many limbs as the divisor. The divisor's highest bit is set, and the quotient is
/// no longer than the divisor.
fn two_by_one(
    dividend: &BigUint,
    divisor: &BigUint,
    length: usize,
    budget: &mut Budget,
) -> Result<(BigUint, BigUint), Termination> {
    if length <= DIVISOR {
        tick_for(length, length, budget)?;
        return Ok(dividend.div_rem(divisor));
    }
    let half = length / 2;
    let parts = (&high(divisor, half), &low(divisor, half));
    let (upper, rest) = three_by_two(&high(dividend, half), divisor, parts, half, budget)?;
    let lower = raised(rest, half) + low(dividend, half);
    let (lower, remainder) = three_by_two(&lower, divisor, parts, half, budget)?;
    Ok((raised(upper, half) + lower, remainder))
}

/// Divides three halves by the two halves of the divisor, its `parts`.
fn three_by_two(
    dividend: &BigUint,
    divisor: &BigUint,
    (upper, lower): (&BigUint, &BigUint),
    half: usize,
    budget: &mut Budget,
) -> Result<(BigUint, BigUint), Termination> {
    budget.work(half as u64 / 4)?;
    let top = high(dividend, half);
    let one = BigUint::from(1u8);
    let (mut quotient, rest) = if high(&top, half) < *upper {
        two_by_one(&top, upper, half, budget)?
    } else {
        (raised(one.clone(), half) - &one, top + upper - raised(upper.clone(), half))
    };
    let taken = product(&quotient, lower, budget)?;
    let mut rest = raised(rest, half) + low(dividend, half);
    // Twice at most.
    while rest < taken {
        quotient -= &one;
        rest += divisor;
    }
    Ok((quotient, rest - taken))
}
