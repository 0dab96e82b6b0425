//! Resolution of names to registers, records, globals and lookups by name; entering and leaving scopes.

use ferrotape_bytecode::{Instruction, Intrinsic, NameReference, NameStart, ScopeBinding, ScopeDescriptor, ScopeKind};
use ferrotape_syntax::scope::{self, Binding, BindingId, BindingKind, Reference, ReferenceId, Scope, ScopeId};
use ferrotape_syntax::tree::FunctionId;
use ferrotape_text::Name;
use rustc_hash::FxBuildHasher;

use super::exits::Control;
use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, NO_SCOPE, Register, Stop};
use crate::lowering::{Assignments, ConstantGlobal, Forms, Implicit, Resolved, Scopes, index_of};
use crate::meter::{Numbering, push};

impl<'t> Scopes<'t> for FunctionCompiler<'t> {
    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled {
        self.put(self.closure(function), self.register_of(binding))
    }

    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled {
        let at = self.core.position;
        let value = match which {
            Implicit::This => Operand::Register(Register::THIS),
            Implicit::Function => Operand::Callee,
            Implicit::NewTarget => Operand::Intrinsic { which: Intrinsic::NewTarget, first: Register::THIS, at },
        };
        self.put(value, self.register_of(binding))
    }

    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled {
        self.mov(self.register_of(variable), self.register_of(parameter));
        Ok(())
    }

    /// Assigns a function to a variable by name, in sloppy eval code.
    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled {
        let mark = self.mark();
        let closure = self.in_register(self.closure(function), mark, None)?;
        let src = self.low(closure, 0);
        let name = self.name_index(name, self.core.function.scope);
        self.emit(Instruction::SetVariable { src, name });
        self.release(mark);
        Ok(())
    }

    /// Evaluates the declaration of a function in a block of sloppy code: assigns the function to the variable as well
    /// (ECMA-262 B.3.2).
    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled {
        let Some(binding) = self.core.session.declared_as[function.0 as usize] else { return Ok(()) };
        let src = self.register_of(binding);
        let index = match self.reference_target(outer, self.core.position)? {
            Operand::Name { index, .. } => index,
            // Only when the code runs is it known whether another script declares the name lexically, which keeps it.
            Operand::Global { name, .. } => self.name_index(name, self.core.function.scope),
            variable => return self.store(variable, src),
        };
        let src = self.low(src, 0);
        self.emit(Instruction::SetVariable { src, name: index });
        Ok(())
    }

    fn enter_scope(&mut self, scope: ScopeId) -> Compiled {
        self.note_scope_entered(scope)?;
        self.core.note_scope(scope, self.code.len() as u32);
        if self.core.tree[scope].needs_record {
            let descriptor = self.tables.descriptors[scope.0 as usize];
            let around = self.scope.replace(descriptor);
            self.controls.push(Control::Scope { descriptor, around });
        }
        Ok(())
    }

    /// Empties the bindings that may be accessed before they are initialised.
    fn empty_bindings(&mut self, scope: ScopeId) -> Compiled {
        for binding in self.core.emptied(scope)? {
            self.core.work(1)?;
            self.write(self.register_of(binding), |dst| Instruction::LoadEmpty { dst });
        }
        Ok(())
    }

    /// Makes a copy of the scope for the next turn: registers keep their values, and closures keep the record that they
    /// captured.
    fn fresh_scope(&mut self, scope: ScopeId) {
        let descriptor = self.tables.descriptors[scope.0 as usize];
        self.emit(Instruction::CloseScope { scope: descriptor.into() });
    }

    fn enter_with(&mut self, scope: ScopeId, object: Register, at: u32) -> Compiled {
        self.core.position = at;
        let src = self.low(object, 0);
        let descriptor = self.tables.descriptors[scope.0 as usize];
        self.emit(Instruction::EnterWith { src, scope: descriptor.into() });
        self.enter_scope(scope)
    }

    fn leave_scope(&mut self, scope: ScopeId) {
        self.note_scope_left();
        self.core.note_scope_end(self.code.len() as u32);
        if self.core.tree[scope].needs_record
            && let Some(Control::Scope { descriptor, around }) = self.controls.pop()
        {
            self.emit(Instruction::CloseScope { scope: descriptor.into() });
            self.scope = around;
        }
    }
}

