//! A debugger: breakpoints, steps, and what can be seen where code has stopped.
//!
//! ```
//! use ferrotape::Engine;
//! use ferrotape::debug::{Breakpoint, DebugHost, Resume, Stopped};
//!
//! struct Printer;
//!
//! impl DebugHost for Printer {
//!     fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
//!         let frame = &stopped.frames()[0];
//!         assert_eq!((frame.function.as_str(), frame.line), ("half", 1));
//!         assert_eq!(stopped.evaluate(0, "n + 1").unwrap().text, "43");
//!         stopped.set_variable(0, 0, "n", "10").unwrap();
//!         Resume::Run
//!     }
//! }
//!
//! let mut engine = Engine::new();
//! engine.set_debugger(Printer);
//! engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 1));
//! engine.run("a.js", "function half(n) { return n / 2 } var result = half(42)")?;
//! assert_eq!(engine.eval::<u8>("result")?, 5);
//! # Ok::<(), ferrotape::Error>(())
//! ```
//!
//! A stop calls the [`DebugHost`] on the engine's thread, which may wait there as long as it likes. It takes no fuel, and
//! the clocks of limits stand still. Evaluated expressions have their own bounds.

mod awaiting;
mod changes;
mod checkpoints;
mod heap_snapshot;
mod measuring;
mod replay;
mod stopped;
mod values;

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use ferrotape_bytecode::debug::MarkKind;
use ferrotape_runtime::Vm;
use ferrotape_runtime::debug as engine;
use ferrotape_runtime::panics::unless_it_panics;
use ferrotape_runtime::value::Value;
use ferrotape_text::SourceText;

use crate::convert::JsValue;
use crate::{Engine, trace};

pub use awaiting::{Evaluated, Printed, Settled};
pub use changes::{Change, Watch, WatchId, Watchable};
pub use engine::Place as CheckpointPlace;
pub use engine::{BreakpointId, Exceptions, Hits, Restart, Resume, ScopeKind};
pub use replay::Replay;
pub use stopped::{Frame, Scope, ScopeValues, Shown, ShownEntry, StopReason, Stopped, ValueId, Variable};
pub use values::{Entry, Facts, Primitive, Property, Refusal, Values};

/// The host's side of a debugger: it is called when code stops.
pub trait DebugHost: Send {
    /// Inspects stopped code, and returns how it continues.
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume;

    /// Notes a source text whose code is about to run for the first time. Breakpoints that wait for it have their places.
    fn loaded(&mut self, _debugger: &mut Debugger<'_>, _source: &Source) {}

    /// Returns whether nobody wants to see a place, by line and column counted from 1, as in code of libraries. Then steps,
    /// pauses, exceptions that are caught and `debugger` statements do not stop there; breakpoints do, and so do exceptions that
    /// nothing catches if a frame is elsewhere. Steps back go there too.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{DebugHost, Resume, Source, Stopped};
    ///
    /// struct Stepper(std::sync::mpsc::Sender<String>);
    /// impl DebugHost for Stepper {
    ///     fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
    ///         let frame = &stopped.frames()[0];
    ///         self.0.send(format!("{} {}", frame.source.name(), frame.line)).unwrap();
    ///         Resume::In
    ///     }
    ///     fn ignores(&mut self, source: &Source, _line: u32, _column: u32) -> bool {
    ///         source.name() == "library.js"
    ///     }
    /// }
    ///
    /// let (sender, stops) = std::sync::mpsc::channel();
    /// let mut engine = Engine::new();
    /// engine.set_debugger(Stepper(sender));
    /// engine.run("library.js", "function each(list, f) {\n for (const item of list) f(item);\n}")?;
    /// engine.run("a.js", "debugger;\neach([1, 2], (n) =>\n n + 1);")?;
    /// drop(engine);
    /// assert_eq!(stops.iter().collect::<Vec<_>>(), ["a.js 1", "a.js 2", "a.js 3", "a.js 3"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    fn ignores(&mut self, _source: &Source, _line: u32, _column: u32) -> bool {
        false
    }

    /// Notes that the evaluation of a debugger's expressions begins or ends while the program runs: conditions and messages of
    /// breakpoints. With `is_again` they are repeated on the way back, and their output was written before.
    fn evaluates(&mut self, _begins: bool, _is_again: bool) {}

    /// Returns the host's own state that the program changes, for a checkpoint:
    /// see [`Debugger::keep_checkpoints`].
    fn checkpoint(&mut self) -> HostCheckpoint {
        Arc::new(())
    }

