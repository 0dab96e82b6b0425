//! Values of decimal numbers of any length.

/// Length up to which the standard library is exact. In longer strings it reads digits and exponent separately, and
/// gives up on exponents that only make sense with the digits: `0.000…` with a million zeros and then `1e1000001`.
const LONG: usize = 1000;

/// Most digits that are kept. It exceeds 767, the most digits of a number in the middle between two doubles. Later
/// digits only matter if they are not all zeros.
const DIGITS: usize = 800;

/// Returns the double nearest to a StrDecimalLiteral (ECMA-262 7.1.4.1) other than `Infinity`: a sign, digits with or
/// without a point, an exponent. `None` for other strings.
pub fn decimal_value(text: &str) -> Option<f64> {
    if text.len() <= LONG {
        return text.parse().ok();
    }
    let mut number = LongDecimal::default();
    number.push(text.as_bytes());
    number.value()
}

/// A decimal number of any length, read in pieces.
#[derive(Default)]
pub struct LongDecimal {
    is_negative: bool,
    /// The first digits after leading zeros: the number is `0.ddd` times a power of ten.
    significant: String,
    /// Some dropped digit is not zero.
    has_more: bool,
    /// Power of ten from the position of the point.
    scale: i64,
    is_behind_point: bool,
    /// The exponent is being read.
    is_exponent: bool,
    is_exponent_negative: bool,
    exponent: i64,
}

impl LongDecimal {
    /// Reads further characters: digits, the point, the letter before the exponent, signs.
    pub fn push(&mut self, text: &[u8]) {
        for &byte in text {
            match byte {
                b'0'..=b'9' if self.is_exponent => {
                    self.exponent = self.exponent.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
                }
                b'0' if self.significant.is_empty() => self.scale -= i64::from(self.is_behind_point),
                b'0'..=b'9' => {
                    self.scale += i64::from(!self.is_behind_point);
                    match self.significant.len() < DIGITS {
                        true => self.significant.push(byte.into()),
                        false => self.has_more |= byte != b'0',
                    }
                }
                b'.' => self.is_behind_point = true,
                b'e' | b'E' => self.is_exponent = true,
                b'-' if self.is_exponent => self.is_exponent_negative = true,
                b'-' => self.is_negative = true,
                _ => {}
            }
        }
    }

    /// Returns the nearest double.
    pub fn value(&self) -> Option<f64> {
        let exponent = if self.is_exponent_negative { -self.exponent } else { self.exponent };
        // Beyond that, no digits can compensate.
        let exponent = exponent.saturating_add(self.scale).clamp(-10_000, 10_000);
        let sign = if self.is_negative { "-" } else { "" };
        let digits = if self.significant.is_empty() { "0" } else { &self.significant };
        let more = if self.has_more { "1" } else { "" };
        format!("{sign}0.{digits}{more}e{exponent}").parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::decimal_value;

    #[test]
    fn digits_and_exponents_of_any_length_belong_together() {
        let zeros = "0".repeat(100_000);
        let rows = [
            (format!("1{zeros}e-100000"), 1.0),
            (format!("-0.{zeros}1e+100001"), -1.0),
            (format!("{zeros}12.5{zeros}"), 12.5),
            (format!("{zeros}.{zeros}"), 0.0),
            (format!("-{zeros}E5"), -0.0),
            (format!("1{zeros}"), f64::INFINITY),
            (format!("-.{zeros}1"), -0.0),
            (format!("0.{zeros}1e{zeros}100003"), 100.0),
            (format!("1{zeros}e-99999999999999999999"), 0.0),
            (format!("0.{zeros}1e99999999999999999999"), f64::INFINITY),
            (format!("0{zeros}e99999999999999999999"), 0.0),
            // In the middle between two doubles, and just above it.
            (format!("9007199254740993.{zeros}"), 9007199254740992.0),
            (format!("9007199254740993.{zeros}1"), 9007199254740994.0),
            (format!("{zeros}9007199254740993{zeros}1e-100001"), 9007199254740994.0),
        ];
        for (text, expected) in rows {
            let value = decimal_value(&text).expect("a number");
            assert_eq!(value.to_bits(), f64::to_bits(expected), "{value:e}, not {expected:e}");
        }
        assert_eq!(decimal_value("0.1"), Some(0.1));
        assert_eq!(decimal_value("x"), None);
    }

    #[test]
    fn where_texts_become_long_nothing_changes() {
        let exact = format!("{:.1074}", f64::MIN_POSITIVE);
        assert_eq!(decimal_value(&exact), Some(f64::MIN_POSITIVE));
        let smallest = format!("{:.1100}", 5e-324);
        for length in [990, 1000, 1001, 1010, 1080] {
            let cut = &smallest[..length];
            assert_eq!(decimal_value(cut), cut.parse().ok(), "{length}");
        }
    }
}
