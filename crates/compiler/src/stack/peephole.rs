//! From labels to indices of instructions, and what the type constraints of the instructions make needless.
//!
//! 1. Labels become indices. A branch to a `B.ALWAYS` goes where that one goes.
//! 2. What cannot be reached is dropped.
//! 3. A conversion of a value that is of the right type already is dropped: `TOBOOLEAN` after `DELETE` or a comparison.
//! 4. A `LOC` after which another one comes before anything can throw is dropped, and so are branches to what comes next.
//! 5. Pairs that undo each other are dropped: `EXCH EXCH`, `NOT NOT`.
//!
//! Each step is one pass over the code. Types are followed through forward branches; a place that only something below
//! leads to is the top of a loop's body, where the stack is empty.

use ferrotape_bytecode::{StackCode, StackInstruction, Types};

use super::emitter::Emitter;
use crate::control_flow::JumpChains;

/// The code with its tables and its exact heights.
pub(super) fn finish(emitter: Emitter) -> StackCode {
    let Emitter { instructions, depths, labels, literals, locations, .. } = emitter;
    let instructions: Vec<_> =
        instructions.into_iter().map(|instruction| instruction.with_target(|label| labels[label as usize])).collect();
    let mut code = StackCode { instructions, literals, locations, ..StackCode::default() };
    straighten(&mut code.instructions);
    let mut kept = reachable(&code.instructions);
    drop_conversions(&code, &mut kept);
    let is_target = targets(&code.instructions, &kept);
    drop_locations(&code.instructions, &mut kept, &is_target);
    drop_branches(&mut code.instructions, &mut kept, &is_target);
    code.max_blocks = greatest_depth(&code.instructions, &depths, &kept);
    code.instructions = compact(&code.instructions, &kept, &is_target);
    code.max_values = greatest_height(&code);
    code
}

/// Lets every branch lead to the end of the chain of jumps that it begins. Handlers begin with `END`, never with a jump.
fn straighten(code: &mut [StackInstruction]) {
    let mut chains = JumpChains::new(code.len());
    for index in 0..code.len() {
        if let Some(target) = code[index].target() {
            let end = chains.end(target, |at| match code[at as usize] {
                StackInstruction::BAlways(to) => Some(to),
                _ => None,
            });
            code[index] = code[index].with_target(|_| end);
        }
    }
}

fn reachable(code: &[StackInstruction]) -> Vec<bool> {
    let mut reached = vec![false; code.len()];
    let mut open: Vec<u32> = vec![0];
    while let Some(start) = open.pop() {
        let mut at = start as usize;
        while at < code.len() && !reached[at] {
            reached[at] = true;
            open.extend(code[at].target());
            if code[at].ends_path() {
                break;
            }
            at += 1;
        }
    }
    reached
}

/// Shows `visit` every kept instruction and the types on the stack before it.
fn follow(code: &StackCode, kept: &[bool], mut visit: impl FnMut(usize, &[Types])) {
    let mut waiting: Vec<Option<Meeting>> = vec![None; code.instructions.len()];
    let mut values = Vec::new();
    let mut falls = true;
    for (index, &instruction) in code.instructions.iter().enumerate().filter(|&(index, _)| kept[index]) {
        match waiting[index].take() {
            Some(meeting) => meeting.enter(&mut values, falls),
            None if falls => {}
            None => values.clear(),
        }
        visit(index, &values);
        let before = Meeting::of(&values);
        let applied = instruction.apply(code, &mut values);
        debug_assert!(applied.is_ok(), "{applied:?} at {index}: {instruction}");
        let (target, left) = match instruction {
            StackInstruction::BEnum(target) => (Some(target), before),
            StackInstruction::BAlways(target) | StackInstruction::BTrue(target) => (Some(target), Meeting::of(&values)),
            _ => (None, before),
        };
        if let Some(target) = target.map(|target| target as usize).filter(|&target| target > index) {
            waiting[target] = Some(waiting[target].map_or(left, |known| known.join(left)));
        }
        falls = !instruction.ends_path();
    }
}

/// So many values can be told apart where ways meet. What lies below them is the same on all ways: whoever branches within
/// an expression takes no more than that off the stack.
const SEEN: usize = 4;

/// What is known of the stack at a branch, for where it leads to.
#[derive(Copy, Clone)]
struct Meeting {
    height: usize,
    /// The topmost values, from the top.
    top: [Types; SEEN],
}

impl Meeting {
    fn of(values: &[Types]) -> Self {
        let mut top = [Types::NONE; SEEN];
        top.iter_mut().zip(values.iter().rev()).for_each(|(place, types)| *place = *types);
        Meeting { height: values.len(), top }
    }

