//! The binary operators on Numbers, ECMA-262 6.1.6.1.

use crate::number::{exponentiate, to_int32};
use crate::value::Value;

/// The binary operators that convert their operands to numbers: all but `+`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Exponentiate,
}

impl Arithmetic {
    /// The operation on numbers.
    #[inline]
    pub fn apply(self, a: f64, b: f64) -> Value {
        let int = |value: i32| Value::int(value);
        match self {
            Arithmetic::Subtract => Value::number(a - b),
            Arithmetic::Multiply => Value::number(a * b),
            Arithmetic::Divide => Value::number(a / b),
            // Rust's remainder is C's fmod, as the specification wants it: the sign of the dividend.
            Arithmetic::Remainder => Value::number(a % b),
            Arithmetic::BitAnd => int(to_int32(a) & to_int32(b)),
            Arithmetic::BitOr => int(to_int32(a) | to_int32(b)),
            Arithmetic::BitXor => int(to_int32(a) ^ to_int32(b)),
            // Only five bits of the count matter, as for the wrapping shifts.
            Arithmetic::ShiftLeft => int(to_int32(a).wrapping_shl(to_int32(b) as u32)),
            Arithmetic::ShiftRight => int(to_int32(a).wrapping_shr(to_int32(b) as u32)),
            Arithmetic::ShiftRightUnsigned => {
                let shifted = (to_int32(a) as u32).wrapping_shr(to_int32(b) as u32);
                Value::number(shifted.into())
            }
            Arithmetic::Exponentiate => Value::number(exponentiate(a, b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arithmetic::*;
    use super::*;

    #[track_caller]
    fn check(operation: Arithmetic, a: f64, b: f64, expected: f64) {
        let found = operation.apply(a, b).as_number().unwrap_or(f64::NAN);
        let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
        assert!(same, "{operation:?}({a}, {b}) = {found}, not {expected}");
    }

    #[test]
    fn remainder_takes_the_sign_of_the_dividend() {
        check(Remainder, -4.0, 2.0, -0.0);
        check(Remainder, 5.5, -2.0, 1.5);
        check(Remainder, 1.0, f64::INFINITY, 1.0);
        check(Remainder, 1.0, 0.0, f64::NAN);
        check(Remainder, f64::INFINITY, 2.0, f64::NAN);
    }

    #[test]
    fn shift_counts_are_modulo_32() {
        check(ShiftLeft, 1.0, 33.0, 2.0);
        check(ShiftLeft, 1.0, 31.0, -2147483648.0);
        check(ShiftRight, -8.0, 1.0, -4.0);
        check(ShiftRight, -8.0, -31.0, -4.0);
        check(ShiftRightUnsigned, -1.0, 0.0, 4294967295.0);
        check(ShiftRightUnsigned, -1.0, 32.0, 4294967295.0);
    }

    #[test]
    fn bit_operators_take_integers_modulo_two_to_the_32() {
        check(BitOr, 4294967297.5, 0.0, 1.0);
        check(BitAnd, -1.0, 4294967295.0, -1.0);
        check(BitXor, f64::NAN, 5.0, 5.0);
    }

    #[test]
    fn zeros_keep_their_sign() {
        check(Multiply, -1.0, 0.0, -0.0);
        check(Divide, 1.0, -0.0, f64::NEG_INFINITY);
        check(Subtract, -0.0, 0.0, -0.0);
    }
}
