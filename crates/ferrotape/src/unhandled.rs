//! Unhandled rejections with their promises, and callbacks that come before jobs.

use ferrotape_runtime::jobs;
use ferrotape_runtime::value::Value;

use crate::{Context, Error, Function, Object};

/// An unhandled rejection, or an exception that a job has thrown: see [`Engine::take_unhandled`](crate::Engine::take_unhandled).
#[non_exhaustive]
#[derive(Clone)]
pub struct Unhandled {
    /// The reason.
    pub error: Error,
    /// The rejected promise; none for an exception.
    pub promise: Option<Object>,
}

impl Context<'_> {
    /// Queues a function before all waiting jobs, as Node's `process.nextTick` does. While jobs run, it comes behind them;
    /// returns whether it does.
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
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn queue_first(&mut self, callback: &Function) -> Result<bool, Error> {
        let value = Value::object(callback.id(self)?);
        jobs::enqueue_first(self.vm, value).map_err(|throw| self.error_of(throw))
    }

    /// Returns whether a job is waiting for its turn.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let waits = engine.enter(|cx| {
    ///     cx.eval::<()>("Promise.resolve().then(() => 1)")?;
    ///     Ok::<_, ferrotape::Error>(cx.has_jobs())
    /// })?;
    /// assert!(waits);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn has_jobs(&self) -> bool {
        jobs::has_jobs(self.vm)
    }
}
