//! Code as data, which the compiler makes and the engine runs.
//!
//! ```text
//! Unit                  all code of one source text: source, strings, functions
//!   FunctionTemplate    common to both machines: name, parameters, declarations
//!     RegisterCode      instructions, constants, cache sites, names, scopes, catchers, positions
//!       Instruction     8 bytes; the one table of all instructions is in `instruction`
//!     StackCode         the other machine's: `stack`
//! ```
//!
//! A unit refers to no heap and no engine, so one thread can compile it and another one run it. This crate knows
//! neither how code is made nor how it is run.

mod catchers;
pub mod debug;
mod disassembler;
mod instruction;
mod intrinsic;
mod json_listing;
mod literal;
mod module;
mod position;
mod saved;
mod stack;
mod template;
mod type_name;
mod verifier;
mod ways;

pub use catchers::CatcherIndex;
pub use disassembler::{RegisterListing, disassemble, disassemble_with};
pub use instruction::{Instruction, LISTED_ARGUMENTS, OWN_ARGUMENTS, OperandValue, Role};
pub use intrinsic::{Intrinsic, ListCall};
pub use json_listing::code_as_json;
pub use literal::{LiteralTemplate, LiteralValue, MOST_ELEMENTS, MOST_MEMBERS};
pub use module::{ExportEntry, Exported, ImportEntry, ModuleFunction, ModuleRequest, ModuleTemplate, Phase};
pub use position::{PositionTable, PositionTableBuilder};
pub use saved::{
    Damage, Read, Reader, Saved, SavedError, Writer, is_saved, prepare, read as read_saved, save, save_prepared, seal,
};
pub use stack::{
    BlockKind, BlockScope, BlockShape, Effect, Element, Literal, OperandKind, StackArguments, StackCode,
    StackInstruction, StackListing, StackShape, StackStates, Types, Variable, attribute,
};
pub use template::*;
pub use type_name::TypeName;
pub use verifier::{
    Held, MOST_STACK_STATES, RegisterStates, Registers, Suspended, SuspendedBy, VerifyError, look_at_variables,
    looks_at_variables, verify, verify_in_linear_time, verify_saved, without_outermost_code,
};
pub use ways::{FAR, MOST_WITHOUT_TICK, RECORDS_PER_TICK, Ways};
