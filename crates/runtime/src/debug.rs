//! The debugger's part of the runtime: where code stops, its state there, and how it continues.
//!
//! ```text
//! reach          the watched loops come here where a cell of the code says so (heap: `code/debugging`)
//! breakpoints    places that stop, with conditions, counts and messages
//! stepping       how far a step goes
//! exceptions     stops where something is thrown
//! changes        stops where a watched variable or property has changed
//! restart        frames that begin anew
//! history        moments of a run, and how another run comes to them
//! checkpoints    copies of the engine, from which that is shorter
//! frames         the functions that run or wait, and their names
//! evaluate       texts in a frame
//! ```
//!
//! A stop calls the [`Host`] nested, on the engine's thread: nothing of the run is left meanwhile, whatever natives are beneath.
//! It takes no fuel, and the clocks of limits stand still. During a stop the debugger is taken out of the machine, so that
//! evaluated expressions do not stop.

mod breakpoints;
mod changes;
mod checkpoints;
mod evaluate;
mod exceptions;
mod frames;
mod history;
mod properties;
mod restart;
mod stepping;
mod travel;

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use ferrotape_budget::Termination;
use ferrotape_bytecode::debug::MarkKind;
use ferrotape_compiler::debug_tables;
use ferrotape_text::SourceText;

use crate::code::debugging::{ANY, ARMED, DEBUGGER, STATEMENT, UnitDebug};
use crate::code::{CodeBlock, LoadedUnit};
use crate::error::{Completion, Throw};
use crate::heap::CodeId;
use crate::loop_exit::Left;
use crate::value::Value;
use crate::vm::Vm;

use breakpoints::Armed;
pub use breakpoints::{Breakpoint, BreakpointId, Hits, Wanted};
pub use changes::{Change, Seen, WatchId, Watchable, Watched, watchable_property, watchable_variable};
pub use checkpoints::{Copied, Place, go_on, go_on_in_module};
pub(crate) use checkpoints::{are_kept, between_jobs};
pub use evaluate::{Refused, bounded, evaluate, plain_text, set_property, set_variable, set_variable_to};
pub(crate) use exceptions::{note_caught, note_rejection, note_return, note_throw};
pub use frames::{FrameView, ScopeKind, ScopeView, Variable, VariablePlace, frames, lexical_names, outline, scopes};
use history::History;
pub use properties::{PropertyView, beginning, has_own_property, properties, prototype, type_name};
pub use restart::{Restart, restart_of};
use stepping::Step;
pub use travel::{put_again, put_back, take_to_replay};

/// The host's side of a debugger.
pub trait Host: Send {
    /// A source text has code that is about to run for the first time.
    fn loaded(&mut self, debugger: &mut Debugger, source: &Arc<SourceText>);
    /// The code has stopped. Returns how it goes on.
    fn stopped(&mut self, vm: &mut Vm, debugger: &mut Debugger, stop: &Stop) -> Resume;
    /// [`Control::wake`] was called; the code goes on, or waits for a timer.
    fn woken(&mut self, vm: &mut Vm, debugger: &mut Debugger);
    /// A script has called a method of `console` with these values.
    fn printed(&mut self, vm: &mut Vm, debugger: &mut Debugger, method: &'static str, values: &[Value]);
    /// Texts of conditions and messages begin to be evaluated, or have been; or, if `is_again`, those that were evaluated at
    /// stops of the run before.
    fn evaluates(&mut self, begins: bool, is_again: bool);
    /// Makes a copy of the engine, for a checkpoint; none if that cannot be.
    fn copy_engine(&mut self, vm: &mut Vm) -> Option<Copied>;
    /// The run has gone back to a checkpoint, at which the host's own state was this.
    fn returned(&mut self, state: &(dyn Any + Send + Sync));
    /// A breakpoint has a message, and no stop.
    fn logged(&mut self, message: &str, source: &str, line: u32, column: u32);
}

/// Way to go on after a stop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Resume {
    /// Goes on to the next breakpoint.
    Run,
    /// Goes on to the next statement, in functions that are called too.
    In,
    /// Goes on to the next statement of the same function, or of its caller.
    Over,
    /// Goes on until the function has returned.
    Out,
    /// Goes on until the function, which is an async one or a generator, has waited and goes on, or has ended before.
    ToAwait,
    /// Restarts a frame, counted from the innermost one, and stops at its first statement. Frames that it called are popped.
    /// A frame that cannot be restarted stays, and code continues to the next statement.
    Restart(usize),
    /// Goes back to the statement before, in functions that were called too: ends the run, which is to be repeated.
    /// If it is not possible to go back, code continues to the next statement.
    BackIn,
    /// Goes back as [`Resume::BackIn`] does, to the statement before of the same function, or of its caller.
    BackOver,
    /// Goes back as [`Resume::BackIn`] does, to the last breakpoint before, or to the begin of the program.
    BackRun,
    /// Ends the run, as an interrupter does.
    End,
}

