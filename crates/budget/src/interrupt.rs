//! Stopping a run from outside, from any thread.
//!
//! Runs are numbered. An [`Interrupter`] is for one of them. It stores the number of its run in a place that the run's
//! budget reads. So an interrupt after the end of its run stops nothing, and one before the run's beginning stops the
//! run there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Stops one run, from any thread.
#[derive(Clone, Debug)]
pub struct Interrupter {
    run: u64,
    /// The latest run that must stop; 0 if there was none.
    stopped: Arc<AtomicU64>,
}

impl Interrupter {
    /// Stops the interrupter's run: at once if it is going on, or at its beginning if that is still to come. Has no
    /// effect after the end of the run, and no further effect when repeated.
    pub fn interrupt(&self) {
        // A request for a later run was made by someone who knows that this run is over.
        self.stopped.fetch_max(self.run, Ordering::Relaxed);
    }
}

/// A closure that is asked at each check of the limits whether the run must stop.
#[derive(Clone)]
pub struct Watcher(Arc<dyn Fn() -> bool + Send + Sync>);

impl Watcher {
    pub fn new(is_to_stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Watcher(Arc::new(is_to_stop))
    }

    /// Returns whether the run must stop.
    pub fn says_so(&self) -> bool {
        self.0()
    }
}

impl std::fmt::Debug for Watcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watcher")
    }
}

/// The runs of an engine, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// Number of the current run, or of the last one. Runs are counted from 1.
    current: u64,
    is_running: bool,
    stopped: Arc<AtomicU64>,
    watcher: Option<Watcher>,
}

impl Runs {
    /// Returns the runs of a copy of the engine, which has had none so far.
    pub fn fork(&self) -> Runs {
        Runs { watcher: self.watcher.clone(), ..Runs::default() }
    }

    pub fn set_watcher(&mut self, watcher: Option<Watcher>) {
        self.watcher = watcher;
    }

    pub fn begin(&mut self) {
        self.current += 1;
        self.is_running = true;
    }

    pub fn end(&mut self) {
        self.is_running = false;
    }

    /// Returns an interrupter of the current run, or of the next one if there is none.
    pub fn interrupter(&self) -> Interrupter {
        let run = self.current + u64::from(!self.is_running);
        Interrupter { run, stopped: Arc::clone(&self.stopped) }
    }

    /// Returns whether the run was interrupted, or has a watcher that may stop it.
    #[inline]
    pub fn may_be_stopped(&self) -> bool {
        self.watcher.is_some() || self.stopped.load(Ordering::Relaxed) == self.current
    }

    /// Returns whether an [`Interrupter`] has stopped the current run. Asks no watcher.
    #[inline]
    pub fn was_interrupted(&self) -> bool {
        self.is_running && self.stopped.load(Ordering::Relaxed) == self.current
    }

    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.was_interrupted() || self.is_running && self.is_told_to_stop()
    }

    pub fn has_watcher(&self) -> bool {
        self.watcher.is_some()
    }

    /// Asks the watcher. Once it has stopped the run, the run stays stopped until its end.
    fn is_told_to_stop(&self) -> bool {
        let is_to_stop = self.watcher.as_ref().is_some_and(Watcher::says_so);
        if is_to_stop {
            self.interrupter().interrupt();
        }
        is_to_stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_the_run_that_it_is_for() {
        let mut runs = Runs::default();
        let early = runs.interrupter();
        early.interrupt();
        assert!(!runs.is_interrupted(), "nothing runs");
        runs.begin();
        assert!(runs.is_interrupted());
        assert!(runs.is_interrupted(), "it is not forgotten once it has been seen");
        runs.end();
        assert!(!runs.is_interrupted());
        runs.begin();
        early.interrupt();
        assert!(!runs.is_interrupted(), "its run is over");
        let current = runs.interrupter();
        std::thread::scope(|scope| scope.spawn(|| current.interrupt()).join()).expect("no panic");
        early.interrupt();
        assert!(runs.is_interrupted());
    }

    #[test]
    fn a_watcher_stops_runs_for_good() {
        let asked = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&asked);
        let mut runs = Runs::default();
        runs.set_watcher(Some(Watcher::new(move || counter.fetch_add(1, Ordering::Relaxed) == 2)));
        assert!(!runs.is_interrupted(), "nothing runs");
        runs.begin();
        assert_eq!([0; 5].map(|_| runs.is_interrupted()), [false, false, true, true, true]);
        runs.end();
        runs.begin();
        assert!(!runs.is_interrupted());
        assert_eq!(asked.load(Ordering::Relaxed), 4);
    }
}
