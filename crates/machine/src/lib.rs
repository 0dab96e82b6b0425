//! The register machine: the loop that runs register code, and the beginning and continuation of its frames.
//!
//! ```text
//! interpreter   the loop: one match over the instructions
//! frames        functions that the runtime calls: frames that are not plain, handlers, delivered values
//! watch         steps, for whoever watches
//! ```
//!
//! Hosts use the crate `ferrotape`, which gives this machine to each engine.

mod frames;
mod interpreter;
mod watch;

use ferrotape_runtime::machine::Machine;

/// The register machine, for [`ferrotape_runtime::machine::Machines`].
pub static MACHINE: Machine = Machine { run: interpreter::run::<false>, ..WATCHED };

/// The register machine with a second loop, which shows each step ([`ferrotape_runtime::watch`]). A program that names it
/// nowhere does not contain that loop.
pub static WATCHED_MACHINE: Machine = WATCHED;

const WATCHED: Machine = Machine {
    run: interpreter::run::<true>,
    begin: frames::begin,
    catch: frames::catch,
    finally: frames::finally,
    deliver: frames::deliver,
    arguments: frames::arguments,
    save: frames::save,
};
