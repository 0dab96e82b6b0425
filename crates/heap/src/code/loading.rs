//! Loading of templates onto the heap. Closures get the facts of their function at once; constants, scopes and caches
//! are made at the first call.

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{ROWS_PER_TICK, allocation_bytes, shared_bytes};
use ferrotape_bytecode::{
    BindingForm, BlockScope, CatcherIndex, Code, Constant, FunctionKind, FunctionTemplate, Instruction, Literal,
    LiteralTemplate, LiteralValue, RegisterCode, ScopeDescriptor, ScopeKind, StackCode, TextId, Unit, Variable,
};

use crate::bigint::bigints;
use crate::cache::InlineCache;
use crate::code::{
    Boilerplate, CodeBlock, CodeCell, CodeSet, ConstructCache, FrameScope, LiteralPatterns, LoadedUnit, MOST_ROOM,
    Member, NO_CODE, Name, Scope, StackBlock, TemplateObject, WINDOW,
};
use crate::heap::Heap;
use crate::heap::string;
use crate::id::{CodeId, RealmId, StringId};
use crate::object::cell::USUAL_SLOTS;
use crate::property_key::PropertyKey;
use crate::relaxed::{Relaxed32, Relaxed64};
use crate::tail_calls::TailCalls;
use crate::value::Value;

/// Instructions of a constructor that are looked at for the properties of its objects.
const MOST_LOOKED_AT: usize = 1 << 10;

/// Ticks for making and interning a short string.
const TICKS_PER_STRING: u64 = 4;

impl Heap {
    /// The units of all code that there is.
    pub fn loaded_units(&self) -> impl Iterator<Item = &Arc<LoadedUnit>> {
        let cells = (0..self.code.capacity()).filter_map(|index| self.code.get(index).as_ref());
        cells.map(|CodeCell { set, .. }| &set.unit)
    }
}

impl LoadedUnit {
    /// Interns the unit's strings.
    pub fn new(heap: &mut Heap, unit: Arc<Unit>, tail_calls: TailCalls, realm: RealmId) -> Result<Self, Termination> {
        let bytes = unit_bytes(&unit, heap)?;
        // On loan until a code block accounts for it: the unit exists already, and strings are charged separately.
        heap.budget.take(bytes)?;
        let loaded = LoadedUnit::interned(heap, unit, tail_calls, realm, bytes);
        heap.budget.resized(bytes, 0);
        loaded
    }

    /// Interns the strings, and leaves everything else of the unit to its first use. The caller accounts for `bytes`.
    fn interned(
        heap: &mut Heap,
        unit: Arc<Unit>,
        tail_calls: TailCalls,
        realm: RealmId,
        bytes: usize,
    ) -> Result<Self, Termination> {
        let mut strings = Vec::with_capacity(unit.strings.len());
        string::expect_names(heap, unit.strings.len());
        for text in &unit.strings {
            heap.work(TICKS_PER_STRING)?;
            strings.push(string::string_of_code(heap, text)?);
        }
        let blocks = unit.functions.iter().map(|_| Relaxed32::new(NO_CODE)).collect();
        Ok(LoadedUnit {
            unit,
            tail_calls,
            realm,
            strings: strings.into(),
            patterns: LiteralPatterns::default(),
            blocks,
            marked_in: Relaxed64::new(0),
            referrer: OnceLock::new(),
            is_prepared: OnceLock::new(),
            bytes,
            debug: Default::default(),
            counts: Default::default(),
        })
    }

    /// Makes the code block of a function at its first call. Room and work are charged beforehand, so a limit leaves
    /// nothing half-made.
    fn make_block(self: &Arc<Self>, heap: &mut Heap, index: u32) -> Result<CodeBlock, Termination> {
        let template = &self.unit.functions[index as usize];
        heap.room(template.payload_bytes().saturating_mul(2))?;
        heap.work(self.work_of_block(template))?;
        let block = CodeBlock {
            index,
            parameter_count: template.parameter_count,
            strict: template.strict,
            has_strict_parts: !template.strict_parts.is_empty(),
            makes_tail_calls: self.tail_calls.are_made(template.strict),
            keeps_arguments: template.keeps_arguments,
            template_objects: template.templates.iter().map(|_| TemplateObject::default()).collect(),
            ..CodeBlock::unready(Arc::clone(self))
        };
        match &template.code {
            Code::Register(code) => self.with_register_code(heap, block, template, code),
            Code::Stack(code) => {
                let stack = self.make_stack_block(heap, template, code)?;
                Ok(CodeBlock { stack: Some(Box::new(stack)), ..block })
            }
        }
    }

