//! Classes with `v`, ECMA-262 22.2.1 ClassSetExpression: sets of characters and strings, nested and with set
//! operations.
//!
//! Open classes lie on a stack. All sets are closed under Canonicalize as soon as they are read, and strings consist of
//! canonical characters. So unions, intersections and complements are those of the specification's folded sets
//! (MaybeSimpleCaseFolding, 22.2.2.9.6).

use super::class::Ranges;
use super::escape::EscapedSet;
use super::{Parsed, Parser, error};
use crate::LAST_CODE_POINT;
use crate::character_set::{CharacterRange, CharacterSet};
use crate::tree::NodeId;
use crate::unicode::Numbers;
use ferrotape_budget::costs::ALLOCATION_OVERHEAD;
use ferrotape_budget::order;

/// Meaning of a class, or of an operand in it.
pub(super) struct ClassSet {
    pub characters: CharacterSet,
    /// Strings, sorted; none of them is a single character.
    pub strings: Vec<Box<[u32]>>,
    /// MayContainStrings, ECMA-262 22.2.1.8.
    may_contain_strings: bool,
}

impl ClassSet {
    fn of(characters: CharacterSet) -> Self {
        ClassSet { characters, strings: Vec::new(), may_contain_strings: false }
    }

    fn intersect(&mut self, other: &ClassSet) {
        self.characters = self.characters.intersection(&other.characters);
        self.strings.retain(|string| other.strings.binary_search(string).is_ok());
        self.may_contain_strings &= other.may_contain_strings;
    }

    fn subtract(&mut self, other: &ClassSet) {
        self.characters = self.characters.intersection(&other.characters.complement(LAST_CODE_POINT));
        self.strings.retain(|string| other.strings.binary_search(string).is_err());
    }
}

/// Most strings of a class. They are sorted without a check of the clock.
const MOST_STRINGS: usize = 1 << 15;

/// Bytes of a string besides its characters.
const STRING_BYTES: usize = size_of::<Box<[u32]>>() + ALLOCATION_OVERHEAD;

/// The operators between sets of a class.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Operator {
    /// `&&`
    Intersection,
    /// `--`
    Subtraction,
}

/// The operands of a union that have been read so far.
#[derive(Default)]
struct Union {
    /// Ranges that are not closed yet.
    ranges: Ranges,
    closed: Ranges,
    strings: Vec<Box<[u32]>>,
    may_contain_strings: bool,
}

/// An open class.
struct SetFrame {
    offset: usize,
    is_negated: bool,
    union: Union,
    /// Number of operands of the union so far. A range counts as two, since it cannot be an operand of other operators.
    operands: u32,
    /// The operator and its left side.
    operation: Option<(Operator, ClassSet)>,
    /// Bytes charged for the left side.
    charged: usize,
    /// An operator has been read, and no operand after it.
    is_operand_due: bool,
}

fn invalid_operation(offset: usize) -> crate::Error {
    error("invalid set operation in character class", offset)
}

impl Parser<'_, '_> {
    /// Parses a CharacterClass with `v` behind its bracket.
    pub(super) fn class_set(&mut self, offset: usize) -> Parsed<NodeId> {
        let before = self.meter.charged();
        let mut frames = vec![self.set_frame(offset)];
        let set = loop {
            self.meter.tick(2)?;
            let start = self.position;
            let Some(unit) = self.peek() else { return Err(error("unterminated character class", offset)) };
            let Some(frame) = frames.last_mut() else { return Err(error("unterminated character class", offset)) };
            match u8::try_from(unit).unwrap_or(0) {
                b']' => {
                    self.position += 1;
                    let set = self.end_of_set(frame, start)?;
                    frames.pop();
                    match frames.last_mut() {
                        Some(outer) => self.operand(outer, set, start)?,
                        None => break set,
                    }
                }
                b'[' => {
                    self.position += 1;
                    let inner = self.set_frame(start);
                    self.meter.push(&mut frames, inner)?;
                }
                b'&' if self.is_next(b'&') => self.operator(frame, Operator::Intersection)?,
                b'-' if self.is_next(b'-') => self.operator(frame, Operator::Subtraction)?,
                _ => self.simple_operand(frame)?,
            }
        };
        drop(frames);
        self.meter.settle(before)?;
        self.class_set_node(set)
    }

