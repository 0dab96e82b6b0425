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
mod hits;
mod properties;
mod reaching;
mod restart;
mod stepping;
mod travel;
mod watched;

use std::any::Any;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use ferrotape_text::SourceText;

use crate::code::LoadedUnit;
use crate::code::debugging::ANY;
use crate::heap::CodeId;
use crate::value::Value;
use crate::vm::Vm;

use breakpoints::Armed;
pub use breakpoints::{Breakpoint, BreakpointId, Hits, Wanted};
pub use changes::{watchable_property, watchable_variable};
pub use checkpoints::{Copied, Place, go_on, go_on_in_module};
pub(crate) use checkpoints::{are_kept, between_jobs};
pub use evaluate::{
    Bounds, Refused, bounded, bounded_by, evaluate, plain_text, set_property, set_variable, set_variable_to,
};
pub(crate) use exceptions::{note_caught, note_rejection, note_return, note_throw};
pub use frames::{FrameView, ScopeKind, ScopeView, Variable, VariablePlace, frames, lexical_names, outline, scopes};
use history::History;
pub use properties::{PropertyView, beginning, has_own_property, properties, prototype, type_name};
pub use reaching::{answer, attach, debugger_of, detach, is_wanted, printed, printed_text, reach};
pub use restart::{Restart, restart_of};
use stepping::Step;
pub use travel::{put_again, put_back, take_to_replay};
pub use watched::{Change, Seen, WatchId, Watchable, Watched};

/// The host's side of a debugger.
pub trait Host: Send {
    /// A source text has code that is about to run for the first time.
    fn loaded(&mut self, debugger: &mut Debugger, source: &Arc<SourceText>);
    /// Returns whether nobody wants to see a place, unless a breakpoint is there: steps, pauses, exceptions that are caught and
    /// `debugger` statements do not stop. Others do, unless nobody wants to see any of the frames.
    fn ignores(&mut self, source: &Arc<SourceText>, offset: u32) -> bool;
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
        /// The breakpoints that stop at this statement.
        breakpoints: Vec<BreakpointId>,
        /// True at a `debugger` statement.
        is_statement: bool,
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
    /// The last values that were seen where they were thrown, or where a script rejected a promise with them: who awaits what
    /// they have failed throws them again. They are not kept alive: at worst, an `await` does not stop at a new value.
    seen: VecDeque<Value>,
    watched: Vec<Watched>,
    next_watch: u32,
    /// A frame has begun anew, and the step to its first statement is not done.
    has_restarted: bool,
    /// Number of instructions since a pause was asked for, none of which begins a statement that the host wants to see.
    passed: u32,
    history: Option<Box<History>>,
}

impl Debugger {
    /// Returns the part that other threads use.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }
}
