//! Classes: the text between brackets.

use super::escape::EscapedSet;
use super::{Parsed, Parser, error};
use crate::canonicalize::Folding;
use crate::character_set::{CharacterRange, CharacterSet, merge};
use crate::meter::Meter;
use crate::tree::NodeId;

use ferrotape_budget::Termination;

/// Most ranges of all classes of a pattern together, and most variants visited to make them.
const MOST_SET_WORK: usize = 1 << 24;

/// ClassAtom, ECMA-262 B.1.2.
enum ClassAtom {
    Character(u32),
    Set(CharacterSet),
    /// A set not closed under Canonicalize.
    OpenSet(CharacterSet),
}

impl Parser<'_, '_> {
    /// Parses a CharacterClass behind its bracket.
    pub(super) fn class(&mut self, offset: usize) -> Parsed<NodeId> {
        let negated = self.eat(b'^');
        let before = self.meter.charged();
        let (mut ranges, mut escaped) = (Ranges::default(), Ranges::default());
        while !self.eat(b']') {
            let start = self.position;
            let first = self.class_atom(offset)?;
            // A dash before the closing bracket stands for itself.
            let after_dash = self.pattern.get(self.position + 1);
            let is_range = self.peek() == Some(b'-'.into()) && after_dash.is_some_and(|&unit| unit != b']'.into());
            if !is_range {
                self.add_atom(first, &mut ranges, &mut escaped)?;
                continue;
            }
            self.position += 1;
            match (first, self.class_atom(offset)?) {
                (ClassAtom::Character(first), ClassAtom::Character(last)) => {
                    if first > last {
                        return Err(error("range out of order in character class", start));
                    }
                    ranges.push(CharacterRange::new(first, last), self.meter)?;
                }
                _ if self.is_unicode() => return Err(error("invalid character class", start)),
                // CharacterRangeOrUnion, ECMA-262 B.1.2.8.1: this is no range, so the dash is one of the characters.
                (first, last) => {
                    ranges.push(CharacterRange::new(b'-'.into(), b'-'.into()), self.meter)?;
                    self.add_atom(first, &mut ranges, &mut escaped)?;
                    self.add_atom(last, &mut ranges, &mut escaped)?;
                }
            }
        }
        let (ranges, escaped) = (ranges.merged(self.meter)?, escaped.merged(self.meter)?);
        let variants = self.flags.folding().count_variants(&ranges);
        self.charge_set(ranges.len() + escaped.len() + variants, offset)?;
        let set = self.closed(ranges, escaped);
        self.meter.settle(before)?;
        self.charge_set(set.ranges().len(), offset)?;
        Ok(self.set(if negated { set.complement(self.flags.last_character()) } else { set })?)
    }

    fn add_atom(&mut self, atom: ClassAtom, ranges: &mut Ranges, escaped: &mut Ranges) -> Result<(), Termination> {
        match atom {
            ClassAtom::Character(character) => ranges.push(CharacterRange::new(character, character), self.meter),
            ClassAtom::OpenSet(set) => set.ranges().iter().try_for_each(|&range| ranges.push(range, self.meter)),
            ClassAtom::Set(set) => set.ranges().iter().try_for_each(|&range| escaped.push(range, self.meter)),
        }
    }

    /// Closes a class. The sets of escapes are already closed under Canonicalize.
    fn closed(&self, ranges: Vec<CharacterRange>, mut escaped: Vec<CharacterRange>) -> CharacterSet {
        let folding = self.flags.folding();
        let set = if folding == Folding::None { CharacterSet::new(ranges) } else { folding.close(&ranges) };
        if escaped.is_empty() {
            return set;
        }
        escaped.extend_from_slice(set.ranges());
        CharacterSet::new(escaped)
    }

    /// Charges a set's ranges. A few units of pattern can name thousands of ranges, so these bound patterns as well.
    pub(super) fn charge_set(&mut self, ranges: usize, offset: usize) -> Parsed<()> {
        self.meter.tick(4 * ranges)?;
        self.set_work = self.set_work.saturating_add(ranges);
        if self.set_work > MOST_SET_WORK { Err(error("the regular expression is too large", offset)) } else { Ok(()) }
    }

    /// Parses a ClassAtom, ECMA-262 B.1.2. Errors of an unterminated class point at its bracket, `class`.
    fn class_atom(&mut self, class: usize) -> Parsed<ClassAtom> {
        let offset = self.position;
        self.meter.tick(1)?;
        let Some(character) = self.source_character() else {
            return Err(error("unterminated character class", class));
        };
        if character != u32::from(b'\\') {
            return Ok(ClassAtom::Character(character));
        }
        if self.eat(b'b') {
            return Ok(ClassAtom::Character(0x08));
        }
        if let Some(letter) = self.class_control_letter() {
            return Ok(ClassAtom::Character(letter));
        }
        match self.class_escape(offset)? {
            Some(EscapedSet::Closed(set)) => return Ok(ClassAtom::Set(set)),
            Some(EscapedSet::Open(set)) => return Ok(ClassAtom::OpenSet(set)),
            Some(EscapedSet::Strings(_)) => return Err(error("invalid property name", offset)),
            None => {}
        }
        if !self.is_unicode() {
            return self.character_escape(offset).map(ClassAtom::Character);
        }
        if self.eat(b'-') {
            return Ok(ClassAtom::Character(b'-'.into()));
        }
        self.strict_character_escape(offset).map(ClassAtom::Character)
    }

    /// Parses a ClassControlLetter, ECMA-262 B.1.2: in a class, digits and `_` may follow `\c`, too.
    fn class_control_letter(&mut self) -> Option<u32> {
        if self.is_unicode() || self.peek() != Some(b'c'.into()) {
            return None;
        }
        let letter = u8::try_from(*self.pattern.get(self.position + 1)?).ok()?;
        if !(letter.is_ascii_digit() || letter == b'_') {
            return None;
        }
        self.position += 2;
        Some(u32::from(letter % 32))
    }
}

/// Ranges in the order of the pattern. Once merged, there are at most 2¹⁵ different ones. So neither their memory nor
/// the time to sort them grows beyond that, however long a class is.
#[derive(Default)]
pub(super) struct Ranges {
    ranges: Vec<CharacterRange>,
    /// Number of ranges after the last merge.
    merged: usize,
}

/// Most ranges that are gathered before they are merged.
const MOST_UNMERGED: usize = 1 << 12;

impl Ranges {
    pub(super) fn push(&mut self, range: CharacterRange, meter: &mut Meter<'_>) -> Result<(), Termination> {
        if self.ranges.len() >= MOST_UNMERGED.max(2 * self.merged) {
            self.merge(meter)?;
        }
        meter.push(&mut self.ranges, range)
    }

    fn merge(&mut self, meter: &mut Meter<'_>) -> Result<(), Termination> {
        meter.tick(2 * self.ranges.len())?;
        merge(&mut self.ranges);
        self.merged = self.ranges.len();
        Ok(())
    }

    pub(super) fn merged(mut self, meter: &mut Meter<'_>) -> Result<Vec<CharacterRange>, Termination> {
        self.merge(meter)?;
        Ok(self.ranges)
    }
}
