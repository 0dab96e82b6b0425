//! Scripts and modules that are compiled once, without an engine, and run in any number of engines.

pub use ferrotape_compiler::Backend;
pub use ferrotape_runtime::{Step, StepDetail, StepState, TailCalls};

pub use crate::execution::{Execution, OwnedExecution};
pub use crate::prompt::Entry;
pub use crate::saved::{Saved, SavedProblem};
pub use crate::script_text::ScriptText;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use ferrotape_budget::{Budget, Deadline, NativeStack};
use ferrotape_bytecode::Unit;
use ferrotape_runtime as engine;
use ferrotape_runtime::heap::RealmId;
use ferrotape_runtime::module::{self, GivenModule};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::{LoadedScript, Vm};
pub use ferrotape_syntax::SourceKind;
use ferrotape_syntax::{DynamicFunction, DynamicKind, Goal, Languages, ParseOptions, SourceError};
use ferrotape_text::SourceText;
use rustc_hash::FxHashMap;

use crate::context::AsContext;
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{AtOnce, Carry, Context, Driven, Engine, Error, Forking, FromJs, Object, Program, Promise};

/// A compiled script, for any engine on any thread. Cloning it costs nothing, and all engines share the code.
///
/// ```
/// use ferrotape::{Engine, Script};
///
/// let script = Script::compile("price.js", "item.price * item.count")?;
/// std::thread::scope(|threads| {
///     for count in 1..4 {
///         let script = &script;
///         threads.spawn(move || {
///             let mut engine = Engine::new();
///             engine.run("a.js", &format!("var item = {{ price: 2, count: {count} }}"))?;
///             // It is loaded once, and run as often as one likes.
///             for _ in 0..100 {
///                 assert_eq!(script.run::<u32>(&mut engine)?, 2 * count);
///             }
///             Ok::<(), ferrotape::Error>(())
///         });
///     }
/// });
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Script(pub(crate) Arc<Compiled>);

/// A compiled module, for any engine on any thread.
///
/// ```
/// use ferrotape::{Engine, Module};
///
/// let module = Module::compile("/shapes.mjs", "export const area = (w, h) => w * h")?;
/// let mut engine = Engine::new();
/// let namespace = module.evaluate(&mut engine)?;
/// assert_eq!(namespace.call_method::<f64>(&mut engine, "area", (6, 7))?, 42.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Module(pub(crate) Arc<Compiled>);

/// A compiled source text, which scripts and modules share.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// A unique number, never used again, even when the script is gone.
    number: u64,
    pub unit: Arc<Unit>,
    /// True if the saved form omits the source text.
    pub saves_no_text: bool,
}

impl Compiled {
    pub fn new(unit: Unit, saves_no_text: bool) -> Arc<Compiled> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        Arc::new(Compiled { number, unit: Arc::new(unit), saves_no_text })
    }
}

/// Settings for compiling without an engine: the machine, and limits for untrusted source text.
///
/// ```
/// use ferrotape::script::Compiler;
///
/// let compiler = Compiler::new().fuel(10_000).memory(1 << 20);
/// assert!(compiler.script("ok.js", "1 + 1").is_ok());
/// assert!(compiler.script("long.js", &"a + ".repeat(100_000)).unwrap_err().is_termination());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Compiler {
    backend: Backend,
    fuel: Option<u64>,
    memory: Option<usize>,
    time: Option<Duration>,
    native_stack: Option<usize>,
    saves_no_text: bool,
    languages: Languages,
}

