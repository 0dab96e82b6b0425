//! Positions at which a match may begin. Most positions are skipped without running the program.

use crate::guard::{First, Guard};
use crate::input::InputText;

#[derive(Clone, Debug, Default)]
pub(crate) enum Starts {
    #[default]
    Anywhere,
    /// Only the beginning of the text.
    InputStart,
    /// Positions of this unit.
    Unit(u8),
    /// Positions of one of these units, or, if `wide`, of one above 255.
    Units { table: Box<[bool; 256]>, wide: bool },
}

impl Starts {
    pub fn new(first: First) -> Self {
        let guard = first.before(Guard::ANYTHING);
        if first.is_anchored {
            Starts::InputStart
        } else if guard.allows(None) {
            Starts::Anywhere
        } else if let Some(unit) = guard.single() {
            Starts::Unit(unit)
        } else {
            Starts::Units { table: Box::new(guard.table()), wide: guard.allows(Some(256)) }
        }
    }

    /// Returns the first position from `position` to before `end` at which a match may begin.
    pub fn next<I: InputText>(&self, text: I, position: usize, end: usize) -> Option<usize> {
        match self {
            Starts::Anywhere => (position <= text.len()).then_some(position),
            Starts::InputStart => (position == 0).then_some(0),
            Starts::Unit(unit) => text.find_unit(position, end, *unit),
            Starts::Units { table, wide } => text.find_one_of(position, end, table, *wide),
        }
    }

    pub fn memory(&self) -> usize {
        if matches!(self, Starts::Units { .. }) { 256 } else { 0 }
    }
}
