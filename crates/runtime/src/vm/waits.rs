//! Waits: the engine's thread sleeps until something is due.

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ferrotape_budget::CHECK_INTERVAL;

use crate::debug;
use crate::error::Completion;
use crate::profile;
use crate::vm::Vm;

/// The time that a thread sleeps between two checks of its run's limits.
pub(crate) const SLEEP: Duration = Duration::from_millis(2);

/// Callback before each time that the thread sleeps.
#[derive(Clone)]
pub struct OnWait(Arc<dyn Fn() + Send + Sync>);

impl OnWait {
    pub fn new(tell: impl Fn() + Send + Sync + 'static) -> Self {
        OnWait(Arc::new(tell))
    }
}

impl fmt::Debug for OnWait {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("OnWait(function)")
    }
}

impl Vm {
    /// Tells the host that the thread is about to sleep.
    pub(crate) fn tell_of_wait(&self) {
        if let Some(OnWait(tell)) = &self.options.on_wait {
            tell();
        }
    }

    /// Sleeps for a while, but no longer than limits can go unchecked. Charges enough that the clock and the interrupters are
    /// checked.
    pub fn sleep(&mut self, left: Duration) -> Completion<()> {
        self.tell_of_wait();
        profile::around_sleep(self, || thread::sleep(left.min(SLEEP)));
        debug::answer(self);
        self.work(CHECK_INTERVAL as u64)
    }
}