/// Reason of a stop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// At these breakpoints.
    Breakpoint(Vec<BreakpointId>),
    /// At a `debugger` statement.
    Statement,
    /// A step is done.
    Step,
    /// A frame has begun anew.
    Restart,
    /// Watched places have changed.
    Change(Vec<Change>),
    /// A way back is done.
    Back {
        /// True at the program's first statement.
        is_begin: bool,
        /// Something that was changed at a stop is not changed any more.
        is_undone: bool,
    },
    /// The program goes another way than before: what was to be repeated cannot be.
    Departed,
    /// [`Control::pause`] was called.
    Pause,
    /// Something was thrown.
    Exception {
        thrown: Value,
        /// Something will catch it, as far as that can be known.
        is_caught: bool,
    },
}

/// A stop.
#[derive(Clone, Debug)]
pub struct Stop {
    pub reason: Reason,
    /// Place of the innermost frame in its source text, if it is known better than from the frame.
    pub offset: Option<u32>,
    /// A statement begins there. Other stops are within one.
    pub begins_statement: bool,
    /// A native function runs, which cannot be left.
    pub is_in_native: bool,
}

/// Exceptions at which code stops.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Exceptions {
    pub caught: bool,
    pub uncaught: bool,
}

/// Part of a debugger that other threads use.
#[derive(Default)]
pub struct Control {
    /// Bits of cells at which the loops come to the debugger.
    wanted: AtomicU8,
    is_to_pause: AtomicBool,
    is_to_poll: AtomicBool,
}

impl Control {
    /// Stops code at the next statement.
    pub fn pause(&self) {
        self.is_to_pause.store(true, Relaxed);
        self.wanted.fetch_or(ANY, Relaxed);
    }

    /// Calls [`Host::woken`] at the next instruction.
    pub fn wake(&self) {
        self.is_to_poll.store(true, Relaxed);
        self.wanted.fetch_or(ANY, Relaxed);
    }

    fn want(&self, bits: u8) {
        self.wanted.store(bits, Relaxed);
        // Asked for meanwhile.
        if self.is_to_pause.load(Relaxed) || self.is_to_poll.load(Relaxed) {
            self.wanted.fetch_or(ANY, Relaxed);
        }
    }
}

/// A moment of a run. A frame comes to an instruction again only after a call or a backward jump, which takes fuel.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Moment {
    fuel: u64,
    depth: usize,
    code: CodeId,
    at: usize,
}

impl Moment {
    /// Returns whether both are at one place. A copy that goes on has spent fuel to begin.
    fn is_at(self, other: Moment) -> bool {
        Moment { fuel: other.fuel, ..self } == other
    }
}

/// Most instructions of which none begins a statement, before a pause stops at any. What comes before the first statement of a
/// program, as its functions are made, is much less.
const MOST_PASSED: u32 = 1_000_000;

