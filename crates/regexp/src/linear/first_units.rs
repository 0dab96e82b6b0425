//! With what a match can begin: where no thread is alive, the search goes on at the next such unit.

use super::program::Instruction;
use crate::character_set::{CharacterRange, CharacterSet};

/// Sets with more ranges would take longer to make than they save.
const MOST_RANGES: usize = 4096;

/// All units that some way from the first instruction can consume. None if a match can be empty, or begin with any unit.
pub(super) fn first_units(instructions: &[Instruction], sets: &[CharacterSet]) -> Option<CharacterSet> {
    let mut ranges = Vec::new();
    let mut seen = vec![false; instructions.len()];
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        if std::mem::replace(seen.get_mut(at as usize)?, true) {
            continue;
        }
        match instructions[at as usize] {
            Instruction::Character(character) => ranges.push(CharacterRange::new(character, character)),
            Instruction::Set(set) => ranges.extend_from_slice(sets.get(set as usize)?.ranges()),
            Instruction::Split { first, second } => pending.extend([first, second]),
            Instruction::Jump(target) => pending.push(target),
            Instruction::Fail => {}
            Instruction::Accept => return None,
            Instruction::Save(_)
            | Instruction::Reset { .. }
            | Instruction::BeginIteration
            | Instruction::EndIteration
            | Instruction::Assert(_)
            | Instruction::Look { .. } => pending.push(at + 1),
        }
        if ranges.len() > MOST_RANGES {
            return None;
        }
    }
    let units = CharacterSet::new(ranges);
    (!units.complement(0xFFFF).is_empty()).then_some(units)
}
