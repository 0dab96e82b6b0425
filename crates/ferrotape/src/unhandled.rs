//! What went wrong in jobs and nobody handles; and callbacks that come before jobs.

use ferrotape_runtime::jobs;
use ferrotape_runtime::value::Value;

use crate::{Context, Error, Function, Object};

/// A rejection that nobody handles, or what a job has thrown: see [`Engine::take_unhandled`](crate::Engine::take_unhandled).
#[non_exhaustive]
#[derive(Clone)]
pub struct Unhandled {
    /// The reason.
    pub error: Error,
    /// The promise that was rejected; none for what was thrown.
    pub promise: Option<Object>,
}

impl Context<'_> {
    /// Has a function called once no code runs, before all jobs that are there, as Node's `process.nextTick` does it. While jobs
    /// run, it comes behind them: gives whether it does.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// engine.enter_with_jobs(|cx| {
    ///     let first: Function =
    ///         cx.eval("var log = []; Promise.resolve().then(() => log.push('job')); () => log.push('first')")?;
    ///     cx.queue_first(&first).map(drop)
    /// })?;
    /// assert_eq!(engine.eval::<Vec<String>>("log")?, ["first", "job"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn queue_first(&mut self, callback: &Function) -> Result<bool, Error> {
        let value = Value::object(callback.id(self)?);
        jobs::enqueue_first(self.vm, value).map_err(|throw| self.error_of(throw))
    }

    /// Is a job waiting for its turn?
    pub fn has_jobs(&self) -> bool {
        jobs::has_jobs(self.vm)
    }
}
