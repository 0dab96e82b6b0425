//! The Rust value of an object, and its borrows.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::panics::unless_it_panics;

use super::{Class, own};
use crate::declarations::Types;
use crate::{AsContext, Context, Error, Forking, FromJs, IntoJs, Local, Object};

/// The Rust data of an object of a class.
pub(super) struct Shared<T>(pub Arc<T>);

impl<T: Class> Shared<T> {
    pub fn new(value: T) -> Self {
        Shared(Arc::new(value))
    }
}

impl<T: Class> HostData for Shared<T> {
    fn bytes(&self) -> usize {
        let bytes = unless_it_panics(|| self.0.bytes()).unwrap_or_else(|| {
            crate::trace::panicked("a class");
            size_of::<T>()
        });
        bytes.saturating_add(size_of::<usize>() * 2)
    }

    fn display(&self) -> Option<String> {
        // A method at work may hold a lock that the display waits for.
        if Arc::strong_count(&self.0) > 1 {
            return None;
        }
        unless_it_panics(|| self.0.display()).unwrap_or_else(|| {
            crate::trace::panicked("a class");
            None
        })
    }

    fn fork(&self, into: &mut dyn Any) -> Option<Box<dyn HostData>> {
        let value = into.downcast_mut::<Forking>()?.instance(&*self.0)?;
        Some(Box::new(Shared::new(value)))
    }
}

/// The Rust data of an object whose lent value was given back.
pub(super) struct GivenBack;

impl HostData for GivenBack {
    fn bytes(&self) -> usize {
        0
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(GivenBack))
    }
}

/// Takes the value out of its object for good. None if something else holds the value as well.
pub(super) fn taken_back<T: Class>(vm: &mut engine::Vm, object: ObjectId) -> Option<T> {
    let data: Box<dyn Any> = hosts::take_host_data(&mut vm.heap, object)?;
    hosts::put_host_data(&mut vm.heap, object, Box::new(GivenBack));
    let shared: Box<Shared<T>> = data.downcast().ok()?;
    Arc::try_unwrap(shared.0).ok()
}

/// A handle of an object of a class.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Engine, Error, Instance};
///
/// struct Log(Vec<String>);
///
/// impl Class for Log {
///     const NAME: &'static str = "Log";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.method_mut("write", |log: &mut Log, line: String| log.0.push(line))
///     }
/// }
///
/// let mut engine = Engine::new();
/// let log = Instance::new(&mut engine, Log(Vec::new()))?;
/// engine.set_global("log", &log)?;
/// engine.run("a.js", "log.write('a'); log.write('b')")?;
/// assert_eq!(log.borrow(&mut engine, |log| log.0.join("+"))?, "a+b");
/// log.borrow_mut(&mut engine, |log| log.0.clear())?;
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Instance<T> {
    object: Object,
    what: PhantomData<fn() -> T>,
}

impl<T> Clone for Instance<T> {
    fn clone(&self) -> Self {
        Instance { object: self.object.clone(), what: PhantomData }
    }
}

/// Two instances are equal if they are the same object.
impl<T> PartialEq for Instance<T> {
    fn eq(&self, other: &Self) -> bool {
        self.object == other.object
    }
}

impl<T> Eq for Instance<T> {}

/// Needs no `T: Debug`: the value is in the engine.
impl<T> std::fmt::Debug for Instance<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Instance").field(&self.object).finish()
    }
}

impl<T> std::ops::Deref for Instance<T> {
    type Target = Object;

    fn deref(&self) -> &Object {
        &self.object
    }
}

impl<T> Instance<T> {
    pub(crate) fn object(&self) -> &Object {
        &self.object
    }

    pub(crate) fn of_object(object: Object) -> Instance<T> {
        Instance { object, what: PhantomData }
    }
}

impl<T: Class> Instance<T> {
    /// Creates an object of the class in the current realm. Pending [`Own`](crate::Own)s, which were made recently
    /// and belong to no object yet, belong to it from now on.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Instance};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.getter("ratio", |ratio: &Ratio| ratio.0)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let half = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("half", &half)?;
    /// assert_eq!(engine.eval::<f64>("half.ratio")?, 0.5);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error of [`Class::define`], or for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext, value: T) -> Result<Instance<T>, Error> {
        cx.enter(|cx| {
            let (class, prototype) = cx.class_of::<T>()?.prototype_in(cx)?;
            let object = cx.instance_with(class, prototype, value)?;
            if let Some(object) = object.value.as_object() {
                own::attach_to_new(cx, object);
            }
            Instance::from_js(cx, object)
        })
    }

    /// Returns the object as one of the class. None for any other object: no error is made.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Instance, Object};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|ratio: f64| Ratio(ratio))
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Ratio>()?;
    /// let objects: [Object; 2] = engine.eval("[new Ratio(0.5), {}]")?;
    /// let is_ratio = objects.map(|object| Instance::<Ratio>::of(&mut engine, &object).is_some());
    /// assert_eq!(is_ratio, [true, false]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn of(cx: &mut impl AsContext, object: &Object) -> Option<Instance<T>> {
        let found = cx.enter(|cx| {
            let (class, id) = (cx.class_id::<T>(), object.id(cx)?);
            Ok((hosts::host_class_of(&cx.vm.heap, id) == Some(class)).then(|| Instance::of_object(object.clone())))
        });
        found.ok().flatten()
    }

    /// Lends the value.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Instance};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.setter("ratio", |ratio: &mut Ratio, to: f64| ratio.0 = to)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// engine.eval::<()>("value.ratio = 2; undefined")?;
    /// assert_eq!(value.borrow(&mut engine, |value| value.0)?, 2.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a method that changes the value is running, or the host has taken the value back from a
    /// [scope](crate::Engine::scope) (`TypeError`). Also for a [shared cause](Error#shared-causes).
    pub fn borrow<R>(&self, cx: &mut impl AsContext, work: impl FnOnce(&T) -> R) -> Result<R, Error> {
        cx.enter(|cx| {
            let value = cx.shared::<T>(self.object.id(cx)?, "borrow")?;
            Ok(work(&value))
        })
    }

    /// Lends the value for changes.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Instance};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.getter("ratio", |ratio: &Ratio| ratio.0)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// value.borrow_mut(&mut engine, |value| value.0 = 2.0)?;
    /// assert_eq!(engine.eval::<f64>("value.ratio")?, 2.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value is lent already, or the host has taken it back from a [scope](crate::Engine::scope)
    /// (`TypeError`). Also for a [shared cause](Error#shared-causes).
    pub fn borrow_mut<R>(&self, cx: &mut impl AsContext, work: impl FnOnce(&mut T) -> R) -> Result<R, Error> {
        cx.enter(|cx| {
            let object = self.object.id(cx)?;
            cx.exclusive(object, "borrow_mut", |_, value| Ok(work(value)))
        })
    }
}

