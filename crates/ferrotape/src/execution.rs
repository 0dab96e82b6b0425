//! Scripts that run in slices.

use std::task::Poll;

use ferrotape_runtime::program;

use crate::context::AsContext;
use crate::{Engine, Error, FromJs, Limits, Progress, Realm, Run, Script, StackEntry, Stats};

/// A script that runs in slices: [`Script::start`] begins it, [`Execution::resume`] runs it for a while. A game gives
/// it a part of each frame; a server gives many engines their turns.
///
/// A script pauses at a backward jump or before a call, with its whole state, and does not notice it. It does not pause inside a
/// callback from a Rust function: `sort`, `Array.from`, a getter called by `JSON.stringify`, a proxy trap, `eval`, a host
/// closure. It then runs past the end of its slice until that function is done. [`Execution::limit`] bounds such a function.
///
/// An execution is the [`Run`] of a script alone: it runs no jobs, and no call can block. When it has ended, [`Engine::run_jobs`]
/// runs the jobs. A [`Program`](crate::Program) runs with its jobs, timers and calls.
///
/// It borrows the engine, so nothing else can use the engine meanwhile. Dropping it before its end ends the script: no handler
/// and no `finally` block of the script runs, and the engine stays usable.
///
/// ```
/// use std::task::Poll;
/// use ferrotape::{Engine, Limits, Script};
///
/// let script = Script::compile("long.js", "let n = 0; while (n < 100_000) n++; n")?;
/// let mut engine = Engine::new();
/// let mut execution = script.start(&mut engine)?;
/// let slice = Limits::new().fuel(50_000);
/// let mut frames = 1;
/// let n: u32 = loop {
///     match execution.resume(&slice) {
///         Poll::Ready(result) => break result?,
///         // The host draws, reads its input, lets others work.
///         Poll::Pending => frames += 1,
///     }
/// };
/// assert!(n == 100_000 && frames > 3);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Execution<'e> {
    run: Run<'e>,
}

impl Script {
    /// Starts the script in slices, in the global scope of the current realm. This declares its globals;
    /// [`Execution::resume`] does the rest.
    ///
    /// ```
    /// use std::task::Poll;
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "let n = 0; while (n < 1000) n++; n")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.is_paused(), "nothing has run yet");
    /// assert!(matches!(execution.resume::<f64>(&Limits::new()), Poll::Ready(Ok(1000.0))));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a declaration clashes with one that is there (`SyntaxError` or `TypeError`), or for a
    /// [shared cause](Error#shared-causes). Nothing of the script has run then.
    pub fn start<'e>(&self, engine: &'e mut Engine) -> Result<Execution<'e>, Error> {
        engine.enter(|cx| {
            let loaded = cx.loaded_script(&self.0)?;
            cx.working(|vm| program::begin_script(vm, loaded, true))
        })?;
        // If the execution is forgotten, the engine must not be used.
        engine.is_running = true;
        Ok(Execution { run: Run::of_script(engine, Limits::new(), true) })
    }
}

impl Execution<'_> {
    /// Sets the limits that end the execution in a slice, besides those of the engine itself. They bound a function that
    /// cannot pause, and a whole slice.
    ///
    /// ```
    /// use std::task::Poll;
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("sort.js", "[1, 2].sort(() => { for (;;) {} })")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// execution.limit(&Limits::new().fuel(100_000));
    /// let slice = Limits::new().fuel(1_000);
    /// let ended = loop {
    ///     // Once it is in `sort`, it cannot pause.
    ///     if let Poll::Ready(ended) = execution.resume::<()>(&slice) {
    ///         break ended;
    ///     }
    /// };
    /// assert!(ended.unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn limit(&mut self, hard: &Limits) {
        self.run.limit(hard);
    }

    /// Runs until the script has ended, or pauses once the slice's fuel or time is used up. Each slice makes progress.
    /// Exceeding another limit of the slice ends the execution.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "let n = 0; while (n < 10_000) n++; n")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// let (mut slices, slice) = (0, Limits::new().fuel(1_000));
    /// while execution.resume::<f64>(&slice).is_pending() {
    ///     slices += 1;
    /// }
    /// assert!(slices > 10);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Gives the error of the script, of the conversion of its value, or of a limit that ended it. The execution is over
    /// then, and later calls give an [`ErrorKind::Usage`](crate::ErrorKind::Usage). Also for a [shared
    /// cause](Error#shared-causes).
    pub fn resume<T: FromJs>(&mut self, slice: &Limits) -> Poll<Result<T, Error>> {
        if !self.is_paused() {
            return Poll::Ready(Err(Error::of_usage("the execution has ended".to_owned())));
        }
        match self.run.advance_by_itself(slice) {
            Ok(Progress::Done(value)) => Poll::Ready(Ok(value)),
            Ok(Progress::Paused | Progress::Waiting) => Poll::Pending,
            Err(error) => Poll::Ready(Err(error)),
        }
    }

    /// Forks the engine. The execution waits at the same place in the copy: see [`Engine::fork`].
    ///
    /// ```
    /// use std::task::Poll;
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("sum.js", "let n = 0, step = 1; while (n < 10_000) n += step; n")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<f64>(&Limits::new().fuel(500)).is_pending());
    /// let mut fork = execution.fork()?;
    /// for mut execution in [fork.execution(), execution] {
    ///     assert!(matches!(execution.resume::<f64>(&Limits::new()), Poll::Ready(Ok(10_000.0))));
    /// }
    /// assert_eq!(fork.into_engine().eval::<f64>("n")?, 10_000.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`Engine::fork`] does. This execution can continue.
    pub fn fork(&mut self) -> Result<OwnedExecution, Error> {
        let is_paused = self.is_paused();
        let (mut engine, ()) = self.run.held().forked(&())?;
        engine.is_running = is_paused;
        Ok(OwnedExecution { engine, is_paused, hard: self.run.hard().clone(), realm: None })
    }

    /// Returns whether the execution has not ended yet.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "for (let i = 0; i < 1000; i++);")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// let _ = execution.resume::<()>(&Limits::new().fuel(100));
    /// assert!(execution.is_paused());
    /// let _ = execution.resume::<()>(&Limits::new());
    /// assert!(!execution.is_paused());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn is_paused(&self) -> bool {
        self.run.is_going()
    }

    /// Returns the counts of the engine's work so far: see [`Engine::stats`].
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "for (;;) {}")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// let before = execution.stats().fuel;
    /// assert!(execution.resume::<()>(&Limits::new().fuel(500)).is_pending());
    /// assert!(execution.stats().fuel >= before + 500);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stats(&self) -> Stats {
        self.run.stats()
    }

    /// Returns the paused functions, innermost first. Empty once the execution has ended.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "function work() { for (;;) {} }\nwork()")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<()>(&Limits::new().fuel(1_000)).is_pending());
    /// let stack: Vec<_> = execution.stack().iter().map(|entry| (entry.function.clone(), entry.line)).collect();
    /// assert_eq!(stack, [("work".to_owned(), 1), (String::new(), 2)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stack(&self) -> Vec<StackEntry> {
        self.run.stack()
    }
}

