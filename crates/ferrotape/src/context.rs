//! A host's turn in an engine: all reads and writes of script values go through a [`Context`].
//!
//! ```text
//! Engine::enter ──> Context ──> handles, conversions, calls ──> script ──> a host closure ──> Context …
//! ```
//!
//! A context borrows the engine mutably, so nothing else can use the engine meanwhile, and Rust checks this at compile time.
//! Values pass from one conversion to the next as [`Local`]s, which cannot leave the turn. A value that outlives the turn is a
//! handle ([`Object`](crate::Object) and others).

use std::marker::PhantomData;

use ferrotape_budget::costs::COLLECTION;
use ferrotape_bytecode::Unit;
use ferrotape_runtime as engine;
use ferrotape_runtime::environment;
use ferrotape_runtime::module::ReadLimits;
use ferrotape_runtime::pausing;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::stopped;
use ferrotape_runtime::{Completion, Throw, Vm};
use ferrotape_syntax::Goal;

use crate::key::sealed::Key as _;
use crate::{Engine, Error, FromJs, Limits, Object, ScriptText, Spent, Stats, Value};

/// Brand that makes the lifetimes of turns distinct, so that no value gets into another engine.
pub(crate) type Brand<'js> = PhantomData<fn(&'js ()) -> &'js ()>;

/// Access to an engine for one turn of the host: closures receive it, and [`AsContext::enter`] lends it.
///
/// Once a limit has ended the run, every method of the context returns that error.
///
/// ```
/// use ferrotape::{AsContext, Engine, Object};
///
/// let mut engine = Engine::new();
/// let area: f64 = engine.enter(|cx| {
///     let shape: Object = cx.eval("({ w: 6, h: 7 })")?;
///     Ok(shape.get::<f64>(cx, "w")? * shape.get::<f64>(cx, "h")?)
/// })?;
/// assert_eq!(area, 42.0);
///
/// // Functions of the host that need the engine have one as their first argument.
/// engine.define("twice", |cx: &mut ferrotape::Context<'_>, text: String| cx.eval::<f64>(&format!("2 * ({text})")))?;
/// assert_eq!(engine.eval::<f64>("twice('20 + 1')")?, 42.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Context<'js> {
    pub(crate) vm: &'js mut Vm,
    /// True within one operation for the host. Copies of strings are charged until that operation is done.
    pub(crate) is_nested: bool,
    brand: Brand<'js>,
}

/// A value of the script within a turn. [`FromJs`](crate::FromJs) and [`IntoJs`](crate::IntoJs) convert from and to it.
/// Copying it costs nothing.
///
/// ```
/// use ferrotape::handles::Local;
/// use ferrotape::{Context, Engine, Error, FromJs};
///
/// enum Size { Auto, Pixels(f64) }
///
/// impl FromJs for Size {
///     fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
///         match value.as_number() {
///             Some(pixels) => Ok(Size::Pixels(pixels)),
///             None if value.is_nullish() => Ok(Size::Auto),
///             None => Err(cx.unexpected("a number or nothing", value)),
///         }
///     }
/// }
///
/// let mut engine = Engine::new();
/// assert!(matches!(engine.eval::<Vec<Size>>("[12, null]")?[..], [Size::Pixels(12.0), Size::Auto]));
/// # Ok::<(), ferrotape::Error>(())
/// ```
///
/// All that a `Local` can be asked, and what it can be made of without a conversion:
///
/// ```
/// use ferrotape::handles::Local;
/// use ferrotape::{Context, Engine, Error, FromJs, IntoJs};
///
/// struct Kind(&'static str);
///
/// impl FromJs for Kind {
///     fn from_js<'js>(_: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
///         Ok(Kind(match (value.as_bool(), value.as_number()) {
///             (Some(_), _) => "a boolean",
///             (_, Some(_)) => "a number",
///             _ if value.is_undefined() => "nothing",
///             _ if value.is_nullish() => "null",
///             _ if value.is_string() => "a string",
///             _ if value.is_object() => "an object",
///             _ => "something else",
///         }))
///     }
/// }
///
/// impl IntoJs for Kind {
///     fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
///         match self.0 {
///             "nothing" => Ok(Local::undefined()),
///             "null" => Ok(Local::null()),
///             kind => kind.into_js(cx),
///         }
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("kind", |kind: Kind| kind)?;
/// let text = "[true, 1, undefined, null, 'a', {}, 1n].map(value => `${kind(value)}`).join()";
/// let kinds = "a boolean,a number,undefined,null,a string,an object,something else";
/// assert_eq!(engine.eval::<String>(text)?, kinds);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone)]
pub struct Local<'js> {
    pub(crate) value: engine::Value,
    brand: Brand<'js>,
}

