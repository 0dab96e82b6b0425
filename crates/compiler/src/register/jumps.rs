//! From labels to code indices, and jumps made straight (the compiler document's "peephole optimization").
//!
//! 1. Labels become indices. A jump to a jump goes where that one goes, until nothing changes; a jump to a return is one.
//! 2. What cannot be reached is dropped, and so is a jump to what comes next anyway.
//! 3. A branch around a jump becomes the opposite branch.
//! 4. Ticks are written where code would run long without (`distance`).
//!
//! Each step is one pass over the code. Code without jumps needs none of them.

use ferrotape_budget::{Budget, Termination};
use std::cmp::Reverse;

use ferrotape_bytecode::{
    Catcher, Instruction, LoopHead, MOST_WITHOUT_TICK, PositionTable, PositionTableBuilder, SwitchTable, Ways,
};

use super::distance::{TICK, places_of_ticks};
use super::emitter::{LabeledCatcher, LabeledTable};
use crate::control_flow::{JumpChains, Label};
use crate::meter::{Pace, push};

/// A function's code as it was emitted: targets of jumps are labels.
pub(super) struct Code {
    pub instructions: Vec<Instruction>,
    pub offsets: Vec<u32>,
    /// By label: an index of `instructions`.
    pub labels: Vec<u32>,
    pub catchers: Vec<LabeledCatcher>,
    pub tables: Vec<LabeledTable>,
    /// Where turns of loops begin, and how many registers are live there.
    pub loops: Vec<(Label, u32)>,
}

pub(super) struct Finished {
    pub code: Vec<Instruction>,
    pub catchers: Vec<Catcher>,
    pub switches: Vec<SwitchTable>,
    pub loops: Vec<LoopHead>,
    pub positions: PositionTable,
}

/// Bytes that the passes take for each instruction, besides the code itself.
const SCRATCH: usize = 3 * size_of::<bool>() + 3 * size_of::<u32>() + Ways::BYTES_PER_INSTRUCTION;

pub(super) fn finish(code: Code, budget: &mut Budget) -> Result<Finished, Termination> {
    if code.is_straight() {
        return finish_straight(code, budget);
    }
    let Code { mut instructions, offsets, labels, catchers, tables, loops } = code;
    budget.charge(instructions.len().saturating_mul(SCRATCH + 2 * size_of::<Instruction>()))?;
    let mut pace = Pace::new(budget);
    for instruction in &mut instructions {
        pace.row()?;
        *instruction = instruction.with_target(|label| labels[label as usize]);
    }
    let mut resolved = Vec::with_capacity(catchers.len());
    pace.budget.charge(catchers.len() * (size_of::<Catcher>() + Ways::BYTES_PER_CATCHER))?;
    for catcher in &catchers {
        pace.row()?;
        resolved.push(resolve_catcher(catcher, &labels));
    }
    let mut switches = Vec::with_capacity(tables.len());
    for LabeledTable { low, targets } in tables {
        pace.budget.charge(size_of_val(&*targets) + size_of::<SwitchTable>())?;
        let mut places = Vec::with_capacity(targets.len());
        for label in targets {
            pace.row()?;
            places.push(labels[label.0 as usize]);
        }
        switches.push(SwitchTable { low, targets: places });
    }
    let mut heads = Vec::with_capacity(loops.len());
    pace.budget.charge(loops.len() * size_of::<LoopHead>())?;
    for (label, live) in loops {
        pace.row()?;
        heads.push(LoopHead { start: labels[label.0 as usize], live });
    }
    straighten(&mut instructions, &mut switches, &mut pace)?;
    let mut kept = reachable(&instructions, &resolved, &switches, &mut pace)?;
    drop_needless_jumps(&mut instructions, &mut kept, &resolved, &switches, &mut pace)?;
    let ticks = places_of_ticks(&instructions, &kept, &resolved, &switches, &mut pace)?;
    compact(Sparse { instructions, offsets, kept, ticks, catchers: resolved, switches, loops: heads }, &mut pace)
}