impl Execution<'_> {
    /// Returns the engine that the execution runs in.
    #[cfg(feature = "snapshot")]
    pub(crate) fn engine(&mut self) -> &mut Engine {
        self.run.held()
    }
}

impl std::fmt::Debug for Execution<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Execution").field("is_paused", &self.is_paused()).finish_non_exhaustive()
    }
}

/// An engine together with its paused execution. [`Execution::fork`] and [`Engine::restore_execution`] create it.
///
/// ```
/// use ferrotape::script::OwnedExecution;
/// use ferrotape::{Engine, Limits, Script};
///
/// let script = Script::compile("count.js", "let n = 0; while (n < 10_000) n++; n")?;
/// let mut engine = Engine::new();
/// let mut execution = script.start(&mut engine)?;
/// assert!(execution.resume::<f64>(&Limits::new().fuel(500)).is_pending());
/// let mut waiting: OwnedExecution = Engine::restore_execution(&execution.snapshot()?)?;
/// assert!(waiting.execution().resume::<f64>(&Limits::new()).is_ready());
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct OwnedExecution {
    engine: Engine,
    /// False once the execution was given out.
    is_paused: bool,
    hard: Limits,
    /// The current realm of the engine before it was restored into. The execution may have begun in another realm. Only
    /// this handle keeps the realm alive meanwhile.
    realm: Option<Realm>,
}

impl OwnedExecution {
    /// Wraps a restored engine with a paused execution. `realm` was its current realm before.
    #[cfg(feature = "snapshot")]
    pub(crate) fn restored(mut engine: Engine, realm: Realm) -> Self {
        engine.is_running = true;
        OwnedExecution { engine, is_paused: true, hard: Limits::new(), realm: Some(realm) }
    }

    /// Returns the execution, to resume it. It is given out once; later calls return one that has ended.
    /// See [`Execution::fork`].
    ///
    /// ```
    /// use std::task::Poll;
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "let n = 0; while (n < 10_000) n++; n")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<f64>(&Limits::new().fuel(500)).is_pending());
    /// let mut fork = execution.fork()?;
    /// let mut its_execution = fork.execution();
    /// assert!(matches!(its_execution.resume::<f64>(&Limits::new()), Poll::Ready(Ok(10_000.0))));
    /// drop(its_execution);
    /// assert!(!fork.execution().is_paused(), "it was given out");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn execution(&mut self) -> Execution<'_> {
        let is_going = std::mem::take(&mut self.is_paused);
        Execution { run: Run::of_script(&mut self.engine, self.hard.clone(), is_going) }
    }

    /// Returns the counts of the engine's work so far: see [`Engine::stats`]. A restored engine counts from zero.
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "for (;;) {}")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<()>(&Limits::new().fuel(500)).is_pending());
    /// let fork = execution.fork()?;
    /// assert_eq!(fork.stats().fuel, execution.stats().fuel);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn stats(&self) -> Stats {
        self.engine.stats()
    }

    /// Returns the engine, and ends an execution that was not given out. In a restored engine, the current realm is the
    /// one from before restoring, wherever the execution began. In a fork, it is the realm in which the execution
    /// began. See [`Execution::fork`].
    ///
    /// ```
    /// use ferrotape::{Engine, Limits, Script};
    ///
    /// let script = Script::compile("a.js", "var n = 0; for (;;) n++")?;
    /// let mut engine = Engine::new();
    /// let mut execution = script.start(&mut engine)?;
    /// assert!(execution.resume::<()>(&Limits::new().fuel(500)).is_pending());
    /// // What it has done so far is there.
    /// let mut copy = execution.fork()?.into_engine();
    /// assert!(copy.eval::<bool>("n > 10")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn into_engine(mut self) -> Engine {
        drop(self.execution());
        if let Some(realm) = &self.realm {
            // The realm is one of this engine.
            realm.enter(&mut self.engine.vm).ok();
        }
        self.engine
    }
}

impl std::fmt::Debug for OwnedExecution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnedExecution").field("is_paused", &self.is_paused).finish_non_exhaustive()
    }
}
