//! Budget accounting of compilation: ticks for work, and bytes before they are taken.
//!
//! Vectors that grow with the pattern grow through a meter. Bytes charged to a meter stay charged until it is dropped,
//! however that happens. A stage that ends declares how many of them are still held.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::{Budget, Termination, make_room};
use rustc_hash::FxBuildHasher;

/// Entries that an [`Index`] grows by the first time.
const FIRST_ENTRIES: usize = 4;

/// Most entries of an [`Index`]. Growing a larger one would take too long without a check of the clock.
const MOST_INDEXED: usize = 1 << 16;

/// Charges the budget for what compiling takes.
pub(crate) struct Meter<'b> {
    budget: &'b mut Budget,
    charged: usize,
}

impl<'b> Meter<'b> {
    pub fn new(budget: &'b mut Budget) -> Self {
        Meter { budget, charged: 0 }
    }

    /// Accounts for work in proportion to its parts.
    #[inline]
    pub fn tick(&mut self, amount: usize) -> Result<(), Termination> {
        self.budget.work(amount as u64)
    }

    /// Charges bytes that are about to be allocated.
    #[inline]
    pub fn charge(&mut self, bytes: usize) -> Result<(), Termination> {
        self.budget.take(bytes)?;
        self.charged += bytes;
        Ok(())
    }

    /// Returns the bytes charged and not released.
    pub fn charged(&self) -> usize {
        self.charged
    }

    /// Releases all charged bytes but those still held.
    pub fn settle(&mut self, held: usize) -> Result<(), Termination> {
        match held.checked_sub(self.charged) {
            Some(more) => self.charge(more),
            None => {
                self.budget.resized(self.charged - held, 0);
                self.charged = held;
                Ok(())
            }
        }
    }

    /// Hands over the held bytes to the caller, who releases them.
    pub fn hand_over(mut self, held: usize) -> Result<(), Termination> {
        self.settle(held)?;
        self.charged = 0;
        Ok(())
    }

    /// Makes room for `more` further elements.
    #[inline]
    pub fn reserve<T>(&mut self, vector: &mut Vec<T>, more: usize) -> Result<(), Termination> {
        make_room(vector, more, |bytes| self.charge(bytes))
    }

    #[inline]
    pub fn push<T>(&mut self, vector: &mut Vec<T>, value: T) -> Result<(), Termination> {
        self.reserve(vector, 1)?;
        vector.push(value);
        Ok(())
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.budget.resized(self.charged, 0);
    }
}

/// Returns the bytes that a vector holds.
pub(crate) fn vector_bytes<T>(vector: &Vec<T>) -> usize {
    allocation_bytes(vector.capacity() * size_of::<T>())
}

/// Finds the number of an equal stored value. It may miss one: a value stored twice only takes memory.
pub(crate) struct Index {
    /// Numbers by the hash of the value. Provoked hash collisions only make it find less; the slots of the table are
    /// unpredictable.
    numbers: HashMap<u64, u32>,
}

impl Index {
    pub fn new() -> Self {
        Index { numbers: HashMap::new() }
    }

    /// Returns the number under which an equal value was stored; `is_equal` compares with stored ones. If there is
    /// none, the caller stores the value under the number `next`.
    pub fn find_or_add<K: Hash>(
        &mut self,
        value: &K,
        next: u32,
        is_equal: impl FnOnce(u32) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Termination> {
        let hash = FxBuildHasher.hash_one(value);
        if let Some(&number) = self.numbers.get(&hash) {
            return Ok(is_equal(number).then_some(number));
        }
        if self.numbers.len() < MOST_INDEXED {
            if self.numbers.len() == self.numbers.capacity() {
                let more = self.numbers.capacity().max(FIRST_ENTRIES);
                // An entry takes its key, its value and a byte of the table, of which an eighth stays free.
                meter.charge(more * 24)?;
                meter.tick(self.numbers.len() * 2)?;
                self.numbers.reserve(more);
            }
            self.numbers.insert(hash, next);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_charged_is_released_on_every_way() {
        let mut budget = Budget::default();
        budget.set_memory_limit(Some(1000));
        let mut vector: Vec<u64> = Vec::new();
        let mut meter = Meter::new(&mut budget);
        while meter.push(&mut vector, 1).is_ok() {}
        assert_eq!(meter.charged(), vector_bytes(&vector));
        assert!((300..=1000).contains(&vector_bytes(&vector)));
        drop(meter);
        assert_eq!(budget.bytes(), 0);
    }

    #[test]
    fn what_is_handed_over_stays_charged() {
        let mut budget = Budget::default();
        let mut meter = Meter::new(&mut budget);
        assert_eq!(meter.charge(100), Ok(()));
        assert_eq!(meter.settle(60), Ok(()));
        assert_eq!(meter.hand_over(70), Ok(()));
        assert_eq!(budget.bytes(), 70);
    }

    #[test]
    fn an_index_finds_what_was_stored() {
        let mut budget = Budget::default();
        let mut meter = Meter::new(&mut budget);
        let (mut index, mut stored) = (Index::new(), Vec::new());
        for value in (0..1000u32).chain(0..1000) {
            let next = stored.len() as u32;
            let found = index.find_or_add(&value, next, |number| stored[number as usize] == value, &mut meter);
            match found {
                Ok(Some(number)) => assert_eq!(stored[number as usize], value),
                Ok(None) => stored.push(value),
                Err(termination) => panic!("{termination}"),
            }
        }
        assert_eq!(stored.len(), 1000);
    }
}
