//! Backtracker: runs a program along one path at a time, and goes back when it fails.
//!
//! The paths not yet taken, and the old values of registers, lie on one stack of [`Entry`]s. There is no native
//! recursion. Steps are counted, charged to the budget in bulk, and bounded: the caller may give a number of steps
//! after which to give up.

#[cfg(test)]
mod tests;

use std::num::NonZeroU32;
use std::ops::Range;

use ferrotape_budget::{Budget, Termination};

use crate::canonicalize::Folding;
use crate::character_set::{is_line_terminator, is_word};
use crate::input::InputText;
use crate::program::{Instruction, Loop, Program, RunKind, RunSet};
use crate::scratch::{NONE, Scratch};

/// The reason why a search ended without an answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Terminated(Termination),
    /// The search took as many steps as were allowed.
    GaveUp,
}

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination)
    }
}

/// An action for the case that the current path fails.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Entry {
    /// Continue there.
    Resume { pc: u32, position: u32 },
    /// Restore a register, and go further back.
    Restore { register: u32, value: u32 },
    /// Let a run give back one unit.
    Shorten { run: u32, low: u32, high: u32 },
    /// Let a run take one more unit.
    Lengthen { run: u32, position: u32, taken: u32 },
}

/// Steps between two checks of the budget.
const CHUNK: i32 = 1 << 12;

/// Units that a tight loop scans between two checks of the budget.
const PIECE: usize = 1 << 16;

/// Units of a tight loop that count as one step.
const UNITS_PER_STEP: usize = 8;

/// Most registers that are prepared without being counted as work.
const FEW_REGISTERS: usize = 64;

/// Searches from `start`, or only at `start` if `sticky`. Gives up after `most_steps`.
pub(crate) fn find<I: InputText>(
    program: &Program,
    text: I,
    start: usize,
    sticky: bool,
    most_steps: u64,
    budget: &mut Budget,
    scratch: &mut Scratch,
) -> Result<bool, Stop> {
    let (candidate, read) = if sticky { (Some(start), 0) } else { next(program, text, start) };
    if candidate.is_none() && start + PIECE > text.len() {
        // Most searches without an answer end before the first attempt.
        budget.work(read as u64 / UNITS_PER_STEP as u64)?;
        return Ok(false);
    }
    if program.register_count > FEW_REGISTERS {
        budget.work(program.register_count as u64 / 16)?;
    }
    scratch.prepare(program.register_count, budget)?;
    let Scratch { registers, stack, charged, .. } = scratch;
    let chunk = CHUNK.min(most_steps.min(CHUNK as u64) as i32);
    let mut backtracker = Backtracker {
        program,
        text,
        stack,
        registers,
        charged,
        budget,
        chunk,
        countdown: chunk,
        steps_left: most_steps,
    };
    let found = backtracker.work(read).and_then(|()| backtracker.search(start, candidate, sticky));
    let steps = (i64::from(backtracker.chunk) - i64::from(backtracker.countdown)).max(0);
    budget.work(steps as u64)?;
    found
}

/// Returns where a match may begin first, if in a piece of the text from a position on, and how many units were read.
fn next<I: InputText>(program: &Program, text: I, position: usize) -> (Option<usize>, usize) {
    // Texts are shorter than 2^32 units, so this cannot overflow.
    program.starts.next(text, position, position + PIECE)
}

struct Backtracker<'a, I> {
    program: &'a Program,
    text: I,
    stack: &'a mut Vec<Entry>,
    registers: &'a mut [u32],
    charged: &'a mut usize,
    budget: &'a mut Budget,
    /// Value with which `countdown` began.
    chunk: i32,
    /// Steps left until the next check of the budget.
    countdown: i32,
    /// Steps left until the search gives up, without those of this chunk.
    steps_left: u64,
}

