//! Generation of one function: the layout of its frame, code before its first statement, and the finished template.

use std::cmp::Reverse;

use ferrotape_budget::order;
use ferrotape_bytecode::{
    ArgumentsObject, Code, FunctionKind, Instruction, MappedParameters, NameReference, RegisterCode,
};
use ferrotape_syntax::scope::{Binding, BindingId, BindingKind, ScopeId, ScopeKind};
use ferrotape_syntax::tree;

use rustc_hash::FxHashMap;

use super::constants::Constants;
use super::emitter::{SHUFFLE, Temporaries};
use super::operand::Operand;
use super::stations::FIRST_EXIT;
use super::suspension::{Suspensions, TO_THE_END, is_of_block};
use super::{Compiled, Core, FunctionCompiler, Register, Registers, Spare, Stop, emitter, jumps};
use crate::lowering::{Functions, template_kind};
use crate::meter::{Numbering, filled, push};

/// The first register that 8 bits cannot name.
const FIRST_HIGH: u32 = 256;
/// Most bindings that have registers of their own. In a function with more, blocks beside each other share them.
const MOST_OF_THEIR_OWN: usize = 64_000;
/// Most parameters. One register is for `this`, and each parameter in a shuffle register takes another one.
const MAX_PARAMETERS: u32 = emitter::MAX_REGISTERS - 1 - (FIRST_HIGH - SHUFFLE);

impl<'t> Functions<'t> for FunctionCompiler<'t> {
    /// Assigns registers to all bindings and records.
    fn lay_out(&mut self) -> Compiled {
        let tree = self.core.tree;
        self.parameter_registers()?;
        let mut moved = Vec::new();
        if !self.core.function.patterns.is_empty() {
            for index in 0..self.core.position_count() {
                self.core.work(1)?;
                let register = self.parameter_register(index, &mut moved)?;
                self.core.grown += push(&mut self.arguments, register);
            }
        }
        let mut scopes = self.own_scopes()?;
        if self.has_many_bindings(&scopes)? {
            self.place_by_blocks(&scopes, &mut moved)?;
        } else if self.wide {
            for binding in self.most_used_first(&scopes)? {
                self.place(binding, &mut moved)?;
            }
        } else {
            for &binding in scopes.iter().flat_map(|&scope| &tree[scope].bindings) {
                self.place(binding, &mut moved)?;
            }
        }
        self.note_block_registers(&scopes)?;
        self.core.position = self.core.function.name_span.start;
        scopes.retain(|&scope| tree[scope].needs_record);
        self.describe_scopes(scopes)?;
        if matches!(self.core.function.kind, tree::FunctionKind::Script | tree::FunctionKind::Eval) {
            self.completion = Some(self.variable_register()?);
        }
        if self.core.is_written_derived_constructor() {
            self.derived_result = Some(self.variable_register()?);
        }
        order::sort_by_key(&mut moved, |(position, _)| position.0);
        self.begin_temporaries();
        self.core.position = self.core.function.span.start;
        for (position, register) in moved {
            self.emit(Instruction::StoreWide { src: position.0 as u8, index: register.0 });
        }
        Ok(())
    }

    fn prologue(&mut self) -> Compiled {
        let function = self.core.function;
        if let Some(name_scope) = function.name_scope {
            for &binding in
                self.core.tree[name_scope].bindings.iter().filter(|&&binding| self.core.tree[binding].captured)
            {
                self.put(Operand::Callee, self.register_of(binding))?;
            }
        }
        let is_function = template_kind(function.kind) == FunctionKind::Function;
        let is_arrow = function.kind == tree::FunctionKind::Arrow;
        if is_function && !is_arrow && function.uses_this && !function.strict {
            self.emit(Instruction::CoerceThis {});
        }
        self.scope = self.descriptor_around(function.scope);
        Ok(())
    }

    fn keeps_arguments(&self) -> bool {
        self.core.rest_position().is_some() || self.has_arguments_on_demand()
    }

    fn keeps_few_values(&self) -> bool {
        true
    }

    fn end(&mut self) -> Compiled {
        if let Some(result) = self.derived_result {
            self.core.position = self.core.function.span.end.saturating_sub(1);
            return self.end_derived(result);
        }
        let Some(completion) = self.completion else {
            self.emit(Instruction::ReturnUndefined {});
            return Ok(());
        };
        self.core.position = self.core.function.span.end;
        let src = self.low(completion, 0);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    fn finish(&mut self) -> Compiled<Code> {
        // The last passes change jumps in place.
        let before = self.core.notes.is_some().then(|| self.code.clone());
        let emitted = jumps::Code {
            instructions: &mut self.code,
            offsets: &self.offsets,
            labels: &mut self.core.session.labels,
            catchers: &self.catchers,
            tables: std::mem::take(&mut self.switches),
            loops: &self.loops,
        };
        let mut finished = jumps::finish(emitted, &mut self.tables.notes, self.core.budget)?;
        self.describe_for_debuggers(&finished.code, &before.unwrap_or_default());
        self.number_live_registers(&mut finished.code)?;
        let arguments = self.arguments_object()?;
        let code = RegisterCode {
            register_count: self.register_count,
            records_around: self.records_around(),
            instructions: finished.code.into(),
            constants: std::mem::take(&mut self.constants.list),
            literals: std::mem::take(&mut self.literals),
            caches: self.caches.clone(),
            names: std::mem::take(&mut self.names),
            scopes: std::mem::take(&mut self.scopes),
            catchers: finished.catchers,
            switches: finished.switches,
            loops: finished.loops,
            positions: finished.positions,
            arguments,
            variables: std::mem::take(&mut self.variables),
        };
        self.code.clear();
        self.offsets.clear();
        self.caches.clear();
        self.tables.spare = Spare {
            code: std::mem::take(&mut self.code),
            offsets: std::mem::take(&mut self.offsets),
            caches: std::mem::take(&mut self.caches),
        };
        Ok(Code::Register(code))
    }
}

