//! Values that are lent to scripts.
//!
//! A `&mut T` cannot go into an engine, where a value lives as long as anybody holds it. So the value itself goes in,
//! and a default takes its place. The value comes back when the scope ends, however it ends. A script that uses the
//! object afterwards gets an error.

use std::ops::{Deref, DerefMut};

use ferrotape_runtime as engine;
use ferrotape_runtime::Vm;

use super::{Class, Instance, borrow};
use crate::context::sealed;
use crate::future::Tasks;
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{AsContext, Context, Engine, Error};

/// An engine in which values are lent to scripts: see [`Engine::scope`].
///
/// ```
/// use ferrotape::class::Scope;
/// use ferrotape::{Engine, Error};
///
/// #[ferrotape::class]
/// #[derive(Default)]
/// struct Counter {
///     #[js(get, set)]
///     count: u32,
/// }
///
/// /// What runs a rule can be a function like any other: a scope is an engine for it.
/// fn apply<'v>(scope: &mut Scope<'_, 'v>, rule: &str, counter: &'v mut Counter) -> Result<(), Error> {
///     let counter = scope.lend(counter)?;
///     scope.set_global("counter", &counter)?;
///     scope.run("rule.js", rule)?;
///     Ok(())
/// }
///
/// let mut counter = Counter { count: 40 };
/// Engine::new().scope(|scope| apply(scope, "counter.count += 2", &mut counter))?;
/// assert_eq!(counter.count, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Scope<'e, 'v> {
    engine: &'e mut Engine,
    lent: Vec<Box<GiveBack<'v>>>,
    /// The last future from before the scope.
    before: u64,
}

/// Puts a value back in its place. Returns false if something does not give the value back.
type GiveBack<'v> = dyn FnOnce(&mut Vm) -> bool + 'v;

impl Engine {
    /// Lends values of the host to scripts, as objects of their classes, until this returns. Then the values return
    /// to their places, with all changes. Host futures started meanwhile are dropped, as they might hold the values.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// #[ferrotape::class]
    /// #[derive(Default)]
    /// struct World {
    ///     #[js(get, set)]
    ///     score: u32,
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let mut world = World { score: 40 };
    /// engine.scope(|scope| {
    ///     let world = scope.lend(&mut world)?;
    ///     scope.set_global("world", &world)?;
    ///     scope.eval::<()>("world.score += 2")
    /// })?;
    /// assert_eq!(world.score, 42);
    ///
    /// // What a script has kept is empty.
    /// let error = engine.eval::<u32>("world.score").unwrap_err();
    /// assert_eq!(error.message(), "TypeError: World.prototype.score was called on a World that the host has taken back");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of `work`; else if a value cannot be given back, since something still holds it. Its place
    /// then has the default value. All other values are back after an error as well.
    pub fn scope<'v, R>(&mut self, work: impl FnOnce(&mut Scope<'_, 'v>) -> Result<R, Error>) -> Result<R, Error> {
        let before = HostState::of(&mut self.vm).tasks.last();
        let mut scope = Scope { engine: self, lent: Vec::new(), before };
        let result = work(&mut scope);
        match scope.give_back() {
            true => result,
            false => {
                result.and_then(|_| Err(Error::new("a value that was lent is still in use, and cannot be given back")))
            }
        }
    }
}

impl<'v> Scope<'_, 'v> {
    /// Lends a value until the scope ends. A default value takes its place meanwhile. If something still holds the
    /// value at the end (an `Arc` that a method has passed on), the default stays, and the scope fails.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// #[ferrotape::class]
    /// #[derive(Default)]
    /// struct Tally {
    ///     #[js(get, set)]
    ///     count: u32,
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let (mut ours, mut theirs) = (Tally { count: 1 }, Tally { count: 2 });
    /// engine.scope(|scope| {
    ///     let (a, b) = (scope.lend(&mut ours)?, scope.lend(&mut theirs)?);
    ///     scope.set_global("a", a)?;
    ///     scope.set_global("b", b)?;
    ///     scope.eval::<()>("[a.count, b.count] = [b.count, a.count]; undefined")
    /// })?;
    /// assert_eq!((ours.count, theirs.count), (2, 1));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error of [`Class::define`], or for a [shared cause](Error#shared-causes), like the memory limit.
    /// Then the value stays in its place.
    pub fn lend<T: Class + Default>(&mut self, place: &'v mut T) -> Result<Instance<T>, Error> {
        // Without room, nothing is lost.
        let instance = Instance::new(self.engine, T::default())?;
        instance.borrow_mut(self.engine, |lent| std::mem::swap(lent, place))?;
        let handle: Handle = instance.handle().clone();
        self.lent.push(Box::new(move |vm| {
            let object = handle.value_in(vm).and_then(engine::Value::as_object);
            match object.and_then(|object| borrow::taken_back::<T>(vm, object)) {
                Some(value) => {
                    *place = value;
                    true
                }
                None => false,
            }
        }));
        Ok(instance)
    }

    /// Gives back everything that is still lent. Returns whether all of it is back.
    fn give_back(&mut self) -> bool {
        if self.lent.is_empty() {
            return true;
        }
        Tasks::cancel_after(&mut self.engine.vm, self.before);
        let mut all = true;
        for give_back in self.lent.drain(..).rev() {
            all &= give_back(&mut self.engine.vm);
        }
        all
    }
}

/// Gives values back after a panic.
impl Drop for Scope<'_, '_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl Deref for Scope<'_, '_> {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        self.engine
    }
}

impl DerefMut for Scope<'_, '_> {
    fn deref_mut(&mut self) -> &mut Engine {
        self.engine
    }
}

impl sealed::Sealed for Scope<'_, '_> {}

impl AsContext for Scope<'_, '_> {
    fn enter<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Error> {
        self.engine.enter(work)
    }
}
