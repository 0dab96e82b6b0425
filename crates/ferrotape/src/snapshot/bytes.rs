//! Engines and executions as bytes: [`Engine::snapshot`] and the methods that restore them.

use ferrotape_budget::{Budget, Deadline};
use ferrotape_runtime::host_part::HostValue;
use ferrotape_runtime::{Vm, program};
use ferrotape_snapshot::{Restored, SnapshotError};

use crate::host_state::HostState;
use crate::{Engine, Error, Execution, Limits, Loading, OwnedExecution, Persist, Run, SavedProblem, Saving};

impl Engine {
    /// Returns the state of the engine as bytes, for [`Engine::restore`] of the same version of this crate. They
    /// contain globals and everything reachable, declarations, functions with their variables, changed built-ins,
    /// waiting generators and async functions, and queued promise jobs. Promises of `Atomics.waitAsync` wait on, for
    /// the remaining time or until a notification.
    ///
    /// Host functions, [classes](crate::Class) and host modules are written by name. Functions that share a name in a
    /// realm are written with their path from the global object, as it was when the first code was loaded. An object of
    /// a class is written with the data of [`crate::Class::save`]. A console and timers (features `inspect` and `web`)
    /// keep their state, and timers are due after the remaining time.
    ///
    /// Modules are linked again, but not evaluated again. Modules that await something continue, and those that wait
    /// for them. A module that is loaded and not linked is loaded again on demand. `Math.random` continues, with the
    /// same numbers in each engine restored from the bytes: [`Engine::seed_random`] changes them. Handles, caches,
    /// limits and settings are not included: the restored engine has its own.
    ///
    /// Values reachable only by weak references are left out. Shared memory is saved as it is now.
    ///
    /// The bytes, and the memory to write them, may take as much as the engine's memory limit, and a megabyte. Fuel,
    /// the timeout and interrupters can end the writing as they end a run.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// engine.run("game.js", "const seen = new Map([['start', 1]]); let n = 40; function next() { return n += seen.size }")?;
    /// assert_eq!(engine.eval::<u32>("next()")?, 41);
    /// let bytes = engine.snapshot()?;
    ///
    /// let mut restored = Engine::restore(&bytes)?;
    /// assert_eq!(restored.eval::<u32>("next()")?, 42);
    /// assert_eq!(engine.eval::<u32>("n")?, 41);
    ///
    /// let nameless = Function::new(&mut engine, "", || 1)?;
    /// engine.set_global("handlers", [nameless])?;
    /// let error = engine.snapshot().unwrap_err();
    /// assert!(error.message().ends_with("with a function of the host without a name, at handlers[0]"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if something cannot be written. The error names it with the path to it:
    ///
    /// - an object of a class without [`crate::Class::save`];
    /// - a host function without a name, or one of two with the same name in a realm that was defined later or elsewhere.
    ///
    /// Also for an unfinished host future that no function with a name has begun, or for a
    /// [shared cause](Error#shared-causes), like a limit. The engine stays as it was.
    pub fn snapshot(&mut self) -> Result<Vec<u8>, Error> {
        self.snapshot_with(&())
    }

    /// Returns the engine as bytes together with handles and other values of the host, which [`Engine::restore_with`]
    /// returns.
    ///
    /// ```
    /// use ferrotape::{Engine, Function};
    ///
    /// let mut engine = Engine::new();
    /// let price: Function = engine.eval("let rate = 2; n => n * rate")?;
    /// let bytes = engine.snapshot_with(&(price, "of apples".to_owned()))?;
    ///
    /// let (mut restored, (price, what)) = Engine::restore_with::<(Function, String)>(Engine::new(), &bytes)?;
    /// restored.run("a.js", "rate = 3")?;
    /// assert_eq!((price.call::<f64>(&mut restored, (14,))?, what.as_str()), (42.0, "of apples"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::snapshot`] does, and if a handle is one of another engine.
    pub fn snapshot_with(&mut self, held: &impl Persist) -> Result<Vec<u8>, Error> {
        if self.is_running {
            return Err(Error::of_usage("an engine cannot be saved while it runs".to_owned()));
        }
        self.written(held)
    }

