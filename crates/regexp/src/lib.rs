//! Regular expressions of ECMAScript, ECMA-262 22.2.1 and 22.2.2 with Annex B.1.2. Knows nothing of the engine.
//!
//! [`Pattern`] searches texts of Rust. [`Regexp`] is what it is made of: it searches code units, within a budget.
//!
//! ```
//! use ferrotape_regexp::Pattern;
//!
//! assert!(Pattern::new("^a+b$", "i")?.is_match("AAB")?);
//! # Ok::<(), ferrotape_regexp::Error>(())
//! ```
//!
//! ```text
//! pattern + flags ──> parser ──> tree ──> compiler ──> program ──> backtracker ──> captures
//!                                 └─────> linear: own program, states in parallel ────┘
//! ```
//!
//! The backtracker is the quicker of the two, until a pattern makes it try again and again: then the search starts anew
//! with the linear matcher, whose time is bounded by the length of its program times the length of the text, for each slot
//! of a group. Where counted repetitions make that program long, another one, which counts instead of writing out, tells first
//! whether and where a match begins, in one pass over the text; then the match is looked for only there. Two kinds of patterns
//! have no linear program, and go on until the budget ends them: those with back references, and, where there is a match, those
//! whose counted repetitions would make it longer than [`LONGEST_LINEAR_PROGRAM`] (where there is none only if what is repeated
//! is not one character or set, which the other one must write out too). [`Regexp::is_linear`] tells. Both matchers give the
//! same answer, captures included.
//!
//! Patterns and texts are code units; with `u` or `v` the matchers read them as code points (`input.rs`). Compiling and
//! matching tick the caller's budget as they work, and charge memory to it before they take it. Nothing recurses on the
//! native stack, however a pattern is nested.
//!
//! **To read**: `tree.rs`, `program.rs`, `backtracker.rs`.

#[cfg(test)]
mod agreement;
mod backtracker;
mod canonicalize;
pub mod character_set;
mod compiler;
mod flags;
mod group_names;
mod guard;
mod input;
mod linear;
mod meter;
mod parser;
mod pattern;
mod program;
mod required;
mod scratch;
mod starts;
pub mod tree;
mod unicode;

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use backtracker::Stop;
use ferrotape_budget::{Budget, Termination};
use input::{CodePoints, InputText};
use linear::LinearProgram;
use meter::Meter;
use program::Program;

pub use flags::Flags;
pub use group_names::GroupNames;
pub use input::Input;
pub use linear::LONGEST_LINEAR_PROGRAM;
pub use pattern::{Match, Matches, Pattern};
pub use scratch::Scratch;
use tree::NodeId;
pub use tree::Tree;

/// The largest code unit.
pub const LAST_UNIT: u32 = 0xFFFF;

/// The largest code point.
pub const LAST_CODE_POINT: u32 = 0x10FFFF;

/// Longer patterns are errors: positions in a program, and registers, are 32 bits.
pub const LONGEST_PATTERN: usize = 1 << 20;

/// Why a pattern is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub message: Cow<'static, str>,
    /// Where: a code unit of the pattern, or its end.
    pub offset: usize,
}

/// Why there is no [`Regexp`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    Syntax(SyntaxError),
    /// The budget ended it.
    Terminated(Termination),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Syntax(SyntaxError { message, offset }) => write!(f, "{message} at {offset}"),
            Error::Terminated(termination) => termination.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Termination> for Error {
    fn from(termination: Termination) -> Self {
        Error::Terminated(termination)
    }
}

/// A compiled pattern. Any number of threads may match with it.
#[derive(Clone, Debug)]
pub struct Regexp {
    tree: Tree,
    program: Program,
    /// What every match takes something of.
    required: Option<NodeId>,
    /// Made when the backtracker first gives up; none if the pattern cannot be matched so.
    linear: OnceLock<Option<LinearProgram>>,
}

/// Steps after which the backtracker gives up, if there is another way: so many for each unit of text, and some more.
const STEPS_PER_UNIT: u64 = 8;
const STEPS_AT_LEAST: u64 = 20_000;

impl Regexp {
    /// Compiles a pattern. [`Regexp::memory`] says how many bytes stay charged for it.
    pub fn new(pattern: &[u16], flags: Flags, budget: &mut Budget) -> Result<Regexp, Error> {
        let mut meter = Meter::new(budget);
        let tree = parser::parse(pattern, flags, &mut meter)?;
        let program = compiler::compile(&tree, &mut meter)?;
        let linear = if tree.has_back_references { OnceLock::from(None) } else { OnceLock::new() };
        let required = required::required(&tree);
        let regexp = Regexp { tree, program, required, linear };
        meter.hand_over(regexp.memory())?;
        Ok(regexp)
    }

    /// Is it a pattern? What [`Regexp::new`] says, without compiling it; nothing stays charged.
    pub fn check(pattern: &[u16], flags: Flags, budget: &mut Budget) -> Result<(), Error> {
        parser::check(pattern, flags, &mut Meter::new(budget))
    }

