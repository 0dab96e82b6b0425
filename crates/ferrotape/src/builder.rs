//! Settings of a new engine.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime};

use ferrotape_budget::{IS_BARE, Watcher, has_clock, host_time};
use ferrotape_compiler::Backend;
use ferrotape_runtime::chance::{Chance, SecretBytes};
use ferrotape_runtime::machine::{Machine, Machines};
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::{Collection, OnCollection, OnWait, Options, TailCalls, Vm};
use ferrotape_time::{Clock, TimeZone};

use crate::host_state::HostState;
use crate::script::SourceKind;
use crate::{Engine, Error};

/// Settings for a new [`Engine`]. By default, only depth is limited.
///
/// ```
/// use std::time::Duration;
/// use ferrotape::Engine;
///
/// let builder = Engine::builder().fuel(1_000_000).timeout(Duration::from_secs(1)).memory_limit(16 << 20).seed(7);
/// // Settings can be kept, and make as many engines as one likes.
/// for mut engine in [builder.clone().build()?, builder.build()?] {
///     assert_eq!(engine.eval::<u8>("6 * 7")?, 42);
/// }
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    options: Options,
    seed: Option<u64>,
    fuel: Option<u64>,
    timeout: Option<Duration>,
    memory_limit: Option<usize>,
    watcher: Option<Watcher>,
    time_zone: Option<String>,
    large_integers_as_bigints: bool,
    hints: BTreeMap<String, String>,
}

impl Builder {
    /// Limits the total units of work, about one per instruction. The same script always stops at the same place.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().fuel(10_000).build()?;
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn fuel(mut self, fuel: impl Into<Option<u64>>) -> Self {
        self.fuel = fuel.into();
        self
    }