    /// Writes the engine with what is held of it, and with a paused execution, if any.
    fn written(&mut self, held: &impl Persist) -> Result<Vec<u8>, Error> {
        if let Some(what) = HostState::of(&mut self.vm).on_its_way() {
            return Err(Error::of_usage(format!("the engine cannot be saved with {what}")));
        }
        // Time and interrupts apply as in a run. Nothing runs, though: a paused execution stays as it is.
        let deadline = self.timeout.and_then(Deadline::after);
        self.vm.heap.budget.begin_run(deadline);
        let mut saving = Saving::new(&mut self.vm);
        let written = match saving.put(held).map(|()| saving.written()) {
            Ok(held) => ferrotape_snapshot::snapshot_with(&mut self.vm, held)
                .map_err(|error| error_of(&self.vm.heap.budget, error)),
            Err(error) => Err(error),
        };
        self.vm.heap.budget.end_run();
        written
    }

    /// Restores an engine with the default settings from the bytes of [`Engine::snapshot`].
    ///
    /// ```
    /// use ferrotape::script::SavedProblem;
    /// use ferrotape::{Engine, ErrorKind};
    ///
    /// let bytes = Engine::new().snapshot()?;
    /// assert_eq!(Engine::restore(&bytes)?.eval::<u8>("6 * 7")?, 42);
    /// let error = Engine::restore(b"6 * 7").err().expect("no snapshot");
    /// assert_eq!(error.kind(), ErrorKind::Saved(SavedProblem::NotSaved));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::restore_into`] does.
    pub fn restore(bytes: &[u8]) -> Result<Engine, Error> {
        Engine::restore_into(Engine::new(), bytes)
    }

    /// Restores the bytes of [`Engine::snapshot`] into an engine in which nothing has run yet, with its limits and
    /// settings. The engine must have the host functions, classes and modules of the saved one, by the same names. It
    /// must have a console and timers in each realm that had them, installed in the same order. Functions that shared a
    /// name in a realm must be in the same place.
    ///
    /// Further [realms](crate::handles::Realm) are matched in the order of their creation. Missing ones are created,
    /// with the functions and classes of the first realm.
    ///
    /// Untrusted bytes are safe to restore. They give an error that describes the problem, or an engine that is as safe
    /// as one that has run an untrusted script. Restoring is a run: memory, work and time are those of the engine,
    /// under its limits.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let ready = |rate: f64| {
    ///     let mut engine = Engine::builder().memory_limit(8 << 20).build()?;
    ///     engine.define("rate", move || rate)?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let mut engine = ready(2.0)?;
    /// engine.run("price.js", "const ask = rate; let price = () => 21 * ask()")?;
    /// let bytes = engine.snapshot()?;
    ///
    /// let mut restored = Engine::restore_into(ready(3.0)?, &bytes)?;
    /// assert_eq!(restored.eval::<f64>("price()")?, 63.0);
    /// let error = Engine::restore(&bytes).err().expect("nobody has defined it");
    /// assert_eq!(error.message(), "no engine can be restored: the host has no function 'rate'");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails for bytes that are not valid, for example of another version of this crate:
    /// [`ErrorKind::Saved`](crate::ErrorKind::Saved). Also if the engine lacks something, which the error names, if jobs or
    /// calls of its own wait in it, or for a [shared cause](Error#shared-causes), like a limit. The given engine is gone then.
    pub fn restore_into(mut engine: Engine, bytes: &[u8]) -> Result<Engine, Error> {
        match engine.read(bytes, |_, _| Ok(()))? {
            (Restored::Engine, ()) => Ok(engine),
            (restored, ()) => Err(not_an_engine(&restored)),
        }
    }

    /// Restores the bytes of [`Engine::snapshot_with`], as [`Engine::restore_into`] does, and returns the saved
    /// values of the host. They must have the same type as when saved.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let game: Object = engine.eval("var game = { level: 3 }; game")?;
    /// let bytes = engine.snapshot_with(&game)?;
    /// let (mut restored, game) = Engine::restore_with::<Object>(Engine::new(), &bytes)?;
    /// assert_eq!(game.get::<u8>(&mut restored, "level")?, 3);
    /// assert!(Engine::restore_with::<String>(Engine::new(), &bytes).is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::restore_into`] does, and if the host's values are of another type
    /// ([`SavedProblem::OtherGoal`](crate::script::SavedProblem::OtherGoal)).
    pub fn restore_with<H: Persist>(mut engine: Engine, bytes: &[u8]) -> Result<(Engine, H), Error> {
        match engine.read(bytes, load_held)? {
            (Restored::Engine, held) => Ok((engine, held)),
            (restored, _) => Err(not_an_engine(&restored)),
        }
    }

