//! The run-time part of compiled code: constants as values, names as keys, and the inline caches.

mod boilerplate;
pub mod counting;
pub mod debugging;
mod loading;
mod patterns;

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_bytecode::{
    ActivationKind, BindingForm, CatcherIndex, ClassKind, Code, FunctionTemplate, Instruction, NameStart, RegisterCode,
    ScopeKind, StackCode, TextId, Unit,
};

pub use boilerplate::{Boilerplate, Member};
pub(crate) use patterns::LITERAL_BYTES;
pub use patterns::LiteralPatterns;

use crate::cache::InlineCache;
use crate::environment::names::{LINEAR_NAMES, NameIndex};
use crate::id::{CodeId, ObjectId, RealmId, ScopeId, ShapeId, StringId};
use crate::property_key::PropertyKey;
use crate::relaxed::{Relaxed32, Relaxed64};
use crate::tail_calls::TailCalls;
use crate::value::Value;

/// Registers that an instruction reaches directly. Every frame has at least this much stack above its base.
pub const WINDOW: usize = 256;

/// Most slots that `new` makes room for because a constructor needs them: a cell of 48 words.
pub const MOST_ROOM: usize = 46;

/// Facts about the code that made eval code or a function from text.
#[derive(Clone)]
pub struct Referrer {
    pub name: Arc<str>,
    pub module: Option<ModuleId>,
}

/// The place of a module in the engine's list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ModuleId(pub u32);

impl ModuleId {
    /// The module as a number that functions can capture.
    pub fn to_value(self) -> Value {
        Value::int(self.0 as i32)
    }

    pub fn of_value(value: Value) -> ModuleId {
        ModuleId(value.int_unchecked() as u32)
    }
}

/// A unit with its strings on the heap. All of it lives as long as any function of it does.
#[derive(Clone)]
pub struct LoadedUnit {
    /// Templates, which engines on other threads may share.
    pub unit: Arc<Unit>,
    pub tail_calls: TailCalls,
    /// The realm that its functions run in.
    pub realm: RealmId,
    /// The unit's strings, interned.
    pub strings: Box<[StringId]>,
    pub patterns: LiteralPatterns,
    /// The code blocks made so far, by function: see [`LoadedUnit::made`].
    blocks: Box<[Relaxed32]>,
    /// The collection that marked this unit last.
    pub(crate) marked_in: Relaxed64,
    /// Referrer of `import()` in modules, eval code and functions made from text.
    pub referrer: OnceLock<Referrer>,
    /// Set once the unit is known to be saved as it is ([`ferrotape_bytecode::prepare`]): it is not verified again then.
    pub is_prepared: OnceLock<()>,
    /// Bytes of memory that the unit takes, without its code blocks.
    pub bytes: usize,
    /// Tables for a debugger, once it has met the unit.
    pub debug: debugging::DebugSlot,
    /// Counts of its executed instructions, once somebody counts.
    pub counts: counting::CountSlot,
}

/// The code made of a unit so far. A loop holds on to it and refers to the blocks in it. So calls within a unit count
/// no references, and nothing of an engine is tied to a thread.
pub struct CodeSet {
    pub unit: Arc<LoadedUnit>,
    blocks: Box<[OnceLock<Arc<CodeBlock>>]>,
    /// The block of every function that has not been called yet; see [`CodeCell::is_ready`].
    unready: Arc<CodeBlock>,
}

/// A function as its closures need it, and its code: a cell of the heap. Most functions of a library are never called,
/// so the block is made at the first call ([`Heap::ready_code`](crate::heap::Heap::ready_code)).
#[derive(Clone)]
pub struct CodeCell {
    /// The function's place in the unit.
    pub index: u32,
    pub name: StringId,
    pub length: u32,
    pub is_constructor: bool,
    /// Kind of constructor, for constructors of classes.
    pub class: Option<ClassKind>,
    pub activation: ActivationKind,
    /// The callee's own setting: calls of it in tail position are ordinary calls.
    pub refuses_tail_calls: bool,
    pub block: Arc<CodeBlock>,
    pub set: Arc<CodeSet>,
}

