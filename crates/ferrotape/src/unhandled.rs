//! Unhandled rejections with their promises, callbacks that come before jobs, and what follows code across awaits.

use ferrotape_runtime::{Throw, Vm, jobs, promise, value as engine};

use crate::handles::Local;
use crate::{Context, Error, FromJs, Function, IntoJs, Object, Value, trace};

/// An unhandled rejection, or an exception of a job: see [`Engine::take_unhandled`](crate::Engine::take_unhandled).
#[non_exhaustive]
#[derive(Clone)]
pub struct Unhandled {
    /// The reason.
    pub error: Error,
    /// The rejected promise; none for an exception.
    pub promise: Option<Object>,
    /// The value that followed the code that has failed: see [`Context::set_async_context`]. Whoever calls a handler of the
    /// script for this error can set it for the call.
    pub context: Value,
}

/// Takes the failures that nobody has handled, as the host sees them.
pub(crate) fn take(vm: &mut Vm) -> Vec<Unhandled> {
    let failures = promise::take_unhandled_with_promises(vm);
    // Nothing else keeps them any more, and to read a context may make something.
    let vm = &mut vm.scope();
    for failed in &failures {
        vm.keep(failed.reason);
        vm.keep(failed.context);
        failed.promise.into_iter().for_each(|promise| vm.keep(engine::Value::object(promise)));
    }
    let told = failures.into_iter().map(|failed| {
        let promise = failed.promise.map(|promise| Object::new_handle(vm, engine::Value::object(promise)));
        let error = Error::from_throw(vm, Throw::Exception(failed.reason)).followed_by(vm, failed.context);
        let context = Value::from_engine(vm, failed.context).unwrap_or(Value::Undefined);
        trace::unhandled(&error);
        Unhandled { error, promise, context }
    });
    told.collect()
}

impl Context<'_> {
    /// Queues a function before all waiting jobs, as Node's `process.nextTick` does. While jobs run, it is queued
    /// after them. Returns whether it was.
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
        let value = engine::Value::object(callback.id(self)?);
        jobs::enqueue_first(self.vm, value).map_err(|throw| self.error_of(throw))
    }

    /// Queues a function as the next job, before all waiting ones, for example to continue something that stopped
    /// within a job.
    ///
    /// ```
    /// use ferrotape::{Context, Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("queueNext", |cx: &mut Context<'_>, job: Function| cx.queue_next(&job))?;
    /// let jobs = "Promise.resolve().then(() => queueNext(() => log.push('next'))).then(() => log.push('then'))";
    /// engine.run_with_jobs("a.js", format!("var log = []; {jobs}"))?;
    /// assert_eq!(engine.eval::<Vec<String>>("log")?, ["next", "then"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn queue_next(&mut self, callback: &Function) -> Result<(), Error> {
        let value = engine::Value::object(callback.id(self)?);
        jobs::enqueue_next(self.vm, value).map_err(|throw| self.error_of(throw))
    }

    /// Returns the value that follows the running code: `undefined` until [`Context::set_async_context`] has set one.
    /// See [`Context::set_async_context`].
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be converted.
    pub fn async_context<T: FromJs>(&mut self) -> Result<T, Error> {
        let value = self.vm.agent.async_context;
        self.vm.keep(value);
        T::from_js(self, Local::new(value))
    }

    /// Sets a value that follows the running code across `await`, into reactions of promises, `queueMicrotask` and timers.
    /// Deferred work has the value that was current when it was deferred. Node's AsyncLocalStorage is built on this; a host can
    /// use it for request ids. Restore the previous value at the end of the function for which you set it. Each entry of the host
    /// into the engine begins without a value.
    ///
    /// ```
    /// use ferrotape::{Context, Engine, Error, Function, Value};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("within", |cx: &mut Context<'_>, id: String, body: Function| {
    ///     let before: Value = cx.async_context()?;
    ///     cx.set_async_context(id)?;
    ///     let result: Result<Value, Error> = body.call(cx, ());
    ///     cx.set_async_context(before)?;
    ///     result
    /// })?;
    /// engine.define("current", |cx: &mut Context<'_>| cx.async_context::<Option<String>>())?;
    /// engine.eval::<()>("var log = [];
    ///     const job = async () => { await null; await null; log.push(current()) };
    ///     within('a', job); within('b', job); log.push(String(current()))")?;
    /// engine.run_jobs()?;
    /// assert_eq!(engine.eval::<Vec<String>>("log")?, ["undefined", "a", "b"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be converted, or belongs to another engine.
    pub fn set_async_context(&mut self, value: impl IntoJs) -> Result<(), Error> {
        self.vm.agent.async_context = value.into_js(self)?.value;
        Ok(())
    }

    /// Returns whether a job is waiting for its turn. Cleanups of a FinalizationRegistry do not count: they run when
    /// there is no job.
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
        !self.vm.agent.jobs.is_empty()
    }
}
