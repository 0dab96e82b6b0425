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
mod backtracker;
mod canonicalize;
pub mod character_set;
mod compiler;
mod flags;
mod guard;
mod input;
mod linear;
mod parser;
mod program;
mod scratch;
mod starts;
pub mod tree;

use std::borrow::Cow;
use std::sync::OnceLock;

use backtracker::Stop;
use ferrotape_budget::{Budget, Termination};
use input::InputText;
use linear::LinearProgram;
use program::Program;

pub use flags::Flags;
pub use input::Input;
pub use scratch::Scratch;
pub use tree::Tree;

/// The largest code unit.
pub const LAST_UNIT: u32 = 0xFFFF;

/// Longer patterns are errors: see [`BYTES_PER_UNIT`].
pub const LONGEST_PATTERN: usize = 1 << 20;

/// Bytes that compiling takes for each unit of a pattern, at most.
pub const BYTES_PER_UNIT: usize = 400;

/// Why a pattern is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub message: Cow<'static, str>,
    /// Where: a code unit of the pattern, or its end.
    pub offset: usize,
}

/// A compiled pattern. Any number of threads may match with it.
#[derive(Debug)]
pub struct Regexp {
    tree: Tree,
    program: Program,
    /// Made when the backtracker first gives up; none if the pattern cannot be matched so.
    linear: OnceLock<Option<LinearProgram>>,
}

/// Steps after which the backtracker gives up, if there is another way: so many for each unit of text, and some more.
const STEPS_PER_UNIT: u64 = 8;
const STEPS_AT_LEAST: u64 = 20_000;

impl Regexp {
    /// Compiles a pattern.
    pub fn new(pattern: &[u16], flags: Flags) -> Result<Regexp, SyntaxError> {
        let tree = parser::parse(pattern, flags)?;
        let program = compiler::compile(&tree);
        let linear = if tree.has_back_references { OnceLock::from(None) } else { OnceLock::new() };
        Ok(Regexp { tree, program, linear })
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

    /// Groups that have names, in the order of the pattern.
    pub fn group_names(&self) -> &[(Box<[u16]>, u32)] {
        &self.tree.names
    }

    /// Bytes it holds, but for [`Regexp::linear_memory`].
    pub fn memory(&self) -> usize {
        size_of::<Regexp>() + self.tree.memory() + self.program.memory()
    }

    /// Bytes that a match took for the linear matcher's program and charged to its budget: to be released together with
    /// the others.
    pub fn linear_memory(&self) -> usize {
        self.linear.get().and_then(Option::as_ref).map_or(0, LinearProgram::memory)
    }

    /// Searches for the first match that begins at `start` or after it. If there is one, `scratch` has its groups.
    pub fn find(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        self.run(input, start, false, budget, scratch)
    }

    /// Is there a match that begins at `start`? If so, `scratch` has its groups.
    pub fn match_at(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        self.run(input, start, true, budget, scratch)
    }

    #[inline]
    fn run(
        &self,
        input: Input<'_>,
        start: usize,
        sticky: bool,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        let found = match input {
            Input::Latin1(text) => self.run_on(text, start, sticky, budget, scratch),
            Input::Utf16(text) => self.run_on(text, start, sticky, budget, scratch),
        };
        scratch.trim(budget);
        found
    }

    fn run_on<I: InputText>(
        &self,
        text: I,
        start: usize,
        sticky: bool,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        // Positions are 32 bits, and one value of those means none.
        if text.len() >= u32::MAX as usize {
            return Err(Termination::OutOfMemory);
        }
        let Some(length) = text.len().checked_sub(start) else { return Ok(false) };
        let most_steps = match self.linear.get() {
            Some(None) => u64::MAX,
            _ => STEPS_AT_LEAST + STEPS_PER_UNIT * length as u64,
        };
        match backtracker::find(&self.program, text, start, sticky, most_steps, budget, scratch) {
            Ok(found) => Ok(found),
            Err(Stop::Terminated(termination)) => Err(termination),
            Err(Stop::GaveUp) => self.run_linear(text, start, sticky, budget, scratch),
        }
    }

    #[cold]
    fn run_linear<I: InputText>(
        &self,
        text: I,
        start: usize,
        sticky: bool,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        let linear = match self.linear.get() {
            Some(linear) => linear,
            None => {
                let linear = LinearProgram::new(&self.tree);
                budget.charge(linear.as_ref().map_or(0, LinearProgram::memory))?;
                self.linear.get_or_init(|| linear)
            }
        };
        match linear {
            Some(program) => linear::find(program, text, start, sticky, budget, scratch),
            None => self.run_on(text, start, sticky, budget, scratch),
        }
    }
}

/// The matcher is shared by whatever threads share what holds it.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Regexp>()
};