    /// Completes a block with what the register machine needs.
    fn with_register_code(
        &self,
        heap: &mut Heap,
        block: CodeBlock,
        template: &FunctionTemplate,
        code: &RegisterCode,
    ) -> Result<CodeBlock, Termination> {
        let string = |id: TextId| self.strings[id.0 as usize];
        let mut constants = Vec::with_capacity(code.constants.len());
        for constant in &code.constants {
            constants.push(match *constant {
                Constant::Number(number) => Value::number(number),
                Constant::String(text) => Value::string(string(text)),
                Constant::BigInt(digits) => Value::bigint(bigints::bigint_of_literal(heap, string(digits))?),
            });
        }
        let mut caches = Vec::with_capacity(code.caches.len());
        for &name in &code.caches {
            caches.push(InlineCache::new(heap.key_of_string(string(name))?));
        }
        let (literals, members) = self.make_boilerplates(heap, &code.literals)?;
        let mut names = Vec::with_capacity(code.names.len());
        for reference in &code.names {
            names.push(Name { key: heap.key_of_string(string(reference.name))?, start: reference.start });
        }
        let is_plain = code.arguments.is_none() && !template.keeps_arguments && code.register_count as usize <= WINDOW;
        let is_called = template.class.is_none();
        Ok(CodeBlock {
            register_count: code.register_count,
            plain_in: (is_plain && is_called && template.declarations.is_empty()).then_some(self.realm),
            constructs_plainly_in: is_plain.then_some(self.realm),
            start_with_object: matches!(code.instructions.first(), Some(Instruction::CoerceThis {})).into(),
            construct_room: Relaxed32::new(if template.is_constructor {
                room_for_new(code)
            } else {
                USUAL_SLOTS as u32
            }),
            instructions: Arc::clone(&code.instructions),
            constants: constants.into(),
            caches: caches.into(),
            literals: literals.into(),
            members: members.into(),
            names: names.into(),
            scopes: self.make_frame_scopes(heap, &code.scopes)?.into(),
            catchers: CatcherIndex::new(&code.catchers),
            ..block
        })
    }

    /// Makes what object and array literals are copied from, and the list of their members.
    fn make_boilerplates(
        &self,
        heap: &mut Heap,
        literals: &[LiteralTemplate],
    ) -> Result<(Vec<Boilerplate>, Vec<Member>), Termination> {
        let mut boilerplates = Vec::with_capacity(literals.len());
        let mut members = Vec::with_capacity(literals.iter().map(|literal| literal.values.len()).sum());
        // Lists of records have the same keys in each.
        let mut last_object = None;
        for (index, literal) in literals.iter().enumerate() {
            let alike = last_object.filter(|&last: &(&LiteralTemplate, u32)| last.0.names == literal.names);
            let first_alike = alike.map_or(index as u32, |(_, first)| first);
            if !literal.names.is_empty() {
                last_object = Some((literal, first_alike));
            }
            let start = members.len();
            self.add_members(heap, literal, &mut members)?;
            boilerplates.push(Boilerplate::new(start..members.len(), literal.computed, literal.room, first_alike));
        }
        Ok((boilerplates, members))
    }

    /// Makes a scope cell for each descriptor, in their order, with the names of its bindings as property keys.
    fn make_frame_scopes(
        &self,
        heap: &mut Heap,
        descriptors: &[ScopeDescriptor],
    ) -> Result<Vec<FrameScope>, Termination> {
        let mut scopes = Vec::with_capacity(descriptors.len());
        for (scope, depth) in descriptors.iter().zip(scope_depths(descriptors)) {
            let mut keys = Vec::with_capacity(scope.bindings.len());
            for binding in &scope.bindings {
                keys.push(heap.key_of_string(self.strings[binding.name.0 as usize])?);
            }
            let id = heap.new_scope(Scope {
                kind: scope.kind,
                names: keys.into(),
                registers: scope.bindings.iter().map(|binding| binding.register).collect(),
                forms: scope.bindings.iter().map(|binding| binding.form).collect(),
                dynamic: scope.dynamic,
                index: OnceCell::new(),
            });
            scopes.push(FrameScope { id, parent: scope.parent, record: scope.record, depth });
        }
        Ok(scopes)
    }

