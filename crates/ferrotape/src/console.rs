//! Values as people read them, and `console`.

pub use crate::inspect::{Compact, Console, Getters, InspectOptions, Level};
#[cfg(feature = "tracing")]
pub use crate::trace::TracingConsole;
