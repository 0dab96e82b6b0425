//! Bound on the code that can run without a tick.
//!
//! Calls and backward jumps tick. The code between them could be as long as the source text. So a `Tick` is written
//! where [`MOST_WITHOUT_TICK`] instructions may have run since the last one, counting straight code, jumps that skip
//! parts of it, and exceptions. This is known when jumps are resolved, so ticks are placed then. The verifier proves
//! the bound.
//!
//! A call does not reset the count, as it ticks only for itself. A unit of fuel is about an instruction.

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Catcher, FAR, Instruction, MOST_WITHOUT_TICK, RECORDS_PER_TICK, SwitchTable, Ways};

use super::FunctionCompiler;
use crate::meter::Pace;

/// Instruction inserted where a tick is due.
pub(super) const TICK: Instruction = Instruction::Tick { amount: MOST_WITHOUT_TICK };

/// Returns before which of the kept instructions a tick is due.
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
        // The unpacking of the result of `next` follows directly, or after the `Await` between them.
        ticks[at] = match instruction {
            Instruction::IteratorUnpack { .. } | Instruction::IteratorSkip { .. } => false,
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
    /// Emits the ticks for a variable that is `depth` records out.
    pub(super) fn tick_for_records(&mut self, depth: u16) {
        if depth >= FAR {
            self.emit(Instruction::Tick { amount: (depth / RECORDS_PER_TICK).into() });
        }
    }
}
