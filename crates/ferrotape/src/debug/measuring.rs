//! Profiles for clients of a debugger.

use std::time::Duration;

use ferrotape_runtime::profile as engine;

use super::Values;
use crate::profile::{Profile, Sampling};

/// Shortest time between two samples: looking at the stack takes some microseconds.
const SHORTEST: Duration = Duration::from_micros(50);

impl Values<'_> {
    /// Begins a profile of the code that runs from now on, in place of any other profile: see [`crate::profile`]. It
    /// includes evaluated expressions, unless it samples by fuel.
    pub fn start_profile(&mut self, sampling: Sampling) {
        match sampling {
            Sampling::Fuel(every) => engine::begin_by_fuel(self.0, every),
            Sampling::Time(every) => engine::begin_by_time(self.0, every.max(SHORTEST)),
            Sampling::Memory(every) => engine::begin_by_memory(self.0, every),
        }
    }

    /// Returns whether there is a profile, no matter who began it.
    pub fn has_profile(&self) -> bool {
        engine::is_on(self.0)
    }

    /// Returns the profile so far. None if there is none.
    pub fn profile(&self) -> Option<Profile> {
        engine::so_far(self.0).map(Profile::new)
    }

    /// Ends the profile. None if there is none.
    pub fn end_profile(&mut self) -> Option<Profile> {
        engine::end(self.0).map(Profile::new)
    }
}
