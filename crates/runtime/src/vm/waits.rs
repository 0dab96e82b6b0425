//! Time: the host's clock, and waits, in which the engine's thread sleeps until something is due.

use std::thread;
use std::time::Duration;

use ferrotape_budget::CHECK_INTERVAL;
use ferrotape_bytecode::ErrorKind;

use crate::debug;
use crate::error::Completion;
use crate::messages;
use crate::profile;
use crate::vm::{SLEEP, Vm};

impl Vm {
    /// Sleeps for a while, but no longer than limits can go unchecked. Charges enough that the clock and the interrupters are
    /// checked.
    pub fn sleep(&mut self, left: Duration) -> Completion<()> {
        self.options.tell_of_wait();
        profile::around_sleep(self, || thread::sleep(left.min(SLEEP)));
        debug::answer(self);
        self.work(CHECK_INTERVAL as u64)
    }

    /// Whole milliseconds since 1970, by the host's clock if it has given one.
    pub fn host_time(&mut self) -> Completion<f64> {
        match self.clock_time() {
            Some(time) => Ok(time),
            None => self.throw_error(ErrorKind::Error, messages::CLOCK_PANICKED),
        }
    }
}
