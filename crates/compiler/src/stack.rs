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
//! Reading order: `emitter`, `names`, `expression`, `assignment`, `call`, `logical`; `statement`, `loops`, `exceptions`;
//! `function`; then `peephole` for what happens to the code in the end.

mod assignment;
mod call;
mod emitter;
mod exceptions;
mod expression;
mod function;
mod literal;
mod logical;
mod loops;
mod names;
mod peephole;
mod statement;
mod switch;

use ferrotape_budget::Budget;
use ferrotape_bytecode::{TextId, Unit};
use ferrotape_syntax::tree::{Function, Tree};
use ferrotape_text::{Interner, Name, Span};

use crate::functions::{InferredNames, KnownNames, function_at};
use crate::spine::Spine;
use crate::{CodeGenerator, CompileError, CompileErrorKind, CompileOptions};
use emitter::Emitter;
use exceptions::Finalizer;
use statement::Target;

type Compiled<T = ()> = Result<T, CompileError>;

/// The back-end for the stack machine.
pub(crate) struct StackGenerator;

impl CodeGenerator for StackGenerator {
    fn generate(&self, mut tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, CompileError> {
        let mut names = std::mem::take(&mut tree.names);
        let known = KnownNames::new(&mut names);
        let mut session = Session {
            tree: &tree,
            budget,
            names,
            options: *options,
            known,
            inferred_names: InferredNames::new(&tree),
            variables: vec![0; tree.bindings.len()],
        };
        let mut functions = Vec::with_capacity(tree.functions.len());
        for index in 0..tree.functions.len() {
            functions.push(FunctionGenerator::new(&mut session, function_at(&tree, index as u32)).generate()?);
        }
        for (index, template) in (0..).zip(&mut functions) {
            let name = session.inferred_names.name_of(&tree, function_at(&tree, index));
            template.name = name.map(text_id);
        }
        let strings = session.names.into_texts();
        Ok(Unit { source: tree.source, strings, functions })
    }
}

/// What the functions of a unit share.
struct Session<'t> {
    tree: &'t Tree,
    budget: &'t mut Budget,
    names: Interner,
    options: CompileOptions,
    known: KnownNames,
    inferred_names: InferredNames,
    /// By binding of the running function's scope: the index of the variable.
    variables: Vec<u32>,
}

/// The state of one function's generation.
struct FunctionGenerator<'s, 't> {
    session: &'s mut Session<'t>,
    tree: &'t Tree,
    function: &'t Function,
    emitter: Emitter,
    block_scopes: Vec<Vec<TextId>>,
    /// The statements around that can be left, innermost last.
    targets: Vec<Target>,
    /// The handlers of `finally` around, innermost last.
    finalizers: Vec<Finalizer>,
    /// How many CATCH and FINALLY blocks protect the code being generated, and how many of them are FINALLY blocks.
    protections: u32,
    finally_protections: u32,
    /// How many values were returned through FINALLY blocks so far: each leaves C set where a handler prevents it.
    preventable_returns: u32,
    /// Is this script or eval code, whose statements have values?
    keeps_completion: bool,
    /// The left spines of chains being generated, innermost last.
    spine: Spine,
}

impl FunctionGenerator<'_, '_> {
    /// Accounts for `amount` units of work on what stands at `span`.
    fn tick(&mut self, amount: u32, span: Span) -> Compiled {
        self.session.budget.tick(amount).map_err(|termination| CompileError {
            kind: CompileErrorKind::Terminated(termination),
            message: "",
            span,
        })
    }

    /// Ends recursion over nested syntax before the native stack does.
    fn check_depth(&self, span: Span) -> Compiled {
        if !self.session.options.stack.is_exhausted() {
            return Ok(());
        }
        Err(CompileError { kind: CompileErrorKind::TooDeep, message: "syntax is nested too deeply", span })
    }
}

/// Names keep their ids as texts.
fn text_id(name: Name) -> TextId {
    TextId(name.0)
}
