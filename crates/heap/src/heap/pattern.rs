//! Compiled regular expressions: cells that RegExp objects share, and the cache that finds them again.
//!
//! Literals were checked with their program. They are compiled at their first match, and live as long as their unit. `new RegExp`
//! finds what it has compiled before. The cache keeps alive the patterns used since the last collection; others live as long as
//! an object uses them. A pattern found in the cache is paid for as if it were compiled, since copies of an engine differ in what
//! their caches know.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::Termination;
use ferrotape_regexp::{Error, Flags, Regexp};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::id::{PatternId, StringId};
use crate::property_key::PropertyKey;

/// A pattern: [[OriginalSource]], [[OriginalFlags]] and [[RegExpMatcher]] of RegExp objects.
#[derive(Clone)]
pub struct Pattern {
    /// The program; none until a literal is first matched.
    pub(crate) program: Option<Regexp>,
    pub source: StringId,
    /// The flags as written.
    pub flags: StringId,
    pub parsed_flags: Flags,
    /// Names of groups as property names, with the groups that have them; empty until compiled. Groups of one name
    /// follow each other.
    pub names: Box<[(PropertyKey, u32)]>,
    /// Cost of compiling a pattern of the cache, paid by each script that asks for it.
    pub(crate) cost: u64,
    /// Bytes accounted for the program and the names.
    pub bytes: usize,
}

impl Pattern {
    pub fn payload_bytes(&self) -> usize {
        self.bytes + self.program.as_ref().map_or(0, Regexp::linear_memory)
    }

    /// Number of groups with group 0, once it is compiled.
    pub fn group_count(&self) -> usize {
        self.program.as_ref().map_or(1, Regexp::group_count)
    }
}

/// Reason why there is no pattern: its flags, or its source or a limit.
pub enum PatternError {
    Flags,
    Source(Error),
}

impl From<Error> for PatternError {
    fn from(error: Error) -> Self {
        PatternError::Source(error)
    }
}

impl From<Termination> for PatternError {
    fn from(termination: Termination) -> Self {
        PatternError::Source(termination.into())
    }
}

/// Patterns by source and flags. Equal strings may be different cells here: then there are two programs.
#[derive(Clone, Default)]
pub(crate) struct PatternCache {
    entries: HashMap<(StringId, StringId), CachedPattern, FxBuildHasher>,
}

/// A compiled pattern that can be found again.
#[derive(Clone)]
struct CachedPattern {
    pattern: PatternId,
    /// True if asked for since the last collection.
    used: bool,
}

impl PatternCache {
    /// Takes the patterns that a collection keeps alive for the cache.
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
