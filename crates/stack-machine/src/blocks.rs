//! The block stack: the five kinds of blocks, how they are created, and what happens as they are ended.
//!
//! An exception looks for the innermost block of the running function that waits for one: a CATCH that has not caught
//! yet, or a FINALLY. Blocks above it stay until the handler's END, which gives them their end behaviour. A termination
//! looks at no block: it ends the whole activation.
//!
//! A handler finds the value stack as high as it was where its block began. That height is counted from where the activation
//! began.

pub(crate) mod operations;

use ferrotape_runtime::stack_machine::state::StackMachine;

pub use ferrotape_heap::stack_activation::{Block, Resume};

/// How an END instruction ended.
pub(super) enum Ended {
    /// The blocks are gone, or END was interrupted by a handler: the loop goes on at PC.
    GoOn,
    /// There was no block left: the program ends with the C register.
    Program,
}

/// Does the handler that runs have an exception to go on with?
pub(super) fn is_thrown(machine: &StackMachine) -> bool {
    matches!(machine.blocks.last(), Some(Block::Finally2(Resume::Throw(_))))
}
