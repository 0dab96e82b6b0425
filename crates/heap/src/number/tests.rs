use super::natural::Natural;
use super::*;
use crate::heap::string::StringView;
use ferrotape_budget::{Budget, Termination};

fn shortest(number: f64) -> String {
    number_to_string(number, &mut NumberBuffer::new()).to_owned()
}

fn check_all<A: Copy>(convert: impl Fn(f64, A) -> String, rows: &[(f64, A, &str)]) {
    for &(number, argument, expected) in rows {
        assert_eq!(convert(number, argument), expected, "{number:e}");
    }
}

/// Reads the text as Latin-1 and as UTF-16: both must give the same.
fn check_reader(read: impl Fn(StringView<'_>, &mut Budget) -> Result<f64, Termination>, rows: &[(&str, f64)]) {
    for &(text, expected) in rows {
        let units: Vec<u16> = text.encode_utf16().collect();
        let latin1: Option<Vec<u8>> = text.chars().map(|character| u8::try_from(character).ok()).collect();
        let read = |view: StringView<'_>| read(view, &mut Budget::default()).expect("no limit");
        let mut results = vec![read(StringView::Utf16(&units))];
        results.extend(latin1.as_deref().map(|bytes| read(StringView::Latin1(bytes))));
        for result in results {
            let same = result.to_bits() == expected.to_bits() || result.is_nan() && expected.is_nan();
            assert!(same, "{text:?} gave {result:e}, not {expected:e}");
        }
    }
}

#[test]
fn shortest_digits_change_notation_where_the_specification_says() {
    let rows = [
        (0.0, "0"),
        (-0.0, "0"),
        (f64::NAN, "NaN"),
        (f64::NEG_INFINITY, "-Infinity"),
        (123456789012345680000.0, "123456789012345680000"),
        (1e21, "1e+21"),
        (1e-6, "0.000001"),
        (1.5e-7, "1.5e-7"),
        (0.1 + 0.2, "0.30000000000000004"),
        (5e-324, "5e-324"),
        (f64::MAX, "1.7976931348623157e+308"),
    ];
    for (number, expected) in rows {
        assert_eq!(shortest(number), expected);
    }
}

#[test]
fn radix_digits_are_the_fewest_that_read_back() {
    let rows = [
        (255.0, 16, "ff"),
        (-255.5, 2, "-11111111.1"),
        (0.0, 36, "0"),
        (-0.0, 2, "0"),
        (f64::NAN, 3, "NaN"),
        (f64::NEG_INFINITY, 3, "-Infinity"),
        (0.1, 2, "0.0001100110011001100110011001100110011001100110011001101"),
        (0.1, 3, "0.0022002200220022002200220022002201"),
        (1.0 / 3.0, 3, "0.1"),
        (2.0 / 3.0, 9, "0.6"),
        (0.5, 3, "0.1111111111111111111111111111111112"),
        (1e21, 36, "5v1j4f4ds7a000"),
        (1e21, 7, "5135235413265003023000000"),
        (-1e21, 7, "-5135235413265003023000000"),
        (2f64.powi(53), 3, "1121202011211211122211100012101120"),
        // Half the way between two numbers, read as the even one of them.
        (6u128.pow(34) as f64, 6, &format!("1{}", "0".repeat(34))),
        (2f64.powi(1023), 16, &format!("8{}", "0".repeat(255))),
        (1.0 - f64::EPSILON / 2.0, 16, "0.fffffffffffff8"),
        (9007199254740991.0, 36, "2gosa7pa2gv"),
        // Below a power of two the neighbours are nearer: one less in the last place would be nearer, but not read back.
        (2f64.powi(-44), 3, "0.0000000000000000000000000001022002222200021021212120021220022"),
        (5e-324, 36, &format!("0.{}3", "0".repeat(207))),
    ];
    check_all(number_to_radix_string, &rows);
    let smallest = number_to_radix_string(5e-324, 2);
    assert_eq!(smallest, format!("0.{}1", "0".repeat(1073)));
}

#[test]
fn radix_digits_read_back_and_no_fewer_do() {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    for round in 0..6000 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let radix = 2 + (state >> 40) as u32 % 35;
        let bits = state.rotate_left(23);
        let number = match round % 4 {
            0 => f64::from_bits(bits & !(1 << 63)),
            1 => (bits >> 11) as f64 * 2f64.powi((bits % 120) as i32 - 60),
            2 => 2f64.powi((bits % 2098) as i32 - 1074),
            // Near powers of the radix, where digits are fewest.
            _ => {
                let most = (1023.0 / f64::from(radix).log2()) as i32;
                let power = f64::from(radix).powi((bits % (2 * most as u64)) as i32 - most);
                f64::from_bits(power.to_bits() + bits % 3 - 1)
            }
        };
        if number.is_finite() && number > 0.0 {
            check_radix_digits(number, radix);
        }
    }
}

