//! Quantifiers after an atom: `*`, `+`, `?` and braces.

use super::{Parsed, Parser, error};
use crate::tree::{Captures, NodeId};

/// Digits of a number in braces, without leading zeros. Any number of digits is allowed, so numbers are compared as
/// digits.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Digits<'p>(&'p [u16]);

impl Digits<'_> {
    /// Returns the value, saturated. No text is so long that larger numbers would make a difference.
    fn saturated(self) -> u32 {
        let add = |value: u32, &digit: &u16| value.saturating_mul(10).saturating_add(u32::from(digit) - 0x30);
        self.0.iter().fold(0, add)
    }

    fn is_above(self, other: Self) -> bool {
        (self.0.len(), self.0) > (other.0.len(), other.0)
    }
}

/// Bounds on the repetitions of an atom: at least `minimum`, and at most `maximum` if there is one.
struct Braces<'p> {
    minimum: Digits<'p>,
    maximum: Option<Digits<'p>>,
    end: usize,
}

impl<'p> Parser<'p, '_> {
    /// Adds an atom, repeated if a Quantifier (ECMA-262 22.2.1) follows.
    pub(super) fn quantified(&mut self, node: NodeId, first_group: u32) -> Parsed<()> {
        let offset = self.position;
        let (minimum, maximum) = match self.peek().and_then(|unit| u8::try_from(unit).ok()) {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => match self.braces(offset) {
                None => return self.plain(node),
                Some(Braces { minimum, maximum, end }) => {
                    if maximum.is_some_and(|maximum| minimum.is_above(maximum)) {
                        return Err(error("numbers out of order in {} quantifier", offset));
                    }
                    self.position = end - 1;
                    (minimum.saturated(), maximum.map(Digits::saturated).filter(|&maximum| maximum < u32::MAX))
                }
            },
            _ => return self.plain(node),
        };
        self.position += 1;
        let greedy = !self.eat(b'?');
        let captures = Captures { start: first_group, end: self.next_group };
        let node = self.builder.repeat(node, minimum, maximum, greedy, captures, self.meter)?;
        self.plain(node)
    }

    pub(super) fn plain(&mut self, node: NodeId) -> Parsed<()> {
        Ok(self.meter.push(&mut self.terms, node)?)
    }

    /// Returns whether an InvalidBracedQuantifier (ECMA-262 B.1.2) stands here, without an atom to repeat. Other braces
    /// stand for themselves.
    pub(super) fn is_braced_quantifier(&self, offset: usize) -> bool {
        self.braces(offset).is_some()
    }

    /// Parses the braces that begin at an offset, if they are a quantifier.
    fn braces(&self, offset: usize) -> Option<Braces<'p>> {
        let (minimum, mut end) = self.digits(offset + 1)?;
        let mut maximum = Some(minimum);
        if self.pattern.get(end) == Some(&u16::from(b',')) {
            end += 1;
            maximum = None;
            if let Some((digits, after)) = self.digits(end) {
                (maximum, end) = (Some(digits), after);
            }
        }
        let is_closed = self.pattern.get(end) == Some(&u16::from(b'}'));
        is_closed.then_some(Braces { minimum, maximum, end: end + 1 })
    }

    fn digits(&self, start: usize) -> Option<(Digits<'p>, usize)> {
        let pattern = self.pattern;
        let count = |units: &[u16], wanted: fn(u16) -> bool| units.iter().take_while(|&&unit| wanted(unit)).count();
        let rest = pattern.get(start..)?;
        let digits = &rest[..count(rest, |unit| matches!(unit, 0x30..=0x39))];
        let zeros = count(digits, |unit| unit == 0x30);
        (!digits.is_empty()).then_some((Digits(&digits[zeros..]), start + digits.len()))
    }
}
