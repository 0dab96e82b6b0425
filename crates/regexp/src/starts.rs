//! Positions at which a match may begin. Most positions are skipped without running the program.

mod cost;

use std::ops::Range;

use crate::guard::Guard;
use crate::input::InputText;
use crate::opening::Opening;
use crate::window::Window;

/// The search for positions at which a match may begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Starts {
    /// Guard for a match at the beginning of the text, if the pattern has `^` there. The other fields do not apply to it.
    input_start: Option<Guard>,
    /// The end of the text may be one.
    input_end: bool,
    /// Positions this many units before [`Starts::units`] may be one.
    offset: usize,
    units: Units,
}

/// Units that some places of a match can have.
#[derive(Clone, Debug, Default)]
enum Units {
    /// No match has any.
    #[default]
    None,
    Any,
    /// This unit.
    One(u8),
    /// One of these units, or, if `wide`, one above 255.
    Few {
        table: Box<[bool; 256]>,
        wide: bool,
    },
    /// Several units.
    Window(Window),
}

impl Starts {
    pub fn new(opening: &Opening) -> Self {
        let units = match cost::cheapest(opening.sets()) {
            _ if !opening.is_possible => Units::None,
            Some(places) => return Starts::at(opening, places),
            None if opening.first.allows_all_units() => Units::Any,
            None => Units::new(&[opening.first]),
        };
        let input_end = opening.is_possible && opening.first.allows(None);
        Starts { input_start: opening.input_start, input_end, offset: 0, units }
    }

    /// Makes the test of some places of an opening.
    pub(crate) fn at(opening: &Opening, places: Range<usize>) -> Self {
        let (offset, units) = (places.start, Units::new(&opening.sets()[places]));
        Starts { input_start: opening.input_start, input_end: false, offset, units }
    }

    /// Returns the first position from `position` to before `end` at which a match may begin, and how many units were
    /// read.
    #[inline(always)]
    pub fn next<I: InputText>(&self, text: I, position: usize, end: usize) -> (Option<usize>, usize) {
        if position == 0 && self.input_start.is_some_and(|guard| guard.allows(text.unit(0))) {
            return (Some(0), 0);
        }
        let (mut start, mut read) = (position + self.offset, 0);
        loop {
            let (found, more) = self.units.next(text, start, end + self.offset);
            read += more;
            match found.map(|found| found - self.offset) {
                // A match begins with a whole character.
                Some(found) if text.boundary(found) != found => start = found + self.offset + 1,
                None if self.input_end && position <= text.len() && text.len() < end => {
                    return (Some(text.len()), read);
                }
                found => return (found, read),
            }
        }
    }

    pub fn memory(&self) -> usize {
        if matches!(self.units, Units::Few { .. } | Units::Window(_)) { 256 } else { 0 }
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
    fn next<I: InputText>(&self, text: I, start: usize, end: usize) -> (Option<usize>, usize) {
        let found = match self {
            Units::None => return (None, 0),
            Units::Any => return (Some(start).filter(|&start| start < text.len()), 0),
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
        let starts = |offset, sets: &[Guard]| Starts { offset, units: Units::new(sets), ..Starts::default() };
        let wide = starts(0, &[Guard::WIDE]);
        let places: Vec<_> = (0..5).map(|position| wide.next(text, position, 5).0).collect();
        assert_eq!(places, [Some(1), Some(1), Some(3), Some(3), None]);
        assert_eq!(starts(3, &[Guard::character(0x61)]).next(text, 0, 5), (Some(1), 1));
        assert_eq!(starts(2, &[Guard::character(0x61)]).next(text, 0, 5), (None, 2));
        assert_eq!(starts(0, &[Guard::WIDE, Guard::WIDE]).next(text, 2, 5).0, None);
    }
}
