//! Numbers as people read them.

use ferrotape_runtime::number;

/// Digits between two separators.
const GROUP: usize = 3;

/// The number as people read it: -0 is told.
pub(crate) fn number_text(number: f64) -> String {
    if number == 0.0 && number.is_sign_negative() {
        return "-0".to_owned();
    }
    number::number_text(number)
}

/// The text of a number with a `_` between groups of digits, before and after its point. A number with an exponent
/// has no groups.
pub(crate) fn separated(text: &str) -> String {
    let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'n');
    if !text.bytes().all(is_digit) {
        return text.to_owned();
    }
    let (digits, suffix) = text.strip_suffix('n').map_or((text, ""), |digits| (digits, "n"));
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
    let mut shown = String::with_capacity(text.len() + text.len() / GROUP);
    shown.push_str(sign);
    for (index, digit) in whole.char_indices() {
        if index > 0 && (whole.len() - index).is_multiple_of(GROUP) {
            shown.push('_');
        }
        shown.push(digit);
    }
    if let Some(fraction) = fraction {
        shown.push('.');
        for (index, digit) in fraction.char_indices() {
            if index > 0 && index.is_multiple_of(GROUP) {
                shown.push('_');
            }
            shown.push(digit);
        }
    }
    shown.push_str(suffix);
    shown
}
