//! Numbers as texts in any radix.

use std::cmp::Ordering;

use super::natural::Natural;
use super::{MANTISSA_BITS, MIN_EXPONENT, decompose};

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Number::toString ( x, radix ), ECMA-262 6.1.6.1.20, for a radix from 2 to 36.
///
/// Integers are given exactly. Of fractions, as few digits are given as tell the number from its neighbours, and of
/// those the nearest.
pub fn number_to_radix_string(number: f64, radix: u32) -> String {
    debug_assert!((2..=36).contains(&radix));
    if number.is_nan() {
        return "NaN".into();
    }
    let mut text = String::from(if number < 0.0 { "-" } else { "" });
    if number.is_infinite() {
        text.push_str("Infinity");
        return text;
    }
    let (mantissa, exponent) = decompose(number);
    push_integer_digits(&mut text, mantissa, exponent, radix);
    if exponent < 0 {
        push_fraction_digits(&mut text, mantissa, exponent, radix);
    }
    text
}

fn push_integer_digits(text: &mut String, mantissa: u64, exponent: i32, radix: u32) {
    let mut digits = Vec::new();
    let mut push = |digit: u64| digits.push(DIGITS[digit as usize]);
    if exponent > 0 {
        let mut natural = Natural::shifted(mantissa, exponent as u32);
        while !natural.is_zero() {
            push(natural.divide(radix).into());
        }
    } else {
        let mut integer = mantissa.checked_shr(exponent.unsigned_abs()).unwrap_or(0);
        loop {
            push(integer % u64::from(radix));
            integer /= u64::from(radix);
            if integer == 0 {
                break;
            }
        }
    }
    text.extend(digits.iter().rev().map(|&digit| char::from(digit)));
}

/// Adds the point and what is behind it, if anything is.
fn push_fraction_digits(text: &mut String, mantissa: u64, exponent: i32, radix: u32) {
    let bits = exponent.unsigned_abs();
    let integer = mantissa.checked_shr(bits).unwrap_or(0);
    let fraction = mantissa - (integer << (bits % 64));
    if fraction == 0 {
        return;
    }
    text.push('.');
    let limbs = (bits + 2).div_ceil(32);
    let mut rest = FixedPoint::new(fraction, bits, limbs);
    // Half the way to the neighbours. Below a power of two they are denser.
    let mut above = FixedPoint::new(1, bits + 1, limbs);
    let is_power_of_two = mantissa == 1 << (MANTISSA_BITS - 1) && exponent > MIN_EXPONENT;
    let mut below = FixedPoint::new(1, bits + 1 + u32::from(is_power_of_two), limbs);
    loop {
        let digit = rest.take_digit(radix);
        // A half way of one or more allows anything.
        let may_round_up = above.take_digit(radix) > 0 || rest.sum_exceeds_one(&above);
        let may_round_down = below.take_digit(radix) > 0 || rest.compare(&below).is_lt();
        let nearer_up = match rest.compare_with_half() {
            Ordering::Less => false,
            Ordering::Equal => digit % 2 == 1,
            Ordering::Greater => true,
        };
        // No carry: had `digit` been the last of the radix, rounding up would have been right one digit earlier.
        let round_up = may_round_up && (!may_round_down || nearer_up) && digit + 1 < radix;
        text.push(char::from(DIGITS[(digit + u32::from(round_up)) as usize]));
        if may_round_down || may_round_up {
            return;
        }
    }
}

/// A number from 0 to before 1: little-endian digits to base 2^32, all of them behind the point.
struct FixedPoint {
    limbs: Vec<u32>,
}

impl FixedPoint {
    /// `value / 2^bits`, which must be below 1. What is compared must have the same number of limbs.
    fn new(value: u64, bits: u32, limbs: u32) -> Self {
        let shift = limbs * 32 - bits;
        let wide = u128::from(value) << (shift % 32);
        let mut digits = vec![0; limbs as usize];
        for (index, digit) in digits.iter_mut().skip(shift as usize / 32).take(3).enumerate() {
            *digit = (wide >> (32 * index)) as u32;
        }
        FixedPoint { limbs: digits }
    }

    /// Multiplies with the radix, and takes away and gives what comes before the point.
    fn take_digit(&mut self, radix: u32) -> u32 {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u64::from(*limb) * u64::from(radix) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        carry as u32
    }

    fn compare(&self, other: &FixedPoint) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }

    fn compare_with_half(&self) -> Ordering {
        let mut limbs = self.limbs.iter().rev();
        let top = limbs.next().copied().unwrap_or(0);
        top.cmp(&(1 << 31)).then_with(|| if limbs.any(|&limb| limb != 0) { Ordering::Greater } else { Ordering::Equal })
    }

    /// Is the sum greater than 1?
    fn sum_exceeds_one(&self, other: &FixedPoint) -> bool {
        let (mut carry, mut is_zero) = (0, true);
        for (&a, &b) in self.limbs.iter().zip(&other.limbs) {
            let sum = u64::from(a) + u64::from(b) + carry;
            is_zero &= sum as u32 == 0;
            carry = sum >> 32;
        }
        carry == 1 && !is_zero
    }
}