impl Compiler {
    /// Creates a compiler for the register machine, with no limit except on nesting.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::Engine;
    ///
    /// let script = Compiler::new().script("a.js", "6 * 7")?;
    /// assert_eq!(script.run::<u8>(&mut Engine::new())?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn new() -> Compiler {
        Compiler::default()
    }

    /// Sets the machine for which the code is compiled.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::{Backend, Engine};
    ///
    /// // Any engine runs code of either machine.
    /// let script = Compiler::new().backend(Backend::Stack).script("a.js", "6 * 7")?;
    /// assert_eq!(script.run::<u8>(&mut Engine::new())?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn backend(mut self, backend: Backend) -> Compiler {
        self.backend = backend;
        self
    }

    /// Sets which source texts are TypeScript: by default those whose names end in `.ts`, `.mts` or `.cts`.
    ///
    /// ```
    /// use ferrotape::script::{Compiler, SourceKind};
    /// use ferrotape::Engine;
    ///
    /// let script = Compiler::new().source_kind(SourceKind::TypeScript).script("rule", "(6 as number) * 7")?;
    /// assert_eq!(script.run::<u8>(&mut Engine::new())?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn source_kind(mut self, kind: SourceKind) -> Compiler {
        self.languages.kind = kind;
        self
    }

    /// Sets whether TypeScript imports that are used only as types stay:
    /// see [`Builder::verbatim_imports`](crate::Builder::verbatim_imports).
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    ///
    /// use ferrotape::Engine;
    ///
    /// let text = "import { Shape } from './shapes.js'; let a: Shape";
    /// assert!(Compiler::new().module("/a.ts", text)?.evaluate(&mut Engine::new()).is_ok());
    /// assert!(Compiler::new().verbatim_imports(true).module("/a.ts", text)?.evaluate(&mut Engine::new()).is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn verbatim_imports(mut self, stay: bool) -> Compiler {
        self.languages.keeps_imports = stay;
        self
    }

    /// Limits the units of work for each source text.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::{ErrorKind, Termination};
    ///
    /// let error = Compiler::new().fuel(10_000).script("a.js", &"a + ".repeat(100_000)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
    /// ```
    pub fn fuel(mut self, fuel: u64) -> Compiler {
        self.fuel = Some(fuel);
        self
    }

    /// Limits the memory for compiling a source text, in bytes.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::{ErrorKind, Termination};
    ///
    /// let error = Compiler::new().memory(1 << 16).script("a.js", &"a + ".repeat(100_000)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
    /// ```
    pub fn memory(mut self, bytes: usize) -> Compiler {
        self.memory = Some(bytes);
        self
    }

    /// Limits the wall-clock time for each source text.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::script::Compiler;
    /// use ferrotape::{ErrorKind, Termination};
    ///
    /// let error = Compiler::new().time(Duration::ZERO).script("a.js", &"a + ".repeat(100_000)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Termination(Termination::DeadlineReached));
    /// ```
    pub fn time(mut self, time: Duration) -> Compiler {
        self.time = Some(time);
        self
    }

    /// Limits the bytes of native stack for nested syntax: see [`Builder::native_stack`](crate::Builder::native_stack),
    /// which has the same default.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    ///
    /// let nested = format!("{}1{}", "[".repeat(30), "]".repeat(30));
    /// assert!(Compiler::new().script("a.js", &nested).is_ok());
    /// assert!(Compiler::new().native_stack(16 << 10).script("a.js", &nested).is_err());
    /// ```
    pub fn native_stack(mut self, bytes: usize) -> Compiler {
        self.native_stack = Some(bytes);
        self
    }

    /// Omits the source text when code is [saved](Script::to_bytes). The bytes are smaller, but `toString` of functions
    /// and the excerpts in reports have nothing to show. Lines and columns stay.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::{Engine, Script};
    ///
    /// let script = Compiler::new().without_text().script("secret.js", "function secret() { return 42 } secret")?;
    /// let bytes = script.to_bytes()?;
    /// assert!(!bytes.windows(6).any(|part| part == b"return"));
    /// let secret: ferrotape::Function = Script::from_bytes(&bytes)?.run(&mut Engine::new())?;
    /// # let _ = secret;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn without_text(mut self) -> Compiler {
        self.saves_no_text = true;
        self
    }

    /// Compiles a script. Positions and stacks show `name`.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    ///
    /// assert_eq!(Compiler::new().script("rule.js", "item.price > 10")?.name(), "rule.js");
    /// assert_eq!(Compiler::new().script("rule.js", "item.price >").unwrap_err().name(), Some("SyntaxError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse or is nested too deep, or if compiling it exceeds the compiler's limits.
    pub fn script(&self, name: &str, text: &str) -> Result<Script, Error> {
        self.compile(name, text, Goal::Script).map(|unit| Script(Compiled::new(unit, self.saves_no_text)))
    }

    /// Compiles a module. Its imports are relative to `name`.
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::Engine;
    ///
    /// let module = Compiler::new().fuel(10_000).module("/half.mjs", "export const half = n => n / 2")?;
    /// let mut engine = Engine::new();
    /// assert_eq!(module.evaluate(&mut engine)?.call_method::<f64>(&mut engine, "half", (84,))?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Compiler::script`] does.
    pub fn module(&self, name: &str, text: &str) -> Result<Module, Error> {
        self.compile(name, text, Goal::Module).map(|unit| Module(Compiled::new(unit, self.saves_no_text)))
    }

    /// Compiles the body of an async function as a program: see [`Program::body`].
    ///
    /// ```
    /// use ferrotape::script::Compiler;
    /// use ferrotape::{Engine, Limits, Progress};
    ///
    /// let program = Compiler::new().fuel(10_000).body("half.js", "return 84 / await 2")?;
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.start(&program)?.advance(&Limits::new())?, Progress::Done(42.0.into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Compiler::script`] does.
    pub fn body(&self, name: &str, text: &str) -> Result<Program, Error> {
        let mut budget = self.budget();
        crate::trace::compiled(name, text.len());
        let unread =
            |error: &SourceError, budget: &Budget| Error::from_source(error, &SourceText::new(name, ""), budget);
        let function = DynamicFunction::of_body(DynamicKind::Async, name, &[], text, &mut budget);
        let function = function.map_err(|error| unread(&error, &budget))?.in_language(self.languages.of(name));
        let unit =
            ferrotape_compiler::compile_dynamic_function(&function, self.stack_from_here(), self.backend, &mut budget);
        let unit = unit.map_err(|error| Error::from_source(&error.of_body(), function.source(), &budget))?;
        Ok(Program::of_body(Compiled::new(unit, self.saves_no_text)))
    }

    fn stack_from_here(&self) -> NativeStack {
        NativeStack::from_here(self.native_stack.unwrap_or(NativeStack::DEFAULT_BYTES))
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::default();
        budget.set_fuel(self.fuel);
        budget.set_memory_limit(self.memory);
        budget.begin_run(self.time.and_then(Deadline::after));
        budget
    }

    /// Compiles a text by the compiler's own budget, which is charged for the text before it is copied.
    fn compile(&self, name: &str, text: &str, goal: Goal) -> Result<Unit, Error> {
        let mut budget = self.budget();
        let options = ParseOptions::new(goal, self.stack_from_here()).in_language(self.languages.of(name));
        crate::trace::compiled(name, text.len());
        if let Err(unread) = budget.take(text.len()) {
            return Err(Error::from_source(&unread.into(), &SourceText::new(name, ""), &budget));
        }
        let source = Arc::new(SourceText::new(name, text));
        ferrotape_compiler::compile_source(Arc::clone(&source), &options, self.backend, &mut budget)
            .map_err(|error| Error::from_source(&error, &source, &budget))
    }
}

impl Script {
    /// Compiles a script without limits: see [`Compiler`]. Positions and stacks show `name`.
    ///
    /// ```
    /// use ferrotape::{Engine, ErrorKind, Script};
    ///
    /// let script = Script::compile("answer.js", "6 * 7")?;
    /// assert_eq!(script.run::<u8>(&mut Engine::new())?, 42);
    /// let error = Script::compile("rules.js", "let a;\nlet a").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Syntax);
    /// assert_eq!(error.location().map(|place| (place.source.as_str(), place.line)), Some(("rules.js", 2)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, or is nested too deep.
    pub fn compile(name: &str, text: &str) -> Result<Script, Error> {
        Compiler::new().script(name, text)
    }

    /// Returns the name that the script was compiled with.
    ///
    /// ```
    /// use ferrotape::Script;
    ///
    /// assert_eq!(Script::compile("rule.js", "1")?.name(), "rule.js");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        self.0.unit.source.name()
    }

    /// Returns whether the script, or one of its functions, may use a global variable of this name. For code of the
    /// stack machine, this is true more often than necessary.
    ///
    /// ```
    /// use ferrotape::Script;
    ///
    /// let script = Script::compile("rule.js", "let fetch = () => {}; console.log(fetch())")?;
    /// assert!(script.may_use("console") && !script.may_use("process") && !script.may_use("log"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn may_use(&self, name: &str) -> bool {
        self.0.unit.may_use(name)
    }

    /// Runs the script in the global scope of the current realm, and returns the value of its last expression
    /// statement. An engine loads the script on its first run there.
    ///
    /// ```
    /// use ferrotape::{Engine, Script};
    ///
    /// let mut engine = Engine::new();
    /// let script = Script::compile("count.js", "globalThis.n = (globalThis.n ?? 0) + 1")?;
    /// for expected in 1..=3 {
    ///     assert_eq!(script.run::<u8>(&mut engine)?, expected);
    /// }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the script throws, or its value does not convert. Also for a [shared cause](Error#shared-causes). What
    /// the script did before stays.
    pub fn run<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<T, Error> {
        cx.enter(|cx| {
            let loaded = cx.loaded_script(&self.0)?;
            let value = cx.ticking(|vm| eval::run_loaded_script(vm, loaded))?;
            let value = cx.kept(value);
            T::from_js(cx, value)
        })
    }

    /// Runs the script, and awaits the value of its last expression statement: see [`Engine::eval_async`].
    ///
    /// ```
    /// use ferrotape::{Engine, Script};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("rate", |currency: String| async move { if currency == "EUR" { 2.0 } else { 1.0 } })?;
    /// let script = Script::compile("price.js", "(async () => 21 * await rate('EUR'))()")?;
    /// assert_eq!(script.run_async::<f64>(&mut engine).block()?, 42.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn run_async<'e, T: FromJs>(&self, engine: &'e mut Engine) -> Driven<'e, T> {
        let script = Arc::clone(&self.0);
        Driven::begin(engine, move |cx| {
            let loaded = cx.loaded_script(&script)?;
            let value = cx.ticking(|vm| eval::run_loaded_script(vm, loaded))?;
            let value = cx.kept(value);
            Promise::resolved(cx, value)
        })
    }
}

