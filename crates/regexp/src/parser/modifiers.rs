//! Modifiers, `(?i-s:…)`: a group's own flags.

use super::{Parsed, Parser, error};
use crate::flags::Flags;

/// Flags that modifiers can change.
#[derive(Default)]
struct Letters {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

impl Letters {
    fn is_empty(&self) -> bool {
        !(self.ignore_case || self.multiline || self.dot_all)
    }
}

impl Parser<'_, '_> {
    /// Parses RegularExpressionModifiers up to the colon, ECMA-262 22.2.1, behind `(?`. Returns the flags of the group.
    pub(super) fn modifiers(&mut self, offset: usize) -> Parsed<Flags> {
        let (mut added, mut removed) = (Letters::default(), Letters::default());
        self.letters(&mut added, offset)?;
        if self.eat(b'-') {
            self.letters(&mut removed, offset)?;
            if added.is_empty() && removed.is_empty() {
                return Err(error("invalid flags of a group", offset));
            }
        }
        let has_twice = added.ignore_case && removed.ignore_case
            || added.multiline && removed.multiline
            || added.dot_all && removed.dot_all;
        if has_twice {
            return Err(error("repeated flag of a group", offset));
        }
        if !self.eat(b':') {
            return Err(error("invalid group", offset));
        }
        Ok(Flags {
            ignore_case: (self.flags.ignore_case || added.ignore_case) && !removed.ignore_case,
            multiline: (self.flags.multiline || added.multiline) && !removed.multiline,
            dot_all: (self.flags.dot_all || added.dot_all) && !removed.dot_all,
            ..self.flags
        })
    }

    /// Reads flags on one side of the hyphen, each at most once.
    fn letters(&mut self, letters: &mut Letters, offset: usize) -> Parsed<()> {
        loop {
            let letter = match self.peek().and_then(|unit| u8::try_from(unit).ok()) {
                Some(b'i') => &mut letters.ignore_case,
                Some(b'm') => &mut letters.multiline,
                Some(b's') => &mut letters.dot_all,
                _ => return Ok(()),
            };
            if std::mem::replace(letter, true) {
                return Err(error("repeated flag of a group", offset));
            }
            self.position += 1;
        }
    }
}
