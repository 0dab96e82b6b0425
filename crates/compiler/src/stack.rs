//! Code generation for the stack machine that `docs/stack-backend.md` describes.
//!
//! Expressions leave a value or a reference on the value stack, statements leave it empty. References are made where an
//! identifier or a property stands, and what is done with them says whether they are read, written, called or deleted:
//!
//! ```text
//! a.b = c      VREF,a  GETVALUE  LITERAL,"b"  REF  VREF,c  GETVALUE  PUTVALUE
//! ```
//!
//! Names are not resolved further than the parser does it: a variable of the running function is a `VREF`, all else is
//! looked up when the code runs. Blocks are numbered while they are generated; whoever leaves some says `END,n`.
//! L is set only where it changes and the next instruction may throw ([`emitter`]).
//!
//! Reading order: [`crate::lowering`] for the constructs; `emitter`, `names`, `expression`, `assignment`, `call`; `machine`,
//! `exceptions`; `function`; then `peephole` for what happens to the code in the end.

mod assignment;
mod call;
mod class;
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
use ferrotape_bytecode::{BlockScope, FunctionTemplate, TextId, Unit};
use ferrotape_syntax::tree::{FunctionId, Tree};
use ferrotape_text::{Interner, Name, Text};

use crate::control_flow::Label;
use crate::lowering::{self, Compiled, Core, Session, Tables, attempt};
use crate::meter::filled;
use crate::{CodeGenerator, CompileOptions, SourceError};
use emitter::Emitted;
use exceptions::Finalizer;

/// The back-end for the stack machine.
pub(crate) struct StackGenerator;

impl CodeGenerator for StackGenerator {
    fn generate(&self, tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, SourceError> {
        lowering::generate::<Variables>(tree, options, budget)
    }
}

/// By binding of the running function's scope: the index of the variable.
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

/// The state of one function's generation.
struct FunctionGenerator<'t> {
    core: Core<'t>,
    variables: &'t mut Variables,
    code: Emitted,
    block_scopes: Vec<BlockScope>,
    /// Places below the values that are taken now, and the most that are at once.
    held: u32,
    max_held: u32,
    /// The handlers of `finally` around, innermost last.
    finalizers: Vec<Finalizer>,
    /// How many CATCH and FINALLY blocks protect the code being generated, and how many of them are FINALLY blocks.
    protections: u32,
    finally_protections: u32,
    /// Where what a derived constructor returns leads to.
    derived_exit: Option<Label>,
    /// How many values were returned through FINALLY blocks so far: each leaves C set where a handler prevents it.
    preventable_returns: u32,
}

/// Names keep their ids as texts.
fn text_id(name: Name) -> TextId {
    TextId(name.0)
}