    fn join(self, other: Meeting) -> Self {
        let mut top = self.top;
        top.iter_mut().zip(other.top).for_each(|(types, other)| *types = types.union(other));
        Meeting { top, ..self }
    }

    /// Changes the values to what they are where this branch ends, and where control `falls` in from above as well.
    fn enter(self, values: &mut Vec<Types>, falls: bool) {
        let top = if falls { self.join(Meeting::of(values)).top } else { self.top };
        let seen = self.height.min(SEEN);
        values.resize(self.height - seen, Types::VAL);
        values.extend(top[..seen].iter().rev());
    }
}

fn drop_conversions(code: &StackCode, kept: &mut [bool]) {
    let mut needless = Vec::new();
    follow(code, kept, |index, values| {
        let wanted = match code.instructions[index] {
            StackInstruction::ToBoolean => Types::BOOL,
            StackInstruction::ToNumber => Types::NUM,
            StackInstruction::ToString => Types::STR,
            StackInstruction::ToObject => Types::OBJ,
            StackInstruction::ToPrimitive => Types::PRIM,
            // A number is as good a key as the string of it; the base is looked at when the property is.
            StackInstruction::ToKey => Types::NUM,
            _ => return,
        };
        if values.last().is_some_and(|top| top.is_within(wanted)) {
            needless.push(index);
        }
    });
    needless.into_iter().for_each(|index| kept[index] = false);
}

/// Where control may come from elsewhere than the instruction before.
fn targets(code: &[StackInstruction], kept: &[bool]) -> Vec<bool> {
    let mut is_target = vec![false; code.len()];
    let kept = code.iter().zip(kept).filter(|(_, kept)| **kept);
    kept.filter_map(|(instruction, _)| instruction.target()).for_each(|target| is_target[target as usize] = true);
    is_target
}

fn drop_locations(code: &[StackInstruction], kept: &mut [bool], is_target: &[bool]) {
    let mut unused = None;
    for index in 0..code.len() {
        if is_target[index] {
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
}

/// Drops jumps to what comes next, and turns `NOT; B.TRUE,x; B.ALWAYS,y; x:` into `B.TRUE,y`; backwards, so that all that
/// follows is settled.
fn drop_branches(code: &mut [StackInstruction], kept: &mut [bool], is_target: &[bool]) {
    // By index: the first kept instruction from there on.
    let mut next = vec![code.len(); code.len() + 1];
    for index in (0..code.len()).rev() {
        next[index] = next[index + 1];
        if !kept[index] {
            continue;
        }
        let following = next[index + 1];
        match code[index] {
            StackInstruction::BAlways(to) if to as usize > index && next[to as usize] == following => {
                kept[index] = false;
                continue;
            }
            StackInstruction::BTrue(over)
                if over as usize > index
                    && let Some(&StackInstruction::BAlways(to)) = code.get(following)
                    && next[over as usize] == next[following + 1]
                    && !is_target[index..=following].contains(&true)
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
        next[index] = index;
    }
}

fn greatest_depth(code: &[StackInstruction], depths: &[u32], kept: &[bool]) -> u32 {
    use StackInstruction::{SBlock, SEnum, STryC, STryF, SWith};
    let begins =
        |instruction: &StackInstruction| matches!(instruction, SBlock(_) | SEnum | STryC(_) | STryF(_) | SWith);
    let kept = code.iter().zip(depths).zip(kept).filter(|(_, kept)| **kept);
    kept.filter(|((instruction, _), _)| begins(instruction)).map(|((_, depth), _)| depth + 1).max().unwrap_or(0)
}

/// Moves what is kept together, and drops pairs that undo each other.
fn compact(code: &[StackInstruction], kept: &[bool], is_target: &[bool]) -> Vec<StackInstruction> {
    use StackInstruction::{Exch, Not};
    let mut moved = Vec::with_capacity(code.len());
    let mut output: Vec<StackInstruction> = Vec::with_capacity(code.len());
    // So much of the output lies before the place that something led to last.
    let mut settled = 0;
    for (index, &instruction) in code.iter().enumerate() {
        if is_target[index] {
            settled = output.len();
        }
        moved.push(output.len() as u32);
        if !kept[index] {
            continue;
        }
        let undoes = matches!(instruction, Exch | Not) && output.last() == Some(&instruction);
        if undoes && output.len() > settled {
            output.pop();
        } else {
            output.push(instruction);
        }
    }
    output.into_iter().map(|instruction| instruction.with_target(|old| moved[old as usize])).collect()
}

/// Whatever pushes something is followed by an instruction that finds it there.
fn greatest_height(code: &StackCode) -> u32 {
    let mut greatest = 0;
    let kept = vec![true; code.instructions.len()];
    follow(code, &kept, |_, values| greatest = greatest.max(values.len()));
    greatest as u32
}
