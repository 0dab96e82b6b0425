//! What both machines' generators do alike: said once, over what they do differently.
//!
//! The cut is by kind of meaning. *Control, order and protocol* are here; *operations on values that are at hand* (literals,
//! names, operators, members, calls, plain assignments, comparisons) are each machine's own. [`Machine`] is implemented by the
//! two structs that hold the state of a function's generation. What is here are functions over it, so that a reader tells them
//! apart by the grammar: `m.jump(…)` is a primitive of the machine, `statement(m, …)` a construct of the language.
//!
//! *Never*: a default method in [`Machine`], or an arm `_` in a walker's match over the kinds of nodes: a construct that one
//! machine lacks must not compile.

mod core;
mod unit;

use ferrotape_budget::Termination;
use ferrotape_text::Span;

pub(crate) use self::core::{Core, Session};
pub(crate) use self::unit::{Tables, attempt, generate};
use crate::register::TOO_MANY_REGISTERS;
use crate::{CompileError, CompileErrorKind};

/// Why compiling a function stops.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Stop {
    /// More than 256 registers are needed: try again in wide mode. Of the register machine only.
    NeedsWide,
    TooDeep(Span),
    TooLarge(&'static str, Span),
    /// With the source offset that had been reached, where it is known.
    Terminated(Termination, Option<u32>),
}

pub(crate) type Compiled<T = ()> = Result<T, Stop>;

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination, None)
    }
}

impl Stop {
    /// With the place that compiling has come to, where none is known.
    pub fn at(self, position: u32) -> Stop {
        match self {
            Stop::Terminated(termination, None) => Stop::Terminated(termination, Some(position)),
            stop => stop,
        }
    }

    /// What embedders see of it.
    fn error(self, function: Span) -> CompileError {
        let (kind, message, span) = match self {
            Stop::NeedsWide => (CompileErrorKind::TooLarge, TOO_MANY_REGISTERS, function),
            Stop::TooDeep(span) => (CompileErrorKind::TooDeep, "syntax is nested too deeply", span),
            Stop::TooLarge(message, span) => (CompileErrorKind::TooLarge, message, span),
            Stop::Terminated(termination, at) => {
                let span = at.map_or(function, |at| Span::new(at, at));
                (CompileErrorKind::Terminated(termination), "", span)
            }
        };
        CompileError { kind, message, span }
    }
}
