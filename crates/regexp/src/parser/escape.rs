//! Escapes: the text after a backslash.

use super::class_set::ClassSet;
use super::{Parsed, Parser, error, pair};
use crate::LAST_CODE_POINT;
use crate::canonicalize::Folding;
use crate::character_set::{CharacterSet, DIGITS, FOLDED_WORD_CHARACTERS, WHITE_SPACE, WORD_CHARACTERS};
use crate::tree::NodeId;
use crate::unicode::{self, Property};

/// Meaning of a CharacterClassEscape.
pub(super) enum EscapedSet {
    /// A set closed under Canonicalize.
    Closed(CharacterSet),
    /// A set not closed yet: properties with `u`, which are complemented before.
    Open(CharacterSet),
    /// A property of strings.
    Strings(ClassSet),
}

/// Most characters of a property's name or value.
const LONGEST_PROPERTY_NAME: usize = 64;

impl Parser<'_, '_> {
    /// Parses an AtomEscape, ECMA-262 B.1.2, other than `\b` and `\B`, behind the backslash.
    pub(super) fn atom_escape(&mut self, offset: usize) -> Parsed<NodeId> {
        if let Some(group) = self.back_reference() {
            return Ok(self.builder.back_reference(group, self.flags.ignore_case, self.meter)?);
        }
        match self.class_escape(offset)? {
            Some(EscapedSet::Closed(set)) => return Ok(self.set(set)?),
            Some(EscapedSet::Open(set)) => return self.closed_set(set, offset),
            Some(EscapedSet::Strings(set)) => return self.class_set_node(set),
            None => {}
        }
        if let Some(node) = self.named_reference(offset)? {
            return Ok(node);
        }
        let character = match self.is_unicode() {
            true => self.strict_character_escape(offset)?,
            false => self.character_escape(offset)?,
        };
        Ok(self.character(character)?)
    }

    fn closed_set(&mut self, set: CharacterSet, offset: usize) -> Parsed<NodeId> {
        let set = self.close_set(set, offset)?;
        Ok(self.set(set)?)
    }

    /// Returns the set with all characters that equal a member.
    pub(super) fn close_set(&mut self, set: CharacterSet, offset: usize) -> Parsed<CharacterSet> {
        let folding = self.flags.folding();
        if folding == Folding::None {
            return Ok(set);
        }
        self.charge_set(set.ranges().len() + folding.count_variants(set.ranges()), offset)?;
        Ok(folding.close(set.ranges()))
    }

    /// Parses a DecimalEscape, if there are this many groups.
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

    /// Parses a CharacterClassEscape, ECMA-262 22.2.1, if it is one.
    pub(super) fn class_escape(&mut self, offset: usize) -> Parsed<Option<EscapedSet>> {
        let Some(letter) = self.peek().and_then(|unit| u8::try_from(unit).ok()) else { return Ok(None) };
        let ranges = match letter.to_ascii_lowercase() {
            b'd' => DIGITS,
            b's' => WHITE_SPACE,
            b'w' if self.flags.folding() == Folding::Simple => FOLDED_WORD_CHARACTERS,
            b'w' => WORD_CHARACTERS,
            b'p' if self.is_unicode() => {
                self.position += 1;
                return self.property(letter == b'P', offset).map(Some);
            }
            _ => return Ok(None),
        };
        self.position += 1;
        let set = CharacterSet::of(ranges);
        let is_negated = letter.is_ascii_uppercase();
        let set = if is_negated { set.complement(self.flags.last_character()) } else { set };
        Ok(Some(EscapedSet::Closed(set)))
    }

