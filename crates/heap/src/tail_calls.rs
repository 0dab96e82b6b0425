//! Setting for tail calls: the calls in tail position that replace their caller on the stack.
//!
//! The compiler marks all of them, and each engine decides when it loads the code. So code compiled once can run in
//! engines that decide differently. Eval code and functions made from text follow the same setting.

/// Calls in tail position (ECMA-262 15.10.2) that replace the frame of the calling function. They need no stack however
/// deep they go, and stacks do not show that function.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum TailCalls {
    /// Calls of strict code, as the specification has it (15.10.1, step 2).
    #[default]
    Strict,
    /// Calls of sloppy code as well.
    ///
    /// Extension: the specification keeps the callers there, and with them the end of an endless recursion.
    Always,
    /// No calls: every stack is whole.
    ///
    /// Missing: PrepareForTailCall, 15.10.3.
    Never,
}

impl TailCalls {
    /// The setting with the name used on command lines.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "strict" => Some(TailCalls::Strict),
            "always" => Some(TailCalls::Always),
            "never" => Some(TailCalls::Never),
            _ => None,
        }
    }

    /// Returns whether code of this mode makes tail calls.
    pub fn are_made(self, strict: bool) -> bool {
        match self {
            TailCalls::Strict => strict,
            TailCalls::Always => true,
            TailCalls::Never => false,
        }
    }
}
