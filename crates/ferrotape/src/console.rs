//! Values as people read them, and `console`.

pub use crate::inspect::{Console, InspectOptions, Level};
#[cfg(feature = "tracing")]
pub use crate::trace::TracingConsole;
