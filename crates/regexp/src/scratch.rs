//! What matching needs besides pattern and text, kept from one match to the next so that most allocate nothing.

use std::ops::Range;

use ferrotape_budget::{Budget, Termination};

use crate::backtracker::Entry;

/// No position: a capture of a group that has not matched.
pub(crate) const NONE: u32 = u32::MAX;

/// Bytes that are kept from one match to the next.
const KEPT: usize = 256 * 1024;

/// Registers that are kept whatever the next pattern needs.
const MOST_KEPT_REGISTERS: usize = KEPT / 16;

/// Captures of the last match, and the stacks of the matchers. One serves any number of regular expressions.
#[derive(Default)]
pub struct Scratch {
    /// Start and end of each group, [`NONE`] for both where it has not matched; then the registers of the program.
    pub(crate) registers: Vec<u32>,
    pub(crate) linear: crate::linear::Workspace,
    /// The backtracker's.
    pub(crate) stack: Vec<Entry>,
    /// Bytes charged to the budget for what is kept.
    pub(crate) charged: usize,
}

impl Scratch {
    /// Where a group matched; group 0 is all of the match.
    pub fn group(&self, index: usize) -> Option<Range<usize>> {
        let (start, end) = (*self.registers.get(index * 2)?, *self.registers.get(index * 2 + 1)?);
        (start != NONE && end != NONE).then_some(start as usize..end as usize)
    }

    /// Where all of the match is.
    pub fn span(&self) -> Range<usize> {
        self.group(0).unwrap_or(0..0)
    }

    /// Bytes charged for what is kept.
    pub fn bytes(&self) -> usize {
        self.charged
    }

    /// All registers undefined, for a program with so many.
    #[inline]
    pub(crate) fn prepare(&mut self, registers: usize, budget: &mut Budget) -> Result<(), Termination> {
        if self.registers.len() == registers {
            // As in the match before, most of the time.
            self.registers.fill(NONE);
            return Ok(());
        }
        self.registers.clear();
        if self.registers.capacity() > MOST_KEPT_REGISTERS && registers < self.registers.capacity() / 4 {
            self.release_registers(budget);
        }
        Scratch::grow(&mut self.registers, registers, &mut self.charged, budget)?;
        self.registers.resize(registers, NONE);
        Ok(())
    }

    /// Gives back what an unusual match made grow. Captures stay.
    #[inline]
    pub(crate) fn trim(&mut self, budget: &mut Budget) {
        if self.charged > KEPT {
            self.release_stacks(budget);
        }
    }

    /// The last pattern had many more groups than the one that is matched now.
    #[cold]
    fn release_registers(&mut self, budget: &mut Budget) {
        let bytes = self.registers.capacity() * size_of::<u32>();
        self.registers = Vec::new();
        budget.resized(bytes, 0);
        self.charged = self.charged.saturating_sub(bytes);
    }

    #[cold]
    fn release_stacks(&mut self, budget: &mut Budget) {
        let kept = self.registers.capacity() * size_of::<u32>();
        self.stack = Vec::new();
        self.linear = Default::default();
        budget.resized(self.charged.saturating_sub(kept), 0);
        self.charged = kept;
    }

    /// Makes room for `more` further elements in a vector that belongs to a scratch, charging them before they are there.
    pub(crate) fn grow<T>(
        vector: &mut Vec<T>,
        more: usize,
        charged: &mut usize,
        budget: &mut Budget,
    ) -> Result<(), Termination> {
        if vector.capacity() - vector.len() >= more {
            return Ok(());
        }
        let capacity = (vector.len() + more).max(vector.capacity().saturating_mul(2)).max(16);
        let bytes = (capacity - vector.capacity()).saturating_mul(size_of::<T>());
        budget.take(bytes)?;
        *charged += bytes;
        vector.reserve_exact(capacity - vector.len());
        Ok(())
    }
}
