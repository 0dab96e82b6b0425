//! How much code can run without a tick.
//!
//! Calls and jumps backwards tick. What lies between could be as long as the source text is, so a `Tick` is written where
//! [`MOST_WITHOUT_TICK`] instructions may have run since the last one: along the text, by jumps that skip parts of it, and by
//! exceptions. Which that are is known when jumps are straight, so ticks are placed then. The verifier proves the bound.
//!
//! A call does not begin anew here, as it counts for itself alone, and a unit of fuel is about an instruction.

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Catcher, Instruction, MOST_WITHOUT_TICK, SwitchTable, Ways};

use super::FunctionCompiler;
use crate::meter::Pace;

/// Records that are gone through in the time of an instruction.
const RECORDS_PER_TICK: u16 = 8;

/// Stands before an instruction where it is time to tick.
pub(super) const TICK: Instruction = Instruction::Tick { amount: MOST_WITHOUT_TICK };

/// Before which of the instructions that are kept to tick.
pub(super) fn places_of_ticks(
    code: &[Instruction],
    kept: &[bool],
    catchers: &[Catcher],
    switches: &[SwitchTable],
    pace: &mut Pace,
) -> Result<Vec<bool>, Termination> {
    let mut ways = Ways::new(code.len(), catchers, switches);
    let mut ticks = vec![false; code.len() + 1];
    for (at, &instruction) in code.iter().enumerate() {
        pace.row()?;
        if !kept[at] {
            ways.skip(at);
            continue;
        }
        let before = ways.to(at);
        if let Instruction::Tick { .. } = instruction {
            ways.go_on(at, instruction, 0, 0);
            continue;
        }
        // What unpacks the result of `next` stands right behind that, or behind the `Await` between them.
        ticks[at] = match instruction {
            Instruction::IteratorUnpack { .. } => false,
            Instruction::IteratorNext { .. } => before + 2 >= MOST_WITHOUT_TICK,
            _ => before >= MOST_WITHOUT_TICK,
        };
        let ran = 1 + if ticks[at] { 0 } else { before };
        ways.go_on(at, instruction, ran, ran);
        if let Instruction::Switch { table, .. } = instruction {
            for _ in &switches[table as usize].targets {
                pace.row()?;
            }
        }
    }
    Ok(ticks)
}

impl FunctionCompiler<'_> {
    /// Ticks for a variable so many records out.
    pub(super) fn tick_for_records(&mut self, depth: u16) {
        if depth >= RECORDS_PER_TICK * 8 {
            self.emit(Instruction::Tick { amount: (depth / RECORDS_PER_TICK).into() });
        }
    }
}
