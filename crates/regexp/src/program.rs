//! Programs of the backtracker.
//!
//! A program tries to match at one position. If there are two paths, it takes the first one and leaves an entry for the
//! second one on the backtrack stack. Captures, counters and the like are *registers*. Changing one leaves an entry
//! that restores it, so that after a failed attempt all registers are as before. The program's size is linear in that
//! of the pattern: repetitions are counted, not expanded.

use crate::canonicalize::Folding;
use crate::character_set::{CharacterSet, write_character};
use crate::guard::Guard;
use crate::meter::vector_bytes;
use crate::starts::Starts;

/// A position in [`Program::code`].
pub(crate) type Target = u32;

/// An instruction of the backtracker.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Instruction {
    /// Succeeds.
    Match,
    /// Fails.
    Fail,
    /// Takes this character.
    Character(u32),
    /// Takes one of two characters.
    Either(u32, u32),
    /// Takes a character of [`Program::sets`].
    Set(u32),
    /// Takes [`Program::literals`] from `start`.
    Literal {
        start: u32,
        length: u32,
    },
    /// Goes back by one character; fails at the beginning of the text. Only in lookbehinds.
    Retreat,
    Jump(Target),
    /// Continues with the next instruction; if that fails, at the target.
    Fork(Target),
    /// Forks after a look at the next unit: `first` and `second` are the guards of the two paths.
    Choose {
        first: u32,
        second: u32,
        otherwise: Target,
    },
    /// Jumps by the next unit: [`Program::switches`].
    Switch(u32),
    /// Takes a run of one set: [`Program::runs`].
    Run(u32),
    /// Stores the position.
    Save(u32),
    /// Empties registers: the captures of a repeated group.
    Reset {
        start: u32,
        end: u32,
    },
    /// Begins a [`Loop`].
    LoopStart(u32),
    /// Decides whether to begin another iteration.
    LoopHead(u32),
    /// Begins an iteration.
    LoopEnter(u32),
    /// Ends an iteration; a needless empty one fails.
    LoopBack(u32),
    InputStart,
    LineStart,
    InputEnd,
    LineEnd,
    WordBoundary {
        negated: bool,
        folded: bool,
    },
    /// Begins an assertion. A negated one succeeds at the target if its body fails.
    LookStart {
        registers: u32,
        negated_end: Option<std::num::NonZeroU32>,
    },
    /// Ends an assertion that holds: returns to its start position, and drops its other paths.
    LookEnd {
        registers: u32,
        has_captures: bool,
    },
    /// Fails a negated assertion, whose body has matched.
    NegatedLookEnd {
        registers: u32,
    },
    BackReference {
        group: u32,
        backward: bool,
        folding: Folding,
    },
    /// A back reference to several groups in [`Program::references`], of which at most one has matched.
    BackReferences {
        start: u32,
        end: u32,
        backward: bool,
        folding: Folding,
    },
}

/// Jump to the first of many alternatives that can succeed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Switch {
    /// Alternatives by the next unit; those above [`Switch::LAST`] are reached through it.
    table: [u8; 256],
    wide: u8,
    end: u8,
    /// Begin of the alternatives' targets in [`Program::switch_targets`].
    targets: u32,
}

impl Switch {
    const LAST: u8 = u8::MAX - 1;
    const NONE: u8 = u8::MAX;

    pub fn new(targets: u32) -> Self {
        Switch { table: [Switch::NONE; 256], wide: Switch::NONE, end: Switch::NONE, targets }
    }

    /// Adds an alternative before those that were added. Returns the work that this took.
    pub fn add(&mut self, index: usize, guard: Guard) -> usize {
        let choice = u8::try_from(index).unwrap_or(Switch::LAST).min(Switch::LAST);
        self.wide = if guard.allows(Some(256)) { choice } else { self.wide };
        self.end = if guard.allows(None) { choice } else { self.end };
        match guard.few_units() {
            (false, few) => few.map(|unit| self.table[usize::from(unit)] = choice).count(),
            (true, _) => {
                let units = self.table.iter_mut().zip(guard.table());
                units.filter(|(_, is_allowed)| *is_allowed).for_each(|(entry, _)| *entry = choice);
                256
            }
        }
    }

    /// Returns the alternative for a next unit as an index into [`Program::switch_targets`].
    #[inline(always)]
    pub fn choice(&self, next: Option<u32>) -> Option<usize> {
        let choice = match next {
            Some(unit) => self.table.get(unit as usize).copied().unwrap_or(self.wide),
            None => self.end,
        };
        (choice != Switch::NONE).then_some(self.targets as usize + usize::from(choice))
    }
}

/// A run of characters of one set.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Run {
    pub set: u32,
    /// Place of the set in [`Program::run_tables`].
    pub table: u32,
    pub bit: u8,
    pub minimum: u32,
    /// Most characters; `u32::MAX` for no maximum.
    pub maximum: u32,
    /// Most characters that are taken at first.
    pub most: u32,
    pub kind: RunKind,
    /// Guard for what may follow the run.
    pub follow: u32,
    /// The instruction after the run.
    pub next: Target,
}

/// The ways to repeat one set.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum RunKind {
    /// A run as long as possible, giving back one by one.
    Greedy,
    /// A run as long as possible, without giving back, since the code after the run could not match there.
    Possessive,
    /// A run as short as possible.
    Lazy,
}

/// The set of a run, with a table of its units below 256.
#[derive(Copy, Clone)]
pub(crate) struct RunSet<'p> {
    program: &'p Program,
    set: u32,
    table: &'p [u8; 256],
    bit: u8,
}

