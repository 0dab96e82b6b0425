//! Code generation for the stack machine that `docs/stack-backend.md` describes.
//!
//! Expressions leave a value or a reference on the value stack, statements leave it empty. References are pushed where
//! an identifier or a property stands. The next instructions read, write, call or delete them:
//!
//! ```text
//! a.b = c    VREF,a  GETVALUE  LITERAL,"b"  REF  VREF,c  GETVALUE  PUTVALUE
//! ```
//!
//! Names are resolved no further than by the parser. A variable of the running function is a `VREF`; everything else is
//! looked up at run time. Blocks are numbered while they are generated; an exit from some of them is `END,n`. L is set
//! only where it changes and the next instruction may throw ([`emitter`]).
//!
//! Reading order: [`crate::lowering`] for the constructs; `emitter`, `names`, `expression`, `assignment`, `call`;
//! `machine`, `exceptions`; `function`; then `peephole` for the last passes over the code.

mod assignment;
mod call;
mod class;
mod disposal;
mod emitter;
mod exceptions;
mod expression;
mod function;
mod import;
mod iteration;
mod literal;
mod machine;
mod names;
mod peephole;
mod switch;
mod template;

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{BlockScope, FunctionTemplate, TextId, Unit};
use ferrotape_syntax::tree::{FunctionId, Tree};
use ferrotape_text::{Interner, Name, Text};

use crate::control_flow::Label;
use crate::lowering::{self, Compiled, Core, Session, Tables, attempt};
use crate::meter::filled;
use crate::{CodeGenerator, CompileOptions, SourceError};
use emitter::Emitted;
use exceptions::Finalizer;

/// Back-end for the stack machine.
pub(crate) struct StackGenerator;

impl CodeGenerator for StackGenerator {
    fn generate(
        &self,
        tree: Tree,
        options: &CompileOptions,
        debug: Option<&mut DebugTables>,
        budget: &mut Budget,
    ) -> Result<Unit, SourceError> {
        lowering::generate::<Variables>(tree, options, debug, budget)
    }
}

/// Index of each variable, by binding of the running function's scope.
struct Variables(Vec<u32>);

impl Tables for Variables {
    fn new(tree: &Tree, _: &Interner, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(Variables(filled(0, tree.bindings.len(), budget)?))
    }

    fn function(
        &mut self,
        tree: &Tree,
        session: &mut Session,
        budget: &mut Budget,
        id: FunctionId,
    ) -> Compiled<FunctionTemplate> {
        attempt(self, tree, session, budget, id, |core, variables| {
            lowering::template(FunctionGenerator::new(core, variables))
        })
    }

    fn text_id(&self, name: Name) -> TextId {
        text_id(name)
    }

    fn strings(self, names: Interner) -> Vec<Text> {
        names.into_texts()
    }
}

/// State of one function's generation.
struct FunctionGenerator<'t> {
    core: Core<'t>,
    variables: &'t mut Variables,
    code: Emitted,
    block_scopes: Vec<BlockScope>,
    /// Number of places in use below the values, and the most used at once.
    held: u32,
    max_held: u32,
    /// The place of the resources of the innermost scope with `using` declarations.
    resources: Option<u32>,
    /// Surrounding `finally` handlers, innermost last.
    finalizers: Vec<Finalizer>,
    /// Number of CATCH and FINALLY blocks that protect the code being generated, and number of FINALLY blocks among
    /// them.
    protections: u32,
    finally_protections: u32,
    /// Label that a derived constructor's returns lead to.
    derived_exit: Option<Label>,
    /// Number of values returned through FINALLY blocks so far. Each leaves C set if a handler prevents the return.
    preventable_returns: u32,
}

/// Returns the name's id as a text, which is equal.
fn text_id(name: Name) -> TextId {
    TextId(name.0)
}