/// Returns the name of a class with an article: `an Order`, `a User`.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Tells the type of objects of a class.
pub(super) fn type_of<T: Class>(types: &mut Types) -> String {
    types.class(T::NAME, |vm| Context::new(vm).class_of::<T>().map(drop))
}

impl<T: Class> FromJs for Instance<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let class = cx.class_id::<T>();
        match value.value.as_object() {
            Some(object) if hosts::host_class_of(&cx.vm.heap, object) == Some(class) => {
                Ok(Instance { object: Object::new_handle(cx.vm, value.value), what: PhantomData })
            }
            _ => Err(cx.unexpected(&with_article(T::NAME), value)),
        }
    }

    fn typescript(types: &mut Types) -> String {
        type_of::<T>(types)
    }
}

impl<T: Class> IntoJs for &Instance<T> {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        (&self.object).into_js(cx)
    }

    fn typescript(types: &mut Types) -> String {
        type_of::<T>(types)
    }
}

impl<T: Class> IntoJs for Instance<T> {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        (&self.object).into_js(cx)
    }

    fn typescript(types: &mut Types) -> String {
        type_of::<T>(types)
    }
}

impl Context<'_> {
    /// Returns the object of the class that a method was called on.
    pub(super) fn receiver<T: Class>(&mut self, this: engine::Value, method: &str) -> Result<ObjectId, Error> {
        let class = self.class_id::<T>();
        match this.as_object() {
            Some(object) if hosts::host_class_of(&self.vm.heap, object) == Some(class) => Ok(object),
            _ => {
                let this = if this.is_empty() { engine::Value::UNDEFINED } else { this };
                let (name, found) = (T::NAME, messages::describe(self.vm, this));
                let method = messages::method_of(name, method);
                Err(Error::type_error(format!("{method} was called on {found}, which is not an instance of {name}")))
            }
        }
    }

    /// Returns the value of an object, with shared access.
    pub(super) fn shared<T: Class>(&mut self, object: ObjectId, method: &str) -> Result<Arc<T>, Error> {
        match hosts::host_data::<Shared<T>>(&self.vm.heap, object) {
            Some(shared) => Ok(Arc::clone(&shared.0)),
            None => Err(self.absent::<T>(object, method)),
        }
    }

    /// Returns the error for an object without a value.
    fn absent<T: Class>(&self, object: ObjectId, method: &str) -> Error {
        let name = T::NAME;
        match hosts::host_data::<GivenBack>(&self.vm.heap, object) {
            Some(_) => {
                let method = messages::method_of(name, method);
                Error::type_error(format!("{method} was called on a {name} that the host has taken back"))
            }
            None => conflict::<T>(method, "changed"),
        }
    }

    /// Takes the value out of an object while `work` changes it, and puts it back even after a panic.
    pub(super) fn exclusive<T: Class, R>(
        &mut self,
        object: ObjectId,
        method: &str,
        work: impl FnOnce(&mut Self, &mut T) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.check()?;
        if hosts::host_data::<Shared<T>>(&self.vm.heap, object).is_none() {
            return Err(self.absent::<T>(object, method));
        }
        let Some(data) = hosts::take_host_data(&mut self.vm.heap, object) else {
            return Err(conflict::<T>(method, "changed"));
        };
        let data: Box<dyn Any> = data;
        let mut shared: Box<Shared<T>> = match data.downcast() {
            Ok(shared) => shared,
            Err(_) => return Err(conflict::<T>(method, "changed")),
        };
        self.vm.keep(engine::Value::object(object));
        let result = match Arc::get_mut(&mut shared.0) {
            Some(value) => catch_unwind(AssertUnwindSafe(|| work(self, value))),
            None => Ok(Err(conflict::<T>(method, "looked at"))),
        };
        hosts::put_host_data(&mut self.vm.heap, object, shared);
        own::attach(self, object);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

fn conflict<T: Class>(method: &str, what: &str) -> Error {
    let name = T::NAME;
    let method = messages::method_of(name, method);
    Error::type_error(format!("{method} was called while the {name} is being {what}"))
}
