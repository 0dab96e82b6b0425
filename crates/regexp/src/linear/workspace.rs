//! Memory of the linear matcher, kept from one match to the next.

use ferrotape_budget::{Budget, Termination};

use super::counters::AllCounts;
use crate::scratch::Scratch;

/// Threads that wait to consume a character, in the order of their priority.
#[derive(Default)]
pub(super) struct Threads {
    /// Instruction of each thread.
    pub places: Vec<u32>,
    /// Slots of the first thread, of the second …
    pub slots: Vec<u32>,
}

impl Threads {
    pub fn clear(&mut self) {
        self.places.clear();
        self.slots.clear();
    }
}

/// Remaining work in following a thread to all instructions at which it waits for a character.
#[derive(Copy, Clone)]
pub(super) enum Pending {
    /// Continue here, with or without anything consumed since the last `BeginIteration`.
    Follow { at: u32, consumed: bool },
    /// Restore a slot, whose value the remaining paths share.
    Restore { slot: u32, position: u32 },
}

/// Memory of the linear matcher. All of it grows with the text's effects, and is charged.
#[derive(Default)]
pub(crate) struct Workspace {
    pub(super) current: Threads,
    pub(super) next: Threads,
    /// Slots of the thread being followed.
    pub(super) slots: Vec<u32>,
    pub(super) pending: Vec<Pending>,
    pub(super) seen: Seen,
    pub(super) counts: AllCounts,
    /// Slots of the best match so far.
    pub(super) found: Vec<u32>,
    pub(super) tables: Tables,
    /// Look-arounds whose groups must still be found, and where they were passed.
    pub(super) looks: Vec<(u32, u32)>,
}

/// The instructions reached at the current position, with and without something consumed.
#[derive(Default)]
pub(super) struct Seen {
    marks: Vec<u32>,
    present: u32,
}

impl Seen {
    /// Makes room for a code of this many instructions.
    pub fn fit(&mut self, instructions: usize, charged: &mut usize, budget: &mut Budget) -> Result<(), Termination> {
        let size = instructions * 2;
        if let Some(more) = size.checked_sub(self.marks.len()) {
            Scratch::grow(&mut self.marks, more, charged, budget)?;
            self.marks.resize(size, 0);
        }
        Ok(())
    }

    /// Forgets all instructions.
    pub fn clear(&mut self) {
        if self.present == u32::MAX {
            self.marks.fill(0);
            self.present = 0;
        }
        self.present += 1;
    }

    #[inline(always)]
    pub fn contains(&self, at: u32, consumed: bool) -> bool {
        self.marks[at as usize * 2 + usize::from(consumed)] == self.present
    }

    /// Adds an instruction. Returns whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, at: u32, consumed: bool) -> bool {
        let mark = &mut self.marks[at as usize * 2 + usize::from(consumed)];
        std::mem::replace(mark, self.present) != self.present
    }
}

/// Words of a table that are cleared between two checks of the budget.
const WORDS_PER_LOOK: usize = 1 << 14;

/// A bit for each look-around and position: whether the look-around matches there.
#[derive(Default)]
pub(super) struct Tables {
    bits: Vec<u64>,
    /// Number of words for one look-around.
    words: usize,
    /// The first position with a bit.
    base: usize,
}

impl Tables {
    /// Clears all bits, for the positions from `base` to `end`.
    pub fn start(
        &mut self,
        looks: usize,
        base: usize,
        end: usize,
        charged: &mut usize,
        budget: &mut Budget,
    ) -> Result<(), Termination> {
        self.base = base;
        self.words = (end - base) / 64 + 1;
        self.bits.clear();
        let size = self.words.saturating_mul(looks);
        Scratch::grow(&mut self.bits, size, charged, budget)?;
        while self.bits.len() < size {
            let piece = WORDS_PER_LOOK.min(size - self.bits.len());
            budget.work(piece as u64 / 4)?;
            self.bits.resize(self.bits.len() + piece, 0);
        }
        Ok(())
    }

    pub fn base(&self) -> usize {
        self.base
    }

    pub fn set(&mut self, look: usize, position: usize) {
        let offset = position - self.base;
        self.bits[look * self.words + offset / 64] |= 1 << (offset % 64);
    }

    #[inline(always)]
    pub fn get(&self, look: u32, position: usize) -> bool {
        let offset = position - self.base;
        self.bits[look as usize * self.words + offset / 64] >> (offset % 64) & 1 != 0
    }
}
