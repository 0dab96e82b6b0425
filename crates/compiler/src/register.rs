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
use ferrotape_text::{Interner, Name, Span};
use rustc_hash::FxHashMap;

use crate::facts::Facts;
use crate::functions::{InferredNames, KnownNames, function_at};
use crate::spine::Spine;
use crate::{CodeGenerator, CompileError, CompileErrorKind, CompileOptions};
use constants::Constants;
use emitter::{LabeledCatcher, LabeledTable, Temporaries};
use statement::Control;

/// No scope of the function around a closure or a direct eval has a record.
pub(crate) const NO_SCOPE: u16 = u16::MAX;

/// A register of the frame. Those from 256 on exist in wide mode only.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
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
    Terminated(Termination),
}

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination)
    }
}

pub(crate) type Compiled<T = ()> = Result<T, Stop>;

/// What the functions of a unit share.
pub(crate) struct Session<'t> {
    tree: &'t Tree,
    budget: &'t mut Budget,
    facts: Facts,
    names: Interner,
    options: CompileOptions,
    known: KnownNames,
    inferred_names: InferredNames,
    /// By binding, valid for the function being compiled.
    registers: Vec<Register>,
    /// By function: the binding that its declaration gives it to.
    declared_as: Vec<Option<BindingId>>,
    /// By scope, valid for the function being compiled: its index among the function's descriptors.
    descriptors: Vec<u16>,
    /// Strings whose ids are exchanged, so that patterns of regular expressions get ids of 16 bits.
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
    constants: Constants,
    caches: Vec<TextId>,
    global_caches: FxHashMap<Name, u32>,
    names: Vec<NameReference>,
    name_indices: FxHashMap<(ScopeId, Name), u32>,
    scopes: Vec<ScopeDescriptor>,

    temporaries: Temporaries,
    register_count: u32,
    /// The innermost scope with a descriptor.
    scope: Option<u16>,
    controls: Vec<Control>,
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
    let mut names = std::mem::take(&mut tree.names);
    let known = KnownNames::new(&mut names);
    let mut session = Session {
        tree: &tree,
        budget,
        facts: Facts::new(&tree),
        names,
        options: *options,
        known,
        inferred_names: InferredNames::new(&tree),
        registers: vec![Register::default(); tree.bindings.len()],
        declared_as: vec![None; tree.functions.len()],
        descriptors: vec![NO_SCOPE; tree.scopes.len()],
        exchanged: constants::flags_to_low_ids(&tree),
    };
    let mut functions = Vec::with_capacity(tree.functions.len());
    for index in 0..tree.functions.len() {
        let id = function_at(&tree, index as u32);
        functions.push(session.function(id).map_err(|stop| error_of(stop, tree[id].span))?);
    }
    for (index, template) in functions.iter_mut().enumerate() {
        let id = function_at(&tree, index as u32);
        let name = session.inferred_names.name_of(&tree, id);
        template.name = name.map(|name| session.text_id(name));
    }
    let Session { names, exchanged, .. } = session;
    let mut strings = names.into_texts();
    for (&low, &high) in &exchanged {
        if low < high {
            strings.swap(low as usize, high as usize);
        }
    }
    Ok(Unit { source: tree.source, strings, functions })
}

impl Session<'_> {
    /// Compiles one function, again in wide mode where 256 registers are not enough.
    fn function(&mut self, id: FunctionId) -> Compiled<FunctionTemplate> {
        match FunctionCompiler::new(self, id, false).compile() {
            Err(Stop::NeedsWide) => FunctionCompiler::new(self, id, true).compile(),
            done => done,
        }
    }

    /// The unit's index of a name's text: the name itself but for the exchanged ones.
    fn text_id(&self, name: Name) -> TextId {
        if self.exchanged.is_empty() {
            return TextId(name.0);
        }
        TextId(self.exchanged.get(&name.0).copied().unwrap_or(name.0))
    }
}

fn error_of(stop: Stop, function: Span) -> CompileError {
    let (kind, message, span) = match stop {
        Stop::NeedsWide => (CompileErrorKind::TooLarge, emitter::TOO_MANY_REGISTERS, function),
        Stop::TooDeep(span) => (CompileErrorKind::TooDeep, "syntax is nested too deeply", span),
        Stop::TooLarge(message, span) => (CompileErrorKind::TooLarge, message, span),
        Stop::Terminated(termination) => (CompileErrorKind::Terminated(termination), "", function),
    };
    CompileError { kind, message, span }
}