impl Module {
    /// Compiles a module without limits: see [`Compiler`]. Its imports are relative to `name`, which stacks show.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader, Module};
    ///
    /// let main = Module::compile("/app/main.mjs", "import { area } from './shapes.mjs'; export default area(6, 7)")?;
    /// let mut engine = Engine::new();
    /// engine.set_module_loader(MemoryLoader::from_iter([("/app/shapes.mjs", "export const area = (w, h) => w * h")]));
    /// assert_eq!(main.evaluate(&mut engine)?.get::<u8>(&mut engine, "default")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text does not parse, or is nested too deep.
    pub fn compile(name: &str, text: &str) -> Result<Module, Error> {
        Compiler::new().module(name, text)
    }

    /// Returns the name that the module was compiled with.
    ///
    /// ```
    /// use ferrotape::Module;
    ///
    /// assert_eq!(Module::compile("/main.mjs", "")?.name(), "/main.mjs");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        self.0.unit.source.name()
    }

    pub(crate) fn unit(&self) -> &Arc<Unit> {
        &self.0.unit
    }

    /// Evaluates the module with all its imports, runs the remaining jobs, and returns the module's namespace object.
    /// Each engine does this once per name.
    ///
    /// ```
    /// use ferrotape::{Engine, Function, Module};
    ///
    /// let mut engine = Engine::new();
    /// let module = Module::compile("/half.mjs", "export const half = n => n / 2")?;
    /// let half: Function = module.evaluate(&mut engine)?.get(&mut engine, "half")?;
    /// assert_eq!(half.call::<f64>(&mut engine, (42,))?, 21.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::run_module`] does. The text of this module has been parsed already.
    pub fn evaluate(&self, engine: &mut Engine) -> Result<Object, Error> {
        let name = self.name();
        engine.enter(|cx| {
            cx.require_module(name, GivenModule::Unit(self.unit()))?;
            match cx.working(|vm| module::run_module(vm, name, Arc::clone(self.unit())))? {
                Some(namespace) => Ok(Object::new_handle(cx.vm, engine::Value::object(namespace))),
                None => Err(Error::of_wait(cx.vm, format_args!("the module '{name}' waits"))),
            }
        })
    }

    /// Evaluates the module while a future drives the engine. The module and its imports may await slow operations at
    /// the top level.
    ///
    /// ```
    /// use ferrotape::{Engine, Module};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("read", |name: String| async move { format!("{name}!") })?;
    /// let module = Module::compile("/main.mjs", "export const text = await read('a')")?;
    /// let namespace = module.evaluate_async(&mut engine).block()?;
    /// assert_eq!(namespace.get::<String>(&mut engine, "text")?, "a!");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn evaluate_async<'e>(&self, engine: &'e mut Engine) -> Driven<'e, Object> {
        let compiled = Arc::clone(&self.0);
        Driven::begin(engine, move |cx| {
            let unit = &compiled.unit;
            cx.require_module(unit.source.name(), GivenModule::Unit(unit))?;
            if cx.fetches_modules() {
                let promise = Promise::new(cx)?.0;
                cx.import_fetched(unit, promise.handle().clone())?;
                return Ok(promise);
            }
            let promise = cx.working(|vm| module::import_module(vm, unit.source.name(), Arc::clone(unit)))?;
            Ok(Promise::new_handle(cx.vm, engine::Value::object(promise)))
        })
    }
}

