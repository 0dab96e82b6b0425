//! Values formatted for people, and `console`.

pub use crate::inspect::{Console, InspectOptions, Level};
#[cfg(feature = "tracing")]
pub use crate::trace::TracingConsole;
