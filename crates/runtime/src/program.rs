//! Programs: a script, a module or the body of an async function with all that comes of it, run in slices, and stopped
//! where only the host can go on.
//!
//! ```text
//! begin       the script's declarations are made, or the module is linked, unless the host still has to fetch its imports
//! advance     runs code, jobs and due events in turns, until a pause is due, the program is over, or nothing can go on by
//!             itself: what is left are calls that the host answers (`pending`), or events that are not due
//! end         what is left is forgotten
//! ```
//!
//! A *turn* is what one frame without a caller is for: the script, a module's body, a job. Its frame is begun by `advance`, not
//! by a native function. So it can pause or wait for the host at any place where the loop of the turn is the only one. The
//! turn ([`Turn`]) knows where its value goes, not the native stack: so a program can be written down.
//! Jobs that call built-in functions or functions of another kind are run as [`crate::jobs`] runs them.

mod operations;
mod turns;

pub use operations::*;

use crate::heap::{ObjectId, RealmId};
use crate::module::ModuleId;
use crate::pausing::Slice;
use crate::promise::Capability;
use crate::value::Value;

/// A program that was begun and has not ended.
#[derive(Clone)]
pub struct Program {
    /// Stacks of the program while no turn runs.
    pub(crate) slice: Slice,
    /// The realm that it was begun in.
    pub realm: RealmId,
    pub main: Main,
    /// Whether it is over when its script is: jobs, timers and calls are not part of it.
    pub is_alone: bool,
    /// Purpose of the frames; none where there are none.
    pub turn: Option<Turn>,
    /// The innermost frame waits for the host, or has its answer.
    pub blocked: Option<Blocked>,
    /// Units of work that the engine had spent when it was begun.
    pub began_at: u64,
    /// Units of work that it has spent, when it is written down.
    pub spent: u64,
    /// The time of all its slices, in nanoseconds.
    pub time: Allowance,
    /// The bytes of all answers that it got.
    pub answer_bytes: Allowance,
    /// Whether a recorder has given it an answer since it last went on.
    pub has_recorded_answer: bool,
}

/// An amount that a program may use in all, in all processes. It is counted while there is a limit.
#[derive(Copy, Clone, Default)]
pub struct Allowance {
    pub most: Option<u64>,
    pub used: u64,
}

impl Allowance {
    /// Returns the amount that is left; None without a limit.
    pub fn left(&self) -> Option<u64> {
        self.most.map(|most| most.saturating_sub(self.used))
    }

    /// Counts an amount.
    pub fn add(&mut self, amount: u64) {
        if self.most.is_some() {
            self.used = self.used.saturating_add(amount);
        }
    }
}

/// State of the script, module or function that the program is.
#[derive(Copy, Clone)]
pub enum Main {
    /// The script is the turn.
    Script,
    /// The script has ended with the value.
    Value(Value),
    /// The module whose imports the host fetches, if it was asked for them. It is linked once the promise is fulfilled.
    Wanted { module: ModuleId, fetched: Option<ObjectId> },
    /// The module with the promise of its evaluation, if that has begun.
    Module { module: ModuleId, promise: Option<ObjectId> },
    /// The async function whose body the program is, with the promise of its call, if that has been made.
    Function { function: ObjectId, promise: Option<ObjectId> },
}

/// Purpose of a program's frames, and so the use of their value.
#[derive(Copy, Clone)]
pub enum Turn {
    Script,
    /// The body of the program's module.
    Body(ModuleId),
    /// The program's function: its value is a promise.
    Function,
    /// A handler of a promise: it settles the capability.
    Reaction(Capability),
    /// A `then` of a thenable: the function is called with what it throws.
    Thenable(Value),
    /// A function whose value nobody wants.
    Callback,
    /// An async function or generator goes on.
    Activation,
}

/// A frame whose call waits for the host.
#[derive(Copy, Clone)]
pub struct Blocked {
    /// The id of the call.
    pub call: u64,
    /// The register below the place of `this`, for register code.
    pub below: u32,
    /// Register for the value.
    pub dst: u8,
    /// The value, or what is to be thrown, once the host has answered.
    pub answer: Option<Result<Value, Value>>,
}

impl Program {
    /// One whose turns begin at that place of the stacks.
    pub fn new(slice: Slice, realm: RealmId, main: Main) -> Program {
        Program {
            slice,
            realm,
            main,
            is_alone: false,
            turn: None,
            blocked: None,
            began_at: 0,
            spent: 0,
            time: Allowance::default(),
            answer_bytes: Allowance::default(),
            has_recorded_answer: false,
        }
    }

    /// Visits each value that the program keeps between two slices: its body, the present turn, and an answer not yet
    /// taken.
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        let Program {
            slice: _,
            realm: _,
            main,
            is_alone: _,
            turn,
            blocked,
            began_at: _,
            spent: _,
            time: _,
            answer_bytes: _,
            has_recorded_answer: _,
        } = self;
        match *main {
            Main::Script | Main::Wanted { fetched: None, .. } | Main::Module { promise: None, .. } => {}
            Main::Value(value) => visit(value),
            Main::Wanted { fetched: Some(promise), .. } | Main::Module { promise: Some(promise), .. } => {
                visit(Value::object(promise));
            }
            Main::Function { function, promise } => {
                visit(Value::object(function));
                promise.into_iter().for_each(|promise| visit(Value::object(promise)));
            }
        }
        match turn {
            Some(Turn::Reaction(capability)) => capability.trace(visit),
            Some(Turn::Thenable(reject)) => visit(*reject),
            None | Some(Turn::Script | Turn::Body(_) | Turn::Function | Turn::Callback | Turn::Activation) => {}
        }
        if let Some(Blocked { answer: Some(Ok(value) | Err(value)), .. }) = *blocked {
            visit(value);
        }
    }
}
