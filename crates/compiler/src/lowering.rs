//! Shared code of both machines' generators, on top of the machines' primitives.
//!
//! The cut is by kind of meaning. *Control, order and protocol* are here. *Operations on values that are at hand*
//! (literals, names, operators, members, calls, plain assignments, comparisons) belong to each machine. [`Machine`] is
//! the sum of traits by topic. The two structs that hold the state of a function's generation implement each trait in
//! the file of its topic. This module consists of functions over [`Machine`], so that the syntax tells them apart:
//! `m.jump(…)` is a primitive of the machine, `statement(m, …)` a construct of the language.
//!
//! Values pass between primitives in the machine's form: a register on one machine, the top of the value stack on the
//! other. So each value is used once, in the reverse order of making, before the [`Forms::Mark`] taken before it is
//! released. A value that must last longer is [`Forms::Held`]. A machine's walkers (`value` and its variants) handle
//! the leaves, and call back into this module for everything that branches. Only assignments to a variable write the
//! variable's register.
//!
//! *Never*: a default method in [`Machine`], or an arm `_` where a walker decides what a node is. A construct that one
//! machine lacks must not compile.
//!
//! Reading order: `machine`; `unit`, `function`, `names`; `statement`, `condition`, `loops`, `switch`, `exits`, `class`;
//! then `machine` of [`mod@crate::register`] and [`mod@crate::stack`].

mod class;
mod condition;
mod core;
pub(crate) mod debug;
mod disposal;
mod exits;
mod function;
mod generators;
mod implicit;
mod iteration;
mod loops;
mod machine;
mod module;
mod names;
mod pattern;
mod statement;
mod switch;
mod unit;

use ferrotape_budget::Termination;
use ferrotape_text::Span;

pub(crate) use self::class::{Private, class};
pub(crate) use self::condition::{all_but_last, condition, conditional, decides, effect, logical};
pub(crate) use self::core::{Core, Session};
pub(crate) use self::function::{template, template_kind};
pub(crate) use self::generators::{Suspend, await_value, yield_value};
pub(crate) use self::implicit::Implicit;
pub(crate) use self::iteration::{IteratorHint, close, close_thrown};
pub(crate) use self::machine::{
    Assignments, Classes, Conditions, Disposal, Exits, Forms, Functions, Iterators, Jumps, Machine, Parts, Protection,
    Scopes, Suspension, Switches, Values,
};
pub(crate) use self::names::{ConstantGlobal, Resolved, anonymous};
pub(crate) use self::pattern::{Key, bind_pattern, is_pattern};
pub(crate) use self::unit::{Tables, attempt, generate, index_of};
use crate::{SourceError, SourceErrorKind};

/// Error message for a derived constructor that returns without having called `super()`.
pub(crate) const THIS_NOT_BOUND: &str =
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";

/// Error message for a function that the register machine has no room for.
pub(crate) const TOO_MANY_REGISTERS: &str = "function needs too many registers";

/// Error message for a node that cannot be where it is.
const MISPLACED: &str = "this syntax is not allowed here";

/// Reasons to stop compiling a function.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Stop {
    /// More than 256 registers are needed: the register machine tries again in wide mode.
    NeedsWide,
    TooDeep(Span),
    TooLarge(&'static str, Span),
    /// The tree has a node where no parser puts it.
    Misplaced(Span),
    /// A limit was reached, at this source offset if known.
    Terminated(Termination, Option<u32>),
}

pub(crate) type Compiled<T = ()> = Result<T, Stop>;

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination, None)
    }
}

impl Stop {
    /// Adds the position that compilation has reached, if none is known.
    pub fn at(self, position: u32) -> Stop {
        match self {
            Stop::Terminated(termination, None) => Stop::Terminated(termination, Some(position)),
            stop => stop,
        }
    }

    /// Returns the error that hosts see.
    fn error(self, function: Span) -> SourceError {
        let (kind, message, span) = match self {
            Stop::NeedsWide => (SourceErrorKind::Limit, TOO_MANY_REGISTERS, function),
            Stop::TooDeep(span) => (SourceErrorKind::Limit, "syntax is nested too deeply", span),
            Stop::TooLarge(message, span) => (SourceErrorKind::Limit, message, span),
            Stop::Misplaced(span) => (SourceErrorKind::Syntax, MISPLACED, span),
            Stop::Terminated(termination, at) => {
                let span = at.map_or(function, |at| Span::new(at, at));
                return SourceError { span, ..termination.into() };
            }
        };
        SourceError::of_code(kind, message, span)
    }
}
