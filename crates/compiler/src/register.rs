//! Code generation for the register machine.
//!
//! Registers of a frame, from below: `this`, the parameters in order, variables of all scopes of the function, records
//! of scopes that may need one, then temporaries in strict stack order. A call's frame (callee, `this`, arguments) is
//! the topmost temporaries, as the callee's window lies on it.
//!
//! An expression becomes an [`operand::Operand`] first: a constant, a variable's register, or an instruction that only
//! lacks its destination. It becomes code when it is known where its value is wanted. Two invariants keep this sound:
//!
//! - A variable's register is written by the *final* instruction of what is assigned to it, never by an earlier one, so
//!   that an exception halfway, or the expression itself, sees the old value. Only temporaries are written early.
//! - A variable used as an operand is copied when something evaluated before its use may assign to it
//!   ([`crate::facts::Effects`]).
//!
//! A function is compiled for registers below 256 first. When that overflows, it is compiled again in *wide* mode,
//! where instructions reach high registers through a few low ones ([`emitter`]).
//!
//! Reading order: `operand`, `expression`, `assignment`, `call`, `logical`; `statement`, `loops`, `exceptions`;
//! `function` for the layout; `emitter` and `jumps` for what happens to instructions.

mod assignment;
mod call;
mod constants;
mod distance;
mod emitter;
mod exceptions;
mod expression;
mod fold;
mod function;
mod jumps;
mod literal;
mod logical;
mod loops;
mod operand;
mod scope;
mod statement;
mod switch;

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::{FunctionTemplate, Instruction, NameReference, ScopeDescriptor, TextId, Unit};
use ferrotape_syntax::scope::{BindingId, ScopeId};
use ferrotape_syntax::tree::{Function, FunctionId, Tree};
use ferrotape_text::{Interner, Name, Span, Text};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::control_flow::{Label, Targets};
use crate::facts::Facts;
use crate::functions::{BYTES_PER_NAME, InferredNames, KnownNames, NameMarks, function_at};
use crate::meter::{Numbering, account, filled};
use crate::spine::Spine;
use crate::usage::Usage;
use crate::{CodeGenerator, CompileError, CompileErrorKind, CompileOptions};
use constants::Constants;
use emitter::{LabeledCatcher, LabeledTable, Temporaries};
use fold::Joined;
use statement::{Control, Exit};

/// No scope of the function around a closure or a direct eval has a record.
pub(crate) const NO_SCOPE: u16 = u16::MAX;

/// A register of the frame. Those from 256 on exist in wide mode only.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Register(pub u32);

impl Register {
    pub const THIS: Register = Register(0);

    fn offset(self, by: u32) -> Register {
        Register(self.0 + by)
    }
}

/// Why compiling a function stops.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Stop {
    /// More than 256 registers are needed: try again in wide mode.
    NeedsWide,
    TooDeep(Span),
    TooLarge(&'static str, Span),
    /// With the source offset that had been reached, where it is known.
    Terminated(Termination, Option<u32>),
}

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination, None)
    }
}

pub(crate) type Compiled<T = ()> = Result<T, Stop>;

/// What the functions of a unit share.
pub(crate) struct Session<'t> {
    tree: &'t Tree,
    budget: &'t mut Budget,
    /// Bytes charged for what outlives the function being compiled.
    kept: usize,
    facts: Facts,
    /// Known once a function was wide.
    usage: Option<Usage>,
    names: Interner,
    marks: NameMarks,
    /// The joined strings of the statement being compiled.
    joined: Joined,
    options: CompileOptions,
    known: KnownNames,
    inferred_names: InferredNames,
    /// By binding, valid for the function being compiled.
    registers: Vec<Register>,
    /// By function: the binding that its declaration gives it to.
    declared_as: Vec<Option<BindingId>>,
    /// By scope, valid for the function being compiled: its index among the function's descriptors.
    descriptors: Vec<u16>,
    /// Strings whose ids are exchanged, so that flags of regular expressions get ids of 16 bits.
    exchanged: FxHashMap<u32, u32>,
}

/// The state of one function's compilation.
pub(crate) struct FunctionCompiler<'s, 't> {
    session: &'s mut Session<'t>,
    tree: &'t Tree,
    id: FunctionId,
    function: &'t Function,
    wide: bool,

    code: Vec<Instruction>,
    /// The source offset of each instruction.
    offsets: Vec<u32>,
    /// Where errors of the next instruction point at.
    position: u32,
    /// Code index by label.
    labels: Vec<u32>,
    catchers: Vec<LabeledCatcher>,
    tables: Vec<LabeledTable>,
    loops: Vec<(Label, u32)>,
    constants: Constants,
    caches: Vec<TextId>,
    global_caches: Numbering<Name, FxBuildHasher>,
    names: Vec<NameReference>,
    name_indices: Numbering<(Option<ScopeId>, Name), FxBuildHasher>,
    scopes: Vec<ScopeDescriptor>,
    /// Bytes that all these have grown by, of which the budget has not heard yet.
    grown: usize,

