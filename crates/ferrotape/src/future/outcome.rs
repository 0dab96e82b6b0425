//! The outcome of a promise, as a future that belongs to no turn of the engine.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Waker};

use ferrotape_budget::costs::shared_bytes;
use ferrotape_runtime as engine;
use ferrotape_runtime::function;
use ferrotape_runtime::handles;
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::{DroppedHandles, Throw};

use crate::closure::{host_code, unless_panics};
use crate::handle::Handle;
use crate::{AsContext, Context, Error, FromJs, IntoFunction, Local, Promise};

/// The outcome of a promise, for futures of the host that wait for a script's promise while something else drives the
/// engine. [`Promise::future`] creates one. It may be polled on any thread.
///
/// ```
/// use ferrotape::future::Outcome;
/// use ferrotape::{Engine, Promise};
///
/// let mut engine = Engine::new();
/// let promise: Promise = engine.eval("(async () => await 42)()")?;
/// let outcome: Outcome<u8> = promise.future(&mut engine)?;
/// // Something drives the engine; meanwhile others wait.
/// let waiting = std::thread::spawn(move || {
/// #     struct Unpark(std::thread::Thread);
/// #     impl std::task::Wake for Unpark {
/// #         fn wake(self: std::sync::Arc<Self>) { self.0.unpark() }
/// #     }
/// #     fn block<F: Future>(future: F) -> F::Output {
/// #         let waker = std::sync::Arc::new(Unpark(std::thread::current())).into();
/// #         let (mut future, mut task) = (std::pin::pin!(future), std::task::Context::from_waker(&waker));
/// #         loop {
/// #             match future.as_mut().poll(&mut task) {
/// #                 std::task::Poll::Ready(result) => return result,
/// #                 std::task::Poll::Pending => std::thread::park(),
/// #             }
/// #         }
/// #     }
///     block(outcome)
/// });
/// engine.run_jobs()?;
/// assert_eq!(waiting.join().unwrap()?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[must_use = "nothing waits for it before it is polled"]
pub struct Outcome<T> {
    shared: Arc<Mutex<Shared<T>>>,
}

/// The outcome, for the future and for who settles it.
struct Shared<T> {
    result: Option<Result<T, Error>>,
    waker: Option<Waker>,
    /// Counts the memory of the result until it is taken.
    counted: Option<Handle>,
}

fn lock<T>(shared: &Mutex<Shared<T>>) -> MutexGuard<'_, Shared<T>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Future for Outcome<T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, task: &mut task::Context<'_>) -> Poll<Result<T, Error>> {
        let mut shared = lock(&self.shared);
        match shared.result.take() {
            Some(result) => {
                shared.counted = None;
                Poll::Ready(result)
            }
            None => {
                shared.waker = Some(task.waker().clone());
                Poll::Pending
            }
        }
    }
}

/// The engine's end of an outcome. Both reactions hold it; once they are gone, no result will come.
struct Teller<T> {
    shared: Arc<Mutex<Shared<T>>>,
    /// A forked engine has the reactions as well, and must not report.
    engine: Arc<DroppedHandles>,
}

