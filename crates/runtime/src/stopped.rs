//! Runs that a limit has ended.
//!
//! A [`Termination`] unwinds everything. It passes through functions of the host, which may look at it but cannot make
//! it a value. As long as the run lasts, [`crate::stopped::stopped`] tells that it is over.

mod operations;

pub use operations::*;

use ferrotape_budget::Termination;
use ferrotape_text::Excerpt;

use crate::error::StackEntry;

/// A run that was ended: how, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped {
    pub termination: Termination,
    /// Description of the end, with the limit as the host gave it.
    pub message: String,
    /// The functions that were running, innermost first.
    pub stack: Vec<StackEntry>,
    /// The source line of the innermost function.
    pub excerpt: Excerpt,
}
