//! Limits of runs.

use std::time::Duration;

use super::Run;
use crate::Limits;

impl Run<'_> {
    /// Sets the limits that end the program in a slice, besides those of the engine itself:
    /// see [`Execution::limit`](crate::script::Execution::limit).
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program};
    ///
    /// let program = Program::compile("sort.js", "[1, 2].sort(() => { for (;;) {} })")?;
    /// let mut engine = Engine::new();
    /// let mut run = engine.start(&program)?;
    /// run.limit(&Limits::new().fuel(100_000));
    /// assert!(run.advance(&Limits::new().fuel(1_000)).unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn limit(&mut self, hard: &Limits) {
        self.hard = hard.clone();
    }

    /// Limits the wall-clock time of all slices together, after which the program ends as by any other limit. It is
    /// counted from now on. Waiting time does not count, nor does the host's work meanwhile. The limit and the time
    /// used go with the run into forks and other processes. Setting it again replaces the limit, and keeps the time
    /// used.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::{Engine, Limits, Program};
    ///
    /// let program = Program::compile("long.js", "for (;;) {}")?;
    /// let mut engine = Engine::new();
    /// let mut run = engine.start(&program)?;
    /// run.limit_time(Duration::from_millis(20));
    /// let slice = Limits::new().time(Duration::from_millis(4));
    /// let error = loop {
    ///     if let Err(error) = run.advance(&slice) {
    ///         break error;
    ///     }
    /// };
    /// assert_eq!(error.message(), "the script reached its deadline: 20ms");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn limit_time(&mut self, most: Duration) {
        if let Some(program) = &mut self.held().vm.agent.program {
            program.time.most = Some(nanoseconds(most));
        }
    }
}

/// A number of nanoseconds: the largest one for longer than centuries.
fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}
