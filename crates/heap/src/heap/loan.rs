//! Memory on loan: what a native function takes for a while, and gives back before it returns.
//!
//! It is charged like memory that stays, so that temporaries together keep to the limit. A function may say when it
//! gives memory back. The rest is given back for it when it returns ([`Heap::settle_loans`]), whether it failed or did
//! not care.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;

use super::Heap;

/// Bit of the bytes on loan that says that a sample of a profiler is due. Native functions compare what is on loan at their end
/// anyway, so this costs them nothing.
pub(super) const SAMPLE: usize = 1 << (usize::BITS - 1);

impl Heap {
    /// Borrows `bytes` that are about to be allocated for a while.
    pub fn lend(&mut self, bytes: usize) -> Result<(), Termination> {
        let bytes = allocation_bytes(bytes);
        self.take(bytes)?;
        self.on_loan += bytes;
        Ok(())
    }

    /// Makes room in a vector for `more`, on loan. Growth is geometric.
    #[inline]
    pub fn lend_room<T>(&mut self, vector: &mut Vec<T>, more: usize) -> Result<(), Termination> {
        if more <= vector.capacity() - vector.len() { Ok(()) } else { self.lend_growth(vector, more) }
    }

    /// Enlarges a vector by at least half, on loan. The old allocation goes back only after the move.
    #[cold]
    #[inline(never)]
    fn lend_growth<T>(&mut self, vector: &mut Vec<T>, more: usize) -> Result<(), Termination> {
        const LEAST: usize = 16;
        let needed = vector.len().saturating_add(more);
        let capacity = needed.max(vector.capacity() + vector.capacity() / 2).max(LEAST);
        let old = allocation_bytes(vector.capacity() * size_of::<T>());
        // The old place is still taken while the vector moves.
        self.lend(capacity.saturating_mul(size_of::<T>()))?;
        vector.reserve_exact(capacity - vector.len());
        if old > 0 {
            self.settle_loans(self.on_loan.saturating_sub(old));
        }
        Ok(())
    }

    /// Ends the loan of a vector that [`Heap::lend_room`] made room in. Another owner accounts for it from now on, or
    /// it is not needed any more.
    pub fn take_back<T>(&mut self, vector: &Vec<T>) {
        let bytes = allocation_bytes(vector.capacity() * size_of::<T>());
        self.settle_loans(self.on_loan.saturating_sub(bytes));
    }

    /// Bytes on loan now, as a mark for later.
    #[inline(always)]
    pub fn on_loan(&self) -> usize {
        self.on_loan & !SAMPLE
    }

    /// Bytes on loan, with the bit that says that a sample is due: only to be compared.
    #[inline(always)]
    pub fn loan_mark(&self) -> usize {
        self.on_loan
    }

    /// Gives back all loans but `bytes`, which were on loan before.
    #[inline(always)]
    pub fn settle_loans(&mut self, bytes: usize) {
        if self.on_loan & !SAMPLE > bytes & !SAMPLE {
            self.give_back(bytes & !SAMPLE);
        }
    }

    /// Notes that a sample of a profiler is due, so that the end of a native function sees it.
    #[cold]
    pub(super) fn note_sample(&mut self) {
        self.on_loan |= SAMPLE;
    }

    /// Makes a sample due at any time, at the end of each native function too, until [`Heap::end_sample`].
    pub fn sample_always(&mut self) {
        self.budget.sample_always();
        self.note_sample();
    }

    /// Ends the sample that is due, and returns its weight.
    pub fn end_sample(&mut self) -> u64 {
        self.on_loan &= !SAMPLE;
        self.budget.take_sample()
    }

    #[inline(never)]
    fn give_back(&mut self, bytes: usize) {
        let (on_loan, sample) = (self.on_loan & !SAMPLE, self.on_loan & SAMPLE);
        self.budget.resized(on_loan.saturating_sub(bytes), 0);
        self.on_loan = on_loan.min(bytes) | sample;
    }

    /// Runs work that leaves nothing on loan.
    pub fn with_loans<T>(&mut self, work: impl FnOnce(&mut Heap) -> T) -> T {
        let before = self.on_loan;
        let done = work(self);
        self.settle_loans(before);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loans_are_charged_and_given_back() {
        let mut heap = Heap::new(1, &[]);
        heap.set_memory_limit(Some(heap.budget.bytes() + 10_000));
        let before = heap.budget.bytes();
        let mut vector: Vec<u64> = Vec::new();
        heap.lend_room(&mut vector, 100).expect("room");
        assert_eq!((vector.capacity(), heap.budget.bytes() - before), (100, heap.on_loan()));
        heap.lend_room(&mut vector, 200).expect("room");
        assert_eq!((vector.capacity(), heap.on_loan()), (200, allocation_bytes(1600)));
        assert_eq!(heap.with_loans(|heap| heap.lend(8000)), Ok(()));
        assert_eq!(heap.with_loans(|heap| heap.lend(9000)), Err(Termination::OutOfMemory));
        assert_eq!(heap.lend_room(&mut vector, usize::MAX), Err(Termination::OutOfMemory));
        assert_eq!((vector.capacity(), heap.budget.bytes() - before), (200, heap.on_loan()));
        heap.take_back(&vector);
        assert_eq!((heap.on_loan(), heap.budget.bytes()), (0, before));
    }
}