    /// Limits the wall-clock time of each run: [`Engine::run`] with parsing and compiling, and every other call that
    /// can run script, like [`Object::set`](crate::Object::set).
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().timeout(std::time::Duration::from_millis(5)).build()?;
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = timeout.into();
        self
    }

    /// Interrupts a run when the closure returns true or panics. The closure is called repeatedly during a run, at most 10 ms
    /// after the last call and usually much sooner. While host code takes longer, it is called when that code returns.
    ///
    /// For hosts without another thread to call [`interrupt`](crate::limits::Interrupter::interrupt) on, and for limits
    /// of their own, like processor time.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().interrupt_when(|| true).build()?;
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn interrupt_when(mut self, is_to_stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.watcher = Some(Watcher::new(move || {
            unless_it_panics(&is_to_stop).unwrap_or_else(|| {
                crate::trace::panicked("a function");
                true
            })
        }));
        self
    }

    /// Limits the bytes of the script's data, and of the engine's own data for it.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().memory_limit(4 << 20).build()?;
    /// assert!(engine.run("a.js", "let all = []; for (;;) all.push({})").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn memory_limit(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.memory_limit = bytes.into();
        self
    }

    /// Limits the bytes of native stack for nested syntax and callbacks, below the call of [`Engine::run`]. The default fits
    /// threads with a stack of 256 KB. In unoptimised builds it fits Rust's threads of 2 MB. In WebAssembly it is 32 KB of the
    /// stack in memory, which corresponds to about 700 KB of the megabyte that browsers and node have.
    ///
    /// An engine that runs within the run of another, for example one created by a host function, has no more than the
    /// outer run has left.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().native_stack(64 << 10).build()?;
    /// let error = engine.run("a.js", "(function f() { return [1].map(f) })()").unwrap_err();
    /// assert_eq!(error.name(), Some("RangeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn native_stack(mut self, bytes: usize) -> Self {
        self.options.native_stack_bytes = bytes;
        self
    }

    /// Limits the values in the registers of nested script calls. Exceeding the limit throws a RangeError.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().stack_values(10_000).build()?;
    /// let error = engine.run("a.js", "(function f() { f() })()").unwrap_err();
    /// assert_eq!(error.name(), Some("RangeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stack_values(mut self, values: usize) -> Self {
        self.options.stack_values = values;
        self
    }

    /// Sets whether scripts may compile strings as code, by `eval`, `Function` and the like. The default is true. If
    /// false, such an attempt throws an EvalError. Source text that the host runs is not affected ([`Engine::run`],
    /// [`Context::eval`](crate::Context::eval), modules).
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().code_from_texts(false).build()?;
    /// assert_eq!(engine.eval::<u8>("6 * 7")?, 42);
    /// for text in ["eval('6 * 7')", "(0, eval)('6 * 7')", "new Function('return 6 * 7')"] {
    ///     assert_eq!(engine.run("a.js", text).unwrap_err().name(), Some("EvalError"));
    /// }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn code_from_texts(mut self, allowed: bool) -> Self {
        self.options.compiles_texts = allowed;
        self
    }

    /// Sets which source texts of the host are TypeScript. By default those whose names end in `.ts`, `.mts` or `.cts` are,
    /// modules included. Types are read and dropped, not checked. Code that scripts make from strings is always JavaScript.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::script::SourceKind;
    ///
    /// let mut engine = Engine::new();
    /// let value = engine.run("rule.ts", "enum Size { Small, Large } const size: Size = Size.Large; size")?;
    /// assert_eq!(value.as_number(), Some(1.0));
    /// let mut engine = Engine::builder().source_kind(SourceKind::TypeScript).build()?;
    /// assert_eq!(engine.eval::<u8>("(6 as number) * 7")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn source_kind(mut self, kind: SourceKind) -> Self {
        self.options.languages.kind = kind;
        self
    }

    /// Sets whether TypeScript imports that are used only as types stay. By default they are dropped, as TypeScript
    /// does. If true, only those marked with `type` are dropped (`verbatimModuleSyntax`).
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let text = "import { Shape } from './shapes.js'; export const area = (shape: Shape) => shape.w * shape.h";
    /// assert!(Engine::new().run_module("/main.ts", text).is_ok());
    /// assert!(Engine::builder().verbatim_imports(true).build()?.run_module("/main.ts", text).is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn verbatim_imports(mut self, stay: bool) -> Self {
        self.options.languages.keeps_imports = stay;
        self
    }

    /// Limits the length, in code units, of strings that scripts build from others or from BigInts (`+`, `repeat`,
    /// `join`, `normalize`, `JSON.stringify` …). Exceeding the limit throws a RangeError, which scripts can catch. The
    /// least is 1,024. For hosts that pass strings on to consumers with a length limit.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().string_length(100_000).build()?;
    /// assert_eq!(engine.eval::<u32>("'a'.repeat(100_000).length")?, 100_000);
    /// let error = engine.run("a.js", "let text = 'a'; for (;;) text += text").unwrap_err();
    /// assert_eq!(error.message(), "RangeError: Invalid string length");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn string_length(mut self, units: usize) -> Self {
        self.options.string_length = units;
        self
    }

    /// Limits the bytes of each ArrayBuffer and SharedArrayBuffer that scripts create, its maximum length included.
    /// Exceeding this limit throws a RangeError, which scripts can catch. Exceeding the memory limit would end the run.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().buffer_bytes(1 << 20).build()?;
    /// let text = "try { new Float64Array(1 << 20) } catch (error) { error.message }";
    /// assert_eq!(engine.eval::<String>(text)?, "Array buffer allocation failed");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn buffer_bytes(mut self, bytes: usize) -> Self {
        self.options.buffer_bytes = bytes;
        self
    }

    /// Limits the modules of an engine, those of all realms and of the host together. Beyond the limit the loader is
    /// not called, and the import throws a RangeError. Modules that the host itself runs are not refused.
    ///
    /// ```
    /// use ferrotape::{Engine, MemoryLoader};
    ///
    /// let mut engine = Engine::builder().modules(2).build()?;
    /// engine.set_module_loader(MemoryLoader::from_iter([("/a.mjs", "import './b.mjs'"), ("/b.mjs", "")]));
    /// assert!(engine.run_module("/main.mjs", "import './b.mjs'").is_ok());
    /// let error = engine.run_module("/other.mjs", "import './a.mjs'").unwrap_err();
    /// assert_eq!(error.name(), Some("RangeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn modules(mut self, most: usize) -> Self {
        self.options.modules = most;
        self
    }

    /// Sets the machine that scripts are compiled for. Programs behave the same on both. The stack machine is for
    /// reading, tracing ([`Engine::observe_steps`]) and comparison.
    ///
    /// ```
    /// use ferrotape::{Backend, Engine};
    ///
    /// let mut engine = Engine::builder().backend(Backend::Stack).build()?;
    /// assert_eq!(engine.eval::<u8>("1 + 1")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn backend(mut self, backend: Backend) -> Self {
        self.options.backend = backend;
        self
    }

    /// Sets which calls in tail position replace their caller, in all code that the engine runs. By default, calls in
    /// strict code do.
    ///
    /// ```
    /// use ferrotape::script::TailCalls;
    /// use ferrotape::Engine;
    ///
    /// let text = "(function down(n) { return n ? down(n - 1) : 'there' })(1_000_000)";
    /// assert_eq!(Engine::new().run("a.js", text).unwrap_err().name(), Some("RangeError"));
    /// let mut engine = Engine::builder().tail_calls(TailCalls::Always).build()?;
    /// assert_eq!(engine.eval::<String>(text)?, "there");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn tail_calls(mut self, tail_calls: TailCalls) -> Self {
        self.options.tail_calls = tail_calls;
        self
    }

    /// Seeds the engine's hash tables, `Math.random` and `crypto`. Without a seed they get an unpredictable number.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().seed(7).build()?;
    /// let mut other = Engine::builder().seed(7).build()?;
    /// assert_eq!(engine.eval::<f64>("Math.random()")?, other.eval::<f64>("Math.random()")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets the source of secret bytes for `crypto`: for keys that scripts generate, `getRandomValues` and UUIDs. The function
    /// fills all bytes and returns true; if it returns false or panics, scripts get an `OperationError`. Forks share it; a
    /// [restored](Engine::restore_into) engine has that of its builder. With a [seed](Builder::seed) it is never called: all
    /// bytes come from the seed.
    ///
    /// Without either, scripts generate no keys, and do nothing with RSA that needs chance; `getRandomValues` and `randomUUID`
    /// give numbers of the generator of `Math.random`, which are not secret. Take the system's random bytes, for example from
    /// the crate `getrandom`:
    ///
    /// ```
    /// # mod getrandom { pub fn fill(bytes: &mut [u8]) -> Result<(), ()> { bytes.fill(7); Ok(()) } }
    /// let builder = ferrotape::Engine::builder().entropy(|bytes| getrandom::fill(bytes).is_ok());
    /// let mut engine = builder.build()?;
    /// # #[cfg(feature = "web")]
    /// ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Virtual)?;
    /// # #[cfg(feature = "web")]
    /// assert_eq!(engine.eval::<String>("crypto.randomUUID()")?.len(), 36);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn entropy(mut self, fill: impl Fn(&mut [u8]) -> bool + Send + Sync + 'static) -> Self {
        self.options.chance = Chance::Secret(SecretBytes::new(move |bytes| {
            unless_it_panics(|| fill(bytes)).unwrap_or_else(|| {
                crate::trace::panicked("a function");
                false
            })
        }));
        self
    }

    /// Sets the local time zone of `Date`, by its name in the IANA database, like `Europe/Berlin`. The system's files
    /// are read; [`Builder::build`] fails if they have no such zone. Without this setting the zone is looked up when a
    /// script first asks for local time: from the environment variable `TZ`, else from the system's setting.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().time_zone("UTC").build()?;
    /// assert_eq!(engine.eval::<u8>("new Date(0).getHours()")?, 0);
    /// let error = Engine::builder().time_zone("Mars/Olympus_Mons").build().err().expect("no such zone");
    /// assert_eq!(error.message(), "there is no time zone 'Mars/Olympus_Mons'");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn time_zone(mut self, name: impl Into<String>) -> Self {
        self.time_zone = Some(name.into());
        self
    }

    /// Replaces the system's clock as the present time of `Date`. With this, [`Builder::time_zone`], [`Builder::seed`]
    /// and [`Builder::fuel`], a script does the same in every run. If the closure panics, the caller that asked for the
    /// time gets an exception.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().clock(|| std::time::SystemTime::UNIX_EPOCH).build()?;
    /// assert_eq!(engine.eval::<f64>("Date.now()")?, 0.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn clock(mut self, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.options.clock = Clock::new(move || {
            unless_it_panics(&now).or_else(|| {
                crate::trace::panicked("a function");
                None
            })
        });
        self
    }

    /// Collects garbage at every possible place, and after some thousand collections at every eleventh. Slow; finds
    /// references that the collector cannot see.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let text = "const parts = []; for (let i = 0; i < 100; i++) parts.push(`${i}`); parts.length";
    /// let mut engine = Engine::builder().stress_collection(true).build()?;
    /// assert_eq!(engine.eval::<u8>(text)?, 100);
    /// assert!(engine.stats().collections > 100);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn stress_collection(mut self, stress: bool) -> Self {
        self.options.stress_collection = stress;
        self
    }

    /// Collects in the smallest slices at every possible place. Slow; finds writes that lose cells which the collector
    /// has not seen. With debug assertions, each collection is compared with one that stops the world.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let text = "const parts = []; for (let i = 0; i < 100; i++) parts.push(`${i}`); parts.length";
    /// let mut engine = Engine::builder().stress_slices(true).build()?;
    /// assert_eq!(engine.eval::<u8>(text)?, 100);
    /// assert!(engine.stats().collections > 0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn stress_slices(mut self, stress: bool) -> Self {
        self.options.stress_slices = stress;
        self
    }

    /// Counts inline cache hits ([`Stats::cache_hits`](crate::limits::Stats::cache_hits)). This makes property access
    /// slower.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().count_cache_hits(true).build()?;
    /// engine.run("a.js", "const point = { x: 1 }; for (let i = 0; i < 1000; i++) point.x")?;
    /// assert!(engine.stats().cache_hits > 900);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn count_cache_hits(mut self, count: bool) -> Self {
        self.options.count_cache_hits = count;
        self
    }

    /// Sets whether `Atomics.wait` may put the thread to sleep. The default is true. If false, and on platforms without
    /// threads (`wasm32-unknown-unknown`), it throws a TypeError. A sleeping thread keeps to the limits of its run.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().can_block(false).build()?;
    /// let text = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
    /// assert_eq!(engine.run("a.js", text).unwrap_err().name(), Some("TypeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn can_block(mut self, can_block: bool) -> Self {
        self.options.can_block = can_block;
        self
    }

    /// Sets whether an exception from a job or a timer makes the jobs after it wait until the host has taken it with
    /// [`Engine::take_unhandled`], as Node's process does. The default is false: they run first. Rejected promises are taken
    /// after all jobs in either case.
    ///
    /// ```
    /// use ferrotape::{AsContext, Engine, Function};
    ///
    /// let mut engine = Engine::builder().exceptions_first(true).build()?;
    /// engine.enter_with_jobs(|cx| {
    ///     let text = "var told = false; Promise.resolve().then(() => told = true); () => { throw 1 }";
    ///     let job: Function = cx.eval(text)?;
    ///     cx.queue_first(&job).map(drop)
    /// })?;
    /// assert!(engine.has_jobs());
    /// assert_eq!(engine.take_unhandled().len(), 1);
    /// engine.run_jobs()?;
    /// assert!(engine.eval::<bool>("told")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn exceptions_first(mut self, are_first: bool) -> Self {
        self.options.exceptions_first = are_first;
        self
    }

    /// Measures how long scripts wait for parts of collections
    /// ([`Stats::longest_pause`](crate::limits::Stats::longest_pause)).
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::builder().measure_pauses(true).build()?;
    /// engine.collect_garbage();
    /// assert!(engine.stats().longest_pause > Duration::ZERO);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn measure_pauses(mut self, measure: bool) -> Self {
        self.options.measure_pauses = measure;
        self
    }

    /// Calls the closure after each garbage collection, with its duration and the memory it freed. The closure runs on
    /// the engine's thread, which waits for it. If the closure or a destructor panics, only the panic hook sees it: the
    /// collection is over, and the script continues.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// let seen = Arc::new(Mutex::new(Vec::new()));
    /// let told = Arc::clone(&seen);
    /// let builder = ferrotape::Engine::builder().on_collection(move |collection| told.lock().unwrap().push(*collection));
    /// let mut engine = builder.build()?;
    /// engine.eval::<()>("for (let i = 0; i < 300000; i++) [i]")?;
    /// assert!(seen.lock().unwrap().iter().any(|collection| collection.bytes_after < collection.bytes_before));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn on_collection(mut self, tell: impl Fn(&Collection) + Send + Sync + 'static) -> Self {
        self.options.on_collection = Some(OnCollection::new(move |collection| {
            if unless_it_panics(|| tell(collection)).is_none() {
                crate::trace::panicked("a function");
            }
        }));
        self
    }

    /// Calls a closure before the engine's thread sleeps, for a timer of a real clock or in `Atomics.wait`. A host that buffers
    /// output can write it then. The closure may be called every few milliseconds. If it panics, only the panic hook sees it.
    ///
    /// ```
    /// # #[cfg(feature = "web")] {
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use ferrotape::web::{TimerClock, Web};
    ///
    /// let waited = Arc::new(AtomicBool::new(false));
    /// let told = Arc::clone(&waited);
    /// let mut engine = ferrotape::Engine::builder().on_wait(move || told.store(true, Ordering::Relaxed)).build()?;
    /// let web = Web::install(&mut engine, TimerClock::Real)?;
    /// engine.run("a.js", "setTimeout(() => {}, 5)")?;
    /// web.run_until_idle(&mut engine)?;
    /// assert!(waited.load(Ordering::Relaxed));
    /// # }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn on_wait(mut self, tell: impl Fn() + Send + Sync + 'static) -> Self {
        self.options.on_wait = Some(OnWait::new(move || {
            if unless_it_panics(&tell).is_none() {
                crate::trace::panicked("a function");
            }
        }));
        self
    }

    /// Gives integers beyond ±(2⁵³ − 1) to scripts as BigInts. Without this they are an error, because a number could
    /// not represent them exactly, and scripts cannot mix BigInts with numbers.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::builder().large_integers_as_bigints(true).build()?;
    /// engine.set_global("ids", [1, u64::MAX])?;
    /// assert_eq!(engine.eval::<String>("ids.map(id => typeof id).join()")?, "number,bigint");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn large_integers_as_bigints(mut self, allowed: bool) -> Self {
        self.large_integers_as_bigints = allowed;
        self
    }

    /// Sets advice on what to use instead of a missing global. It becomes a [note](Error::notes) of the error with
    /// which such a script ends, for a person or a language model to read. Needs the feature `inspect`.
    ///
    /// ```
    /// let builder = ferrotape::Engine::builder().hint("Buffer", "there is no Buffer: use Uint8Array and TextEncoder");
    /// let error = builder.build()?.run("job.js", "Buffer.from('a')").unwrap_err();
    /// assert_eq!(error.notes()[0].message, "there is no Buffer: use Uint8Array and TextEncoder");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn hint(mut self, global: impl Into<String>, note: impl Into<String>) -> Self {
        self.hints.insert(global.into(), note.into());
        self
    }

    /// Creates the engine.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::builder().fuel(100_000).memory_limit(8 << 20).build()?;
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if this platform or build lacks something that was chosen: a clock for a time limit, a time zone of that
    /// name, the stack machine. Also if the built-in objects cannot be made.
    pub fn build(mut self) -> Result<Engine, Error> {
        if self.timeout.is_some() && !has_clock() {
            return Err(Error::new(
                "a time limit needs a clock, which this platform does not have: call ferrotape::limits::set_host_clock",
            ));
        }
        self.options.seed = self.seed.unwrap_or_else(unknown_seed);
        if self.seed.is_some() {
            self.options.chance = Chance::Seeded;
        }
        if let Some(name) = self.time_zone {
            let zone = TimeZone::named(&name);
            self.options.time_zone = Some(zone.ok_or_else(|| Error::new(format!("there is no time zone '{name}'")))?);
        }
        let native_stack = self.options.native_stack_bytes;
        if self.options.backend == Backend::Stack && MACHINES.stack.is_none() {
            return Err(Error::new("this program is built without the stack machine (feature stack-machine)"));
        }
        let mut vm = match Vm::new(self.options, ferrotape_builtins::PARTS, MACHINES) {
            Ok(vm) => vm,
            Err(_) => return Err(Error::new("the built-in objects could not be made")),
        };
        #[cfg(feature = "inspect")]
        {
            vm.host.further_closures = ferrotape_inspect::CLOSURES;
        }
        vm.heap.budget.set_fuel(self.fuel);
        vm.heap.budget.set_watcher(self.watcher);
        vm.heap.set_memory_limit(self.memory_limit);
        if self.large_integers_as_bigints {
            HostState::of(&mut vm).large_integers_as_bigints = true;
        }
        if !self.hints.is_empty() {
            HostState::of(&mut vm).hints = self.hints;
        }
        Ok(Engine { vm, timeout: self.timeout, native_stack, is_running: false, on_unhandled: None, sleep: None })
    }
}

/// The machines that run scripts.
const MACHINES: Machines = Machines { register: &ferrotape_machine::MACHINE, stack: STACK_MACHINE };

#[cfg(feature = "stack-machine")]
const STACK_MACHINE: Option<&Machine> = Some(&ferrotape_stack_machine::MACHINE);
#[cfg(not(feature = "stack-machine"))]
const STACK_MACHINE: Option<&Machine> = None;

/// Returns an unpredictable number. On platforms without randomness in std, the host's clock at least makes it differ
/// between runs.
fn unknown_seed() -> u64 {
    let moment = if IS_BARE { host_time().map_or(0, |time| time.as_nanos() as u64) } else { 0 };
    RandomState::new().hash_one(moment)
}
