//! Handles of promises.

use ferrotape_runtime as engine;
use ferrotape_runtime::Throw;
use ferrotape_runtime::promise;
use ferrotape_runtime::promise::PromiseState as State;

use crate::context::AsContext;
use crate::future::reject;
use crate::handle::object_handle;
use crate::{Context, Driven, Engine, Error, FromJs, IntoJs, Loading, Local, Persist, Saving};

object_handle! {
    /// A handle of a promise.
    ///
    /// ```
    /// use ferrotape::handles::PromiseState;
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let (promise, resolver) = Promise::new(&mut engine)?;
    /// engine.set_global("answer", promise)?;
    /// let doubled: Promise = engine.eval("answer.then(n => n * 2)")?;
    /// assert_eq!(doubled.state(&mut engine)?, PromiseState::Pending);
    ///
    /// resolver.resolve(&mut engine, 21)?;
    /// engine.run_jobs()?;
    /// assert_eq!(doubled.result::<i32>(&mut engine)?, Some(42));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Promise, "a promise", |vm, value| promise::promise(vm, value).is_some()
}

/// The state of a promise.
///
/// Exhaustive: a promise has no other state (ECMA-262, 27.2).
///
/// ```
/// use ferrotape::handles::PromiseState;
/// use ferrotape::{Engine, Promise};
///
/// let mut engine = Engine::new();
/// let promise: Promise = engine.eval("Promise.reject(new Error('no'))")?;
/// assert_eq!(promise.state(&mut engine)?, PromiseState::Rejected);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PromiseState {
    /// The promise is not settled.
    Pending,
    /// The promise has a value.
    Fulfilled,
    /// The promise has a reason for its failure.
    Rejected,
}

/// Settles a promise of the host, once. If a resolver is dropped, its promise stays pending.
///
/// ```
/// use ferrotape::{Engine, Promise};
///
/// let mut engine = Engine::new();
/// let (promise, resolver) = Promise::new(&mut engine)?;
/// engine.set_global("answer", promise)?;
/// engine.run("a.js", "var seen = 0; answer.then(value => seen = value)")?;
/// // It can be kept and sent to whoever has the answer.
/// let resolver = std::thread::spawn(move || resolver).join().unwrap();
/// resolver.resolve(&mut engine, 42)?;
/// engine.run_jobs()?;
/// assert_eq!(engine.eval::<u8>("seen")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Debug)]
pub struct Resolver(Promise);

