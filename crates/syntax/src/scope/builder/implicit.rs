//! Bindings without a declaration: `arguments`, `this`, the function itself, `new.target`, and the variables of a body
//! that begin with the values of parameters.

use ferrotape_text::Name;

use super::super::{BindingKind, ScopeId, ScopeKind};
use super::{CloseFunction, ScopeBuilder};
use crate::meter::Meter;
use crate::tree::{FunctionId, ImplicitBindings, Tree};

const KINDS: [BindingKind; 3] = [BindingKind::This, BindingKind::ActiveFunction, BindingKind::NewTarget];

impl ScopeBuilder {
    /// Declares the implicit `arguments` if something can access it (ECMA-262 10.2.11). In sloppy code it shares the
    /// parameters.
    pub(super) fn bind_arguments(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        depth: usize,
        id: ScopeId,
        end: &CloseFunction,
    ) {
        let Some(name) = end.arguments else { return };
        let function = self.open[depth].function;
        let first_reference = self.open[depth].first_reference;
        let binding = match self.find(name, depth).and_then(|found| self.declarations[found].binding) {
            Some(binding) if matches!(tree[binding].kind, BindingKind::Variable | BindingKind::Arguments) => binding,
            Some(_) => return,
            None if !self.open[depth].own_eval && !self.references.is_used_since(name, first_reference) => return,
            None => {
                let span = tree[function].name_span;
                tree[function].only_applies_arguments = end.only_applies_arguments && !self.open[depth].own_eval;
                self.bind(tree, meter, depth, name, BindingKind::Arguments, span)
            }
        };
        tree.bindings[binding.0 as usize].kind = BindingKind::Arguments;
        tree[function].arguments = Some(binding);
        if !end.strict {
            for index in 0..tree[function].parameters.len() {
                let parameter = tree[function].parameters[index].binding;
                tree.bindings[parameter.0 as usize].captured = true;
            }
            tree.scopes[id.0 as usize].needs_record |= !tree[function].parameters.is_empty();
        }
    }

    /// Declares the implicit bindings that the innermost scope, a function's or a module's, refers to as `this`,
    /// `super` and `new.target`.
    pub(super) fn bind_implicit(&mut self, tree: &mut Tree, meter: &mut Meter, end: &CloseFunction) {
        let depth = self.open.len() - 1;
        let function = self.open[depth].function;
        let is_needed = end.is_derived && self.open[depth].has_eval;
        let bound = tree[function].implicit;
        let bound = self.bind_implicit_in(tree, meter, end, bound, is_needed);
        tree[function].implicit = bound;
    }

    /// Declares the implicit bindings of eval code beside its lexical declarations, as its own scope may have no
    /// bindings.
    pub fn bind_implicit_of_eval(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        end: &CloseFunction,
        program: FunctionId,
    ) {
        let bound = self.bind_implicit_in(tree, meter, end, ImplicitBindings::default(), false);
        tree[program].implicit = bound;
    }

    /// Adds to the bindings `before` those that the innermost scope refers to, or with `all` every one. Returns them
    /// together.
    fn bind_implicit_in(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        end: &CloseFunction,
        before: ImplicitBindings,
        all: bool,
    ) -> ImplicitBindings {
        let Some(names) = end.implicit else { return before };
        let depth = self.open.len() - 1;
        let mut bound = [before.this, before.function, before.new_target];
        for ((bound, name), kind) in bound.iter_mut().zip(names).zip(KINDS) {
            let is_used = all || self.references.is_used_since(name, self.open[depth].first_reference);
            if bound.is_some() || !is_used {
                continue;
            }
            self.realize(tree, meter);
            let span = tree[self.open[depth].function].name_span;
            *bound = Some(self.bind(tree, meter, depth, name, kind, span));
            if kind == BindingKind::This
                && end.is_derived
                && let Some(declaration) = self.declarations.last_mut()
            {
                declaration.certain_from = u32::MAX;
            }
        }
        ImplicitBindings { this: bound[0], function: bound[1], new_target: bound[2] }
    }

    /// Copies values into variables of a body, the innermost scope, from the parameters with the same names or from
    /// `arguments` (ECMA-262 10.2.11).
    pub(super) fn copy_parameters(&mut self, tree: &mut Tree, meter: &mut Meter, id: ScopeId, arguments: Option<Name>) {
        let depth = self.open.len() - 1;
        debug_assert_eq!(self.open[depth].kind, ScopeKind::Body);
        let first = tree.lists.len();
        for index in 0..tree[id].bindings.len() {
            let binding = tree[id].bindings[index];
            if meter.tick(1) {
                return;
            }
            if tree[binding].kind != BindingKind::Variable {
                continue;
            }
            let name = tree[binding].name;
            let parameter = match self.find(name, depth - 1).and_then(|found| self.declarations[found].binding) {
                Some(parameter) => parameter,
                None if Some(name) == arguments => {
                    let span = tree[binding].span;
                    self.bind(tree, meter, depth - 1, name, BindingKind::Arguments, span)
                }
                None => continue,
            };
            meter.push(&mut tree.lists, binding.0);
            meter.push(&mut tree.lists, parameter.0);
        }
        let copies = tree.list_since(first);
        tree.scopes[id.0 as usize].copies = copies;
    }
}
