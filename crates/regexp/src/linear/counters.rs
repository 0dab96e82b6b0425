//! Counting sets: counted repetitions of one character or set in tables, without writing them out.
//!
//! All threads in such a repetition take a character together, so they differ only in when they began. Their counts are
//! a queue of beginnings, oldest first, and a step costs the same however many there are. In tables, threads have
//! neither captures nor priorities. Where these matter, counts are written out.

use std::collections::VecDeque;

use ferrotape_budget::{Budget, Termination};

use super::machine::Machine;
use super::program::Instruction;
use crate::input::InputText;
use crate::scratch::Scratch;

/// The repeated instruction of a `Count`, and its bounds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Counter {
    /// A `Character` or `Set` instruction.
    pub body: Instruction,
    pub minimum: u32,
    /// Most repetitions; None for no maximum.
    pub maximum: Option<u32>,
}

/// The threads in the repetition of one counter.
#[derive(Default)]
pub(super) struct Counts {
    /// Steps before which the threads began, ascending.
    beginnings: VecDeque<u32>,
    /// Step for which the counter is in the list of waiting ones.
    waits_for: Option<u32>,
}

impl Counts {
    /// Adds a thread that begins before this step, unless one has already.
    fn begin(&mut self, step: u32, charged: &mut usize, budget: &mut Budget) -> Result<(), Termination> {
        if self.beginnings.back() == Some(&step) {
            return Ok(());
        }
        let capacity = self.beginnings.capacity();
        if self.beginnings.len() == capacity {
            let more = capacity.max(16);
            let bytes = more * size_of::<u32>();
            budget.take(bytes)?;
            *charged += bytes;
            self.beginnings.reserve_exact(more);
        }
        self.beginnings.push_back(step);
        Ok(())
    }

    /// Drops the threads that began before `step`.
    fn fail(&mut self, step: u32) {
        if self.beginnings.back() == Some(&step) {
            self.beginnings.clear();
            self.beginnings.push_back(step);
        } else {
            self.beginnings.clear();
        }
    }
}

/// The counts of all counters of a code.
#[derive(Default)]
pub(super) struct AllCounts {
    counts: Vec<Counts>,
    /// Number of characters taken so far.
    step: u32,
}

impl AllCounts {
    /// Empties the counts for a new pass. There are at least as many as the code has counters.
    pub fn start(&mut self, counters: usize, charged: &mut usize, budget: &mut Budget) -> Result<(), Termination> {
        let known = self.counts.len().min(counters);
        for counts in &mut self.counts[..known] {
            counts.beginnings.clear();
            counts.waits_for = None;
        }
        Scratch::grow(&mut self.counts, counters - known, charged, budget)?;
        self.counts.resize_with(self.counts.len().max(counters), Counts::default);
        self.step = 0;
        Ok(())
    }

    pub fn advance(&mut self) {
        self.step += 1;
    }
}

impl<I: InputText> Machine<'_, I> {
    /// Lets a thread enter the repetition. Returns whether it may continue after it at once.
    #[inline(never)]
    pub fn begin_count(&mut self, at: u32, index: u32) -> Result<bool, Termination> {
        let counter = self.code.counters[index as usize];
        let AllCounts { counts, step } = &mut self.workspace.counts;
        if counter.maximum != Some(0) {
            counts[index as usize].begin(*step, self.charged, self.budget)?;
            self.wait_to_count(at, index)?;
        }
        Ok(counter.minimum == 0)
    }

    /// Lets the repetition take the character before the current step, or ends its threads. Returns whether any may
    /// continue after it.
    pub fn count(&mut self, at: u32, index: u32, character: u32) -> Result<bool, Termination> {
        let counter = self.code.counters[index as usize];
        let is_taken = match counter.body {
            Instruction::Character(expected) => expected == character,
            Instruction::Set(set) => self.sets[set as usize].contains(character),
            _ => false,
        };
        let AllCounts { counts, step } = &mut self.workspace.counts;
        let step = *step;
        let counts = &mut counts[index as usize];
        if !is_taken {
            counts.fail(step);
            return Ok(false);
        }
        let count_of = |beginning: u32| step - beginning;
        let may_leave = counts.beginnings.front().is_some_and(|&oldest| count_of(oldest) >= counter.minimum);
        if counter.maximum.is_none() {
            // The oldest thread may leave first, and never has to.
            counts.beginnings.truncate(1);
        }
        // At most one of them ends in each step.
        let ends = |&oldest: &u32| counter.maximum.is_some_and(|maximum| count_of(oldest) >= maximum);
        if counts.beginnings.front().is_some_and(ends) {
            counts.beginnings.pop_front();
        }
        if !counts.beginnings.is_empty() {
            self.wait_to_count(at, index)?;
        }
        Ok(may_leave)
    }

    fn wait_to_count(&mut self, at: u32, index: u32) -> Result<(), Termination> {
        let AllCounts { counts, step } = &mut self.workspace.counts;
        if counts[index as usize].waits_for.replace(*step) == Some(*step) {
            return Ok(());
        }
        let places = &mut self.workspace.next.places;
        Scratch::grow(places, 1, self.charged, self.budget)?;
        places.push(at);
        Ok(())
    }
}