fn check_radix_digits(number: f64, radix: u32) {
    let text = number_to_radix_string(number, radix);
    let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut digits: Vec<u32> = integer.chars().chain(fraction.chars()).filter_map(|c| c.to_digit(radix)).collect();
    let mut place = -(fraction.len() as i32);
    assert!(reads_as(&digits, 0, place, radix, number), "{number:e} in {radix}: {text}");
    while digits.last() == Some(&0) {
        digits.pop();
        place += 1;
    }
    digits.pop();
    for up in [0, 1] {
        let is_shorter = reads_as(&digits, up, place + 1, radix, number);
        assert!(!is_shorter, "{number:e} in {radix}: {text} has a digit too many");
    }
}

/// Returns whether this double is the nearest to `(digits + up) * radix^place`. Of two equally near ones the even one
/// counts.
fn reads_as(digits: &[u32], up: u32, place: i32, radix: u32, number: f64) -> bool {
    let (mantissa, exponent) = decompose(number);
    let scaled = |start: Natural, power: i32, twos: i32| {
        let mut natural = start;
        (0..power.max(0)).for_each(|_| natural.multiply_add(radix, 0));
        (0..twos.max(0)).for_each(|_| natural.multiply_add(2, 0));
        natural
    };
    let mut value = Natural::from_u64(0);
    digits.iter().for_each(|&digit| value.multiply_add(radix, digit));
    value.multiply_add(1, up);
    // Both sides are multiplied with what makes them whole: quarters of the last bit, and places behind the point.
    let value = scaled(value, place, 2 - exponent);
    let edge = |quarters: u64| scaled(Natural::from_u64(quarters), -place, exponent - 2);
    let is_denser_below = mantissa == 1 << (MANTISSA_BITS - 1) && exponent > MIN_EXPONENT;
    let below = value.compare(&edge(4 * mantissa - if is_denser_below { 1 } else { 2 }));
    let above = value.compare(&edge(4 * mantissa + 2));
    let is_even = mantissa.is_multiple_of(2);
    (below.is_gt() || is_even && below.is_eq()) && (above.is_lt() || is_even && above.is_eq())
}

#[test]
fn fixed_rounds_the_exact_value_and_halves_up() {
    let rows = [
        (0.5, 0, "1"),
        (1.5, 0, "2"),
        (2.5, 0, "3"),
        (-2.5, 0, "-3"),
        (9.5, 0, "10"),
        (0.25, 1, "0.3"),
        (1.005, 2, "1.00"),
        (1.45, 1, "1.4"),
        (99.995, 2, "100.00"),
        (99.9951171875, 9, "99.995117188"),
        (0.0, 2, "0.00"),
        (-0.0, 2, "0.00"),
        (-0.0000001, 2, "-0.00"),
        (5e-324, 3, "0.000"),
        (1e20, 1, "100000000000000000000.0"),
        (1e21, 1, "1e+21"),
        (f64::NAN, 3, "NaN"),
        (1000000000000000128.0, 1, "1000000000000000128.0"),
        (0.1, 20, "0.10000000000000000555"),
    ];
    check_all(to_fixed, &rows);
    let all = to_fixed(0.1, 100);
    assert_eq!(&all[..60], "0.1000000000000000055511151231257827021181583404541015625000");
}

#[test]
fn exponential_and_precision_round_halves_up_too() {
    let rows = [
        (0.0, Some(2), "0.00e+0"),
        (0.0, None, "0e+0"),
        (-1.5, Some(0), "-2e+0"),
        (25.0, Some(0), "3e+1"),
        (95.0, Some(0), "1e+2"),
        (12345.0, Some(3), "1.235e+4"),
        (123456.0, None, "1.23456e+5"),
        (0.00015, None, "1.5e-4"),
        (-27228.249633789062, None, "-2.7228249633789062e+4"),
        (120.0, None, "1.2e+2"),
        (1e21, None, "1e+21"),
        (-1.25e-7, None, "-1.25e-7"),
        (5e-324, None, "5e-324"),
        (f64::MAX, None, "1.7976931348623157e+308"),
        (f64::INFINITY, Some(3), "Infinity"),
        (5e-324, Some(5), "4.94066e-324"),
    ];
    check_all(to_exponential, &rows);
    let rows = [
        (0.0, 1, "0"),
        (0.0, 4, "0.000"),
        (25.0, 1, "3e+1"),
        (35.0, 1, "4e+1"),
        (995.0, 2, "1.0e+3"),
        (123.456, 4, "123.5"),
        (123.456, 2, "1.2e+2"),
        (0.000001, 2, "0.0000010"),
        (0.0000001, 2, "1.0e-7"),
        (-1234567.0, 7, "-1234567"),
        (1e21, 3, "1.00e+21"),
        (1.25, 2, "1.3"),
        (f64::NEG_INFINITY, 2, "-Infinity"),
    ];
    check_all(to_precision, &rows);
}

