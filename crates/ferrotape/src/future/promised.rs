//! Futures as promises: in closures, in methods, and as values.

use std::future::Future;
use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::pending;
use ferrotape_runtime::program;
use ferrotape_runtime::promise;
use ferrotape_runtime::{ObjectId, Throw};

use crate::closure::unless_panics;
use crate::declarations::{Signature, Types, promise_of};
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::throwing::throw_of;
use crate::{Arguments, Context, Error, IntoJs, IntoResult, Local};

/// A future as a promise, wherever a value can be given. Closures do not need it: one that returns a future is an async
/// function for scripts.
///
/// The engine keeps the future, and polls it while something drives the engine, like [`Engine::eval_async`].
///
/// ```
/// use ferrotape::future::Async;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.set_global("ready", Async(async { "ready" }))?;
/// engine.define("sum", |a: f64, b: f64| async move { a + b })?;
/// let text = "(async () => `${await ready}: ${await sum(40, 2)}`)()";
/// let text: String = engine.eval_async(text).block()?;
/// assert_eq!(text, "ready: 42");
/// # Ok::<(), ferrotape::Error>(())
/// ```
///
/// [`Engine::eval_async`]: crate::Engine::eval_async
pub struct Async<F>(pub F);

impl<F> IntoJs for Async<F>
where
    F: Future<Output: IntoResult + Send + 'static> + Send + 'static,
{
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        cx.promise_of(self.0)
    }

    fn typescript(types: &mut Types) -> String {
        promise_of(&F::Output::typescript(types))
    }
}

/// Marks a closure that returns a future: see [`Async`].
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// // A closure that gives a future is one of this kind: for scripts it is an async function.
/// engine.define("double", |n: f64| async move { n * 2.0 })?;
/// assert_eq!(engine.eval_async::<f64>("double(21)").block()?, 42.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Promised<F>(std::marker::PhantomData<F>);

impl<'js> Context<'js> {
    /// Creates a promise that a future settles.
    pub(crate) fn promise_of<F>(&mut self, future: F) -> Result<Local<'js>, Error>
    where
        F: Future<Output: IntoResult + Send + 'static> + Send + 'static,
    {
        self.promise_holding(future, 0, None)
    }

    /// Creates a promise that a future settles. The future holds `held` bytes of arguments. The call of a function with a name
    /// waits for it: a fork or another process can answer in its place.
    fn promise_holding<F>(&mut self, future: F, held: usize, call: Option<engine::Call>) -> Result<Local<'js>, Error>
    where
        F: Future<Output: IntoResult + Send + 'static> + Send + 'static,
    {
        let promise = self.pending_promise()?;
        let handle = Handle::new(self.vm, promise.value);
        let id = promise.value.as_object().ok_or_else(Error::wrong_engine)?;
        let call = match call {
            Some(call) => self.working(|vm| pending::note_call_of_future(vm, call, id))?,
            None => None,
        };
        let started = self.start_task(future, held, move |cx, result| settle(cx, &handle, call, result));
        match (call, &started) {
            (Some(call), Ok(())) => HostState::of(self.vm).tasks.answers_call(call),
            (Some(call), Err(_)) => _ = pending::end_call_of_future(self.vm, call),
            (None, _) => {}
        }
        started.map(|()| promise)
    }

    /// Creates a promise from a future, or from an error of the arguments: this is a rejection too, as for the async
    /// functions of browsers. `on_loan` is the amount on loan before the arguments were converted. Their copies belong
    /// to the future until it ends, and may be much larger than the future itself.
    pub(crate) fn promise_of_result<F>(
        &mut self,
        future: Result<F, Error>,
        on_loan: usize,
        arguments: &Arguments,
    ) -> Result<Local<'js>, Error>
    where
        F: Future<Output: IntoResult + Send + 'static> + Send + 'static,
    {
        let held = self.vm.heap.on_loan().saturating_sub(on_loan);
        self.vm.heap.settle_loans(on_loan);
        match future {
            Ok(future) => self.promise_holding(future, held, Some(arguments.call())),
            Err(error) => {
                self.check()?;
                let promise = self.pending_promise()?;
                let id = promise.value.as_object().ok_or_else(Error::wrong_engine)?;
                reject(self, id, &error)?;
                Ok(promise)
            }
        }
    }

    fn pending_promise(&mut self) -> Result<Local<'js>, Error> {
        self.make_room(0)?;
        self.run_for_value(|vm| Ok(engine::Value::object(promise::new_promise(vm, None))))
    }
}

/// Settles a promise with the result of a future, unless somebody else has answered the call.
fn settle(
    cx: &mut Context<'_>,
    promise: &Handle,
    call: Option<u64>,
    result: Result<impl IntoResult, Error>,
) -> Result<(), Error> {
    if call.is_some_and(|call| !pending::end_call_of_future(cx.vm, call)) {
        return Ok(());
    }
    let Some(promise) = promise.value_in(cx.vm).and_then(engine::Value::as_object) else { return Ok(()) };
    let converted = unless_panics(cx, |cx| result.and_then(|value| value.into_result(cx)));
    cx.check()?;
    let value = converted.unwrap_or_else(|| Err(Error::new("a future of the host panicked")));
    match value {
        Ok(value) if program::drives_jobs(cx.vm) => cx.working(|vm| pending::resolve_later(vm, promise, value.value)),
        Ok(value) => cx.working(|vm| promise::resolve_promise(vm, promise, value.value)),
        Err(error) => reject(cx, promise, &error),
    }
}

/// Rejects a promise with an error. An error from a script rejects with the value that was thrown there.
pub(crate) fn reject(cx: &mut Context<'_>, promise: ObjectId, error: &Error) -> Result<(), Error> {
    match promise::while_settling(cx.vm, promise, |vm| throw_of(vm, error)) {
        Throw::Exception(reason) => {
            let reason = cx.kept(reason);
            cx.working(|vm| promise::reject_promise(vm, promise, reason.value))
        }
        throw => Err(cx.error_of(throw)),
    }
}

/// A closure for [`crate::ClassBuilder::async_method`]. It returns a future, and gets the value in an `Arc` for as long
/// as the future runs.
///
/// ```
/// use std::sync::Arc;
/// use ferrotape::{Class, ClassBuilder, Engine, Error, Instance};
///
/// struct Store { name: String }
///
/// impl Class for Store {
///     const NAME: &'static str = "Store";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.async_method("read", |store: Arc<Store>, key: String| async move { format!("{}/{key}", store.name) })
///     }
/// }
///
/// let mut engine = Engine::new();
/// let store = Instance::new(&mut engine, Store { name: "disk".to_owned() })?;
/// engine.set_global("store", store)?;
/// assert_eq!(engine.eval_async::<String>("store.read('a')").block()?, "disk/a");
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait IntoAsyncMethod<T, Marker>: Send + Sync + 'static {
    /// The `length` of the method.
    const LENGTH: u32;

    /// Tells the types of arguments and result, as [`IntoFunction::signature`](crate::host::IntoFunction::signature).
    fn signature(types: &mut Types) -> Signature
    where
        Self: Sized,
    {
        let _ = types;
        Signature::unknown()
    }

    /// Calls the closure.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not convert. The script gets the error as an exception; errors of the future reject
    /// its promise.
    fn call<'js>(
        &self,
        value: Arc<T>,
        cx: &mut Context<'js>,
        arguments: &mut crate::Arguments,
    ) -> Result<Local<'js>, Error>;
}
