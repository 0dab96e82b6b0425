//! Engines behind numbers and bytes: the base of Ferrotape's bindings to other languages.
//!
//! ```text
//! a language's package ──operation, handle, bytes──▶ Host::call ──▶ engines, runs, values
//!                      ◀──────status, bytes────────      │
//!                      ◀──Shell::host_call, bytes──  a script calls a function of the host
//! ```
//!
//! A binding is thin: it turns its language's values into bytes ([`ferrotape::wire`]) and back, and gives its users
//! objects that hold handles. Everything else is here, once: the operations, their behaviour for any input, the
//! treatment of released handles, and errors as bytes.
//!
//! ```
//! use ferrotape_session::{Handle, Host, Item, NoShell, Op, Status};
//!
//! let mut host = Host::new(NoShell);
//! let mut output = Vec::new();
//! assert_eq!(host.call(Op::New as u32, Handle::NONE, &[], &mut output), Status::Done);
//! let engine = Handle::from_number(Item::decode(&output).unwrap().as_number().unwrap() as u64);
//! let input = Item::List(vec!["sum.js".into(), "20 + 22".into()]).encode();
//! assert_eq!(host.call(Op::Eval as u32, engine, &input, &mut output), Status::Done);
//! assert_eq!(Item::decode(&output).unwrap().as_number(), Some(42.0));
//!
//! assert_eq!(host.call(Op::Dispose as u32, engine, &[], &mut output), Status::Done);
//! assert_eq!(host.call(Op::Eval as u32, engine, &input, &mut output), Status::Refused);
//! ```

#![warn(missing_docs)]

mod calls;
mod classes;
mod fault;
mod held;
mod host;
mod item;
mod loader;
mod options;
mod place;
mod programs;
mod slot;
mod table;
mod values;

pub use host::{Host, Op, Status};
pub use item::{Item, Malformed};
pub use place::Inside;
pub use table::{Handle, Table};

/// Services of a binding for scripts: it calls functions of its language, and tells the time.
pub trait Shell: Send + Sync {
    /// Calls the host's function with this number. The input is a list of the arguments, in the format of values.
    ///
    /// The output is the result; after [`Reply::Threw`] it is the number by which the shell knows the host's exception,
    /// as LEB128, and the value that the script gets.
    fn host_call(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply;

    /// Calls the host's function as [`Shell::host_call`]: this is what scripts call. The function may use the engine by `inside`
    /// until it returns.
    fn host_call_inside(
        &self,
        inside: &mut Inside<'_, '_>,
        function: u64,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> Reply {
        let _ = inside;
        self.host_call(function, input, output)
    }

    /// Returns what is asked at each check of the limits whether the run must end, if the host can cancel runs. New engines
    /// and their forks keep it.
    fn watcher(&self) -> Option<Watcher> {
        None
    }

    /// Returns the milliseconds since some moment. It never goes back.
    fn now(&self) -> f64;
}

/// Closure that says whether a run must end: see [`Shell::watcher`].
pub type Watcher = Box<dyn Fn() -> bool + Send + Sync>;

/// Sets the clock of a platform that has none: see [`ferrotape::limits::set_host_clock`].
pub fn set_clock(now: fn() -> std::time::Duration) -> bool {
    ferrotape::limits::set_host_clock(now)
}

/// Result of a function of the host.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// With a result.
    Returned,
    /// With an exception.
    Threw,
}

/// A [`Shell`] without functions and without a clock.
pub struct NoShell;

impl Shell for NoShell {
    fn host_call(&self, _: u64, _: &[u8], output: &mut Vec<u8>) -> Reply {
        // No exception of the host, and no value.
        output.extend([0, 0]);
        Reply::Threw
    }

    fn now(&self) -> f64 {
        0.0
    }
}
