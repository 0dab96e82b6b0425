//! The operations by their numbers.

use std::sync::Arc;

use crate::Shell;
use crate::calls::Operation;
use crate::fault::{self, Failure};
use crate::item::{Item, Malformed};
use crate::options::Options;
use crate::place::Place;
use crate::slot::{Slot, State};
use crate::table::{Handle, Table};

/// Result of an operation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Status {
    /// The output is the result.
    Done = 0,
    /// The output is an error: an exception of a script, or another one.
    Threw = 1,
    /// The output is an error: a limit has ended the operation.
    Ended = 2,
    /// The slice of a program is used up.
    Paused = 3,
    /// A program waits for answers or timers.
    Waiting = 4,
    /// The operation was wrong, or its handle is stale. The output is an error.
    Refused = 5,
}

/// Defines the operations with their numbers.
macro_rules! operations {
    ($($(#[$documentation:meta])* $name:ident = $number:literal,)*) => {
        /// Operations of a host. Inputs begin with a list of items ([`Item`]), where nothing else is said.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[repr(u32)]
        pub enum Op {
            $($(#[$documentation])* $name = $number,)*
        }

        impl Op {
            /// All operations.
            pub const ALL: &[Op] = &[$(Op::$name,)*];

            /// Returns the operation with that number.
            ///
            /// ```
            /// use ferrotape_session::Op;
            ///
            /// assert_eq!((Op::of(2), Op::of(99)), (Some(Op::Eval), None));
            /// ```
            pub fn of(number: u32) -> Option<Op> {
                Op::ALL.iter().copied().find(|&op| op as u32 == number)
            }
        }
    };
}

operations! {
    /// Makes an engine. `[options]`, or nothing. Gives its handle.
    New = 0,
    /// Drops an engine with all its values.
    Dispose = 1,
    /// Runs a script: `[name, source]`. Gives its value.
    Eval = 2,
    /// Calls a function: `[function]`, then `[this, …arguments]`.
    Call = 3,
    /// Makes an object: `[function]`, then `[…arguments]`.
    Construct = 4,
    /// Gets a property: `[object]` (0: the global one), then the key.
    Get = 5,
    /// Sets a property: `[object]`, then `[key, value]`.
    Set = 6,
    /// Gives the names of properties: `[object]`.
    Keys = 7,
    /// Gives a text for people: `[value]`.
    Inspect = 8,
    /// Gives the state of a promise: `[promise]`.
    Promise = 9,
    /// Releases values: `[…]`.
    Release = 10,
    /// Defines a function of the host: `[name, function]`.
    Define = 11,
    /// Defines a function that is answered later: `[name, options]`.
    DefineCall = 12,
    /// Defines `console`: `[function]`.
    Console = 13,
    /// Sets the loader of modules: `[function, whether it is async]`.
    Modules = 14,
    /// Copies an engine, with the program that runs in it. Gives the handle of the copy.
    Fork = 15,
    /// Gives the engine as bytes.
    Save = 16,
    /// Restores bytes into the engine: `[with a program]`, then the bytes.
    Restore = 17,
    /// Starts a program: `[goal, name, source]`.
    Start = 18,
    /// Goes on with the program: `[fuel, milliseconds]`.
    Advance = 19,
    /// Gives the calls that wait: `[only new ones]`.
    Calls = 20,
    /// Gives the arguments of a call: `[call]`.
    Arguments = 21,
    /// Answers a call: `[call]`, then the value.
    Answer = 22,
    /// Fails a call: `[call]`, then an exception of the host.
    Fail = 23,
    /// Ends the program: `[reason]`.
    Abort = 24,
    /// Gives what the engine has used.
    Stats = 25,
    /// Returns the unhandled rejections.
    Unhandled = 26,
    /// Keeps a value: nothing, then the value. Gives its number.
    Hold = 27,
    /// Gives a kept value as the format writes it: `[value]`.
    Data = 28,
    /// Gives the kind of a kept value: `[value]`.
    Kind = 29,
    /// Keeps the global object. Gives its number.
    Global = 30,
    /// Defines a class of the host: `[name, members]`.
    Class = 31,
    /// Gives the numbers of the host's objects that no script has any more.
    Gone = 32,
    /// Answers an async loader: `[name, text]`, or `[name, undefined, message]` where there is no module.
    Provide = 33,
    /// Gives where a call was made, the innermost function first: `[call]`.
    Stack = 34,
    /// Gives the idempotency key of a call: `[call, name of the run]`.
    Key = 35,
    /// Limits the program in all: `[milliseconds, bytes of answers]`.
    LimitProgram = 36,
    /// Gives the number of the host's object that a kept value is: `[value]`.
    NumberOf = 37,
    /// Tells a function of the host of each call that is over: `[function]`.
    OnCall = 38,
}

/// The engines of a binding.
pub struct Host {
    slots: Table<Slot>,
    shell: Arc<dyn Shell>,
}

impl Host {
    /// Creates a host without engines.
    pub fn new(shell: impl Shell + 'static) -> Host {
        Host { slots: Table::default(), shell: Arc::new(shell) }
    }

    /// Returns the number of engines.
    ///
    /// ```
    /// use ferrotape_session::{Host, NoShell};
    ///
    /// assert_eq!(Host::new(NoShell).engines(), 0);
    /// ```
    pub fn engines(&self) -> usize {
        self.slots.len()
    }

    /// Performs an operation on an engine. Whatever the numbers and bytes are, it ends with a status and fitting output.
    pub fn call(&mut self, op: u32, engine: Handle, input: &[u8], output: &mut Vec<u8>) -> Status {
        output.clear();
        let performed = self.performed(op, engine, input, output);
        let shell = Arc::clone(&self.shell);
        answered(performed, output, |error| match &mut self.slots.get_mut(engine)?.state {
            State::Idle(engine) => fault::thrown(&mut **engine, &shell, error),
            State::Running(run) => fault::thrown(run, &shell, error),
            State::Lost => None,
        })
    }

    /// Runs what makes, copies or removes an engine; hands every other operation to the engine itself.
    fn performed(&mut self, op: u32, engine: Handle, input: &[u8], output: &mut Vec<u8>) -> Result<Status, Failure> {
        let (op, items, rest) = request(op, input)?;
        match op {
            Op::New => {
                let options = Options::of(items.first().unwrap_or(&Item::Undefined))?;
                // No script has run: what is wrong is an option, or so small a limit that no engine fits.
                let engine = options.engine(&self.shell).map_err(|error| match error.is_termination() {
                    true => Failure::from(error),
                    false => Failure::usage(error.message()),
                })?;
                self.added(Slot::new(engine, options), output)
            }
            Op::Dispose => {
                // What the values of scripts hold may be much; it goes with the engine.
                drop(self.slots.remove(engine).ok_or_else(stale)?);
                Item::Undefined.write(output);
                Ok(Status::Done)
            }
            Op::Fork => {
                let fork = self.slots.get_mut(engine).ok_or_else(stale)?.forked(&self.shell)?;
                self.added(fork, output)
            }
            _ => {
                let slot = self.slots.get_mut(engine).ok_or_else(stale)?;
                Operation { place: Place::Slot(slot), shell: &self.shell, items, rest, output }.performed(op)
            }
        }
    }

    /// Moves an engine to a host of its own, which has the same shell.
    ///
    /// ```
    /// use ferrotape_session::{Handle, Host, NoShell, Op, Status};
    ///
    /// let (mut host, mut output) = (Host::new(NoShell), Vec::new());
    /// host.call(Op::New as u32, Handle::NONE, &[], &mut output);
    /// let engine = Handle::from_number(1 << 32);
    /// let (mut other, moved) = host.split(engine).unwrap();
    /// assert_eq!((host.engines(), other.engines()), (0, 1));
    /// assert_eq!(other.call(Op::Stats as u32, moved, &[], &mut output), Status::Done);
    /// ```
    pub fn split(&mut self, engine: Handle) -> Option<(Host, Handle)> {
        let slot = self.slots.remove(engine)?;
        let mut other = Host { slots: Table::default(), shell: Arc::clone(&self.shell) };
        let handle = other.slots.insert(slot)?;
        Some((other, handle))
    }

    fn added(&mut self, slot: Slot, output: &mut Vec<u8>) -> Result<Status, Failure> {
        let handle = self.slots.insert(slot).ok_or_else(|| Failure::usage("there are too many engines"))?;
        Item::Number(handle.number() as f64).write(output);
        Ok(Status::Done)
    }
}

/// Reads the number of an operation, and the input: items, and the bytes behind them.
pub(crate) fn request(op: u32, input: &[u8]) -> Result<(Op, Vec<Item>, &[u8]), Failure> {
    let op = Op::of(op).ok_or_else(|| Failure::usage(format!("there is no operation {op}")))?;
    match Item::decode_first(input) {
        Ok((Item::List(items), rest)) => Ok((op, items, rest)),
        Err(_) if input.is_empty() => Ok((op, Vec::new(), input)),
        Ok(_) | Err(Malformed) => Err(Malformed.into()),
    }
}

/// Returns the status of an operation. The output of one that has failed is the error, with the thrown value.
pub(crate) fn answered(
    performed: Result<Status, Failure>,
    output: &mut Vec<u8>,
    thrown: impl FnOnce(&ferrotape::Error) -> Option<Vec<u8>>,
) -> Status {
    match performed {
        Ok(status) => status,
        Err(Failure::Usage(message)) => {
            fault::write_own("usage", None, &message, output);
            Status::Refused
        }
        Err(Failure::SourceTooLong(message)) => {
            fault::write_own("limit", Some("source"), &message, output);
            Status::Ended
        }
        Err(Failure::Error(error)) => {
            let thrown = thrown(&error);
            fault::write(&error, thrown, output);
            if error.is_termination() { Status::Ended } else { Status::Threw }
        }
    }
}

fn stale() -> Failure {
    Failure::usage("the engine was disposed, or belongs to another host")
}