/// The scripts that an engine has loaded.
#[derive(Clone, Default)]
pub(crate) struct LoadedScripts {
    by_number: FxHashMap<(u64, RealmId), (Weak<Compiled>, Handle)>,
    /// The number of scripts at which to look for dropped ones.
    most: usize,
}

impl LoadedScripts {
    fn insert(&mut self, key: (u64, RealmId), script: &Arc<Compiled>, loaded: Handle) {
        if self.by_number.len() >= self.most {
            self.by_number.retain(|_, (script, _)| script.strong_count() > 0);
            self.most = 2 * self.by_number.len() + LEAST_LOADED;
        }
        self.by_number.insert(key, (Arc::downgrade(script), loaded));
    }
}

impl Carry for LoadedScripts {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        let scripts = self.by_number.iter().filter(|(_, (script, _))| script.strong_count() > 0);
        let carried = scripts.map(|(key, (script, loaded))| Ok((*key, (Weak::clone(script), loaded.carry(forking)?))));
        Ok(LoadedScripts { by_number: carried.collect::<Result<_, Error>>()?, most: self.most })
    }
}

const LEAST_LOADED: usize = 16;

impl Context<'_> {
    /// Runs a module with all its imports synchronously, and leaves promise jobs for later. With this, a host can
    /// offer a function like Node's `require`. If a module of this name has run, it is not read again. A module that
    /// would have to wait is not started.
    ///
    /// ```
    /// use ferrotape::modules::AtOnce;
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.enter(|cx| {
    ///     let AtOnce::Done(module) = cx.run_module_at_once("/a.mjs", "export const a = 1")? else { panic!("it is done") };
    ///     assert_eq!(module.get::<u8>(cx, "a")?, 1);
    ///     assert!(matches!(cx.run_module_at_once("/b.mjs", "await 0")?, AtOnce::Waits));
    ///     Ok(())
    /// })?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a module is missing, does not parse, does not fit the others or throws. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn run_module_at_once(&mut self, name: &str, text: &str) -> Result<AtOnce<Object>, Error> {
        self.require_room(text.len())?;
        let source = self.working(|vm| module::read_module(vm, name, text.to_owned())).map_err(Error::of_text)?;
        Ok(match self.working(|vm| module::run_module_at_once(vm, name, source))? {
            AtOnce::Done(namespace) => AtOnce::Done(Object::new_handle(self.vm, engine::Value::object(namespace))),
            AtOnce::Waits => AtOnce::Waits,
            AtOnce::Running => AtOnce::Running,
        })
    }

    /// Returns a script as loaded in the current realm.
    #[inline]
    pub(crate) fn loaded_script(&mut self, script: &Arc<Compiled>) -> Result<LoadedScript, Error> {
        // The script's handle lasts as long as the script.
        match self.vm.host.script_run_last {
            Some((number, realm, loaded)) if number == script.number && realm == self.vm.realm.id => Ok(loaded),
            _ => self.find_or_load_script(script),
        }
    }

    /// Loads a script once in each realm, and remembers it as the one run last.
    #[inline(never)]
    fn find_or_load_script(&mut self, script: &Arc<Compiled>) -> Result<LoadedScript, Error> {
        let key = (script.number, self.vm.realm.id);
        let scripts = &HostState::of(self.vm).scripts;
        let object = scripts.by_number.get(&key).and_then(|(_, handle)| handle.own_value().as_object());
        if let Some(loaded) = object.and_then(|object| eval::script_of_object(self.vm, object)) {
            self.vm.host.script_run_last = Some((key.0, key.1, loaded));
            return Ok(loaded);
        }
        let loaded = self.working(|vm: &mut Vm| eval::load_script(vm, Arc::clone(&script.unit)))?;
        let handle = Handle::new(self.vm, engine::Value::object(loaded.object));
        HostState::of(self.vm).scripts.insert(key, script, handle);
        Ok(loaded)
    }
}
