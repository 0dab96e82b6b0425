//! Identifiers to references, and the scopes of blocks.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::{BindingKind, ReferenceId, Resolution, ScopeId};
use ferrotape_syntax::tree::FunctionId;
use ferrotape_text::Name;

use super::expression::Place;
use super::{Compiled, FunctionGenerator, text_id};
use crate::functions::{declared_functions, index_of};
use crate::meter::push;

impl FunctionGenerator<'_, '_> {
    /// Pushes a reference to what an identifier means.
    pub(super) fn identifier(&mut self, reference: ReferenceId, at: u32) -> Place {
        let tree = self.tree;
        let (name, resolution) = (tree[reference].name, tree[reference].resolution);
        let Resolution::Binding(binding) = resolution else {
            self.lookup(name);
            return Place::At(at);
        };
        if tree[binding].scope == self.function.scope {
            self.emitter.emit(StackInstruction::Vref(self.session.variables[binding.0 as usize]));
        } else {
            self.lookup(name);
        }
        match tree[binding].kind {
            BindingKind::FunctionName => Place::OwnName(at),
            _ => Place::Variable,
        }
    }

    fn lookup(&mut self, name: Name) {
        self.emitter.string(text_id(name));
        self.emitter.emit(StackInstruction::Lookup);
    }

    /// `undefined`, `NaN` and `Infinity` of the global object can be neither changed nor deleted (ECMA-262 19.1).
    pub(super) fn constant_global(&self, reference: ReferenceId) -> Option<Literal> {
        let reference = &self.tree[reference];
        if reference.resolution != Resolution::Global {
            return None;
        }
        let known = &self.session.known;
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
        let tree = self.tree;
        let scope = &tree[self.function.scope];
        if scope.functions.is_empty() || scope.bindings.is_empty() {
            return Ok(());
        }
        let declared = self.declared_functions(self.function.scope)?;
        for (index, &binding) in (0..).zip(&scope.bindings) {
            self.work(1)?;
            self.session.marks.set(tree[binding].name, index);
        }
        for (name, function) in declared {
            self.work(1)?;
            if let Some(variable) = self.session.marks.get(name) {
                self.emitter.emit(StackInstruction::Vref(variable));
                self.emitter.emit(StackInstruction::Func(index_of(tree, function)));
                self.emitter.emit(StackInstruction::PutValue);
            }
        }
        for &binding in &scope.bindings {
            self.work(1)?;
            self.session.marks.clear(tree[binding].name);
        }
        Ok(())
    }

    fn declared_functions(&mut self, scope: ScopeId) -> Compiled<Vec<(Name, FunctionId)>> {
        let tree = self.tree;
        Ok(declared_functions(tree, &tree[scope], &mut self.session.marks, self.session.budget)?)
    }

    /// Generates `body` inside of the scope of a block with functions (ECMA-262 14.2.3).
    pub(super) fn in_scope(&mut self, scope: Option<ScopeId>, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let Some(scope) = scope else { return body(self) };
        let tree = self.tree;
        let mut names = Vec::new();
        for &binding in &tree[scope].bindings {
            self.work(1)?;
            self.emitter.grown += push(&mut names, text_id(tree[binding].name));
        }
        self.emitter.grown += push(&mut self.block_scopes, names);
        self.emitter.begin_block(StackInstruction::SBlock(self.block_scopes.len() as u32 - 1));
        for (name, function) in self.declared_functions(scope)? {
            self.work(1)?;
            self.lookup(name);
            self.emitter.emit(StackInstruction::Func(index_of(tree, function)));
            self.emitter.emit(StackInstruction::PutValue);
        }
        body(self)?;
        self.emitter.end_block();
        Ok(())
    }

    /// Evaluating the declaration of a function in a block of sloppy code: the function becomes the value of the variable
    /// as well (ECMA-262 B.3.2). The variable may be hidden by the block's own.
    pub(super) fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) {
        let tree = self.tree;
        let Some(name) = tree[function].name else { return };
        match tree[outer].resolution {
            Resolution::Binding(binding) if tree[binding].scope == self.function.scope => {
                self.emitter.emit(StackInstruction::Vref(self.session.variables[binding.0 as usize]));
            }
            _ => {
                self.emitter.string(text_id(name));
                self.emitter.emit(StackInstruction::VLookup);
            }
        }
        self.lookup(name);
        self.emitter.emit(StackInstruction::GetValue);
        self.emitter.emit_throwing(StackInstruction::PutValue);
    }
}
