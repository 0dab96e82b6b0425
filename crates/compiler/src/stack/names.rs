//! Resolution of identifiers to references, and the scopes of blocks.

use ferrotape_bytecode::{BindingForm, BlockScope, StackInstruction, Variable};
use ferrotape_syntax::scope::{BindingId, ReferenceId, Resolution, ScopeId, ScopeKind};
use ferrotape_syntax::tree::FunctionId;
use ferrotape_text::Name;

use super::expression::Place;
use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::{Resolved, index_of};
use crate::meter::push;

impl FunctionGenerator<'_> {
    /// Pushes a reference to the meaning of an identifier.
    pub(super) fn identifier(&mut self, reference: ReferenceId, at: u32) -> Place {
        match self.core.resolve(reference) {
            Resolved::Own(binding) | Resolved::Outer(binding) => {
                self.binding(binding);
                match self.core.form_of(binding) {
                    BindingForm::OwnName => Place::OwnName(at),
                    BindingForm::Const => Place::At(at),
                    _ if self.core.is_checked(reference) => Place::At(at),
                    _ => Place::Variable,
                }
            }
            Resolved::Global | Resolved::Dynamic => {
                self.lookup(self.core.tree[reference].name);
                Place::At(at)
            }
        }
    }

    /// Pushes a reference to a binding. Bindings in the running function's record need no lookup.
    pub(super) fn binding(&mut self, binding: BindingId) {
        let tree = self.core.tree;
        if tree[binding].scope == self.core.function.scope {
            self.emit(StackInstruction::Vref(self.variables.0[binding.0 as usize]));
        } else {
            let name = self.core.name_of_binding(binding);
            self.lookup(name);
        }
    }

    pub(super) fn lookup(&mut self, name: Name) {
        self.string(text_id(name));
        self.emit(StackInstruction::Lookup);
    }

    /// Makes a declared function.
    pub(super) fn initialize_function(&mut self, binding: BindingId, function: FunctionId) {
        self.binding(binding);
        self.emit(StackInstruction::Func(index_of(self.core.tree, function)));
        self.emit(StackInstruction::PutValue);
    }

    /// Assigns a function to a variable by name, in sloppy eval code.
    pub(super) fn declare_function(&mut self, name: Name, function: FunctionId) {
        self.string(text_id(name));
        self.emit(StackInstruction::VLookup);
        self.emit(StackInstruction::Func(index_of(self.core.tree, function)));
        self.emit_throwing(StackInstruction::PutValue);
    }

    /// Begins the scope of a block with declarations (ECMA-262 14.2.3).
    pub(super) fn enter_scope(&mut self, scope: ScopeId) -> Compiled {
        let tree = self.core.tree;
        let mut names = Vec::new();
        for &binding in &tree[scope].bindings {
            self.core.work(1)?;
            let form = self.core.form_of(binding);
            let name = text_id(self.core.name_of_binding(binding));
            self.core.grown += push(&mut names, Variable { name, form });
        }
        let scope = BlockScope { variables: names, dynamic: tree[scope].kind == ScopeKind::Body };
        self.core.grown += push(&mut self.block_scopes, scope);
        self.begin_block(StackInstruction::SBlock(self.block_scopes.len() as u32 - 1));
        Ok(())
    }

    /// Evaluates the declaration of a function in a block of sloppy code: assigns the function to the variable as well
    /// (ECMA-262 B.3.2). The block's own binding may hide the variable.
    pub(super) fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) {
        let tree = self.core.tree;
        let Some(name) = tree[function].name else { return };
        match tree[outer].resolution {
            Resolution::Binding(binding) if tree[binding].scope == self.core.function.scope => {
                self.emit(StackInstruction::Vref(self.variables.0[binding.0 as usize]));
            }
            _ => {
                self.string(text_id(name));
                self.emit(StackInstruction::VLookup);
            }
        }
        self.lookup(name);
        self.emit(StackInstruction::GetValue);
        self.emit_throwing(StackInstruction::PutValue);
    }
}
