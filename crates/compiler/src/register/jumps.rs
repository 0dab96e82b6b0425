//! Resolution of labels to code indices, and simplification of jumps (the compiler document's "peephole optimization").
//!
//! 1. A label at a jump moves to that jump's target, until nothing changes. A jump to a return becomes the return.
//! 2. Labels become indices. The code is divided into *stretches*, which run from their first instruction to the last
//!    one: only there control may go elsewhere.
//! 3. Unreachable code is dropped, and so are jumps to the next instruction.
//! 4. A branch around a jump becomes the opposite branch.
//! 5. Ticks are inserted where code would run long without one (`distance`).
//!
//! Steps 2 and 5, and the compaction of the kept code, visit single instructions; the other steps visit stretches. Code
//! without jumps needs none of the steps.

use ferrotape_budget::{Budget, Termination, order};
use std::cmp::Reverse;

use ferrotape_bytecode::{
    Catcher, Instruction, LoopHead, MOST_WITHOUT_TICK, PositionTable, PositionTableBuilder, SwitchTable, Ways,
};

use super::distance::{TICK, places_of_ticks};
use super::emitter::{LabeledCatcher, LabeledTable};
use super::stretches::{Stretch, Stretches};
use crate::control_flow::{JumpChains, Label};
use crate::meter::{Pace, filled};

/// A function's code as emitted: targets of jumps are labels.
pub(super) struct Code<'c> {
    pub instructions: &'c mut [Instruction],
    pub offsets: &'c [u32],
    /// Index in `instructions` of each label.
    pub labels: &'c mut [u32],
    pub catchers: &'c [LabeledCatcher],
    pub tables: Vec<LabeledTable>,
    /// Starts of loop turns, and the number of live registers there.
    pub loops: &'c [(Label, u32)],
}

/// Code and tables whose jumps lead to instructions.
pub(super) struct Finished {
    pub code: Vec<Instruction>,
    pub catchers: Vec<Catcher>,
    pub switches: Vec<SwitchTable>,
    pub loops: Vec<LoopHead>,
    pub positions: PositionTable,
}

/// Scratch tables, kept from one function to the next so that they need not grow again.
#[derive(Default)]
pub(super) struct Notes {
    stretches: Stretches,
    /// New index of each emitted instruction, or that of its replacement.
    moved: Vec<u32>,
    positions: PositionTableBuilder,
}

impl Notes {
    /// Returns the new index of each instruction of the function that was finished last, or that of the next one that is
    /// kept. Code without labels has none.
    pub fn moved(&self) -> &[u32] {
        &self.moved
    }

    /// Returns the bytes of memory taken.
    pub fn bytes(&self) -> usize {
        self.stretches.bytes() + self.moved.capacity() * size_of::<u32>() + self.positions.bytes()
    }
}

/// Bytes that the passes need for each instruction, besides the code itself.
const SCRATCH: usize =
    3 * size_of::<bool>() + size_of::<Stretch>() + 2 * size_of::<u32>() + Ways::BYTES_PER_INSTRUCTION;

/// Resolves labels, makes jumps straight, and gives the finished code.
pub(super) fn finish(code: Code, notes: &mut Notes, budget: &mut Budget) -> Result<Finished, Termination> {
    let Code { instructions, offsets, labels, catchers, tables, loops } = code;
    if labels.is_empty() {
        return finish_straight(instructions, offsets, &mut notes.positions, budget);
    }
    budget.take(instructions.len().saturating_mul(SCRATCH + 2 * size_of::<Instruction>()))?;
    let mut pace = Pace::new(budget);
    let mut resolved = Vec::with_capacity(catchers.len());
    pace.budget.take(catchers.len() * (size_of::<Catcher>() + Ways::BYTES_PER_CATCHER))?;
    for catcher in catchers {
        pace.row()?;
        resolved.push(resolve_catcher(catcher, labels));
    }
    let mut heads = Vec::with_capacity(loops.len());
    pace.budget.take(loops.len() * size_of::<LoopHead>())?;
    for &(label, live) in loops {
        pace.row()?;
        heads.push(LoopHead { start: labels[label.0 as usize], live });
    }
    straighten(instructions, labels, &mut pace)?;
    let mut switches = Vec::with_capacity(tables.len());
    for LabeledTable { low, targets } in tables {
        pace.budget.take(size_of_val(&*targets) + size_of::<SwitchTable>())?;
        let mut places = Vec::with_capacity(targets.len());
        for label in targets {
            pace.row()?;
            places.push(labels[label.0 as usize]);
        }
        switches.push(SwitchTable { low, targets: places });
    }
    let Notes { stretches, moved, positions } = notes;
    stretches.find(instructions, labels, &mut pace)?;
    stretches.reach(instructions, &resolved, &switches, &mut pace)?;
    stretches.drop_needless_jumps(instructions, &resolved, &switches, &mut pace)?;
    // Fast path: no path is longer than all of the code, and backward jumps tick.
    let ticks = if instructions.len() <= MOST_WITHOUT_TICK as usize {
        Vec::new()
    } else {
        let kept = stretches.kept(instructions.len(), &mut pace)?;
        places_of_ticks(instructions, &kept, &resolved, &switches, &mut pace)?
    };
    let code = Sparse { instructions, offsets, ticks, catchers: resolved, switches, loops: heads };
    compact(code, stretches, moved, positions, &mut pace)
}