/// An [`Engine`] or a [`Context`]: the argument that methods of handles take.
///
/// ```
/// use ferrotape::{AsContext, Engine, Object};
///
/// fn double(cx: &mut impl AsContext, object: &Object) -> Result<(), ferrotape::Error> {
///     let number: f64 = object.get(cx, "n")?;
///     object.set(cx, "n", number * 2.0)
/// }
///
/// let mut engine = Engine::new();
/// let object: Object = engine.eval("({ n: 21 })")?;
/// double(&mut engine, &object)?;
/// engine.enter(|cx| double(cx, &object))?;
/// assert_eq!(object.get::<f64>(&mut engine, "n")?, 84.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait AsContext: sealed::Sealed {
    /// Runs `work` in a turn. On an engine, this is a run with its own limits; on a context, a part of the turn.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let sum: f64 = engine.enter(|cx| Ok(cx.eval::<f64>("1 + 1")? + cx.eval::<f64>("2 + 2")?))?;
    /// assert_eq!(sum, 6.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of `work`. On an engine, fails as well if an earlier call panicked or its execution was
    /// forgotten ([`ErrorKind::Usage`](crate::ErrorKind::Usage)); `work` is not called then.
    ///
    /// # Panics
    ///
    /// A panic of `work` propagates to the caller. Once it leaves the engine, the engine is unusable:
    /// see [shared causes](Error#shared-causes).
    fn enter<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Error>;

    /// Runs `work` under further limits. Of these and the outer limits, the smaller ones apply.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let limits = Limits::new().fuel(1_000);
    /// assert!(engine.with_limits(&limits, |cx| cx.eval::<()>("for (;;) {}")).unwrap_err().is_termination());
    /// assert_eq!(engine.eval::<u8>("1 + 1")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of `work`. If one of these limits ends `work`, only `work` is over, and the host may continue.
    /// After a limit of the run itself, the turn is over.
    ///
    /// # Panics
    ///
    /// A panic of `work` propagates, as from [`AsContext::enter`].
    fn with_limits<R>(
        &mut self,
        limits: &Limits,
        work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.enter(|cx| cx.limited(limits, work))
    }

    /// Runs `work` under further limits, like [`AsContext::with_limits`], and returns what it spent as well.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// let (result, spent) = engine.measure(&Limits::new(), |cx| cx.eval::<f64>("let n = 0; while (n < 1000) n++; n"));
    /// assert_eq!(result?, 1000.0);
    /// assert!(spent.fuel > 1000);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    fn measure<R>(
        &mut self,
        limits: &Limits,
        work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>,
    ) -> (Result<R, Error>, Spent) {
        match self.enter(|cx| Ok(cx.measured(limits, work))) {
            Ok(measured) => measured,
            Err(error) => (Err(error), Spent::default()),
        }
    }
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Engine {}
impl sealed::Sealed for Context<'_> {}

impl AsContext for Engine {
    fn enter<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Error> {
        self.limited(|engine| work(&mut Context::new(&mut engine.vm)))
    }
}

