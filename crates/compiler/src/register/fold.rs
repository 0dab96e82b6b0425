//! Constant folding, with exactly ECMAScript's results, for pairs of numbers and pairs of strings.

//!
//! Strings are joined in two steps. Folding makes [`Joined`] pieces; the code that needs the string as a constant makes
//! one of them, once. So no string is built just as a part of a longer one.

use ferrotape_syntax::tree::{BinaryOperator, UnaryOperator};
use ferrotape_text::{Name, TextBuilder};

use super::operand::Literal;
use super::{Compiled, FunctionCompiler};
use crate::meter::push;

/// Most code units of a folded string. A longer one is made at run time.
const MAX_FOLDED: u32 = 1 << 14;

/// Pieces handled per tick. In the worst case there are as many pieces as units.
const PIECES_PER_TICK: u64 = 2;

/// Strings of two parts that have been folded but not yet built. They live until the statement is compiled.
#[derive(Default)]
pub(crate) struct Joined {
    pairs: Vec<Pair>,
}

/// Two strings that are joined.
struct Pair {
    left: Piece,
    right: Piece,
    length: u32,
}

/// A string of the source text, or one that was joined.
#[derive(Copy, Clone)]
enum Piece {
    Name(Name),
    Pair(JoinedId),
}

/// Id of one of the [`Joined`] strings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct JoinedId(u32);

impl Piece {
    fn of(literal: Literal) -> Option<Piece> {
        match literal {
            Literal::String(name) => Some(Piece::Name(name)),
            Literal::Joined(id) => Some(Piece::Pair(id)),
            _ => None,
        }
    }

    fn literal(self) -> Literal {
        match self {
            Piece::Name(name) => Literal::String(name),
            Piece::Pair(id) => Literal::Joined(id),
        }
    }
}

impl FunctionCompiler<'_> {
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
            _ if operator == BinaryOperator::Add => self.join(Piece::of(a)?, Piece::of(b)?),
            _ => None,
        }
    }

    /// Folds two parts of a concatenation, where numbers are not added.
    pub(super) fn fold_strings(&mut self, a: Literal, b: Literal) -> Option<Literal> {
        let is_string = |literal| matches!(literal, Literal::String(_) | Literal::Joined(_));
        if is_string(a) && is_string(b) { self.fold_binary(BinaryOperator::Add, a, b) } else { None }
    }

    /// Joins two strings.
    fn join(&mut self, left: Piece, right: Piece) -> Option<Literal> {
        let length = match (self.piece_length(left), self.piece_length(right)) {
            // Every piece of a pair is at least one unit long, so a pair has no more pieces than units.
            (0, _) => return Some(right.literal()),
            (_, 0) => return Some(left.literal()),
            (left, right) => left.saturating_add(right),
        };
        if length > MAX_FOLDED {
            return None;
        }
        let pairs = &mut self.tables.joined.pairs;
        let id = JoinedId(pairs.len() as u32);
        let grown = push(pairs, Pair { left, right, length });
        self.core.session.kept += grown;
        self.core.grown += grown;
        Some(Literal::Joined(id))
    }

    fn piece_length(&self, piece: Piece) -> u32 {
        match piece {
            Piece::Name(name) => self.core.session.names.text(name).len() as u32,
            Piece::Pair(id) => self.tables.joined.pairs[id.0 as usize].length,
        }
    }

    /// Begins a statement: no folded string of another one is needed any more.
    pub(super) fn forget_joined(&mut self) {
        self.tables.joined.pairs.clear();
    }

    /// Returns the literal, as a name if it is a string.
    pub(super) fn made(&mut self, literal: Literal) -> Compiled<Literal> {
        let Literal::Joined(id) = literal else { return Ok(literal) };
        let pairs = &self.tables.joined.pairs;
        self.core.budget.work(u64::from(pairs[id.0 as usize].length) / PIECES_PER_TICK)?;
        let mut builder = TextBuilder::default();
        let mut open = vec![Piece::Pair(id)];
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Name(name) => builder.push_text(self.core.session.names.text(name)),
                Piece::Pair(id) => {
                    let Pair { left, right, .. } = pairs[id.0 as usize];
                    open.extend([right, left]);
                }
            }
        }
        Ok(Literal::String(self.core.intern(builder.finish())))
    }

    /// ToBoolean, ECMA-262 7.1.2
    pub(super) fn truth(&self, literal: Literal) -> bool {
        match literal {
            Literal::Undefined | Literal::Null => false,
            Literal::Boolean(value) => value,
            Literal::Number(number) => number != 0.0 && !number.is_nan(),
            Literal::String(name) => !self.core.session.names.text(name).is_empty(),
            // Digits after the prefix, if there is one.
            Literal::BigInt(digits) => self
                .core
                .session
                .names
                .text(digits)
                .units()
                .any(|unit| matches!(unit, 0x31..=0x39 | 0x61 | 0x63..=0x66)),
            Literal::Joined(id) => self.tables.joined.pairs[id.0 as usize].length > 0,
        }
    }
}

/// Returns the operator's result for two numbers (ECMA-262 6.1.6.1). `None` leaves it to run time.
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
        Exponentiate | InstanceOf | In => return None,
    };
    Some(Literal::Number(number))
}

/// Returns ToInt32 of a number, ECMA-262 7.1.6
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