impl Promise {
    /// Creates a pending promise, and its resolver.
    ///
    /// ```
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let (promise, resolver) = Promise::new(&mut engine)?;
    /// engine.set_global("answer", &promise)?;
    /// engine.run("a.js", "var got; answer.then(value => got = value)")?;
    /// resolver.resolve(&mut engine, 42)?;
    /// engine.run_jobs()?;
    /// assert_eq!(engine.eval::<u8>("got")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext) -> Result<(Promise, Resolver), Error> {
        cx.enter(|cx| {
            cx.make_room(0)?;
            let promise = promise::new_promise(cx.vm, None);
            let promise = Promise::new_handle(cx.vm, engine::Value::object(promise));
            Ok((promise.clone(), Resolver(promise)))
        })
    }

    /// Creates a promise resolved with a value: it is fulfilled with the value, or follows another promise.
    pub(crate) fn resolved<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Promise, Error> {
        cx.make_room(0)?;
        let promise = promise::new_promise(cx.vm, None);
        let handle = Promise::new_handle(cx.vm, engine::Value::object(promise));
        cx.working(|vm| promise::resolve_promise(vm, promise, value.value))?;
        Ok(handle)
    }

    /// Drives the engine until the promise is settled. Returns the value of a fulfilled promise, or the reason of a
    /// rejected one as an error. Fails too if nothing is left that could settle the promise.
    ///
    /// ```
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let promise: Promise = engine.eval("(async () => 6 * await 7)()")?;
    /// assert_eq!(promise.wait::<u8>(&mut engine).block()?, 42);
    /// let never: Promise = engine.eval("new Promise(() => {})")?;
    /// assert!(never.wait::<u8>(&mut engine).block().is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn wait<'e, T: FromJs>(&self, engine: &'e mut Engine) -> Driven<'e, T> {
        Driven::wait(engine, self.clone())
    }

    /// Returns the current state of the promise.
    ///
    /// ```
    /// use ferrotape::handles::PromiseState;
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let [settled, pending]: [Promise; 2] = engine.eval("[Promise.resolve(1), new Promise(() => {})]")?;
    /// assert_eq!(settled.state(&mut engine)?, PromiseState::Fulfilled);
    /// assert_eq!(pending.state(&mut engine)?, PromiseState::Pending);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a promise of another engine.
    pub fn state(&self, cx: &mut impl AsContext) -> Result<PromiseState, Error> {
        cx.enter(|cx| {
            let promise = engine::Value::object(self.id(cx)?);
            Ok(match promise::promise(cx.vm, promise).map(|(_, promise)| promise.state) {
                Some(State::Fulfilled) => PromiseState::Fulfilled,
                Some(State::Rejected) => PromiseState::Rejected,
                Some(State::Pending) | None => PromiseState::Pending,
            })
        })
    }

    /// Returns the value of a fulfilled promise. None while the promise is pending.
    ///
    /// ```
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let [settled, pending]: [Promise; 2] = engine.eval("[Promise.resolve(1), new Promise(() => {})]")?;
    /// assert_eq!(settled.result::<u8>(&mut engine)?, Some(1));
    /// assert_eq!(pending.result::<u8>(&mut engine)?, None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the reason of a rejected promise. The call marks the rejection as handled. Also fails if the value
    /// does not convert, or for a [shared cause](Error#shared-causes).
    pub fn result<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<Option<T>, Error> {
        cx.enter(|cx| {
            let promise = self.id(cx)?;
            let value = engine::Value::object(promise);
            let Some((state, result)) =
                promise::promise(cx.vm, value).map(|(_, promise)| (promise.state, promise.result))
            else {
                return Ok(None);
            };
            match state {
                State::Pending => Ok(None),
                State::Fulfilled => T::from_js(cx, Local::new(result)).map(Some),
                State::Rejected => {
                    promise::mark_handled(cx.vm, promise);
                    Err(cx.error_of(Throw::Exception(result)))
                }
            }
        })
    }
}

/// Written as its promise, which must be one that nothing has settled.
impl Persist for Resolver {
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        saving.put(&self.0)
    }

    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let promise: Promise = loading.take()?;
        match loading.is_pending(&promise) {
            true => Ok(Resolver(promise)),
            false => Err(Error::new("the promise of a resolver is settled")),
        }
    }
}

impl Resolver {
    /// Fulfils the promise with a value. If the value is a promise, the promise follows that one.
    ///
    /// ```
    /// use ferrotape::{Engine, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let (promise, resolver) = Promise::new(&mut engine)?;
    /// resolver.resolve(&mut engine, "there")?;
    /// assert_eq!(promise.result::<String>(&mut engine)?.as_deref(), Some("there"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, or for a [shared cause](Error#shared-causes). The promise then stays
    /// pending.
    pub fn resolve(self, cx: &mut impl AsContext, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let promise = self.0.id(cx)?;
            let value = value.into_js(cx)?;
            cx.working(|vm| promise::resolve_promise(vm, promise, value.value))
        })
    }

    /// Rejects the promise with an error. An error from a script rejects with the value that was thrown there.
    ///
    /// ```
    /// use ferrotape::{Engine, Error, Promise};
    ///
    /// let mut engine = Engine::new();
    /// let (promise, resolver) = Promise::new(&mut engine)?;
    /// resolver.reject(&mut engine, Error::type_error("no answer"))?;
    /// assert_eq!(promise.result::<u8>(&mut engine).unwrap_err().message(), "TypeError: no answer");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit. The promise then stays pending.
    pub fn reject(self, cx: &mut impl AsContext, error: Error) -> Result<(), Error> {
        cx.enter(|cx| {
            let promise = self.0.id(cx)?;
            reject(cx, promise, &error)
        })
    }
}