impl AsContext for Context<'_> {
    fn enter<R>(&mut self, work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>) -> Result<R, Error> {
        let (mark, on_loan) = (self.vm.kept_mark(), self.vm.heap.on_loan());
        let result = work(&mut Context::nested(self.vm));
        self.vm.release_kept(mark);
        // The copies belong to the host from now on.
        if !self.is_nested {
            self.vm.heap.settle_loans(on_loan);
        }
        result
    }
}

impl<'js> Local<'js> {
    /// Wraps a value that something keeps alive for the turn.
    pub(crate) fn new(value: engine::Value) -> Self {
        Local { value, brand: PhantomData }
    }

    /// Returns the value `undefined`. See [`Local`].
    pub fn undefined() -> Self {
        Local::new(engine::Value::UNDEFINED)
    }

    /// Returns the value `null`. See [`Local`].
    pub fn null() -> Self {
        Local::new(engine::Value::NULL)
    }

    /// Returns whether the value is `undefined`. See [`Local`].
    pub fn is_undefined(self) -> bool {
        self.value.is_undefined()
    }

    /// Returns whether the value is `null` or `undefined`. See [`Local`].
    pub fn is_nullish(self) -> bool {
        self.value.is_nullish()
    }

    /// Returns whether the value is an object. Functions and arrays are objects. See [`Local`].
    pub fn is_object(self) -> bool {
        self.value.is_object()
    }

    /// Returns whether the value is a string. See [`Local`].
    pub fn is_string(self) -> bool {
        self.value.is_string()
    }

    /// Returns the number, if the value is one. See [`Local`].
    pub fn as_number(self) -> Option<f64> {
        self.value.as_number()
    }

    /// Returns the boolean, if the value is one. See [`Local`].
    pub fn as_bool(self) -> Option<bool> {
        self.value.as_bool()
    }
}

impl<'js> Context<'js> {
    pub(crate) fn new(vm: &'js mut Vm) -> Self {
        Context { vm, is_nested: false, brand: PhantomData }
    }

    /// Creates the context of a conversion.
    pub(crate) fn nested(vm: &'js mut Vm) -> Self {
        Context { vm, is_nested: true, brand: PhantomData }
    }

    /// Runs `work` in the engine, unless the run is over: the host may have taken any time before. The call itself
    /// costs one unit of fuel.
    #[inline]
    pub(crate) fn working<T>(&mut self, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Result<T, Error> {
        self.ticking(|vm| vm.work(1).and_then(|()| work(vm)))
    }

    /// Runs `work`, which counts its own fuel, unless the run is over.
    #[inline]
    pub(crate) fn ticking<T>(&mut self, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Result<T, Error> {
        self.check()?;
        self.vm.heap.budget.look_after_host();
        match work(self.vm) {
            Ok(value) => Ok(value),
            Err(throw) => Err(self.error_of(throw)),
        }
    }

    /// Runs `work` and keeps the resulting value alive for the turn.
    #[inline]
    pub(crate) fn run_for_value(
        &mut self,
        work: impl FnOnce(&mut Vm) -> Completion<engine::Value>,
    ) -> Result<Local<'js>, Error> {
        let value = self.working(work)?;
        Ok(self.kept(value))
    }

    /// Keeps a value alive for the turn from now on.
    #[inline]
    pub(crate) fn kept(&mut self, value: engine::Value) -> Local<'js> {
        if value.is_object() || value.is_string() || value.is_symbol() || value.is_bigint() {
            self.vm.keep(value);
        }
        Local::new(value)
    }