    /// Restores bytes into an engine, and reads what the host has held.
    fn read<H>(
        &mut self,
        bytes: &[u8],
        load: impl FnOnce(&mut Vm, HostValue) -> Result<H, Error>,
    ) -> Result<(Restored, H), Error> {
        if self.is_running {
            return Err(Error::of_usage("an engine cannot be restored into while it runs".to_owned()));
        }
        if !self.vm.agent.jobs.is_empty() || !self.vm.agent.calls.is_empty() {
            let problem = "an engine cannot be restored into while jobs or calls of its own wait: make a new one";
            return Err(Error::of_usage(problem.to_owned()));
        }
        let has_code = self.vm.heap.loaded_units().next().is_some();
        self.limited(|engine| {
            let vm = &mut engine.vm;
            let (restored, held) = ferrotape_snapshot::restore_with(vm, bytes)
                .map_err(|error| error_of_reading(&vm.heap.budget, error, has_code))?;
            held.values.iter().for_each(|&value| vm.keep(value));
            let held = load(vm, held)?;
            if let Restored::Program = restored {
                program::account_for_spent(vm).map_err(|throw| Error::from_throw(vm, throw))?;
            }
            Ok((restored, held))
        })
    }

    /// Restores an engine with the default settings and its paused execution, from the bytes of
    /// [`Execution::snapshot`].
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let error = Engine::restore_execution(&Engine::new().snapshot()?).unwrap_err();
    /// assert_eq!(error.message(), "no engine can be restored: there is no execution in it, see Engine::restore");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::restore_execution_into`] does.
    pub fn restore_execution(bytes: &[u8]) -> Result<OwnedExecution, Error> {
        Engine::restore_execution_into(Engine::new(), bytes)
    }