    /// Takes the host's own state back to where it was at a checkpoint. `state` is the result of [`DebugHost::checkpoint`].
    fn returned(&mut self, _state: &(dyn Any + Send + Sync)) {}

    /// Notes the message of a breakpoint that stops nowhere.
    fn logged(&mut self, _message: &str, _source: &str, _line: u32, _column: u32) {}

    /// Answers [`DebugControl::wake`], while code runs or waits for a timer. The state can be inspected as at a stop.
    fn woken(&mut self, _running: &mut Stopped<'_>) {}

    /// Notes a call of a method of `console`, before it writes: `log`, `info`, `debug`, `warn`, `error`, `dir`, `dirxml`,
    /// `table`, `trace`, `clear`, `group`, `groupCollapsed`, `groupEnd`, or `assert` where that has failed. `count`, `timeLog`
    /// and `timeEnd` come with the text that they write; labels that are used wrongly are `warn`.
    fn printed(&mut self, _running: &mut Stopped<'_>, _method: &str, _values: &[JsValue]) {}
}

/// State of a host at a checkpoint: see [`DebugHost::checkpoint`].
pub type HostCheckpoint = Arc<dyn Any + Send + Sync>;

impl<F: FnMut(&mut Stopped<'_>) -> Resume + Send> DebugHost for F {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        self(stopped)
    }
}

/// A source text.
#[derive(Clone, Debug)]
pub struct Source(Arc<SourceText>);

impl Source {
    /// Returns the name under which it was compiled.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Returns whether both are the same source: one text may run several times, as several sources.
    pub fn is(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the whole text as its author wrote it, without the wrapper function of a CommonJS file. It is empty if
    /// the code was saved without it.
    pub fn text(&self) -> &str {
        self.0.written_text()
    }

    /// Returns a line, counted from 1. It is empty if the line does not exist.
    pub fn line(&self, line: u32) -> &str {
        self.0.line(line)
    }
}

/// A place at which code should stop, with conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakpoint(engine::Wanted);

impl Breakpoint {
    /// Creates a breakpoint at the first statement that begins in a line, counted from 1, or after it. A call or the end of a
    /// `return` within a statement counts as one. `source` is the name of the source text, or the end of its path. The text
    /// may be loaded later.
    pub fn at(source: &str, line: u32) -> Breakpoint {
        Breakpoint(engine::Wanted { source: source.to_owned(), line, ..engine::Wanted::default() })
    }

    /// Matches the name as a whole: texts whose names only end with it do not match.
    pub fn by_whole_name(self) -> Breakpoint {
        Breakpoint(engine::Wanted { is_whole: true, ..self.0 })
    }

    /// Restricts the breakpoint to one source text, also when it runs again: other texts of the same name do not
    /// match.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Breakpoint, Resume, Stopped};
    ///
    /// let (sender, stops) = std::sync::mpsc::channel();
    /// let mut engine = Engine::new();
    /// engine.set_debugger(move |stopped: &mut Stopped<'_>| {
    ///     sender.send(stopped.frames()[0].source.text().to_owned()).unwrap();
    ///     Resume::Run
    /// });
    /// engine.debugger().unwrap().add_breakpoint(Breakpoint::at("<eval>", 1).in_text("2 + 2"));
    /// engine.run("a.js", "eval('1 + 1'); eval('2 + 2'); eval('2 + 2')")?;
    /// assert_eq!(stops.try_iter().collect::<Vec<_>>(), ["2 + 2", "2 + 2"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn in_text(self, text: &str) -> Breakpoint {
        Breakpoint(engine::Wanted { text: Some(text.to_owned()), ..self.0 })
    }

    /// Sets the column, counted from 1.
    pub fn column(self, column: u32) -> Breakpoint {
        Breakpoint(engine::Wanted { column, in_utf16: false, ..self.0 })
    }

    /// Sets the column in UTF-16 units, counted from 1, as editors count. The place of a stop is reported in the same
    /// units.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Breakpoint, Resume};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|_: &mut ferrotape::debug::Stopped<'_>| Resume::Run);
    /// engine.debugger().unwrap().add_breakpoint(Breakpoint::at("a.js", 1).column_in_utf16(7));
    /// engine.run("a.js", "'😀'; Math.abs(1)")?;
    /// assert_eq!(engine.debugger().unwrap().breakpoints()[0].place, Some((1, 7)));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn column_in_utf16(self, column: u32) -> Breakpoint {
        Breakpoint(engine::Wanted { column, in_utf16: true, ..self.0 })
    }

    /// Sets a condition: the breakpoint stops if the expression is true, or throws.
    pub fn condition(self, text: &str) -> Breakpoint {
        Breakpoint(engine::Wanted { condition: Some(text.to_owned()), ..self.0 })
    }