impl<'t> FunctionCompiler<'t> {
    /// Begins the code of a function.
    pub(super) fn new(mut core: Core<'t>, tables: &'t mut Registers, wide: bool) -> Self {
        core.grown += tables.spare.bytes() + tables.notes.bytes();
        let Spare { code, offsets, caches } = std::mem::take(&mut tables.spare);
        FunctionCompiler {
            core,
            tables,
            wide,
            code,
            offsets,
            catchers: Vec::new(),
            may_throw_before: 0,
            switches: Vec::new(),
            loops: Vec::new(),
            constants: Constants::default(),
            literals: Vec::new(),
            caches,
            global_caches: Numbering::default(),
            names: Vec::<NameReference>::new(),
            name_indices: Numbering::default(),
            scopes: Vec::new(),
            temporaries: Temporaries { low_start: 0, low: 0, low_end: 0, high_start: FIRST_HIGH, high: FIRST_HIGH },
            register_count: 1,
            scope: None,
            controls: Vec::new(),
            resources: None,
            stations: Vec::new(),
            exits: FxHashMap::default(),
            next_exit: FIRST_EXIT,
            last_bound: 0,
            catcher_depth: 0,
            derived_result: None,
            derived_exit: None,
            completion: None,
            limit: None,
            arguments: Vec::new(),
            variables: Vec::new(),
            suspensions: Suspensions::default(),
        }
    }

