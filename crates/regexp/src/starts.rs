//! Positions at which a match may begin. Most positions are skipped without running the program.

mod cost;

use std::ops::Range;

use crate::guard::Guard;
use crate::input::InputText;
use crate::opening::Opening;
use crate::window::Window;

#[derive(Clone, Debug, Default)]
pub(crate) struct Starts {
    /// Guard for a match at the beginning of the text, if the pattern has `^` there. The other fields do not apply to it.
    input_start: Option<Guard>,
    /// The end of the text may be one.
    input_end: bool,
    inside: Inside,
}

/// Positions with a unit behind them.
#[derive(Clone, Debug, Default)]
enum Inside {
    #[default]
    Nowhere,
    Anywhere,
    /// Positions `offset` before units that may follow there.
    Before {
        offset: usize,
        units: Units,
    },
}

/// Units that some places of a match can have.
#[derive(Clone, Debug)]
pub(crate) enum Units {
    /// This unit.
    One(u8),
    /// One of these units, or, if `wide`, one above 255.
    Few { table: Box<[bool; 256]>, wide: bool },
    /// Several units.
    Window(Window),
}

impl Starts {
    pub fn new(opening: &Opening) -> Self {
        let input_end = opening.is_possible && opening.first.allows(None);
        let inside = match cost::cheapest(opening.sets()) {
            _ if !opening.is_possible => Inside::Nowhere,
            Some(places) => return Starts::at(opening, places),
            None if opening.first.allows_all_units() => Inside::Anywhere,
            None => Inside::Before { offset: 0, units: Units::new(&[opening.first]) },
        };
        Starts { input_start: opening.input_start, input_end, inside }
    }

    /// Makes the test of some places of an opening.
    pub(crate) fn at(opening: &Opening, places: Range<usize>) -> Self {
        let inside = Inside::Before { offset: places.start, units: Units::new(&opening.sets()[places]) };
        Starts { input_start: opening.input_start, input_end: false, inside }
    }

    /// Returns the first position from `position` to before `end` at which a match may begin, and how many units were
    /// read.
    #[inline(always)]
    pub fn next<I: InputText>(&self, text: I, position: usize, end: usize) -> (Option<usize>, usize) {
        if position == 0 && self.input_start.is_some_and(|guard| guard.allows(text.unit(0))) {
            return (Some(0), 0);
        }
        let (found, read) = match &self.inside {
            Inside::Nowhere => (None, 0),
            Inside::Anywhere => (Some(position).filter(|&position| position < text.len()), 0),
            Inside::Before { offset, units } => units.next_before(*offset, text, position, end),
        };
        let text_end = || (self.input_end && position <= text.len() && text.len() < end).then_some(text.len());
        (found.or_else(text_end), read)
    }

    pub fn memory(&self) -> usize {
        match self.inside {
            Inside::Before { units: Units::Few { .. } | Units::Window(_), .. } => 256,
            _ => 0,
        }
    }
}

impl Units {
    fn new(sets: &[Guard]) -> Units {
        match sets {
            [only] => match only.single() {
                Some(unit) => Units::One(unit),
                None => Units::Few { table: Box::new(only.table()), wide: only.allows(Some(256)) },
            },
            _ => Units::Window(Window::new(sets)),
        }
    }

    #[inline(always)]
    fn next_before<I: InputText>(&self, offset: usize, text: I, position: usize, end: usize) -> (Option<usize>, usize) {
        let (mut start, mut read) = (position + offset, 0);
        loop {
            let (found, more) = self.next(text, start, end + offset);
            read += more;
            match found {
                // A match begins with a whole character.
                Some(found) if text.boundary(found - offset) != found - offset => start = found + 1,
                _ => return (found.map(|found| found - offset), read),
            }
        }
    }

    #[inline(always)]
    fn next<I: InputText>(&self, text: I, start: usize, end: usize) -> (Option<usize>, usize) {
        let found = match self {
            Units::One(unit) => text.find_unit(start, end, *unit),
            Units::Few { table, wide } => text.find_one_of(start, end, table, *wide),
            Units::Window(window) => return text.find_window(start, end, window),
        };
        (found, found.unwrap_or(end.min(text.len())).saturating_sub(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::CodePoints;

    #[test]
    fn no_match_begins_inside_of_a_character() {
        let text = CodePoints(&[0x61, 0xD83D, 0xDE00, 0xDE00, 0x61]);
        let wide = Units::new(&[Guard::WIDE]);
        let places: Vec<_> = (0..5).map(|position| wide.next_before(0, text, position, 5).0).collect();
        assert_eq!(places, [Some(1), Some(1), Some(3), Some(3), None]);
        let before = Units::new(&[Guard::character(0x61)]);
        assert_eq!(before.next_before(3, text, 0, 5), (Some(1), 1));
        assert_eq!(before.next_before(2, text, 0, 5), (None, 2));
        let pair = Units::new(&[Guard::WIDE, Guard::WIDE]);
        assert_eq!(pair.next_before(0, text, 2, 5).0, None);
    }
}
