//! Programs of the linear matcher: code for the pattern, and for each look-around.

use super::counters::Counter;
use crate::character_set::CharacterSet;

/// Bound on the length of texts. So a repeat that may take that many consuming iterations has no end, and one that must
/// take them cannot match.
pub(super) const MOST_UNITS: usize = 1 << 30;

/// An instruction of the linear matcher.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Instruction {
    /// Consumes this character.
    Character(u32),
    /// Consumes a character of this set.
    Set(u32),
    /// Continues at both; `first` is preferred.
    Split {
        first: u32,
        second: u32,
    },
    Jump(u32),
    /// Repeats as the counter says; only in tables.
    Count(u32),
    /// Stores the position in the slot.
    Save(u32),
    /// Empties the slots from `first` to before `end`.
    Reset {
        first: u32,
        end: u32,
    },
    /// Begins an iteration: from here on, nothing has been consumed.
    BeginIteration,
    /// Fails unless something has been consumed since the last `BeginIteration`.
    EndIteration,
    Assert(Assertion),
    /// Fails unless the look-around's table has the expected bit at the position.
    Look {
        look: u32,
        expected: bool,
    },
    Fail,
    Accept,
}

/// The assertions, apart from look-arounds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Assertion {
    InputStart,
    InputEnd,
    LineStart,
    LineEnd,
    WordBoundary { negated: bool, folded: bool },
}

/// Meaning of a slot's position, once the match is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    MatchStart,
    GroupStart(u32),
    GroupEnd(u32),
    /// Position at which this look-around was passed.
    Look(u32),
}

/// Code that is entered at its first instruction.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub instructions: Box<[Instruction]>,
    /// The code reads towards the start of the text.
    pub backward: bool,
    /// Slots of each thread.
    pub slots: Box<[Slot]>,
    pub counters: Box<[Counter]>,
}

/// The codes of a look-around.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// The body, read against its own direction. The look-around matches where this accepts.
    pub table: Code,
    /// The body, read in its own direction; only for look-arounds with groups that are visible outside.
    pub captures: Option<Code>,
}

/// A pattern for the linear matcher.
#[derive(Clone, Debug)]
pub(crate) struct LinearProgram {
    /// Code of the pattern; None if counted repetitions would make it too long.
    pub(super) main: Option<Code>,
    /// The pattern read backwards, with counters: a match begins where this accepts. Present if it is much shorter than
    /// `main`.
    pub(super) beginnings: Option<Code>,
    /// Look-arounds; inner ones come after those that contain them.
    pub(super) looks: Box<[Look]>,
    /// Some look-around may see text before the start of the search.
    pub(super) looks_behind: bool,
    pub(super) sets: Box<[CharacterSet]>,
    /// Units that a match can begin with; None if it can begin with any, or be empty.
    pub(super) first_units: Option<CharacterSet>,
    pub(super) group_count: usize,
}

impl LinearProgram {
    /// Returns the bytes owned on the heap.
    pub(crate) fn memory(&self) -> usize {
        let of_code =
            |code: &Code| size_of_val(&*code.instructions) + size_of_val(&*code.slots) + size_of_val(&*code.counters);
        let first_units = self.first_units.as_ref().map_or(0, CharacterSet::memory);
        let of_look = |look: &Look| of_code(&look.table) + look.captures.as_ref().map_or(0, of_code);
        let looks: usize = self.looks.iter().map(of_look).sum();
        let sets: usize = self.sets.iter().map(CharacterSet::memory).sum();
        let whole = self.main.as_ref().map_or(0, of_code) + self.beginnings.as_ref().map_or(0, of_code);
        whole + size_of_val(&*self.looks) + looks + size_of_val(&*self.sets) + sets + first_units
    }
}