    /// Releases everything that `work` keeps alive when `work` is done.
    #[inline]
    pub(crate) fn keeping_nothing<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.vm.kept_mark();
        let result = work(self);
        self.vm.release_kept(mark);
        result
    }

    /// Converts a completion to an error. Notes a completion that ends the run.
    #[cold]
    pub(crate) fn error_of(&mut self, throw: Throw) -> Error {
        if let Throw::Terminated(termination) = throw {
            stopped::note_termination(self.vm, termination);
        }
        // No script is left that could catch it.
        let is_uncaught = self.vm.execution.frames.is_empty();
        if is_uncaught { Error::uncaught(self.vm, throw) } else { Error::from_throw(self.vm, throw) }
    }

    /// Fails if the run is over.
    #[inline]
    pub(crate) fn check(&mut self) -> Result<(), Error> {
        match stopped::stopped(self.vm) {
            None => Ok(()),
            Some(stopped) => {
                let termination = stopped.termination;
                Err(Error::from_throw(self.vm, Throw::Terminated(termination)))
            }
        }
    }

    /// Fails if there is no room for this many more bytes, even after collecting garbage.
    pub(crate) fn make_room(&mut self, bytes: usize) -> Result<(), Error> {
        self.working(|vm| vm.room(bytes))
    }

    /// Returns the global object of the current realm.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.run("a.js", "var answer = 42")?;
    /// let answer: i32 = engine.enter(|cx| cx.global().get(cx, "answer"))?;
    /// assert_eq!(answer, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn global(&mut self) -> Object {
        let global = engine::Value::object(self.vm.realm.global);
        Object::new_handle(self.vm, global)
    }

    /// Assigns a global variable: [`Engine::set_global`] within a turn.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("note", |cx: &mut Context<'_>, n: u8| cx.set_global("noted", n))?;
    /// assert_eq!(engine.eval::<u8>("let noted = 1; note(2); noted")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::set_global`] does.
    pub fn set_global(&mut self, name: &str, value: impl crate::IntoJs) -> Result<(), Error> {
        self.enter(|cx| {
            let key = name.to_key(cx)?;
            let value = value.into_js(cx).map_err(|error| error.within_property(cx, key))?.value;
            cx.working(|vm| environment::set_global_variable(vm, key, value))
        })
    }

    /// Returns the value of a global variable: [`Engine::get_global`] within a turn.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("limit", |cx: &mut Context<'_>| cx.get_global::<u8>("LIMIT"))?;
    /// assert_eq!(engine.eval::<u8>("const LIMIT = 3; limit()")?, 3);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::get_global`] does.
    pub fn get_global<T: FromJs>(&mut self, name: &str) -> Result<T, Error> {
        self.enter(|cx| {
            let key = name.to_key(cx)?;
            let value = cx.run_for_value(|vm| environment::global_variable(vm, key))?;
            T::from_js(cx, value).map_err(|error| error.within_property(cx, key))
        })
    }

    /// Runs a script in the global scope of the current realm, and converts the value of its last expression statement.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("calculate", |cx: &mut Context<'_>, text: String| cx.eval::<f64>(&text))?;
    /// assert_eq!(engine.eval::<f64>("calculate('6 * 7')")?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse or throws: both are exceptions. Also if the value does not convert, or for a
    /// [shared cause](Error#shared-causes).
    pub fn eval<T: FromJs>(&mut self, text: &str) -> Result<T, Error> {
        self.enter(|cx| {
            let value = cx.run_local("eval", text)?;
            T::from_js(cx, value)
        })
    }

    /// Runs a script under a name, which positions and stacks show, and returns any value: [`Engine::run`] within a
    /// turn.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Value};
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.enter(|cx| cx.run("sum.js", "1 + 1"))?, Value::Number(2.0));
    /// let error = engine.enter(|cx| cx.run("wrong.js", "1 +\n+")).unwrap_err();
    /// assert_eq!(error.location().map(|place| (place.source.as_str(), place.line)), Some(("wrong.js", 2)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Context::eval`] does, except that any value converts.
    pub fn run(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        self.enter(|cx| {
            let value = cx.run_local(name, text)?;
            Value::from_js(cx, value)
        })
    }

    /// Runs a script under a name, as [`Context::run`] does, and converts its value.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.enter(|cx| cx.eval_named::<Vec<u8>>("list.js", "[1, 2]"))?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Context::eval`] does.
    pub fn eval_named<T: FromJs>(&mut self, name: &str, text: impl ScriptText) -> Result<T, Error> {
        self.enter(|cx| {
            let value = cx.run_local(name, text)?;
            T::from_js(cx, value)
        })
    }

    /// Parses and compiles a script without running it. Unlike [`Script::compile`], this counts against the run's
    /// limits: use it for source text from scripts.
    ///
    /// [`Script::compile`]: crate::Script::compile
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("parses", |cx: &mut Context<'_>, text: String| cx.check_script("given.js", text).is_ok())?;
    /// assert!(engine.eval::<bool>("parses('1 + 1') && !parses('1 +')")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, or for a [shared cause](Error#shared-causes).
    pub fn check_script(&mut self, name: &str, text: impl ScriptText) -> Result<(), Error> {
        self.enter(|cx| cx.compiled_script(name, text).map(drop))
    }

    fn compiled_script(&mut self, name: &str, text: impl ScriptText) -> Result<Unit, Error> {
        let copy = |text: &str| {
            let copy = crate::script_text::copied(text, &mut self.vm.heap.budget);
            copy.map_err(|termination| self.error_of(Throw::Terminated(termination)))
        };
        let text = text.into_string(copy)?;
        self.working(|vm| eval::compile_text(vm, name, text, Goal::Script)).map_err(Error::of_text)
    }

    pub(crate) fn run_local(&mut self, name: &str, text: impl ScriptText) -> Result<Local<'js>, Error> {
        let unit = self.compiled_script(name, text)?;
        self.run_for_value(|vm| eval::run_script(vm, unit))
    }

    /// Returns an error with which a host function throws any value.
    ///
    /// ```
    /// use ferrotape::{Context, Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("refuse", |cx: &mut Context<'_>, reason: Object| {
    ///     reason.set(cx, "code", 42)?;
    ///     Err::<(), _>(cx.throw(reason))
    /// })?;
    /// let code: u8 = engine.eval("try { refuse(new Error('no')) } catch (error) { error.code }")?;
    /// assert_eq!(code, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn throw(&mut self, value: impl crate::IntoJs) -> Error {
        match value.into_js(self) {
            Ok(value) => self.error_of(Throw::Exception(value.value)),
            Err(error) => error,
        }
    }

    /// Returns an error with which a host function throws an error object that wraps an error of the host. If the
    /// script does not catch the object, [`Error::downcast_ref`] returns the host's error.
    ///
    /// ```
    /// use ferrotape::{Context, Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("read", |cx: &mut Context<'_>| {
    ///     let error: Object = cx.eval("new RangeError('beyond the end')")?;
    ///     Err::<(), _>(cx.throw_for(error, std::fmt::Error))
    /// })?;
    /// let error = engine.run("a.js", "read()").unwrap_err();
    /// assert_eq!((error.name(), error.downcast_ref()), (Some("RangeError"), Some(&std::fmt::Error)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn throw_for(
        &mut self,
        value: impl crate::IntoJs,
        host: impl std::error::Error + Send + Sync + 'static,
    ) -> Error {
        match value.into_js(self) {
            Ok(value) => {
                self.vm.set_host_error(value.value, std::sync::Arc::new(host), 0);
                self.error_of(Throw::Exception(value.value))
            }
            Err(error) => error,
        }
    }

    /// Charges fuel for host work in proportion to a script's data, so that limits of fuel and time apply to it.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_fuel(1_000);
    /// engine.define("expensive", |cx: &mut Context<'_>| cx.tick(1_000_000))?;
    /// assert!(engine.eval::<()>("expensive()").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a limit ends the run, or has ended it before ([`Error::is_termination`]). Return the error from the
    /// host function.
    pub fn tick(&mut self, work: u64) -> Result<(), Error> {
        self.working(|vm| vm.work(work))
    }

    /// Returns the handle with which other threads end the run: see [`Engine::interrupter`](crate::Engine::interrupter). A host
    /// function ends its own run by it: the next [`Context::tick`] gives the error to return.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("leave", |cx: &mut Context<'_>| {
    ///     cx.interrupter().interrupt();
    ///     cx.tick(1)
    /// })?;
    /// assert!(engine.run("a.js", "try { leave() } catch {} for (;;) {}").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn interrupter(&self) -> crate::Interrupter {
        self.vm.heap.budget.interrupter()
    }

    /// Announces that the host is about to allocate this many bytes for the script.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_memory_limit(4 << 20);
    /// engine.define("image", |cx: &mut Context<'_>, width: usize, height: usize| {
    ///     cx.require_room(width.saturating_mul(height))?;
    ///     Ok::<_, ferrotape::Error>(vec![0u8; width * height].len())
    /// })?;
    /// assert!(engine.eval::<usize>("image(1e5, 1e5)").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the memory limit leaves no room, even after a collection ([`Error::is_termination`]). The run is over
    /// then.
    pub fn require_room(&mut self, bytes: usize) -> Result<(), Error> {
        self.make_room(bytes)
    }

    /// Reads something within the engine's limits, for example by a [`FileGate`](crate::modules::FileGate). Bytes
    /// charged during reading are returned afterwards; [`Context::require_room`] tells whether there is room for the
    /// result.
    ///
    /// ```
    /// use ferrotape::modules::FileGate;
    /// use ferrotape::{Context, Engine, Error};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-reading-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("large.txt"), " ".repeat(8 << 20))?;
    /// let (gate, path) = (FileGate::new().folder(&folder)?, folder.join("large.txt"));
    /// let mut engine = Engine::new();
    /// engine.define("text", move |cx: &mut Context<'_>| {
    ///     cx.reading(|limits| gate.read_text(&path, limits))?.map_err(|error| Error::new(error.to_string()))
    /// })?;
    /// assert_eq!(engine.eval::<usize>("text().length")?, 8 << 20);
    /// engine.set_memory_limit(4 << 20);
    /// assert!(engine.eval::<usize>("text().length").unwrap_err().is_termination());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a limit has ended the run meanwhile ([`Error::is_termination`]). The data read is dropped. Errors of
    /// `read` itself are in its result.
    pub fn reading<T>(&mut self, read: impl FnOnce(&mut ReadLimits<'_>) -> T) -> Result<T, Error> {
        self.working(|vm| {
            let on_loan = vm.heap.on_loan();
            let mut limits = ReadLimits::of(vm);
            let done = read(&mut limits);
            let ended = limits.ended();
            vm.heap.settle_loans(on_loan);
            ended.map_or(Ok(done), |termination| Err(termination.into()))
        })
    }

    /// Returns the counts of the engine's work so far.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let instructions = engine.enter(|cx| Ok(cx.stats().fuel))?;
    /// assert!(engine.stats().fuel >= instructions);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stats(&self) -> Stats {
        Stats::of(self.vm)
    }

    /// Frees everything that nothing refers to any more, like [`Engine::collect_garbage`]. Takes fuel, since a script
    /// may have asked for it. The amount is always the same, because the work differs between copies of an engine.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage())?;
    /// assert!(engine.eval::<bool>("let weak = new WeakRef({}); gc(); weak.deref() !== undefined")?);
    /// assert!(engine.eval::<bool>("gc(); weak.deref() === undefined")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn collect_garbage(&mut self) {
        self.vm.collect_garbage();
        // The host's own wish costs no script anything.
        if !pausing::is_called_by_script(self.vm) {
            return;
        }
        // If that is too much fuel, the run is over, and every later call reports it.
        let _ = self.tick(COLLECTION);
    }
}