    /// Assigns a register to a binding.
    fn place(&mut self, binding: BindingId, moved: &mut Vec<(Register, Register)>) -> Compiled {
        self.core.work(1)?;
        let Binding { kind, captured, checked, span, name, .. } = self.core.tree[binding];
        self.core.position = span.start;
        let register = match kind {
            // A parameter that may be accessed before its turn does not live where its argument is.
            BindingKind::Parameter { index } if !self.arguments.is_empty() => {
                match self.arguments.get(index as usize).filter(|_| !checked) {
                    Some(&register) => register,
                    None => self.variable_register()?,
                }
            }
            BindingKind::Parameter { index } => self.parameter_register(index, moved)?,
            BindingKind::FunctionName if !captured => return Ok(()),
            _ => self.variable_register()?,
        };
        self.tables.registers[binding.0 as usize] = register;
        if self.core.session.names_variables {
            let name = self.text_id(name);
            self.core.grown += push(&mut self.variables, (register.0, name));
        }
        Ok(())
    }

    /// Returns whether registers are short: blocks beside each other are to share them. A function that can be suspended forgets
    /// registers by the blocks that it has left, so its blocks share none.
    fn has_many_bindings(&mut self, scopes: &[ScopeId]) -> Compiled<bool> {
        if !self.wide || self.can_be_suspended() {
            return Ok(false);
        }
        self.core.work(scopes.len() as u32)?;
        let bindings = scopes.iter().map(|&scope| self.core.tree[scope].bindings.len()).sum::<usize>();
        Ok(bindings > MOST_OF_THEIR_OWN)
    }

    /// Assigns registers to all bindings. Those of a block begin behind those of the blocks around it. So blocks beside each
    /// other have the same ones, but for the few that 8 bits can name. Variables of static blocks have their own: they are
    /// undefined at first, and no code says so, as each of these blocks runs once in its frame.
    fn place_by_blocks(&mut self, scopes: &[ScopeId], moved: &mut Vec<(Register, Register)>) -> Compiled {
        let tree = self.core.tree;
        let shares = |scope: ScopeId| is_of_block(&tree[scope]) && tree[scope].kind != ScopeKind::StaticBlock;
        let others = scopes.iter().filter(|&&scope| !shares(scope));
        for &binding in others.flat_map(|&scope| &tree[scope].bindings) {
            self.place(binding, moved)?;
        }
        let first = self.temporaries.high;
        let mut last = first;
        // The first free register behind each scope; 0 while that is not known.
        let mut ends = filled(0u32, tree.scopes.len(), self.core.budget)?;
        let mut path = Vec::new();
        for &scope in scopes {
            let mut next = Some(scope);
            let is_open = |id: ScopeId| tree[id].function == tree[scope].function && ends[id.0 as usize] == 0;
            while let Some(scope) = next.filter(|&scope| is_open(scope)) {
                self.core.work(1)?;
                self.core.grown += push(&mut path, scope);
                next = tree[scope].parent;
            }
            while let Some(scope) = path.pop() {
                let around = tree[scope].parent.map_or(0, |around| ends[around.0 as usize]);
                self.temporaries.high = around.max(first);
                if shares(scope) {
                    for &binding in &tree[scope].bindings {
                        self.place(binding, moved)?;
                    }
                }
                ends[scope.0 as usize] = self.temporaries.high;
                last = last.max(self.temporaries.high);
            }
        }
        self.temporaries.high = last;
        Ok(())
    }

    /// Returns the bindings in the order in which they get low registers.
    fn most_used_first(&mut self, scopes: &[ScopeId]) -> Compiled<Vec<BindingId>> {
        let tree = self.core.tree;
        let mut bindings = Vec::new();
        for &binding in scopes.iter().flat_map(|&scope| &tree[scope].bindings) {
            self.core.work(1)?;
            self.core.grown += push(&mut bindings, binding);
        }
        // With more bindings than this, places are found by blocks, or there is no code.
        if let Some(usage) = &self.tables.usage
            && bindings.len() <= emitter::MAX_REGISTERS as usize
        {
            // Bindings of blocks are placed together if they must be forgotten at the end of the block.
            let suspends = self.can_be_suspended();
            order::sort_by_key(&mut bindings, |&binding| match suspends && is_of_block(&tree[tree[binding].scope]) {
                true => (true, Reverse(0)),
                false => (false, Reverse(usage.weight(binding))),
            });
        }
        Ok(bindings)
    }