    /// Appends the members of a literal in source order. Array elements have no key; computed values stay empty.
    fn add_members(
        &self,
        heap: &mut Heap,
        literal: &LiteralTemplate,
        members: &mut Vec<Member>,
    ) -> Result<(), Termination> {
        let mut names = literal.names.iter();
        for value in &literal.values {
            let key = match names.next() {
                Some(name) => heap.key_of_string(self.strings[name.0 as usize])?,
                None => PropertyKey::NONE,
            };
            let value = match *value {
                LiteralValue::Computed => Value::EMPTY,
                LiteralValue::Undefined => Value::UNDEFINED,
                LiteralValue::Null => Value::NULL,
                LiteralValue::Boolean(value) => Value::bool(value),
                LiteralValue::Number(number) => Value::number(number),
                LiteralValue::String(text) => Value::string(self.strings[text.0 as usize]),
            };
            members.push(Member { key, value });
        }
        Ok(())
    }

    /// Makes the code of a stack function ready to run.
    fn make_stack_block(
        &self,
        heap: &mut Heap,
        template: &FunctionTemplate,
        code: &StackCode,
    ) -> Result<StackBlock, Termination> {
        let mut literals = Vec::with_capacity(code.literals.len());
        for literal in &code.literals {
            literals.push(match *literal {
                Literal::Undefined => Value::UNDEFINED,
                Literal::Null => Value::NULL,
                Literal::Boolean(value) => Value::bool(value),
                Literal::Number(number) => Value::number(number),
                Literal::String(text) => Value::string(self.strings[text.0 as usize]),
                Literal::BigInt(digits) => {
                    Value::bigint(bigints::bigint_of_literal(heap, self.strings[digits.0 as usize])?)
                }
            });
        }
        let mut scope = |kind, variables: &[Variable], dynamic| {
            let mut keys = Vec::with_capacity(variables.len());
            for variable in variables {
                keys.push(heap.key_of_string(self.strings[variable.name.0 as usize])?);
            }
            let forms = variables.iter().map(|variable| variable.form).collect();
            Ok(heap.new_scope(Scope::without_registers(kind, keys, forms, dynamic)))
        };
        let variables_kind = match template.kind {
            FunctionKind::Function | FunctionKind::Module => Some(ScopeKind::Function),
            FunctionKind::Eval if template.strict => Some(ScopeKind::Eval),
            FunctionKind::Eval | FunctionKind::Script => None,
        };
        let variables = variables_kind.map(|kind| scope(kind, &code.variables, code.dynamic)).transpose()?;
        let own_name = code.self_name.map(|name| [Variable { name, form: BindingForm::OwnName }]);
        let self_name = own_name.map(|name| scope(ScopeKind::FunctionName, &name, false)).transpose()?;
        let mut block_scopes = Vec::with_capacity(code.block_scopes.len());
        for BlockScope { variables, dynamic } in &code.block_scopes {
            block_scopes.push(scope(ScopeKind::Block, variables, *dynamic)?);
        }
        Ok(StackBlock { literals: literals.into(), variables, self_name, block_scopes: block_scopes.into() })
    }
}

impl CodeBlock {
    /// Makes the block for functions that have not been called: it says what is true of all functions of the unit.
    pub(crate) fn unready(unit: Arc<LoadedUnit>) -> CodeBlock {
        CodeBlock {
            // None, so that nobody takes the template of another function for its own.
            index: u32::MAX,
            parameter_count: 0,
            register_count: 0,
            strict: false,
            has_strict_parts: false,
            realm: unit.realm,
            is_for_stack_machine: unit.unit.functions.first().is_some_and(|code| matches!(code.code, Code::Stack(_))),
            makes_tail_calls: false,
            keeps_arguments: false,
            plain_in: None,
            constructs_plainly_in: None,
            start_with_object: 0,
            stack: None,
            instructions: Arc::default(),
            constants: [].into(),
            caches: [].into(),
            literals: [].into(),
            members: [].into(),
            names: [].into(),
            scopes: [].into(),
            catchers: CatcherIndex::new(&[]),
            template_objects: [].into(),
            construct_cache: ConstructCache::new(),
            construct_room: Relaxed32::new(USUAL_SLOTS as u32),
            unit,
        }
    }
}

