//! Throw sites: the places where scripts threw values that are no errors. An error object knows its own place. For
//! other values the machine remembers the last one.
//!
//! While a `finally` block runs, the exception that led to it waits, and its place with it: the block may throw and
//! catch others, also in what it calls. Waiting places are identified by where the exception itself waits. Inner
//! blocks, and blocks of inner frames, wait above outer ones. So everything above a place that is looked up or stored
//! belongs to blocks that were left.

mod operations;

pub use operations::*;

use ferrotape_budget::growth;

use crate::error::CodePlace;
use crate::value::Value;

/// Place where a script last threw a value that is no error.
#[derive(Clone, Default)]
pub struct ThrowSite {
    pub value: Option<Value>,
    /// Frames, innermost first.
    pub places: Vec<CodePlace>,
    /// True once a script has caught it: throwing an equal value is then a new throw.
    was_caught: bool,
}

/// Places of exceptions that wait for the end of a `finally` block, inner blocks last.
#[derive(Clone, Default)]
pub(crate) struct WaitingSites {
    sites: Vec<WaitingSite>,
    /// Frames of all of them, one after the other.
    places: Vec<CodePlace>,
}

/// The site of an exception that waits for the end of a `finally` block.
#[derive(Clone)]
struct WaitingSite {
    /// Place where the exception waits.
    at: usize,
    first_place: usize,
}

impl ThrowSite {
    /// Returns whether anything is noted, or memory was taken for it.
    #[inline(always)]
    pub fn is_noted(&self) -> bool {
        self.value.is_some() || self.places.capacity() > 0
    }
}

impl WaitingSites {
    /// Forgets exceptions that wait from that place on.
    fn forget_from(&mut self, at: usize) {
        while let Some(site) = self.sites.pop_if(|site| site.at >= at) {
            self.places.truncate(site.first_place);
        }
    }

    /// Bytes that one more waiting site takes.
    fn growth(&self, places: usize) -> usize {
        let bytes =
            [growth(&self.sites, 1), growth(&self.places, places)].map(|growth| growth.map_or(0, |(_, bytes)| bytes));
        bytes.iter().sum()
    }

    /// The sites with their frames, inner ones last.
    fn all(&self) -> impl Iterator<Item = (usize, &[CodePlace])> {
        let ends = self.sites.iter().skip(1).map(|site| site.first_place).chain([self.places.len()]);
        let places = |site: &WaitingSite, end| self.places.get(site.first_place..end).unwrap_or_default();
        self.sites.iter().zip(ends).map(move |(site, end)| (site.at, places(site, end)))
    }

    fn push(&mut self, at: usize, places: &[CodePlace]) {
        self.sites.push(WaitingSite { at, first_place: self.places.len() });
        self.places.extend_from_slice(places);
    }

    /// Moves out the frames of the exception that waited there; false if nothing is known.
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

/// Throw sites of values that are no errors.
#[derive(Clone, Default)]
pub struct ThrowSites {
    pub last: ThrowSite,
    /// Exceptions that wait in registers, by their place in the value stack.
    in_registers: WaitingSites,
    /// Exceptions that wait in blocks of stack code, by the number of the block.
    in_blocks: WaitingSites,
}

/// Place where an exception waits for the end of a `finally` block.
#[derive(Copy, Clone)]
pub enum Waiting {
    /// Place of the value stack.
    Register(usize),
    /// Block of the stack machine, counted over all activations.
    Block(usize),
}

impl ThrowSites {
    fn of(&mut self, waiting: Waiting) -> (&mut WaitingSites, usize) {
        match waiting {
            Waiting::Register(at) => (&mut self.in_registers, at),
            Waiting::Block(at) => (&mut self.in_blocks, at),
        }
    }

    /// All places that may be looked up.
    pub fn places(&self) -> impl Iterator<Item = &CodePlace> {
        self.last.places.iter().chain(&self.in_registers.places).chain(&self.in_blocks.places)
    }

    /// Exceptions that wait, each with its frames: outer ones before inner ones.
    pub fn all_waiting(&self) -> impl Iterator<Item = (Waiting, &[CodePlace])> {
        let in_registers = self.in_registers.all().map(|(at, places)| (Waiting::Register(at), places));
        in_registers.chain(self.in_blocks.all().map(|(at, places)| (Waiting::Block(at), places)))
    }

    /// Forgets exceptions that waited in ended frames: nothing waits above those heights.
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
