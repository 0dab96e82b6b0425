//! Bound on the instructions that can run without a tick of the budget: the longest forward path through the code.
//!
//! One pass over the code, from its beginning to its end, knows all paths to an instruction when it gets there. They
//! come from the previous instruction, and by forward jumps and switches. Paths to a handler come from all instructions
//! that its catcher protects. A backward jump ticks and ends all paths. Work and memory are in proportion to code,
//! catchers and switch tables.

use crate::{Catcher, Instruction, SwitchTable};

/// Most instructions that may run in a row without a tick. The compiler writes a `Tick` where there could be more, and
/// the verifier rejects code with more.
pub const MOST_WITHOUT_TICK: u32 = 256;

/// Records walked in the time of one instruction.
pub const RECORDS_PER_TICK: u16 = 8;

/// Number of records from which on the way to a variable is paid for by a `Tick`, which stands directly before the access. Only
/// the load of a value to be stored comes between.
pub const FAR: u16 = 8 * RECORDS_PER_TICK;

/// Ends a chain of catchers.
const NONE: u32 = u32::MAX;

/// Longest paths to the instructions, which must be requested in order.
pub struct Ways<'c> {
    catchers: &'c [Catcher],
    switches: &'c [SwitchTable],
    /// Length of the longest path that jumps to each instruction.
    jumped: Vec<u32>,
    /// Length of the path from the previous instruction.
    fallen: u32,
    /// The last catcher that begins at each instruction; [`NONE`] if there is none.
    begin: Vec<u32>,
    /// The previous catcher in the table that begins at the same instruction.
    before: Vec<u32>,
    /// The surrounding catchers, the innermost one last.
    around: Vec<u32>,
}

impl<'c> Ways<'c> {
    /// Bytes of memory taken for each instruction.
    pub const BYTES_PER_INSTRUCTION: usize = 2 * size_of::<u32>();
    /// Bytes of memory taken for each catcher.
    pub const BYTES_PER_CATCHER: usize = 3 * size_of::<u32>();

    /// Makes the paths of code with that length. Ranges of catchers are nested or disjoint, and inner ones stand before
    /// outer ones. All of them, and all targets of switches, lie in the code.
    pub fn new(length: usize, catchers: &'c [Catcher], switches: &'c [SwitchTable]) -> Self {
        let mut begin = vec![NONE; if catchers.is_empty() { 0 } else { length }];
        let mut before = Vec::with_capacity(catchers.len());
        for (place, catcher) in (0..).zip(catchers) {
            let is_empty = catcher.start >= catcher.end;
            before.push(if is_empty { NONE } else { std::mem::replace(&mut begin[catcher.start as usize], place) });
        }
        let around = Vec::with_capacity(catchers.len());
        Ways { catchers, switches, jumped: vec![0; length + 1], fallen: 0, begin, before, around }
    }

    /// Returns how many instructions may have run since the last tick when control gets to this one.
    #[inline]
    pub fn to(&mut self, at: usize) -> u32 {
        if !self.begin.is_empty() {
            self.find_catchers(at);
        }
        self.fallen.max(self.jumped[at])
    }

    /// Finds the catchers around an instruction.
    fn find_catchers(&mut self, at: usize) {
        while let Some(&inner) = self.around.last()
            && self.catchers[inner as usize].end as usize <= at
        {
            self.around.pop();
        }
        let mut next = self.begin.get(at).copied().unwrap_or(NONE);
        while next != NONE {
            self.around.push(next);
            next = self.before[next as usize];
        }
    }

    /// Skips an instruction that is dropped: paths to it continue with the next one.
    #[inline]
    pub fn skip(&mut self, at: usize) {
        self.fallen = self.to(at);
    }

    /// Continues the paths after the instruction. Their length without a tick, the instruction included, is `ran`, or
    /// `thrown` if it throws.
    #[inline]
    pub fn go_on(&mut self, at: usize, instruction: Instruction, ran: u32, thrown: u32) {
        if let Some(&inner) = self.around.last() {
            self.jump(at, self.catchers[inner as usize].handler, thrown);
        }
        if let Some(target) = instruction.target() {
            self.jump(at, target, ran);
        }
        if let Instruction::Switch { table, .. } = instruction {
            let switches = self.switches;
            for &target in &switches[table as usize].targets {
                self.jump(at, target, ran);
            }
        }
        self.fallen = if instruction.ends_block() { 0 } else { ran };
    }

    fn jump(&mut self, from: usize, to: u32, ran: u32) {
        let to = to as usize;
        if to > from {
            self.jumped[to] = self.jumped[to].max(ran);
        }
    }
}
