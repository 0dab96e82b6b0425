//! Tests that look into the machine and need built-ins.

mod accounting;
mod completions;
mod environment;
mod frames;
mod hosts;
mod machines;
mod operators;
mod realms;
mod scripts;
mod stack_machine;
mod templates;
mod weak;

use ferrotape_runtime::machine::Machines;

/// Both.
const MACHINES: Machines =
    Machines { register: &ferrotape_machine::MACHINE, stack: Some(&ferrotape_stack_machine::MACHINE) };
