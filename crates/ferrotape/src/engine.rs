//! The engine: runs scripts, under its limits.

use std::sync::Arc;
use std::time::Duration;

use ferrotape_budget::{Budget, Deadline};
use ferrotape_bytecode::Unit;
use ferrotape_compiler::Backend;
use ferrotape_runtime::Vm;
use ferrotape_runtime::buffer::waiting;
use ferrotape_runtime::jobs;
use ferrotape_runtime::module::{self, GivenModule, ModuleLoader, ModuleSource};
use ferrotape_runtime::pace;
use ferrotape_runtime::scripts::eval;
use ferrotape_syntax::{Goal, ParseOptions};

use crate::builder::Builder;
use crate::future::{OnUnhandled, Sleep};
use crate::host_state::HostState;
use crate::script::{Compiled, Script};
use crate::script_text::{ScriptText, copied};
use crate::trace;
use crate::unhandled::{self, Unhandled};
use crate::{AsContext, Context, Error, FromJs, Interrupter, IntoFunction, IntoJs, Object, Value};

/// An ECMAScript engine with its own global object, heap and limits.
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.set_global("name", "Ann")?;
/// engine.run("greet.js", "var greet = greeting => `${greeting}, ${name}!`")?;
/// assert_eq!(engine.eval::<String>("greet('Hello')")?, "Hello, Ann!");
///
/// // It moves to another thread with all that it has.
/// std::thread::spawn(move || assert_eq!(engine.eval::<String>("name").unwrap(), "Ann")).join().unwrap();
/// # Ok::<(), ferrotape::Error>(())
/// ```
///
/// # Which call runs what
///
/// | call | runs | waits for |
/// |---|---|---|
/// | [`Engine::run`], [`Engine::eval`] | the script | nothing |
/// | [`Engine::run_jobs`] | jobs of promises | nothing |
/// | [`Engine::run_with_jobs`], [`Engine::run_module`] | the script, jobs, timers | timers, where the thread may sleep |
/// | `Web::run_due` | jobs, timers that are due | nothing |
/// | `Web::run_until_idle` | jobs, timers | timers, where the thread may sleep |
/// | [`Engine::eval_async`] | the script, jobs, futures, timers | futures and timers, until the result is there |
/// | [`Engine::run_program_async`] | a program with all that comes of it | futures and timers, until it is over |
/// | [`Engine::idle`] | jobs, futures, timers | futures and timers, until nothing is left |
///
/// Only the last three, and [`Run::advance`](crate::Run::advance), poll futures of the host. They are futures themselves, or
/// block the thread by [`Driven::block`](crate::future::Driven::block).
pub struct Engine {
    pub(crate) vm: Vm,
    pub(crate) timeout: Option<Duration>,
    pub(crate) native_stack: usize,
    /// True from the beginning of a run to its end. Stays true after a panic.
    pub(crate) is_running: bool,
    /// Callback for unhandled rejections, in runs that futures drive.
    pub(crate) on_unhandled: Option<Arc<OnUnhandled>>,
    /// Puts the futures that drive the engine to sleep.
    pub(crate) sleep: Option<Arc<Sleep>>,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

/// Room below which garbage is collected before a script is parsed: nothing can be collected during parsing.
const LEAST_ROOM: usize = 64 << 10;

/// Counts of an engine's work so far.
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// let before = engine.stats();
/// engine.run("a.js", "let all = []; for (let i = 0; i < 1000; i++) all.push([i])")?;
/// let after = engine.stats();
/// assert!(after.fuel - before.fuel > 3000);
/// assert!(after.bytes > before.bytes && after.bytes <= after.peak_bytes && after.live_bytes <= after.bytes);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Units of fuel spent, about one per instruction.
    pub fuel: u64,
    /// Environment records created.
    pub records: u64,
    /// Garbage collections.
    pub collections: u64,
    /// Bytes accounted for now.
    pub bytes: usize,
    /// The peak of [`Stats::bytes`].
    pub peak_bytes: usize,
    /// Bytes in use, of those accounted for. The rest is kept free for later allocations.
    pub live_bytes: usize,
    /// Property and global accesses that missed the inline caches.
    pub cache_misses: u64,
    /// Property and global accesses that hit the inline caches; counted only by tests of the engine.
    pub cache_hits: u64,
    /// The longest single pause for garbage collection; measured only with [`Builder::measure_pauses`].
    pub longest_pause: Duration,
}

