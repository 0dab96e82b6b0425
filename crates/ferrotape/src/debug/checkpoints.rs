//! Checkpoints: copies of an engine, from which a way back is shorter than from the beginning.

use std::any::Any;
use std::sync::Arc;

use ferrotape_runtime::debug as engine;
use ferrotape_runtime::{Vm, handles};

use super::{CheckpointPlace, Debugger, HostCheckpoint, Replay};
use crate::{Context, Engine, Error, Value, fork};

/// Copy of an engine at a checkpoint.
struct EngineCopy {
    vm: Vm,
    /// Number of handles that had been made.
    handles: u64,
    host: HostCheckpoint,
}

/// Copies an engine with the state of its host.
pub(super) fn copied(vm: &mut Vm, state: impl FnOnce() -> Option<HostCheckpoint>) -> Option<engine::Copied> {
    let handles = vm.host.handles.number();
    let copy = fork::copied_whole(vm)?;
    let bytes = copy.heap.budget.bytes();
    Some(engine::Copied { engine: Box::new(EngineCopy { vm: copy, handles, host: state()? }), bytes })
}

impl Debugger<'_> {
    /// Starts or stops making copies of the engine: [`Engine::return_to_checkpoint`] goes back to one. Needs a history
    /// ([`Debugger::keep_history`]), and to know where the program begins ([`Debugger::begin_program`]). There are two dozen at
    /// most, fewer the older they are. The first one is made at the program's next statement. That must be one of its outermost
    /// code, so call this before the program begins. Together they take 512 MiB at most, or the engine's own limit, and a
    /// twentieth of the time.
    ///
    /// The host adds its own state: see [`DebugHost::checkpoint`](super::DebugHost::checkpoint). Where the engine cannot be
    /// copied, no checkpoint is made: while a native function calls back, within a job, with a `SharedArrayBuffer`, a future of
    /// the host, or an object of a [`Class`](crate::Class) that cannot be forked or has handles.
    pub fn keep_checkpoints(&mut self, is_on: bool) {
        self.0.keep_checkpoints(is_on);
    }
}

impl Engine {
    /// Takes the engine back to the last checkpoint before the moment that a debugger wants: see [`Debugger::keep_checkpoints`].
    /// The engine then has its earlier state, and its handles stay valid. Returns which code continues there: for the program's
    /// outermost code call [`Context::go_on_from_checkpoint`], then run the jobs.
    ///
    /// ```
    /// use ferrotape::debug::{CheckpointPlace, Resume, Stopped};
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let text = "let n = 0; while (n < 200_000) { n++; }\ndebugger;";
    /// let (sender, seen) = std::sync::mpsc::channel();
    /// let mut ways = [Resume::BackIn, Resume::BackIn].into_iter();
    /// let host = move |stopped: &mut Stopped<'_>| {
    ///     sender.send(stopped.evaluate(0, "n").unwrap().text).unwrap();
    ///     ways.next().unwrap_or(Resume::Run)
    /// };
    ///
    /// let mut engine = Engine::builder().seed(1).build()?;
    /// engine.set_debugger(host);
    /// let mut debugger = engine.debugger().unwrap();
    /// debugger.keep_history();
    /// debugger.begin_program();
    /// debugger.keep_checkpoints(true);
    /// let mut result = engine.run("a.js", text).map(drop);
    /// while let Some(replay) = engine.take_replay() {
    ///     let Ok(place) = engine.return_to_checkpoint(replay) else { panic!("there is one") };
    ///     assert_eq!(place, CheckpointPlace::Main);
    ///     result = engine.enter(|cx| cx.go_on_from_checkpoint()).map(drop);
    /// }
    /// result?;
    /// assert_eq!(seen.try_iter().collect::<Vec<_>>(), ["200000", "200000", "199999", "200000"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Gives the replay back if there is no checkpoint before the moment, or if the host holds handles that were made after it.
    /// Then begin the program again: see [`Engine::set_replay`].
    pub fn return_to_checkpoint(&mut self, mut replay: Replay) -> Result<CheckpointPlace, Replay> {
        handles::release_dropped_handles(&mut self.vm);
        let newest = self.vm.host.handles.newest();
        let copy = |any: &mut (dyn Any + Send)| -> Option<(Vm, HostCheckpoint)> {
            let copy = any.downcast_mut::<EngineCopy>().filter(|copy| copy.handles >= newest)?;
            Some((fork::copied_whole(&mut copy.vm)?, Arc::clone(&copy.host)))
        };
        let Some((place, (vm, host))) = replay.0.take_back(copy) else { return Err(replay) };
        replay.0.with_host(|_, debugger_host| debugger_host.returned(&*host));
        self.vm = vm;
        engine::put_back(&mut self.vm, replay.0);
        self.choose_loop();
        Ok(place)
    }
}

impl Context<'_> {
    /// Returns the debugger, if there is one: see [`Engine::debugger`].
    pub fn debugger(&mut self) -> Option<Debugger<'_>> {
        engine::debugger_of(self.vm).map(Debugger)
    }

    /// Continues the program's outermost code, in an engine that was taken back to a checkpoint there, and returns its value:
    /// see [`Engine::return_to_checkpoint`].
    ///
    /// # Errors
    ///
    /// Fails with what the code throws, or for a [shared cause](Error#shared-causes).
    pub fn go_on_from_checkpoint(&mut self) -> Result<Value, Error> {
        let value = self.ticking(engine::go_on)?;
        Value::from_engine(self.vm, value)
    }

    /// Continues as [`Context::go_on_from_checkpoint`] does, if the code is the body of a module. Run the module
    /// again afterwards: [`Engine::run_module`] continues it.
    ///
    /// ```
    /// use ferrotape::debug::{Resume, Stopped};
    /// use ferrotape::{AsContext, Engine};
    ///
    /// let text = "let n = 0; while (n < 200_000) { n++; }\ndebugger; export default n;";
    /// let (sender, seen) = std::sync::mpsc::channel();
    /// let mut ways = [Resume::BackIn].into_iter();
    /// let host = move |stopped: &mut Stopped<'_>| {
    ///     sender.send(stopped.evaluate(0, "n").unwrap().text).unwrap();
    ///     ways.next().unwrap_or(Resume::Run)
    /// };
    ///
    /// let mut engine = Engine::builder().seed(1).build()?;
    /// engine.set_debugger(host);
    /// let mut debugger = engine.debugger().unwrap();
    /// debugger.keep_history();
    /// debugger.begin_program();
    /// debugger.keep_checkpoints(true);
    /// let mut result = engine.run_module("a.mjs", text).map(drop);
    /// while let Some(replay) = engine.take_replay() {
    ///     let Ok(_) = engine.return_to_checkpoint(replay) else { panic!("there is one") };
    ///     engine.enter(|cx| cx.go_on_in_module())?;
    ///     result = engine.run_module("a.mjs", text).map(drop);
    /// }
    /// result?;
    /// assert_eq!(seen.try_iter().collect::<Vec<_>>(), ["200000", "200000", "200000"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a limit ends the run. What the module throws is its own.
    pub fn go_on_in_module(&mut self) -> Result<(), Error> {
        self.ticking(engine::go_on_in_module)
    }
}
