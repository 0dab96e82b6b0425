//! Regular expressions of ECMAScript, ECMA-262 22.2.1 and 22.2.2 with Annex B.1.2. The crate knows nothing of the
//! engine.
//!
//! [`Pattern`] searches Rust strings. [`Regexp`], on which it is built, searches code units, within a budget.
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
//!                                  └─────> linear: own program, states in parallel ────┘
//! ```
//!
//! There are two matchers, which give the same answer, captures included. The backtracker is faster until a pattern makes it
//! retry too often. Then the search restarts with the linear matcher. Its time is bounded by the length of its program times the
//! length of the text, for each slot of a group.
//!
//! Counted repetitions can make the linear program long. Then a second program, which counts instead of writing
//! repetitions out, first finds whether and where a match begins, in one pass over the text. The match is searched only
//! there.
//!
//! Two kinds of patterns have no linear program, and backtrack until the budget ends them:
//! - patterns with back references;
//! - patterns whose counted repetitions would make the program longer than [`LONGEST_LINEAR_PROGRAM`]. A text without a
//!   match still takes linear time, unless the repeated part is more than one character or set, which the counting
//!   program must write out too.
//!
//! [`Regexp::is_linear`] tells whether a pattern has a linear program.
//!
//! Patterns and texts are code units; with `u` or `v` the matchers read them as code points (`input.rs`). Compiling and
//! matching tick the caller's budget, and charge memory before they take it. Nothing recurses on the native stack,
//! however deeply a pattern nests.
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
mod opening;
mod parser;
mod pattern;
mod program;
mod required;
mod scan;
mod scratch;
mod starts;
pub mod tree;
mod unicode;
mod window;

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

/// Most code units of a pattern. Longer ones are errors, as positions in a program, and registers, are 32 bits.
pub const LONGEST_PATTERN: usize = 1 << 20;

/// A syntax error in a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The reason, for a message.
    pub message: Cow<'static, str>,
    /// Position of the error: a code unit of the pattern, or its end.
    pub offset: usize,
}

/// The reason why a pattern was not compiled or searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The pattern breaks a rule of the language.
    Syntax(SyntaxError),
    /// The budget ended the work.
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
///
/// ```
/// use ferrotape_budget::Budget;
/// use ferrotape_regexp::{Flags, Input, Regexp, Scratch};
///
/// let mut budget = Budget::default();
/// budget.set_fuel(Some(100_000));
/// let pattern: Vec<u16> = "b(c*)".encode_utf16().collect();
/// let regexp = Regexp::new(&pattern, Flags::default(), &mut budget)?;
/// let mut scratch = Scratch::default();
/// assert!(regexp.find(Input::Latin1(b"abcc"), 0, &mut budget, &mut scratch)?);
/// assert_eq!((scratch.span(), scratch.group(1)), (1..4, Some(2..4)));
/// # Ok::<(), ferrotape_regexp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regexp {
    tree: Tree,
    program: Program,
    /// A character or set that every match contains.
    required: Option<NodeId>,
    /// Program made when the backtracker first gives up; None if the pattern has no linear program.
    linear: OnceLock<Option<LinearProgram>>,
}

/// Steps per unit of text, besides [`STEPS_AT_LEAST`], after which the backtracker gives up if there is a linear
/// program.
const STEPS_PER_UNIT: u64 = 8;
const STEPS_AT_LEAST: u64 = 20_000;

impl Regexp {
    /// Compiles a pattern. [`Regexp::memory`] returns the bytes that stay charged for it.
    ///
    /// # Errors
    ///
    /// Fails if the pattern is wrong, or if the budget ends the work. Then nothing stays charged.
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

    /// Checks a pattern as [`Regexp::new`] does, without compiling it. Nothing stays charged.
    ///
    /// # Errors
    ///
    /// Fails as [`Regexp::new`] does.
    pub fn check(pattern: &[u16], flags: Flags, budget: &mut Budget) -> Result<(), Error> {
        parser::check(pattern, flags, &mut Meter::new(budget))
    }

