//! Conversions of a number to a given number of digits: `toFixed`, `toExponential`, `toPrecision`.
//!
//! The standard library writes any number of correct digits, but rounds halves the other way. So halves are found
//! first, by looking at the factors 2 and 5, and rounded here.

use super::{NumberBuffer, decompose, number_to_string};

/// Number.prototype.toFixed ( fractionDigits ), ECMA-262 21.1.3.3, after the checks of the argument.
pub fn to_fixed(number: f64, fraction_digits: usize) -> String {
    if !number.is_finite() || number.abs() >= 1e21 {
        return number_to_string(number, &mut NumberBuffer::new()).to_owned();
    }
    let magnitude = number.abs();
    let digits = if is_halfway(magnitude, fraction_digits as i32) {
        let with_last_five = format!("{magnitude:.*}", fraction_digits + 1);
        round_up(with_last_five[..with_last_five.len() - 1].trim_end_matches('.'))
    } else {
        format!("{magnitude:.fraction_digits$}")
    };
    // The sign of -0 is dropped, but that of a number that became 0 is kept.
    if number < 0.0 { format!("-{digits}") } else { digits }
}

/// Number.prototype.toExponential ( fractionDigits ), ECMA-262 21.1.3.2, after the checks of the argument. `None` means
/// as many digits as needed.
pub fn to_exponential(number: f64, fraction_digits: Option<usize>) -> String {
    if !number.is_finite() {
        return number_to_string(number, &mut NumberBuffer::new()).to_owned();
    }
    let magnitude = number.abs();
    let significant = match fraction_digits {
        Some(digits) => Significant::rounded(magnitude, digits + 1),
        None => Significant::shortest(magnitude),
    };
    let mut text = String::from(if number < 0.0 { "-" } else { "" });
    significant.push_exponential(&mut text);
    text
}

/// Number.prototype.toPrecision ( precision ), ECMA-262 21.1.3.5, after the checks of the argument.
pub fn to_precision(number: f64, precision: usize) -> String {
    if !number.is_finite() {
        return number_to_string(number, &mut NumberBuffer::new()).to_owned();
    }
    let significant = Significant::rounded(number.abs(), precision);
    let mut text = String::from(if number < 0.0 { "-" } else { "" });
    if significant.exponent < -6 || significant.exponent >= precision as i32 {
        significant.push_exponential(&mut text);
    } else {
        significant.push_fixed(&mut text);
    }
    text
}

/// `d.ddd * 10^exponent`, the digits without the point.
struct Significant {
    digits: String,
    exponent: i32,
}

impl Significant {
    /// Parses what the standard library writes for `{:e}`.
    fn parse(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        Significant { digits: mantissa.replace('.', ""), exponent: exponent.parse().unwrap_or(0) }
    }

    /// The digits of Number::toString. Of two texts that are equally short and near, it chooses the same.
    fn shortest(magnitude: f64) -> Self {
        let mut buffer = NumberBuffer::new();
        let text = number_to_string(magnitude, &mut buffer);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [integer, fraction].concat();
        let significant = digits.trim_start_matches('0');
        let leading_zeros = (digits.len() - significant.len()) as i32;
        let exponent = exponent.parse().unwrap_or(0) + integer.len() as i32 - 1 - leading_zeros;
        match significant.trim_end_matches('0') {
            "" => Significant { digits: "0".into(), exponent: 0 },
            digits => Significant { digits: digits.into(), exponent },
        }
    }

    /// The `count` significant digits nearest to the magnitude. A half is rounded up, as the specification prefers the
    /// larger number.
    fn rounded(magnitude: f64, count: usize) -> Self {
        let mut longer = Significant::parse(&format!("{magnitude:.count$e}"));
        if magnitude == 0.0 || !is_halfway(magnitude, count as i32 - 1 - longer.exponent) {
            return Significant::parse(&format!("{magnitude:.*e}", count - 1));
        }
        longer.digits.pop();
        let mut digits = round_up(&longer.digits);
        if digits.len() > count {
            digits.pop();
            longer.exponent += 1;
        }
        Significant { digits, ..longer }
    }

    /// Appends the digits with a point behind the first one, and the exponent with its sign, plus included.
    fn push_exponential(&self, text: &mut String) {
        let (first, others) = self.digits.split_at(1);
        text.push_str(first);
        if !others.is_empty() {
            text.push('.');
            text.push_str(others);
        }
        text.push('e');
        text.push(if self.exponent < 0 { '-' } else { '+' });
        text.push_str(&self.exponent.unsigned_abs().to_string());
    }

    /// Appends the number in positional notation, for exponents below the number of digits.
    fn push_fixed(&self, text: &mut String) {
        if self.exponent < 0 {
            text.push_str("0.");
            text.extend((self.exponent + 1..0).map(|_| '0'));
            text.push_str(&self.digits);
            return;
        }
        let (integer, fraction) = self.digits.split_at(self.exponent as usize + 1);
        text.push_str(integer);
        if !fraction.is_empty() {
            text.push('.');
            text.push_str(fraction);
        }
    }
}

/// Returns whether `number * 10^power` lies in the middle between two integers.
fn is_halfway(number: f64, power: i32) -> bool {
    let (mantissa, exponent) = decompose(number);
    if mantissa == 0 {
        return false;
    }
    let odd = mantissa >> mantissa.trailing_zeros();
    let twos = exponent + mantissa.trailing_zeros() as i32 + power;
    twos == -1 && (power >= 0 || 5u64.checked_pow(power.unsigned_abs()).is_some_and(|fives| odd % fives == 0))
}

/// Adds one to the last digit of a decimal number.
fn round_up(number: &str) -> String {
    let mut digits = number.as_bytes().to_vec();
    for digit in digits.iter_mut().rev() {
        match digit {
            b'.' => {}
            b'9' => *digit = b'0',
            _ => {
                *digit += 1;
                return String::from_utf8(digits).unwrap_or_default();
            }
        }
    }
    format!("1{}", String::from_utf8(digits).unwrap_or_default())
}
