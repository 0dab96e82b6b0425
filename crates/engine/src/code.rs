//! The run-time part of compiled code: constants as values, names as keys, and the inline caches.

use std::cell::Cell;
use std::rc::Rc;

use ferrotape_budget::Termination;
use ferrotape_bytecode::{
    Code, Constant, FunctionTemplate, Instruction, NameStart, RegisterCode, ScopeKind, TextId, Unit,
};

use crate::heap::{CodeId, Heap, ObjectId, ShapeId, StringId, allocation_bytes};
use crate::property_key::PropertyKey;
use crate::value::Value;

/// A unit with its strings on the heap. All of it lives as long as any function of it does.
pub struct LoadedUnit {
    pub unit: Unit,
    /// The unit's strings, interned.
    pub strings: Box<[StringId]>,
    /// The code blocks made so far, by function.
    pub blocks: Box<[Cell<Option<CodeId>>]>,
    /// The collection that marked this unit last.
    pub marked_in: Cell<u64>,
    /// Bytes of memory that all this takes, the code blocks left out.
    pub bytes: usize,
}

/// A function's code as the interpreter wants it.
pub struct CodeBlock {
    pub unit: Rc<LoadedUnit>,
    /// The function's place in the unit.
    pub index: u32,
    pub name: StringId,
    pub parameter_count: u32,
    pub register_count: u32,
    pub strict: bool,
    pub is_constructor: bool,
    /// Has neither an `arguments` object nor scopes: entering needs nothing but filling registers.
    pub is_plain: bool,
    /// The template's code, next to what it needs.
    pub instructions: Box<[Instruction]>,
    pub constants: Box<[Value]>,
    pub caches: Box<[InlineCache]>,
    pub names: Box<[Name]>,
    pub scopes: Box<[Rc<Scope>]>,
    /// The shape of objects that `new` makes of this function, for the prototype that it was last seen with.
    pub construct_cache: Cell<Option<(ObjectId, ShapeId)>>,
}

/// A scope's names and registers: what a record needs to know, and all that keeps it understood after its function is gone.
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<u16>,
    /// The register that holds this scope's record.
    pub record: u32,
    pub names: Box<[PropertyKey]>,
    pub registers: Box<[u32]>,
    pub mutable: Box<[bool]>,
    /// Direct eval may add names.
    pub dynamic: bool,
}

/// A name to be looked up, and where the search begins.
#[derive(Copy, Clone)]
pub struct Name {
    pub key: PropertyKey,
    pub start: NameStart,
}

/// What a property access site saw last time.
pub struct InlineCache {
    pub key: PropertyKey,
    /// The receiver's shape; [`NO_SHAPE`] while nothing is cached.
    pub shape: Cell<ShapeId>,
    pub slot: Cell<u32>,
    /// For inherited properties: who has it, else [`NO_HOLDER`]. It is void when the epoch has moved.
    pub holder: Cell<ObjectId>,
    pub epoch: Cell<u32>,
    /// For additions: the receiver's shape afterwards; [`NO_SHAPE`] for other accesses.
    pub new_shape: Cell<ShapeId>,
}

pub const NO_SHAPE: ShapeId = ShapeId(u32::MAX);

/// Set in the shapes of caches while hits are counted; shapes themselves are numbered below it.
pub const CACHE_MARK: u32 = 1 << 31;

/// Stands in a cache for the receiver itself.
pub const NO_HOLDER: ObjectId = ObjectId(u32::MAX);

impl InlineCache {
    fn new(key: PropertyKey) -> Self {
        InlineCache {
            key,
            shape: Cell::new(NO_SHAPE),
            slot: Cell::new(0),
            holder: Cell::new(NO_HOLDER),
            epoch: Cell::new(0),
            new_shape: Cell::new(NO_SHAPE),
        }
    }

    pub fn clear(&self) {
        self.shape.set(NO_SHAPE);
        self.new_shape.set(NO_SHAPE);
        self.holder.set(NO_HOLDER);
    }
}

impl CodeBlock {
    #[inline(always)]
    pub fn template(&self) -> &FunctionTemplate {
        &self.unit.unit.functions[self.index as usize]
    }

    /// The template's code, which is for the register machine.
    #[inline(always)]
    pub fn register_code(&self) -> &RegisterCode {
        match &self.template().code {
            Code::Register(code) => code,
            Code::Stack(_) => unreachable!("the register machine runs its own code only"),
        }
    }

    pub fn string(&self, id: TextId) -> StringId {
        self.unit.strings[id.0 as usize]
    }

    /// Bytes of memory that the code takes. The first code of a unit stands for the unit as well: the code that is made
    /// of a unit lives and dies together.
    pub fn bytes(&self) -> usize {
        let scope_bytes = |scope: &Rc<Scope>| {
            let per_binding = size_of::<PropertyKey>() + size_of::<u32>() + size_of::<bool>();
            allocation_bytes(size_of::<Scope>()) + 3 * allocation_bytes(scope.names.len() * per_binding / 3)
        };
        allocation_bytes(size_of::<CodeBlock>())
            + allocation_bytes(size_of_val(&*self.instructions))
            + allocation_bytes(size_of_val(&*self.constants))
            + allocation_bytes(size_of_val(&*self.caches))
            + allocation_bytes(size_of_val(&*self.names))
            + allocation_bytes(size_of_val(&*self.scopes))
            + self.scopes.iter().map(scope_bytes).sum::<usize>()
            + if self.index == 0 { self.unit.bytes } else { 0 }
    }
}

