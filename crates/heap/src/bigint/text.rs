//! Conversions between BigInts and text. Radices that are powers of two are a matter of bits. For other radices, large
//! magnitudes are halved again and again, by powers of the radix.

use crate::heap::rope;
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::most_bigint_digits as most_digits;
use ferrotape_budget::{Budget, Termination};
use num_bigint::{BigInt, BigUint, Sign};

use super::{limbs, long};
use crate::bigint::bigints;
use crate::heap::Heap;
use crate::heap::string::StringView;
use crate::id::{BigIntId, StringId};
use crate::number::{count_digits, digit_value, radix_of_prefix, run_length, trim_end, trim_start};

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Bits converted at once in either direction: some microseconds.
const PIECE_BITS: u32 = 2048;

/// Digits that a message shows.
const SHOWN_DIGITS: usize = 40;

/// Cost of a piece in ticks.
const TICKS_PER_PIECE: u64 = 200;

/// Bytes that reading takes for each decimal digit, which has less than half a byte. Digits of other radices take less.
const BYTES_PER_DIGIT: usize = 1 + long::LIMBS_FOR_PRODUCT / 2;

/// Result of reading a string as a BigInt.
pub enum StringToBigInt {
    Value(BigInt),
    /// The string spells no BigInt.
    None,
    /// The string spells a BigInt that is too long.
    TooLong,
}

/// `radix` to the power of `digits · 2^n`, for each n up to the length of the magnitude to convert. A number with as
/// many bits as such a power has at most `digits` digits.
struct Powers {
    radix: u32,
    /// Digits of one piece.
    digits: usize,
    powers: Vec<BigUint>,
    /// Start of the digits in the text, behind a sign.
    start: usize,
}

impl Powers {
    /// Squares the power of one piece until a power has more than half of `most_bits`. Magnitudes of a single piece need none.
    fn new(radix: u32, most_bits: u64, start: usize, budget: &mut Budget) -> Result<Self, Termination> {
        let digits = (PIECE_BITS / (radix.ilog2() + 1)) as usize;
        let mut powers = Vec::new();
        if most_bits <= PIECE_BITS.into() {
            return Ok(Powers { radix, digits, powers, start });
        }
        let mut power = BigUint::from(radix).pow(digits as u32);
        while power.bits() <= most_bits / 2 + 1 {
            let next = long::product(&power, &power, budget)?;
            powers.push(power);
            power = next;
        }
        powers.push(power);
        Ok(Powers { radix, digits, powers, start })
    }

    /// Appends the digits of a magnitude that is less than the power after those of `levels`. Pads with zeros if other
    /// digits come first.
    fn push_digits(
        &self,
        magnitude: &BigUint,
        levels: usize,
        text: &mut Vec<u8>,
        budget: &mut Budget,
    ) -> Result<(), Termination> {
        let Some(level) = levels.checked_sub(1) else {
            budget.work(TICKS_PER_PIECE)?;
            let digits = if magnitude.bits() == 0 { Vec::new() } else { magnitude.to_radix_be(self.radix) };
            if text.len() > self.start {
                text.resize(text.len() + self.digits.saturating_sub(digits.len()), b'0');
            }
            text.extend(digits.iter().map(|&digit| DIGITS[usize::from(digit) % 36]));
            return Ok(());
        };
        if text.len() == self.start && magnitude < &self.powers[level] {
            return self.push_digits(magnitude, level, text, budget);
        }
        let (upper, lower) = long::quotient(magnitude, &self.powers[level], budget)?;
        self.push_digits(&upper, level, text, budget)?;
        self.push_digits(&lower, level, text, budget)
    }

    /// The magnitude that digits spell, given by their values.
    fn value(&self, digits: &[u8], budget: &mut Budget) -> Result<BigUint, Termination> {
        if digits.len() <= self.digits {
            budget.work(digits.len() as u64)?;
            return Ok(BigUint::from_radix_be(digits, self.radix).unwrap_or_default());
        }
        let level = (digits.len().div_ceil(self.digits).next_power_of_two().ilog2() - 1) as usize;
        let (upper, lower) = digits.split_at(digits.len() - (self.digits << level));
        let upper = self.value(upper, budget)?;
        Ok(long::product(&upper, &self.powers[level], budget)? + self.value(lower, budget)?)
    }
}

/// Appends the digits of a magnitude in the radix 2^`width`.
fn push_bits(magnitude: &BigUint, width: u64, text: &mut Vec<u8>, budget: &mut Budget) -> Result<(), Termination> {
    let words: Vec<u64> = magnitude.to_u64_digits();
    let word = |index: u64| words.get(index as usize).copied().unwrap_or(0);
    let count = magnitude.bits().div_ceil(width);
    budget.in_pieces(count as usize, UNITS_PER_TICK, |piece| {
        for place in piece {
            let bit = (count - 1 - place as u64) * width;
            let both = u128::from(word(bit / 64)) | u128::from(word(bit / 64 + 1)) << 64;
            let digit = (both >> (bit % 64)) as usize & ((1 << width) - 1);
            text.push(DIGITS[digit % 36]);
        }
    })
}

/// The magnitude that digits of the radix 2^`width` spell.
fn value_of_bits(digits: StringView<'_>, width: u64, budget: &mut Budget) -> Result<BigUint, Termination> {
    let mut words = Vec::with_capacity((digits.len() as u64 * width).div_ceil(32) as usize + 1);
    let (mut open, mut bits) = (0u64, 0);
    budget.in_pieces(digits.len(), UNITS_PER_TICK, |piece| {
        let end = digits.len() - piece.start;
        for unit in digits.slice(end - piece.len(), end).units().rev() {
            open |= u64::from(digit_value(unit, 1 << width).unwrap_or(0)) << bits;
            bits += width;
            if bits >= 32 {
                words.push(open as u32);
                open >>= 32;
                bits -= 32;
            }
        }
    })?;
    words.push(open as u32);
    Ok(BigUint::new(words))
}

