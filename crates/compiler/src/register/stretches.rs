//! Code in stretches, each of which runs from its first instruction to its last one: reachability of stretches, and
//! removal of needless jumps between them.

use std::ops::Range;

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Catcher, Instruction, SwitchTable};

use crate::meter::{Pace, push};

/// Instructions that control passes in order. Control may enter at any of them, but may go elsewhere only after the
/// last one.
pub(super) struct Stretch {
    /// The first reachable instruction; `end` if there is none.
    start: u32,
    end: u32,
    /// The last instruction is a jump that is not needed.
    is_cut: bool,
}

/// Most instructions of a stretch. Limits are checked after each stretch.
const LONGEST: usize = 1 << 10;

impl Stretch {
    /// Returns the instructions that are kept.
    pub fn kept(&self) -> Range<u32> {
        self.start..self.end - u32::from(self.is_cut)
    }

    fn last(&self) -> u32 {
        self.end - 1
    }
}

/// All stretches of a function in order.
#[derive(Default)]
pub(super) struct Stretches {
    all: Vec<Stretch>,
    /// Work list of instructions that control may reach and that have not been followed yet. Later, the kept stretches
    /// behind the current one.
    open: Vec<u32>,
    /// Whether a branch leads to the instruction, by index.
    is_target: Vec<bool>,
}

