//! Engines that are copied, or written as bytes: by one process, and gone on with by another.

pub use crate::fork::{Carry, Forking};
pub use crate::persist::{Loading, Persist, Saving};

#[cfg(feature = "snapshot")]
mod bytes;