/// Bits of a digit, if the radix is a power of two.
fn width_of(radix: u32) -> Option<u64> {
    radix.is_power_of_two().then(|| radix.ilog2().into())
}

/// BigInt::toString ( x, radix ), ECMA-262 6.1.6.2.23. `None` if it would be longer than
/// [`crate::heap::string::longest_string`].
pub fn bigint_to_string(heap: &mut Heap, bigint: BigIntId, radix: u32) -> Result<Option<StringId>, Termination> {
    if let Some(small) = bigints::small_bigint(heap, bigint)
        && radix == 10
    {
        return Ok(Some(heap.new_string(&small.to_string())));
    }
    heap.with_loans(|heap| {
        let magnitude = limbs(bigints::get(heap, bigint).magnitude());
        let length = magnitude * 64 / radix.ilog2() as usize + 2;
        heap.lend(length)?;
        heap.lend((2 + long::LIMBS_FOR_QUOTIENT) * magnitude * size_of::<u64>())?;
        let mut text = Vec::with_capacity(length);
        let (bigint, budget) = bigints::operand(heap, bigint);
        if bigint.sign() == Sign::Minus {
            text.push(b'-');
        }
        push_digits(bigint.magnitude(), radix, &mut text, budget)?;
        if text.len() > rope::longest_string(heap) {
            return Ok(None);
        }
        heap.room(text.len())?;
        Ok(Some(heap.new_latin1(text)))
    })
}

/// Describes a value for messages: as a literal, shortened if it has very many digits.
pub fn describe_bigint(heap: &Heap, bigint: BigIntId) -> String {
    let value = bigints::get(heap, bigint);
    let digits = if value.bits() <= PIECE_BITS.into() { value.to_string() } else { String::new() };
    match digits.len() {
        0 => format!("a BigInt of {} bits", value.bits()),
        1..=SHOWN_DIGITS => format!("{digits}n"),
        _ => format!("{}…n", &digits[..SHOWN_DIGITS]),
    }
}

/// StringToBigInt ( str ), ECMA-262 7.1.14
pub fn string_to_bigint(heap: &mut Heap, string: StringId) -> Result<StringToBigInt, Termination> {
    let flat = heap.flatten(string)?;
    heap.work(1)?;
    let length = heap.view(flat).len();
    heap.with_loans(|heap| {
        // Digits by their values, the powers of the radix, the parts and what is made of them.
        heap.lend(length.min(most_digits(2)).saturating_mul(BYTES_PER_DIGIT))?;
        let (view, budget) = heap.view_and_budget(flat);
        read(view, budget)
    })
}

/// The BigInt of a literal without separators and `n` (ECMA-262 12.9.3.3). The front end has checked its length.
pub(crate) fn bigint_of_literal(heap: &mut Heap, literal: StringId) -> Result<BigIntId, Termination> {
    let value = match string_to_bigint(heap, literal)? {
        StringToBigInt::Value(value) => value,
        StringToBigInt::None | StringToBigInt::TooLong => BigInt::ZERO,
    };
    bigints::insert_bigint(heap, value)
}

/// Appends the digits of a magnitude behind what the text has already, such as a sign. The caller has the memory on loan.
fn push_digits(magnitude: &BigUint, radix: u32, text: &mut Vec<u8>, budget: &mut Budget) -> Result<(), Termination> {
    match width_of(radix) {
        _ if magnitude.bits() == 0 => text.push(b'0'),
        Some(width) => push_bits(magnitude, width, text, budget)?,
        None => {
            let powers = Powers::new(radix, magnitude.bits(), text.len(), budget)?;
            powers.push_digits(magnitude, powers.powers.len(), text, budget)?;
        }
    }
    Ok(())
}

/// Reads a BigInt: sign or prefix, then digits.
fn read(text: StringView<'_>, budget: &mut Budget) -> Result<StringToBigInt, Termination> {
    let text = trim_end(trim_start(text, budget)?, budget)?;
    let prefix = match (text.get(0), text.get(1)) {
        (Some(0x30), Some(letter)) => radix_of_prefix(letter),
        _ => None,
    };
    let (radix, start, sign) = match (prefix, text.get(0)) {
        (Some(radix), _) => (radix, 2, Sign::Plus),
        (None, Some(0x2D)) => (10, 1, Sign::Minus),
        (None, Some(0x2B)) => (10, 1, Sign::Plus),
        (None, Some(_)) => (10, 0, Sign::Plus),
        (None, None) => return Ok(StringToBigInt::Value(BigInt::ZERO)),
    };
    let digits = text.slice(start, text.len());
    if digits.is_empty() || count_digits(digits, radix, budget)? < digits.len() {
        return Ok(StringToBigInt::None);
    }
    let zeros = run_length(digits, budget, |unit| unit == 0x30)?;
    let digits = digits.slice(zeros, digits.len());
    if digits.len() > most_digits(radix) {
        return Ok(StringToBigInt::TooLong);
    }
    let magnitude = match width_of(radix) {
        Some(width) => value_of_bits(digits, width, budget)?,
        None => {
            budget.work(digits.len() as u64 / UNITS_PER_TICK)?;
            let values: Vec<u8> = digits.units().map(|unit| digit_value(unit, radix).unwrap_or(0) as u8).collect();
            let bits = digits.len() as u64 * u64::from(radix.ilog2() + 1);
            Powers::new(radix, bits, 0, budget)?.value(&values, budget)?
        }
    };
    Ok(StringToBigInt::Value(BigInt::from_biguint(sign, magnitude)))
}
