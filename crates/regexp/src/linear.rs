//! Linear matcher, whose time is bounded by the length of the program times the length of the text.
//!
//! The input is a tree without back references. The output is the same match with the same captures as the
//! backtracker's. Threads, at most one per instruction, are advanced over the text together. The ideas are those of
//! "Linear Matching of JavaScript Regular Expressions" (Barrière and Pit-Claudel, PLDI 2024):
//!
//! - An iteration that consumes nothing fails: a thread has a flag that tells whether its iteration has consumed
//!   something.
//! - Each iteration resets captures, by an instruction on the slots that each thread has.
//! - Look-arounds are computed before the search begins: a pass over the text for each, innermost first, makes a bit
//!   per position. Captures inside of them are found after the match, from the position at which its thread passed
//!   them.
//!
//! Nothing recurses, neither on the pattern nor on the text. The memory is that of a [`Workspace`] and charged.
//!
//! **To read**: `program.rs`, `compiler/repeats.rs`, `machine.rs`, `search.rs`, `table.rs`.

mod compiler;
mod counters;
mod facts;
mod first_units;
mod machine;
mod program;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod workspace;

use ferrotape_budget::{Budget, Termination};

use crate::input::InputText;
use crate::meter::Meter;
use crate::scratch::{NONE, Scratch};
use crate::tree::Tree;
use machine::Machine;
use program::{Code, MOST_UNITS, Slot};

pub use compiler::LONGEST_LINEAR_PROGRAM;
pub(crate) use program::LinearProgram;
pub(crate) use workspace::Workspace;

/// Bits of a table that are read for one tick.
const POSITIONS_PER_TICK: u64 = 16;

impl LinearProgram {
    /// Compiles a pattern. None if it has back references, or needs more than [`LONGEST_LINEAR_PROGRAM`]. The program's
    /// memory stays charged to the meter.
    pub(crate) fn new(tree: &Tree, meter: &mut Meter<'_>) -> Result<Option<LinearProgram>, Termination> {
        compiler::compile(tree, meter)
    }
}

impl LinearProgram {
    /// Returns whether the program finds every match. Otherwise it only finds where one begins.
    pub(crate) fn is_complete(&self) -> bool {
        self.main.is_some()
    }

    /// Returns whether [`beginning`] can tell more than that a match may begin anywhere.
    pub(crate) fn knows_beginnings(&self) -> bool {
        self.beginnings.is_some()
    }
}

/// Returns where the first match from `start` on begins, or the one at `start` if `sticky`; None if there is no match.
pub(crate) fn beginning<I: InputText>(
    program: &LinearProgram,
    input: I,
    start: usize,
    sticky: bool,
    budget: &mut Budget,
    scratch: &mut Scratch,
) -> Result<Option<usize>, Termination> {
    if input.len() > MOST_UNITS {
        return Err(Termination::OutOfMemory);
    }
    let Some(code) = program.beginnings.as_ref().filter(|_| start <= input.len()) else { return Ok(None) };
    let Scratch { linear, charged, .. } = scratch;
    let mut matcher = Matcher { program, input, workspace: linear, charged, budget };
    matcher.fill_tables(start)?;
    let table = program.looks.len();
    matcher.machine(code).fill_table(table)?;
    let end = if sticky { start } else { input.len() };
    let tables = &matcher.workspace.tables;
    let mut found = None;
    matcher.budget.in_pieces(end + 1 - start, POSITIONS_PER_TICK, |piece| {
        if found.is_none() {
            found = piece.map(|offset| start + offset).find(|&position| tables.get(table as u32, position));
        }
    })?;
    Ok(found)
}

/// Searches for a match from `start` on, or only at `start` if `sticky`. If there is one, `scratch` has its groups. The
/// program must be complete.
pub(crate) fn find<I: InputText>(
    program: &LinearProgram,
    input: I,
    start: usize,
    sticky: bool,
    budget: &mut Budget,
    scratch: &mut Scratch,
) -> Result<bool, Termination> {
    if input.len() > MOST_UNITS {
        return Err(Termination::OutOfMemory);
    }
    let Some(main) = program.main.as_ref().filter(|_| start <= input.len()) else { return Ok(false) };
    let Scratch { registers, linear, charged, .. } = scratch;
    let mut matcher = Matcher { program, input, workspace: linear, charged, budget };
    matcher.fill_tables(start)?;
    let first_units = program.first_units.as_ref();
    let Some(end) = matcher.machine(main).search(start, sticky, first_units)? else { return Ok(false) };
    registers.clear();
    Scratch::grow(registers, program.group_count * 2, matcher.charged, matcher.budget)?;
    registers.resize(program.group_count * 2, NONE);
    if let [_, match_end, ..] = &mut registers[..] {
        *match_end = end as u32;
    }
    matcher.take_captures(registers)?;
    Ok(true)
}

struct Matcher<'a, I> {
    program: &'a LinearProgram,
    input: I,
    workspace: &'a mut Workspace,
    charged: &'a mut usize,
    budget: &'a mut Budget,
}

impl<'a, I: InputText> Matcher<'a, I> {
    /// Returns a machine for one of the program's codes, with the workspace that all of them share.
    fn machine<'m>(&'m mut self, code: &'m Code) -> Machine<'m, I> {
        Machine {
            code,
            sets: &self.program.sets,
            input: self.input,
            workspace: self.workspace,
            charged: self.charged,
            budget: self.budget,
            steps: 0,
        }
    }

    /// Fills the tables, innermost first: a look-around comes after those that contain it.
    fn fill_tables(&mut self, start: usize) -> Result<(), Termination> {
        let program = self.program;
        let count = program.looks.len() + usize::from(program.beginnings.is_some());
        if count == 0 {
            return Ok(());
        }
        let base = if program.looks_behind { 0 } else { start };
        let tables = &mut self.workspace.tables;
        tables.start(count, base, self.input.len(), self.charged, self.budget)?;
        for (index, look) in program.looks.iter().enumerate().rev() {
            self.machine(&look.table).fill_table(index)?;
        }
        Ok(())
    }

    /// Takes the groups of the match, and then of each look-around that it passed, which may have passed others.
    fn take_captures(&mut self, registers: &mut [u32]) -> Result<(), Termination> {
        let program = self.program;
        self.workspace.looks.clear();
        if let Some(main) = &program.main {
            self.take_slots(main, registers)?;
        }
        while let Some((look, position)) = self.workspace.looks.pop() {
            let look = program.looks.get(look as usize).and_then(|look| look.captures.as_ref());
            if let Some(code) = look
                && self.machine(code).search(position as usize, true, None)?.is_some()
            {
                self.take_slots(code, registers)?;
            }
        }
        Ok(())
    }

    /// Stores the slots of a match of this code in registers.
    fn take_slots(&mut self, code: &Code, registers: &mut [u32]) -> Result<(), Termination> {
        let Workspace { found, looks, .. } = &mut *self.workspace;
        self.budget.work(found.len() as u64 / 4)?;
        for (&slot, &position) in code.slots.iter().zip(&*found) {
            let register = match slot {
                _ if position == NONE => continue,
                Slot::MatchStart => 0,
                Slot::GroupStart(group) => group as usize * 2,
                Slot::GroupEnd(group) => group as usize * 2 + 1,
                Slot::Look(look) => {
                    Scratch::grow(looks, 1, self.charged, self.budget)?;
                    looks.push((look, position));
                    continue;
                }
            };
            if let Some(register) = registers.get_mut(register) {
                *register = position;
            }
        }
        Ok(())
    }
}
