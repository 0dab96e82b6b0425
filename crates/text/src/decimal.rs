//! The value of a decimal number of any length.

/// Up to this length the standard library is exact. Of longer texts it takes the digits and the exponent for themselves, and
/// gives up on exponents that only the digits make sense of: `0.000…` with a million zeros and then `1e1000001`.
const LONG: usize = 1000;

/// More digits than a number can have that lies in the middle between two doubles: 767. What follows matters only if it
/// is not all zeros.
const DIGITS: usize = 800;

/// The double nearest to a StrDecimalLiteral (ECMA-262 7.1.4.1) that is not `Infinity`: a sign, digits with or without a
/// point, an exponent. `None` for other texts.
pub fn decimal_value(text: &str) -> Option<f64> {
    if text.len() <= LONG {
        return text.parse().ok();
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = match exponent.parse::<i64>() {
        Ok(exponent) => exponent,
        // Too long for 64 bits, and so beyond what any text has digits for.
        Err(_) if exponent.starts_with('-') => i64::MIN,
        Err(_) => i64::MAX,
    };
    let magnitude = mantissa.trim_start_matches(['+', '-']);
    let point = magnitude.find('.').unwrap_or(magnitude.len());
    let digits = || magnitude.bytes().filter(|&byte| byte != b'.');
    let zeros = digits().take_while(|&digit| digit == b'0').count();
    let mut significant: String = digits().skip(zeros).take(DIGITS).map(char::from).collect();
    if digits().skip(zeros + DIGITS).any(|digit| digit != b'0') {
        significant.push('1');
    }
    if significant.is_empty() {
        significant.push('0');
    }
    // Of `0.ddd`.
    let exponent = exponent.saturating_add(point as i64 - zeros as i64).clamp(-10_000, 10_000);
    let sign = if text.starts_with('-') { "-" } else { "" };
    format!("{sign}0.{significant}e{exponent}").parse().ok()
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
