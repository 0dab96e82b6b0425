//! Where scripts threw what is no error. An error object knows its own place; of other values the machine remembers where the
//! one that was thrown last came from.
//!
//! While a `finally` block runs, the exception that led to it waits, and its place with it: the block may throw and catch
//! others, in whatever it calls as well. Places that wait are told by where the exception itself waits. Inner blocks, and
//! blocks of inner frames, wait above outer ones, so what stands above a place that is asked for or put there belongs to
//! blocks that were left.

mod operations;

pub use operations::*;

use ferrotape_budget::growth;

use crate::error::CodePlace;
use crate::value::Value;

/// Where a script last threw something that is no error.
#[derive(Clone, Default)]
pub struct ThrowSite {
    pub value: Option<Value>,
    /// Innermost first.
    pub places: Vec<CodePlace>,
    /// Somebody has caught it: who throws an equal value now does so anew.
    was_caught: bool,
}

/// The places of exceptions that wait for the end of a `finally` block, those of inner blocks last.
#[derive(Clone, Default)]
pub(crate) struct WaitingSites {
    sites: Vec<WaitingSite>,
    /// Of all of them, one after the other.
    places: Vec<CodePlace>,
}

#[derive(Clone)]
struct WaitingSite {
    /// Where the exception waits.
    at: usize,
    first_place: usize,
}

impl ThrowSite {
    /// Is there something that was noted, or memory that was taken for it?
    #[inline(always)]
    pub fn is_noted(&self) -> bool {
        self.value.is_some() || self.places.capacity() > 0
    }
}

impl WaitingSites {
    /// Forgets what waits behind that place.
    fn forget_from(&mut self, at: usize) {
        while let Some(site) = self.sites.pop_if(|site| site.at >= at) {
            self.places.truncate(site.first_place);
        }
    }

    /// How many bytes more are taken where another site waits.
    fn growth(&self, places: usize) -> usize {
        let bytes =
            [growth(&self.sites, 1), growth(&self.places, places)].map(|growth| growth.map_or(0, |(_, bytes)| bytes));
        bytes.iter().sum()
    }

    fn push(&mut self, at: usize, places: &[CodePlace]) {
        self.sites.push(WaitingSite { at, first_place: self.places.len() });
        self.places.extend_from_slice(places);
    }

    /// Moves the places of what has waited there; false where nothing is known.
    fn take(&mut self, at: usize, places: &mut Vec<CodePlace>) -> bool {
        self.forget_from(at + 1);
        let Some(site) = self.sites.pop_if(|site| site.at == at) else { return false };
        places.clear();
        places.extend(self.places.drain(site.first_place..));
        true
    }

    fn bytes(&self) -> usize {
        self.sites.capacity() * size_of::<WaitingSite>() + self.places.capacity() * size_of::<CodePlace>()
    }

    fn shrink(&mut self) {
        self.sites.shrink_to_fit();
        self.places.shrink_to_fit();
    }
}

/// What is known of values that are no errors.
#[derive(Clone, Default)]
pub struct ThrowSites {
    pub last: ThrowSite,
    /// Of exceptions that wait in registers, by their place in the value stack.
    in_registers: WaitingSites,
    /// Of exceptions that wait in blocks of stack code, by the number of the block.
    in_blocks: WaitingSites,
}

/// Where an exception waits for the end of a `finally` block.
#[derive(Copy, Clone)]
pub enum Waiting {
    /// In that place of the value stack.
    Register(usize),
    /// In that block of the stack machine, counted over all activations.
    Block(usize),
}

impl ThrowSites {
    fn of(&mut self, waiting: Waiting) -> (&mut WaitingSites, usize) {
        match waiting {
            Waiting::Register(at) => (&mut self.in_registers, at),
            Waiting::Block(at) => (&mut self.in_blocks, at),
        }
    }

    /// All places that may be asked for.
    pub fn places(&self) -> impl Iterator<Item = &CodePlace> {
        self.last.places.iter().chain(&self.in_registers.places).chain(&self.in_blocks.places)
    }

    /// Forgets what waited in frames that have ended: above those heights nothing waits.
    pub fn forget_above(&mut self, registers: usize, blocks: usize) {
        self.in_registers.forget_from(registers);
        self.in_blocks.forget_from(blocks);
    }

    pub fn bytes(&self) -> usize {
        self.in_registers.bytes() + self.in_blocks.bytes()
    }

    pub fn shrink(&mut self) {
        self.in_registers.shrink();
        self.in_blocks.shrink();
    }
}