#[test]
fn texts_are_numbers_only_as_a_whole() {
    let rows = [
        ("", 0.0),
        (" \t\n\u{A0}\u{FEFF}\u{2003}\u{2029}", 0.0),
        ("\u{180E}", f64::NAN),
        (" 42 ", 42.0),
        ("\u{3000}42\u{1680}", 42.0),
        ("-0", -0.0),
        ("+.5e1", 5.0),
        ("5.", 5.0),
        (".", f64::NAN),
        ("e5", f64::NAN),
        ("1e", f64::NAN),
        ("1e+", f64::NAN),
        ("1_000", f64::NAN),
        ("-Infinity", f64::NEG_INFINITY),
        ("infinity", f64::NAN),
        ("inf", f64::NAN),
        ("NaN", f64::NAN),
        ("0x1F", 31.0),
        ("0X1f", 31.0),
        ("0o17", 15.0),
        ("0B11", 3.0),
        ("0x", f64::NAN),
        ("-0x10", f64::NAN),
        ("0x1g", f64::NAN),
        ("010", 10.0),
        ("1e1000", f64::INFINITY),
        ("1e-1000", 0.0),
        ("1e99999999999999999999", f64::INFINITY),
        ("0x20000000000001", 9007199254740992.0),
        ("0x20000000000003", 9007199254740996.0),
        ("0x80000000000004000", 147573952589676412928.0),
        ("0x80000000000004001", 147573952589676445696.0),
        ("2.4703282292062327208e-324", 0.0),
        ("2.4703282292062328e-324", 5e-324),
        ("é", f64::NAN),
        ("1é", f64::NAN),
        ("1\u{4e00}", f64::NAN),
    ];
    check_reader(string_to_number, &rows);
}

#[test]
fn prefixes_are_read_as_far_as_they_go() {
    let rows = [
        ("3.25abc", 3.25),
        ("  -.5.5", -0.5),
        ("1e", 1.0),
        ("1e+", 1.0),
        ("1e-2x", 0.01),
        ("Infinityx", f64::INFINITY),
        ("-Infinit", f64::NAN),
        ("0x10", 0.0),
        ("-", f64::NAN),
        ("1\u{4e00}", 1.0),
        ("-0", -0.0),
        ("", f64::NAN),
    ];
    check_reader(parse_float, &rows);
}

#[test]
fn integers_are_exact_in_every_radix() {
    let long = "9".repeat(400);
    let rows = [
        ("42px", 0, 42.0),
        (" -0x1F", 0, -31.0),
        ("0x", 16, f64::NAN),
        ("0x1F", 10, 0.0),
        ("0b11", 2, 0.0),
        ("-0", 0, -0.0),
        ("zz", 36, 1295.0),
        ("12", 1, f64::NAN),
        ("12", 37, f64::NAN),
        ("9007199254740993", 10, 9007199254740992.0),
        ("9007199254740993", 0, 9007199254740992.0),
        ("18446744073709551617", 10, 18446744073709551616.0),
        ("100000000000000000000000000000000000000000000000000001", 2, 9007199254740992.0),
        ("100000000000000000000000000000000000000000000000000011", 2, 9007199254740996.0),
        ("5v1j4f4ds79m9s", 36, 1e21),
        (&long, 10, f64::INFINITY),
        ("12\u{4e00}", 10, 12.0),
    ];
    for (text, radix, expected) in rows {
        check_reader(|view, budget| parse_int(view, radix, budget), &[(text, expected)]);
    }
}

#[test]
fn int32_wraps_around() {
    let rows = [
        (0.0, 0),
        (-0.9, 0),
        (4294967296.0, 0),
        (2147483648.0, i32::MIN),
        (-2147483649.0, i32::MAX),
        (4294967295.5, -1),
        (1e21, -559939584),
        (-1e21, 559939584),
        ((2f64.powi(52) + 1.0) * 2f64.powi(31), i32::MIN),
        (2f64.powi(84), 0),
        (9223372036854775808.0, 0),
        (f64::MAX, 0),
        (f64::NAN, 0),
        (f64::INFINITY, 0),
        (f64::NEG_INFINITY, 0),
    ];
    for (number, expected) in rows {
        assert_eq!(to_int32(number), expected, "{number:e}");
    }
}

#[test]
fn powers_of_one_are_not_always_one() {
    assert!(exponentiate(1.0, f64::NAN).is_nan());
    assert!(exponentiate(-1.0, f64::NEG_INFINITY).is_nan());
    assert_eq!(exponentiate(f64::NAN, 0.0), 1.0);
    assert_eq!(exponentiate(-0.0, -3.0), f64::NEG_INFINITY);
    assert_eq!(exponentiate(10.0, 308.0), 1e308);
}
