//! Numbers with units: `10M`, `1.5s`.

use std::time::Duration;

/// Factors of units, by names in lower case.
type Units = &'static [(&'static str, f64)];

const KIB: f64 = 1024.0;

const BYTES: Units = &[
    ("", 1.0),
    ("b", 1.0),
    ("k", KIB),
    ("kb", KIB),
    ("kib", KIB),
    ("m", KIB * KIB),
    ("mb", KIB * KIB),
    ("mib", KIB * KIB),
    ("g", KIB * KIB * KIB),
    ("gb", KIB * KIB * KIB),
    ("gib", KIB * KIB * KIB),
];

/// Factors to nanoseconds. A number without a unit is refused: it could mean seconds or milliseconds.
const TIMES: Units =
    &[("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 6e10), ("min", 6e10), ("h", 3.6e12)];

const COUNTS: Units = &[("", 1.0), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12)];

/// Limit above which doubles do not represent all whole numbers.
const MOST: f64 = (1_u64 << 53) as f64;

/// Parses `65536`, `64K`, `10M`, `1.5GiB`: K is 1024 bytes.
pub fn bytes(text: &str) -> Result<usize, String> {
    let number = number(text, BYTES).filter(|&number| number <= usize::MAX as f64);
    number
        .map(|number| number as usize)
        .ok_or_else(|| format!("a number of bytes like 65536, 64K or 10M, not '{text}'"))
}

/// Parses `250ms`, `1.5s`, `2m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let number = number(text, TIMES).ok_or_else(|| match text.parse::<f64>() {
        Ok(number) if number >= 0.0 => format!("a time with its unit, like {text}s or {text}ms, not '{text}'"),
        _ => format!("a time like 250ms, 1.5s or 2m, not '{text}'"),
    })?;
    Ok(Duration::from_nanos(number as u64))
}

/// Parses `100000`, `100k`, `5M`: K is a thousand.
pub fn count(text: &str) -> Result<u64, String> {
    let number = number(text, COUNTS).ok_or_else(|| format!("a number like 100000, 100k or 5M, not '{text}'"))?;
    Ok(number as u64)
}

/// Parses a number and converts it to the smallest of the units.
fn number(text: &str, units: Units) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    // Other forms of Rust's numbers, `inf` and exponents, are refused.
    let number: f64 = digits.replace('_', "").parse().ok()?;
    let unit = unit.trim_start().to_lowercase();
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    Some(number * factor).filter(|number| *number <= MOST).map(f64::round)
}

/// Shows a duration with three significant digits and a unit: `12.3 ms`.
pub fn shown_duration(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let (factor, unit) = units.into_iter().find(|(factor, _)| nanoseconds >= 0.9995 * factor).unwrap_or((1.0, "ns"));
    let number = nanoseconds / factor;
    let decimals = match number {
        number if number < 9.995 => 2,
        number if number < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.decimals$} {unit}")
}

/// Shows a size: `512 bytes`, `12.5 KiB`, `3.2 MiB`.
pub fn shown_bytes(bytes: usize) -> String {
    let units = [(KIB * KIB * KIB, "GiB"), (KIB * KIB, "MiB"), (KIB, "KiB")];
    match units.into_iter().find(|(factor, _)| bytes as f64 >= *factor) {
        Some((factor, unit)) => format!("{:.1} {unit}", bytes as f64 / factor),
        None => format!("{bytes} bytes"),
    }
}

/// Shows a whole number with its digits in groups: `1,234,567`.
pub fn shown_number(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood_in_either_case() {
        assert_eq!(bytes("65536"), Ok(65536));
        assert_eq!(bytes("10M"), Ok(10 << 20));
        assert_eq!(bytes("1.5kib"), Ok(1536));
        assert_eq!(bytes("2 GB"), Ok(2 << 30));
        assert_eq!(duration("50ms"), Ok(Duration::from_millis(50)));
        assert!(duration("50").is_err_and(|message| message.contains("50s or 50ms")));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("250us"), Ok(Duration::from_micros(250)));
        assert_eq!((count("100k"), count("5M"), count("1_000")), (Ok(100_000), Ok(5_000_000), Ok(1000)));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "M", "-1", "1e3", "inf", "nan", "1.2.3", "10X", "10s", "99999999999G", "0x10"] {
            assert!(bytes(text).is_err(), "{text}");
            assert!(count(text).is_err(), "{text}");
        }
        for text in ["", "s", "-1s", "1e3", "10k", "9999999999h"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_shown_with_three_digits() {
        for (nanoseconds, shown) in [
            (7.256, "7.26 ns"),
            (72.56, "72.6 ns"),
            (725.6, "726 ns"),
            (999.9, "1.00 µs"),
            (1.5e9, "1.50 s"),
            (0.0, "0.00 ns"),
        ] {
            assert_eq!(shown_duration(nanoseconds), shown);
        }
        assert_eq!([999, 1536, 5 << 20].map(shown_bytes), ["999 bytes", "1.5 KiB", "5.0 MiB"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(shown_number), ["0", "999", "1,000", "1,234,567"]);
    }
}
