//! What stands after a backslash.

use super::{Parsed, Parser, error};
use crate::LAST_UNIT;
use crate::character_set::{CharacterSet, DIGITS, WHITE_SPACE, WORD_CHARACTERS};
use crate::tree::{Node, NodeId};

impl Parser<'_, '_> {
    /// AtomEscape, ECMA-262 B.1.2, but for `\b` and `\B`. The backslash has been read.
    pub(super) fn atom_escape(&mut self, offset: usize) -> Parsed<NodeId> {
        if let Some(group) = self.back_reference() {
            return Ok(self.add(Node::BackReference(group))?);
        }
        if let Some(set) = self.class_escape() {
            return Ok(self.set(set)?);
        }
        if let Some(node) = self.named_reference(offset)? {
            return Ok(node);
        }
        let character = self.character_escape(offset)?;
        Ok(self.character(character)?)
    }

    /// DecimalEscape, if there are so many groups.
    fn back_reference(&mut self) -> Option<u32> {
        let rest = &self.pattern[self.position..];
        let length = rest.iter().take_while(|unit| matches!(unit, 0x30..=0x39)).count();
        if length == 0 || rest[0] == 0x30 {
            return None;
        }
        let add = |value: u32, &digit: &u16| value.saturating_mul(10).saturating_add(u32::from(digit) - 0x30);
        let group = rest[..length].iter().fold(0, add);
        if group >= self.group_count {
            return None;
        }
        self.position += length;
        Some(group)
    }

    /// CharacterClassEscape. All of these sets, and so their complements, are closed under Canonicalize.
    pub(super) fn class_escape(&mut self) -> Option<CharacterSet> {
        let letter = self.peek().and_then(|unit| u8::try_from(unit).ok())?;
        let ranges = match letter.to_ascii_lowercase() {
            b'd' => DIGITS,
            b's' => WHITE_SPACE,
            b'w' => WORD_CHARACTERS,
            _ => return None,
        };
        self.position += 1;
        let set = CharacterSet::of(ranges);
        Some(if letter.is_ascii_uppercase() { set.complement(LAST_UNIT) } else { set })
    }

    /// CharacterEscape, ECMA-262 B.1.2.
    pub(super) fn character_escape(&mut self, offset: usize) -> Parsed<u32> {
        let Some(unit) = self.peek() else {
            return Err(error("\\ at end of pattern", offset));
        };
        let start = self.position;
        self.position += 1;
        Ok(match u8::try_from(unit).unwrap_or(0) {
            b'f' => 0x0C,
            b'n' => 0x0A,
            b'r' => 0x0D,
            b't' => 0x09,
            b'v' => 0x0B,
            b'c' => match self.peek().and_then(|unit| u8::try_from(unit).ok()) {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.position += 1;
                    u32::from(letter % 32)
                }
                _ => {
                    // The backslash stands for itself, and `c` comes after it.
                    self.position = start;
                    u32::from(b'\\')
                }
            },
            b'x' => self.hexadecimal(2).unwrap_or(unit.into()),
            b'u' => self.hexadecimal(4).unwrap_or(unit.into()),
            b'0'..=b'7' => {
                self.position = start;
                self.legacy_octal()
            }
            b'k' if self.has_names => return Err(error("invalid escape", offset)),
            _ => unit.into(),
        })
    }

    pub(super) fn hexadecimal(&mut self, count: usize) -> Option<u32> {
        let digits = self.pattern.get(self.position..self.position + count)?;
        let digit = |&unit: &u16| char::from_u32(unit.into()).and_then(|character| character.to_digit(16));
        let value = digits.iter().try_fold(0, |value, unit| Some(value * 16 + digit(unit)?))?;
        self.position += count;
        Some(value)
    }

    /// LegacyOctalEscapeSequence, ECMA-262 12.9.4 (`\0` among them): up to 255.
    fn legacy_octal(&mut self) -> u32 {
        let mut value = 0;
        let start = self.position;
        while let Some(unit @ 0x30..=0x37) = self.peek() {
            let next = value * 8 + u32::from(unit - 0x30);
            if next > 0xFF {
                break;
            }
            value = next;
            self.position += 1;
            if value >= 0o40 || self.position - start == 3 {
                break;
            }
        }
        value
    }
}