impl RunSet<'_> {
    #[inline(always)]
    pub fn contains(self, character: u32) -> bool {
        match self.table.get(character as usize) {
            Some(bits) => bits & self.bit != 0,
            None => self.program.sets[self.set as usize].contains_wide(character),
        }
    }
}

/// Registers and bounds of RepeatMatcher, ECMA-262 22.2.2.3.1, where it needs registers.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Loop {
    pub minimum: u32,
    /// Most iterations; `u32::MAX` for no maximum.
    pub maximum: u32,
    pub greedy: bool,
    /// Register that counts iterations.
    pub counter: Option<u32>,
    /// Register for the start of the iteration, if it can be empty.
    pub start: Option<u32>,
    /// Registers that are reset at the beginning of an iteration.
    pub reset: (u32, u32),
    /// Position of the [`Instruction::LoopHead`]; the body begins after it.
    pub head: Target,
    pub exit: Target,
}

/// A program of the backtracker, with its tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub code: Vec<Instruction>,
    pub sets: Vec<CharacterSet>,
    pub literals: Vec<u16>,
    pub guards: Vec<Guard>,
    pub runs: Vec<Run>,
    /// Tables of the sets of runs, eight to a table. A bit of a unit tells whether it is in a set.
    pub run_tables: Vec<[u8; 256]>,
    pub loops: Vec<Loop>,
    pub switches: Vec<Switch>,
    pub switch_targets: Vec<Target>,
    /// Groups with the same names, for back references.
    pub references: Vec<u32>,
    /// Number of registers. Two for each group come first.
    pub register_count: usize,
    /// Positions at which a match may begin.
    pub starts: Starts,
    /// A run without a maximum with which all matches begin, and on whose length nothing else depends.
    pub leading_run: Option<u32>,
}

impl Program {
    /// Returns the run with which the program begins, if it has no maximum.
    pub fn first_run(&self) -> Option<u32> {
        let takes_nothing =
            |instruction: &&Instruction| matches!(instruction, Instruction::Save(_) | Instruction::Reset { .. });
        match self.code.iter().find(|instruction| !takes_nothing(instruction)) {
            Some(&Instruction::Run(run)) => Some(run).filter(|&run| self.runs[run as usize].maximum == u32::MAX),
            _ => None,
        }
    }

    #[inline(always)]
    pub fn run_set(&self, run: &Run) -> RunSet<'_> {
        RunSet { program: self, set: run.set, table: &self.run_tables[run.table as usize], bit: run.bit }
    }

    /// Returns the bytes held.
    pub fn memory(&self) -> usize {
        let sets: usize = self.sets.iter().map(CharacterSet::memory).sum();
        let tables = vector_bytes(&self.runs) + vector_bytes(&self.loops) + vector_bytes(&self.guards);
        vector_bytes(&self.code)
            + vector_bytes(&self.literals)
            + vector_bytes(&self.sets)
            + sets
            + tables
            + vector_bytes(&self.run_tables)
            + vector_bytes(&self.switches)
            + vector_bytes(&self.switch_targets)
            + vector_bytes(&self.references)
            + self.starts.memory()
    }

    /// Releases unused memory.
    pub fn shrink(&mut self) {
        self.code.shrink_to_fit();
        self.sets.shrink_to_fit();
        self.literals.shrink_to_fit();
        self.guards.shrink_to_fit();
        self.runs.shrink_to_fit();
        self.run_tables.shrink_to_fit();
        self.loops.shrink_to_fit();
        self.switches.shrink_to_fit();
        self.switch_targets.shrink_to_fit();
        self.references.shrink_to_fit();
    }
}

/// Writes one instruction a line, for tests.
impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (pc, &instruction) in self.code.iter().enumerate() {
            write!(f, "{pc:3} ")?;
            self.write_instruction(f, instruction)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Program {
    /// Writes an instruction as listings show it.
    fn write_instruction(&self, f: &mut std::fmt::Formatter<'_>, instruction: Instruction) -> std::fmt::Result {
        match instruction {
            Instruction::Character(unit) => {
                f.write_str("Character ")?;
                write_character(f, unit)
            }
            Instruction::Either(one, other) => {
                f.write_str("Either ")?;
                write_character(f, one)?;
                f.write_str(" ")?;
                write_character(f, other)
            }
            Instruction::Set(set) => write!(f, "Set {}", self.sets[set as usize]),
            Instruction::Literal { start, length } => {
                f.write_str("Literal ")?;
                let units = &self.literals[start as usize..][..length as usize];
                units.iter().try_for_each(|&unit| write_character(f, unit.into()))
            }
            Instruction::Choose { otherwise, .. } => write!(f, "Choose or {otherwise}"),
            Instruction::Run(run) => {
                let Run { set, minimum, maximum, kind, .. } = self.runs[run as usize];
                write!(f, "Run {kind:?} {} {minimum}..", self.sets[set as usize])?;
                write_maximum(f, maximum)
            }
            Instruction::LoopStart(id) => {
                let Loop { minimum, maximum, greedy, exit, .. } = self.loops[id as usize];
                write!(f, "LoopStart {} {minimum}..", if greedy { "greedy" } else { "lazy" })?;
                write_maximum(f, maximum)?;
                write!(f, " exit {exit}")
            }
            simple => write!(f, "{simple:?}"),
        }
    }
}

fn write_maximum(f: &mut std::fmt::Formatter<'_>, maximum: u32) -> std::fmt::Result {
    if maximum == u32::MAX { Ok(()) } else { write!(f, "{maximum}") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_instruction_takes_16_bytes() {
        assert!(size_of::<super::Instruction>() <= 16);
    }
}
