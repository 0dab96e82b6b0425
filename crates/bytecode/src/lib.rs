//! The register machine's code as data: what the compiler makes and the engine runs.
//!
//! ```text
//! Unit                  all code of one source text: source, strings, functions
//!   FunctionTemplate    instructions, constants, cache sites, names, scopes, catchers, positions
//!     Instruction       8 bytes; the one table of all instructions is in `instruction`
//! ```
//!
//! A unit refers to no heap and no engine, so it can be compiled on one thread and run on another. Nothing here knows
//! how code is made or run.

mod disassembler;
mod instruction;
mod position;
mod template;
mod verifier;

pub use disassembler::disassemble;
pub use instruction::{Instruction, OperandValue, Role};
pub use position::PositionTable;
pub use template::*;
pub use verifier::{VerifyError, verify};