    /// Sets at which hits the breakpoint stops.
    pub fn hits(self, hits: Hits) -> Breakpoint {
        Breakpoint(engine::Wanted { hits: Some(hits), ..self.0 })
    }

    /// Makes the breakpoint log a message instead of stopping: `{expressions}` in it are evaluated.
    pub fn message(self, message: &str) -> Breakpoint {
        Breakpoint(engine::Wanted { message: Some(message.to_owned()), ..self.0 })
    }
}

/// A breakpoint that was added.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AddedBreakpoint {
    /// Its number.
    pub id: BreakpointId,
    /// The name of the source text for which it was added.
    pub source: String,
    /// The line and column at which it was added.
    pub wanted: (u32, u32),
    /// The line and column of the statement at which it stops, counted as when it was added. None while its text is not loaded,
    /// or has none there.
    pub place: Option<(u32, u32)>,
    /// Number of times that code has come to it with its condition true.
    pub hits: u64,
}

impl AddedBreakpoint {
    fn of(breakpoint: &engine::Breakpoint) -> AddedBreakpoint {
        let engine::Breakpoint { id, wanted, place, hits } = breakpoint.clone();
        AddedBreakpoint { id, wanted: (wanted.line, wanted.column), source: wanted.source, place, hits }
    }
}

/// The debugger of an engine: its breakpoints and other reasons to stop.
pub struct Debugger<'a>(pub(crate) &'a mut engine::Debugger);

impl Debugger<'_> {
    /// Adds a breakpoint.
    pub fn add_breakpoint(&mut self, breakpoint: Breakpoint) -> AddedBreakpoint {
        AddedBreakpoint::of(&self.0.add_breakpoint(breakpoint.0))
    }

    /// Removes a breakpoint. Returns whether it was there.
    pub fn remove_breakpoint(&mut self, id: BreakpointId) -> bool {
        self.0.remove_breakpoint(id)
    }

    /// Returns all breakpoints, in the order in which they were added.
    pub fn breakpoints(&self) -> Vec<AddedBreakpoint> {
        self.0.breakpoints().iter().map(AddedBreakpoint::of).collect()
    }

    /// Returns the source texts whose code has run and still exists, in the order in which they were loaded.
    pub fn sources(&self) -> Vec<Source> {
        self.0.sources().into_iter().map(Source).collect()
    }

    /// Returns the places of a text at which a breakpoint can stop, in order, each with line and column.
    pub fn places(&self, source: &Source) -> Vec<(u32, u32)> {
        let all = self.0.places_in(&source.0, (0, 0)..(u32::MAX, u32::MAX), usize::MAX);
        all.into_iter().map(|(line, column, _)| (line, column)).collect()
    }

    /// Returns the first `most` places in a range of lines and columns.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{BreakKind, DebugHost, Debugger, Resume, Source, Stopped};
    ///
    /// struct Host;
    ///
    /// impl DebugHost for Host {
    ///     fn stopped(&mut self, _: &mut Stopped<'_>) -> Resume {
    ///         Resume::Run
    ///     }
    ///
    ///     fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
    ///         let places = debugger.places_in(source, (1, 2)..(3, 0), 10);
    ///         let places: Vec<_> = places.iter().map(|place| (place.line, place.column, place.kind)).collect();
    ///         let (statement, call) = (BreakKind::Statement, BreakKind::Call);
    ///         assert_eq!(places, [(1, 8, statement), (1, 10, call), (2, 1, statement)]);
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(Host);
    /// engine.run("a.js", "f(0);  f(f(1))\nf(2)\nfunction f() {}")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn places_in(&self, source: &Source, range: Range<(u32, u32)>, most: usize) -> Vec<BreakPlace> {
        let places = self.0.places_in(&source.0, range, most).into_iter();
        places.map(|(line, column, kind)| BreakPlace { line, column, kind: BreakKind::of(kind) }).collect()
    }

    /// Sets which exceptions stop the code that throws them. Only scripts are searched for a handler: native
    /// functions that catch are not known.
    pub fn stop_at_exceptions(&mut self, exceptions: Exceptions) {
        self.0.exceptions = exceptions;
    }

    /// Returns the handle for other threads.
    pub fn control(&self) -> DebugControl {
        DebugControl(Arc::clone(self.0.control()))
    }
}

/// A place of a text at which a breakpoint can stop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BreakPlace {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1, in characters.
    pub column: u32,
    /// Kind of what is there.
    pub kind: BreakKind,
}