/// A debugger of an engine.
pub struct Debugger {
    host: Option<Box<dyn Host>>,
    control: Arc<Control>,
    breakpoints: Vec<Breakpoint>,
    next_breakpoint: u32,
    armed: Vec<Armed>,
    /// Units that it has met.
    units: Vec<Weak<LoadedUnit>>,
    step: Step,
    pub exceptions: Exceptions,
    /// The last moment that was looked at: a slice that has paused there comes to it again.
    last: Option<Moment>,
    /// The exception that was seen when it was thrown, and goes on.
    thrown: Option<Value>,
    /// The value with which a script has rejected a promise last: who awaits that throws it again.
    rejected: Option<Value>,
    watched: Vec<Watched>,
    next_watch: u32,
    /// A frame has begun anew, and the step to its first statement is not done.
    has_restarted: bool,
    /// Number of instructions since a pause was asked for, none of which begins a statement.
    passed: u32,
    history: Option<Box<History>>,
}

/// Gives the engine a debugger, for code that begins to run from now on.
pub fn attach(vm: &mut Vm, host: Box<dyn Host>) -> Arc<Control> {
    let mut debugger = Debugger {
        host: Some(host),
        control: Arc::new(Control::default()),
        breakpoints: Vec::new(),
        next_breakpoint: 1,
        armed: Vec::new(),
        units: Vec::new(),
        step: Step::Run,
        exceptions: Exceptions::default(),
        last: None,
        thrown: None,
        rejected: None,
        watched: Vec::new(),
        next_watch: 1,
        has_restarted: false,
        passed: 0,
        history: None,
    };
    debugger.meet_known(vm);
    let control = Arc::clone(&debugger.control);
    debugger.want();
    crate::watch::set_debugger(vm, Some(Box::new(debugger)));
    control
}

/// Takes the debugger away.
pub fn detach(vm: &mut Vm) {
    crate::watch::set_debugger(vm, None);
}

/// The debugger, while nothing is stopped.
pub fn debugger_of(vm: &mut Vm) -> Option<&mut Debugger> {
    crate::watch::debugger_mut(vm)
}

/// Returns whether the debugger has to look at an instruction.
#[inline(always)]
pub fn is_wanted(vm: &Vm, code: &CodeBlock, at: usize) -> bool {
    let Some(debugger) = crate::watch::debugger(vm) else { return false };
    match code.unit.debug.get() {
        Some(debug) => debug.cell(code.index, at) & debugger.control.wanted.load(Relaxed) != 0,
        None => true,
    }
}

/// Looks at an instruction before it is executed, and stops there if that is wanted. The machine has its stacks and its
/// position, as before an operation. If the result is not none, another frame goes on, or the run of the loop ends.
#[cold]
#[inline(never)]
pub fn reach(vm: &mut Vm, code: &CodeBlock, at: usize) -> Completion<Option<Left>> {
    with_taken(vm, |vm, debugger| debugger.reach(vm, code, at))
}

/// Answers [`Control::wake`] where no code runs: before, between and after runs, and while the thread sleeps.
pub fn answer(vm: &mut Vm) {
    if crate::watch::debugger(vm).is_some_and(|debugger| debugger.control.is_to_poll.load(Relaxed)) {
        let _ = with_taken(vm, |vm, debugger| {
            debugger.answer(vm);
            Ok(None)
        });
    }
}

/// Tells the debugger of a call of a method of `console`.
pub fn printed(vm: &mut Vm, method: &'static str, values: &[Value]) {
    if crate::watch::debugger(vm).is_some() {
        let _ = with_taken(vm, |vm, debugger| {
            if !debugger.is_replaying() {
                debugger.beside(vm, |vm, debugger, host| host.printed(vm, debugger, method, values));
            }
            Ok(None)
        });
    } else {
        crate::watch::tell_listener(vm, method, values);
    }
}