    /// Returns whether the time of every match is bounded by the length of the program times the length of the text. It
    /// is not for patterns with back references, nor for those whose counted repetitions, written out one after the
    /// other, would be longer than [`LONGEST_LINEAR_PROGRAM`]. (For most of the latter, a search without a match is
    /// still bounded.) May compile the linear matcher's program.
    ///
    /// # Errors
    ///
    /// Fails if the budget ends that work.
    pub fn is_linear(&self, budget: &mut Budget) -> Result<bool, Termination> {
        Ok(self.linear_program(budget)?.is_some_and(LinearProgram::is_complete))
    }

    pub fn flags(&self) -> Flags {
        self.tree.flags
    }

    /// Returns the number of groups, group 0 included.
    pub fn group_count(&self) -> usize {
        self.tree.group_count as usize
    }

    /// Returns the names of groups, in the order of the pattern.
    pub fn group_names(&self) -> &GroupNames {
        &self.tree.names
    }

    /// Returns the bytes that stay charged to the budget of [`Regexp::new`], without [`Regexp::linear_memory`].
    pub fn memory(&self) -> usize {
        size_of::<Regexp>() + self.tree.memory() + self.program.memory()
    }

    /// Returns the bytes of the linear matcher's program, which a match has charged to its budget. They must be
    /// released together with those of [`Regexp::memory`].
    pub fn linear_memory(&self) -> usize {
        self.linear.get().and_then(Option::as_ref).map_or(0, LinearProgram::memory)
    }

    /// Searches for the first match that begins at `start` or after it. If there is one, `scratch` has its groups.
    ///
    /// # Errors
    ///
    /// Fails if the budget ends the search.
    pub fn find(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        self.run(input, start, false, budget, scratch)
    }

    /// Searches for a match that begins at `start`. If there is one, `scratch` has its groups.
    ///
    /// # Errors
    ///
    /// Fails if the budget ends the search.
    pub fn match_at(
        &self,
        input: Input<'_>,
        start: usize,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        self.run(input, start, true, budget, scratch)
    }

    /// Searches as [`Regexp::find`] does, with the linear matcher alone; None if the pattern has no linear program. For
    /// comparisons of the matchers.
    ///
    /// # Errors
    ///
    /// Fails if the budget ends the search.
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

    /// Runs the matchers on the text as its width and the flags have it.
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

    /// Backtracks for a number of steps in proportion to the text, then leaves the search to the linear matcher.
    fn run_on<I: InputText>(
        &self,
        text: I,
        start: usize,
        sticky: bool,
        budget: &mut Budget,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        // Positions are 32 bits, and one value stands for no position.
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

    /// Searches anew, in linear time if the pattern has a linear program. A text without something that is required cannot match.
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
                // No search takes so many steps.
                Err(Stop::GaveUp) => Ok(false),
            },
        }
    }

    /// Finds where a match begins, and then searches for the match only there.
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

    /// Returns whether the text from `start` on contains something that every match needs.
    fn may_match<I: InputText>(&self, text: I, start: usize, budget: &mut Budget) -> Result<bool, Termination> {
        self.required.map_or(Ok(true), |required| required::occurs(&self.tree, required, text, start, budget))
    }

    /// Returns the linear matcher's program; None if there is no such program.
    fn linear_program(&self, budget: &mut Budget) -> Result<Option<&LinearProgram>, Termination> {
        if let Some(linear) = self.linear.get() {
            return Ok(linear.as_ref());
        }
        // Whether the program exists already depends on who has matched before, and with which copy of the pattern.
        // Making it takes about as long as compiling the pattern.
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
        // Another thread may have been faster. Then this program is dropped, and its memory released with the meter.
        if self.linear.set(linear).is_ok() {
            meter.hand_over(bytes)?;
        }
        Ok(())
    }
}

/// Threads that share a matcher's owner also share the matcher.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Regexp>()
};