impl FunctionCompiler<'_> {
    /// Returns the operand for the value of an identifier.
    pub(super) fn reference(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        match self.core.constant_global(reference) {
            Some(ConstantGlobal::Undefined) => Ok(Operand::Literal(Literal::Undefined)),
            Some(ConstantGlobal::Number(number)) => Ok(Operand::Literal(Literal::Number(number))),
            None => self.initialized(reference, at),
        }
    }

    /// Returns the operand for the value of an identifier that may not be initialised yet.
    fn initialized(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        let operand = self.resolved(reference, at)?;
        if let Operand::Variable(binding) = operand
            && self.core.is_checked(reference)
        {
            self.check_initialized(binding, at);
        }
        Ok(operand)
    }

    /// Throws a ReferenceError if the variable is not initialised. Afterwards its register is known to hold a value,
    /// even if a copy of it was checked.
    pub(super) fn check_initialized(&mut self, binding: BindingId, at: u32) {
        self.core.position = at;
        let name = self.text_id(self.core.tree[binding].name).0;
        let register = self.register_of(binding);
        let src = self.low(register, 0);
        self.emit(Instruction::CheckInitialized { src, name });
        if !self.fits(register) {
            self.emit(Instruction::StoreWide { src, index: register.0 });
        }
    }

    /// Returns the operand for an identifier as a target.
    pub(super) fn reference_target(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        let Reference { name, checked, initializes, .. } = self.core.tree[reference];
        match self.core.resolve(reference) {
            Resolved::Global if initializes => Ok(Operand::NewGlobal { name, at }),
            Resolved::Own(binding) | Resolved::Outer(binding) if !initializes && self.core.is_immutable(binding) => {
                Ok(Operand::Immutable { reference, at })
            }
            Resolved::Own(binding) if checked => Ok(Operand::LateVariable { binding, at }),
            _ => self.resolved(reference, at),
        }
    }

    fn resolved(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        match self.core.resolve(reference) {
            Resolved::Own(binding) => Ok(self.own(binding)),
            Resolved::Outer(binding) => self.outer(binding, self.core.is_checked(reference), at),
            Resolved::Global => Ok(Operand::Global { name: self.core.tree[reference].name, at }),
            Resolved::Dynamic => self.by_name(reference, at),
        }
    }

    fn own(&self, binding: BindingId) -> Operand {
        let is_callee = self.core.is_own_name(binding) && !self.core.tree[binding].captured;
        if is_callee { Operand::Callee } else { Operand::Variable(binding) }
    }

    fn outer(&self, binding: BindingId, is_checked: bool, at: u32) -> Compiled<Operand> {
        let facts = &self.tables.facts;
        let scope = self.core.tree[binding].scope;
        let depth = self.records_around() - facts.record_count(Some(scope));
        let depth = u16::try_from(depth)
            .map_err(|_| Stop::TooLarge("functions are nested too deeply", self.core.function.name_span))?;
        let index = facts.capture_index(binding);
        Ok(if is_checked { Operand::OuterChecked { depth, index, at } } else { Operand::Outer { depth, index } })
    }

    /// Returns the initialised variable of this function, in a register, that the reference certainly means.
    pub(super) fn own_variable(&self, reference: ReferenceId) -> Option<BindingId> {
        match self.core.resolve(reference) {
            _ if self.core.is_checked(reference) => None,
            Resolved::Own(binding) if matches!(self.own(binding), Operand::Variable(_)) => Some(binding),
            _ => None,
        }
    }

    /// Returns the innermost scope outside of the function.
    fn environment(&self) -> Option<ScopeId> {
        let outermost = self.core.function.name_scope.unwrap_or(self.core.function.scope);
        match &self.core.tree[outermost] {
            scope if scope.kind == scope::ScopeKind::Module => Some(outermost),
            scope => scope.parent,
        }
    }

    /// Returns the number of records around the function.
    pub(super) fn records_around(&self) -> u32 {
        self.tables.facts.record_count(self.environment())
    }

    fn by_name(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        let (name, scope) = (self.core.tree[reference].name, self.core.tree[reference].scope);
        Ok(Operand::Name { index: self.name_index(name, scope), at })
    }

    /// Returns the name reference for a lookup that begins at `scope`. Records that cannot have the name are skipped.
    fn name_index(&mut self, name: Name, scope: ScopeId) -> u32 {
        // The tree's names are resolved, so this name can only be where the tree does not show the names.
        let holder = self.tables.facts.dynamic_around(scope);
        let next = self.names.len() as u32;
        let index = self.name_indices.number((holder, name), next);
        if index == next {
            let start = self.name_start(holder);
            let reference = NameReference { name: self.text_id(name), start };
            self.core.grown +=
                push(&mut self.names, reference) + Numbering::<(Option<ScopeId>, Name), FxBuildHasher>::BYTES_PER_KEY;
        }
        index
    }

    /// Returns the start of a search that first visits the record of `holder`. None is the end of the scopes.
    fn name_start(&self, holder: Option<ScopeId>) -> NameStart {
        if let Some(own) = holder.filter(|&scope| self.core.tree[scope].function == self.core.id) {
            return NameStart::Scope(self.tables.descriptors[own.0 as usize]);
        }
        NameStart::Environment(self.records_around() - self.tables.facts.record_count(holder))
    }

    /// Returns whether code that the tree does not show can assign to the captured variable: a direct eval, or a store
    /// to an element of a mapped `arguments` object.
    pub(super) fn can_be_assigned_by_name(&self, binding: &Binding) -> bool {
        let function = &self.core.tree[self.core.tree[binding.scope].function];
        let is_mapped = matches!(binding.kind, BindingKind::Parameter { .. }) && function.arguments.is_some();
        function.contains_direct_eval || (is_mapped && !function.strict)
    }

    /// Returns the scopes whose registers are in the frame.
    pub(super) fn own_scopes(&mut self) -> Compiled<Vec<ScopeId>> {
        let tree = self.core.tree;
        let scopes = self.tables.facts.scopes_of(self.core.id);
        self.core.budget.take(size_of_val(scopes))?;
        Ok(scopes.iter().copied().filter(|&scope| tree[scope].kind != scope::ScopeKind::Module).collect())
    }

    /// Numbers and describes the function's scopes that need records.
    pub(super) fn describe_scopes(&mut self, scopes: Vec<ScopeId>) -> Compiled {
        if scopes.len() >= usize::from(NO_SCOPE) {
            return Err(Stop::TooLarge("function has too many scopes", self.core.function.name_span));
        }
        for (index, &scope) in scopes.iter().enumerate() {
            self.tables.descriptors[scope.0 as usize] = index as u16;
        }
        for scope in scopes {
            let record = self.variable_register()?.0;
            let descriptor = self.describe(scope, record)?;
            self.core.grown += push(&mut self.scopes, descriptor);
        }
        Ok(())
    }

    /// Describes the records of a scope: the captured bindings with their registers, and the scope around.
    fn describe(&mut self, id: ScopeId, record: u32) -> Compiled<ScopeDescriptor> {
        let tree = self.core.tree;
        let scope = &tree[id];
        let mut bindings = Vec::new();
        for &id in &scope.bindings {
            self.core.work(1)?;
            if !tree[id].captured {
                continue;
            }
            let binding = ScopeBinding {
                name: self.text_id(tree[id].name),
                register: self.register_of(id).0,
                form: self.core.form_of(id),
            };
            self.core.grown += push(&mut bindings, binding);
        }
        let kind = self.kind_of_scope(scope.kind);
        let parent = scope.parent.and_then(|parent| self.descriptor_around(parent));
        Ok(ScopeDescriptor { kind, parent, record, bindings, dynamic: scope.dynamic })
    }

    /// Returns the kind of the records of a scope.
    pub(super) fn kind_of_scope(&self, kind: scope::ScopeKind) -> ScopeKind {
        match kind {
            scope::ScopeKind::Script | scope::ScopeKind::Eval => ScopeKind::Eval,
            scope::ScopeKind::Function => ScopeKind::Function,
            scope::ScopeKind::FunctionName => ScopeKind::FunctionName,
            scope::ScopeKind::Catch => ScopeKind::Catch,
            scope::ScopeKind::Block => ScopeKind::Block,
            // These hold variables, like a function. `own_scopes` leaves `Module` out.
            scope::ScopeKind::Module | scope::ScopeKind::Body | scope::ScopeKind::StaticBlock => ScopeKind::Function,
            scope::ScopeKind::Loop | scope::ScopeKind::Class => ScopeKind::Block,
            scope::ScopeKind::With => ScopeKind::With,
        }
    }

    /// Returns the descriptor of the innermost scope of this function, from `scope` outwards, that has one.
    pub(super) fn descriptor_around(&self, scope: ScopeId) -> Option<u16> {
        let scope = self.tables.facts.record_around(scope)?;
        let Scope { function, kind, .. } = self.core.tree[scope];
        let is_own = function == self.core.id && kind != scope::ScopeKind::Module;
        is_own.then(|| self.tables.descriptors[scope.0 as usize])
    }

    pub(super) fn closure(&self, function: FunctionId) -> Operand {
        Operand::Closure { function: index_of(self.core.tree, function) }
    }
}