/// Tells the debugger of a call of a method of `console` that prints a text of its own.
pub fn printed_text(vm: &mut Vm, method: &'static str, text: &str) {
    // Without room for the text nothing is told: the script meets its limit elsewhere.
    if crate::watch::is_printing_told(vm) && vm.heap.room(text.len().saturating_mul(4)).is_ok() {
        let text = Value::string(vm.heap.new_string(text));
        let vm = &mut vm.scope();
        vm.keep(text);
        printed(vm, method, &[text]);
    }
}

/// Works with the debugger, which is out of the machine meanwhile.
fn with_taken(
    vm: &mut Vm,
    work: impl FnOnce(&mut Vm, &mut Debugger) -> Completion<Option<Left>>,
) -> Completion<Option<Left>> {
    let Some(mut debugger) = crate::watch::take_debugger(vm) else { return Ok(None) };
    let done = work(vm, &mut debugger);
    crate::watch::put_debugger(vm, debugger);
    done
}

impl Debugger {
    /// Returns the part that other threads use.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    fn want(&self) {
        let of_history = if self.history.is_some() { STATEMENT } else { 0 };
        self.control.want(ARMED | DEBUGGER | self.step.wanted() | self.wanted_for_watched() | of_history);
    }

    /// Takes what an earlier debugger has met.
    fn meet_known(&mut self, vm: &Vm) {
        for unit in vm.heap.loaded_units().filter(|unit| unit.debug.get().is_some()) {
            if !self.knows(unit) {
                unit.debug.get().iter().for_each(|debug| debug.disarm());
                self.units.push(Arc::downgrade(unit));
            }
        }
    }

    fn knows(&self, unit: &Arc<LoadedUnit>) -> bool {
        self.units.iter().any(|known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(unit)))
    }

    /// Decides whether the debugger stops at an instruction, and stops.
    fn reach(&mut self, vm: &mut Vm, code: &CodeBlock, at: usize) -> Completion<Option<Left>> {
        if code.unit.debug.get().is_none() {
            self.meet(vm, &code.unit);
        }
        self.answer(vm);
        let Some(debug) = code.unit.debug.get() else { return Ok(None) };
        let cell = debug.cell(code.index, at);
        let moment =
            Moment { fuel: vm.heap.budget.fuel_spent(), depth: vm.execution.frames.len(), code: vm.frame().code, at };
        if self.last == Some(moment) {
            return Ok(None);
        }
        let mark = debug.function(code.index).and_then(|function| function.mark_at(at as u32)).copied();
        if self.history.is_some()
            && let Some(mark) = mark
            && let Some(done) = self.travel(vm, code, mark, cell, moment)?
        {
            return Ok(done);
        }
        let is_armed = cell & ARMED != 0;
        if is_armed && mark.is_none() && self.is_replaying() {
            self.travel_within(vm, code, at);
            self.want();
            return Ok(None);
        }
        let is_to_pause = self.control.is_to_pause.load(Relaxed);
        self.passed = if is_to_pause && mark.is_none() { self.passed.saturating_add(1) } else { 0 };
        let has_stepped = self.step.is_done(vm, cell, mark.is_some());
        let kept = vm.kept_mark();
        let changes = self.changes(vm, cell);
        let mut reached = None;
        if is_armed {
            self.last = Some(moment);
            reached = self.reached(vm, code, at);
        }
        let is_statement = mark.is_some_and(|mark| mark.kind == MarkKind::Debugger);
        let reason = match reached {
            _ if !changes.is_empty() => Reason::Change(changes),
            Some(breakpoints) => Reason::Breakpoint(breakpoints),
            None if has_stepped && self.has_restarted => Reason::Restart,
            None if is_statement => Reason::Statement,
            None if has_stepped => Reason::Step,
            // Code without tables stops anywhere, and so does a loop without statements.
            None if is_to_pause && (mark.is_some() || debug.tables.is_none() || self.passed > MOST_PASSED) => {
                Reason::Pause
            }
            None => {
                self.want();
                return Ok(None);
            }
        };
        self.last = Some(moment);
        let point = match reason {
            Reason::Breakpoint(_) => debug.function(code.index).and_then(|function| function.point_at(at as u32)),
            _ => None,
        };
        let offset = mark.as_ref().or(point).map(|place| place.offset);
        let done = self.stop(vm, Stop { reason, offset, begins_statement: mark.is_some(), is_in_native: false });
        vm.release_kept(kept);
        done
    }

    /// Makes the tables and cells of a unit, arms its breakpoints, and tells the host of it.
    fn meet(&mut self, vm: &Vm, unit: &Arc<LoadedUnit>) {
        let language = vm.options.languages.of(unit.unit.source.name());
        let tables = debug_tables(&unit.unit, language, vm.native_stack());
        unit.debug.fill(UnitDebug::new(&unit.unit, tables));
        self.units.retain(|known| known.strong_count() > 0);
        self.units.push(Arc::downgrade(unit));
        self.arm_all(unit);
        self.with_host(|debugger, host| host.loaded(debugger, &unit.unit.source));
        self.want();
    }

    /// Calls the host.
    pub fn with_host<T>(&mut self, work: impl FnOnce(&mut Debugger, &mut dyn Host) -> T) -> Option<T> {
        let mut host = self.host.take()?;
        let done = work(self, &mut *host);
        self.host = Some(host);
        Some(done)
    }

    /// Calls the host if somebody has asked for it.
    fn answer(&mut self, vm: &mut Vm) {
        if self.control.is_to_poll.swap(false, Relaxed) {
            self.beside(vm, |vm, debugger, host| host.woken(vm, debugger));
            self.want();
        }
    }

    /// Calls the host. Its work is not part of the run: it takes no fuel, the clocks of limits stand still, and values are
    /// kept only meanwhile.
    fn beside<T>(&mut self, vm: &mut Vm, work: impl FnOnce(&mut Vm, &mut Debugger, &mut dyn Host) -> T) -> Option<T> {
        let still = vm.heap.budget.begin_standstill();
        let aside = vm.heap.budget.begin_aside();
        let (top, pc, kept) = (vm.execution.top, vm.execution.pc, vm.kept_mark());
        let done = self.with_host(|debugger, host| work(vm, debugger, host));
        vm.release_kept(kept);
        (vm.execution.top, vm.execution.pc) = (top, pc);
        vm.heap.budget.end_aside(aside);
        vm.heap.budget.end_standstill(still);
        crate::profile::settle(vm);
        done
    }

    /// Calls the host, and begins what it wants.
    fn stop(&mut self, vm: &mut Vm, stop: Stop) -> Completion<Option<Left>> {
        self.control.is_to_pause.store(false, Relaxed);
        self.has_restarted = false;
        self.note_stop();
        let resume = self.beside(vm, |vm, debugger, host| host.stopped(vm, debugger, &stop)).unwrap_or(Resume::Run);
        self.look_again(vm);
        let mut done = Ok(None);
        match resume {
            Resume::End => done = Err(Throw::Terminated(Termination::Interrupted)),
            Resume::Restart(frame) if !stop.is_in_native && restart_of(vm, frame).is_ok() => {
                self.note_change(&stop);
                done = restart::restart(vm, frame).map(Some);
                (self.step, self.last, self.has_restarted) = (Step::begin(vm, Resume::Over), None, done.is_ok());
                self.want();
                return done;
            }
            Resume::BackIn | Resume::BackOver | Resume::BackRun => {
                if let Ok(ended) = self.go_back(vm, resume, &stop) {
                    done = Err(Throw::Terminated(ended));
                }
            }
            _ => {}
        }
        self.step = Step::begin(vm, resume);
        if let Some(Moment { code, at, .. }) = self.last.filter(|_| stop.offset.is_some()) {
            // The instruction at which it has stopped is not looked at again. It may be the whole statement.
            let code = vm.heap.code_block(code);
            let cell = code.unit.debug.get().map_or(0, |debug| debug.cell(code.index, at));
            self.step.is_done(vm, cell, false);
        }
        self.want();
        done
    }
}
