//! Memory for matching besides pattern and text, kept from one match to the next so that most matches allocate nothing.

use std::ops::Range;

use ferrotape_budget::{Budget, Termination};

use crate::backtracker::Entry;

/// Stands for no position: in the captures of a group that has not matched.
pub(crate) const NONE: u32 = u32::MAX;

/// Bytes that are kept from one match to the next.
const KEPT: usize = 256 * 1024;

/// Most registers that are kept whatever the next pattern needs.
const MOST_KEPT_REGISTERS: usize = KEPT / 16;

/// Captures of the last match, and the stacks of the matchers. One scratch serves any number of regular expressions.
#[derive(Default)]
pub struct Scratch {
    /// Start and end of each group, [`NONE`] for both if it has not matched; then the program's other registers.
    pub(crate) registers: Vec<u32>,
    pub(crate) linear: crate::linear::Workspace,
    /// Stack of the backtracker.
    pub(crate) stack: Vec<Entry>,
    /// Bytes charged to the budget for the kept memory.
    pub(crate) charged: usize,
}

impl Scratch {
    /// Returns the range that a group matched; group 0 is the whole match.
    pub fn group(&self, index: usize) -> Option<Range<usize>> {
        let (start, end) = (*self.registers.get(index * 2)?, *self.registers.get(index * 2 + 1)?);
        (start != NONE && end != NONE).then_some(start as usize..end as usize)
    }

    /// Returns the range of the whole match.
    pub fn span(&self) -> Range<usize> {
        self.group(0).unwrap_or(0..0)
    }

    /// Returns the bytes charged for the kept memory.
    pub fn bytes(&self) -> usize {
        self.charged
    }

    /// Empties all registers, for a program with this many.
    #[inline]
    pub(crate) fn prepare(&mut self, registers: usize, budget: &mut Budget) -> Result<(), Termination> {
        if self.registers.len() == registers {
            // Most matches need as many registers as the previous one. A match sets the first two.
            if let Some(others) = self.registers.get_mut(2..).filter(|others| !others.is_empty()) {
                others.fill(NONE);
            }
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

    /// Releases the memory that an unusual match made grow. Captures stay.
    #[inline]
    pub(crate) fn trim(&mut self, budget: &mut Budget) {
        if self.charged > KEPT {
            self.release_stacks(budget);
        }
    }

    /// Releases the registers, as the last pattern had many more groups than this one.
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

    /// Makes room for `more` further elements in a vector that belongs to a scratch. They are charged first.
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
