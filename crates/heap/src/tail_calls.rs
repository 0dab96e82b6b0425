//! Which calls in tail position take the place of their caller on the stack.
//!
//! The compiler marks all of them, and each engine decides when it loads the code: so code compiled once can run in engines that
//! decide differently, and eval code and functions made of text are as the rest.

/// Which calls in tail position (ECMA-262 15.10.2) take the place of the function that makes them, so that they need no stack
/// however deep they go, and stacks do not show that function.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum TailCalls {
    /// Those of strict code, as the specification has it (15.10.1, step 2).
    #[default]
    Strict,
    /// Those of sloppy code as well.
    ///
    /// Extension: the specification keeps the callers there, and with them the end of an endless recursion.
    Always,
    /// None: every stack is whole.
    ///
    /// Missing: PrepareForTailCall, 15.10.3.
    Never,
}

impl TailCalls {
    /// The setting with the name that command lines give it.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "strict" => Some(TailCalls::Strict),
            "always" => Some(TailCalls::Always),
            "never" => Some(TailCalls::Never),
            _ => None,
        }
    }

    /// Are they made by code of this mode?
    pub(crate) fn are_made(self, strict: bool) -> bool {
        match self {
            TailCalls::Strict => strict,
            TailCalls::Always => true,
            TailCalls::Never => false,
        }
    }
}