    /// Restores an engine with its paused execution into an engine in which nothing has run yet, with its limits and
    /// settings: see [`Engine::restore_into`].
    ///
    /// ```
    /// use std::task::Poll;
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("count.js", "let n = 0; while (n < 10_000) n++; n")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<f64>(&Limits::new().fuel(500)).is_pending());
    /// let saved = execution.snapshot()?;
    ///
    /// let small = Engine::builder().memory_limit(8 << 20).build()?;
    /// let mut restored = Engine::restore_execution_into(small, &saved)?;
    /// let ended = restored.execution().resume::<f64>(&Limits::new());
    /// assert!(matches!(ended, Poll::Ready(Ok(10_000.0))));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::restore_into`] does, and if no execution has paused in the engine
    /// ([`SavedProblem::OtherGoal`](crate::script::SavedProblem::OtherGoal)).
    pub fn restore_execution_into(mut engine: Engine, bytes: &[u8]) -> Result<OwnedExecution, Error> {
        let realm = engine.realm();
        match engine.read(bytes, |_, _| Ok(()))?.0 {
            Restored::Execution => Ok(OwnedExecution::restored(engine, realm)),
            Restored::Engine => Err(other_goal("there is no execution in it, see Engine::restore")),
            Restored::Program => Err(other_goal("a program was started in it, see Engine::restore_run")),
        }
    }

    /// Restores a program that was started, from the bytes of [`Run::save`], into an engine in which nothing has run yet,
    /// with its limits and settings: see [`Engine::restore_into`]. The engine must have the same calls
    /// ([`Engine::define_call`]).
    ///
    /// Fuel that the program had used stays used, so a program cannot exceed its limit by being saved. Calls keep
    /// their ids. Calls taken before are not new.
    ///
    /// ```
    /// use ferrotape::{Call, Engine, Limits, Program, Progress};
    ///
    /// let ready = || {
    ///     let mut engine = Engine::builder().fuel(100_000).build()?;
    ///     engine.define_call("search", Call::promise())?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let program = Program::module("/job.mjs", "export const all = await Promise.all(['a', 'b'].map(search))")?;
    /// let mut engine = ready()?;
    /// let mut run = engine.start(&program)?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Waiting);
    /// let mut restored = Engine::restore_run(ready()?, &run.save()?)?;
    /// for call in restored.calls() {
    ///     restored.answer(call.id(), call.id())?;
    /// }
    /// let Progress::Done(namespace) = restored.advance(&Limits::new())? else { panic!("nothing waits") };
    /// let all: Vec<u64> = namespace.as_object().expect("a namespace").get(&mut restored, "all")?;
    /// assert_eq!(all, [0, 1]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::restore_into`] does, and if no program was started in the engine
    /// ([`SavedProblem::OtherGoal`](crate::script::SavedProblem::OtherGoal)).
    pub fn restore_run(mut engine: Engine, bytes: &[u8]) -> Result<Run<'static>, Error> {
        let (restored, ()) = engine.read(bytes, |_, _| Ok(()))?;
        as_run(engine, &restored)
    }

    /// Restores the bytes of [`Run::save_with`], as [`Engine::restore_run`] does, and returns the saved values of the
    /// host. They must have the same type as when saved.
    ///
    /// ```
    /// use ferrotape::{AsContext, Call, Engine, Function, Limits, Program};
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.define_call("ask", Call::blocking())?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let mut engine = ready()?;
    /// let program = Program::compile("a.js", "let steps = 0; function progress() { return steps } while (++steps < 3) ask()")?;
    /// let mut run = engine.start(&program)?;
    /// run.advance(&Limits::new())?;
    /// let progress: Function = run.enter(|cx| cx.get_global("progress"))?;
    /// let bytes = run.save_with(&progress)?;
    ///
    /// let (mut run, progress) = Engine::restore_run_with::<Function>(ready()?, &bytes)?;
    /// assert_eq!(progress.call::<u32>(&mut run, ())?, 1);
    /// run.answer(0, ())?;
    /// run.advance(&Limits::new())?;
    /// assert_eq!(progress.call::<u32>(&mut run, ())?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::restore_run`] does, and if the host's values are of another type.
    pub fn restore_run_with<H: Persist>(mut engine: Engine, bytes: &[u8]) -> Result<(Run<'static>, H), Error> {
        let (restored, held) = engine.read(bytes, load_held)?;
        Ok((as_run(engine, &restored)?, held))
    }
}

fn load_held<H: Persist>(vm: &mut Vm, held: HostValue) -> Result<H, Error> {
    let mut loading = Loading::new(vm, held);
    let held = loading.take();
    held.and_then(|held| loading.end().map(|()| held)).map_err(|_| other_goal("it holds other values of the host"))
}

fn not_an_engine(restored: &Restored) -> Error {
    other_goal(match restored {
        Restored::Program => "a program was started in it, see Engine::restore_run",
        _ => "an execution has paused in it, see Engine::restore_execution",
    })
}

fn as_run(mut engine: Engine, restored: &Restored) -> Result<Run<'static>, Error> {
    match restored {
        Restored::Program => {
            engine.is_running = true;
            Ok(Run::owning(engine, Limits::new()))
        }
        Restored::Engine | Restored::Execution => Err(other_goal("no program was started in it")),
    }
}

