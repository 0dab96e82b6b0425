//! Parsing of text as numbers.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};
use ferrotape_text::{LongDecimal, decimal_value};

use super::natural::Natural;
use super::scan::run_length;
use super::white_space::{trim_end, trim_start};
use crate::heap::string::StringView;

/// StringToNumber ( str ), ECMA-262 7.1.4.1.1.
pub fn string_to_number(text: StringView<'_>, budget: &mut Budget) -> Result<f64, Termination> {
    if let Some((integer, length)) = small_integer(text)
        && length == text.len()
    {
        return Ok(integer.into());
    }
    let text = trim_end(trim_start(text, budget)?, budget)?;
    if text.is_empty() {
        return Ok(0.0);
    }
    let radix = match (text.get(0), text.get(1)) {
        (Some(0x30), Some(letter)) => radix_of_prefix(letter),
        _ => None,
    };
    if let Some(radix) = radix {
        let digits = text.slice(2, text.len());
        let is_all_digits = !digits.is_empty() && count_digits(digits, radix, budget)? == digits.len();
        return if is_all_digits { integer_value(digits, radix, budget) } else { Ok(f64::NAN) };
    }
    match decimal_prefix(text, budget)? {
        Some(prefix) if prefix.length == text.len() => prefix.value(text, budget),
        _ => Ok(f64::NAN),
    }
}

/// parseFloat ( string ), ECMA-262 19.2.4, of the string.
pub fn parse_float(text: StringView<'_>, budget: &mut Budget) -> Result<f64, Termination> {
    let text = trim_start(text, budget)?;
    match decimal_prefix(text, budget)? {
        Some(prefix) => prefix.value(text, budget),
        None => Ok(f64::NAN),
    }
}

/// parseInt ( string, radix ), ECMA-262 19.2.5, of the string and ToInt32 of the radix.
pub fn parse_int(text: StringView<'_>, radix: i32, budget: &mut Budget) -> Result<f64, Termination> {
    // A zero may begin a prefix.
    if matches!(radix, 0 | 10)
        && text.get(0) != Some(0x30)
        && let Some((integer, _)) = small_integer(text)
    {
        return Ok(integer.into());
    }
    let mut text = trim_start(text, budget)?;
    let sign = text.get(0);
    if matches!(sign, Some(0x2B | 0x2D)) {
        text = text.slice(1, text.len());
    }
    let has_prefix = text.get(0) == Some(0x30) && matches!(text.get(1), Some(0x58 | 0x78));
    let radix = match radix {
        0 if has_prefix => 16,
        0 => 10,
        2..=36 => radix as u32,
        _ => return Ok(f64::NAN),
    };
    if has_prefix && radix == 16 {
        text = text.slice(2, text.len());
    }
    let end = count_digits(text, radix, budget)?;
    if end == 0 {
        return Ok(f64::NAN);
    }
    let magnitude = integer_value(text.slice(0, end), radix, budget)?;
    Ok(if sign == Some(0x2D) { -magnitude } else { magnitude })
}

/// Fast path: the integer that one to nine decimal digits at the start spell, and their count.
#[inline]
fn small_integer(text: StringView<'_>) -> Option<(u32, usize)> {
    let StringView::Latin1(bytes) = text else { return None };
    let mut value = 0;
    for (index, byte) in bytes.iter().enumerate() {
        if !byte.is_ascii_digit() {
            return (index > 0).then_some((value, index));
        }
        if index == 9 {
            return None;
        }
        value = value * 10 + u32::from(byte - b'0');
    }
    (!bytes.is_empty()).then_some((value, bytes.len()))
}

/// The radix of a NonDecimalIntegerLiteral from the letter behind its zero.
pub(crate) fn radix_of_prefix(letter: u16) -> Option<u32> {
    match char::from(u8::try_from(letter).ok()?) {
        'x' | 'X' => Some(16),
        'o' | 'O' => Some(8),
        'b' | 'B' => Some(2),
        _ => None,
    }
}

pub(crate) fn digit_value(unit: u16, radix: u32) -> Option<u32> {
    char::from(u8::try_from(unit).ok()?).to_digit(radix)
}

pub(crate) fn count_digits(text: StringView<'_>, radix: u32, budget: &mut Budget) -> Result<usize, Termination> {
    run_length(text, budget, |unit| digit_value(unit, radix).is_some())
}

/// Number of digits behind leading zeros from which on an integer is infinite in any radix.
const MOST_DIGITS: usize = f64::MAX_EXP as usize + 1;

/// Number of digits up to which the conversion is cheap.
const FEW_DIGITS: usize = 20;