impl<T> Teller<T> {
    /// Stores the result and wakes the future. Copies lent for it are counted by a handle until it is taken.
    fn tell(&self, cx: &mut Context<'_>, Raw { result, lent }: Raw<T>) {
        if !Arc::ptr_eq(&self.engine, handles::dropped_handles(cx.vm)) {
            return;
        }
        let counted = (lent > 0).then(|| counted(cx, lent));
        let waker = {
            let mut shared = lock(&self.shared);
            shared.result = Some(result);
            shared.counted = counted;
            shared.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Drop for Teller<T> {
    fn drop(&mut self) {
        // If the result was sent before, nobody waits to be woken, or the future is at its end.
        let waker = {
            let mut shared = lock(&self.shared);
            let waker = shared.waker.take();
            if shared.result.is_none() && Arc::strong_count(&self.shared) > 1 {
                shared.result = Some(Err(Error::new("the promise is gone, and was never settled")));
            }
            waker
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// A converted value, for a reaction that handles errors itself.
struct Raw<T> {
    result: Result<T, Error>,
    lent: usize,
}

impl<T: FromJs> FromJs for Raw<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        // The waiting future learns of a panic as well.
        let on_loan = cx.vm.heap.on_loan();
        let converted = unless_panics(cx, |cx| T::from_js(cx, value));
        let result = converted.unwrap_or_else(|| Err(Error::new("a conversion of the host panicked")));
        Ok(Raw { result, lent: cx.vm.heap.on_loan().saturating_sub(on_loan) })
    }
}

/// The reason of a rejection, as the error of a script that ends with it.
struct Reason(Error);

impl FromJs for Reason {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        Ok(Reason(cx.error_of(Throw::Exception(value.value))))
    }
}

impl Promise {
    /// Returns the promise's outcome as a future that needs no engine.
    ///
    /// ```
    /// use ferrotape::{Context, Engine, Error, Function, Promise};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("twice", |cx: &mut Context<'_>, f: Function| {
    ///     let promises = [f.call::<Promise>(cx, ())?, f.call::<Promise>(cx, ())?];
    ///     let [first, second] = promises.map(|promise| promise.future::<f64>(cx));
    ///     let (first, second) = (first?, second?);
    ///     Ok::<_, Error>(ferrotape::future::Async(async move { Ok::<_, Error>(first.await? + second.await?) }))
    /// })?;
    /// assert_eq!(engine.eval_async::<f64>("let n = 20; twice(async () => await ++n)").block()?, 43.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a promise of another engine.
    ///
    /// The future itself gives an error if the promise is rejected, if the value does not convert, or if the promise or
    /// its engine goes away before it is settled.
    pub fn future<T: FromJs + Send + 'static>(&self, cx: &mut impl AsContext) -> Result<Outcome<T>, Error> {
        cx.enter(|cx| {
            let promise = self.id(cx)?;
            let shared = Arc::new(Mutex::new(Shared { result: None, waker: None, counted: None }));
            let teller =
                Arc::new(Teller { shared: Arc::clone(&shared), engine: Arc::clone(handles::dropped_handles(cx.vm)) });
            let told = Arc::clone(&teller);
            let held = shared_bytes(size_of::<Mutex<Shared<T>>>()) + shared_bytes(size_of::<Teller<T>>());
            let fulfilled = reaction(cx, held, move |cx: &mut Context<'_>, value: Raw<T>| told.tell(cx, value))?;
            let rejected = reaction(cx, 0, move |cx: &mut Context<'_>, reason: Reason| {
                teller.tell(cx, Raw { result: Err(reason.0), lent: 0 })
            })?;
            cx.working(|vm| promise::perform_promise_then(vm, promise, fulfilled, rejected, Capability::None))?;
            Ok(Outcome { shared })
        })
    }
}

fn reaction<M>(cx: &mut Context<'_>, held: usize, reaction: impl IntoFunction<M>) -> Result<engine::Value, Error> {
    let (length, code) = host_code(reaction);
    cx.make_room(held)?;
    let function = function::new_host_function_holding(cx.vm, length, code, held);
    Ok(cx.kept(engine::Value::object(function)).value)
}

/// Creates an object that counts as the bytes that were on loan. The call that lent them ends before the result is
/// taken, and nothing else would count them then.
fn counted(cx: &mut Context<'_>, lent: usize) -> Handle {
    let (length, code) = host_code(|| ());
    cx.vm.heap.settle_loans(cx.vm.heap.on_loan().saturating_sub(lent));
    let keeper = function::new_host_function_holding(cx.vm, length, code, lent);
    Handle::new(cx.vm, engine::Value::object(keeper))
}
