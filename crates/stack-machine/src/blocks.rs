//! The block stack: the five kinds of blocks, their creation, and their end behaviour.
//!
//! An exception goes to the innermost block of the running function that waits for one: a CATCH that has not caught
//! yet, or a FINALLY. Blocks above it stay until the handler's END, which invokes their end behaviour. A termination
//! ignores blocks: it ends the whole activation.
//!
//! A handler finds the value stack as high as it was at the beginning of its block. The height is counted from the
//! start of the activation.

pub(crate) mod operations;

use ferrotape_runtime::stack_machine::state::StackMachine;
use ferrotape_runtime::value::Value;

pub use ferrotape_heap::stack_activation::{Block, Resume};

/// Result of an END instruction.
pub(super) enum Ended {
    /// The blocks are gone, or a handler interrupted END: the loop continues at PC.
    GoOn,
    /// No block was left: the program ends with the C register.
    Program,
}

/// The exception that the running handler will rethrow.
pub(super) fn thrown(machine: &StackMachine) -> Value {
    match machine.blocks.last() {
        Some(&Block::Finally2(Resume::Throw(exception))) => exception,
        _ => Value::UNDEFINED,
    }
}

/// Returns whether the running handler has an exception to rethrow.
pub(super) fn is_thrown(machine: &StackMachine) -> bool {
    matches!(machine.blocks.last(), Some(Block::Finally2(Resume::Throw(_))))
}
