//! The register machine: the loop that runs register code, and the beginning and continuation of its frames.
//!
//! ```text
//! interpreter   the loop: one match over the instructions
//! frames        functions that the runtime calls: frames that are not plain, handlers, delivered values
//! ```
//!
//! Hosts use the crate `ferrotape`, which gives this machine to each engine.

mod frames;
mod interpreter;

use ferrotape_runtime::machine::Machine;

/// The register machine, for [`ferrotape_runtime::machine::Machines`].
pub static MACHINE: Machine = Machine {
    run: interpreter::run,
    begin: frames::begin,
    catch: frames::catch,
    finally: frames::finally,
    deliver: frames::deliver,
    arguments: frames::arguments,
    save: frames::save,
};
