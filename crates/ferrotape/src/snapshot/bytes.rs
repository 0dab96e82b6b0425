//! [`Engine::snapshot`] and its like.

use ferrotape_budget::Instant;
use ferrotape_snapshot::SnapshotError;

use crate::host_state::HostState;
use crate::{Engine, Error, Execution, OwnedExecution, SavedProblem};

impl Engine {
    /// What scripts have made in this engine, as bytes for [`Engine::restore`] of the same version of this crate: globals and
    /// what they lead to, declarations, functions with their variables, what scripts have changed of the built-ins, generators
    /// and async functions where they wait, and jobs of promises that have not run. Promises of `Atomics.waitAsync` wait on, for
    /// the time that was left or until somebody notifies.
    ///
    /// Functions, [classes](crate::Class) and modules of the host are written as the names that they were defined by (functions
    /// that have one name in a realm also as where the global object led to them when the first code was loaded), objects
    /// of classes with what [`crate::Class::save`] says of their Rust values; a console and timers (features
    /// `inspect` and `web`) with what they have in hand: timers are due after the time that was left. Modules are linked again,
    /// and not evaluated again: those that await something go on with it, and those that wait for them. What was loaded and not
    /// linked is loaded anew when somebody asks for it. `Math.random` goes on as well, with the same numbers in each engine
    /// that is made from the bytes: [`Engine::seed_random`] gives one others. Handles, caches, limits and settings are left
    /// out: an engine that is made from it has its own.
    ///
    /// An error where something is there that cannot be written down, which says what it is and how it was come to: objects of
    /// classes that do not say how, functions of the host without a name, or two of one name in a realm one of which was
    /// defined later or somewhere else. What only weak references lead to is left out, and shared memory is written as it is at
    /// this time. The bytes, and what it takes to write them, keep to the memory limit of the engine and a megabyte: as much
    /// again as the engine may take. Fuel, the timeout and interrupters end the writing as they end a run, and leave everything
    /// as it was.
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
    pub fn snapshot(&mut self) -> Result<Vec<u8>, Error> {
        if self.is_running {
            return Err(Error::of_usage("an engine cannot be written down while it runs".to_owned()));
        }
        self.written()
    }

    /// The same with what has paused in it.
    fn written(&mut self) -> Result<Vec<u8>, Error> {
        if HostState::of(&mut self.vm).tasks.are_there() {
            let what = "the engine cannot be written down with a future of the host that has not come to its end";
            return Err(Error::of_usage(what.to_owned()));
        }
        // Time and interrupts hold as for a run. Nothing runs, though: what has paused stays as it is.
        let deadline = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.vm.heap.budget.begin_run(deadline);
        let written = ferrotape_snapshot::snapshot(&mut self.vm);
        self.vm.heap.budget.end_run();
        written.map_err(error_of)
    }

    /// An engine with the usual settings from what [`Engine::snapshot`] has written. What is wrong with the bytes is an error of
    /// the kind [`Saved`](crate::ErrorKind::Saved): another version of this crate has written them, say.
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
    pub fn restore(bytes: &[u8]) -> Result<Engine, Error> {
        Engine::restore_into(Engine::new(), bytes)
    }

    /// Puts what [`Engine::snapshot`] has written into an engine that nothing has run in yet, with its limits and settings. It
    /// has to have the functions, classes and modules of the host that the other one had, by the same names, and a console and
    /// timers in each realm where that had them, installed in the same order. Functions that had one name in a realm are to
    /// be where they were. What is missing is an error that names it. Further
    /// [realms](crate::handles::Realm) are taken in the order in which they were made; those that nobody has made are made,
    /// with the functions and classes of the first one.
    ///
    /// Whatever the bytes are, there is an error that says what is wrong with them, or an engine that can be used as safely as
    /// one that has run a script which nobody knows. Memory, work and time are those of the engine: restoring is a run, and
    /// goes over its limits no more than a script does.
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
    pub fn restore_into(mut engine: Engine, bytes: &[u8]) -> Result<Engine, Error> {
        if engine.is_running {
            return Err(Error::of_usage("an engine cannot be restored into while it runs".to_owned()));
        }
        match engine.limited(|engine| ferrotape_snapshot::restore(&mut engine.vm, bytes).map_err(error_of))? {
            None => Ok(engine),
            Some(_) => Err(other_goal("an execution has paused in it, see Engine::restore_execution")),
        }
    }

    /// An engine with the usual settings, and the execution that had paused in it, from what [`Execution::snapshot`] has written:
    /// see there.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let error = Engine::restore_execution(&Engine::new().snapshot()?).unwrap_err();
    /// assert_eq!(error.message(), "no engine can be restored: there is no execution in it, see Engine::restore");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn restore_execution(bytes: &[u8]) -> Result<OwnedExecution, Error> {
        Engine::restore_execution_into(Engine::new(), bytes)
    }

    /// The same into an engine that nothing has run in yet, with its limits and settings: see [`Engine::restore_into`].
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
    pub fn restore_execution_into(mut engine: Engine, bytes: &[u8]) -> Result<OwnedExecution, Error> {
        if engine.is_running {
            return Err(Error::of_usage("an engine cannot be restored into while it runs".to_owned()));
        }
        let realm = engine.realm();
        match engine.limited(|engine| ferrotape_snapshot::restore(&mut engine.vm, bytes).map_err(error_of))? {
            Some(state) => Ok(OwnedExecution::restored(engine, state, realm)),
            None => Err(other_goal("there is no execution in it, see Engine::restore")),
        }
    }
}

impl Execution<'_> {
    /// The engine with the execution as it waits, as bytes for [`Engine::restore_execution`]: where each function is, its
    /// variables, and all that [`Engine::snapshot`] writes. The execution goes on as before. One that has ended is an error.
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
    pub fn snapshot(&mut self) -> Result<Vec<u8>, Error> {
        if !self.is_paused() {
            return Err(Error::of_usage("the execution has ended".to_owned()));
        }
        self.engine().written()
    }
}

fn error_of(error: SnapshotError) -> Error {
    let problem = match error {
        SnapshotError::Terminated(termination) => return Error::terminated(termination),
        SnapshotError::NotSaved => SavedProblem::NotSaved,
        SnapshotError::OtherVersion => SavedProblem::OtherVersion,
        SnapshotError::Damaged { offset, .. } => SavedProblem::Damaged { offset },
        SnapshotError::Unwritable(_) | SnapshotError::Unfit(_) | SnapshotError::Host(_) => {
            return Error::of_usage(error.to_string());
        }
    };
    Error::of_saved(problem, error.to_string())
}

fn other_goal(what: &str) -> Error {
    Error::of_saved(SavedProblem::OtherGoal, format!("no engine can be restored: {what}"))
}
