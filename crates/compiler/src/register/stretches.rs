//! Code in stretches, each of which is passed through from its first instruction to its last one: which of them can be reached,
//! and which jumps between them are needed.

use std::ops::Range;

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Catcher, Instruction, SwitchTable};

use crate::meter::{Pace, push};

/// Instructions that control passes through in order. Only behind the last one it may go elsewhere, and it may come to any.
pub(super) struct Stretch {
    /// The first one that can be reached; `end` if none can.
    start: u32,
    end: u32,
    /// The last one is a jump that is not needed.
    is_cut: bool,
}

/// Instructions of a stretch at most: limits are looked at after each.
const LONGEST: usize = 1 << 10;

impl Stretch {
    /// The instructions that are kept.
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
    /// Where control may come that has not been followed from there yet; then, the stretches that are kept of those behind one.
    open: Vec<u32>,
    /// By index of an instruction: does something lead to it?
    is_target: Vec<bool>,
}

impl Stretches {
    /// Bytes of memory that are taken.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Stretch>() + self.open.capacity() * size_of::<u32>() + self.is_target.capacity()
    }

    /// Divides code into stretches, and puts targets in the place of labels.
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

    /// The branch with its target. A jump to a return is one.
    fn resolved(code: &[Instruction], branch: Instruction, target: u32) -> Instruction {
        match (branch, code.get(target as usize)) {
            (Instruction::Jump { .. }, Some(done @ (Instruction::Return { .. } | Instruction::ReturnUndefined {}))) => {
                *done
            }
            _ => branch.with_target(|_| target),
        }
    }

    /// Finds out what can be reached. Exception handlers are taken to be.
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

    /// Drops jumps to what comes next, and turns branches around jumps; backwards, so that all that follows is settled.
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
                    // A jump is all of its stretch that can be reached.
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

    /// Notes what can be reached by more than going on.
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

    /// The kept instructions that control may turn at.
    pub fn turns(&self) -> impl Iterator<Item = u32> {
        self.all.iter().filter(|stretch| !stretch.is_cut && !stretch.kept().is_empty()).map(Stretch::last)
    }

    pub fn kept_instructions(&self) -> usize {
        self.all.iter().map(|stretch| stretch.kept().len()).sum()
    }

    /// By index of an instruction: is it kept?
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
