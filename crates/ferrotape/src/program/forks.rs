//! Forks of runs.

use super::Run;
use crate::{Carry, Error};

impl Run<'_> {
    /// Forks the run with its engine, at any point. Calls wait in both, and may get different answers.
    /// See [`Engine::fork`](crate::Engine::fork).
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "ask() + '!'")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let mut fork = run.fork()?;
    /// for (run, name) in [(&mut run, "Ada"), (&mut fork, "Grace")] {
    ///     run.answer(0, name)?;
    /// }
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done("Ada!".into()));
    /// assert_eq!(fork.advance(&Limits::new())?, Progress::Done("Grace!".into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::fork`](crate::Engine::fork) does: for data of the host that cannot be copied, or without room for the
    /// copy.
    pub fn fork(&mut self) -> Result<Run<'static>, Error> {
        self.fork_with(&()).map(|(fork, ())| fork)
    }

    /// Forks the run, and returns copies of the given handles for the fork: see [`Engine::fork_with`](crate::Engine::fork_with).
    ///
    /// ```
    /// use ferrotape::{AsContext, Call, Engine, Function, Limits, Program, Progress};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_call("ask", Call::blocking())?;
    /// let program = Program::compile("job.js", "let steps = 0; function step() { return ++steps } ask(); steps")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let step: Function = run.enter(|cx| cx.get_global("step"))?;
    /// let (mut fork, its_step) = run.fork_with(&step)?;
    /// assert_eq!(its_step.call::<u8>(&mut fork, ())?, 1);
    /// assert!(step.call::<u8>(&mut fork, ()).is_err(), "a handle belongs to one engine");
    /// for (run, steps) in [(&mut run, 0.0), (&mut fork, 1.0)] {
    ///     run.answer(0, ())?;
    ///     assert_eq!(run.advance(&Limits::new())?, Progress::Done(steps.into()));
    /// }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Run::fork`] does, and if a handle belongs to a third engine.
    pub fn fork_with<H: Carry>(&mut self, handles: &H) -> Result<(Run<'static>, H), Error> {
        self.require_going()?;
        let (mut engine, handles) = self.held().forked(handles)?;
        engine.is_running = true;
        Ok((Run::owning(engine, self.hard.clone()), handles))
    }
}
