//! Resolution of labels to indices of instructions, and removal of instructions that are needless by the type
//! constraints.
//!
//! 1. Labels become indices. A branch to a `B.ALWAYS` moves to the target of that one.
//! 2. Unreachable code is dropped.
//! 3. A conversion of a value that already has the right type is dropped: `TOBOOLEAN` after `DELETE` or a comparison.
//! 4. A `LOC` is dropped if another one comes before anything can throw. Branches to the next instruction are dropped.
//! 5. Pairs that undo each other are dropped: `EXCH EXCH`, `NOT NOT`.
//!
//! Each step is one pass over the code. Types are followed through forward branches. A place reached only from below is
//! the top of a loop's body, where the stack is empty.

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::{StackCode, StackInstruction, Types};

use super::emitter::Emitted;
use crate::control_flow::JumpChains;
use crate::meter::{Pace, filled, push};

/// Bytes that the passes need for each instruction, besides the code itself: whether it is kept, its number as a
/// target, and one further number at a time.
const SCRATCH: usize = size_of::<bool>() + 2 * size_of::<u32>();

/// Returns the code with its tables and its exact heights, and the new index of each instruction, or that of the next
/// one that is kept.
pub(super) fn finish(
    code: Emitted,
    labels: &[u32],
    held: u32,
    budget: &mut Budget,
) -> Result<(StackCode, Vec<u32>), Termination> {
    let Emitted { mut instructions, depths, literals, locations, .. } = code;
    budget.take(instructions.len().saturating_mul(SCRATCH))?;
    let mut pace = Pace::new(budget);
    for instruction in &mut instructions {
        pace.row()?;
        *instruction = instruction.with_target(|label| labels[label as usize]);
    }
    let mut code = StackCode { instructions, literals, locations, ..StackCode::default() };
    straighten(&mut code.instructions, &mut pace)?;
    let mut kept = reachable(&code.instructions, &mut pace)?;
    let targets = Targets::find(&code.instructions, &kept, &mut pace)?;
    code.max_values = drop_conversions(&code, &mut kept, &targets, &mut pace)?;
    drop_locations(&code.instructions, &mut kept, &targets, &mut pace)?;
    code.held = held;
    drop_forgetting(&code, &mut kept, &mut pace)?;
    drop_branches(&mut code.instructions, &mut kept, &targets, &mut pace)?;
    code.max_blocks = greatest_depth(&code.instructions, &depths, &kept, &mut pace)?;
    drop(depths);
    let moved = compact(&mut code.instructions, &kept, &targets, &mut pace)?;
    Ok((code, moved))
}

/// Moves every branch to the end of the chain of jumps that it begins. Handlers begin with `END`, never with a jump.
fn straighten(code: &mut [StackInstruction], pace: &mut Pace) -> Result<(), Termination> {
    let mut chains = JumpChains::new(code.len(), pace.budget)?;
    for index in 0..code.len() {
        pace.row()?;
        if let Some(target) = code[index].target() {
            let jump = |at: u32| match code[at as usize] {
                StackInstruction::BAlways(to) => Some(to),
                _ => None,
            };
            let end = chains.end(target, jump, pace)?;
            code[index] = code[index].with_target(|_| end);
        }
    }
    Ok(())
}

/// Returns for each instruction whether control can reach it from the beginning.
fn reachable(code: &[StackInstruction], pace: &mut Pace) -> Result<Vec<bool>, Termination> {
    let mut reached = vec![false; code.len()];
    let mut open: Vec<u32> = vec![0];
    while let Some(start) = open.pop() {
        pace.row()?;
        let mut at = start as usize;
        while at < code.len() && !reached[at] {
            pace.row()?;
            reached[at] = true;
            if let Some(target) = code[at].target().filter(|&target| !reached[target as usize]) {
                let grown = push(&mut open, target);
                pace.budget.take(grown)?;
            }
            if code[at].ends_path() {
                break;
            }
            at += 1;
        }
    }
    Ok(reached)
}

/// Instructions that control may reach from elsewhere than from the previous instruction.
struct Targets {
    /// Number of each instruction as a target, counted from 1; 0 if it is no target.
    numbers: Vec<u32>,
    count: u32,
}

impl Targets {
    /// Numbers the targets of all kept instructions, in the order in which branches name them.
    fn find(code: &[StackInstruction], kept: &[bool], pace: &mut Pace) -> Result<Self, Termination> {
        let mut targets = Targets { numbers: vec![0; code.len()], count: 0 };
        for (instruction, &is_kept) in code.iter().zip(kept) {
            pace.row()?;
            if let Some(target) = instruction.target().filter(|_| is_kept) {
                let number = &mut targets.numbers[target as usize];
                if *number == 0 {
                    targets.count += 1;
                    *number = targets.count;
                }
            }
        }
        Ok(targets)
    }

