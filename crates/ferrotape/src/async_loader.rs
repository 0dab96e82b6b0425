//! Modules that the host fetches asynchronously.
//!
//! ```text
//! import(…), Module::evaluate_async ──> a Graph: its number of pending modules, and its continuation
//! each module ──> a host future ──> its text is compiled, provided to the engine, and searched for imports
//! ```
//!
//! All modules of a graph that are known to be needed are fetched at once. When the last one arrives, the engine loads
//! the graph as usual, and reports missing or broken modules as with any loader.

use std::collections::HashSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ferrotape_budget::Deadline;
use ferrotape_runtime as engine;
use ferrotape_runtime::Vm;
use ferrotape_runtime::heap::RealmId;
use ferrotape_runtime::module::{
    self, GivenModule, ImportRequest, LoadError, ModuleLoader, ModuleSource, ModuleType, Requested,
};
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::pending;
use ferrotape_runtime::promise;
use ferrotape_runtime::realm;
use ferrotape_syntax::Goal;
use rustc_hash::FxHashMap;

use crate::future::reject;
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{AsContext, Context, Driven, Engine, Error, Object, Promise, Run, ScriptText};

/// The result of an [`AsyncLoader`].
///
/// ```
/// use ferrotape::modules::LoadFuture;
///
/// // A module that is there already. Others await what fetches them.
/// fn answer() -> LoadFuture {
///     Box::pin(async { Ok("export const answer = 42".to_owned().into()) })
/// }
/// let mut engine = ferrotape::Engine::new();
/// # struct Only;
/// # impl ferrotape::modules::AsyncLoader for Only {
/// #     fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> { Ok(specifier.to_owned()) }
/// #     fn load(&self, _: &str) -> LoadFuture { answer() }
/// # }
/// # engine.set_async_loader(Only);
/// assert_eq!(engine.eval_async::<u8>("import('answer').then(module => module.answer)").block()?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub type LoadFuture = Pin<Box<dyn Future<Output = Result<ModuleSource, LoadError>> + Send>>;

/// Loads modules asynchronously, from a network or a database. Its errors become TypeErrors: see [`LoadError`].
///
/// An async loader is set by [`Engine::set_async_loader`]. With one, `import()`, a [`Program`](crate::Program) that is a module,
/// and [`crate::Module::evaluate_async`] fetch the modules of a graph concurrently, as soon as they are known to be needed, and
/// each one once. [`Engine::run_module`] blocks its thread for them, and for those that the module imports later. On a thread
/// that may not sleep ([`crate::Builder::can_block`]), it finds only modules that are already loaded.
///
/// ```
/// use std::collections::HashMap;
/// use ferrotape::modules::{AsyncLoader, LoadFuture};
/// use ferrotape::{Engine, Module};
///
/// struct Pages(HashMap<String, String>);
///
/// impl AsyncLoader for Pages {
///     fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
///         Ok(specifier.to_owned())
///     }
///
///     fn load(&self, name: &str) -> LoadFuture {
///         let page = self.0.get(name).cloned().ok_or(format!("there is no page '{name}'"));
///         Box::pin(async move { Ok(page?.into()) })
///     }
/// }
/// let pages = [("one", "export default 1"), ("two", "import one from 'one'; export default one + one")];
/// let mut engine = Engine::new();
/// engine.set_async_loader(Pages(pages.map(|(name, text)| (name.into(), text.into())).into()));
/// let main = Module::compile("main", "import two from 'two'; export const four = two * 2")?;
/// let namespace = main.evaluate_async(&mut engine).block()?;
/// assert_eq!(namespace.get::<u8>(&mut engine, "four")?, 4);
/// assert_eq!(engine.eval_async::<u8>("import('one').then(one => one.default)").block()?, 1);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub trait AsyncLoader: Send + Sync + 'static {
    /// Returns the name of the module that `specifier` means in the module `referrer`. The same module must have the
    /// same name.
    ///
    /// # Errors
    ///
    /// The text says why there is no such module. The import fails with it as an exception.
    fn resolve(&self, specifier: &str, referrer: &str) -> Result<String, String>;

    /// Begins to fetch a module. Whatever drives the engine polls the future.
    fn load(&self, name: &str) -> LoadFuture;
}

/// The modules that an engine is fetching.
#[derive(Default)]
pub(crate) struct Fetching {
    loader: Option<Arc<dyn AsyncLoader>>,
    graphs: FxHashMap<u64, Graph>,
    made: u64,
    /// The graphs that wait for each module, and the number of the future that fetches it.
    modules: FxHashMap<ModuleName, Fetched>,
}