    /// Takes the registers into which the caller puts `this` and the arguments.
    fn parameter_registers(&mut self) -> Compiled {
        let end = self.core.position_count().saturating_add(1);
        if end > FIRST_HIGH && !self.wide {
            return Err(Stop::NeedsWide);
        }
        if end > MAX_PARAMETERS + 1 {
            let beyond = self.core.function.parameters.get(MAX_PARAMETERS as usize);
            let span = beyond.map_or(self.core.function.name_span, |beyond| beyond.span);
            return Err(Stop::TooLarge("function has too many parameters", span));
        }
        self.temporaries.low = end.min(FIRST_HIGH);
        self.temporaries.high = end.max(FIRST_HIGH);
        self.register_count = end;
        Ok(())
    }

    /// Returns a parameter's register: the one into which the caller puts it, unless that is a shuffle register.
    fn parameter_register(&mut self, index: u32, moved: &mut Vec<(Register, Register)>) -> Compiled<Register> {
        let position = Register(index + 1);
        if !self.wide || !(SHUFFLE..FIRST_HIGH).contains(&position.0) {
            return Ok(position);
        }
        let register = self.variable_register()?;
        moved.push((position, register));
        Ok(register)
    }

    /// Sets the numbers of live registers, which are only known now in wide mode.
    fn number_live_registers(&mut self, code: &mut [Instruction]) -> Compiled {
        if !self.wide || !(self.core.function.is_generator || self.core.function.is_async) {
            return Ok(());
        }
        self.core.work(code.len() as u32)?;
        for instruction in code {
            use Instruction::{Await, Forget, StartActivation, Yield, YieldDelegate};
            if let Forget { first, count: count @ TO_THE_END } = instruction {
                let end = self.register_count as u16;
                // Where every register is taken, none is forgotten, and the instruction only names one that exists.
                *count = end.saturating_sub(*first);
                *first = (*first).min(end - 1);
            }
            if let StartActivation { live } | Yield { live, .. } | YieldDelegate { live, .. } | Await { live, .. } =
                instruction
            {
                *live = self.register_count;
            }
        }
        Ok(())
    }

    /// Describes the `arguments` object. In sloppy functions with parameters it shares them through the record.
    fn arguments_object(&mut self) -> Compiled<Option<ArgumentsObject>> {
        let (tree, function) = (self.core.tree, self.core.function);
        let Some(binding) = function.arguments else { return Ok(None) };
        let (register, on_demand) = (self.register_of(binding).0, self.has_arguments_on_demand());
        let is_mapped = !function.strict && !function.parameters.is_empty() && tree[function.scope].needs_record;
        if !is_mapped {
            return Ok(Some(ArgumentsObject { register, on_demand, mapped: None }));
        }
        let mut bindings = filled(None, function.parameters.len(), self.core.budget)?;
        for &binding in &tree[function.scope].bindings {
            self.core.work(1)?;
            let Binding { kind, captured, .. } = tree[binding];
            if let BindingKind::Parameter { index } = kind
                && let Some(place) = bindings.get_mut(index as usize).filter(|_| captured)
            {
                *place = Some(self.tables.facts.capture_index(binding));
            }
        }
        let scope = self.tables.descriptors[function.scope.0 as usize];
        Ok(Some(ArgumentsObject { register, on_demand, mapped: Some(MappedParameters { scope, bindings }) }))
    }

    /// Returns whether the `arguments` object is only made at a call that passes it on to something other than the
    /// built-in `apply`. Suspended activations do not keep their arguments.
    pub(super) fn has_arguments_on_demand(&self) -> bool {
        let function = self.core.function;
        function.only_applies_arguments
            && function.patterns.is_empty()
            && !function.is_generator
            && !function.is_async
            && function.arguments.is_some_and(|binding| {
                let Binding { kind, captured, assigned, .. } = self.core.tree[binding];
                kind == BindingKind::Arguments && !captured && !assigned
            })
    }
}
