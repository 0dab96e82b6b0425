//! Conversion of numbers to text in any radix.

use std::cmp::Ordering;

use super::natural::Natural;
use super::{MANTISSA_BITS, MIN_EXPONENT, decompose};

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Number::toString ( x, radix ), ECMA-262 6.1.6.1.20, for a radix from 2 to 36.
///
/// The text has the fewest digits that tell the number from its neighbours, and of those the nearest. A text just half
/// the way to a neighbour reads as the number whose mantissa is even.
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
    if exponent > 0 {
        push_rounded_integer(&mut text, mantissa, exponent as u32, radix);
        return text;
    }
    push_integer(&mut text, mantissa.checked_shr(exponent.unsigned_abs()).unwrap_or(0), radix);
    if exponent < 0 {
        push_fraction_digits(&mut text, mantissa, exponent, radix);
    }
    text
}

/// Appends all digits of an integer, at least one.
fn push_integer(text: &mut String, mut integer: u64, radix: u32) {
    let mut digits = Vec::new();
    loop {
        digits.push((integer % u64::from(radix)) as u32);
        integer /= u64::from(radix);
        if integer == 0 {
            break;
        }
    }
    push_digits(text, &digits);
}

/// Appends digits that are given least significant first.
fn push_digits(text: &mut String, digits: &[u32]) {
    text.extend(digits.iter().rev().map(|&digit| char::from(DIGITS[digit as usize])));
}

/// Appends `mantissa * 2^exponent`, whose neighbours are two or more away, with as many zeros at the end as possible.
fn push_rounded_integer(text: &mut String, mantissa: u64, exponent: u32, radix: u32) {
    let digits = exact_digits(Natural::shifted(mantissa, exponent), radix);
    // Distances are counted in quarters, so that half the way to each neighbour is a whole number of them.
    let above = Natural::shifted(1, exponent + 1);
    let below = Natural::shifted(1, exponent + 1 - u32::from(has_dense_neighbour(mantissa)));
    let reads_back = |distance: &Natural, half_way: &Natural| match distance.compare(half_way) {
        Ordering::Less => true,
        Ordering::Equal => mantissa.is_multiple_of(2),
        Ordering::Greater => false,
    };
    let mut place = Natural::from_u64(4);
    // Distances to the multiples of the place on both sides.
    let (mut down, mut up) = (Natural::from_u64(0), Natural::from_u64(4));
    let (mut zeros, mut rounds_up) = (0, false);
    for (index, &digit) in digits.iter().enumerate() {
        down.add_multiple(&place, digit);
        up.add_multiple(&place, radix - 1 - digit);
        place.multiply_add(radix, 0);
        let (may_round_down, may_round_up) = (reads_back(&down, &below), reads_back(&up, &above));
        if !may_round_down && !may_round_up {
            break;
        }
        zeros = index + 1;
        let nearer_up = match up.compare(&down) {
            Ordering::Less => true,
            Ordering::Equal => digits.get(zeros).is_some_and(|digit| digit % 2 == 1),
            Ordering::Greater => false,
        };
        rounds_up = may_round_up && (!may_round_down || nearer_up);
    }
    let mut kept = digits[zeros..].to_vec();
    match kept.first_mut() {
        // No carry: had `digit` been the last of the radix, one more zero would have been right.
        Some(digit) => *digit += u32::from(rounds_up),
        None => kept.push(1),
    }
    push_digits(text, &kept);
    text.extend(std::iter::repeat_n('0', zeros));
}

/// The digits of a number above zero, least significant first.
fn exact_digits(mut natural: Natural, radix: u32) -> Vec<u32> {
    let mut digits = Vec::new();
    while !natural.is_zero() {
        digits.push(natural.divide(radix));
    }
    digits
}

/// Returns whether the next smaller number is nearer: below a power of two numbers are denser than above.
fn has_dense_neighbour(mantissa: u64) -> bool {
    mantissa == 1 << (MANTISSA_BITS - 1)
}

/// Appends the point and the digits behind it, if there are any.
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
    // Half the way to the neighbours.
    let mut above = FixedPoint::new(1, bits + 1, limbs);
    let is_denser_below = has_dense_neighbour(mantissa) && exponent > MIN_EXPONENT;
    let mut below = FixedPoint::new(1, bits + 1 + u32::from(is_denser_below), limbs);
    let half_way_reads_back = mantissa.is_multiple_of(2);
    loop {
        let digit = rest.take_digit(radix);
        // A half way of one or more allows anything.
        let may_round_up = above.take_digit(radix) > 0
            || match rest.compare_sum_with_one(&above) {
                Ordering::Less => false,
                Ordering::Equal => half_way_reads_back,
                Ordering::Greater => true,
            };
        let may_round_down = below.take_digit(radix) > 0
            || match rest.compare(&below) {
                Ordering::Less => true,
                Ordering::Equal => half_way_reads_back,
                Ordering::Greater => false,
            };
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
    /// `value / 2^bits`, which must be below 1. Compare only numbers with the same count of limbs.
    fn new(value: u64, bits: u32, limbs: u32) -> Self {
        let shift = limbs * 32 - bits;
        let wide = u128::from(value) << (shift % 32);
        let mut digits = vec![0; limbs as usize];
        for (index, digit) in digits.iter_mut().skip(shift as usize / 32).take(3).enumerate() {
            *digit = (wide >> (32 * index)) as u32;
        }
        FixedPoint { limbs: digits }
    }

    /// Multiplies with the radix, and takes away and returns what comes before the point.
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

    /// Compares the sum of two fractions with one. A carry out of the highest limb means one or more.
    fn compare_sum_with_one(&self, other: &FixedPoint) -> Ordering {
        let (mut carry, mut is_zero) = (0, true);
        for (&a, &b) in self.limbs.iter().zip(&other.limbs) {
            let sum = u64::from(a) + u64::from(b) + carry;
            is_zero &= sum as u32 == 0;
            carry = sum >> 32;
        }
        match (carry, is_zero) {
            (0, _) => Ordering::Less,
            (_, true) => Ordering::Equal,
            (_, false) => Ordering::Greater,
        }
    }
}
