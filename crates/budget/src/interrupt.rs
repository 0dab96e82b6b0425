//! Stopping a run from outside, from any thread.
//!
//! Runs are numbered. An [`Interrupter`] is for one of them: what it asks for is the number of its run, in a place that the
//! budget of the run looks at. So an interrupt that comes when its run is over stops nothing, and one that comes before it has
//! begun stops it at its beginning.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Stops one run, whatever thread it is used on.
#[derive(Clone, Debug)]
pub struct Interrupter {
    run: u64,
    /// The latest run that is to stop; 0 while there was none.
    stopped: Arc<AtomicU64>,
}

impl Interrupter {
    /// Stops the run that this is for: at once if it is going on, at its beginning if that is still to come. Does nothing when
    /// the run has ended, and nothing more when it is done again.
    pub fn interrupt(&self) {
        // A request for a later run has been made by someone who knows that this one is over.
        self.stopped.fetch_max(self.run, Ordering::Relaxed);
    }
}

/// Is asked at each look at the limits whether the run is to stop.
#[derive(Clone)]
pub struct Watcher(Arc<dyn Fn() -> bool + Send + Sync>);

impl Watcher {
    pub fn new(is_to_stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Watcher(Arc::new(is_to_stop))
    }

    /// Is the run to stop?
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
    /// The number of the run that is going on, or of the last one. Runs are counted from 1.
    current: u64,
    is_running: bool,
    stopped: Arc<AtomicU64>,
    watcher: Option<Watcher>,
}

impl Runs {
    /// Those of a copy of the engine: none so far.
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

    /// For the run that is going on, or else the next one.
    pub fn interrupter(&self) -> Interrupter {
        let run = self.current + u64::from(!self.is_running);
        Interrupter { run, stopped: Arc::clone(&self.stopped) }
    }

    /// Was the run interrupted, or is there somebody to be asked for it?
    #[inline]
    pub fn may_be_stopped(&self) -> bool {
        self.watcher.is_some() || self.stopped.load(Ordering::Relaxed) == self.current
    }

    /// Tells whether an [`Interrupter`] has stopped the run that is going on. Asks no watcher.
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

    /// What the watcher has said once holds until the end of the run.
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