    /// Parses a UnicodePropertyValueExpression in its braces, ECMA-262 22.2.1.
    fn property(&mut self, is_negated: bool, offset: usize) -> Parsed<EscapedSet> {
        let invalid = || error("invalid property name", offset);
        if !self.eat(b'{') {
            return Err(invalid());
        }
        let name = self.property_name().ok_or_else(invalid)?;
        let value = if self.eat(b'=') { Some(self.property_name().ok_or_else(invalid)?) } else { None };
        if !self.eat(b'}') {
            return Err(invalid());
        }
        // Looking up the name reads the whole index, line by line.
        self.meter.tick(128)?;
        match unicode::property(&name, value.as_deref()).ok_or_else(invalid)? {
            Property::Characters(numbers) => {
                self.charge_set(numbers.len() / 2, offset)?;
                let set = CharacterSet::new(numbers.ranges().collect());
                let complement = |set: CharacterSet| if is_negated { set.complement(LAST_CODE_POINT) } else { set };
                if self.flags.unicode_sets {
                    let set = self.close_set(set, offset)?;
                    return Ok(EscapedSet::Closed(complement(set)));
                }
                Ok(EscapedSet::Open(complement(set)))
            }
            Property::Strings(all) if self.flags.unicode_sets && !is_negated => {
                self.strings_of_property(all, offset).map(EscapedSet::Strings)
            }
            Property::Strings(_) => Err(invalid()),
        }
    }

    /// Reads the letters of a property's name or value. `None` if there are none, or more than any property has.
    fn property_name(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(letter) = self.peek().and_then(|unit| u8::try_from(unit).ok())
            && (letter.is_ascii_alphanumeric() || letter == b'_')
        {
            if name.len() >= LONGEST_PROPERTY_NAME {
                return None;
            }
            name.push(letter.into());
            self.position += 1;
        }
        (!name.is_empty()).then_some(name)
    }

    /// Parses a CharacterEscape with `u` or `v`, ECMA-262 22.2.1.
    pub(super) fn strict_character_escape(&mut self, offset: usize) -> Parsed<u32> {
        let Some(unit) = self.peek() else {
            return Err(error("\\ at end of pattern", offset));
        };
        self.position += 1;
        let next = self.peek().and_then(|unit| u8::try_from(unit).ok());
        Ok(match u8::try_from(unit).unwrap_or(0) {
            b'f' => 0x0C,
            b'n' => 0x0A,
            b'r' => 0x0D,
            b't' => 0x09,
            b'v' => 0x0B,
            b'c' => match next {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.position += 1;
                    u32::from(letter % 32)
                }
                _ => return Err(error("invalid unicode escape", offset)),
            },
            b'0' if !next.is_some_and(|digit| digit.is_ascii_digit()) => 0,
            b'0' => return Err(error("invalid decimal escape", offset)),
            b'x' => self.hexadecimal(2).ok_or_else(|| error("invalid escape", offset))?,
            b'u' => self.unicode_escape().ok_or_else(|| error("invalid unicode escape", offset))?,
            b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' => unit.into(),
            b'[' | b']' | b'{' | b'}' | b'|' | b'/' => unit.into(),
            _ => return Err(error("invalid escape", offset)),
        })
    }

    /// Parses a RegExpUnicodeEscapeSequence with `u` or `v`, behind the `u`.
    fn unicode_escape(&mut self) -> Option<u32> {
        if self.eat(b'{') {
            return self.braced_code_point().filter(|&character| character <= LAST_CODE_POINT);
        }
        let lead = self.hexadecimal(4)?;
        let after = self.position;
        if (0xD800..0xDC00).contains(&lead)
            && self.eat(b'\\')
            && self.eat(b'u')
            && let Some(trail @ 0xDC00..0xE000) = self.hexadecimal(4)
        {
            return Some(pair(lead, trail));
        }
        self.position = after;
        Some(lead)
    }

    /// Parses hexadecimal digits up to a closing brace.
    pub(super) fn braced_code_point(&mut self) -> Option<u32> {
        let mut value: u32 = self.hexadecimal(1)?;
        while !self.eat(b'}') {
            // All values beyond the last code point are equivalent.
            value = value.min(LAST_CODE_POINT + 1) * 16 + self.hexadecimal(1)?;
        }
        Some(value)
    }

    /// Parses a CharacterEscape, ECMA-262 B.1.2.
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
                    // The backslash stands for itself, and `c` follows.
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

    /// Parses a LegacyOctalEscapeSequence, ECMA-262 12.9.4 (including `\0`), up to 255.
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