impl Stretches {
    /// Returns the bytes of memory taken.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Stretch>() + self.open.capacity() * size_of::<u32>() + self.is_target.capacity()
    }

    /// Divides code into stretches, and replaces labels by targets.
    pub fn find(&mut self, code: &mut [Instruction], labels: &[u32], pace: &mut Pace) -> Result<(), Termination> {
        self.all.clear();
        let mut length = 0;
        for at in 0..code.len() {
            pace.row()?;
            length += 1;
            let instruction = code[at];
            if let Some(label) = instruction.target() {
                code[at] = Self::resolved(code, instruction, labels[label as usize]);
            } else if length < LONGEST
                && !instruction.ends_block()
                && !matches!(instruction, Instruction::Switch { .. })
            {
                continue;
            }
            let end = at as u32 + 1;
            self.all.push(Stretch { start: end, end, is_cut: false });
            length = 0;
        }
        if length > 0 {
            let end = code.len() as u32;
            self.all.push(Stretch { start: end, end, is_cut: false });
        }
        Ok(())
    }

    /// Returns the branch with its target. A jump to a return becomes the return.
    fn resolved(code: &[Instruction], branch: Instruction, target: u32) -> Instruction {
        match (branch, code.get(target as usize)) {
            (Instruction::Jump { .. }, Some(done @ (Instruction::Return { .. } | Instruction::ReturnUndefined {}))) => {
                *done
            }
            _ => branch.with_target(|_| target),
        }
    }

    /// Finds the reachable code. Exception handlers count as reachable.
    pub fn reach(
        &mut self,
        code: &[Instruction],
        catchers: &[Catcher],
        switches: &[SwitchTable],
        pace: &mut Pace,
    ) -> Result<(), Termination> {
        self.open.clear();
        self.open.push(0);
        self.open.extend(catchers.iter().filter(|catcher| catcher.start < catcher.end).map(|catcher| catcher.handler));
        while let Some(mut start) = self.open.pop() {
            let first = self.all.partition_point(|stretch| stretch.end <= start);
            for stretch in &mut self.all[first..] {
                pace.row()?;
                let was_reached = stretch.start < stretch.end;
                stretch.start = stretch.start.min(start);
                if was_reached {
                    break;
                }
                let turn = code[stretch.last() as usize];
                if let Some(target) = turn.target() {
                    pace.budget.take(push(&mut self.open, target))?;
                }
                if let Instruction::Switch { table, .. } = turn {
                    for &target in &switches[table as usize].targets {
                        pace.row()?;
                        pace.budget.take(push(&mut self.open, target))?;
                    }
                }
                if turn.ends_block() {
                    break;
                }
                start = stretch.end;
            }
        }
        Ok(())
    }

    /// Drops jumps to the next instruction, and inverts branches around jumps. Goes backwards, so that everything
    /// behind is final.
    pub fn drop_needless_jumps(
        &mut self,
        code: &mut [Instruction],
        catchers: &[Catcher],
        switches: &[SwitchTable],
        pace: &mut Pace,
    ) -> Result<(), Termination> {
        self.find_targets(code, catchers, switches, pace)?;
        let Stretches { all, open: behind, is_target } = self;
        behind.clear();
        for index in (0..all.len()).rev() {
            pace.row()?;
            if all[index].kept().is_empty() {
                continue;
            }
            let at = all[index].last();
            let start_of =
                |stretch: Option<&u32>| stretch.map_or(code.len() as u32, |&stretch| all[stretch as usize].start);
            let following = start_of(behind.last());
            let branch = code[at as usize];
            match branch {
                Instruction::Jump { to } if to > at && to <= following => all[index].is_cut = true,
                _ => {
                    // The jump is all of its stretch that can be reached.
                    let beyond = start_of(behind.len().checked_sub(2).map(|second| &behind[second]));
                    if let (Some(target), Some(&Instruction::Jump { to })) =
                        (branch.target(), code.get(following as usize))
                        && (following + 1..=beyond).contains(&target)
                        && !is_target[at as usize + 1..=following as usize].contains(&true)
                        && let Some(opposite) = opposite(branch)
                        && let Some(jump) = behind.pop()
                    {
                        code[at as usize] = opposite.with_target(|_| to);
                        all[jump as usize].is_cut = true;
                    }
                }
            }
            if !all[index].kept().is_empty() {
                behind.push(index as u32);
            }
        }
        Ok(())
    }

    /// Notes the instructions that something other than the previous instruction leads to.
    fn find_targets(
        &mut self,
        code: &[Instruction],
        catchers: &[Catcher],
        switches: &[SwitchTable],
        pace: &mut Pace,
    ) -> Result<(), Termination> {
        self.is_target.clear();
        self.is_target.resize(code.len() + 1, false);
        let turns =
            self.all.iter().filter(|stretch| !stretch.kept().is_empty()).map(|stretch| code[stretch.last() as usize]);
        let targets = turns.filter_map(Instruction::target);
        let others = catchers.iter().flat_map(|catcher| [catcher.start, catcher.end, catcher.handler]);
        for target in targets.chain(others).chain(switches.iter().flat_map(|table| table.targets.iter().copied())) {
            pace.row()?;
            self.is_target[target as usize] = true;
        }
        Ok(())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Stretch> {
        self.all.iter()
    }

    /// Returns the kept instructions after which control may go elsewhere.
    pub fn turns(&self) -> impl Iterator<Item = u32> {
        self.all.iter().filter(|stretch| !stretch.is_cut && !stretch.kept().is_empty()).map(Stretch::last)
    }

    pub fn kept_instructions(&self) -> usize {
        self.all.iter().map(|stretch| stretch.kept().len()).sum()
    }

    /// Returns whether each instruction is kept, by index.
    pub fn kept(&self, length: usize, pace: &mut Pace) -> Result<Vec<bool>, Termination> {
        let mut kept = vec![false; length];
        for stretch in &self.all {
            let range = stretch.kept();
            pace.rows(range.len() as u32)?;
            kept[range.start as usize..range.end as usize].fill(true);
        }
        Ok(kept)
    }
}

/// Returns the branch that is taken when this one is not.
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
        JumpIfNull { a, to } => JumpIfNotNull { a, to },
        JumpIfNotNull { a, to } => JumpIfNull { a, to },
        JumpIfTypeOf { a, name, to } => JumpIfNotTypeOf { a, name, to },
        JumpIfNotTypeOf { a, name, to } => JumpIfTypeOf { a, name, to },
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
