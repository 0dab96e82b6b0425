//! Values formatted for people, and `console`.

pub use crate::inspect::{Compact, Console, Getters, InspectOptions, Level};
#[cfg(feature = "tracing")]
pub use crate::trace::TracingConsole;
