//! Code generation for the register machine.
//!
//! Registers of a frame, from below: `this`, the parameters in order, variables of all scopes of the function, records
//! of scopes that may need one, temporaries. The temporaries are in strict stack order. A call's frame (callee,
//! `this`, arguments) is the topmost temporaries, where the callee's window begins.
//!
//! An expression first becomes an [`operand::Operand`]: a constant, a variable's register, or an instruction that only
//! lacks its destination. It becomes code when the destination of its value is known. Two invariants keep this sound:
//!
//! - Only the *final* instruction of an assigned expression writes a variable's register, so that an exception halfway,
//!   or the expression itself, sees the old value. Only temporaries are written early.
//! - A variable used as an operand is copied if something evaluated before its use may assign to it
//!   ([`crate::facts::Effects`]).
//!
//! A function is first compiled for registers below 256. If that overflows, it is compiled again in *wide* mode, where
//! instructions reach high registers through a few low ones ([`emitter`]). Each variable has a register of its own, unless
//! they are more than registers: then blocks beside each other share them.
//!
//! Reading order: [`crate::lowering`] for the constructs; `operand`, `expression`, `assignment`, `call`, `comparison`;
//! `machine`, `exits`, `stations`, `exceptions`; `function` for the layout; `emitter` and `jumps` for the further steps
//! of instructions.

mod assignment;
mod boilerplate;
mod call;
mod class;
mod comparison;
mod concatenation;
mod constants;
mod debug;
mod disposal;
mod distance;
mod emitter;
mod exceptions;
mod exchange;
mod exits;
mod expression;
mod fold;
mod function;
mod import;
mod iteration;
mod jumps;
mod literal;
mod machine;
mod operand;
mod scope;
mod stations;
mod stretches;
mod super_member;
mod suspension;
mod switch;
mod template;

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{
    FunctionTemplate, Instruction, LiteralTemplate, NameReference, ScopeDescriptor, TextId, Unit,
};
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::{ExpressionId, FunctionId, Tree};
use ferrotape_text::{Interner, Name, Text};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::control_flow::Label;
use crate::facts::Facts;
use crate::lowering::{self, Compiled, Core, Session, Stop, Tables, attempt};
use crate::meter::{Numbering, filled};
use crate::usage::Usage;
use crate::{CodeGenerator, CompileOptions, SourceError};
use constants::Constants;
use emitter::{LabeledCatcher, LabeledTable, Temporaries};
use exits::{Control, Exit};
use fold::Joined;
use suspension::Suspensions;

/// Stands for no scope: none of the function around a closure or a direct eval has a record.
pub(crate) const NO_SCOPE: u16 = u16::MAX;

/// A register of the frame. Registers from 256 on exist in wide mode only.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Register(pub u32);

impl Register {
    pub const THIS: Register = Register(0);

    fn offset(self, by: u32) -> Register {
        Register(self.0 + by)
    }
}

/// State shared by a unit's functions on this machine.
pub(crate) struct Registers {
    facts: Facts,
    /// Set once a function was wide.
    usage: Option<Usage>,
    /// The joined strings of the statement being compiled.
    joined: Joined,
    /// Register by binding, valid for the function being compiled.
    registers: Vec<Register>,
    /// Index among the function's descriptors, by scope, valid for the function being compiled.
    descriptors: Vec<u16>,
    /// Strings with exchanged ids, so that flags of regular expressions get ids of 16 bits.
    exchanged: FxHashMap<u32, u32>,
    spare: Spare,
    notes: jumps::Notes,
}

/// Empty vectors with the capacity of earlier functions, so that the next function need not grow its own.
#[derive(Default)]
struct Spare {
    code: Vec<Instruction>,
    offsets: Vec<u32>,
    caches: Vec<TextId>,
}

impl Spare {
    /// Returns the bytes of memory taken.
    fn bytes(&self) -> usize {
        self.code.capacity() * size_of::<Instruction>()
            + self.offsets.capacity() * size_of::<u32>()
            + self.caches.capacity() * size_of::<TextId>()
    }
}

