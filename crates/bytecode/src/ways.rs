//! How many instructions can run without a tick of the budget: the longest way through the code that leads forwards.
//!
//! Code is gone through once, from its beginning to its end, so that all ways to an instruction are known when it is come to:
//! from the one before, by jumps and switches forwards, and to the handler of a catcher from all that the catcher protects.
//! A jump backwards ticks, so no way goes on over it. Work and memory are in proportion to code, catchers and switch tables.

use crate::{Catcher, Instruction, SwitchTable};

/// So many instructions may run one after the other without a tick. The compiler writes a `Tick` where there could be more,
/// and the verifier refuses code with more.
pub const MOST_WITHOUT_TICK: u32 = 256;

/// Ends a chain of catchers.
const NONE: u32 = u32::MAX;

/// The ways to the instructions, which must be asked for in order.
pub struct Ways<'c> {
    catchers: &'c [Catcher],
    switches: &'c [SwitchTable],
    /// By instruction: the longest of the ways that jump there.
    jumped: Vec<u32>,
    /// The length of the way from the instruction before.
    fallen: u32,
    /// By instruction: the last of the catchers that begin there; [`NONE`] for none.
    begin: Vec<u32>,
    /// By catcher: the one before it in the table that begins in the same place.
    before: Vec<u32>,
    /// The catchers around, the innermost one last.
    around: Vec<u32>,
}

impl<'c> Ways<'c> {
    /// Memory that is taken for each instruction.
    pub const BYTES_PER_INSTRUCTION: usize = 2 * size_of::<u32>();
    /// Memory that is taken for each catcher.
    pub const BYTES_PER_CATCHER: usize = 3 * size_of::<u32>();

    /// Of code of that length. Ranges of catchers lie in each other or apart, inner ones stand before outer ones, and all lie
    /// in the code, as do the targets of switches.
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

    /// How many instructions may have run since the last tick when control comes to this one.
    #[inline]
    pub fn to(&mut self, at: usize) -> u32 {
        if !self.begin.is_empty() {
            self.find_catchers(at);
        }
        self.fallen.max(self.jumped[at])
    }

    /// Which catchers are around an instruction.
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

    /// There is nothing here, after all: whoever comes here goes on with what follows.
    #[inline]
    pub fn skip(&mut self, at: usize) {
        self.fallen = self.to(at);
    }

    /// Control goes on from the instruction, after so many without a tick, itself among them: `ran`, or `thrown` if it throws.
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