/// Slots for the objects that `new` makes with a function: for each name that its beginning assigns to `this`. An object
/// that is the only one of its constructor, as a parser, has no earlier ones to tell.
fn room_for_new(code: &RegisterCode) -> u32 {
    let mut names: Vec<TextId> = Vec::new();
    for instruction in code.instructions.iter().take(MOST_LOOKED_AT) {
        if let Instruction::SetProperty { object: 0, cache, .. } = *instruction
            && let Some(&name) = code.caches.get(cache as usize)
            && !names.contains(&name)
        {
            names.push(name);
            if names.len() == MOST_ROOM {
                break;
            }
        }
    }
    names.len().max(USUAL_SLOTS) as u32
}

impl CodeSet {
    /// The code of a function, for its closures.
    pub fn code(self: &Arc<Self>, heap: &mut Heap, index: u32) -> CodeId {
        if let Some(code) = self.unit.made(index) {
            return code;
        }
        let template = &self.unit.unit.functions[index as usize];
        let code = heap.new_code(CodeCell {
            index,
            name: template.name.map_or(StringId::EMPTY, |name| self.unit.strings[name.0 as usize]),
            length: template.length,
            is_constructor: template.is_constructor,
            class: template.class,
            activation: template.activation,
            refuses_tail_calls: template.refuses_tail_calls,
            block: Arc::clone(&self.unready),
            set: Arc::clone(self),
        });
        self.unit.blocks[index as usize].set(code.0);
        code
    }
}

impl Heap {
    /// The code of a function that is about to run, made at the first call. Scopes and constants are cells marked from
    /// birth, so a cycle that has already visited the function misses nothing.
    pub fn ready_code(&mut self, code: CodeId) -> Result<Arc<CodeBlock>, Termination> {
        let cell = self.code_cell(code);
        if cell.is_ready() {
            return Ok(Arc::clone(&cell.block));
        }
        let (set, index) = (Arc::clone(&cell.set), cell.index);
        let block = Arc::new(set.unit.make_block(self, index)?);
        let block = Arc::clone(set.blocks[index as usize].get_or_init(|| block));
        self.replace_block(code, Arc::clone(&block));
        Ok(block)
    }
}

/// Bytes of memory that a unit takes when it is loaded, without code blocks.
fn unit_bytes(unit: &Unit, heap: &mut Heap) -> Result<usize, Termination> {
    let (strings, functions) = (unit.strings.len(), unit.functions.len());
    // Counting is the same work for every engine, though only the first one does it.
    heap.work((strings as u64).div_ceil(u64::from(ROWS_PER_TICK)) + functions as u64)?;
    Ok(unit.bytes()
        + allocation_bytes(strings * size_of::<StringId>())
        + allocation_bytes(functions * size_of::<Relaxed32>())
        + allocation_bytes(functions * size_of::<OnceLock<Arc<CodeBlock>>>())
        + shared_bytes(size_of::<LoadedUnit>())
        + shared_bytes(size_of::<CodeSet>())
        + shared_bytes(size_of::<CodeBlock>()))
}

/// Number of scopes around each scope. Scopes may stand in any order.
fn scope_depths(scopes: &[ScopeDescriptor]) -> Vec<u32> {
    let mut depths: Vec<Option<u32>> = vec![None; scopes.len()];
    let mut path = Vec::new();
    for start in 0..scopes.len() {
        let mut next = Some(start);
        while let Some(scope) = next.filter(|&scope| depths[scope].is_none()) {
            path.push(scope);
            next = scopes[scope].parent.map(usize::from);
        }
        let mut depth = next.and_then(|known| depths[known]).map_or(0, |depth| depth + 1);
        while let Some(scope) = path.pop() {
            depths[scope] = Some(depth);
            depth += 1;
        }
    }
    depths.into_iter().flatten().collect()
}