/// A function's code as the interpreter needs it.
#[derive(Clone)]
pub struct CodeBlock {
    pub unit: Arc<LoadedUnit>,
    /// The function's place in the unit.
    pub index: u32,
    pub parameter_count: u32,
    pub register_count: u32,
    pub strict: bool,
    /// See [`FunctionTemplate::strict_parts`].
    pub(crate) has_strict_parts: bool,
    /// The realm of its functions.
    pub realm: RealmId,
    pub(crate) is_for_stack_machine: bool,
    /// Its calls in tail position replace its frame.
    pub makes_tail_calls: bool,
    /// See [`FunctionTemplate::keeps_arguments`].
    pub keeps_arguments: bool,
    /// The realm in which the function is *plain*: entering it within that realm only fills registers. Plain code is
    /// register code that keeps no arguments, has no `arguments` object, and needs no more registers than a window.
    /// None for other code, for constructors of classes, which cannot be called, and for scripts that declare
    /// something.
    pub plain_in: Option<RealmId>,
    /// The realm in which constructing with the function is plain, as `plain_in` says for calls.
    pub constructs_plainly_in: Option<RealmId>,
    /// Index of the first instruction of calls whose `this` is an object: behind a `CoerceThis`, which would do nothing.
    pub start_with_object: u32,
    /// Data of stack code; none for register code.
    pub stack: Option<Box<StackBlock>>,
    /// The template's code, beside the data that it needs.
    pub instructions: Arc<[Instruction]>,
    pub constants: Box<[Value]>,
    pub caches: Box<[InlineCache]>,
    pub literals: Box<[Boilerplate]>,
    /// Members of all literals.
    pub members: Box<[Member]>,
    pub names: Box<[Name]>,
    pub scopes: Box<[FrameScope]>,
    pub catchers: CatcherIndex,
    /// Objects of template literals with a tag.
    pub template_objects: Box<[TemplateObject]>,
    /// The shape of objects that `new` makes with this function, for the last prototype seen.
    pub construct_cache: ConstructCache,
    /// Slots in the cells of objects that `new` makes with it. The code and earlier objects told how many they need.
    pub construct_room: Relaxed32,
}

/// The shape of a constructor's objects, with the prototype that it holds for.
#[derive(Clone)]
pub struct ConstructCache(Relaxed64);

impl ConstructCache {
    const NONE: u64 = u64::MAX;

    fn new() -> Self {
        ConstructCache(Relaxed64::new(Self::NONE))
    }

    #[inline(always)]
    pub fn get(&self) -> Option<(ObjectId, ShapeId)> {
        let both = self.0.get();
        (both != Self::NONE).then_some((ObjectId((both >> 32) as u32), ShapeId(both as u32)))
    }

    fn set(&self, (prototype, shape): (ObjectId, ShapeId)) {
        self.0.set(u64::from(prototype.0) << 32 | u64::from(shape.0));
    }

    pub fn forget(&self) {
        self.0.set(Self::NONE);
    }
}

/// The object of a template literal with a tag, once it is made.
#[derive(Clone)]
pub struct TemplateObject(Relaxed32);

impl Default for TemplateObject {
    fn default() -> Self {
        TemplateObject(Relaxed32::new(Self::NONE))
    }
}

impl TemplateObject {
    const NONE: u32 = u32::MAX;

    pub fn get(&self) -> Option<ObjectId> {
        Some(self.0.get()).filter(|&object| object != Self::NONE).map(ObjectId)
    }

    pub fn set(&self, object: ObjectId) {
        self.0.set(object.0);
    }
}

