//! Texts as numbers.

use std::borrow::Cow;

use ferrotape_text::decimal_value;

use super::natural::Natural;
use super::white_space::{trim_end, trim_start};
use crate::heap::StringView;

/// StringToNumber ( str ), ECMA-262 7.1.4.1.1.
pub(crate) fn string_to_number(text: StringView<'_>) -> f64 {
    if let Some(integer) = small_integer(text) {
        return integer.into();
    }
    let text = trim_end(trim_start(text));
    if text.is_empty() {
        return 0.0;
    }
    let radix = match (text.get(0), text.get(1)) {
        (Some(0x30), Some(letter)) => radix_of_prefix(letter),
        _ => None,
    };
    if let Some(radix) = radix {
        let digits = text.slice(2, text.len());
        let is_all_digits = !digits.is_empty() && digits.units().all(|unit| digit_value(unit, radix).is_some());
        return if is_all_digits { integer_value(digits, radix) } else { f64::NAN };
    }
    let bytes = number_characters(text);
    if bytes.len() != text.len() {
        return f64::NAN;
    }
    match decimal_prefix(&bytes) {
        Some((length, value)) if length == bytes.len() => value,
        _ => f64::NAN,
    }
}

/// parseFloat ( string ), ECMA-262 19.2.4, of the string.
pub(crate) fn parse_float(text: StringView<'_>) -> f64 {
    decimal_prefix(&number_characters(trim_start(text))).map_or(f64::NAN, |(_, value)| value)
}

/// parseInt ( string, radix ), ECMA-262 19.2.5, of the string and ToInt32 of the radix.
pub(crate) fn parse_int(text: StringView<'_>, radix: i32) -> f64 {
    let mut text = trim_start(text);
    let sign = text.get(0);
    if matches!(sign, Some(0x2B | 0x2D)) {
        text = text.slice(1, text.len());
    }
    let has_prefix = text.get(0) == Some(0x30) && matches!(text.get(1), Some(0x58 | 0x78));
    let radix = match radix {
        0 if has_prefix => 16,
        0 => 10,
        2..=36 => radix as u32,
        _ => return f64::NAN,
    };
    if has_prefix && radix == 16 {
        text = text.slice(2, text.len());
    }
    let end = text.units().position(|unit| digit_value(unit, radix).is_none()).unwrap_or(text.len());
    if end == 0 {
        return f64::NAN;
    }
    let magnitude = integer_value(text.slice(0, end), radix);
    if sign == Some(0x2D) { -magnitude } else { magnitude }
}

/// Fast path: one to nine digits and nothing else.
#[inline]
fn small_integer(text: StringView<'_>) -> Option<u32> {
    let StringView::Latin1(digits @ [_, ..]) = text else { return None };
    if digits.len() > 9 {
        return None;
    }
    let mut value = 0;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u32::from(digit - b'0');
    }
    Some(value)
}

/// The radix of a NonDecimalIntegerLiteral from the letter behind its zero.
fn radix_of_prefix(letter: u16) -> Option<u32> {
    match char::from(u8::try_from(letter).ok()?) {
        'x' | 'X' => Some(16),
        'o' | 'O' => Some(8),
        'b' | 'B' => Some(2),
        _ => None,
    }
}

fn digit_value(unit: u16, radix: u32) -> Option<u32> {
    char::from(u8::try_from(unit).ok()?).to_digit(radix)
}

/// The double nearest to the integer with these digits, all of which must be digits of the radix.
fn integer_value(digits: StringView<'_>, radix: u32) -> f64 {
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

/// The text up to the first character that no decimal number has.
fn number_characters(text: StringView<'_>) -> Cow<'_, [u8]> {
    let is_number_character = |byte: u8| {
        byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E') || b"Infity".contains(&byte)
    };
    match text {
        StringView::Latin1(bytes) => {
            let end = bytes.iter().position(|&byte| !is_number_character(byte)).unwrap_or(bytes.len());
            Cow::Borrowed(&bytes[..end])
        }
        StringView::Utf16(units) => Cow::Owned(
            units.iter().map_while(|&unit| u8::try_from(unit).ok().filter(|&byte| is_number_character(byte))).collect(),
        ),
    }
}

/// The longest StrDecimalLiteral (ECMA-262 7.1.4.1) at the start: its length and value.
fn decimal_prefix(text: &[u8]) -> Option<(usize, f64)> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let unsigned = &text[sign..];
    if unsigned.starts_with(b"Infinity") {
        let value = if text[0] == b'-' { f64::NEG_INFINITY } else { f64::INFINITY };
        return Some((sign + "Infinity".len(), value));
    }
    let count_digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut digits = count_digits(unsigned);
    let mut length = digits;
    if unsigned.get(length) == Some(&b'.') {
        let fraction = count_digits(&unsigned[length + 1..]);
        digits += fraction;
        length += 1 + fraction;
    }
    if digits == 0 {
        return None;
    }
    if let Some(b'e' | b'E') = unsigned.get(length) {
        let exponent_sign = usize::from(matches!(unsigned.get(length + 1), Some(b'+' | b'-')));
        let exponent = count_digits(&unsigned[length + 1 + exponent_sign..]);
        if exponent > 0 {
            length += 1 + exponent_sign + exponent;
        }
    }
    let length = sign + length;
    let value = decimal_value(std::str::from_utf8(&text[..length]).ok()?)?;
    Some((length, value))
}
