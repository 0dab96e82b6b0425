//! Ways back: the run is ended, and another one of the same program comes to the moment before.

use ferrotape_runtime::debug as engine;

use super::{DebugControl, Debugger, Stopped};
use crate::Engine;

/// A debugger on its way from a run that has ended to another one of the same program: see [`Engine::take_replay`].
pub struct Replay(pub(super) Box<engine::Debugger>);

impl Debugger<'_> {
    /// Keeps a history of the run, which going back needs ([`Resume::BackIn`](super::Resume::BackIn) and its like).
    /// Call it before the program begins. It makes each statement slower.
    pub fn keep_history(&mut self) {
        self.0.keep_history();
    }

    /// Declares that the next statement is the program's first one: going back ends there. Without this, it ends at
    /// the very first statement.
    pub fn begin_program(&mut self) {
        self.0.begin_program();
    }

    /// Returns whether the run repeats an earlier one, up to the wanted moment. If the run ends while this is true,
    /// the program behaved differently than before.
    pub fn is_replaying(&self) -> bool {
        self.0.is_replaying()
    }
}

impl Stopped<'_> {
    /// Returns the number of statements that have begun, if a history is kept: at the same number, another run has
    /// come to the same moment.
    pub fn statements(&self) -> Option<u64> {
        self.debugger.statements()
    }

    /// Returns whether it is possible to go back.
    ///
    /// # Errors
    ///
    /// Fails with the reason as text: no history is kept ([`Debugger::keep_history`]), the program begins here, or something
    /// was changed at a stop before that cannot be repeated. Texts that were evaluated, and variables that were set by
    /// texts, can be; properties that were set, and frames that were restarted, cannot.
    pub fn can_go_back(&self) -> Result<(), String> {
        self.debugger.can_go_back(self.stop).map_err(str::to_owned)
    }
}

impl Engine {
    /// Takes the debugger, if it ended the run in order to go back. Then start the program again, in an engine that
    /// was made and prepared in the same way, with the same seed and clock. Its host functions must give the same
    /// answers. See [`Engine::set_replay`]. None if the run ended for another reason.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let text = "let n = 1;\nn++;\nn = n * 10;\ndebugger;";
    /// let mut seen = Vec::new();
    /// let (sender, lines) = std::sync::mpsc::channel();
    /// let mut ways = [Resume::BackOver, Resume::BackOver].into_iter();
    /// let host = move |stopped: &mut Stopped<'_>| {
    ///     let shown = stopped.evaluate(0, "n").map_or("none".to_owned(), |shown| shown.text);
    ///     sender.send((stopped.frames()[0].line, shown)).unwrap();
    ///     ways.next().unwrap_or(Resume::Run)
    /// };
    ///
    /// let make = || Engine::builder().seed(1).build();
    /// let mut engine = make()?;
    /// engine.set_debugger(host);
    /// engine.debugger().unwrap().keep_history();
    /// let mut result = engine.run("a.js", text);
    /// while let Some(replay) = engine.take_replay() {
    ///     engine = make()?;
    ///     engine.set_replay(replay);
    ///     result = engine.run("a.js", text);
    /// }
    /// result?;
    /// # drop(engine);
    /// seen.extend(lines);
    /// // At the statement, two steps back, and there again.
    /// let expected = [(4, "20"), (3, "2"), (2, "1"), (4, "20")].map(|(line, n)| (line, n.to_owned()));
    /// assert_eq!(seen, expected);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn take_replay(&mut self) -> Option<Replay> {
        let taken = engine::take_to_replay(&mut self.vm).map(Replay);
        self.choose_loop();
        taken
    }

    /// Gives the engine a debugger that was taken from another one, to repeat the run up to the wanted moment:
    /// see [`Engine::take_replay`]. Until then, nothing stops, and no messages are logged. Breakpoints stay, their hits
    /// are counted again, and watches are removed. Output of the program during the repetition was written before:
    /// the host should suppress it.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, StopReason, Stopped};
    ///
    /// let mut stops = 0;
    /// let mut engine = Engine::builder().seed(1).build()?;
    /// engine.set_debugger(move |stopped: &mut Stopped<'_>| {
    ///     stops += 1;
    ///     if stops == 2 {
    ///         assert!(matches!(stopped.reason(), StopReason::Back { is_begin: true, .. }));
    ///     }
    ///     if stops == 1 { Resume::BackIn } else { Resume::Run }
    /// });
    /// engine.debugger().unwrap().keep_history();
    /// assert!(engine.run("a.js", "let n = 1; debugger").is_err());
    ///
    /// let replay = engine.take_replay().unwrap();
    /// let mut again = Engine::builder().seed(1).build()?;
    /// again.set_replay(replay);
    /// again.run("a.js", "let n = 1; debugger")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn set_replay(&mut self, replay: Replay) -> DebugControl {
        let control = DebugControl(std::sync::Arc::clone(replay.0.control()));
        engine::put_again(&mut self.vm, replay.0);
        self.choose_loop();
        control
    }
}