impl Run<'_> {
    /// Returns the engine with the program as bytes, for [`Engine::restore_run`]: the state in which it is paused or
    /// waits, and everything that [`Engine::snapshot`] writes. The run can continue afterwards.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Program, Progress};
    ///
    /// let program = Program::compile("count.js", "let n = 0; while (n < 10_000) n++; n")?;
    /// let mut engine = Engine::new();
    /// let mut run = engine.start(&program)?;
    /// assert_eq!(run.advance(&Limits::new().fuel(500))?, Progress::Paused);
    /// let mut restored = Engine::restore_run(Engine::new(), &run.save()?)?;
    /// for run in [&mut run, &mut restored] {
    ///     assert_eq!(run.advance(&Limits::new())?, Progress::Done(10_000.0.into()));
    /// }
    /// assert!(run.save().is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::snapshot`] does, and if the run has ended or was aborted
    /// ([`ErrorKind::Usage`](crate::ErrorKind::Usage)). The run can continue.
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        self.save_with(&())
    }

    /// Returns the engine with the program as bytes, as [`Run::save`] does, together with handles and other values of
    /// the host, which [`Engine::restore_run_with`] returns.
    ///
    /// ```
    /// use ferrotape::handles::Resolver;
    /// use ferrotape::{Call, Engine, Limits, Program, Progress, Promise};
    ///
    /// let ready = || {
    ///     let mut engine = Engine::new();
    ///     engine.define_call("ask", Call::blocking())?;
    ///     Ok::<Engine, ferrotape::Error>(engine)
    /// };
    /// let mut engine = ready()?;
    /// let (promise, resolver) = Promise::new(&mut engine)?;
    /// engine.set_global("news", &promise)?;
    /// let mut run = engine.start(&Program::body("a.js", "ask(); return 'seen: ' + await news")?)?;
    /// run.advance(&Limits::new())?;
    /// let bytes = run.save_with(&resolver)?;
    ///
    /// let (mut run, resolver) = Engine::restore_run_with::<Resolver>(ready()?, &bytes)?;
    /// resolver.resolve(&mut run, "rain")?;
    /// run.answer(0, ())?;
    /// assert_eq!(run.advance(&Limits::new())?, Progress::Done("seen: rain".into()));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Run::save`] does, and if a handle is one of another engine.
    pub fn save_with(&mut self, held: &impl Persist) -> Result<Vec<u8>, Error> {
        self.require_going()?;
        self.held().written(held)
    }
}

impl Execution<'_> {
    /// Returns the engine with the paused execution as bytes, for [`Engine::restore_execution`]. They contain the
    /// position and the variables of each function, and everything that [`Engine::snapshot`] writes. The execution can
    /// continue afterwards.
    ///
    /// ```
    /// use std::task::Poll;
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let text = "function sum(n) { let s = 0; for (let i = 1; i <= n; i++) s += i; return s } sum(1e4)";
    /// let script = Script::compile("sum.js", text)?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<f64>(&Limits::new().fuel(5_000)).is_pending());
    /// let saved = execution.snapshot()?;
    ///
    /// let mut restored = Engine::restore_execution(&saved)?;
    /// for mut execution in [restored.execution(), execution] {
    ///     assert_eq!(execution.stack()[0].function, "sum");
    ///     assert!(matches!(execution.resume::<f64>(&Limits::new()), Poll::Ready(Ok(50_005_000.0))));
    /// }
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::snapshot`] does, and if the execution has ended
    /// ([`ErrorKind::Usage`](crate::ErrorKind::Usage)). The execution can continue.
    pub fn snapshot(&mut self) -> Result<Vec<u8>, Error> {
        if !self.is_paused() {
            return Err(Error::of_usage("the execution has ended".to_owned()));
        }
        self.engine().written(&())
    }
}

/// Converts the error of a snapshot: bytes that cannot be read are `ErrorKind::Saved`, a state that cannot be written
/// is a usage error.
fn error_of(budget: &Budget, error: SnapshotError) -> Error {
    let problem = match error {
        SnapshotError::Terminated(termination) => return Error::terminated(budget, termination),
        SnapshotError::NotSaved => SavedProblem::NotSaved,
        SnapshotError::OtherVersion => SavedProblem::OtherVersion,
        SnapshotError::Damaged { offset, .. } => SavedProblem::Damaged { offset },
        SnapshotError::Unwritable(_) | SnapshotError::Unfit(_) | SnapshotError::Host(_) => {
            return Error::of_usage(error.to_string());
        }
    };
    Error::of_saved(problem, error.to_string())
}

/// Converts the error of reading a snapshot. Where code has run in the engine before, that may be what does not fit, and not
/// the bytes.
fn error_of_reading(budget: &Budget, error: SnapshotError, has_code: bool) -> Error {
    match error {
        SnapshotError::Damaged { offset, .. } if has_code => {
            let why = "code has run in the engine that was given, and bytes need one in which nothing has run";
            Error::of_saved(SavedProblem::Damaged { offset }, format!("{error}: {why}"))
        }
        error => error_of(budget, error),
    }
}

fn other_goal(what: &str) -> Error {
    Error::of_saved(SavedProblem::OtherGoal, format!("no engine can be restored: {what}"))
}
