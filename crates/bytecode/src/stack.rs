//! The stack machine's code as data: the bytecode that `docs/stack-backend.md` describes, after SEE's document.
//!
//! ```text
//! StackCode            instructions, literals, locations, variables, exact heights
//!   StackInstruction   8 bytes: one table with documented names and stack effects, in `instruction`
//!     Effect           "num1 num2 | num3" as data, in `effect`
//! ```
//!
//! `verifier` proves by the table what the executor relies on: heights, types of operands, blocks, targets.

mod code;
mod effect;
mod instruction;
mod listing;
mod verifier;

pub use code::{BlockScope, Literal, StackArguments, StackCode, Variable};
pub use effect::{Effect, Element, Types};
pub use instruction::{OperandKind, StackInstruction, attribute};
pub use listing::StackListing;
pub(crate) use verifier::verify_stack;
pub use verifier::{BlockKind, BlockShape, StackShape, StackStates};