/// Data of a function's stack code besides the template.
#[derive(Clone)]
pub struct StackBlock {
    pub literals: Box<[Value]>,
    /// The scope of the function's variables; none for scripts and sloppy eval code, which declare by name.
    pub variables: Option<ScopeId>,
    /// The scope around it with the own name of a function expression.
    pub self_name: Option<ScopeId>,
    /// The scopes of functions in blocks.
    pub block_scopes: Box<[ScopeId]>,
}

/// A scope as frames of its function have it.
#[derive(Copy, Clone)]
pub struct FrameScope {
    pub id: ScopeId,
    /// The scope of the function around this one.
    pub parent: Option<u16>,
    /// The register that holds this scope's record.
    pub record: u32,
    /// Number of scopes of the function around this one.
    pub depth: u32,
}

/// Names and registers of a scope, as records need them. A cell of the heap, so records stay readable after their
/// function is gone.
#[derive(Clone)]
pub struct Scope {
    pub kind: ScopeKind,
    pub names: Box<[PropertyKey]>,
    pub registers: Box<[u32]>,
    pub forms: Box<[BindingForm]>,
    /// Direct eval may add names.
    pub dynamic: bool,
    /// Index of the names, made when one of many is first looked up.
    index: OnceCell<NameIndex>,
}

/// A name to look up, and the start of the search.
#[derive(Copy, Clone)]
pub struct Name {
    pub key: PropertyKey,
    pub start: NameStart,
}

impl CodeSet {
    /// Copies the code cell, for forks, with a copy of its block.
    pub(crate) fn copy_with(
        &self,
        unit: Arc<LoadedUnit>,
        mut copy: impl FnMut(&Arc<CodeBlock>) -> Arc<CodeBlock>,
    ) -> CodeSet {
        let unready = copy(&self.unready);
        let blocks = self.blocks.iter().map(|block| block.get().map_or_else(OnceLock::new, |block| copy(block).into()));
        CodeSet { unit, blocks: blocks.collect(), unready }
    }
}

impl CodeCell {
    /// Returns whether the block is the function's own. The block that stands for all functions not called yet says
    /// only what is true of each of them, and no fast path enters it.
    #[inline(always)]
    pub fn is_ready(&self) -> bool {
        !Arc::ptr_eq(&self.block, &self.set.unready)
    }

    pub fn template(&self) -> &FunctionTemplate {
        &self.set.unit.unit.functions[self.index as usize]
    }

    /// Remembers the shape of the objects that `new` makes with the function, by their prototype.
    pub fn learn_construct_shape(&self, prototype: ObjectId, shape: ShapeId) {
        if self.is_ready() {
            self.block.construct_cache.set((prototype, shape));
        }
    }

    /// Bytes of memory that the code takes. The first code of a unit stands for the unit as well: all code of a unit
    /// lives and dies together.
    pub fn bytes(&self) -> usize {
        let own = if self.is_ready() { self.block.bytes() } else { 0 };
        own + if self.index == 0 { self.set.unit.bytes } else { 0 }
    }
}

impl CodeBlock {
    #[inline(always)]
    pub fn template(&self) -> &FunctionTemplate {
        &self.unit.unit.functions[self.index as usize]
    }

    /// The template's code for the register machine.
    #[inline(always)]
    pub fn register_code(&self) -> &RegisterCode {
        match &self.template().code {
            Code::Register(code) => code,
            Code::Stack(_) => unreachable!("the register machine runs its own code only"),
        }
    }

    #[inline(always)]
    pub fn is_stack_code(&self) -> bool {
        self.is_for_stack_machine
    }

    /// The template's code for the stack machine.
    #[inline(always)]
    pub fn stack_code(&self) -> &StackCode {
        match &self.template().code {
            Code::Stack(code) => code,
            Code::Register(_) => unreachable!("the stack machine runs its own code only"),
        }
    }

    #[inline(always)]
    pub fn stack_block(&self) -> &StackBlock {
        match &self.stack {
            Some(block) => block,
            None => unreachable!("the stack machine runs its own code only"),
        }
    }