impl Code {
    /// Does nothing lead anywhere but to the next instruction?
    fn is_straight(&self) -> bool {
        let leads_elsewhere =
            |code: &Instruction| matches!(code, Instruction::Switch { .. }) || code.target().is_some();
        self.catchers.is_empty() && self.loops.is_empty() && !self.instructions.iter().any(leads_elsewhere)
    }
}

/// Fast path: all that comes of code without jumps, where one way leads through.
fn finish_straight(code: Code, budget: &mut Budget) -> Result<Finished, Termination> {
    let Code { instructions: old, offsets, .. } = code;
    budget.charge(old.len().saturating_mul(2 * size_of::<Instruction>()))?;
    let mut pace = Pace::new(budget);
    let mut instructions = Vec::with_capacity(old.len() + old.len() / MOST_WITHOUT_TICK as usize);
    let mut positions = PositionTableBuilder::default();
    let mut ran = 0;
    for (instruction, offset) in old.into_iter().zip(offsets) {
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

/// Lets every jump lead to the end of the chain of jumps that it begins.
fn straighten(code: &mut [Instruction], switches: &mut [SwitchTable], pace: &mut Pace) -> Result<(), Termination> {
    let mut chains = JumpChains::new(code.len(), pace.budget)?;
    let mut end_of = |code: &[Instruction], start, pace: &mut Pace| {
        let jump = |at: u32| match code[at as usize] {
            Instruction::Jump { to } => Some(to),
            _ => None,
        };
        chains.end(start, jump, pace)
    };
    for index in 0..code.len() {
        pace.row()?;
        if let Some(target) = code[index].target() {
            let end = end_of(code, target, pace)?;
            code[index] = match (code[index], code[end as usize]) {
                (Instruction::Jump { .. }, done @ (Instruction::Return { .. } | Instruction::ReturnUndefined {})) => {
                    done
                }
                (jump, _) => jump.with_target(|_| end),
            };
        }
    }
    for target in switches.iter_mut().flat_map(|table| &mut table.targets) {
        *target = end_of(code, *target, pace)?;
    }
    Ok(())
}

/// Which instructions can be reached? Those of exception handlers are taken to be.
fn reachable(
    code: &[Instruction],
    catchers: &[Catcher],
    switches: &[SwitchTable],
    pace: &mut Pace,
) -> Result<Vec<bool>, Termination> {
    let mut reached = vec![false; code.len()];
    let mut open: Vec<u32> = vec![0];
    open.extend(catchers.iter().filter(|catcher| catcher.start < catcher.end).map(|catcher| catcher.handler));
    while let Some(start) = open.pop() {
        pace.row()?;
        let mut at = start as usize;
        while at < code.len() && !reached[at] {
            pace.row()?;
            reached[at] = true;
            let instruction = code[at];
            if let Some(target) = instruction.target().filter(|&target| !reached[target as usize]) {
                let grown = push(&mut open, target);
                pace.budget.charge(grown)?;
            }
            if let Instruction::Switch { table, .. } = instruction {
                for &target in &switches[table as usize].targets {
                    pace.row()?;
                    if !reached[target as usize] {
                        let grown = push(&mut open, target);
                        pace.budget.charge(grown)?;
                    }
                }
            }
            if instruction.ends_block() {
                break;
            }
            at += 1;
        }
    }
    Ok(reached)
}

/// Drops jumps to what comes next, and turns branches around jumps; backwards, so that all that follows is settled.
fn drop_needless_jumps(
    code: &mut [Instruction],
    kept: &mut [bool],
    catchers: &[Catcher],
    switches: &[SwitchTable],
    pace: &mut Pace,
) -> Result<(), Termination> {
    let mut is_target = vec![false; code.len() + 1];
    let targets =
        code.iter().zip(&*kept).filter(|(_, kept)| **kept).filter_map(|(instruction, _)| instruction.target());
    let others = catchers.iter().flat_map(|catcher| [catcher.start, catcher.end, catcher.handler]);
    for target in targets.chain(others).chain(switches.iter().flat_map(|table| table.targets.iter().copied())) {
        pace.row()?;
        is_target[target as usize] = true;
    }
    // By index: the first kept instruction from there on.
    let mut next = vec![code.len() as u32; code.len() + 1];
    for index in (0..code.len()).rev() {
        pace.row()?;
        next[index] = next[index + 1];
        if !kept[index] {
            continue;
        }
        let following = next[index + 1] as usize;
        match code[index] {
            Instruction::Jump { to } if to as usize > index && next[to as usize] as usize == following => {
                kept[index] = false;
                continue;
            }
            branch => {
                if let (Some(target), Some(Instruction::Jump { to })) = (branch.target(), code.get(following).copied())
                    && target as usize > index
                    && next[target as usize] == next[following + 1]
                    && !is_target[index + 1..=following].contains(&true)
                    && let Some(opposite) = opposite(branch)
                {
                    code[index] = opposite.with_target(|_| to);
                    kept[following] = false;
                    let after = next[following + 1];
                    next[index + 1..=following].fill(after);
                }
            }
        }
        next[index] = index as u32;
    }
    Ok(())
}

/// The branch that is taken where this one is not.
fn opposite(branch: Instruction) -> Option<Instruction> {
    use Instruction::*;
    Some(match branch {
        JumpIfTrue { a, to } => JumpIfFalse { a, to },
        JumpIfFalse { a, to } => JumpIfTrue { a, to },
        JumpIfNullish { a, to } => JumpIfNotNullish { a, to },
        JumpIfNotNullish { a, to } => JumpIfNullish { a, to },
        JumpIfEqualNull { a, to } => JumpIfNotEqualNull { a, to },
        JumpIfNotEqualNull { a, to } => JumpIfEqualNull { a, to },
        JumpIfUndefined { a, to } => JumpIfNotUndefined { a, to },
        JumpIfNotUndefined { a, to } => JumpIfUndefined { a, to },
        JumpIfEqual { a, b, to } => JumpIfNotEqual { a, b, to },
        JumpIfNotEqual { a, b, to } => JumpIfEqual { a, b, to },
        JumpIfStrictEqual { a, b, to } => JumpIfStrictNotEqual { a, b, to },
        JumpIfStrictNotEqual { a, b, to } => JumpIfStrictEqual { a, b, to },
        JumpIfLess { a, b, to } => JumpIfNotLess { a, b, to },
        JumpIfNotLess { a, b, to } => JumpIfLess { a, b, to },
        JumpIfLessEqual { a, b, to } => JumpIfNotLessEqual { a, b, to },
        JumpIfNotLessEqual { a, b, to } => JumpIfLessEqual { a, b, to },
        JumpIfGreater { a, b, to } => JumpIfNotGreater { a, b, to },
        JumpIfNotGreater { a, b, to } => JumpIfGreater { a, b, to },
        JumpIfGreaterEqual { a, b, to } => JumpIfNotGreaterEqual { a, b, to },
        JumpIfNotGreaterEqual { a, b, to } => JumpIfGreaterEqual { a, b, to },
        JumpIfEqualInt { a, value, to } => JumpIfNotEqualInt { a, value, to },
        JumpIfNotEqualInt { a, value, to } => JumpIfEqualInt { a, value, to },
        JumpIfStrictEqualInt { a, value, to } => JumpIfStrictNotEqualInt { a, value, to },
        JumpIfStrictNotEqualInt { a, value, to } => JumpIfStrictEqualInt { a, value, to },
        JumpIfLessInt { a, value, to } => JumpIfNotLessInt { a, value, to },
        JumpIfNotLessInt { a, value, to } => JumpIfLessInt { a, value, to },
        JumpIfLessEqualInt { a, value, to } => JumpIfNotLessEqualInt { a, value, to },
        JumpIfNotLessEqualInt { a, value, to } => JumpIfLessEqualInt { a, value, to },
        JumpIfGreaterInt { a, value, to } => JumpIfNotGreaterInt { a, value, to },
        JumpIfNotGreaterInt { a, value, to } => JumpIfGreaterInt { a, value, to },
        JumpIfGreaterEqualInt { a, value, to } => JumpIfNotGreaterEqualInt { a, value, to },
        JumpIfNotGreaterEqualInt { a, value, to } => JumpIfGreaterEqualInt { a, value, to },
        _ => return None,
    })
}

/// Code of which some is not kept.
struct Sparse {
    instructions: Vec<Instruction>,
    offsets: Vec<u32>,
    kept: Vec<bool>,
    /// Where a tick comes before the instruction.
    ticks: Vec<bool>,
    catchers: Vec<Catcher>,
    switches: Vec<SwitchTable>,
    loops: Vec<LoopHead>,
}

/// Moves what is kept together.
fn compact(code: Sparse, pace: &mut Pace) -> Result<Finished, Termination> {
    let Sparse { instructions: old, offsets, kept, ticks, mut catchers, mut switches, mut loops } = code;
    // By old index: the new index of the first kept instruction from there on.
    let mut moved = Vec::with_capacity(old.len() + 1);
    let mut count = 0;
    for (&is_kept, &ticks) in kept.iter().zip(&ticks) {
        pace.row()?;
        count += u32::from(ticks);
        moved.push(count);
        count += u32::from(is_kept);
    }
    moved.push(count);
    let place = |old: u32| moved[old as usize] - u32::from(ticks[old as usize]);
    let mut instructions = Vec::with_capacity(count as usize);
    let mut positions = PositionTableBuilder::default();
    let mut used = vec![false; switches.len()];
    for index in (0..old.len()).filter(|&index| kept[index]) {
        pace.row()?;
        positions.push(instructions.len() as u32, offsets[index]);
        if ticks[index] {
            instructions.push(TICK);
        }
        // A jump backwards has ticked.
        let target = |to: u32| if to as usize <= index { moved[to as usize] } else { place(to) };
        instructions.push(old[index].with_target(target));
        if let Instruction::Switch { table, .. } = old[index] {
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
            // Where nothing comes, what its cases led to has gone as well.
            table.targets = Vec::new();
        }
        for target in &mut table.targets {
            pace.row()?;
            *target = place(*target);
        }
    }
    // Inner loops come later in the list, but may begin earlier in the code than what is said of an outer one.
    for head in &mut loops {
        pace.row()?;
        head.start = moved[head.start as usize];
    }
    loops.sort_unstable_by_key(|head| (head.start, Reverse(head.live)));
    loops.dedup_by_key(|head| head.start);
    Ok(Finished { code: instructions, catchers, switches, loops, positions: positions.finish() })
}

#[cfg(test)]
mod tests {
    use ferrotape_bytecode::Instruction::*;

    use super::*;

    /// Finishes code whose labels are the indices of its instructions.
    fn finished(instructions: Vec<Instruction>) -> Vec<Instruction> {
        let count = instructions.len() as u32;
        let code = Code {
            offsets: vec![0; instructions.len()],
            labels: (0..=count).collect(),
            catchers: Vec::new(),
            tables: Vec::new(),
            loops: Vec::new(),
            instructions,
        };
        finish(code, &mut Budget::default()).expect("no limit").code
    }

    #[test]
    fn seed_c21_the_documents_jumps_become_straight() {
        // a: JUMP c    b: JUMP d    c: JUMP b    d:
        let mut code = vec![Jump { to: 2 }, Jump { to: 3 }, Jump { to: 1 }, Throw { src: 0 }];
        straighten(&mut code, &mut [], &mut Pace::new(&mut Budget::default())).expect("no limit");
        assert_eq!(code, [Jump { to: 3 }, Jump { to: 3 }, Jump { to: 3 }, Throw { src: 0 }]);
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
        let instructions = vec![ReturnUndefined {}, Switch { a: 0, table: 0 }, ReturnUndefined {}];
        let table = LabeledTable { low: 0, targets: vec![crate::control_flow::Label(2); 3] };
        let code = Code {
            offsets: vec![0; 3],
            labels: vec![0, 1, 2, 3],
            catchers: Vec::new(),
            tables: vec![table],
            loops: Vec::new(),
            instructions,
        };
        let finished = finish(code, &mut Budget::default()).expect("no limit");
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