impl Fetching {
    /// No further modules are fetched, as another loader gives them. Those on their way still arrive: imports wait for them.
    pub(crate) fn end(&mut self) {
        self.loader = None;
    }

    /// Returns whether modules are fetched for something else than `import()`, which another engine makes again.
    pub(crate) fn cannot_be_left(&self) -> bool {
        self.graphs.values().any(|graph| graph.call.is_none())
    }

    /// Returns the numbers of the futures that fetch modules.
    pub(crate) fn tasks(&self) -> HashSet<u64> {
        self.modules.values().map(|fetched| fetched.task).collect()
    }

    /// Bytes that are charged for what a fork leaves behind.
    pub(crate) fn bytes(&self) -> usize {
        self.graphs.values().map(|graph| graph.bytes).sum()
    }

    /// Creates the state for a forked engine, which has the same loader.
    pub(crate) fn fork(&self) -> Result<Fetching, Error> {
        if self.cannot_be_left() {
            return Err(Error::cannot_fork(BEING_FETCHED));
        }
        Ok(Fetching { loader: self.loader.clone(), made: self.made, ..Fetching::default() })
    }
}

/// For errors: what neither a copy nor bytes can have.
pub(crate) const BEING_FETCHED: &str = "a module that is being fetched: continue until it has arrived";

type ModuleName = (RealmId, Arc<str>, ModuleType);

/// A module that is being fetched, with the graphs that wait for it.
struct Fetched {
    task: u64,
    graphs: Vec<u64>,
}

/// The continuation for a complete graph.
type Then = Box<dyn FnOnce(&mut Context<'_>) -> Result<(), Error> + Send>;

/// A graph of modules that is being fetched.
struct Graph {
    realm: RealmId,
    /// The realm's global object: the realm lives until the graph is there.
    _global: Handle,
    seen: HashSet<(Arc<str>, ModuleType)>,
    /// The number of modules being fetched, plus one while the graph begins.
    pending: usize,
    then: Then,
    /// The bytes charged for the graph.
    bytes: usize,
    /// The call of `import()` that waits for it.
    call: Option<u64>,
}

/// Bytes of a graph, and of each module in it.
const GRAPH_BYTES: usize = 256;

/// The loader of an engine that fetches its modules: it loads none itself.
struct Absent(Arc<dyn AsyncLoader>);

impl ModuleLoader for Absent {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.0.resolve(specifier, referrer)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        Err(format!("Cannot load module '{name}' at once: it is fetched where the host waits for it"))
    }
}

/// Ends the graphs that wait for cancelled fetches.
pub(crate) fn end_cancelled(vm: &mut Vm) {
    let HostState { tasks, fetching, .. } = HostState::of(vm);
    let Fetching { graphs, modules, .. } = fetching;
    let mut ended = Vec::new();
    modules.retain(|_, fetched| {
        let stays = tasks.is_going_on(fetched.task);
        if !stays {
            ended.extend(fetched.graphs.iter().filter_map(|graph| graphs.remove(graph)));
        }
        stays
    });
    end_graphs(vm, ended);
}

/// Ends the graphs whose `import()` waits no longer: its program has ended, and the module is not to run after it. Returns the
/// numbers of the futures that fetch modules for no graph any more.
pub(crate) fn end_forgotten(vm: &mut Vm) -> Vec<u64> {
    let graphs = HostState::of(vm).fetching.graphs.iter();
    let waiting: Vec<(u64, u64)> = graphs.filter_map(|(&number, graph)| Some((number, graph.call?))).collect();
    let is_forgotten = |&(_, call): &(u64, u64)| vm.agent.calls.get(call).is_none();
    let forgotten: Vec<u64> = waiting.into_iter().filter(is_forgotten).map(|(number, _)| number).collect();
    let graphs = &mut HostState::of(vm).fetching.graphs;
    let ended = forgotten.iter().filter_map(|number| graphs.remove(number)).collect();
    end_graphs(vm, ended);
    let Fetching { graphs, modules, .. } = &mut HostState::of(vm).fetching;
    let mut unwanted = Vec::new();
    modules.retain(|_, fetched| {
        let is_wanted = fetched.graphs.iter().any(|graph| graphs.contains_key(graph));
        unwanted.extend((!is_wanted).then_some(fetched.task));
        is_wanted
    });
    unwanted
}