/// Fast path: finishes code without labels, which has a single path.
fn finish_straight(
    old: &[Instruction],
    offsets: &[u32],
    positions: &mut PositionTableBuilder,
    budget: &mut Budget,
) -> Result<Finished, Termination> {
    budget.take(old.len().saturating_mul(2 * size_of::<Instruction>()))?;
    let mut pace = Pace::new(budget);
    let mut instructions = Vec::with_capacity(old.len() + old.len() / MOST_WITHOUT_TICK as usize);
    let mut ran = 0;
    for (&instruction, &offset) in old.iter().zip(offsets) {
        pace.row()?;
        positions.push(instructions.len() as u32, offset);
        if let Instruction::Tick { .. } = instruction {
            ran = 0;
        } else if ran == MOST_WITHOUT_TICK {
            instructions.push(TICK);
            ran = 1;
        } else {
            ran += 1;
        }
        instructions.push(instruction);
        if instruction.ends_block() {
            break;
        }
    }
    Ok(Finished {
        code: instructions,
        catchers: Vec::new(),
        switches: Vec::new(),
        loops: Vec::new(),
        positions: positions.finish(),
    })
}

fn resolve_catcher(catcher: &LabeledCatcher, labels: &[u32]) -> Catcher {
    Catcher {
        start: labels[catcher.start.0 as usize],
        end: labels[catcher.end.0 as usize],
        handler: labels[catcher.handler.0 as usize],
        register: catcher.register.0,
        scope: catcher.scope,
        is_finally: catcher.is_finally,
    }
}

/// Moves every label to the end of the chain of jumps that begins at the label.
fn straighten(code: &[Instruction], labels: &mut [u32], pace: &mut Pace) -> Result<(), Termination> {
    let jump = |at: u32| match code.get(at as usize) {
        Some(&Instruction::Jump { to }) => Some(to),
        _ => None,
    };
    // Fast path: most functions have no such labels.
    let Some(first) = labels.iter().position(|&at| jump(at).is_some()) else { return Ok(()) };
    let mut chains = JumpChains::new(labels.len(), pace.budget)?;
    let mut ends = filled(0, labels.len() - first, pace.budget)?;
    for (label, end) in (first as u32..).zip(&mut ends) {
        pace.row()?;
        *end = labels[chains.end(label, |label| jump(labels[label as usize]), pace)? as usize];
    }
    labels[first..].copy_from_slice(&ends);
    Ok(())
}

/// Code that is only kept in parts.
struct Sparse<'c> {
    instructions: &'c [Instruction],
    offsets: &'c [u32],
    /// Whether a tick comes before the instruction, by index. Empty if there are no ticks.
    ticks: Vec<bool>,
    catchers: Vec<Catcher>,
    switches: Vec<SwitchTable>,
    loops: Vec<LoopHead>,
}

/// Compacts the kept code.
fn compact(
    code: Sparse,
    stretches: &Stretches,
    moved: &mut Vec<u32>,
    positions: &mut PositionTableBuilder,
    pace: &mut Pace,
) -> Result<Finished, Termination> {
    let Sparse { instructions: old, offsets, ticks, mut catchers, mut switches, mut loops } = code;
    let has_tick = |at: u32| ticks.get(at as usize) == Some(&true);
    let length = stretches.kept_instructions() + ticks.iter().filter(|&&is_there| is_there).count();
    let mut instructions = Vec::with_capacity(length);
    moved.clear();
    for stretch in stretches.iter() {
        let kept = stretch.kept();
        pace.rows(1 + kept.len() as u32)?;
        // Targets in dropped code move to the next kept instruction.
        moved.resize(kept.start as usize, instructions.len() as u32);
        for at in kept {
            positions.push(instructions.len() as u32, offsets[at as usize]);
            if has_tick(at) {
                instructions.push(TICK);
            }
            moved.push(instructions.len() as u32);
            instructions.push(old[at as usize]);
        }
    }
    moved.resize(old.len() + 1, instructions.len() as u32);
    let place = |old: u32| moved[old as usize] - u32::from(has_tick(old));
    let mut used = vec![false; switches.len()];
    for at in stretches.turns() {
        pace.row()?;
        // A backward jump has ticked.
        let target = |to: u32| if to <= at { moved[to as usize] } else { place(to) };
        let turn = &mut instructions[moved[at as usize] as usize];
        *turn = turn.with_target(target);
        if let Instruction::Switch { table, .. } = *turn {
            used[table as usize] = true;
        }
    }
    for catcher in &mut catchers {
        pace.row()?;
        catcher.start = place(catcher.start);
        catcher.end = place(catcher.end);
        catcher.handler = place(catcher.handler);
    }
    catchers.retain(|catcher| catcher.start < catcher.end);
    for (table, is_used) in switches.iter_mut().zip(used) {
        if !is_used {
            // An unused table's targets may have been dropped too.
            table.targets = Vec::new();
        }
        for target in &mut table.targets {
            pace.row()?;
            *target = place(*target);
        }
    }
    // Inner loops come later in the list, but may begin earlier in the code than the head of an outer one.
    for head in &mut loops {
        pace.row()?;
        head.start = moved[head.start as usize];
    }
    order::sort_by_key(&mut loops, |head| (head.start, Reverse(head.live)));
    loops.dedup_by_key(|head| head.start);
    Ok(Finished { code: instructions, catchers, switches, loops, positions: positions.finish() })
}

