//! Patterns of the regular expression literals of a unit. They live as long as the unit.
//!
//! A literal is compiled at its first match, and paid for then. Whether it is compiled depends on the script alone, not
//! on collections or on what other code has compiled.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::id::{PatternId, StringId};

/// The patterns of a unit, by source and flags.
#[derive(Default)]
pub struct LiteralPatterns(Mutex<FxHashMap<(StringId, StringId), PatternId>>);

/// Bytes that a pattern takes here, accounted for by its cell. Tables are at least half full after they have grown.
pub(crate) const LITERAL_BYTES: usize = 64;

impl LiteralPatterns {
    pub(crate) fn get(&self, source: StringId, flags: StringId) -> Option<PatternId> {
        self.table().get(&(source, flags)).copied()
    }

    pub(crate) fn set(&self, source: StringId, flags: StringId, pattern: PatternId) {
        self.table().insert((source, flags), pattern);
    }

    /// All patterns with their source and flags.
    pub fn all(&self) -> Vec<((StringId, StringId), PatternId)> {
        self.table().iter().map(|(&key, &pattern)| (key, pattern)).collect()
    }

    fn table(&self) -> MutexGuard<'_, FxHashMap<(StringId, StringId), PatternId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for LiteralPatterns {
    fn clone(&self) -> Self {
        LiteralPatterns(Mutex::new(self.table().clone()))
    }
}