impl<I: InputText> Backtracker<'_, I> {
    /// Searches from `start`. The first candidate in the first piece is known.
    fn search(&mut self, start: usize, first: Option<usize>, sticky: bool) -> Result<bool, Stop> {
        let (mut position, mut candidate) = (start, first);
        loop {
            match candidate {
                Some(candidate) => {
                    if self.attempt(candidate)? {
                        return Ok(true);
                    }
                    position = self.after_failure(candidate)?;
                }
                None => position += PIECE,
            }
            if sticky || position > self.text.len() {
                return Ok(false);
            }
            let read;
            (candidate, read) = next(self.program, self.text, position);
            self.work(read)?;
        }
    }

    /// Returns where the search continues after a failed attempt. A match that begins with a run of one set has failed
    /// with all ends of the run. If it began later in the run, it would have fewer ends, and fail as well.
    #[inline(always)]
    fn after_failure(&mut self, position: usize) -> Result<usize, Stop> {
        if let Some(run) = self.program.leading_run {
            let set = self.program.run_set(&self.program.runs[run as usize]);
            let (end, count) = self.text.skip_set(position, PIECE, set);
            self.work(count)?;
            if count > 0 {
                return Ok(end);
            }
        }
        Ok(position + self.text.unit(position).map_or(1, |unit| self.text.width(unit)))
    }

    /// Counts units scanned in a tight loop, several of which cost one step. There are never more than eight pieces, or the
    /// length of a pattern.
    #[inline(always)]
    fn work(&mut self, units: usize) -> Result<(), Stop> {
        self.count((units / UNITS_PER_STEP) as i32)
    }

    #[inline(always)]
    fn count(&mut self, steps: i32) -> Result<(), Stop> {
        // It was above 0, and no single action takes so many steps that this could overflow.
        self.countdown -= steps;
        if self.countdown <= 0 { self.settle() } else { Ok(()) }
    }

    /// Charges the steps since the last time, and checks whether more are allowed.
    #[cold]
    #[inline(never)]
    fn settle(&mut self) -> Result<(), Stop> {
        let steps = (i64::from(self.chunk) - i64::from(self.countdown)) as u64;
        self.budget.work(steps)?;
        self.steps_left = self.steps_left.saturating_sub(steps);
        self.chunk = CHUNK;
        self.countdown = CHUNK;
        if self.steps_left == 0 { Err(Stop::GaveUp) } else { Ok(()) }
    }

    /// Runs the program at one position. If it fails, all registers are as before.
    #[inline(always)]
    fn attempt(&mut self, start: usize) -> Result<bool, Stop> {
        self.stack.clear();
        let (program, text) = (self.program, self.text);
        let code = &*program.code;
        let mut pc = 0;
        let mut position = start;
        // Steps since the last instruction that checked the countdown. No path is so long that this would be too late.
        let mut steps = 0;
        while let Some(&instruction) = code.get(pc) {
            steps += 1;
            // Position for the next instruction, if this one succeeds. Instructions that jump set the next one
            // themselves.
            let next = match instruction {
                Instruction::Match => {
                    self.countdown -= steps;
                    self.registers[0] = start as u32;
                    self.registers[1] = position as u32;
                    return Ok(true);
                }
                Instruction::Fail => None,
                Instruction::Character(wanted) => {
                    (text.unit(position) == Some(wanted)).then_some(position + text.width(wanted))
                }
                Instruction::Either(one, other) => {
                    let unit = text.unit(position).filter(|&unit| unit == one || unit == other);
                    unit.map(|unit| position + text.width(unit))
                }
                Instruction::Set(set) => {
                    let unit = text.unit(position).filter(|&unit| program.sets[set as usize].contains(unit));
                    unit.map(|unit| position + text.width(unit))
                }
                Instruction::Literal { start, length } => {
                    let units = &program.literals[start as usize..(start + length) as usize];
                    steps += (units.len() / UNITS_PER_STEP) as i32;
                    text.has_at(position, units).then_some(position + units.len())
                }
                Instruction::Retreat => text.unit_before(position).map(|unit| position - text.width(unit)),
                Instruction::Jump(target) => {
                    pc = target as usize;
                    self.count(std::mem::take(&mut steps))?;
                    continue;
                }
                Instruction::Fork(otherwise) => {
                    self.push(Entry::Resume { pc: otherwise, position: position as u32 })?;
                    Some(position)
                }
                Instruction::Choose { first, second, otherwise } => {
                    let next = text.unit(position);
                    let may_go_second = program.guards[second as usize].allows(next);
                    if program.guards[first as usize].allows(next) {
                        if may_go_second {
                            self.push(Entry::Resume { pc: otherwise, position: position as u32 })?;
                        }
                        Some(position)
                    } else if may_go_second {
                        pc = otherwise as usize;
                        continue;
                    } else {
                        None
                    }
                }
                Instruction::Switch(id) => match program.switches[id as usize].choice(text.unit(position)) {
                    Some(choice) => {
                        pc = program.switch_targets[choice] as usize;
                        continue;
                    }
                    None => None,
                },
                Instruction::Run(run) => self.run(run, position)?,
                Instruction::Save(register) => {
                    self.set(register, position as u32)?;
                    Some(position)
                }
                Instruction::Reset { start, end } => {
                    self.reset(start, end)?;
                    Some(position)
                }
                Instruction::LoopStart(id) => {
                    self.loop_start(&program.loops[id as usize])?;
                    Some(position)
                }
                Instruction::LoopHead(id) => {
                    pc = self.loop_head(&program.loops[id as usize], position)?;
                    continue;
                }
                Instruction::LoopEnter(id) => {
                    self.loop_enter(&program.loops[id as usize], position)?;
                    Some(position)
                }
                Instruction::LoopBack(id) => {
                    let this = &program.loops[id as usize];
                    if !self.is_needless(this, position) {
                        pc = this.head as usize;
                        self.count(std::mem::take(&mut steps))?;
                        continue;
                    }
                    None
                }
                Instruction::InputStart => (position == 0).then_some(position),
                Instruction::InputEnd => (position == text.len()).then_some(position),
                Instruction::LineStart => is_line_start(text, position).then_some(position),
                Instruction::LineEnd => text.unit(position).is_none_or(is_line_terminator).then_some(position),
                Instruction::WordBoundary { negated, folded } => {
                    (is_word_boundary(text, position, folded) != negated).then_some(position)
                }
                Instruction::LookStart { registers, negated_end } => {
                    self.look_start(registers, negated_end, position)?;
                    Some(position)
                }
                Instruction::LookEnd { registers, has_captures } => Some(self.look_end(registers, has_captures)?),
                Instruction::NegatedLookEnd { registers } => {
                    self.unwind(self.registers[registers as usize] as usize)?;
                    None
                }
                Instruction::BackReference { group, backward, folding: Folding::None } => {
                    self.back_reference(group, backward, position)?
                }
                Instruction::BackReference { group, backward, folding } => {
                    self.folded_back_reference(group, backward, folding, position)?
                }
                Instruction::BackReferences { start, end, backward, folding } => {
                    self.back_references(start..end, backward, folding, position)?
                }
            };
            if let Some(next) = next {
                position = next;
                pc += 1;
                continue;
            }
            self.count(std::mem::take(&mut steps))?;
            match self.backtrack()? {
                Some(next) => (pc, position) = next,
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// Takes the path that was left open last. Returns where to continue, if there is one.
    #[inline(always)]
    fn backtrack(&mut self) -> Result<Option<(usize, usize)>, Stop> {
        while let Some(&entry) = self.stack.last() {
            match entry {
                Entry::Resume { pc, position } => {
                    self.stack.pop();
                    return Ok(Some((pc as usize, position as usize)));
                }
                Entry::Restore { register, value } => {
                    self.stack.pop();
                    self.registers[register as usize] = value;
                    self.count(1)?;
                }
                Entry::Shorten { run, low, high } => {
                    self.stack.pop();
                    let high = self.before(high as usize);
                    if let Some(position) = self.shorten(run, low as usize, high)? {
                        return Ok(Some((self.program.runs[run as usize].next as usize, position)));
                    }
                }
                Entry::Lengthen { run, position, taken } => {
                    self.stack.pop();
                    if let Some(position) = self.lengthen(run, position as usize, taken)? {
                        return Ok(Some((self.program.runs[run as usize].next as usize, position)));
                    }
                }
            }
        }
        Ok(None)
    }

    #[inline(always)]
    fn push(&mut self, entry: Entry) -> Result<(), Stop> {
        if self.stack.len() == self.stack.capacity() {
            self.grow()?;
        }
        self.stack.push(entry);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), Stop> {
        Ok(Scratch::grow(self.stack, 1, self.charged, self.budget)?)
    }

    /// Sets a register, so that going back restores it.
    #[inline(always)]
    fn set(&mut self, register: u32, value: u32) -> Result<(), Stop> {
        let old = std::mem::replace(&mut self.registers[register as usize], value);
        self.push(Entry::Restore { register, value: old })
    }

    fn reset(&mut self, start: u32, end: u32) -> Result<(), Stop> {
        self.work((end - start) as usize)?;
        for register in start..end {
            if self.registers[register as usize] != NONE {
                self.set(register, NONE)?;
            }
        }
        Ok(())
    }

    /// Takes a run of one set. Returns where to continue, if the run is long enough.
    #[inline(always)]
    fn run(&mut self, id: u32, position: usize) -> Result<Option<usize>, Stop> {
        let run = &self.program.runs[id as usize];
        let set = self.program.run_set(run);
        let most = run.most as usize;
        let (mut end, mut taken) = self.text.skip_set(position, most.min(PIECE), set);
        self.work(taken)?;
        if taken == PIECE {
            (end, taken) = self.run_on(set, most, end)?;
        }
        if taken < run.minimum as usize {
            return Ok(None);
        }
        match run.kind {
            RunKind::Possessive => Ok(Some(end)),
            RunKind::Greedy => {
                let low = self.advance(position, run.minimum as usize)?;
                self.shorten(id, low, end)
            }
            RunKind::Lazy if !self.program.guards[run.follow as usize].allows(self.text.unit(end)) => {
                self.lengthen(id, end, run.minimum)
            }
            RunKind::Lazy => {
                self.push(Entry::Lengthen { run: id, position: end as u32, taken: run.minimum })?;
                Ok(Some(end))
            }
        }
    }

    /// Continues a run that has taken a piece.
    #[cold]
    #[inline(never)]
    fn run_on(&mut self, set: RunSet<'_>, most: usize, position: usize) -> Result<(usize, usize), Stop> {
        let (mut end, mut taken) = (position, PIECE);
        loop {
            let piece = PIECE.min(most - taken);
            let (after, count) = self.text.skip_set(end, piece, set);
            self.work(count)?;
            (end, taken) = (after, taken + count);
            if count < piece || taken == most {
                return Ok((end, taken));
            }
        }
    }

    /// Returns the position one character before another, which is not the start of the text.
    #[inline(always)]
    fn before(&self, position: usize) -> usize {
        position - self.text.unit_before(position).map_or(1, |unit| self.text.width(unit))
    }

    /// Returns the position `count` characters further. The text has as many.
    #[inline(always)]
    fn advance(&mut self, position: usize, count: usize) -> Result<usize, Stop> {
        let (mut position, mut left) = (position, count);
        while left > PIECE {
            position = self.text.advance(position, PIECE);
            left -= PIECE;
            self.work(PIECE)?;
        }
        Ok(self.text.advance(position, left))
    }

    /// Returns the last position from `high` down to `low` at which the code after a run may succeed.
    #[inline(always)]
    fn shorten(&mut self, id: u32, low: usize, high: usize) -> Result<Option<usize>, Stop> {
        let run = &self.program.runs[id as usize];
        let follow = &self.program.guards[run.follow as usize];
        let mut end = high;
        let mut counted = high;
        while !follow.allows(self.text.unit(end)) {
            if end == low {
                self.work(counted - end)?;
                return Ok(None);
            }
            end = self.before(end);
            if counted - end >= PIECE {
                self.work(PIECE)?;
                counted = end;
            }
        }
        self.work(counted - end)?;
        if end > low {
            self.push(Entry::Shorten { run: id, low: low as u32, high: end as u32 })?;
        }
        Ok(Some(end))
    }

    /// Returns the next position after `position` at which the code after a run may succeed. The run has already taken
    /// this many units.
    #[inline(always)]
    fn lengthen(&mut self, id: u32, position: usize, taken: u32) -> Result<Option<usize>, Stop> {
        let run = &self.program.runs[id as usize];
        let (set, follow) = (self.program.run_set(run), &self.program.guards[run.follow as usize]);
        let mut taken = taken;
        let (mut end, mut counted) = (position, position);
        while taken < run.maximum
            && let Some(unit) = self.text.unit(end)
            && set.contains(unit)
        {
            taken = taken.saturating_add(u32::from(run.maximum != u32::MAX));
            end += self.text.width(unit);
            if follow.allows(self.text.unit(end)) {
                self.work(end - counted)?;
                self.push(Entry::Lengthen { run: id, position: end as u32, taken })?;
                return Ok(Some(end));
            }
            if end - counted >= PIECE {
                self.work(PIECE)?;
                counted = end;
            }
        }
        self.work(end - counted)?;
        Ok(None)
    }

    fn loop_start(&mut self, this: &Loop) -> Result<(), Stop> {
        match this.counter {
            Some(counter) => self.set(counter, 0),
            None => Ok(()),
        }
    }

    /// Returns how many iterations have begun.
    fn iterations(&self, this: &Loop) -> u32 {
        this.counter.map_or(0, |counter| self.registers[counter as usize])
    }

    /// Returns where to continue: in the body, or after the loop.
    fn loop_head(&mut self, this: &Loop, position: usize) -> Result<usize, Stop> {
        let count = self.iterations(this);
        let (body, exit) = (this.head + 1, this.exit);
        if count < this.minimum {
            return Ok(body as usize);
        }
        if count >= this.maximum {
            return Ok(exit as usize);
        }
        let (pc, otherwise) = if this.greedy { (body, exit) } else { (exit, body) };
        self.push(Entry::Resume { pc: otherwise, position: position as u32 })?;
        Ok(pc as usize)
    }

    fn loop_enter(&mut self, this: &Loop, position: usize) -> Result<(), Stop> {
        if let Some(counter) = this.counter {
            self.set(counter, self.iterations(this).saturating_add(1))?;
        }
        if let Some(start) = this.start {
            self.set(start, position as u32)?;
        }
        self.reset(this.reset.0, this.reset.1)
    }

    /// Returns whether the iteration was empty, and not one of the required ones.
    fn is_needless(&self, this: &Loop, position: usize) -> bool {
        let is_empty = this.start.is_some_and(|start| self.registers[start as usize] == position as u32);
        is_empty && (this.counter.is_none() || self.iterations(this) > this.minimum)
    }

    /// Begins an assertion. Its two registers are never restored: only this assertion sets them between its beginning
    /// and its end, and no path leads back into it after its end.
    fn look_start(&mut self, registers: u32, negated_end: Option<NonZeroU32>, position: usize) -> Result<(), Stop> {
        self.registers[registers as usize] = self.stack.len() as u32;
        self.registers[registers as usize + 1] = position as u32;
        match negated_end {
            Some(end) => self.push(Entry::Resume { pc: end.get(), position: position as u32 }),
            None => Ok(()),
        }
    }

    /// Drops the other paths through an assertion that holds, but keeps the entries that restore its captures.
    fn look_end(&mut self, registers: u32, has_captures: bool) -> Result<usize, Stop> {
        let mut kept = self.registers[registers as usize] as usize;
        if has_captures {
            let bottom = kept;
            for index in bottom..self.stack.len() {
                if (index - bottom) % PIECE == PIECE - 1 {
                    self.work(PIECE)?;
                }
                if let entry @ Entry::Restore { .. } = self.stack[index] {
                    self.stack[kept] = entry;
                    kept += 1;
                }
            }
        }
        self.stack.truncate(kept);
        Ok(self.registers[registers as usize + 1] as usize)
    }

    /// Drops all paths above a height, and restores registers to their values there.
    fn unwind(&mut self, height: usize) -> Result<(), Stop> {
        self.work(PIECE.min(self.stack.len().saturating_sub(height)))?;
        while self.stack.len() > height {
            if self.stack.len().is_multiple_of(PIECE) {
                self.work(PIECE)?;
            }
            if let Some(Entry::Restore { register, value }) = self.stack.pop() {
                self.registers[register as usize] = value;
            }
        }
        Ok(())
    }

    /// Matches a back reference to several groups by the one that has matched. Each that is looked at costs a step.
    fn back_references(
        &mut self,
        groups: Range<u32>,
        backward: bool,
        folding: Folding,
        position: usize,
    ) -> Result<Option<usize>, Stop> {
        let program = self.program;
        for &group in program.references.get(groups.start as usize..groups.end as usize).unwrap_or_default() {
            self.count(1)?;
            if self.group(group).is_some() {
                return match folding {
                    Folding::None => self.back_reference(group, backward, position),
                    _ => self.folded_back_reference(group, backward, folding, position),
                };
            }
        }
        Ok(Some(position))
    }

    /// Matches a back reference (BackreferenceMatcher, ECMA-262 22.2.2.7.2) by comparing characters for equality.
    fn back_reference(&mut self, group: u32, backward: bool, position: usize) -> Result<Option<usize>, Stop> {
        let Some((start, end)) = self.group(group) else { return Ok(Some(position)) };
        let length = end - start;
        let Some(from) = (if backward { position.checked_sub(length) } else { Some(position) }) else {
            return Ok(None);
        };
        if from + length > self.text.len() {
            return Ok(None);
        }
        let (mut one, mut other) = (start, from);
        let mut counted = start;
        while one < end {
            let unit = self.text.unit(one);
            if unit != self.text.unit(other) {
                return Ok(None);
            }
            let width = unit.map_or(1, |unit| self.text.width(unit));
            (one, other) = (one + width, other + width);
            if one - counted >= PIECE {
                self.work(PIECE)?;
                counted = one;
            }
        }
        self.work(end - counted)?;
        // If `from` or the end is in the middle of a character, the last character is a different one.
        Ok(Some(if backward { from } else { from + length }).filter(|&to| self.text.boundary(to) == to))
    }

    /// Matches a back reference by comparing canonical characters. It takes as many characters, whose widths may
    /// differ.
    fn folded_back_reference(
        &mut self,
        group: u32,
        backward: bool,
        folding: Folding,
        position: usize,
    ) -> Result<Option<usize>, Stop> {
        let Some((start, end)) = self.group(group) else { return Ok(Some(position)) };
        let text = self.text;
        let next = |at: usize| if backward { text.unit_before(at) } else { text.unit(at) };
        let (mut one, mut other) = if backward { (end, position) } else { (start, position) };
        while one != if backward { start } else { end } {
            let (Some(wanted), Some(found)) = (next(one), next(other)) else { return Ok(None) };
            // A character costs as much as a step.
            self.count(1)?;
            if folding.canonical(wanted) != folding.canonical(found) {
                return Ok(None);
            }
            let (by, further) = (text.width(wanted), text.width(found));
            (one, other) = if backward { (one - by, other - further) } else { (one + by, other + further) };
        }
        Ok(Some(other))
    }

    /// Returns the range that a group has matched.
    fn group(&self, group: u32) -> Option<(usize, usize)> {
        let (start, end) = (self.registers[group as usize * 2], self.registers[group as usize * 2 + 1]);
        (start != NONE && end != NONE).then_some((start as usize, end.max(start) as usize))
    }
}

fn is_line_start<I: InputText>(text: I, position: usize) -> bool {
    text.unit_before(position).is_none_or(is_line_terminator)
}

/// Compares IsWordChar of both sides, ECMA-262 22.2.2.4.
fn is_word_boundary<I: InputText>(text: I, position: usize, folded: bool) -> bool {
    let is_word = |character| is_word(character, folded);
    text.unit_before(position).is_some_and(is_word) != text.unit(position).is_some_and(is_word)
}