impl Engine {
    /// Creates an engine without limits, for trusted scripts. See [`Engine::builder`] and [`Engine::untrusted`] for
    /// limits.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.eval::<String>("[1, 2, 3].map(n => n * n).join()")?, "1,4,9");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn new() -> Engine {
        // Building fails only over a time zone.
        Builder::default().build().unwrap_or_else(|error| unreachable!("an engine without limits: {error}"))
    }

    /// Creates an engine for untrusted scripts: one second for each run, 64 MB of memory, and no sleeping. So its
    /// runs do not wait for timers of a real clock: see `Web` (feature `web`).
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::untrusted();
    /// assert!(engine.run("a.js", "let all = []; for (;;) all.push('a'.repeat(1 << 16))").unwrap_err().is_termination());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics where time cannot be measured: on `wasm32-unknown-unknown` before
    /// [`set_host_clock`](crate::limits::set_host_clock) was called.
    pub fn untrusted() -> Engine {
        let builder = Engine::builder().timeout(Duration::from_secs(1)).memory_limit(64 << 20).can_block(false);
        builder.build().unwrap_or_else(|error| unreachable!("64 MB are enough for an engine: {error}"))
    }

    /// Returns a builder with the settings for a new engine.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().memory_limit(4 << 20).build()?;
    /// assert!(engine.run("a.js", "let text = 'a'; for (;;) text += text").is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Runs a script, and converts the value of its last expression statement.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let squares: Vec<u32> = engine.eval("[1, 2, 3].map(n => n * n)")?;
    /// assert_eq!(squares, [1, 4, 9]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, the script throws, or its value does not convert. Also for a
    /// [shared cause](Error#shared-causes). What the script did before stays.
    pub fn eval<T: FromJs>(&mut self, text: &str) -> Result<T, Error> {
        self.limited(|engine| {
            let unit = engine.compile_source("eval", text, Goal::Script)?;
            Context::new(&mut engine.vm).enter(|cx| {
                let value = cx.run_for_value(|vm| eval::run_script(vm, unit))?;
                T::from_js(cx, value)
            })
        })
    }

    /// Defines a global function from a closure: see [`IntoFunction`]. A dotted name puts it into
    /// an object, which is created if it is missing.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.define("add", |a: f64, b: f64| a + b)?;
    /// assert_eq!(engine.eval::<f64>("add(40, 2)")?, 42.0);
    /// engine.define("files.text.length", |path: String| path.len())?;
    /// engine.define("files.exists", |path: String| async move { path == "a.txt" })?;
    /// assert_eq!(engine.eval::<u8>("files.text.length('a.txt')")?, 5);
    /// assert!(engine.eval_async::<bool>("files.exists('a.txt')").block()?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a part of the path is empty or something else than an object
    /// ([`ErrorKind::Usage`](crate::ErrorKind::Usage)), and as [`Engine::set_global`] does.
    pub fn define<M>(&mut self, path: &str, function: impl IntoFunction<M>) -> Result<(), Error> {
        self.enter(|cx| cx.define(path, function))
    }

    /// Runs a script in the global scope and returns the value of its last expression statement. `name` appears in
    /// positions and stacks.
    ///
    /// A source text given as a `String` is kept, not copied. The memory limit counts it either way.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let value = engine.run("rules.js", "let price = 3; price * 2")?;
    /// assert_eq!(value.as_number(), Some(6.0));
    /// let error = engine.run("rules.js", "price.toFixed(-1)").unwrap_err();
    /// assert_eq!(error.location().map(|place| (place.source.as_str(), place.line)), Some(("rules.js", 1)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, or the script throws. Also for a [shared cause](Error#shared-causes). What the
    /// script did before stays.
    pub fn run(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        self.limited(|engine| {
            let unit = engine.compile_source(name, text, Goal::Script)?;
            match eval::run_script(&mut engine.vm, unit) {
                Ok(value) => Value::from_engine(&mut engine.vm, value),
                Err(throw) => Err(Error::uncaught(&mut engine.vm, throw)),
            }
        })
    }

    /// Runs a script like [`Engine::run`], and then its jobs in the same run: see [`Engine::run_jobs`].
    ///
    /// Waits for the timeouts of `Atomics.waitAsync`, and for timers (feature `web`), if the thread may sleep
    /// ([`Builder::can_block`]). If it may not, as in [`Engine::untrusted`], this returns while they are pending. The host then
    /// calls again when the next one is due.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.run_with_jobs("a.js", "var log = []; (async () => { await 0; log.push('later') })(); log.push('now')")?;
    /// assert_eq!(engine.eval::<Vec<String>>("log")?, ["now", "later"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::run`] does. If the script itself fails, the jobs stay for later. If a limit ends a job, the
    /// others are dropped.
    pub fn run_with_jobs(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        self.limited(|engine| {
            let unit = engine.compile_source(name, text, Goal::Script)?;
            let result = eval::run_script(&mut engine.vm, unit).and_then(|value| {
                let vm = &mut engine.vm.scope();
                vm.keep(value);
                waiting::run_jobs_and_timeouts(vm).map(|()| value)
            });
            match result {
                Ok(value) => Value::from_engine(&mut engine.vm, value),
                Err(throw) => Err(Error::uncaught(&mut engine.vm, throw)),
            }
        })
    }

    /// Enters the engine for `work`, then runs the remaining jobs and timers, as [`Engine::run_with_jobs`] does. All
    /// of this is one run.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let main: Function = engine.eval("var log = []; async () => { log.push(1); await 0; log.push(2) }")?;
    /// engine.enter_with_jobs(|cx| main.call::<()>(cx, ()))?;
    /// assert_eq!(engine.eval::<Vec<u8>>("log")?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the error of `work`; the jobs then stay for later. Also for a [shared cause](Error#shared-causes). If
    /// a limit ends a job, the others are dropped.
    ///
    /// # Panics
    ///
    /// A panic of `work` propagates, as from [`AsContext::enter`].
    pub fn enter_with_jobs<R>(
        &mut self,
        work: impl for<'a> FnOnce(&mut Context<'a>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.limited(|engine| {
            let result = Context::new(&mut engine.vm).enter(work)?;
            let jobs = waiting::run_jobs_and_timeouts(&mut engine.vm);
            jobs.map_err(|throw| Error::uncaught(&mut engine.vm, throw))?;
            Ok(result)
        })
    }

    /// Sets the loader of imported modules. Without one, imports fail.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut engine = Engine::new();
    /// let modules = [("half.mjs", "export default n => n / 2")];
    /// engine.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
    /// engine.run_module("main.mjs", "import half from './half.mjs'; globalThis.n = half(42)")?;
    /// assert_eq!(engine.eval::<u8>("n")?, 21);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_module_loader(&mut self, loader: impl ModuleLoader + 'static) {
        module::set_module_loader(&mut self.vm, Some(Box::new(loader)));
        module::set_importer(&mut self.vm, None);
        HostState::of(&mut self.vm).fetching.end();
    }

    /// Runs a module with all its imports and the remaining jobs, and returns the module's namespace object. `name`
    /// appears in stacks, and the module's own imports are relative to it.
    ///
    /// A module runs once: if a module with this name and text has run, this returns its namespace. To run another
    /// text under that name, see [`Engine::replace_module`].
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let namespace = engine.run_module("main.mjs", "export const answer = await 42")?;
    /// assert_eq!(namespace.as_object().expect("a namespace").get::<u8>(&mut engine, "answer")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a module is missing, does not parse, does not fit the others or throws; its timers then stay for later. Also
    /// if the module waits for something that never comes, and if one of that name has another text and has not failed.
    /// Also for a [shared cause](Error#shared-causes).
    ///
    /// An unhandled rejection, or an exception of a timer, while the module waits is the error too. It stays for
    /// [`Engine::take_unhandled`]. Once it is taken, another call with the same text continues the module.
    pub fn run_module(&mut self, name: &str, text: impl ScriptText) -> Result<Value, Error> {
        if self.vm.options.can_block && Context::new(&mut self.vm).fetches_modules() {
            return self.run_fetched_module(name, text).map(Value::from);
        }
        self.limited(|engine| {
            let source = engine.read_module(name, text)?;
            let namespace = match module::run_module(&mut engine.vm, name, source) {
                Ok(Some(namespace)) => ferrotape_runtime::Value::object(namespace),
                Ok(None) => return Err(Error::of_wait(&mut engine.vm, format_args!("the module '{name}' waits"))),
                Err(throw) => return Err(Error::uncaught(&mut engine.vm, throw)),
            };
            Value::from_engine(&mut engine.vm, namespace)
        })
    }

    /// Loads a module with all its imports, and links them, without running anything. [`Engine::run_module`]
    /// continues from there.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let error = engine.link_module("main.mjs", "import './missing.mjs'").unwrap_err();
    /// assert_eq!(error.name(), Some("TypeError"));
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a module is missing, does not parse, or does not fit the others. Also for a
    /// [shared cause](Error#shared-causes). Modules stay unlinked, and the next call starts again.
    pub fn link_module(&mut self, name: &str, text: impl ScriptText) -> Result<(), Error> {
        self.limited(|engine| {
            let source = engine.read_module(name, text)?;
            let linked = module::load_module(&mut engine.vm, name, source)
                .and_then(|module| module::link_module(&mut engine.vm, module));
            linked.map_err(|throw| Error::uncaught(&mut engine.vm, throw))
        })
    }

    /// Runs the queued promise jobs until none are left, under the limits of a run.
    ///
    /// Does not wait. A promise of `Atomics.waitAsync` is settled by a later call, after another agent has notified it
    /// or its timeout has passed.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.run("a.js", "var n = 0; Promise.resolve(7).then(value => n = value)")?;
    /// assert!(engine.has_jobs());
    /// engine.run_jobs()?;
    /// assert_eq!(engine.eval::<u8>("n")?, 7);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a limit. The jobs that are left are then dropped.
    pub fn run_jobs(&mut self) -> Result<(), Error> {
        self.limited(|engine| jobs::run_jobs(&mut engine.vm).map_err(|throw| Error::uncaught(&mut engine.vm, throw)))
    }

    /// Returns whether a promise of `Atomics.waitAsync` is pending, so that [`Engine::run_jobs`] may find jobs later.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.run("a.js", "const cell = new Int32Array(new SharedArrayBuffer(4)); Atomics.waitAsync(cell, 0, 0); 0")?;
    /// assert!(engine.has_async_waiters());
    /// engine.run("b.js", "Atomics.notify(cell, 0)")?;
    /// engine.run_jobs()?;
    /// assert!(!engine.has_async_waiters());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn has_async_waiters(&self) -> bool {
        waiting::has_async_waiters(&self.vm)
    }

    /// Returns whether promise jobs are queued.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(!engine.has_jobs());
    /// engine.run("a.js", "Promise.resolve().then(() => {})")?;
    /// assert!(engine.has_jobs());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn has_jobs(&self) -> bool {
        jobs::has_jobs(&self.vm)
    }

    /// Takes the unhandled rejections and the exceptions of jobs so far, at most sixteen, oldest first. Each is the
    /// error of a script that ends with the rejection's reason. Call this after [`Engine::run_jobs`]; each rejection is
    /// returned once.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.run_with_jobs("a.js", "Promise.reject(new TypeError('lost')); 0")?;
    /// let lost = engine.take_unhandled_rejections();
    /// assert_eq!(lost[0].message(), "TypeError: lost");
    /// assert!(engine.take_unhandled_rejections().is_empty());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn take_unhandled_rejections(&mut self) -> Vec<Error> {
        self.take_unhandled().into_iter().map(|unhandled| unhandled.error).collect()
    }

    /// Takes the unhandled errors, each with its promise. Errors of jobs and timers have no promise.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.run_with_jobs("a.js", "Promise.reject(1)")?;
    /// assert!(engine.take_unhandled().iter().all(|unhandled| unhandled.promise.is_some()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn take_unhandled(&mut self) -> Vec<Unhandled> {
        unhandled::take(&mut self.vm)
    }

    /// Runs `work` as one run: the limits begin and end with it.
    pub(crate) fn limited<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if std::mem::replace(&mut self.is_running, true) {
            return Err(Error::broken_engine());
        }
        let deadline = self.timeout.and_then(Deadline::after);
        let held_stack = self.vm.begin_run(self.native_stack, deadline);
        let (mark, on_loan) = (self.vm.kept_mark(), self.vm.heap.on_loan());
        // What a program that waits has set is not the host's.
        self.vm.agent.begin_context();
        self.vm.agent.async_context = ferrotape_runtime::value::Value::UNDEFINED;
        let result = work(self);
        self.vm.agent.end_context(true);
        self.vm.release_kept(mark);
        self.vm.heap.settle_loans(on_loan);
        self.vm.end_run();
        drop(held_stack);
        self.is_running = false;
        if let Err(error) = &result
            && error.is_termination()
        {
            trace::terminated(error);
        }
        result
    }

    /// Parses and compiles a script without running it.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(engine.check("good.js", "never.called()").is_ok());
    /// assert_eq!(engine.check("bad.js", "let let").unwrap_err().name(), Some("SyntaxError"));
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, or compiling it exceeds a limit.
    pub fn check(&mut self, name: &str, text: impl ScriptText) -> Result<(), Error> {
        self.compile(name, text, Goal::Script).map(|_| ())
    }

    /// Compiles a script under this engine's limits, for its machine. [`Script::run`] runs it.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let script = engine.compile_script("sum.js", "20 + 22")?;
    /// assert_eq!(script.run::<u8>(&mut engine)?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, or compiling it exceeds a limit.
    pub fn compile_script(&mut self, name: &str, text: impl ScriptText) -> Result<Script, Error> {
        self.compile(name, text, Goal::Script).map(|unit| Script(Compiled::new(unit, false)))
    }

    /// Parses and compiles a module without running it. Does not look at its imports.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(engine.check_module("a.mjs", "export default await 1").is_ok());
    /// assert!(engine.check_module("b.mjs", "with (Math) {}").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::check`] does.
    pub fn check_module(&mut self, name: &str, text: impl ScriptText) -> Result<(), Error> {
        self.compile(name, text, Goal::Module).map(|_| ())
    }

    /// Returns the machine that scripts are compiled for.
    ///
    /// ```
    /// use ferrotape::{Backend, Engine};
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.backend(), Backend::default());
    /// engine.set_backend(Backend::Stack);
    /// assert_eq!(engine.backend(), Backend::Stack);
    /// ```
    pub fn backend(&self) -> Backend {
        self.vm.backend()
    }

    /// Sets the machine for code compiled from now on: see [`Builder::backend`]. Compiled code stays as it is.
    ///
    /// ```
    /// use ferrotape::{Backend, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.run("a.js", "function twice(n) { return n + n }")?;
    /// engine.set_backend(Backend::Stack);
    /// // Code of both goes together.
    /// assert_eq!(engine.eval::<u8>("twice(21)")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_backend(&mut self, backend: Backend) {
        self.vm.options.backend = backend;
    }

    fn read_module(&mut self, name: &str, text: impl ScriptText) -> Result<ModuleSource, Error> {
        let vm = &mut self.vm;
        let text = text.into_string(|text| {
            copied(text, &mut vm.heap.budget).map_err(|it| Error::terminated(&vm.heap.budget, it))
        })?;
        Context::new(vm).require_module(name, GivenModule::Text(&text))?;
        module::read_module(vm, name, text).map_err(|throw| Error::from_throw(vm, throw).of_text())
    }

    pub(crate) fn compile(&mut self, name: &str, text: impl ScriptText, goal: Goal) -> Result<Unit, Error> {
        self.limited(|engine| engine.compile_source(name, text, goal))
    }

    /// Compiles source text, and charges the text until the unit owns it.
    pub(crate) fn compile_source(&mut self, name: &str, text: impl ScriptText, goal: Goal) -> Result<Unit, Error> {
        let options = ParseOptions::new(goal, self.vm.native_stack());
        self.compile_with(name, text, options)
    }

    /// Carries out [`Engine::compile_source`] with more options, but for the language.
    pub(crate) fn compile_with(
        &mut self,
        name: &str,
        text: impl ScriptText,
        options: ParseOptions,
    ) -> Result<Unit, Error> {
        let options = options.in_language(self.vm.options.languages.of(name));
        // If there is still no room after a collection, the compiler reports it.
        let _ = self.vm.room_for_host(text.bytes().saturating_add(LEAST_ROOM));
        let (backend, bytes) = (self.vm.backend(), text.bytes());
        let given = |budget: &mut Budget| {
            let text = text.into_string(|text| copied(text, budget))?;
            trace::compiled(name, bytes);
            Ok(text)
        };
        ferrotape_compiler::compile_text(name, bytes, given, &options, backend, &mut self.vm.heap.budget)
            .map_err(|refused| Error::from_source(&refused.0, &refused.1, &self.vm.heap.budget))
    }

    /// Assigns a global variable, as a script does. A variable declared by `let` gets the value. Without a declaration,
    /// the value becomes a property of the [global object](Engine::global).
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.set_global("names", ["Ann", "Bob"])?;
    /// assert_eq!(engine.eval::<String>("let level = 1; names[1]")?, "Bob");
    /// engine.set_global("level", 2)?;
    /// assert_eq!(engine.eval::<u8>("level")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, for a `const` or a property that refuses (`TypeError`), and for a variable
    /// that has no value yet (`ReferenceError`). Also for a [shared cause](Error#shared-causes).
    pub fn set_global(&mut self, name: &str, value: impl IntoJs) -> Result<(), Error> {
        self.enter(|cx| cx.set_global(name, value))
    }

    /// Returns the value of a global variable, as a script sees it, or `undefined` if there is none. Declarations by
    /// `let`, `const` and `class` are included, although they are not properties of the [global
    /// object](Engine::global).
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// engine.eval::<()>("const limit = 3; var level = 1")?;
    /// assert_eq!(engine.get_global::<u8>("limit")? + engine.get_global::<u8>("level")?, 4);
    /// assert_eq!(engine.get_global::<Option<u8>>("other")?, None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert: [`Error::path`] has the name. Also for a variable that has no value yet
    /// (`ReferenceError`), or for a [shared cause](Error#shared-causes).
    pub fn get_global<T: FromJs>(&mut self, name: &str) -> Result<T, Error> {
        self.enter(|cx| cx.get_global(name))
    }

    /// Returns the global object of the current realm.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let global = engine.global();
    /// global.set(&mut engine, "answer", 42)?;
    /// assert_eq!(engine.eval::<u8>("answer")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn global(&mut self) -> Object {
        let global = ferrotape_runtime::Value::object(self.vm.realm.global);
        Object::new_handle(&mut self.vm, global)
    }

    /// Allows this many further units of work from now on; `None` removes the limit.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_fuel(10_000);
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// engine.set_fuel(None);
    /// assert_eq!(engine.eval::<u8>("1 + 1")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_fuel(&mut self, fuel: impl Into<Option<u64>>) {
        self.vm.heap.budget.set_fuel(fuel.into());
    }

    /// Sets the time limit for each later run; see [`Builder::timeout`].
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_timeout(Duration::from_millis(5));
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// engine.set_timeout(None);
    /// assert_eq!(engine.eval::<u8>("1 + 1")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_timeout(&mut self, timeout: impl Into<Option<Duration>>) {
        self.timeout = timeout.into();
    }

    /// Sets the memory limit from now on, in bytes; see [`Builder::memory_limit`].
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_memory_limit(4 << 20);
    /// assert!(engine.run("a.js", "let all = []; for (;;) all.push({})").unwrap_err().is_termination());
    /// engine.set_memory_limit(None);
    /// assert_eq!(engine.eval::<u8>("1 + 1")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_memory_limit(&mut self, bytes: impl Into<Option<usize>>) {
        self.vm.heap.set_memory_limit(bytes.into());
    }

    /// Returns an interrupter, which stops the next run from any thread. Take it right before the call that it is meant
    /// for.
    ///
    /// A run is one call that runs, compiles or changes something in the engine, like [`Engine::run`],
    /// [`Engine::check`] or [`Engine::set_global`], or one poll of a [`Driven`](crate::future::Driven). The interrupter
    /// stops that run and no other. Too late, it does nothing. Before the run has begun, it ends the run at its
    /// beginning.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let interrupter = engine.interrupter();
    /// std::thread::spawn(move || interrupter.interrupt());
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// ```
    pub fn interrupter(&self) -> Interrupter {
        self.vm.heap.budget.interrupter()
    }

    /// Frees everything that neither a global variable nor a handle refers to. The engine collects automatically;
    /// call this when there is nothing else to do.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.eval::<()>("let all = Array(1e5).fill().map(() => ({}))")?;
    /// let before = engine.stats().live_bytes;
    /// engine.eval::<()>("all = null")?;
    /// engine.collect_garbage();
    /// assert!(engine.stats().live_bytes < before);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn collect_garbage(&mut self) {
        self.vm.collect_garbage();
    }

    /// Returns the counts of the engine's work so far.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.eval::<()>("for (let i = 0; i < 1000; i++);")?;
    /// assert!(engine.stats().fuel > 1000);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stats(&self) -> Stats {
        Stats::of(&self.vm)
    }
}

impl Stats {
    /// Reads the counters of the budget and of the heap, and resets none.
    pub(crate) fn of(vm: &Vm) -> Stats {
        let budget = &vm.heap.budget;
        let heap = vm.heap.statistics();
        Stats {
            fuel: budget.fuel_spent(),
            records: heap.records_made,
            collections: heap.collections,
            bytes: budget.bytes(),
            peak_bytes: budget.peak_bytes(),
            live_bytes: pace::live_bytes(&vm.heap),
            cache_misses: vm.cache_misses(),
            cache_hits: vm.cache_hits(),
            longest_pause: heap.longest_pause,
        }
    }
}
