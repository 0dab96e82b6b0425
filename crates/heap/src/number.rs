//! Conversions between numbers and text that need neither heap nor script.
//!
//! ```text
//! number -> text   number_to_string          shortest decimal digits that read back as the number
//!                  number_to_radix_string    the same in another radix (radix.rs)
//!                  to_fixed, to_exponential, to_precision    a given number of digits, correctly rounded (decimal.rs)
//! text -> number   string_to_number, parse_float, parse_int  (parse.rs)
//! number -> i32    to_int32
//! ```
//!
//! All conversions are exact. Texts have the fewest digits that read back as the number, or the requested digits,
//! correctly rounded. Every text gives the double nearest to it. None uses an approximation where the specification
//! would allow one.

mod decimal;
mod float16;
mod natural;
mod parse;
mod radix;
mod scan;
mod white_space;

#[cfg(test)]
mod tests;

pub use decimal::{to_exponential, to_fixed, to_precision};
pub use float16::{float16_bits, float16_value};
pub(crate) use parse::{count_digits, digit_value, radix_of_prefix};
pub use parse::{decimal_of, parse_float, parse_int, string_to_number};
pub use radix::number_to_radix_string;
pub(crate) use scan::run_length;
pub use white_space::{is_white_space_or_line_terminator, trim_end, trim_start};

/// Room for the longest text that [`number_to_string`] makes.
pub type NumberBuffer = ryu_js::Buffer;

/// Number::toString ( x, 10 ), ECMA-262 6.1.6.1.20, as Rust text.
pub fn number_text(number: f64) -> String {
    number_to_string(number, &mut NumberBuffer::new()).to_owned()
}

/// Number::toString ( x, 10 ), ECMA-262 6.1.6.1.20.
pub fn number_to_string(number: f64, buffer: &mut NumberBuffer) -> &str {
    buffer.format(number)
}

/// Characters of an integer of 32 bits.
pub const INT_DIGITS: usize = 11;

/// Number::toString of an integer.
#[inline]
pub fn int_text(int: i32, digits: &mut [u8; INT_DIGITS]) -> &[u8] {
    let mut start = digits.len();
    let mut rest = int.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if int < 0 {
        start -= 1;
        digits[start] = b'-';
    }
    &digits[start..]
}

/// ToInt32 ( argument ), ECMA-262 7.1.6, of a number. ToUint32 has the same bits.
#[inline(always)]
pub fn to_int32(number: f64) -> i32 {
    let int = number as i32;
    if f64::from(int) == number { int } else { to_int32_slow(number) }
}

/// ToInt32 (ECMA-262 7.1.6) of numbers that the cast to `i32` changes: fractions, large ones, NaN.
#[cold]
#[inline(never)]
fn to_int32_slow(number: f64) -> i32 {
    // The cast saturates from 2^63 on, and gives 0 for NaN.
    if number.abs() < 9.2e18 {
        return number as i64 as i32;
    }
    let (mantissa, exponent) = decompose(number);
    let magnitude = match exponent {
        // Infinity has exponent 972 here.
        0..32 => (mantissa << exponent) as i32,
        _ => 0,
    };
    if number < 0.0 { magnitude.wrapping_neg() } else { magnitude }
}

/// Bits of a double's mantissa, the hidden one included.
const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS;

/// The exponent that [`decompose`] gives for subnormal numbers.
const MIN_EXPONENT: i32 = -1074;

/// `(m, e)` with `|number| = m * 2^e`, for finite numbers.
pub fn decompose(number: f64) -> (u64, i32) {
    let bits = number.to_bits();
    let fraction = bits & ((1 << (MANTISSA_BITS - 1)) - 1);
    match (bits >> (MANTISSA_BITS - 1)) as i32 & 0x7FF {
        0 => (fraction, MIN_EXPONENT),
        biased => (fraction | 1 << (MANTISSA_BITS - 1), biased - 1 + MIN_EXPONENT),
    }
}

/// Number::exponentiate ( base, exponent ), ECMA-262 6.1.6.1.3
pub fn exponentiate(base: f64, exponent: f64) -> f64 {
    // IEEE 754 gives 1 here.
    if exponent.is_nan() || exponent.is_infinite() && base.abs() == 1.0 {
        return f64::NAN;
    }
    base.powf(exponent)
}