impl LoadedUnit {
    /// Interns the unit's strings.
    pub fn new(heap: &mut Heap, unit: Unit) -> Result<Self, Termination> {
        heap.tick(unit.strings.len() as u64)?;
        let mut strings = Vec::with_capacity(unit.strings.len());
        for text in &unit.strings {
            let string = heap.new_text(text);
            // Strings that spell an array index serve as keys as numbers, and are just values here.
            heap.key_of_string(string)?;
            let atom = heap.string_cell(string).atom;
            strings.push(if atom == crate::heap::string::NO_ATOM { string } else { StringId(atom) });
        }
        let blocks: Box<[Cell<Option<CodeId>>]> = unit.functions.iter().map(|_| Cell::new(None)).collect();
        let bytes = unit.bytes()
            + allocation_bytes(size_of_val(strings.as_slice()))
            + allocation_bytes(size_of_val(&*blocks))
            + allocation_bytes(size_of::<LoadedUnit>());
        heap.charge(bytes)?;
        Ok(LoadedUnit { unit, strings: strings.into(), blocks, marked_in: Cell::new(0), bytes })
    }

    /// The code block of a function, made when it is first asked for.
    pub fn block(self: &Rc<Self>, heap: &mut Heap, index: u32) -> Result<CodeId, Termination> {
        if let Some(code) = self.blocks[index as usize].get() {
            return Ok(code);
        }
        let block = self.make_block(heap, index)?;
        let code = heap.new_code(block);
        self.blocks[index as usize].set(Some(code));
        Ok(code)
    }

    fn make_block(self: &Rc<Self>, heap: &mut Heap, index: u32) -> Result<CodeBlock, Termination> {
        let template = &self.unit.functions[index as usize];
        // Code for the other machine has none of all this.
        let none = RegisterCode::default();
        let code = match &template.code {
            Code::Register(code) => code,
            Code::Stack(_) => &none,
        };
        let string = |id: TextId| self.strings[id.0 as usize];
        let mut key = |id: TextId| heap.key_of_string(string(id));
        let constants = code.constants.iter().map(|constant| match *constant {
            Constant::Number(number) => Value::number(number),
            Constant::String(text) => Value::string(string(text)),
        });
        let mut caches = Vec::with_capacity(code.caches.len());
        for &name in &code.caches {
            caches.push(InlineCache::new(key(name)?));
        }
        let mut names = Vec::with_capacity(code.names.len());
        for reference in &code.names {
            names.push(Name { key: key(reference.name)?, start: reference.start });
        }
        let mut scopes = Vec::with_capacity(code.scopes.len());
        for scope in &code.scopes {
            let mut keys = Vec::with_capacity(scope.bindings.len());
            for binding in &scope.bindings {
                keys.push(key(binding.name)?);
            }
            scopes.push(Rc::new(Scope {
                kind: scope.kind,
                parent: scope.parent,
                record: scope.record,
                names: keys.into(),
                registers: scope.bindings.iter().map(|binding| binding.register).collect(),
                mutable: scope.bindings.iter().map(|binding| binding.mutable).collect(),
                dynamic: scope.dynamic,
            }));
        }
        Ok(CodeBlock {
            unit: Rc::clone(self),
            index,
            name: template.name.map_or(StringId::EMPTY, string),
            parameter_count: template.parameter_count,
            register_count: code.register_count,
            strict: template.strict,
            is_constructor: template.is_constructor,
            is_plain: code.arguments.is_none() && code.scopes.is_empty(),
            instructions: code.instructions.as_slice().into(),
            constants: constants.collect(),
            caches: caches.into(),
            names: names.into(),
            scopes: scopes.into(),
            construct_cache: Cell::new(None),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use ferrotape_budget::NativeStack;
    use ferrotape_compiler::Backend;
    use ferrotape_syntax::{Goal, ParseOptions};
    use ferrotape_text::SourceText;

    use super::*;
    use crate::vm::{Options, Vm};

    fn compiled_elsewhere(text: &'static str) -> Unit {
        let compile = move || {
            let options = ParseOptions { goal: Goal::Script, strict: false, stack: NativeStack::default() };
            let source = Arc::new(SourceText::new("made.js", text));
            ferrotape_compiler::compile_source(source, &options, Backend::Register)
        };
        thread::spawn(compile).join().expect("no panic").unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn seed_c04_a_template_is_compiled_on_another_thread_and_instantiated_later() {
        let unit = compiled_elsewhere(
            "var n = 20; function add(m) { return function () { return n + m } } add(1)() + add(2)()",
        );
        for _ in 0..2 {
            let mut vm = Vm::new(Options::default()).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
            for _ in 0..2 {
                let value = vm.run_script(unit.clone());
                assert!(matches!(value, Ok(value) if value.as_number() == Some(43.0)), "{value:?}");
            }
        }
        let instantiate = || {
            let mut vm = Vm::new(Options::default()).unwrap_or_else(|thrown| panic!("no realm: {thrown:?}"));
            vm.run_script(unit.clone()).is_ok()
        };
        assert!(thread::scope(|scope| scope.spawn(instantiate).join()).is_ok_and(|ran| ran));
    }
}
