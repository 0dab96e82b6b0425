//! Rust types as classes of scripts.
//!
//! ```text
//! Class::define ──> ClassBuilder ──> constructor, prototype          once for each realm
//! an object ──> HostData ──> Shared<T>: an Arc of the Rust value     methods borrow it while they run
//! ClassPart ──> Class::save, Class::load                             for engines that are saved
//! ```
//!
//! An `Arc` holds the Rust value of an object. A method with `&self` has a clone of the `Arc` while it runs. A method with
//! `&mut self` takes the value out of the object, and must be alone. So Rust's reference counts show borrows, and a conflicting
//! call gets an error.

mod borrow;
mod constructor;
mod defined;
mod definition;
mod iterator;
mod method;
mod own;
mod part;
mod registered;
mod scope;

use std::marker::PhantomData;
use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::function;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object;
use ferrotape_runtime::object::host::HostClassId;
use ferrotape_runtime::realm;
use ferrotape_runtime::{Attributes, HostCode, ObjectId, PropertyDescriptor, PropertyKey};

use crate::closure::{guarded, host_code, signs_of};
use crate::declarations::{Member, MemberKind, Signature, Signs};
use crate::error::Note;
use crate::key::sealed::Key as _;
use crate::{Context, Error, Forking, IntoAsyncMethod, IntoFunction, IntoJs, Loading, Local, Saving};

#[cfg(doc)]
use crate::{Engine, Function};

pub use borrow::Instance;
pub use constructor::{Constructed, IntoConstructor};
pub(crate) use defined::DefinedClass;
pub use iterator::Iter;
pub use method::{IntoMethod, IntoMethodMut};
pub use own::Own;
pub(crate) use own::{Kept, Pending, Place, bytes_of_pending, enter_call, leave_call};
pub use scope::Scope;

