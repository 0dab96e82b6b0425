//! Counts of a unit for coverage: how often each instruction was executed.
//!
//! They are made when the watched loop first comes to the unit. Nothing of it is charged to the script, and nothing of it is in
//! copies of the unit. The measuring code must keep them, because code may be freed before the end.

use std::sync::{Arc, OnceLock};

use ferrotape_bytecode::{Code, Unit};

use crate::relaxed::Relaxed64;

/// The place of a unit for its counts. A copy of the unit has none.
#[derive(Default)]
pub struct CountSlot(OnceLock<Arc<UnitCounts>>);

impl Clone for CountSlot {
    fn clone(&self) -> Self {
        CountSlot::default()
    }
}

impl CountSlot {
    /// Returns the counts of a function; none where there are none yet.
    #[inline(always)]
    pub fn of(&self, function: u32) -> Option<Counts<'_>> {
        let counts = self.0.get()?;
        Some(Counts(counts.0.get(function as usize).map_or(&[][..], |counts| counts)))
    }

    /// Returns the counts, which are made where there are none.
    pub fn made(&self, unit: &Unit) -> &Arc<UnitCounts> {
        self.0.get_or_init(|| Arc::new(UnitCounts::new(unit)))
    }
}

/// The counts of a function, for a loop that holds on to them.
#[derive(Copy, Clone)]
pub struct Counts<'a>(&'a [Relaxed64]);

impl Counts<'_> {
    /// Counts of nobody.
    pub const NONE: Self = Counts(&[]);

    /// Counts an instruction.
    #[inline(always)]
    pub fn count(self, at: usize) {
        if let Some(count) = self.0.get(at) {
            count.set(count.get().wrapping_add(1));
        }
    }
}

/// A count for each instruction of each function.
pub struct UnitCounts(Box<[Box<[Relaxed64]>]>);

impl UnitCounts {
    fn new(unit: &Unit) -> UnitCounts {
        let lengths = unit.functions.iter().map(|template| match &template.code {
            Code::Register(code) => code.instructions.len(),
            Code::Stack(code) => code.instructions.len(),
        });
        UnitCounts(lengths.map(|length| (0..length).map(|_| Relaxed64::new(0)).collect()).collect())
    }

    /// Returns how many bytes the counts take.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|counts| size_of_val(&**counts)).sum()
    }

    /// Returns how often an instruction was executed.
    pub fn of(&self, function: usize, at: u32) -> u64 {
        self.0.get(function).and_then(|counts| counts.get(at as usize)).map_or(0, Relaxed64::get)
    }
}
