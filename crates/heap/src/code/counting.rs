//! Counts of a unit for coverage: how often each instruction was executed.
//!
//! They are made when the watched loop first comes to the unit. Nothing of it is charged to the script, and nothing of it is in
//! copies of the unit. The measuring code must keep them, because code may be freed before the end. Each coverage has a number,
//! and begins with counts of zero: those of an earlier one are none.

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
    /// Returns a function's counts of the coverage with that number; none where there are none yet.
    #[inline(always)]
    pub fn of(&self, function: u32, coverage: u64) -> Option<Counts<'_>> {
        let counts = self.0.get().filter(|counts| counts.coverage.get() == coverage)?;
        Some(Counts(counts.functions.get(function as usize).map_or(&[][..], |counts| counts)))
    }

    /// Returns the counts of a coverage. They are made where there are none, and set to zero where they are of an earlier one.
    pub fn made(&self, unit: &Unit, coverage: u64) -> &Arc<UnitCounts> {
        let counts = self.0.get_or_init(|| Arc::new(UnitCounts::new(unit, coverage)));
        if counts.coverage.get() != coverage {
            counts.functions.iter().flatten().for_each(|count| count.set(0));
            counts.coverage.set(coverage);
        }
        counts
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
pub struct UnitCounts {
    functions: Box<[Box<[Relaxed64]>]>,
    /// The number of the coverage that they are of.
    coverage: Relaxed64,
}

impl UnitCounts {
    fn new(unit: &Unit, coverage: u64) -> UnitCounts {
        let lengths = unit.functions.iter().map(|template| match &template.code {
            Code::Register(code) => code.instructions.len(),
            Code::Stack(code) => code.instructions.len(),
        });
        let functions = lengths.map(|length| (0..length).map(|_| Relaxed64::new(0)).collect()).collect();
        UnitCounts { functions, coverage: Relaxed64::new(coverage) }
    }

    /// Returns how many bytes the counts take.
    pub fn bytes(&self) -> usize {
        self.functions.iter().map(|counts| size_of_val(&**counts)).sum()
    }

    /// Returns how often an instruction was executed.
    pub fn of(&self, function: usize, at: u32) -> u64 {
        self.functions.get(function).and_then(|counts| counts.get(at as usize)).map_or(0, Relaxed64::get)
    }
}