/// A Rust type whose values scripts use as objects of a class.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Engine, Error};
///
/// struct Counter { count: u32 }
///
/// impl Class for Counter {
///     const NAME: &'static str = "Counter";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.constructor(|start: u32| Counter { count: start })?;
///         class.method("isPast", |counter: &Counter, limit: u32| counter.count > limit)?;
///         class.method_mut("add", |counter: &mut Counter, n: u32| { counter.count += n; counter.count })?;
///         class.getter("count", |counter: &Counter| counter.count)?;
///         class.setter("count", |counter: &mut Counter, count: u32| counter.count = count)?;
///         class.static_method("zero", || Counter::NAME.len() - 7)
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Counter>()?;
/// let text = "let c = new Counter(40); c.add(1); c.count += 1; `${c.count} ${c.isPast(41)} ${Counter.zero()}`";
/// assert_eq!(engine.eval::<String>(text)?, "42 true 0");
///
/// // Scripts extend it like other classes, and wrong receivers are TypeErrors.
/// assert_eq!(engine.eval::<u32>("new (class extends Counter { get twice() { return 2 * this.count } })(21).twice")?, 42);
/// let error = engine.eval::<u32>("c.add.call({}, 1)").unwrap_err();
/// let expected = "TypeError: Counter.prototype.add was called on #<Object>, which is not an instance of Counter";
/// assert_eq!(error.message(), expected);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a class of scripts",
    note = "`#[ferrotape::class]` makes a class of a struct, `#[ferrotape::methods]` makes members of its functions"
)]
pub trait Class: Sized + Send + Sync + 'static {
    /// The name of the class, of its constructor, and in messages.
    const NAME: &'static str;

    /// Defines the constructor and the members. This must do the same each time: it also runs for other realms, and
    /// when an engine is saved or restored.
    ///
    /// # Errors
    ///
    /// An error, mostly one of a [`ClassBuilder`] method, makes the call fail that needs the class, like
    /// [`Engine::register`].
    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error>;

    /// Returns the bytes of a value in all, which count against the engine's memory limit. If this panics, the type's
    /// size counts.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error};
    ///
    /// struct Picture(Vec<u8>);
    ///
    /// impl Class for Picture {
    ///     const NAME: &'static str = "Picture";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|side: usize| Picture(vec![0; side * side]))
    ///     }
    ///
    ///     fn bytes(&self) -> usize {
    ///         self.0.capacity()
    ///     }
    /// }
    ///
    /// let mut engine = Engine::builder().memory_limit(4 << 20).build()?;
    /// engine.register::<Picture>()?;
    /// let error = engine.run("a.js", "const all = []; for (;;) all.push(new Picture(1024))").unwrap_err();
    /// assert!(error.is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// Returns the text that `inspect`, `console` and the errors of thrown objects show of a value. None shows the name of
    /// the class and the properties. `#[js(display)]` on a function of `#[ferrotape::methods]` defines it.
    ///
    /// It cannot run script. It is not called while a method of the same object runs, or a future of one is pending. The
    /// name of the class is shown then, and if it panics. The first thousand characters are shown, with controls spelled
    /// out.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error};
    ///
    /// struct Money(u32);
    ///
    /// impl Class for Money {
    ///     const NAME: &'static str = "Money";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|cents: u32| Money(cents))
    ///     }
    ///
    ///     fn display(&self) -> Option<String> {
    ///         Some(format!("{}.{:02} EUR", self.0 / 100, self.0 % 100))
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Money>()?;
    /// let error = engine.run("a.js", "throw { price: new Money(1250) }").unwrap_err();
    /// assert_eq!(error.message(), "{ price: 12.50 EUR }");
    /// # Ok::<(), Error>(())
    /// ```
    fn display(&self) -> Option<String> {
        None
    }

    /// Copies the value for the object's copy in a forked engine ([`Engine::fork`]). The default is an error: an engine
    /// with an object of the class cannot be forked. Often this is a clone; [`Forking::carry`] copies the handles and
    /// [`Own`]s in the value.
    ///
    /// ```
    /// use ferrotape::snapshot::Forking;
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Function, Own};
    ///
    /// struct Button { presses: u32, on_press: Option<Own<Function>> }
    ///
    /// impl Class for Button {
    ///     const NAME: &'static str = "Button";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|f: Own<Function>| Button { presses: 0, on_press: Some(f) })?;
    ///         class.method_mut("press", |button: &mut Button| { button.presses += 1; button.presses })
    ///     }
    ///
    ///     fn fork(&self, forking: &mut Forking) -> Result<Self, Error> {
    ///         Ok(Button { presses: self.presses, on_press: forking.carry(&self.on_press)? })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Button>()?;
    /// engine.run("a.js", "const b = new Button(() => {}); b.press()")?;
    /// let mut fork = engine.fork()?;
    /// assert_eq!((engine.eval::<u32>("b.press()")?, fork.eval::<u32>("b.press()")?), (2, 2));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An error makes [`Engine::fork`] fail, unless the object is garbage.
    fn fork(&self, forking: &mut Forking) -> Result<Self, Error> {
        let _ = forking;
        let advice =
            "`#[ferrotape::class(fork)]` clones values, and `Class::fork` copies them in its own way".to_owned();
        let error = Error::cannot_fork(&format!("an object of the class {}", Self::NAME));
        Err(error.with_note(Note::new(advice, None)))
    }

    /// Writes the value so that [`Class::load`] can rebuild it in another engine: see [`Engine::snapshot`]. The default
    /// is an error: an engine with an object of the class cannot be saved. The class is found by its name: the engine
    /// restored into must have defined one of that name, by [`Engine::register`] or [`Function::of_class`].
    ///
    /// ```
    /// use ferrotape::snapshot::{Loading, Saving};
    /// use ferrotape::{Class, ClassBuilder, Engine, Error, Function, Own};
    ///
    /// struct Button { presses: u32, on_press: Option<Own<Function>> }
    ///
    /// impl Class for Button {
    ///     const NAME: &'static str = "Button";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|f: Own<Function>| Button { presses: 0, on_press: Some(f) })?;
    ///         class.method_mut("press", |button: &mut Button| { button.presses += 1; button.presses })
    ///     }
    ///
    ///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
    ///         saving.put(&self.presses)?;
    ///         saving.put(&self.on_press)
    ///     }
    ///
    ///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
    ///         Ok(Button { presses: loading.take()?, on_press: loading.take()? })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Button>()?;
    /// engine.run("a.js", "const b = new Button(() => {}); b.press()")?;
    /// let bytes = engine.snapshot()?;
    ///
    /// let mut empty = Engine::new();
    /// empty.register::<Button>()?;
    /// let mut restored = Engine::restore_into(empty, &bytes)?;
    /// assert_eq!(restored.eval::<u32>("b.press()")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An error makes [`Engine::snapshot`] fail, with the path to the object.
    fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
        let _ = saving;
        Err(Error::of_usage("its class has no `Class::save`".to_owned()))
    }

    /// Reads a value that [`Class::save`] has written. The bytes are untrusted, so check what they say.
    ///
    /// ```
    /// use ferrotape::snapshot::{Loading, Saving};
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
    ///
    ///     fn save(&self, saving: &mut Saving<'_>) -> Result<(), Error> {
    ///         saving.put(&self.0)
    ///     }
    ///
    ///     fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
    ///         let ratio = loading.take()?;
    ///         if ratio > 0.0 { Ok(Ratio(ratio)) } else { Err(Error::new("no ratio")) }
    ///     }
    /// }
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.register::<Ratio>()?;
    ///     Ok::<Engine, Error>(engine)
    /// };
    /// let restored = |ratio: f64| {
    ///     let mut engine = ready()?;
    ///     let ratio = Instance::new(&mut engine, Ratio(ratio))?;
    ///     engine.set_global("value", ratio)?;
    ///     Engine::restore_into(ready()?, &engine.snapshot()?)
    /// };
    /// assert_eq!(restored(0.5)?.eval::<f64>("value.ratio")?, 0.5);
    /// let error = restored(-1.0).err().expect("none was made of it");
    /// assert_eq!(error.message(), "no engine can be restored: an object of the class Ratio: no ratio");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An error or a panic makes [`Engine::restore_into`] fail.
    fn load(loading: &mut Loading<'_>) -> Result<Self, Error> {
        let _ = loading;
        Err(Error::of_usage("its class has no `Class::load`".to_owned()))
    }
}

