//! Tree to function templates.
//!
//! ```text
//! Tree ──> facts ──> one function after the other ─────────────────────────────> Unit
//!          (once)    layout ─> statements ─> expressions ─> operands ─> emitter ─> jumps
//! ```
//!
//! What comes in is a [`Tree`] whose names are resolved; what goes out is a [`Unit`]: plain data that refers to no heap.
//! Compilation is pure: it has no global state and runs no script, so it can run on any thread, and an `eval` inside a
//! getter inside a compilation's caller is nothing special.
//!
//! Functions are compiled one after the other in the order of the tree's function table, not nested in each other, so
//! the depth of function nesting costs no native stack, and each function is seen once (twice where it turns out to
//! need more registers than 8 bits can name). Long chains to the left (`a + b + …`, `a.b.c…`, `else if …`) are loops;
//! all other recursion asks [`NativeStack`] first and ends in [`CompileErrorKind::TooDeep`].
//!
//! What both machines do alike is in [`mod@lowering`]. Read that first, then [`mod@register`] and `register/operand.rs`.

mod control_flow;
mod facts;
mod generator;
mod lowering;
mod meter;
mod register;
mod source;
mod spine;
mod stack;
mod unbuilt;
mod usage;

#[cfg(test)]
mod tests;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::{Unit, disassemble, verify_in_linear_time};
use ferrotape_syntax::EvalContext;
use ferrotape_syntax::tree::Tree;

pub use ferrotape_syntax::{SourceError, SourceErrorKind};
pub use generator::{Backend, CodeGenerator};
pub use source::{Refused, compile_dynamic_function, compile_eval_source, compile_source, compile_text};

/// What the caller knows and the tree does not say.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// How far recursion over nested syntax may go.
    pub stack: NativeStack,
    pub backend: Backend,
    /// Of eval code: what stands around it.
    pub around: EvalContext,
}

/// Compiles all functions of a tree; `functions[0]` of the unit is the tree's program. Work and memory count against the budget;
/// what has been charged, for the unit as well, is the caller's to release. With `debug_assertions` all code is verified, at no
/// cost to the budget.
pub fn compile(tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, SourceError> {
    unbuilt::check(&tree, budget)?;
    let unit = options.backend.generator().generate(tree, options, budget)?;
    if cfg!(debug_assertions) {
        let verified = verify_in_linear_time(&unit);
        debug_assert!(verified.is_ok(), "{verified:?}\n{}", disassemble(&unit));
    }
    Ok(unit)
}
