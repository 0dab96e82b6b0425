//! Compiled regular expressions: cells that RegExp objects share, and the cache that finds them again.
//!
//! Literals were checked with the program that they are in: theirs are compiled when something is matched for the first time, and
//! live as long as their unit. `new RegExp` finds what it has compiled before. The cache keeps alive what was asked for since the
//! last collection; everything else lives as long as an object uses it. What is found so is paid for as if it were compiled:
//! what the cache knows differs between copies of an engine.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::Termination;
use ferrotape_regexp::{Error, Flags, Regexp, SyntaxError};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::id::{PatternId, StringId};
use crate::property_key::PropertyKey;

/// What [[OriginalSource]], [[OriginalFlags]] and [[RegExpMatcher]] of a RegExp object are.
#[derive(Clone)]
pub struct Pattern {
    /// None as long as nothing was matched with a literal.
    pub(crate) program: Option<Regexp>,
    pub source: StringId,
    /// As they were written.
    pub flags: StringId,
    pub parsed_flags: Flags,
    /// Once it is compiled: the names of groups as property names, and the groups that have them: those with the same name
    /// follow each other.
    pub names: Box<[(PropertyKey, u32)]>,
    /// Of one that the cache has: what it took to compile it, which each script pays that asks for it.
    pub(crate) cost: u64,
    /// Bytes that the program and the names were accounted with.
    pub bytes: usize,
}

impl Pattern {
    pub fn payload_bytes(&self) -> usize {
        self.bytes + self.program.as_ref().map_or(0, Regexp::linear_memory)
    }

    /// Groups with group 0, once it is compiled.
    pub fn group_count(&self) -> usize {
        self.program.as_ref().map_or(1, Regexp::group_count)
    }
}

/// Why there is no pattern.
pub enum PatternError {
    Flags,
    Syntax(SyntaxError),
    Terminated(Termination),
}

impl From<Error> for PatternError {
    fn from(error: Error) -> Self {
        match error {
            Error::Syntax(error) => PatternError::Syntax(error),
            Error::Terminated(termination) => PatternError::Terminated(termination),
        }
    }
}

impl From<Termination> for PatternError {
    fn from(termination: Termination) -> Self {
        PatternError::Terminated(termination)
    }
}

/// Patterns by source and flags. Equal strings may be different ones here: then there are two programs.
#[derive(Clone, Default)]
pub(crate) struct PatternCache {
    entries: HashMap<(StringId, StringId), CachedPattern, FxBuildHasher>,
}

#[derive(Clone)]
struct CachedPattern {
    pattern: PatternId,
    /// Asked for since the last collection.
    used: bool,
}

impl PatternCache {
    /// The patterns that a collection keeps alive for the cache.
    pub fn take_used(&mut self) -> Vec<PatternId> {
        let entries = self.entries.values_mut();
        entries.filter_map(|entry| std::mem::take(&mut entry.used).then_some(entry.pattern)).collect()
    }

    pub fn retain(&mut self, is_alive: impl Fn(PatternId) -> bool) {
        self.entries.retain(|_, entry| is_alive(entry.pattern));
    }

    pub fn bytes(&self) -> usize {
        self.entries.allocation_size()
    }
}
