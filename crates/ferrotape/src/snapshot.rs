//! Engines that are forked, or written as bytes by one process and restored by another.

pub use crate::fork::{Carry, Forking};
pub use crate::persist::{Loading, Persist, Saving};

#[cfg(feature = "snapshot")]
mod bytes;