    #[inline(always)]
    fn contains(&self, index: usize) -> bool {
        self.numbers[index] != 0
    }
}

/// Passes every kept instruction to `visit`, with the types on the stack before it.
fn follow(
    code: &StackCode,
    kept: &[bool],
    targets: &Targets,
    pace: &mut Pace,
    mut visit: impl FnMut(usize, &[Types]),
) -> Result<(), Termination> {
    // By number of the target.
    let mut waiting: Vec<Option<Meeting>> = filled(None, targets.count as usize + 1, pace.budget)?;
    let mut values = Vec::new();
    let mut falls = true;
    for (index, &instruction) in code.instructions.iter().enumerate() {
        pace.row()?;
        if !kept[index] {
            continue;
        }
        if targets.contains(index) || !falls {
            match waiting[targets.numbers[index] as usize] {
                Some(meeting) => meeting.enter(&mut values, falls),
                None if falls => {}
                None => values.clear(),
            }
        }
        visit(index, &values);
        let left_before = match instruction {
            StackInstruction::BEnum(_) | StackInstruction::BThrown(_) => Some(Meeting::of(&values)),
            // The result of `next` has been popped.
            StackInstruction::BDone(_) => values.split_last().map(|(_, below)| Meeting::of(below)),
            _ => None,
        };
        let applied = instruction.apply(code, &mut values);
        debug_assert!(applied.is_ok(), "{applied:?} at {index}: {instruction}");
        let left = match instruction {
            // A handler gets the stack below its block.
            StackInstruction::STryC(_) | StackInstruction::STryF(_) => Some(Meeting::of(&values)),
            StackInstruction::BAlways(_) | StackInstruction::BTrue(_) | StackInstruction::BDelegated(_) => {
                Some(Meeting::of(&values))
            }
            _ => left_before,
        };
        if let (Some(left), Some(target)) = (left, instruction.target())
            && target as usize > index
        {
            let waiting = &mut waiting[targets.numbers[target as usize] as usize];
            *waiting = Some(waiting.map_or(left, |known| known.join(left)));
        }
        falls = !instruction.ends_path();
    }
    Ok(())
}

/// Number of top values whose types may differ where paths meet. Lower values are the same on all paths, since a branch
/// within an expression pops no more than that.
const SEEN: usize = 4;

/// Known types of the stack at a branch, for its target.
#[derive(Copy, Clone)]
struct Meeting {
    height: u32,
    /// The topmost values, from the top.
    top: [Types; SEEN],
}

impl Meeting {
    fn of(values: &[Types]) -> Self {
        let mut top = [Types::NONE; SEEN];
        top.iter_mut().zip(values.iter().rev()).for_each(|(place, types)| *place = *types);
        Meeting { height: values.len() as u32, top }
    }

    fn join(self, other: Meeting) -> Self {
        let mut top = self.top;
        top.iter_mut().zip(other.top).for_each(|(types, other)| *types = types.union(other));
        Meeting { top, ..self }
    }

    /// Sets the values to those at this branch's target, merged with the current ones if control `falls` in from above
    /// as well.
    fn enter(self, values: &mut Vec<Types>, falls: bool) {
        let top = if falls { self.join(Meeting::of(values)).top } else { self.top };
        let height = self.height as usize;
        let seen = height.min(SEEN);
        values.resize(height - seen, Types::VAL);
        values.extend(top[..seen].iter().rev());
    }
}

/// Drops needless conversions. Also returns the greatest height of the stack. Dropping instructions, here or later,
/// does not change it, as an instruction that pushes a value is followed by one that finds it there.
fn drop_conversions(
    code: &StackCode,
    kept: &mut [bool],
    targets: &Targets,
    pace: &mut Pace,
) -> Result<u32, Termination> {
    let mut needless = Vec::new();
    let mut greatest = 0;
    follow(code, kept, targets, pace, |index, values| {
        greatest = greatest.max(values.len());
        let wanted = match code.instructions[index] {
            StackInstruction::ToBoolean => Types::BOOL,
            StackInstruction::ToNumber => Types::NUM,
            StackInstruction::ToString => Types::STR,
            StackInstruction::ToObject => Types::OBJ,
            StackInstruction::ToPrimitive => Types::PRIM,
            // A number serves as a key like its string; the base is checked by the access to the property.
            StackInstruction::ToKey => Types::NUM,
            _ => return,
        };
        if values.last().is_some_and(|top| top.is_within(wanted)) {
            needless.push(index as u32);
        }
    })?;
    for index in needless {
        pace.row()?;
        kept[index as usize] = false;
    }
    Ok(greatest as u32)
}