/// The double nearest to the integer with these digits, all of which must be digits of the radix.
fn integer_value(digits: StringView<'_>, radix: u32, budget: &mut Budget) -> Result<f64, Termination> {
    if digits.len() <= FEW_DIGITS {
        return Ok(exact_integer(digits, radix));
    }
    let zeros = run_length(digits, budget, |unit| unit == 0x30)?;
    let significant = digits.slice(zeros, digits.len());
    if significant.len() >= MOST_DIGITS {
        return Ok(f64::INFINITY);
    }
    // Each digit is a multiplication of all earlier ones.
    budget.work(significant.len() as u64)?;
    Ok(exact_integer(significant, radix))
}

/// Double nearest to an integer, whatever its length. Only digits that 64 bits cannot hold cost big arithmetic.
fn exact_integer(digits: StringView<'_>, radix: u32) -> f64 {
    let mut values = digits.units().filter_map(|unit| digit_value(unit, radix));
    let mut small = 0u64;
    let mut next = None;
    for value in values.by_ref() {
        match small.checked_mul(radix.into()).and_then(|product| product.checked_add(value.into())) {
            Some(sum) => small = sum,
            None => {
                next = Some(value);
                break;
            }
        }
    }
    let Some(next) = next else { return small as f64 };
    let mut natural = Natural::from_u64(small);
    natural.multiply_add(radix, next);
    for value in values {
        natural.multiply_add(radix, value);
        if natural.bit_length() > f64::MAX_EXP as usize {
            return f64::INFINITY;
        }
    }
    natural.to_f64()
}

/// The longest StrDecimalLiteral (ECMA-262 7.1.4.1) at the start of a text.
struct DecimalPrefix {
    length: usize,
    is_infinity: bool,
}

/// Measures the literal at the start of a text. An exponent without digits is not part of it; `None` if there is no literal.
fn decimal_prefix(text: StringView<'_>, budget: &mut Budget) -> Result<Option<DecimalPrefix>, Termination> {
    const INFINITY: &[u8] = b"Infinity";
    let sign = usize::from(matches!(text.get(0), Some(0x2B | 0x2D)));
    if text.get(sign) == Some(0x49) && text.slice(sign, sign + INFINITY.len()).equals(StringView::Latin1(INFINITY)) {
        return Ok(Some(DecimalPrefix { length: sign + INFINITY.len(), is_infinity: true }));
    }
    let mut digits_from = |start: usize| {
        let is_digit = |unit: u16| unit.wrapping_sub(0x30) < 10;
        run_length(text.slice(start, text.len()), budget, is_digit)
    };
    let mut digits = digits_from(sign)?;
    let mut length = sign + digits;
    if text.get(length) == Some(b'.'.into()) {
        let fraction = digits_from(length + 1)?;
        digits += fraction;
        length += 1 + fraction;
    }
    if digits == 0 {
        return Ok(None);
    }
    if let Some(0x45 | 0x65) = text.get(length) {
        let exponent_sign = usize::from(matches!(text.get(length + 1), Some(0x2B | 0x2D)));
        let exponent = digits_from(length + 1 + exponent_sign)?;
        if exponent > 0 {
            length += 1 + exponent_sign + exponent;
        }
    }
    Ok(Some(DecimalPrefix { length, is_infinity: false }))
}

/// Longest text that is parsed at once.
const SHORT_TEXT: usize = 64;

impl DecimalPrefix {
    /// The double nearest to the literal.
    fn value(&self, text: StringView<'_>, budget: &mut Budget) -> Result<f64, Termination> {
        if self.is_infinity {
            return Ok(if text.get(0) == Some(0x2D) { f64::NEG_INFINITY } else { f64::INFINITY });
        }
        decimal_of(text.slice(0, self.length), budget)
    }
}

/// The double nearest to a StrDecimalLiteral other than `Infinity`.
pub fn decimal_of(literal: StringView<'_>, budget: &mut Budget) -> Result<f64, Termination> {
    if literal.len() <= SHORT_TEXT {
        let mut buffer = [0; SHORT_TEXT];
        for (byte, unit) in buffer.iter_mut().zip(literal.units()) {
            *byte = unit as u8;
        }
        let text = std::str::from_utf8(&buffer[..literal.len()]).ok();
        return Ok(text.and_then(decimal_value).unwrap_or(f64::NAN));
    }
    let mut decimal = LongDecimal::default();
    budget.in_pieces(literal.len(), UNITS_PER_TICK, |piece| match literal {
        StringView::Latin1(bytes) => decimal.push(&bytes[piece]),
        StringView::Utf16(units) => units[piece].iter().for_each(|&unit| decimal.push(&[unit as u8])),
    })?;
    Ok(decimal.value().unwrap_or(f64::NAN))
}
