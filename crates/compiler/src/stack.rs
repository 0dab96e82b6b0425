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

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::{FunctionTemplate, TextId, Unit};
use ferrotape_syntax::tree::{Function, FunctionId, Tree};
use ferrotape_text::{Interner, Name, Span};

use crate::control_flow::Targets;
use crate::functions::{InferredNames, KnownNames, NameMarks, function_at};
use crate::meter::{account, filled};
use crate::spine::Spine;
use crate::{CodeGenerator, CompileError, CompileErrorKind, CompileOptions};
use emitter::Emitter;
use exceptions::Finalizer;

type Compiled<T = ()> = Result<T, CompileError>;

/// The back-end for the stack machine.
pub(crate) struct StackGenerator;

impl CodeGenerator for StackGenerator {
    fn generate(&self, mut tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, CompileError> {
        let names = std::mem::take(&mut tree.names);
        let mut session = Session::new(&tree, names, options, budget)?;
        session.budget.charge(tree.functions.len() * size_of::<FunctionTemplate>())?;
        let mut functions = Vec::with_capacity(tree.functions.len());
        for index in 0..tree.functions.len() {
            functions.push(session.function(function_at(&tree, index as u32))?);
        }
        for (index, template) in (0..).zip(&mut functions) {
            session.budget.tick(1)?;
            let name = session.inferred_names.name_of(&tree, function_at(&tree, index));
            template.name = name.map(text_id);
        }
        let strings = session.names.into_texts();
        Ok(Unit { source: tree.source, strings, functions })
    }
}

impl<'t> Session<'t> {
    fn new(
        tree: &'t Tree,
        mut names: Interner,
        options: &CompileOptions,
        budget: &'t mut Budget,
    ) -> Result<Self, Termination> {
        let known = KnownNames::new(&mut names);
        Ok(Session {
            tree,
            kept: 0,
            marks: NameMarks::new(&names, budget)?,
            names,
            options: *options,
            known,
            inferred_names: InferredNames::new(tree, budget)?,
            variables: filled(0, tree.bindings.len(), budget)?,
            budget,
        })
    }

    /// Generates one function. What has been charged for the work alone is given back; the template and new names are kept.
    fn function(&mut self, id: FunctionId) -> Compiled<FunctionTemplate> {
        let (before, kept) = (self.budget.bytes(), self.kept);
        let done = FunctionGenerator::new(self, id).generate();
        let charged = self.budget.bytes().saturating_sub(before);
        self.budget.release(charged.saturating_sub(self.kept - kept));
        let template = done?;
        self.budget.charge(template.payload_bytes())?;
        Ok(template)
    }
}

/// What the functions of a unit share.
struct Session<'t> {
    tree: &'t Tree,
    budget: &'t mut Budget,
    /// Bytes charged for what outlives the function being generated.
    kept: usize,
    names: Interner,
    marks: NameMarks,
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
    targets: Targets,
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
    /// A node of the tree: accounts for it and for what has been written since the last one, and ends recursion over nested
    /// syntax before the native stack does.
    fn node(&mut self, span: Span) -> Compiled {
        self.work(1)?;
        if !self.session.options.stack.is_exhausted() {
            return Ok(());
        }
        Err(CompileError { kind: CompileErrorKind::TooDeep, message: "syntax is nested too deeply", span })
    }

    /// Accounts for work on what is no node by itself.
    fn work(&mut self, amount: u32) -> Compiled {
        if self.emitter.grown > 0 {
            account(self.session.budget, std::mem::take(&mut self.emitter.grown));
        }
        Ok(self.session.budget.tick(amount)?)
    }
}

/// Names keep their ids as texts.
fn text_id(name: Name) -> TextId {
    TextId(name.0)
}
