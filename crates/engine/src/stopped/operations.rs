//! Where a run was stopped.

use ferrotape_budget::Termination;

use crate::stopped::Stopped;
use crate::vm::Vm;

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
