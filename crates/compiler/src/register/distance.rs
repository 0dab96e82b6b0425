//! How much code can run without a tick.
//!
//! Calls and jumps backwards tick. What lies between could be as long as the source text is, so a `Tick` is written where the
//! longest way from the last one has so many instructions: along the text, and by the jumps that skip part of it.

use ferrotape_bytecode::Instruction;

use super::FunctionCompiler;
use crate::control_flow::Label;
use crate::meter::push;

/// Instructions that may run without a tick, about.
const MOST: u32 = 256;

/// Records that are gone through in the time of an instruction.
const RECORDS_PER_TICK: u16 = 8;

#[derive(Default)]
pub(super) struct Distances {
    /// Where the code that has not ticked begins, as if nothing had been skipped.
    begin: u32,
    /// By label: how long the longest way to it is, of those that begin above it.
    to_labels: Vec<u32>,
}

impl FunctionCompiler<'_, '_> {
    fn distance(&self) -> u32 {
        (self.code.len() as u32).saturating_sub(self.distances.begin)
    }

    /// A way leads to the label.
    pub(super) fn note_way(&mut self, to: u32) {
        let distance = self.distance();
        while self.distances.to_labels.len() <= to as usize {
            self.grown += push(&mut self.distances.to_labels, 0);
        }
        let longest = &mut self.distances.to_labels[to as usize];
        *longest = (*longest).max(distance);
    }

    /// The ways to the label meet here.
    pub(super) fn join_ways(&mut self, label: Label) {
        let longest = self.distances.to_labels.get(label.0 as usize).copied().unwrap_or(0);
        self.distances.begin = self.distances.begin.min((self.code.len() as u32).saturating_sub(longest));
    }

    /// Ticks here if it is time to.
    #[inline(always)]
    pub(super) fn tick_if_far(&mut self) {
        if self.distance() >= MOST {
            self.tick_here();
        }
    }

    #[cold]
    #[inline(never)]
    fn tick_here(&mut self) {
        if !self.is_unreachable() {
            let amount = self.distance();
            self.emit(Instruction::Tick { amount });
            self.distances.begin = self.code.len() as u32;
        }
    }

    /// Ticks for a variable so many records out.
    pub(super) fn tick_for_records(&mut self, depth: u16) {
        if depth >= RECORDS_PER_TICK * 8 {
            self.emit(Instruction::Tick { amount: (depth / RECORDS_PER_TICK).into() });
        }
    }
}