#[cfg(test)]
mod tests {
    use ferrotape_bytecode::Instruction::*;

    use super::*;

    /// Finishes code whose labels are the indices of its instructions.
    fn finished(mut instructions: Vec<Instruction>) -> Vec<Instruction> {
        finish_with(&mut instructions, Vec::new()).code
    }

    fn finish_with(instructions: &mut [Instruction], tables: Vec<LabeledTable>) -> Finished {
        let code = Code {
            offsets: &vec![0; instructions.len()],
            labels: &mut (0..=instructions.len() as u32).collect::<Vec<u32>>(),
            catchers: &[],
            tables,
            loops: &[],
            instructions,
        };
        finish(code, &mut Notes::default(), &mut Budget::default()).expect("no limit")
    }

    #[test]
    fn seed_c21_the_documents_jumps_become_straight() {
        // a: JUMP c    b: JUMP d    c: JUMP b    d:
        let code = vec![Jump { to: 2 }, Jump { to: 3 }, Jump { to: 1 }, Throw { src: 0 }];
        let mut labels = [0, 1, 2, 3];
        straighten(&code, &mut labels, &mut Pace::new(&mut Budget::default())).expect("no limit");
        assert_eq!(labels, [3; 4]);
        assert_eq!(finished(code), [Throw { src: 0 }], "and all of them lead to what comes next");
    }

    #[test]
    fn jumps_in_a_ring_stay_an_endless_loop() {
        assert_eq!(finished(vec![Jump { to: 2 }, Jump { to: 0 }, Jump { to: 1 }]).len(), 1);
        assert_eq!(finished(vec![Jump { to: 0 }]), [Jump { to: 0 }]);
        let code = finished(vec![LoadNull { dst: 1 }, JumpIfTrue { a: 1, to: 3 }, ReturnUndefined {}, Jump { to: 3 }]);
        assert_eq!(code[1..], [JumpIfTrue { a: 1, to: 3 }, ReturnUndefined {}, Jump { to: 3 }]);
    }

    #[test]
    fn the_table_of_a_switch_that_nothing_comes_to_is_empty() {
        let mut instructions = vec![ReturnUndefined {}, Switch { a: 0, table: 0 }, ReturnUndefined {}];
        let table = LabeledTable { low: 0, targets: vec![crate::control_flow::Label(2); 3] };
        let finished = finish_with(&mut instructions, vec![table]);
        assert_eq!(finished.code, [ReturnUndefined {}]);
        assert!(finished.switches.iter().all(|table| table.targets.is_empty()));
    }

    #[test]
    fn a_branch_around_a_jump_is_turned() {
        let code = vec![
            JumpIfLess { a: 1, b: 2, to: 2 },
            Jump { to: 4 },
            Increment { dst: 1, src: 1 },
            Jump { to: 0 },
            Throw { src: 1 },
        ];
        let turned =
            [JumpIfNotLess { a: 1, b: 2, to: 3 }, Increment { dst: 1, src: 1 }, Jump { to: 0 }, Throw { src: 1 }];
        assert_eq!(finished(code), turned);
    }

    #[test]
    fn what_cannot_be_reached_is_dropped() {
        let code = vec![Throw { src: 1 }, LoadNull { dst: 1 }, Jump { to: 1 }, ReturnUndefined {}];
        assert_eq!(finished(code), [Throw { src: 1 }]);
    }

    #[test]
    fn a_jump_to_a_return_returns() {
        let code = vec![JumpIfTrue { a: 1, to: 2 }, Jump { to: 3 }, Increment { dst: 1, src: 1 }, Return { src: 1 }];
        let returned = [JumpIfTrue { a: 1, to: 2 }, Return { src: 1 }, Increment { dst: 1, src: 1 }, Return { src: 1 }];
        assert_eq!(finished(code), returned);
    }
}