/// Kind of a place at which a breakpoint can stop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BreakKind {
    /// A statement begins there, or a part of one that runs by itself.
    Statement,
    /// A `debugger` statement.
    Debugger,
    /// A call within a statement. Its callee and arguments have their values.
    Call,
    /// The end of a `return`, whose value is known, or of a function.
    Return,
}

impl BreakKind {
    fn of(kind: MarkKind) -> BreakKind {
        match kind {
            MarkKind::Statement => BreakKind::Statement,
            MarkKind::Debugger => BreakKind::Debugger,
            MarkKind::Call => BreakKind::Call,
            MarkKind::Return | MarkKind::End => BreakKind::Return,
        }
    }
}

/// A handle of a debugger for other threads.
#[derive(Clone)]
pub struct DebugControl(Arc<engine::Control>);

impl DebugControl {
    /// Stops code at its next statement. Native functions are not stopped.
    pub fn pause(&self) {
        self.0.pause();
    }

    /// Calls [`DebugHost::woken`] at the next instruction.
    pub fn wake(&self) {
        self.0.wake();
    }
}

/// The host as the engine calls it. After a panic of the host, the code continues.
struct Calls<H>(H);

impl<H: DebugHost> engine::Host for Calls<H> {
    fn loaded(&mut self, debugger: &mut engine::Debugger, source: &Arc<SourceText>) {
        let source = Source(Arc::clone(source));
        guarded(|| self.0.loaded(&mut Debugger(debugger), &source));
    }

    fn ignores(&mut self, source: &Arc<SourceText>, offset: u32) -> bool {
        let place = source.position(offset);
        let source = Source(Arc::clone(source));
        guarded(|| self.0.ignores(&source, place.line, place.column)).unwrap_or(false)
    }

    fn stopped(&mut self, vm: &mut Vm, debugger: &mut engine::Debugger, stop: &engine::Stop) -> Resume {
        guarded(|| self.0.stopped(&mut Stopped::new(vm, debugger, stop))).unwrap_or(Resume::Run)
    }

    fn woken(&mut self, vm: &mut Vm, debugger: &mut engine::Debugger) {
        guarded(|| self.0.woken(&mut Stopped::new(vm, debugger, Stopped::RUNNING)));
    }

    fn printed(&mut self, vm: &mut Vm, debugger: &mut engine::Debugger, method: &'static str, values: &[Value]) {
        let values: Vec<JsValue> = values.iter().map(|&value| JsValue::new_handle(vm, value)).collect();
        guarded(|| self.0.printed(&mut Stopped::new(vm, debugger, Stopped::RUNNING), method, &values));
    }

    fn evaluates(&mut self, begins: bool, is_again: bool) {
        guarded(|| self.0.evaluates(begins, is_again));
    }

    fn copy_engine(&mut self, vm: &mut Vm) -> Option<engine::Copied> {
        checkpoints::copied(vm, || guarded(|| self.0.checkpoint()))
    }

    fn returned(&mut self, state: &(dyn Any + Send + Sync)) {
        guarded(|| self.0.returned(state));
    }

    fn logged(&mut self, message: &str, source: &str, line: u32, column: u32) {
        guarded(|| self.0.logged(message, source, line, column));
    }
}

fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    let done = unless_it_panics(call);
    if done.is_none() {
        trace::panicked("a debugger");
    }
    done
}

impl Engine {
    /// Gives the engine a debugger, in place of any other one, and returns the handle for other threads. It applies to code that
    /// begins to run from now on. Copies of the engine ([`fork`](Engine::fork)) have none. Code runs in a second loop, about half
    /// as fast. See [`crate::debug`].
    pub fn set_debugger(&mut self, host: impl DebugHost + 'static) -> DebugControl {
        let control = engine::attach(&mut self.vm, Box::new(Calls(host)));
        self.choose_loop();
        DebugControl(control)
    }

    /// Returns the debugger, if there is one: see [`crate::debug`].
    pub fn debugger(&mut self) -> Option<Debugger<'_>> {
        engine::debugger_of(&mut self.vm).map(Debugger)
    }

    /// Answers [`DebugControl::wake`] while no code runs: see [`DebugHost::woken`].
    pub fn answer_debugger(&mut self) {
        // What the host does there has no result.
        let _ = self.limited(|engine| {
            engine::answer(&mut engine.vm);
            Ok(())
        });
    }

    /// Removes the debugger, with its breakpoints: see [`Engine::set_debugger`].
    pub fn remove_debugger(&mut self) {
        engine::detach(&mut self.vm);
        self.choose_loop();
    }
}