/// Defines the members of a class.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Engine, Error};
///
/// struct Dice(u32);
///
/// impl Class for Dice {
///     const NAME: &'static str = "Dice";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.constructor(|sides: u32| Dice(sides))?;
///         class.getter("sides", |dice: &Dice| dice.0)?;
///         class.constant("USUAL", 6)
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Dice>()?;
/// assert_eq!(engine.eval::<u32>("new Dice(Dice.USUAL).sides")?, 6);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct ClassBuilder<'a, 'js, T> {
    cx: &'a mut Context<'js>,
    class: HostClassId,
    prototype: ObjectId,
    constructor: Option<(u32, Arc<HostCode>)>,
    statics: Vec<(&'static str, Local<'js>)>,
    /// True unless the class belongs to the engine itself.
    is_of_host: bool,
    declared: Vec<Member>,
    /// Documentation and names of parameters for the next member.
    described: (&'static str, &'static [&'static str]),
    what: PhantomData<fn() -> T>,
}

impl<'js, T: Class> ClassBuilder<'_, 'js, T> {
    /// Defines the constructor: a closure that returns the Rust value, or a `Result` of it. Without a constructor,
    /// scripts cannot create objects of the class.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|ratio: f64| if ratio > 0.0 { Ok(Ratio(ratio)) } else { Err("no ratio") })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Ratio>()?;
    /// assert!(engine.eval::<bool>("new Ratio(0.5) instanceof Ratio")?);
    /// assert_eq!(engine.eval::<()>("new Ratio(0)").unwrap_err().message(), "Error: no ratio");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Never fails at present. Errors of the closure are exceptions of `new`.
    pub fn constructor<M, F: IntoConstructor<T, M>>(&mut self, constructor: F) -> Result<(), Error> {
        let class = self.class;
        let length = F::LENGTH;
        self.note(MemberKind::Constructor, "constructor", F::signature);
        self.constructor = Some((
            length,
            Arc::new(move |vm: &mut engine::Vm, call: engine::Call| {
                guarded(vm, call, |cx, arguments| {
                    let Some(new_target) = call.new_target else {
                        return Err(Error::type_error(format!(
                            "Class constructor {} cannot be invoked without 'new'",
                            T::NAME
                        )));
                    };
                    let value = constructor.make(cx, arguments)?;
                    let made = cx.new_instance(class, new_target, value)?;
                    if let Some(object) = made.value.as_object() {
                        own::attach(cx, object);
                    }
                    Ok(made)
                })
            }),
        ));
        Ok(())
    }

    /// Defines a method with shared access to the value.
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
    ///         class.method("of", |ratio: &Ratio, n: f64| ratio.0 * n)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// assert_eq!(engine.eval::<f64>("value.of(84)")?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn method<M>(&mut self, name: &'static str, method: impl IntoMethod<T, M>) -> Result<(), Error> {
        self.note(MemberKind::Method, name, method::signs_of_shared(&method));
        let (length, code) = method::shared_code(name, method);
        self.add_method(name, length, code)
    }

    /// Defines a method with exclusive access to the value.
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
    ///         class.method_mut("double", |ratio: &mut Ratio| ratio.0 *= 2.0)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// engine.eval::<()>("value.double()")?;
    /// assert_eq!(value.borrow(&mut engine, |value| value.0)?, 1.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn method_mut<M>(&mut self, name: &'static str, method: impl IntoMethodMut<T, M>) -> Result<(), Error> {
        self.note(MemberKind::Method, name, method::signs_of_exclusive(&method));
        let (length, code) = method::exclusive_code(name, method);
        self.add_method(name, length, code)
    }

    /// Defines a method from a function that takes the object as [`This`](crate::host::This) of an [`Instance`]. Nothing is
    /// borrowed while it runs, so that callbacks can use the object.
    ///
    /// ```
    /// use ferrotape::host::This;
    /// use ferrotape::{Class, ClassBuilder, Context, Engine, Error, Function, Instance};
    ///
    /// struct Items(Vec<i32>);
    ///
    /// impl Class for Items {
    ///     const NAME: &'static str = "Items";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constructor(|| Items(vec![1, 2]))?;
    ///         class.method_mut("push", |items: &mut Items, item: i32| items.0.push(item))?;
    ///         class.instance_method("each", |cx: &mut Context<'_>, this: This<Instance<Items>>, each: Function| {
    ///             let items = this.0.borrow(cx, |items| items.0.clone())?;
    ///             items.into_iter().try_for_each(|item| each.call::<()>(cx, (item,)))
    ///         })?;
    ///         class.getter("count", |items: &Items| items.0.len())
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Items>()?;
    /// let count = engine.eval::<u8>("const items = new Items; items.each(item => { items.push(item) }); items.count")?;
    /// assert_eq!(count, 4);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn instance_method<M>(&mut self, name: &'static str, method: impl IntoFunction<M>) -> Result<(), Error> {
        self.note(MemberKind::Method, name, signs_of(&method));
        let (length, code) = host_code(method);
        self.add_method(name, length, code)
    }

    /// Defines a method that returns a future, which scripts see as a promise. While the future runs, it shares the
    /// value: other methods may read the value, but none may change it.
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
    ///         class.async_method("later", |ratio: std::sync::Arc<Ratio>, n: f64| async move { ratio.0 * n })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// assert_eq!(engine.eval_async::<f64>("value.later(84)").block()?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit. Errors of the future reject the
    /// promise.
    pub fn async_method<M>(&mut self, name: &'static str, method: impl IntoAsyncMethod<T, M>) -> Result<(), Error> {
        self.note(MemberKind::Method, name, method::signs_of_async(&method));
        let (length, code) = method::async_code(name, method);
        self.add_method(name, length, code)
    }

    /// Defines the getter of a property.
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
    /// assert_eq!(engine.eval::<f64>("value.ratio")?, 0.5);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn getter<M>(&mut self, name: &'static str, getter: impl IntoMethod<T, M>) -> Result<(), Error> {
        self.note(MemberKind::Getter, name, method::signs_of_shared(&getter));
        let (_, code) = method::shared_code(name, getter);
        self.add_accessor(name, "get", code, |get| PropertyDescriptor { get, ..accessor() })
    }

    /// Defines the setter of a property.
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
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn setter<M>(&mut self, name: &'static str, setter: impl IntoMethodMut<T, M>) -> Result<(), Error> {
        self.note(MemberKind::Setter, name, method::signs_of_exclusive(&setter));
        let (_, code) = method::setter_code(name, setter);
        self.add_accessor(name, "set", code, |set| PropertyDescriptor { set, ..accessor() })
    }

    /// Defines a function on the constructor.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.static_method("between", |a: f64, b: f64| a / b)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Ratio>()?;
    /// assert_eq!(engine.eval::<f64>("Ratio.between(1, 4)")?, 0.25);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn static_method<M>(&mut self, name: &'static str, function: impl IntoFunction<M>) -> Result<(), Error> {
        self.note(MemberKind::Static, name, signs_of(&function));
        let (length, code) = host_code(function);
        let function = self.new_function(name, length, code)?;
        self.statics.push((name, function));
        Ok(())
    }

    /// Defines a constant on the constructor. It may be an object of the class itself.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.constant("GOLDEN", 1.618)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Ratio>()?;
    /// assert_eq!(engine.eval::<f64>("Ratio.GOLDEN")?, 1.618);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert: [`Error::path`] has the name. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn constant<V: IntoJs>(&mut self, name: &'static str, value: V) -> Result<(), Error> {
        self.note(MemberKind::Constant, name, |types| Signature::told(types, |_, _| {}, V::typescript));
        let value = value.into_js(self.cx).map_err(|error| error.within_key(name))?;
        self.statics.push((name, value));
        Ok(())
    }

    /// Defines iteration over an object: the method returns a list, or anything else that can be iterated.
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
    ///         class.iterator(|ratio: &Ratio| vec![ratio.0, 1.0 / ratio.0])
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// assert_eq!(engine.eval::<Vec<f64>>("[...value]")?, [0.5, 2.0]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes). Errors of the closure are exceptions of the script.
    pub fn iterator<M>(&mut self, method: impl IntoMethod<T, M>) -> Result<(), Error> {
        self.note(MemberKind::Iterator, "[Symbol.iterator]", |_| Signature::unknown());
        let (length, code) = method::shared_code("[Symbol.iterator]", method);
        let code = move |vm: &mut engine::Vm, call: engine::Call| {
            let list = code(vm, call)?;
            vm.keep(list);
            let record = iteration::get_iterator(vm, list)?;
            Ok(record.iterator)
        };
        let function = self.new_function("[Symbol.iterator]", length, Arc::new(code))?;
        self.define_on_prototype(engine::symbols::ITERATOR, function)
    }

    /// Describes the next member to be defined, for [`Engine::declarations`](crate::Engine::declarations): what it
    /// does, and the names of its parameters. The macros take both from the Rust code.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Engine, Error};
    ///
    /// struct Door;
    ///
    /// impl Class for Door {
    ///     const NAME: &'static str = "Door";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.describe("Opens it.", &["degrees"]);
    ///         class.method("open", |_: &Door, degrees: f64| degrees < 90.0)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Door>()?;
    /// let text = "declare class Door {
    ///     private constructor();
    ///     /** Opens it. */
    ///     open(degrees: number): boolean;
    /// }
    /// ";
    /// assert_eq!(engine.declarations()?, text);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn describe(&mut self, documentation: &'static str, parameters: &'static [&'static str]) {
        self.described = (documentation, parameters);
    }

    pub(crate) fn note(&mut self, kind: MemberKind, name: &'static str, signs: Signs) {
        let (documentation, parameters) = std::mem::take(&mut self.described);
        self.declared.push(Member { kind, name, signs, documentation, parameters });
    }

    /// Lets the prototype inherit from the realm's iterator prototype. Such a class is not the host's own.
    fn inherit_iterator_methods(&mut self) -> Result<(), Error> {
        self.is_of_host = false;
        let prototype = self.prototype;
        self.cx.working(|vm| {
            let iterators = realm::intrinsics(vm).iterator_prototype;
            object::set_prototype_of(vm, prototype, Some(iterators)).map(drop)
        })
    }

    fn new_function(&mut self, name: &str, length: u32, code: Arc<HostCode>) -> Result<Local<'js>, Error> {
        self.cx.make_room(name.len())?;
        self.cx.run_for_value(|vm| Ok(engine::Value::object(function::new_host_member(vm, name, length, code))))
    }

    fn add_method(&mut self, name: &'static str, length: u32, code: Arc<HostCode>) -> Result<(), Error> {
        let function = self.new_function(name, length, code)?;
        let key = name.to_key(self.cx)?;
        self.define_on_prototype(key, function)
    }

    fn define_on_prototype(&mut self, key: PropertyKey, value: Local<'js>) -> Result<(), Error> {
        let descriptor = PropertyDescriptor::data(value.value, Attributes::METHOD);
        let prototype = self.prototype;
        self.cx.working(|vm| object::define_property_or_throw(vm, prototype, key, &descriptor))
    }

    /// Defines one half of an accessor. The other half stays as it is.
    fn add_accessor(
        &mut self,
        name: &'static str,
        prefix: &str,
        code: Arc<HostCode>,
        descriptor: impl FnOnce(Option<engine::Value>) -> PropertyDescriptor,
    ) -> Result<(), Error> {
        let length = u32::from(prefix == "set");
        let function = self.new_function(&format!("{prefix} {name}"), length, code)?;
        let key = name.to_key(self.cx)?;
        let descriptor = descriptor(Some(function.value));
        let prototype = self.prototype;
        self.cx.working(|vm| object::define_property_or_throw(vm, prototype, key, &descriptor))
    }
}

fn accessor() -> PropertyDescriptor {
    PropertyDescriptor { enumerable: Some(false), configurable: Some(true), ..PropertyDescriptor::default() }
}
