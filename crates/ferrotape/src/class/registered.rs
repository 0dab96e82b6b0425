//! Classes as globals, and their constructors.

use super::Class;
use crate::host_state::HostState;
use crate::{AsContext, Engine, Error, FromJs, Function, Local, Object};

impl Engine {
    /// Defines the constructor of a class as a global variable of the current realm.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine};
    ///
    /// struct Counter(u32);
    ///
    /// impl Class for Counter {
    ///     const NAME: &'static str = "Counter";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), ferrotape::Error> {
    ///         class.constructor(|| Counter(0))?;
    ///         class.method_mut("next", |counter: &mut Counter| {
    ///             counter.0 += 1;
    ///             counter.0
    ///         })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Counter>()?;
    /// assert_eq!(engine.eval::<u32>("const counter = new Counter(); counter.next() + counter.next()")?, 3);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error of [`Class::define`], if the definition panics, or if the global object refuses the property
    /// (`TypeError`). Also for a [shared cause](Error#shared-causes).
    pub fn register<T: Class>(&mut self) -> Result<(), Error> {
        let constructor = Function::of_class::<T>(self)?;
        self.enter(|cx| {
            HostState::of(cx.vm).declared().register(T::NAME);
            let global: Object = cx.global();
            global.define(cx, T::NAME, crate::Property::value(constructor).writable().configurable())
        })
    }
}

impl Function {
    /// Returns the constructor of a class in the current realm.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Function};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|| Ratio(0.5))
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// // Scripts have it where the host puts it.
    /// let constructor = Function::of_class::<Ratio>(&mut engine)?;
    /// engine.set_global("Half", constructor)?;
    /// assert_eq!(engine.eval::<String>("`${new Half()} ${typeof Ratio}`")?, "[object Ratio] undefined");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error of [`Class::define`], if the definition panics, or while the class is being defined
    /// (`TypeError`). Also for a [shared cause](Error#shared-causes).
    pub fn of_class<T: Class>(cx: &mut impl AsContext) -> Result<Function, Error> {
        cx.enter(|cx| {
            let constructor = cx.class_of::<T>()?.constructor;
            let constructor =
                constructor.ok_or_else(|| Error::type_error(format!("the class {} is being defined", T::NAME)))?;
            let constructor = constructor.value_in(cx.vm).ok_or_else(Error::wrong_engine)?;
            Function::from_js(cx, Local::new(constructor))
        })
    }
}