/// Drops each `LOC` that another one follows before anything can throw, branch, or be branched to.
fn drop_locations(
    code: &[StackInstruction],
    kept: &mut [bool],
    targets: &Targets,
    pace: &mut Pace,
) -> Result<(), Termination> {
    let mut unused = None;
    for index in 0..code.len() {
        pace.row()?;
        if targets.contains(index) {
            unused = None;
        }
        if !kept[index] {
            continue;
        }
        match code[index] {
            StackInstruction::Loc(_) => {
                if let Some(unused) = unused.replace(index) {
                    kept[unused] = false;
                }
            }
            StackInstruction::End(_) => unused = None,
            instruction if instruction.throws() || instruction.target().is_some() => unused = None,
            _ => {}
        }
    }
    Ok(())
}

/// Drops `FORGET` instructions for places that the function turned out not to have.
fn drop_forgetting(code: &StackCode, kept: &mut [bool], pace: &mut Pace) -> Result<(), Termination> {
    for (kept, instruction) in kept.iter_mut().zip(&code.instructions) {
        pace.row()?;
        *kept &= !matches!(instruction, StackInstruction::Forget(place) if *place >= code.held);
    }
    Ok(())
}

/// Drops jumps to the next instruction, and turns `NOT; B.TRUE,x; B.ALWAYS,y; x:` into `B.TRUE,y`. Goes backwards, so
/// that everything behind is final.
fn drop_branches(
    code: &mut [StackInstruction],
    kept: &mut [bool],
    targets: &Targets,
    pace: &mut Pace,
) -> Result<(), Termination> {
    // The first kept instruction from each index on.
    let mut next = vec![code.len() as u32; code.len() + 1];
    for index in (0..code.len()).rev() {
        pace.row()?;
        next[index] = next[index + 1];
        if !kept[index] {
            continue;
        }
        let following = next[index + 1] as usize;
        match code[index] {
            StackInstruction::BAlways(to) if to as usize > index && next[to as usize] as usize == following => {
                kept[index] = false;
                continue;
            }
            StackInstruction::BTrue(over)
                if over as usize > index
                    && let Some(&StackInstruction::BAlways(to)) = code.get(following)
                    && next[over as usize] == next[following + 1]
                    && !(index..=following).any(|at| targets.contains(at))
                    && index > 0
                    && kept[index - 1]
                    && code[index - 1] == StackInstruction::Not =>
            {
                code[index] = StackInstruction::BTrue(to);
                kept[index - 1] = false;
                kept[following] = false;
                let after = next[following + 1];
                next[index + 1..=following].fill(after);
            }
            _ => {}
        }
        next[index] = index as u32;
    }
    Ok(())
}

/// Returns the greatest height of the block stack. Only instructions that begin a block and are kept raise it.
fn greatest_depth(
    code: &[StackInstruction],
    depths: &[u32],
    kept: &[bool],
    pace: &mut Pace,
) -> Result<u32, Termination> {
    use StackInstruction::{SBlock, SEnum, STryC, STryF, SWith};
    let mut greatest = 0;
    for ((instruction, depth), &is_kept) in code.iter().zip(depths).zip(kept) {
        pace.row()?;
        if is_kept && matches!(instruction, SBlock(_) | SEnum | STryC(_) | STryF(_) | SWith) {
            greatest = greatest.max(depth + 1);
        }
    }
    Ok(greatest)
}

/// Compacts the kept code, and drops pairs that undo each other.
fn compact(
    code: &mut Vec<StackInstruction>,
    kept: &[bool],
    targets: &Targets,
    pace: &mut Pace,
) -> Result<Vec<u32>, Termination> {
    use StackInstruction::{Exch, Not};
    let mut moved = Vec::with_capacity(code.len() + 1);
    // Length of the compacted code, and its length at the last target.
    let (mut length, mut settled) = (0, 0);
    for index in 0..code.len() {
        pace.row()?;
        if targets.contains(index) {
            settled = length;
        }
        moved.push(length as u32);
        if !kept[index] {
            continue;
        }
        let instruction = code[index];
        if matches!(instruction, Exch | Not) && length > settled && code[length - 1] == instruction {
            length -= 1;
        } else {
            code[length] = instruction;
            length += 1;
        }
    }
    moved.push(length as u32);
    code.truncate(length);
    for instruction in code.iter_mut() {
        pace.row()?;
        *instruction = instruction.with_target(|old| moved[old as usize]);
    }
    code.shrink_to_fit();
    Ok(moved)
}
