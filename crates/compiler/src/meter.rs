//! Accounting of compilation's work and memory against the budget.
//!
//! Each node of the tree is a tick. Passes over code and tables do little for each row, so a [`Pace`] ticks once for
//! several rows. Vectors that grow row by row return their growth ([`push`]), which is charged at the next node; little
//! can be written between two nodes. Whatever is made at once is charged before ([`filled`]).

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use ferrotape_budget::costs::ROWS_PER_TICK;
use ferrotape_budget::{Budget, Termination, growth};

/// Counts the visited rows of tables and ticks for many of them at once. Dropping it accounts for the last ones.
pub(crate) struct Pace<'b> {
    pub budget: &'b mut Budget,
    /// Rows left until the next tick.
    rows: u32,
}

/// Rows between two ticks.
const ROWS: u32 = 1 << 10;

impl Drop for Pace<'_> {
    fn drop(&mut self) {
        self.budget.spend((ROWS - self.rows).div_ceil(ROWS_PER_TICK));
    }
}

impl<'b> Pace<'b> {
    pub fn new(budget: &'b mut Budget) -> Self {
        Pace { budget, rows: ROWS }
    }

    /// Accounts for one visited row.
    #[inline(always)]
    pub fn row(&mut self) -> Result<(), Termination> {
        self.rows(1)
    }

    /// Accounts for visited rows. Visiting them must take less time than a script may run between checks of its limits.
    #[inline(always)]
    pub fn rows(&mut self, count: u32) -> Result<(), Termination> {
        if count < self.rows {
            self.rows -= count;
            return Ok(());
        }
        let beyond = count - self.rows;
        self.rows = ROWS - beyond % ROWS;
        self.budget.work(u64::from((1 + beyond / ROWS) * (ROWS / ROWS_PER_TICK)))
    }
}

/// Appends an item. Returns the bytes that the vector has grown by.
#[inline(always)]
pub(crate) fn push<T>(vector: &mut Vec<T>, item: T) -> usize {
    let grown = if vector.len() == vector.capacity() { grow(vector) } else { 0 };
    vector.push(item);
    grown
}

#[cold]
#[inline(never)]
fn grow<T>(vector: &mut Vec<T>) -> usize {
    let Some((capacity, bytes)) = growth(vector, 1) else { return 0 };
    vector.reserve_exact(capacity - vector.len());
    bytes
}

/// Accounts for memory that is already taken, of which little has been written yet. Exceeding the limit is noticed at
/// the next tick.
#[cold]
#[inline(never)]
pub(crate) fn account(budget: &mut Budget, bytes: usize) {
    budget.resized(0, bytes);
    if budget.would_exceed(0) {
        budget.request_check();
    }
}

/// Makes a vector of this many equal items.
pub(crate) fn filled<T: Copy>(value: T, count: usize, budget: &mut Budget) -> Result<Vec<T>, Termination> {
    /// Items written between two ticks.
    const PIECE: usize = 1 << 12;
    budget.take(count.saturating_mul(size_of::<T>()))?;
    if count <= PIECE {
        return Ok(vec![value; count]);
    }
    let mut vector = Vec::with_capacity(count);
    while vector.len() < count {
        let piece = PIECE.min(count - vector.len());
        budget.work(u64::from(piece as u32 / ROWS_PER_TICK))?;
        vector.resize(vector.len() + piece, value);
    }
    Ok(vector)
}

/// A map from keys to their numbers. A large one is spread over many tables, so that none takes long to grow.
pub(crate) struct Numbering<K, S> {
    tables: Vec<HashMap<K, u32, S>>,
    hasher: S,
}

/// Most keys in a single table.
const UNDIVIDED: usize = 1 << 14;
const TABLES: usize = 1 << 8;

impl<K: Hash + Eq, S: BuildHasher + Clone + Default> Default for Numbering<K, S> {
    fn default() -> Self {
        Numbering { tables: Vec::new(), hasher: S::default() }
    }
}

impl<K: Hash + Eq + Copy, S: BuildHasher + Clone + Default> Numbering<K, S> {
    /// Bytes that another key takes, including the tables' free slots.
    pub const BYTES_PER_KEY: usize = 3 * (size_of::<(K, u32)>() + 1);

    fn table(&self, key: &K) -> usize {
        // Tables use the low bits of the hash and the topmost ones.
        if self.tables.len() < TABLES { 0 } else { (self.hasher.hash_one(key) >> 40) as usize % TABLES }
    }

    pub fn get(&self, key: &K) -> Option<u32> {
        self.tables.get(self.table(key))?.get(key).copied()
    }

    /// Returns the number of the key, which becomes `number` if it has none yet.
    pub fn number(&mut self, key: K, number: u32) -> u32 {
        let index = self.table(&key);
        match self.tables.get_mut(index) {
            Some(table) => {
                let found = *table.entry(key).or_insert(number);
                if self.tables.len() == 1 && self.tables[0].len() == UNDIVIDED {
                    self.divide();
                }
                found
            }
            None => {
                let mut table = HashMap::with_hasher(self.hasher.clone());
                table.insert(key, number);
                self.tables.push(table);
                number
            }
        }
    }

    #[cold]
    fn divide(&mut self) {
        let all = std::mem::take(&mut self.tables);
        self.tables.resize_with(TABLES, || HashMap::with_hasher(self.hasher.clone()));
        for (key, number) in all.into_iter().flatten() {
            let index = self.table(&key);
            self.tables[index].insert(key, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use ferrotape_budget::costs::allocation_bytes;

    use super::*;
    use rustc_hash::FxBuildHasher;

    #[test]
    fn numbers_stay_however_many_there_are() {
        let mut numbering: Numbering<u32, FxBuildHasher> = Numbering::default();
        assert_eq!(numbering.get(&0), None);
        for key in 0..3 * UNDIVIDED as u32 {
            assert_eq!(numbering.number(key * 7, key), key);
            assert_eq!(numbering.number(key * 7, u32::MAX), key);
        }
        assert!((0..3 * UNDIVIDED as u32).all(|key| numbering.get(&(key * 7)) == Some(key)));
        assert_eq!(numbering.get(&1), None);
        let largest = numbering.tables.iter().map(HashMap::len).max();
        assert!(largest < Some(3 * UNDIVIDED / TABLES * 4), "{largest:?}");
    }

    #[test]
    fn memory_is_charged_before_it_is_filled_and_work_is_ticked() {
        let mut budget = Budget::default();
        budget.set_memory_limit(Some(1000));
        assert_eq!(filled(0u32, 1000, &mut budget), Err(Termination::OutOfMemory));
        assert_eq!(filled(7u32, 100, &mut budget), Ok(vec![7; 100]));
        assert_eq!(budget.bytes(), 400);
        let mut budget = Budget::default();
        budget.set_fuel(Some(100));
        assert_eq!(filled(0u8, 1 << 20, &mut budget), Err(Termination::OutOfFuel));
    }

    #[test]
    fn what_vectors_grow_by_is_their_capacity() {
        let (mut vector, mut bytes) = (Vec::new(), 0);
        for item in 0..1000u64 {
            bytes += push(&mut vector, item);
            assert_eq!(bytes, allocation_bytes(vector.capacity() * 8));
        }
    }

    #[test]
    fn too_much_memory_is_noticed_at_the_next_tick() {
        let mut budget = Budget::default();
        budget.set_memory_limit(Some(1000));
        account(&mut budget, 1000);
        assert_eq!(budget.work(1), Ok(()));
        account(&mut budget, 1);
        assert_eq!(budget.work(1), Err(Termination::OutOfMemory));
    }
}