/// Ends graphs that never become whole, with the calls that wait for them: no program is to wait for these.
fn end_graphs(vm: &mut Vm, graphs: Vec<Graph>) {
    for graph in graphs {
        vm.heap.budget.resized(graph.bytes, 0);
        if let Some(call) = graph.call {
            pending::end_call_of_future(vm, call);
        }
    }
}

impl Engine {
    /// Sets an asynchronous module loader: see [`AsyncLoader`]. It replaces any other loader.
    ///
    /// ```
    /// use ferrotape::modules::{AsyncLoader, LoadFuture};
    /// use ferrotape::Engine;
    ///
    /// struct Echo;
    ///
    /// impl AsyncLoader for Echo {
    ///     fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
    ///         Ok(specifier.to_owned())
    ///     }
    ///
    ///     fn load(&self, name: &str) -> LoadFuture {
    ///         let text = format!("export default {name:?}");
    ///         Box::pin(async move { Ok(text.into()) })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.set_async_loader(Echo);
    /// assert_eq!(engine.eval_async::<String>("import('hello').then(module => module.default)").block()?, "hello");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_async_loader(&mut self, loader: impl AsyncLoader) {
        let loader: Arc<dyn AsyncLoader> = Arc::new(loader);
        module::set_module_loader(&mut self.vm, Some(Box::new(Absent(Arc::clone(&loader)))));
        module::set_importer(&mut self.vm, Some(import));
        HostState::of(&mut self.vm).fetching.loader = Some(loader);
    }
}

impl Run<'_> {
    /// Sets an asynchronous module loader: see [`Engine::set_async_loader`]. A fork begins with that of the other run.
    ///
    /// ```
    /// use ferrotape::modules::{AsyncLoader, LoadFuture};
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// struct Echo(&'static str);
    ///
    /// impl AsyncLoader for Echo {
    ///     fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
    ///         Ok(specifier.to_owned())
    ///     }
    ///
    ///     fn load(&self, name: &str) -> LoadFuture {
    ///         let text = format!("export default '{name}{}'", self.0);
    ///         Box::pin(async move { Ok(text.into()) })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.set_async_loader(Echo("?"));
    /// let mut run = engine.start(&Program::body("job.js", "return (await import('hello')).default")?)?;
    /// let mut fork = run.fork()?;
    /// fork.set_async_loader(Echo("!"));
    /// let value = loop {
    ///     if let Progress::Done(value) = fork.advance(&Limits::new())? { break value }
    /// };
    /// assert_eq!(value, "hello!".into());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_async_loader(&mut self, loader: impl AsyncLoader) {
        self.held().set_async_loader(loader);
    }
}

impl Engine {
    /// Runs a module with its imports, now and later, until nothing is left. The thread waits for modules that are
    /// being fetched.
    pub(crate) fn run_fetched_module(&mut self, name: &str, text: impl ScriptText) -> Result<Object, Error> {
        let deadline = self.timeout.and_then(Deadline::after);
        let unit = Arc::new(self.limited(|engine| engine.compile_source(name, text, Goal::Module))?);
        self.enter(|cx| cx.require_module(name, GivenModule::Unit(&unit)))?;
        let mut evaluated = Driven::begin(self, move |cx| {
            let promise = Promise::new(cx)?.0;
            cx.import_fetched(&unit, promise.handle().clone())?;
            Ok(promise)
        });
        let namespace = evaluated.block_until(deadline)?;
        drop(evaluated);
        self.idle().leaving_exceptions().block_until(deadline)?;
        Ok(namespace)
    }
}

/// Implements `import()` with an asynchronous loader, and the imports of a program's module.
fn import(vm: &mut Vm, request: ImportRequest) -> engine::Completion<()> {
    let mut cx = Context::new(vm);
    let promise = Handle::new(cx.vm, engine::Value::object(request.promise));
    let roots = match request.phase {
        Some(_) => vec![Requested { specifier: request.specifier.clone(), module_type: request.module_type }],
        None => module::requests_left(cx.vm, &request.referrer, request.module_type)?.unwrap_or_default(),
    };
    let referrer = Arc::clone(&request.referrer);
    let call = pending::note_fetch(cx.vm, &request)?;
    let then = Box::new(move |cx: &mut Context<'_>| {
        pending::end_call_of_future(cx.vm, call);
        // The promise stays in place as long as the handle exists.
        let finished = cx.working(|vm| module::finish_import(vm, &request));
        drop(promise);
        finished
    });
    cx.fetch(&referrer, roots, Some(call), then).map_err(|error| {
        pending::end_call_of_future(cx.vm, call);
        crate::throwing::throw_of(cx.vm, &error)
    })
}