    /// Source offset of a frame by its `Vm::pc`. A frame that has run nothing, such as one whose declarations fail, is
    /// at the beginning.
    pub fn source_offset(&self, pc: u32) -> u32 {
        let template = self.template();
        match &template.code {
            Code::Register(code) => pc.checked_sub(1).map_or(template.span.start, |at| code.positions.offset(at)),
            Code::Stack(_) => pc,
        }
    }

    /// Returns whether the code is strict where a frame is, by its `Vm::pc`.
    #[inline(always)]
    pub fn is_strict_at(&self, pc: u32) -> bool {
        self.strict || self.has_strict_parts && self.is_in_strict_part(pc)
    }

    #[cold]
    #[inline(never)]
    fn is_in_strict_part(&self, pc: u32) -> bool {
        let (offset, parts) = (self.source_offset(pc), &self.template().strict_parts);
        let behind = parts.partition_point(|part| part.start <= offset);
        behind.checked_sub(1).is_some_and(|part| offset < parts[part].end)
    }

    pub fn string(&self, id: TextId) -> StringId {
        self.unit.strings[id.0 as usize]
    }

    /// Bytes of memory that the code takes.
    fn bytes(&self) -> usize {
        allocation_bytes(size_of::<CodeBlock>())
            + allocation_bytes(size_of_val(&*self.constants))
            + allocation_bytes(size_of_val(&*self.caches))
            + allocation_bytes(size_of_val(&*self.literals))
            + allocation_bytes(size_of_val(&*self.members))
            + allocation_bytes(size_of_val(&*self.names))
            + allocation_bytes(size_of_val(&*self.scopes))
            + allocation_bytes(size_of_val(&*self.template_objects))
            + self.catchers.bytes()
            + self.stack.as_ref().map_or(0, |stack| stack.bytes())
    }

    /// The constants of either machine. Their strings live with the unit, but BigInts with this code alone.
    pub fn all_constants(&self) -> &[Value] {
        self.stack.as_ref().map_or(&self.constants, |stack| &stack.literals)
    }

    pub fn all_scopes(&self) -> impl Iterator<Item = ScopeId> {
        let of_stack = self.stack.iter();
        let of_stack =
            of_stack.flat_map(|stack| stack.variables.iter().chain(&stack.self_name).chain(&stack.block_scopes));
        self.scopes.iter().map(|scope| scope.id).chain(of_stack.copied())
    }
}

impl StackBlock {
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<StackBlock>())
            + allocation_bytes(size_of_val(&*self.literals))
            + allocation_bytes(size_of_val(&*self.block_scopes))
    }
}

impl Scope {
    /// Makes a scope of stack code: its records have the values, no register does.
    fn without_registers(kind: ScopeKind, names: Vec<PropertyKey>, forms: Vec<BindingForm>, dynamic: bool) -> Self {
        Scope { kind, names: names.into(), registers: [].into(), forms: forms.into(), dynamic, index: OnceCell::new() }
    }

    /// Makes a scope that was read from a snapshot: its records are closed, so no register has their values.
    pub fn of_closed_records(kind: ScopeKind, names: Vec<PropertyKey>, forms: Vec<BindingForm>, dynamic: bool) -> Self {
        Scope::without_registers(kind, names, forms, dynamic)
    }

    /// Makes a scope of names whose values are in registers of a frame, for expressions that a debugger evaluates.
    pub fn of_registers(kind: ScopeKind, names: Vec<(PropertyKey, u32, BindingForm)>) -> Self {
        let registers = names.iter().map(|&(_, register, _)| register).collect();
        let keys = names.iter().map(|&(name, _, _)| name).collect();
        let forms = names.into_iter().map(|(_, _, form)| form).collect();
        Scope { registers, ..Scope::without_registers(kind, keys, forms, false) }
    }

    /// Makes the scope of values that a debugger keeps. Evaluated expressions add their variables to it.
    pub fn of_debugger(names: Vec<(PropertyKey, BindingForm)>) -> Self {
        let (names, forms) = names.into_iter().unzip();
        Scope::without_registers(ScopeKind::Function, names, forms, true)
    }

