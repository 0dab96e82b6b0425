//! What is known of a run that a limit has ended.
//!
//! A [`Termination`] unwinds everything. It passes through functions of the embedder on its way, which may look at it but cannot
//! make it a value: as long as the run lasts, [`Vm::stopped`] tells that it is over.

use ferrotape_budget::Termination;
use ferrotape_text::Excerpt;

use crate::error::StackEntry;
use crate::vm::Vm;

/// That a run was ended, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped {
    pub termination: Termination,
    /// The functions that were running, innermost first.
    pub stack: Vec<StackEntry>,
    /// The line of the first of these places.
    pub excerpt: Excerpt,
}

impl Vm {
    /// Notes that the run is over, with the frames that are there now. Only the first time counts.
    #[cold]
    pub fn note_termination(&mut self, termination: Termination) {
        if self.stopped.is_none() {
            let places = self.capture_stack();
            let stack = places.iter().map(|&place| self.stack_entry(place)).collect();
            let excerpt = places.first().map(|&place| self.excerpt_at(place)).unwrap_or_default();
            self.stopped = Some(Stopped { termination, stack, excerpt });
        }
    }

    /// Only a call within the run was ended, by limits of its own: the run goes on. To be called where nothing of the call is
    /// left.
    pub fn forget_stopped(&mut self) {
        self.stopped = None;
    }

    /// How the run was ended; none while it goes on.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }
}
