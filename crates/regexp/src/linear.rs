//! The matcher whose time is bounded by the length of the program times the length of the text.
//!
//! In comes a tree without back references, out come the same match and the same captures as the backtracker's. Threads,
//! one per instruction at most, are led over the text together. The ideas are those of "Linear Matching of JavaScript
//! Regular Expressions" (Barrière and Pit-Claudel, PLDI 2024):
//!
//! - An iteration that consumes nothing fails: a thread has a flag for whether its iteration has consumed something.
//! - Captures are reset by each iteration: an instruction does that, on the slots each thread has of its own.
//! - Look-arounds are known before the search begins: a pass over the text for each, innermost first, makes a bit per
//!   position. Captures inside of them are found after the match, from the position where its thread passed them.
//!
//! Nothing recurses, neither on the pattern nor on the text; the memory is that of a [`Workspace`] and charged.
//!
//! **To read**: `program.rs`, `compiler/repeats.rs`, `machine.rs`, `search.rs`, `table.rs`.

mod compiler;
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

impl LinearProgram {
    /// None if the pattern has back references, or needs more than [`LONGEST_LINEAR_PROGRAM`]. Its memory stays charged to
    /// the meter.
    pub(crate) fn new(tree: &Tree, meter: &mut Meter<'_>) -> Result<Option<LinearProgram>, Termination> {
        compiler::compile(tree, meter)
    }
}

/// Searches for a match from `start` on, or only at `start` if `sticky`. If there is one, `scratch` has its groups.
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
    if start > input.len() {
        return Ok(false);
    }
    let Scratch { registers, linear, charged, .. } = scratch;
    let mut matcher = Matcher { program, input, workspace: linear, charged, budget };
    matcher.fill_tables(start)?;
    let first_units = program.first_units.as_ref();
    let Some(end) = matcher.machine(&program.main).search(start, sticky, first_units)? else { return Ok(false) };
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

    /// Innermost first: a look-around comes after those it is in.
    fn fill_tables(&mut self, start: usize) -> Result<(), Termination> {
        let program = self.program;
        if program.looks.is_empty() {
            return Ok(());
        }
        let base = if program.looks_behind { 0 } else { start };
        let tables = &mut self.workspace.tables;
        tables.start(program.looks.len(), base, self.input.len(), self.charged, self.budget)?;
        for (index, look) in program.looks.iter().enumerate().rev() {
            self.machine(&look.table).fill_table(index)?;
        }
        Ok(())
    }

    /// The groups of the match, and then of each look-around it passed, which may have passed others.
    fn take_captures(&mut self, registers: &mut [u32]) -> Result<(), Termination> {
        let program = self.program;
        self.workspace.looks.clear();
        self.take_slots(&program.main, registers)?;
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

    /// What the slots of a match of this code mean.
    fn take_slots(&mut self, code: &Code, registers: &mut [u32]) -> Result<(), Termination> {
        let Workspace { found, looks, .. } = &mut *self.workspace;
        self.budget.tick_many(found.len() as u64 / 4)?;
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