    fn set_frame(&mut self, offset: usize) -> SetFrame {
        let is_negated = self.eat(b'^');
        let union = Union::default();
        SetFrame { offset, is_negated, union, operands: 0, operation: None, charged: 0, is_operand_due: false }
    }

    /// Returns whether the unit after the next one is this one.
    fn is_next(&self, unit: u8) -> bool {
        self.pattern.get(self.position + 1) == Some(&unit.into())
    }

    /// Reads `&&` or `--`, which may only stand between operands of the same kind.
    fn operator(&mut self, frame: &mut SetFrame, operator: Operator) -> Parsed<()> {
        let start = self.position;
        let is_allowed = match &frame.operation {
            None => frame.operands == 1,
            Some((before, _)) => *before == operator && !frame.is_operand_due,
        };
        self.position += 2;
        if !is_allowed || (operator == Operator::Intersection && self.peek() == Some(b'&'.into())) {
            return Err(invalid_operation(start));
        }
        if frame.operation.is_none() {
            let union = std::mem::take(&mut frame.union);
            let left = self.union_set(union, start)?;
            // A pattern may have as many of them at once as its classes are deep.
            frame.charged = left.characters.memory();
            self.meter.charge(frame.charged)?;
            frame.operation = Some((operator, left));
        }
        frame.is_operand_due = true;
        Ok(())
    }

    /// Returns the set of the class that ends here.
    fn end_of_set(&mut self, frame: &mut SetFrame, end: usize) -> Parsed<ClassSet> {
        if frame.is_operand_due {
            return Err(invalid_operation(end));
        }
        let union = std::mem::take(&mut frame.union);
        let mut set = match frame.operation.take() {
            Some((_, set)) => set,
            None => self.union_set(union, frame.offset)?,
        };
        let held = self.meter.charged() - frame.charged;
        self.meter.settle(held)?;
        if frame.is_negated {
            if set.may_contain_strings {
                return Err(error("negated character class may contain strings", frame.offset));
            }
            set.characters = set.characters.complement(LAST_CODE_POINT);
        }
        self.charge_set(set.characters.ranges().len(), frame.offset)?;
        Ok(set)
    }

    /// Merges the operands of a union. Ranges under `i` that are still open are closed under Canonicalize together.
    fn union_set(&mut self, union: Union, offset: usize) -> Parsed<ClassSet> {
        let Union { ranges, closed, mut strings, may_contain_strings } = union;
        let (ranges, mut closed) = (ranges.merged(self.meter)?, closed.merged(self.meter)?);
        let set = self.close_set(CharacterSet::new(ranges), offset)?;
        self.meter.reserve(&mut closed, set.ranges().len())?;
        closed.extend_from_slice(set.ranges());
        self.charge_set(closed.len() + strings.len(), offset)?;
        self.check_strings(strings.len(), offset)?;
        order::sort(&mut strings);
        strings.dedup();
        Ok(ClassSet { characters: CharacterSet::new(closed), strings, may_contain_strings })
    }

    /// Adds a set as the next operand of a class.
    fn operand(&mut self, frame: &mut SetFrame, set: ClassSet, start: usize) -> Parsed<()> {
        let work = set.characters.ranges().len() + set.strings.len();
        match &mut frame.operation {
            Some(_) if !frame.is_operand_due => return Err(invalid_operation(start)),
            Some((operator, left)) => {
                self.charge_set(work + left.characters.ranges().len() + left.strings.len(), start)?;
                match operator {
                    Operator::Intersection => left.intersect(&set),
                    Operator::Subtraction => left.subtract(&set),
                }
                frame.is_operand_due = false;
            }
            None => {
                self.charge_set(work, start)?;
                let Union { closed, strings, may_contain_strings, .. } = &mut frame.union;
                set.characters.ranges().iter().try_for_each(|&range| closed.push(range, self.meter))?;
                self.meter.reserve(strings, set.strings.len())?;
                strings.extend(set.strings);
                let count = strings.len();
                self.check_strings(count, start)?;
                *may_contain_strings |= set.may_contain_strings;
                frame.operands = frame.operands.saturating_add(1);
            }
        }
        Ok(())
    }

