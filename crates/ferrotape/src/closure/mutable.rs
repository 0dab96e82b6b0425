//! Closures that change the variables they capture.

use std::fmt;
use std::sync::{Mutex, MutexGuard, TryLockError};

use crate::Error;

/// An `FnMut` closure as a function for scripts, with the same arguments and results as other closures:
/// see [`IntoFunction`](crate::host::IntoFunction). It needs to be `Send`, not `Sync`.
///
/// Calls of the closure are never nested. If the closure calls into a script, and that calls the closure again, the script gets a
/// TypeError. A [fork](crate::Engine::fork) of the engine shares the closure: its scripts get a TypeError while the closure runs
/// on another thread. After a panic the closure can be called again, with its captured variables as the panic left them.
///
/// ```
/// use ferrotape::host::Mutable;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// let mut last = 0;
/// engine.define("next", Mutable::new(move |step: Option<u32>| {
///     last += step.unwrap_or(1);
///     last
/// }))?;
/// assert_eq!(engine.eval::<u32>("next(); next(40); next()")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Mutable<F>(Mutex<F>);

impl<F> Mutable<F> {
    /// Wraps a closure.
    ///
    /// ```
    /// use ferrotape::host::Mutable;
    /// use ferrotape::{Context, Engine, Error, Function};
    ///
    /// let mut engine = Engine::new();
    /// let mut calls = 0;
    /// engine.define("counted", Mutable::new(move |cx: &mut Context<'_>, f: Function| {
    ///     calls += 1;
    ///     f.call::<()>(cx, (calls,))
    /// }))?;
    /// assert_eq!(engine.eval::<u8>("let n; counted(() => {}); counted(count => { n = count }); n")?, 2);
    /// let error = engine.eval::<()>("counted(() => counted(() => {}))").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: the function was called while it is running");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(closure: F) -> Self {
        Mutable(Mutex::new(closure))
    }

    /// Locks the closure while it runs.
    pub(super) fn alone(&self) -> Result<MutexGuard<'_, F>, Error> {
        match self.0.try_lock() {
            Ok(closure) => Ok(closure),
            // The script received the panic as an exception.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Error::type_error("the function was called while it is running")),
        }
    }
}

impl<F> fmt::Debug for Mutable<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mutable").finish_non_exhaustive()
    }
}
