//! Identifiers to references, and the scopes of blocks.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::{BindingKind, ReferenceId, Resolution, ScopeId};
use ferrotape_syntax::tree::FunctionId;
use ferrotape_text::Name;

use super::expression::Place;
use super::{Compiled, FunctionGenerator, text_id};
use crate::functions::{declared_functions, index_of};
use crate::meter::push;

impl FunctionGenerator<'_> {
    /// Pushes a reference to what an identifier means.
    pub(super) fn identifier(&mut self, reference: ReferenceId, at: u32) -> Place {
        let tree = self.core.tree;
        let (name, resolution) = (tree[reference].name, tree[reference].resolution);
        let Resolution::Binding(binding) = resolution else {
            self.lookup(name);
            return Place::At(at);
        };
        if tree[binding].scope == self.core.function.scope {
            self.emit(StackInstruction::Vref(self.variables.0[binding.0 as usize]));
        } else {
            self.lookup(name);
        }
        match tree[binding].kind {
            BindingKind::FunctionName => Place::OwnName(at),
            _ => Place::Variable,
        }
    }

    fn lookup(&mut self, name: Name) {
        self.string(text_id(name));
        self.emit(StackInstruction::Lookup);
    }

    /// `undefined`, `NaN` and `Infinity` of the global object can be neither changed nor deleted (ECMA-262 19.1).
    pub(super) fn constant_global(&self, reference: ReferenceId) -> Option<Literal> {
        let reference = &self.core.tree[reference];
        if reference.resolution != Resolution::Global {
            return None;
        }
        let known = &self.core.session.known;
        match reference.name {
            name if name == known.undefined => Some(Literal::Undefined),
            name if name == known.nan => Some(Literal::Number(f64::NAN)),
            name if name == known.infinity => Some(Literal::Number(f64::INFINITY)),
            _ => None,
        }
    }

    /// Makes the functions declared at the top of a function (FunctionDeclarationInstantiation, ECMA-262 10.2.11). Scripts
    /// and sloppy eval code have theirs made by name.
    pub(super) fn hoist_into_variables(&mut self) -> Compiled {
        let tree = self.core.tree;
        let scope = &tree[self.core.function.scope];
        if scope.functions.is_empty() || scope.bindings.is_empty() {
            return Ok(());
        }
        let declared = self.declared_functions(self.core.function.scope)?;
        for (index, &binding) in (0..).zip(&scope.bindings) {
            self.core.work(1)?;
            self.core.session.marks.set(tree[binding].name, index);
        }
        for (name, function) in declared {
            self.core.work(1)?;
            if let Some(variable) = self.core.session.marks.get(name) {
                self.emit(StackInstruction::Vref(variable));
                self.emit(StackInstruction::Func(index_of(tree, function)));
                self.emit(StackInstruction::PutValue);
            }
        }
        for &binding in &scope.bindings {
            self.core.work(1)?;
            self.core.session.marks.clear(tree[binding].name);
        }
        Ok(())
    }

    fn declared_functions(&mut self, scope: ScopeId) -> Compiled<Vec<(Name, FunctionId)>> {
        let tree = self.core.tree;
        Ok(declared_functions(tree, &tree[scope], &mut self.core.session.marks, self.core.budget)?)
    }

    /// Begins the scope of a block with functions (ECMA-262 14.2.3).
    pub(super) fn enter_scope(&mut self, scope: ScopeId) -> Compiled {
        let tree = self.core.tree;
        let mut names = Vec::new();
        for &binding in &tree[scope].bindings {
            self.core.work(1)?;
            self.core.grown += push(&mut names, text_id(tree[binding].name));
        }
        self.core.grown += push(&mut self.block_scopes, names);
        self.begin_block(StackInstruction::SBlock(self.block_scopes.len() as u32 - 1));
        for (name, function) in self.declared_functions(scope)? {
            self.core.work(1)?;
            self.lookup(name);
            self.emit(StackInstruction::Func(index_of(tree, function)));
            self.emit(StackInstruction::PutValue);
        }
        Ok(())
    }

    /// Evaluating the declaration of a function in a block of sloppy code: the function becomes the value of the variable
    /// as well (ECMA-262 B.3.2). The variable may be hidden by the block's own.
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
