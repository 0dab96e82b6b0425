//! From labels to code indices, and jumps made straight (the compiler document's "peephole optimization").
//!
//! 1. Labels become indices. A jump to a jump goes where that one goes, until nothing changes; a jump to a return is one.
//! 2. What cannot be reached is dropped, and so is a jump to what comes next anyway.
//! 3. A branch around a jump becomes the opposite branch.
//!
//! Each step is one pass over the code.

use ferrotape_bytecode::{Catcher, Instruction, PositionTable, SwitchTable};

use super::emitter::{LabeledCatcher, LabeledTable};
use crate::control_flow::JumpChains;

/// A function's code as it was emitted: targets of jumps are labels.
pub(super) struct Code {
    pub instructions: Vec<Instruction>,
    pub offsets: Vec<u32>,
    /// By label: an index of `instructions`.
    pub labels: Vec<u32>,
    pub catchers: Vec<LabeledCatcher>,
    pub tables: Vec<LabeledTable>,
}

pub(super) struct Finished {
    pub code: Vec<Instruction>,
    pub catchers: Vec<Catcher>,
    pub switches: Vec<SwitchTable>,
    pub positions: PositionTable,
}

pub(super) fn finish(code: Code) -> Finished {
    let Code { mut instructions, offsets, labels, catchers, tables } = code;
    for instruction in &mut instructions {
        *instruction = instruction.with_target(|label| labels[label as usize]);
    }
    let mut catchers: Vec<Catcher> = catchers.iter().map(|catcher| resolve_catcher(catcher, &labels)).collect();
    let mut switches: Vec<SwitchTable> = tables
        .into_iter()
        .map(|table| SwitchTable {
            low: table.low,
            targets: table.targets.iter().map(|label| labels[label.0 as usize]).collect(),
        })
        .collect();
    straighten(&mut instructions, &mut switches);
    let mut kept = reachable(&instructions, &catchers, &switches);
    drop_needless_jumps(&mut instructions, &mut kept, &catchers, &switches);
    compact(instructions, &offsets, &kept, &mut catchers, &mut switches)
}

fn resolve_catcher(catcher: &LabeledCatcher, labels: &[u32]) -> Catcher {
    Catcher {
        start: labels[catcher.start.0 as usize],
        end: labels[catcher.end.0 as usize],
        handler: labels[catcher.handler.0 as usize],
        register: catcher.register.0,
        scope: catcher.scope,
    }
}

/// Lets every jump lead to the end of the chain of jumps that it begins.
fn straighten(code: &mut [Instruction], switches: &mut [SwitchTable]) {
    let mut chains = JumpChains::new(code.len());
    let mut end_of = |code: &[Instruction], start| {
        chains.end(start, |at| match code[at as usize] {
            Instruction::Jump { to } => Some(to),
            _ => None,
        })
    };
    for index in 0..code.len() {
        if let Some(target) = code[index].target() {
            let end = end_of(code, target);
            code[index] = match (code[index], code[end as usize]) {
                (Instruction::Jump { .. }, done @ (Instruction::Return { .. } | Instruction::ReturnUndefined {})) => {
                    done
                }
                (jump, _) => jump.with_target(|_| end),
            };
        }
    }
    for target in switches.iter_mut().flat_map(|table| &mut table.targets) {
        *target = end_of(code, *target);
    }
}

/// Which instructions can be reached? Those of exception handlers are taken to be.
fn reachable(code: &[Instruction], catchers: &[Catcher], switches: &[SwitchTable]) -> Vec<bool> {
    let mut reached = vec![false; code.len()];
    let mut open: Vec<u32> = vec![0];
    open.extend(catchers.iter().filter(|catcher| catcher.start < catcher.end).map(|catcher| catcher.handler));
    while let Some(start) = open.pop() {
        let mut at = start as usize;
        while at < code.len() && !reached[at] {
            reached[at] = true;
            let instruction = code[at];
            open.extend(instruction.target());
            if let Instruction::Switch { table, .. } = instruction {
                open.extend(&switches[table as usize].targets);
            }
            if instruction.ends_block() {
                break;
            }
            at += 1;
        }
    }
    reached
}

/// Drops jumps to what comes next, and turns branches around jumps; backwards, so that all that follows is settled.
fn drop_needless_jumps(code: &mut [Instruction], kept: &mut [bool], catchers: &[Catcher], switches: &[SwitchTable]) {
    let mut is_target = vec![false; code.len() + 1];
    let targets =
        code.iter().zip(&*kept).filter(|(_, kept)| **kept).filter_map(|(instruction, _)| instruction.target());
    let others = catchers.iter().flat_map(|catcher| [catcher.start, catcher.end, catcher.handler]);
    for target in targets.chain(others).chain(switches.iter().flat_map(|table| table.targets.iter().copied())) {
        is_target[target as usize] = true;
    }
    // By index: the first kept instruction from there on.
    let mut next = vec![code.len() as u32; code.len() + 1];
    for index in (0..code.len()).rev() {
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
}

/// The branch that is taken where this one is not.
fn opposite(branch: Instruction) -> Option<Instruction> {
    use Instruction::*;
    Some(match branch {
        JumpIfTrue { a, to } => JumpIfFalse { a, to },
        JumpIfFalse { a, to } => JumpIfTrue { a, to },
        JumpIfNullish { a, to } => JumpIfNotNullish { a, to },
        JumpIfNotNullish { a, to } => JumpIfNullish { a, to },
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

/// Moves what is kept together.
fn compact(
    code: Vec<Instruction>,
    offsets: &[u32],
    kept: &[bool],
    catchers: &mut Vec<Catcher>,
    switches: &mut [SwitchTable],
) -> Finished {
    // By old index: the new index of the first kept instruction from there on.
    let mut moved = Vec::with_capacity(code.len() + 1);
    let mut count = 0;
    for &is_kept in kept {
        moved.push(count);
        count += u32::from(is_kept);
    }
    moved.push(count);
    let place = |old: u32| moved[old as usize];
    let survivors = || kept.iter().enumerate().filter(|(_, kept)| **kept).map(|(index, _)| index);
    let positions = PositionTable::new(survivors().map(|index| (moved[index], offsets[index])));
    let instructions = survivors().map(|index| code[index].with_target(place)).collect();
    for catcher in &mut *catchers {
        catcher.start = place(catcher.start);
        catcher.end = place(catcher.end);
        catcher.handler = place(catcher.handler);
    }
    catchers.retain(|catcher| catcher.start < catcher.end);
    for target in switches.iter_mut().flat_map(|table| &mut table.targets) {
        *target = place(*target);
    }
    Finished { code: instructions, catchers: std::mem::take(catchers), switches: switches.to_vec(), positions }
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
            instructions,
        };
        finish(code).code
    }

    #[test]
    fn seed_c21_the_documents_jumps_become_straight() {
        // a: JUMP c    b: JUMP d    c: JUMP b    d:
        let mut code = vec![Jump { to: 2 }, Jump { to: 3 }, Jump { to: 1 }, Throw { src: 0 }];
        straighten(&mut code, &mut []);
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