impl Context<'_> {
    /// Evaluates a module once all its imports are there, and settles a promise.
    pub(crate) fn import_fetched(
        &mut self,
        unit: &Arc<ferrotape_bytecode::Unit>,
        promise: Handle,
    ) -> Result<(), Error> {
        let requests = self.working(|vm| module::requests_of(vm, unit))?;
        let (name, unit) = (unit.source.name().to_owned(), Arc::clone(unit));
        let module = name.clone();
        let then = Box::new(move |cx: &mut Context<'_>| {
            let Some(promise) = promise.value_in(cx.vm).and_then(engine::Value::as_object) else { return Ok(()) };
            match cx.working(|vm| module::import_module(vm, &module, unit)) {
                Ok(namespace) => {
                    cx.working(|vm| promise::resolve_promise(vm, promise, engine::Value::object(namespace)))
                }
                Err(error) => {
                    cx.check()?;
                    reject(cx, promise, &error)
                }
            }
        });
        self.fetch(&name, requests, None, then)
    }

    fn charge(&mut self, bytes: usize) -> Result<(), Error> {
        self.working(|vm| {
            vm.room(bytes)?;
            Ok(vm.heap.take(bytes)?)
        })
    }

    /// Returns whether modules are fetched asynchronously.
    pub(crate) fn fetches_modules(&mut self) -> bool {
        HostState::of(self.vm).fetching.loader.is_some()
    }

    /// Fetches modules with all their imports, then calls `then`: at once, if nothing needs fetching.
    fn fetch(&mut self, referrer: &str, roots: Vec<Requested>, call: Option<u64>, then: Then) -> Result<(), Error> {
        // The specifiers are kept until everything is there.
        let bytes = roots.iter().fold(GRAPH_BYTES, |bytes, root| bytes.saturating_add(root.specifier.len()));
        self.charge(bytes)?;
        let realm = self.vm.realm.id;
        let global = engine::Value::object(self.vm.realm.global);
        let global = Handle::new(self.vm, global);
        let fetching = &mut HostState::of(self.vm).fetching;
        fetching.made += 1;
        let number = fetching.made;
        let graph = Graph { realm, _global: global, seen: HashSet::new(), pending: 1, then, bytes, call };
        fetching.graphs.insert(number, graph);
        let begun = self.fetch_requested(number, referrer, roots).and_then(|()| self.arrived(number));
        // A graph that a limit has ended keeps nothing.
        if begun.is_err() {
            self.forget_graphs(&[number]);
        }
        begun
    }

    fn forget_graphs(&mut self, numbers: &[u64]) {
        let graphs = &mut HostState::of(self.vm).fetching.graphs;
        let forgotten = numbers.iter().filter_map(|number| graphs.remove(number)).collect();
        end_graphs(self.vm, forgotten);
    }

    /// Fetches the imports of a module in a graph, and walks through the modules that are there already.
    fn fetch_requested(&mut self, graph: u64, referrer: &str, requests: Vec<Requested>) -> Result<(), Error> {
        let mut pending: Vec<(Arc<str>, Requested)> = Vec::new();
        let referrer: Arc<str> = Arc::from(referrer);
        pending.extend(requests.into_iter().map(|request| (Arc::clone(&referrer), request)));
        while let Some((referrer, Requested { specifier, module_type })) = pending.pop() {
            self.tick(4)?;
            // Loading the modules reports an unresolvable specifier.
            let Some(name) = self.resolved(&specifier, &referrer) else { continue };
            let bytes = GRAPH_BYTES + 2 * name.len();
            self.charge(bytes)?;
            // Graphs and fetched modules share the name's text.
            let name: Arc<str> = Arc::from(name);
            let graphs = &mut HostState::of(self.vm).fetching.graphs;
            let is_new = graphs.get_mut(&graph).is_some_and(|graph| {
                let is_new = graph.seen.insert((Arc::clone(&name), module_type));
                graph.bytes += if is_new { bytes } else { 0 };
                is_new
            });
            if !is_new {
                self.vm.heap.budget.resized(bytes, 0);
                continue;
            }
            match self.working(|vm| module::requests_left(vm, &name, module_type))? {
                Some(requests) => {
                    pending.extend(requests.into_iter().map(|request| (Arc::clone(&name), request)));
                }
                None => self.fetch_one(graph, name, module_type)?,
            }
        }
        Ok(())
    }

    fn resolved(&mut self, specifier: &str, referrer: &str) -> Option<String> {
        if module::is_host_module(self.vm, specifier) {
            return None;
        }
        let loader = HostState::of(self.vm).fetching.loader.clone()?;
        let resolved = unless_it_panics(|| loader.resolve(specifier, referrer));
        self.vm.heap.budget.look_after_host();
        resolved?.ok()
    }

    /// Fetches a module for a graph, unless another graph is fetching it already.
    fn fetch_one(&mut self, graph: u64, name: Arc<str>, module_type: ModuleType) -> Result<(), Error> {
        let key = (self.vm.realm.id, name, module_type);
        let state = HostState::of(self.vm);
        let is_fetched = state.fetching.modules.get(&key).is_some_and(|fetched| state.tasks.is_going_on(fetched.task));
        if !is_fetched {
            let coming = state.fetching.modules.len();
            let Some(loader) = state.fetching.loader.clone() else { return Ok(()) };
            // With as many modules as may be there or on their way, loading reports the refusal.
            if !module::may_load_module(self.vm, coming) {
                return Ok(());
            }
            let future = unless_it_panics(|| loader.load(&key.1));
            let future = future.unwrap_or_else(|| Box::pin(async { Err("the loader of modules panicked".into()) }));
            let fetched = key.clone();
            self.start_task(future, 0, move |cx, result| {
                cx.fetched(&fetched, result.unwrap_or_else(|error| Err(error.message().into())))
            })?;
            let state = HostState::of(self.vm);
            // Graphs from before, whose future was cancelled, no longer wait.
            let fetched = Fetched { task: state.tasks.last(), graphs: Vec::new() };
            state.fetching.modules.insert(key.clone(), fetched);
        }
        let fetching = &mut HostState::of(self.vm).fetching;
        if let (Some(fetched), Some(waiting)) = (fetching.modules.get_mut(&key), fetching.graphs.get_mut(&graph)) {
            fetched.graphs.push(graph);
            waiting.pending += 1;
        }
        Ok(())
    }

    /// Handles the arrival of a module, or its failure.
    fn fetched(&mut self, key: &ModuleName, source: Result<ModuleSource, LoadError>) -> Result<(), Error> {
        let graphs =
            HostState::of(self.vm).fetching.modules.remove(key).map_or_else(Vec::new, |fetched| fetched.graphs);
        let gone_on = self.go_on_with(key, source, &graphs);
        // A limit has ended it, and nobody else would go on with the rest.
        if gone_on.is_err() {
            self.forget_graphs(&graphs);
        }
        gone_on
    }

    /// Provides a module, and goes on with the graphs that wait for it.
    fn go_on_with(
        &mut self,
        key: &ModuleName,
        source: Result<ModuleSource, LoadError>,
        graphs: &[u64],
    ) -> Result<(), Error> {
        let (_, name, module_type) = key;
        let source = match (source, module_type) {
            (Ok(ModuleSource::Text(text)), ModuleType::Source) => self.compiled(name, text)?,
            (source, _) => source,
        };
        self.working(|vm| module::provide_module(vm, name, *module_type, source))?;
        for &graph in graphs {
            let requests = self.working(|vm| module::requests_left(vm, name, *module_type))?.unwrap_or_default();
            self.fetch_requested(graph, name, requests)?;
            self.arrived(graph)?;
        }
        Ok(())
    }

    /// Compiles a module. Keeps text that does not parse, so that loading it reports the error.
    fn compiled(&mut self, name: &str, text: String) -> Result<Result<ModuleSource, LoadError>, Error> {
        self.make_room(text.len())?;
        match self.working(|vm| module::compile_module(vm, name, text.clone())) {
            Ok(unit) => Ok(Ok(ModuleSource::Unit(unit))),
            Err(error) if error.is_termination() => Err(error),
            Err(_) => Ok(Ok(ModuleSource::Text(text))),
        }
    }

    /// Counts one arrival for a graph, and continues with a complete one.
    fn arrived(&mut self, graph: u64) -> Result<(), Error> {
        let graphs = &mut HostState::of(self.vm).fetching.graphs;
        let Some(waiting) = graphs.get_mut(&graph) else { return Ok(()) };
        waiting.pending -= 1;
        if waiting.pending > 0 {
            return Ok(());
        }
        let Some(Graph { realm, _global, then, bytes, .. }) = graphs.remove(&graph) else { return Ok(()) };
        self.vm.heap.budget.resized(bytes, 0);
        let before = self.vm.realm;
        realm::enter_realm(self.vm, realm);
        let done = then(self);
        self.vm.realm = before;
        done
    }
}