    /// Parses an escape, a character or a range.
    fn simple_operand(&mut self, frame: &mut SetFrame) -> Parsed<()> {
        let start = self.position;
        if self.peek() == Some(b'\\'.into()) {
            self.position += 1;
            if self.eat(b'q') {
                let set = self.string_disjunction(start)?;
                return self.operand(frame, set, start);
            }
            match self.class_escape(start)? {
                Some(EscapedSet::Closed(set) | EscapedSet::Open(set)) => {
                    return self.operand(frame, ClassSet::of(set), start);
                }
                Some(EscapedSet::Strings(set)) => return self.operand(frame, set, start),
                None => self.position = start,
            }
        }
        let first = self.class_set_character()?;
        if frame.operation.is_some() {
            let set = self.close_set(CharacterSet::character(first), start)?;
            return self.operand(frame, ClassSet::of(set), start);
        }
        let is_range = self.peek() == Some(b'-'.into()) && !self.is_next(b'-');
        let mut last = first;
        if is_range {
            self.position += 1;
            last = self.class_set_character()?;
            if first > last {
                return Err(error("range out of order in character class", start));
            }
        }
        frame.operands = frame.operands.saturating_add(if is_range { 2 } else { 1 });
        Ok(frame.union.ranges.push(CharacterRange::new(first, last), self.meter)?)
    }

    /// Parses a ClassSetCharacter, ECMA-262 22.2.1.
    fn class_set_character(&mut self) -> Parsed<u32> {
        const RESERVED_DOUBLE: &[u8] = b"&!#$%*+,.:;<=>?@^`~";
        const RESERVED: &[u8] = b"&-!#%,:;<=>@`~";
        let start = self.position;
        let invalid = || error("invalid character in character class", start);
        let character = self.source_character().ok_or_else(invalid)?;
        let next = self.peek().and_then(|unit| u8::try_from(unit).ok());
        match u8::try_from(character).unwrap_or(0) {
            b'\\' => match next {
                Some(b'b') => {
                    self.position += 1;
                    Ok(0x08)
                }
                Some(sign) if RESERVED.contains(&sign) => {
                    self.position += 1;
                    Ok(sign.into())
                }
                _ => self.strict_character_escape(start),
            },
            sign if RESERVED_DOUBLE.contains(&sign) && next == Some(sign) => Err(invalid_operation(start)),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'/' | b'-' | b'|' => Err(invalid()),
            _ => Ok(character),
        }
    }

    /// Parses a ClassStringDisjunction, ECMA-262 22.2.1, behind `\q`.
    fn string_disjunction(&mut self, offset: usize) -> Parsed<ClassSet> {
        if !self.eat(b'{') {
            return Err(error("invalid escape", offset));
        }
        let mut union = Union::default();
        let mut string: Vec<u32> = Vec::new();
        loop {
            self.meter.tick(1)?;
            match self.peek().and_then(|unit| u8::try_from(unit).ok()) {
                Some(sign @ (b'|' | b'}')) => {
                    self.position += 1;
                    union.may_contain_strings |= string.len() != 1;
                    self.add_string(&mut union, &string)?;
                    string.clear();
                    if sign == b'}' {
                        return self.union_set(union, offset);
                    }
                }
                _ => {
                    let character = self.class_set_character()?;
                    self.meter.push(&mut string, character)?;
                }
            }
        }
    }

    fn check_strings(&self, count: usize, offset: usize) -> Parsed<()> {
        if count > MOST_STRINGS { Err(error("the regular expression is too large", offset)) } else { Ok(()) }
    }

    fn add_string(&mut self, union: &mut Union, string: &[u32]) -> Parsed<()> {
        if let [character] = *string {
            return Ok(union.ranges.push(CharacterRange::new(character, character), self.meter)?);
        }
        self.meter.charge(size_of_val(string) + STRING_BYTES)?;
        self.meter.tick(string.len() + 1)?;
        let folding = self.flags.folding();
        let string = string.iter().map(|&character| folding.canonical(character)).collect();
        Ok(self.meter.push(&mut union.strings, string)?)
    }

    /// Returns the strings of a property.
    pub(super) fn strings_of_property(&mut self, all: Vec<Numbers>, offset: usize) -> Parsed<ClassSet> {
        let mut union = Union { may_contain_strings: true, ..Union::default() };
        for numbers in all {
            self.charge_set(numbers.len(), offset)?;
            for string in numbers.strings() {
                self.add_string(&mut union, &string)?;
            }
        }
        self.union_set(union, offset)
    }
}
