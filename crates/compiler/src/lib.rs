//! Compiler: turns trees into function templates.
//!
//! ```text
//! Tree ──> facts ──> one function after the other ─────────────────────────────> Unit
//!           (once)  layout ─> statements ─> expressions ─> operands ─> emitter ─> jumps
//! ```
//!
//! The input is a [`Tree`] whose names are resolved. The output is a [`Unit`]: plain data that refers to no heap.
//! Compilation is pure: it has no global state and runs no script. So it can run on any thread, and re-entrant use by
//! `eval` needs no special care.
//!
//! Functions are compiled one after the other, in the order of the tree's function table, and not recursively. So
//! nested functions cost no native stack, and each function is compiled once; twice if it needs more registers than 8
//! bits can name. Loops compile long chains to the left (`a + b + …`, `a.b.c…`, `else if …`). All other recursion
//! checks the [`NativeStack`] first and fails with [`SourceErrorKind::Limit`].
//!
//! Code that both machines share is in [`mod@lowering`]. Read that first, then [`mod@register`] and
//! `register/operand.rs`.

mod control_flow;
mod debug_tables;
mod facts;
mod generator;
mod lowering;
mod meter;
mod register;
mod source;
mod spine;
#[cfg(feature = "stack-machine")]
mod stack;
mod usage;
mod variable_names;

#[cfg(test)]
mod tests;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{Unit, disassemble, verify_in_linear_time};
use ferrotape_syntax::EvalContext;
use ferrotape_syntax::tree::Tree;

pub use debug_tables::debug_tables;
pub use ferrotape_syntax::{SourceError, SourceErrorKind};
pub use generator::{Backend, CodeGenerator};
pub use source::{Refused, compile_dynamic_function, compile_eval_source, compile_source, compile_text};
pub use variable_names::{VariableNames, name_variables, variable_names};

/// Facts that the caller knows and the tree does not contain.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Bound on recursion over nested syntax.
    pub stack: NativeStack,
    pub backend: Backend,
    /// Surroundings of eval code.
    pub around: EvalContext,
    /// Notes the names of registers: see [`variable_names`].
    pub names_variables: bool,
}

/// Compiles all functions of a tree; `functions[0]` of the unit is the tree's program.
///
/// Work and memory count against the budget. The caller releases what has been charged, including the charge for the
/// unit. With `debug_assertions` all code is verified, at no cost to the budget.
pub fn compile(tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, SourceError> {
    compile_with(tree, options, None, budget)
}

/// Compiles as [`compile`] does, and fills the tables for debuggers, if they are asked for.
fn compile_with(
    tree: Tree,
    options: &CompileOptions,
    debug: Option<&mut DebugTables>,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    let unit = options.backend.generator().generate(tree, options, debug, budget)?;
    if cfg!(debug_assertions) {
        let verified = verify_in_linear_time(&unit);
        debug_assert!(verified.is_ok(), "{verified:?}\n{}", disassemble(&unit));
    }
    Ok(unit)
}