/// State of one function's compilation.
pub(crate) struct FunctionCompiler<'t> {
    core: Core<'t>,
    tables: &'t mut Registers,
    wide: bool,

    code: Vec<Instruction>,
    /// The source offset of each instruction.
    offsets: Vec<u32>,
    catchers: Vec<LabeledCatcher>,
    /// No instruction from this index on can throw.
    may_throw_before: usize,
    switches: Vec<LabeledTable>,
    loops: Vec<(Label, u32)>,
    constants: Constants,
    literals: Vec<LiteralTemplate>,
    caches: Vec<TextId>,
    global_caches: Numbering<Name, FxBuildHasher>,
    names: Vec<NameReference>,
    name_indices: Numbering<(Option<ScopeId>, Name), FxBuildHasher>,
    scopes: Vec<ScopeDescriptor>,

    temporaries: Temporaries,
    register_count: u32,
    /// The innermost scope with a descriptor.
    scope: Option<u16>,
    controls: Vec<Control>,
    /// Register of the resources of the innermost scope with `using` declarations.
    resources: Option<Register>,
    /// Depths of the stations among the controls.
    stations: Vec<u32>,
    /// Number of each exit among those of the surrounding stations, by the depth of the last station on the way.
    exits: FxHashMap<(u32, Exit), u32>,
    next_exit: u32,
    /// Code index at which a label was bound last.
    last_bound: u32,
    /// Number of catchers that protect the code being generated.
    catcher_depth: u32,
    /// Register for a derived constructor's return value; `derived_exit` is where it jumps with that.
    derived_result: Option<Register>,
    derived_exit: Option<Label>,
    /// Register for the value of the last statement with one, in script and eval code.
    completion: Option<Register>,
    /// The constant that a loop compares with, and the register that holds it: see `hold_limit`.
    limit: Option<(ExpressionId, Register)>,
    /// Register of each argument by position, if some parameters are no plain names.
    arguments: Vec<Register>,
    /// See [`RegisterCode::variables`](ferrotape_bytecode::RegisterCode::variables).
    variables: Vec<(u32, TextId)>,
    suspensions: Suspensions,
}

/// Back-end for the register machine.
pub(crate) struct RegisterGenerator;

impl CodeGenerator for RegisterGenerator {
    fn generate(
        &self,
        tree: Tree,
        options: &CompileOptions,
        debug: Option<&mut DebugTables>,
        budget: &mut Budget,
    ) -> Result<Unit, SourceError> {
        lowering::generate::<Registers>(tree, options, debug, budget)
    }
}

impl Tables for Registers {
    fn new(tree: &Tree, names: &Interner, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(Registers {
            facts: Facts::new(tree, budget)?,
            usage: None,
            joined: Joined::default(),
            registers: filled(Register::default(), tree.bindings.len(), budget)?,
            descriptors: filled(NO_SCOPE, tree.scopes.len(), budget)?,
            exchanged: constants::flags_to_low_ids(tree, names, budget)?,
            spare: Spare::default(),
            notes: jumps::Notes::default(),
        })
    }

    /// Compiles one function, and again in wide mode if 256 registers are not enough.
    fn function(
        &mut self,
        tree: &Tree,
        session: &mut Session,
        budget: &mut Budget,
        id: FunctionId,
    ) -> Compiled<FunctionTemplate> {
        let narrow = attempt(self, tree, session, budget, id, |core, tables| {
            lowering::template(FunctionCompiler::new(core, tables, false))
        });
        let Err(Stop::NeedsWide) = narrow else { return narrow };
        if self.usage.is_none() {
            self.usage = Some(Usage::new(tree, budget)?);
        }
        attempt(self, tree, session, budget, id, |core, tables| {
            lowering::template(FunctionCompiler::new(core, tables, true))
        })
    }

    /// Returns the name itself as an id, except for the exchanged ones.
    fn text_id(&self, name: Name) -> TextId {
        if self.exchanged.is_empty() {
            return TextId(name.0);
        }
        TextId(self.exchanged.get(&name.0).copied().unwrap_or(name.0))
    }

    fn strings(self, names: Interner) -> Vec<Text> {
        let mut strings = names.into_texts();
        for (&low, &high) in &self.exchanged {
            if low < high {
                strings.swap(low as usize, high as usize);
            }
        }
        strings
    }
}

impl FunctionCompiler<'_> {
    fn text_id(&self, name: Name) -> TextId {
        self.tables.text_id(name)
    }
}
