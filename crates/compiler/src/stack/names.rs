//! Resolution of identifiers to references, and the scopes of blocks.

use ferrotape_bytecode::{BindingForm, BlockScope, StackInstruction, Variable};
use ferrotape_syntax::scope::{BindingId, BindingKind, ReferenceId, Resolution, ScopeId, ScopeKind};
use ferrotape_syntax::tree::FunctionId;
use ferrotape_text::Name;

use super::expression::Place;
use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::{Implicit, Resolved, Scopes, index_of};
use crate::meter::push;

impl<'t> Scopes<'t> for FunctionGenerator<'t> {
    /// Makes a declared function.
    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled {
        self.binding(binding);
        self.emit(StackInstruction::Func(index_of(self.core.tree, function)));
        self.emit(StackInstruction::PutValue);
        Ok(())
    }

    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled {
        self.binding(binding);
        self.emit(match which {
            Implicit::This => StackInstruction::This,
            Implicit::Function => StackInstruction::Function,
            Implicit::NewTarget => StackInstruction::NewTarget,
        });
        self.emit(StackInstruction::Init);
        Ok(())
    }

    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled {
        self.binding(variable);
        // The variable has the same name; the parameter is in the function's record.
        self.emit(StackInstruction::Vref(self.variables.0[parameter.0 as usize]));
        self.emit(StackInstruction::GetValue);
        self.emit(StackInstruction::PutValue);
        Ok(())
    }

    /// Assigns a function to a variable by name, in sloppy eval code.
    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled {
        self.string(text_id(name));
        self.emit(StackInstruction::VLookup);
        self.emit(StackInstruction::Func(index_of(self.core.tree, function)));
        self.emit_throwing(StackInstruction::PutValue);
        Ok(())
    }

    /// Evaluates the declaration of a function in a block of sloppy code: assigns the function to the variable as well
    /// (ECMA-262 B.3.2). The block's own binding may hide the variable.
    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled {
        let tree = self.core.tree;
        let Some(name) = tree[function].name else { return Ok(()) };
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
        Ok(())
    }

    /// Begins the scope of a block with declarations (ECMA-262 14.2.3).
    fn enter_scope(&mut self, scope: ScopeId) -> Compiled {
        let tree = self.core.tree;
        let mut names = Vec::new();
        for &binding in &tree[scope].bindings {
            self.core.work(1)?;
            let form = self.core.form_of(binding);
            let name = text_id(self.core.name_of_binding(binding));
            self.core.grown += push(&mut names, Variable { name, form });
            if let BindingKind::Private(_) = tree[binding].kind {
                let name = text_id(self.core.unique_name_of_binding(binding));
                self.core.grown += push(&mut names, Variable { name, form });
            }
        }
        let scope = BlockScope { variables: names, dynamic: tree[scope].kind == ScopeKind::Body };
        self.core.grown += push(&mut self.block_scopes, scope);
        self.begin_block(StackInstruction::SBlock(self.block_scopes.len() as u32 - 1));
        Ok(())
    }

    /// Emits nothing, as the scope's bindings begin empty.
    fn empty_bindings(&mut self, _: ScopeId) -> Compiled {
        Ok(())
    }

    fn fresh_scope(&mut self, _: ScopeId) {
        self.emit(StackInstruction::Fresh);
    }

    fn enter_with(&mut self, _: ScopeId, (): (), at: u32) -> Compiled {
        self.emit_at(at, StackInstruction::ToObject);
        self.begin_block(StackInstruction::SWith);
        Ok(())
    }

    fn leave_scope(&mut self, _: ScopeId) {
        self.end_block();
    }
}

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
            // In the heritage of a class, its own private names hide those around it only from a search by name.
            let name = match tree[binding].kind {
                BindingKind::Private(_) => self.core.unique_name_of_binding(binding),
                _ => self.core.name_of_binding(binding),
            };
            self.lookup(name);
        }
    }

    pub(super) fn lookup(&mut self, name: Name) {
        self.string(text_id(name));
        self.emit(StackInstruction::Lookup);
    }
}