    /// Is the time of any match bounded by the length of the program times the length of the text? It is, but for patterns
    /// with back references, and for those whose counted repetitions, written out one after the other, would be longer than
    /// [`LONGEST_LINEAR_PROGRAM`]. (Of most of these it is bounded all the same where there is no match.) May compile the linear
    /// matcher's program.
    pub fn is_linear(&self, budget: &mut Budget) -> Result<bool, Termination> {
        Ok(self.linear_program(budget)?.is_some_and(LinearProgram::is_complete))
    }

    pub fn flags(&self) -> Flags {
        self.tree.flags
    }

    /// Groups, with group 0.
    pub fn group_count(&self) -> usize {
        self.tree.group_count as usize
    }

    /// The names of groups, in the order of the pattern.
    pub fn group_names(&self) -> &GroupNames {
        &self.tree.names
    }

    /// Bytes it holds and that stay charged to the budget it was made with, but for [`Regexp::linear_memory`].
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

    /// Searches as [`Regexp::find`] does, by the linear matcher alone; none if the pattern cannot be matched so. For whoever
    /// compares the matchers.
    pub fn find_linear(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<Option<bool>, Termination> {
        let Some(program) = self.linear_program(budget)?.filter(|program| program.is_complete()) else {
            return Ok(None);
        };
        let found = match input {
            Input::Latin1(text) => linear::find(program, text, start, false, budget, scratch),
            Input::Utf16(text) if self.tree.flags.full_unicode() => {
                let text = CodePoints(text);
                linear::find(program, text, text.boundary(start), false, budget, scratch)
            }
            Input::Utf16(text) => linear::find(program, text, start, false, budget, scratch),
        };
        scratch.trim(budget);
        found.map(Some)
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
            Input::Utf16(text) if self.tree.flags.full_unicode() => {
                self.run_on(CodePoints(text), start, sticky, budget, scratch)
            }
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
        let start = text.boundary(start);
        let most_steps = STEPS_AT_LEAST + STEPS_PER_UNIT * length as u64;
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
        if !self.may_match(text, start, budget)? {
            return Ok(false);
        }
        match self.linear_program(budget)? {
            Some(program) if program.knows_beginnings() => {
                self.run_at_beginning(program, text, start, sticky, budget, scratch)
            }
            Some(program) => linear::find(program, text, start, sticky, budget, scratch),
            None => match backtracker::find(&self.program, text, start, sticky, u64::MAX, budget, scratch) {
                Ok(found) => Ok(found),
                Err(Stop::Terminated(termination)) => Err(termination),
                // Nobody takes so many steps.
                Err(Stop::GaveUp) => Ok(false),
            },
        }
    }

    /// Looks for where a match begins, and then only there for where it ends.
    fn run_at_beginning<I: InputText>(
        &self,
        program: &LinearProgram,
        text: I,
        start: usize,
        sticky: bool,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        let Some(start) = linear::beginning(program, text, start, sticky, budget, scratch)? else { return Ok(false) };
        let most_steps = match program.is_complete() {
            true => STEPS_AT_LEAST + STEPS_PER_UNIT * (text.len() - start) as u64,
            false => u64::MAX,
        };
        match backtracker::find(&self.program, text, start, true, most_steps, budget, scratch) {
            Ok(found) => Ok(found),
            Err(Stop::Terminated(termination)) => Err(termination),
            Err(Stop::GaveUp) => linear::find(program, text, start, true, budget, scratch),
        }
    }

    /// Has the text from `start` on what every match takes something of?
    fn may_match<I: InputText>(&self, text: I, start: usize, budget: &mut Budget) -> Result<bool, Termination> {
        self.required.map_or(Ok(true), |required| required::occurs(&self.tree, required, text, start, budget))
    }

    /// What the linear matcher runs; none if there is no such program.
    fn linear_program(&self, budget: &mut Budget) -> Result<Option<&LinearProgram>, Termination> {
        if let Some(linear) = self.linear.get() {
            return Ok(linear.as_ref());
        }
        // Whether it is there already depends on who has matched before, and with which copy of the pattern. It takes about what
        // it took to compile the pattern.
        let aside = budget.begin_aside();
        let made = self.make_linear_program(budget);
        budget.end_aside(aside);
        made?;
        Ok(self.linear.get().and_then(Option::as_ref))
    }

    fn make_linear_program(&self, budget: &mut Budget) -> Result<(), Termination> {
        let mut meter = Meter::new(budget);
        let linear = LinearProgram::new(&self.tree, &mut meter)?;
        let bytes = linear.as_ref().map_or(0, LinearProgram::memory);
        // Another thread may have been quicker: then this one's is dropped, and its memory released with the meter.
        if self.linear.set(linear).is_ok() {
            meter.hand_over(bytes)?;
        }
        Ok(())
    }
}

/// The matcher is shared by whatever threads share what holds it.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Regexp>()
};