    temporaries: Temporaries,
    register_count: u32,
    /// The innermost scope with a descriptor.
    scope: Option<u16>,
    controls: Vec<Control>,
    /// The depths of the `finally` blocks among the controls.
    finallies: Vec<u32>,
    /// The ways out that the `finally` blocks around have numbers for, by the depth of the last block on the way.
    exits: FxHashMap<(u32, Exit), u32>,
    next_exit: u32,
    targets: Targets,
    /// Where a label was bound last.
    last_bound: u32,
    /// How many catchers protect the code being generated.
    catcher_depth: u32,
    /// Where script and eval code keeps the value of the last statement that had one.
    completion: Option<Register>,
    /// The left spines of chains being compiled, innermost last.
    spine: Spine,
}

/// The back-end for the register machine.
pub(crate) struct RegisterGenerator;

impl CodeGenerator for RegisterGenerator {
    fn generate(&self, tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, CompileError> {
        compile(tree, options, budget)
    }
}

/// Compiles all functions of the tree.
fn compile(mut tree: Tree, options: &CompileOptions, budget: &mut Budget) -> Result<Unit, CompileError> {
    let names = std::mem::take(&mut tree.names);
    let all = tree[tree.program].span;
    let whole = |stop: Stop| error_of(stop, all);
    let mut session = Session::new(&tree, names, options, budget).map_err(|stopped| whole(stopped.into()))?;
    let room = tree.functions.len() * size_of::<FunctionTemplate>();
    session.budget.charge(room).map_err(|stopped| whole(stopped.into()))?;
    let mut functions = Vec::with_capacity(tree.functions.len());
    for index in 0..tree.functions.len() {
        let id = function_at(&tree, index as u32);
        functions.push(session.function(id).map_err(|stop| error_of(stop, tree[id].span))?);
    }
    session.name_functions(&mut functions).map_err(|stopped| whole(stopped.into()))?;
    let Session { names, exchanged, .. } = session;
    let mut strings = names.into_texts();
    for (&low, &high) in &exchanged {
        if low < high {
            strings.swap(low as usize, high as usize);
        }
    }
    Ok(Unit { source: tree.source, strings, functions })
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
            facts: Facts::new(tree, budget)?,
            usage: None,
            marks: NameMarks::new(&names, budget)?,
            joined: Joined::default(),
            options: *options,
            known,
            inferred_names: InferredNames::new(tree, budget)?,
            registers: filled(Register::default(), tree.bindings.len(), budget)?,
            declared_as: filled(None, tree.functions.len(), budget)?,
            descriptors: filled(NO_SCOPE, tree.scopes.len(), budget)?,
            exchanged: constants::flags_to_low_ids(tree, &names, budget)?,
            names,
            budget,
        })
    }

    /// Compiles one function, again in wide mode where 256 registers are not enough.
    fn function(&mut self, id: FunctionId) -> Compiled<FunctionTemplate> {
        match self.attempt(id, false) {
            Err(Stop::NeedsWide) => {
                if self.usage.is_none() {
                    self.usage = Some(Usage::new(self.tree, self.budget)?);
                }
                self.attempt(id, true)
            }
            done => done,
        }
    }

    /// What has been charged for the work alone is given back; the template and new names are kept.
    fn attempt(&mut self, id: FunctionId, wide: bool) -> Compiled<FunctionTemplate> {
        let (before, kept) = (self.budget.bytes(), self.kept);
        let done = FunctionCompiler::new(self, id, wide).compile();
        let charged = self.budget.bytes().saturating_sub(before);
        self.budget.release(charged.saturating_sub(self.kept - kept));
        let template = done?;
        self.budget.charge(template.payload_bytes())?;
        Ok(template)
    }

    fn name_functions(&mut self, functions: &mut [FunctionTemplate]) -> Result<(), Termination> {
        for (index, template) in (0..).zip(functions) {
            self.budget.tick(1)?;
            let name = self.inferred_names.name_of(self.tree, function_at(self.tree, index));
            template.name = name.map(|name| self.text_id(name));
        }
        Ok(())
    }

    /// The name of a text that is not in the source like that.
    fn intern(&mut self, text: Text) -> Name {
        let (length, count) = (text.bytes(), self.names.len());
        let name = self.names.intern(text);
        if self.names.len() > count {
            self.kept += length + BYTES_PER_NAME;
            account(self.budget, length + BYTES_PER_NAME);
        }
        name
    }

    fn text_id(&self, name: Name) -> TextId {
        text_id(&self.exchanged, name)
    }
}

/// The unit's index of a name's text: the name itself but for the exchanged ones.
fn text_id(exchanged: &FxHashMap<u32, u32>, name: Name) -> TextId {
    if exchanged.is_empty() {
        return TextId(name.0);
    }
    TextId(exchanged.get(&name.0).copied().unwrap_or(name.0))
}

fn error_of(stop: Stop, function: Span) -> CompileError {
    let (kind, message, span) = match stop {
        Stop::NeedsWide => (CompileErrorKind::TooLarge, emitter::TOO_MANY_REGISTERS, function),
        Stop::TooDeep(span) => (CompileErrorKind::TooDeep, "syntax is nested too deeply", span),
        Stop::TooLarge(message, span) => (CompileErrorKind::TooLarge, message, span),
        Stop::Terminated(termination, at) => {
            let span = at.map_or(function, |at| Span::new(at, at));
            (CompileErrorKind::Terminated(termination), "", span)
        }
    };
    CompileError { kind, message, span }
}