    /// Makes the scope of a catch parameter whose name stack code has computed.
    pub fn of_catch_parameter(name: PropertyKey) -> Self {
        Scope::without_registers(ScopeKind::Catch, vec![name], vec![BindingForm::Variable], false)
    }

    /// Makes the scope of a module's environment.
    pub fn of_module(names: Vec<PropertyKey>, forms: Vec<BindingForm>) -> Self {
        Scope::without_registers(ScopeKind::Function, names, forms, false)
    }

    /// The place of a name; of equal names the last one counts.
    pub fn find(&self, name: PropertyKey) -> Option<usize> {
        match self.index.get() {
            Some(index) => index.find(name, |place| self.names[place]),
            None => self.names.iter().rposition(|&other| other == name),
        }
    }

    /// Initial values of the bindings.
    pub fn first_values(&self) -> impl Iterator<Item = Value> + '_ {
        self.forms.iter().map(|form| if form.begins_empty() { Value::EMPTY } else { Value::UNDEFINED })
    }

    /// Returns whether there are many names of which none has been looked up yet.
    #[inline]
    pub fn lacks_index(&self) -> bool {
        self.names.len() > LINEAR_NAMES && self.index.get().is_none()
    }

    /// Makes the index of the names, and returns the bytes that it takes.
    pub fn index_names(&self) -> usize {
        self.index.get_or_init(|| NameIndex::of(&self.names)).bytes()
    }

    pub fn bytes(&self) -> usize {
        let per_binding = size_of::<PropertyKey>() + size_of::<u32>() + size_of::<BindingForm>();
        allocation_bytes(size_of::<Scope>())
            + 3 * allocation_bytes(self.names.len() * per_binding / 3)
            + self.index.get().map_or(0, NameIndex::bytes)
    }
}

impl LoadedUnit {
    /// The code of a function, if a closure of it has been made.
    #[inline]
    pub fn made(&self, index: u32) -> Option<CodeId> {
        Some(self.blocks[index as usize].get()).filter(|&code| code != NO_CODE).map(CodeId)
    }

    /// All code made so far.
    pub(crate) fn all_made(&self) -> impl Iterator<Item = CodeId> {
        self.blocks.iter().map(Relaxed32::get).filter(|&code| code != NO_CODE).map(CodeId)
    }

    /// Cost of making a function's code block: a look at each name and constant.
    fn work_of_block(&self, template: &FunctionTemplate) -> u64 {
        let looks = match &template.code {
            Code::Register(code) => {
                let bindings: usize = code.scopes.iter().map(|scope| 1 + scope.bindings.len()).sum();
                let of_literals: usize = code.literals.iter().map(|literal| literal.values.len()).sum();
                let tables =
                    of_literals + code.constants.len() + code.caches.len() + code.names.len() + code.catchers.len();
                bindings + tables
            }
            Code::Stack(code) => {
                let in_blocks: usize = code.block_scopes.iter().map(|scope| 1 + scope.variables.len()).sum();
                code.literals.len() + code.variables.len() + in_blocks
            }
        };
        looks as u64
    }
}

/// Stands for the code of a function that has no closure yet.
const NO_CODE: u32 = u32::MAX;

impl CodeSet {
    pub fn new(unit: LoadedUnit) -> Arc<Self> {
        let blocks = unit.blocks.iter().map(|_| OnceLock::new()).collect();
        let unit = Arc::new(unit);
        let unready = Arc::new(CodeBlock::unready(Arc::clone(&unit)));
        Arc::new(CodeSet { unit, blocks, unready })
    }

    /// The code of a function that has been called, as a frame proves.
    #[inline(always)]
    pub fn block(&self, index: u32) -> &CodeBlock {
        match self.blocks[index as usize].get() {
            Some(block) => block,
            None => unreachable!("code lives as long as its closures and frames"),
        }
    }
}
