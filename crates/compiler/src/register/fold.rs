//! Constant folding: exactly what ECMAScript computes, for numbers with numbers and strings with strings.

use ferrotape_syntax::tree::{BinaryOperator, UnaryOperator};
use ferrotape_text::TextBuilder;

use super::FunctionCompiler;
use super::operand::Literal;

impl FunctionCompiler<'_, '_> {
    pub(super) fn fold_unary(&self, operator: UnaryOperator, literal: Literal) -> Option<Literal> {
        let Literal::Number(number) = literal else { return None };
        match operator {
            UnaryOperator::Plus => Some(Literal::Number(number)),
            UnaryOperator::Minus => Some(Literal::Number(-number)),
            UnaryOperator::BitNot => Some(Literal::Number((!to_int32(number)).into())),
            _ => None,
        }
    }

    pub(super) fn fold_binary(&mut self, operator: BinaryOperator, a: Literal, b: Literal) -> Option<Literal> {
        match (a, b) {
            (Literal::Number(a), Literal::Number(b)) => fold_numbers(operator, a, b),
            (Literal::String(a), Literal::String(b)) if operator == BinaryOperator::Add => {
                let mut builder = TextBuilder::default();
                for name in [a, b] {
                    self.session.names.text(name).units().for_each(|unit| builder.push_unit(unit));
                }
                Some(Literal::String(self.session.names.intern(builder.finish())))
            }
            _ => None,
        }
    }

    /// ToBoolean, ECMA-262 7.1.2
    pub(super) fn truth(&self, literal: Literal) -> bool {
        match literal {
            Literal::Undefined | Literal::Null => false,
            Literal::Boolean(value) => value,
            Literal::Number(number) => number != 0.0 && !number.is_nan(),
            Literal::String(name) => !self.session.names.text(name).is_empty(),
        }
    }
}

fn fold_numbers(operator: BinaryOperator, a: f64, b: f64) -> Option<Literal> {
    use BinaryOperator::*;
    let number = match operator {
        Multiply => a * b,
        Divide => a / b,
        Remainder => a % b,
        Add => a + b,
        Subtract => a - b,
        ShiftLeft => (to_int32(a) << (to_int32(b) & 31)).into(),
        ShiftRight => (to_int32(a) >> (to_int32(b) & 31)).into(),
        ShiftRightUnsigned => (to_int32(a) as u32 >> (to_int32(b) & 31)).into(),
        BitAnd => (to_int32(a) & to_int32(b)).into(),
        BitXor => (to_int32(a) ^ to_int32(b)).into(),
        BitOr => (to_int32(a) | to_int32(b)).into(),
        Less => return Some(Literal::Boolean(a < b)),
        Greater => return Some(Literal::Boolean(a > b)),
        LessEqual => return Some(Literal::Boolean(a <= b)),
        GreaterEqual => return Some(Literal::Boolean(a >= b)),
        Equal | StrictEqual => return Some(Literal::Boolean(a == b)),
        NotEqual | StrictNotEqual => return Some(Literal::Boolean(a != b)),
        InstanceOf | In => return None,
    };
    Some(Literal::Number(number))
}

/// ECMA-262 7.1.6
fn to_int32(number: f64) -> i32 {
    const TWO_32: f64 = 4_294_967_296.0;
    if number.is_finite() { number.trunc().rem_euclid(TWO_32) as u32 as i32 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_32_bit_integers_modulo_two_to_the_32() {
        let cases =
            [(0.5, 0), (-1.0, -1), (2_147_483_648.0, i32::MIN), (4_294_967_297.0, 1), (-2_147_483_649.0, i32::MAX)];
        for (number, int) in cases {
            assert_eq!(to_int32(number), int, "{number}");
        }
        assert_eq!(to_int32(f64::NAN), 0);
        assert_eq!(to_int32(1e300), 0);
    }

    #[test]
    fn the_sign_of_zero_survives() {
        let Some(Literal::Number(product)) = fold_numbers(BinaryOperator::Multiply, -1.0, 0.0) else { panic!() };
        assert!(product == 0.0 && product.is_sign_negative());
        let Some(Literal::Number(rest)) = fold_numbers(BinaryOperator::Remainder, -4.0, 2.0) else { panic!() };
        assert!(rest == 0.0 && rest.is_sign_negative());
    }
}
