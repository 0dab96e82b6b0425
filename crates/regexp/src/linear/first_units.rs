//! Units with which a match can begin. If no thread is alive, the search continues at the next such unit.

use ferrotape_budget::Termination;

use super::program::Instruction;
use crate::character_set::{CharacterRange, CharacterSet};
use crate::meter::Meter;

/// Most ranges of such a set. Larger ones would take longer to make than they save.
const MOST_RANGES: usize = 4096;

/// Returns all units that some path from the first instruction can consume. None if a match can be empty, or begin with
/// any unit.
pub(super) fn first_units(
    instructions: &[Instruction],
    sets: &[CharacterSet],
    last: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<CharacterSet>, Termination> {
    let mut ranges = Vec::new();
    meter.charge(instructions.len())?;
    let mut seen = vec![false; instructions.len()];
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        meter.tick(1)?;
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        match instructions[at as usize] {
            Instruction::Character(character) => ranges.push(CharacterRange::new(character, character)),
            Instruction::Set(set) => {
                let more = sets[set as usize].ranges();
                if ranges.len() + more.len() > MOST_RANGES {
                    return Ok(None);
                }
                meter.tick(more.len() / 4)?;
                ranges.extend_from_slice(more);
            }
            Instruction::Split { first, second } => {
                meter.reserve(&mut pending, 2)?;
                pending.extend([first, second]);
            }
            Instruction::Jump(target) => pending.push(target),
            // Occurs only in tables, for which this is not computed.
            Instruction::Count(_) => return Ok(None),
            Instruction::Fail => {}
            Instruction::Accept => return Ok(None),
            Instruction::Save(_)
            | Instruction::Reset { .. }
            | Instruction::BeginIteration
            | Instruction::EndIteration
            | Instruction::Assert(_)
            | Instruction::Look { .. } => pending.push(at + 1),
        }
        if ranges.len() > MOST_RANGES {
            return Ok(None);
        }
    }
    let units = CharacterSet::new(ranges);
    Ok((!units.complement(last).is_empty()).then_some(units))
}
