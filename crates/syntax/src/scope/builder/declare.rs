//! Declarations of every kind, and the conflicts between them (ECMA-262 14.2.1, 14.12.1, 14.15.1, 15.2.1, 16.1.1,
//! 16.2.1.1, B.3.2).

use ferrotape_text::{Name, Span};

use super::super::{BindingId, BindingKind, LexicalName, PrivateKind, Reference, ReferenceId, Resolution, ScopeKind};
use super::{Conflict, Declared, ScopeBuilder, ScopePlace};
use crate::by_name::NONE;
use crate::meter::Meter;
use crate::scope::ScopeId;
use crate::tree::{FunctionId, StatementId, Tree};

impl ScopeBuilder {
    /// Declares a parameter. Of equal names the last one counts. Returns the binding, and whether the name is repeated.
    pub fn declare_parameter(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
        kind: BindingKind,
    ) -> (BindingId, bool) {
        let depth = self.open.len() - 1;
        if let Some(binding) = self.find(name, depth).and_then(|found| self.declarations[found].binding) {
            tree.bindings[binding.0 as usize].kind = kind;
            return (binding, true);
        }
        (self.bind(tree, meter, depth, name, kind, span), false)
    }

    /// Returns the declaration of a parameter that a reference will initialise.
    pub fn parameter(&mut self, name: Name) -> Declared {
        let declaration = self.innermost.get(name);
        self.declarations[declaration as usize].certain_from = u32::MAX;
        Declared(declaration)
    }

    /// Declares the one name of a catch clause or of a function expression.
    pub fn declare_only(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        kind: BindingKind,
        span: Span,
    ) -> BindingId {
        self.bind(tree, meter, self.open.len() - 1, name, kind, span)
    }

    /// Declares a variable of the enclosing function. No block in between may declare the name. A catch clause may
    /// (ECMA-262 B.3.4), if its parameter is no pattern.
    pub fn declare_variable(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
    ) -> Result<(), Conflict> {
        let innermost = self.innermost.get(name);
        if innermost != NONE && !self.is_outside(innermost) {
            let between = &self.declarations[innermost as usize];
            if between.in_block {
                return Err(Conflict { first: between.start });
            }
        }
        let declaration = self.declare_variable_at(tree, meter, self.variable_depth(), name, span);
        let declaration = &mut self.declarations[declaration];
        if declaration.is_lexical {
            return Err(Conflict { first: declaration.start });
        }
        declaration.last_var = span.start + 1;
        Ok(())
    }

    /// Declares a function in the innermost scope: a function's, a program's or a block's. Must be called before the
    /// function's own scopes are opened. Only a plain function of sloppy code, neither a generator nor async, is
    /// repeatable.
    pub fn declare_function(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
        function: FunctionId,
        is_repeatable: bool,
    ) -> Result<(), Conflict> {
        let depth = self.open.len() - 1;
        // Lexical declarations of eval code are in a block of their own, its functions are not.
        let is_top_of_eval = depth == 1 && self.open[0].kind == ScopeKind::Eval;
        let (declaration, id) = if is_top_of_eval {
            (self.declare_function_of_eval(tree, meter, name, span)?, self.open[0].id)
        } else {
            let id = self.realize(tree, meter);
            let declaration = match self.open[depth].kind {
                ScopeKind::Block => self.declare_in_block(tree, meter, depth, name, span, is_repeatable)?,
                ScopeKind::Module => self.declare_in_module(tree, meter, depth, name, span)?,
                _ => self.declare_variable_at(tree, meter, depth, name, span),
            };
            (declaration, Some(id))
        };
        let is_module = self.open[depth].kind == ScopeKind::Module;
        let declaration = &mut self.declarations[declaration];
        if declaration.is_lexical && !is_module {
            return Err(Conflict { first: declaration.start });
        }
        declaration.is_function = true;
        if let Some(binding) = declaration.binding {
            let kind = &mut tree.bindings[binding.0 as usize].kind;
            if *kind == BindingKind::Variable {
                *kind = BindingKind::Function;
            }
        }
        if let Some(id) = id {
            meter.push(&mut tree.scopes[id.0 as usize].functions, function);
        }
        Ok(())
    }

    /// Declares a function at the top of eval code, in the scope of its variables. Lexical declarations there conflict
    /// with it.
    fn declare_function_of_eval(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
    ) -> Result<usize, Conflict> {
        if let Some(found) = self.find(name, 1) {
            return Err(Conflict { first: self.declarations[found].start });
        }
        let declaration = self.declare_variable_at(tree, meter, 0, name, span);
        self.declarations[declaration].last_var = span.start + 1;
        Ok(declaration)
    }

    /// Declares a function at the top of a module, where functions are lexical.
    fn declare_in_module(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        depth: usize,
        name: Name,
        span: Span,
    ) -> Result<usize, Conflict> {
        if let Some(found) = self.find(name, depth) {
            return Err(Conflict { first: self.declarations[found].start });
        }
        self.bind(tree, meter, depth, name, BindingKind::Function, span);
        let declaration = self.declarations.len() - 1;
        self.declarations[declaration].is_lexical = true;
        Ok(declaration)
    }

    /// Declares a function in a block, where it is lexical. In sloppy code functions may repeat a name (ECMA-262
    /// B.3.2).
    fn declare_in_block(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        depth: usize,
        name: Name,
        span: Span,
        is_repeatable: bool,
    ) -> Result<usize, Conflict> {
        match self.lexical_conflict(name, depth) {
            Some(found) if !(is_repeatable && self.declarations[found].is_repeatable) => {
                Err(Conflict { first: self.declarations[found].start })
            }
            Some(found) => Ok(found),
            None => {
                self.bind(tree, meter, depth, name, BindingKind::Function, span);
                let declaration = self.declarations.len() - 1;
                self.declarations[declaration].is_repeatable = is_repeatable;
                Ok(declaration)
            }
        }
    }

    /// Declares a name of `let`, `const`, `using`, a class or an import in the innermost scope.
    pub fn declare_lexical(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        kind: BindingKind,
        span: Span,
    ) -> Result<Declared, Conflict> {
        let depth = self.open.len() - 1;
        if let Some(found) = self.lexical_conflict(name, depth) {
            return Err(Conflict { first: self.declarations[found].start });
        }
        self.realize(tree, meter);
        if self.open[depth].by_name {
            let is_constant = kind == BindingKind::Const;
            meter.push(&mut tree.lexical_names, LexicalName { name, is_constant, span });
            self.declare(meter, name, depth, span.start, None);
        } else {
            self.bind(tree, meter, depth, name, kind, span);
        }
        let new = self.declarations.len() - 1;
        let declaration = &mut self.declarations[new];
        declaration.is_lexical = true;
        declaration.certain_from = if kind == BindingKind::Import { 0 } else { u32::MAX };
        Ok(Declared(new as u32))
    }

    /// Returns the declaration that conflicts with one in the innermost scope, which has this depth.
    fn lexical_conflict(&self, name: Name, depth: usize) -> Option<usize> {
        if let Some(found) = self.find(name, depth) {
            return Some(found);
        }
        let start = self.open[depth].start;
        let is_inside = |&found: &usize| self.declarations[found].last_var > start;
        let variable = if depth > self.variable_depth() { self.variable(name).filter(is_inside) } else { None };
        let around = depth.checked_sub(1)?;
        let is_body = match self.open[around].kind {
            ScopeKind::Catch => self.open[depth].kind == ScopeKind::Block,
            _ => self.open[depth].kind == ScopeKind::Body,
        };
        variable.or_else(|| if is_body { self.find(name, around) } else { None })
    }

    /// Marks a name as initialised from here on.
    pub fn initialized(&mut self, tree: &Tree, declared: Declared) {
        self.declarations[declared.0 as usize].certain_from = tree.references.len() as u32;
    }

    /// Marks a name as initialised from this reference on.
    pub fn initialized_from(&mut self, declared: Declared, reference: u32) {
        self.declarations[declared.0 as usize].certain_from = reference;
    }

    /// Begins the next `case` of a `switch`. Declarations of earlier cases may have been jumped over.
    pub fn next_case(&mut self, tree: &Tree, meter: &mut Meter) {
        let depth = self.open.len() - 1;
        let Some(id) = self.open[depth].id else { return };
        let first = self.open[depth].bindings_of_cases;
        let bindings = &tree[id].bindings;
        for &binding in &bindings[first..] {
            if tree[binding].kind.is_lexical() {
                let declaration = self.innermost.get(tree[binding].name);
                self.declarations[declaration as usize].certain_until = tree.references.len() as u32;
            }
            if meter.tick(1) {
                return;
            }
        }
        self.open[depth].bindings_of_cases = bindings.len();
    }

    /// Declares a private name in the class scope, the innermost one. A getter and a setter may share a name if both or
    /// none are static.
    pub fn declare_private(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        kind: PrivateKind,
        is_static: bool,
        span: Span,
    ) -> Result<(), Conflict> {
        let depth = self.open.len() - 1;
        let Some(found) = self.find(name, depth) else {
            self.bind(tree, meter, depth, name, BindingKind::Private(kind), span);
            // For other declarations this flag says that two functions may have the name.
            let new = self.declarations.len() - 1;
            self.declarations[new].is_repeatable = is_static;
            return Ok(());
        };
        let declaration = self.declarations[found];
        let Some(binding) = declaration.binding else { return Ok(()) };
        let bound = &mut tree.bindings[binding.0 as usize].kind;
        let is_pair = matches!(
            (*bound, kind),
            (BindingKind::Private(PrivateKind::Getter), PrivateKind::Setter)
                | (BindingKind::Private(PrivateKind::Setter), PrivateKind::Getter)
        );
        if !is_pair || declaration.is_repeatable != is_static {
            return Err(Conflict { first: declaration.start });
        }
        *bound = BindingKind::Private(PrivateKind::Accessor);
        Ok(())
    }

    /// Adds a hidden binding to the class scope, the innermost one. It is captured, as functions of the class use it.
    pub fn hidden(&mut self, tree: &mut Tree, meter: &mut Meter, name: Name, span: Span) -> (BindingId, ReferenceId) {
        let depth = self.open.len() - 1;
        let binding = self.add_binding(tree, meter, depth, name, BindingKind::Hidden, span);
        tree.bindings[binding.0 as usize].captured = true;
        (binding, self.refer_hidden(tree, meter, binding, true))
    }

    /// Adds a reference to a hidden binding from the innermost scope.
    pub fn refer_hidden(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        binding: BindingId,
        initializes: bool,
    ) -> ReferenceId {
        let reference = Reference {
            name: tree[binding].name,
            scope: ScopeId(self.region),
            resolution: Resolution::Binding(binding),
            checked: false,
            initializes,
        };
        self.references.add_resolved(tree, meter, reference)
    }

    /// Notes the statement of the last declared function, if the function stands in a block of sloppy code.
    pub fn may_hoist(&mut self, meter: &mut Meter, name: Name, span: Span, statement: StatementId) {
        let depth = self.open.len() - 1;
        let is_top_of_eval = depth == 1 && self.open[0].kind == ScopeKind::Eval;
        if self.open[depth].kind == ScopeKind::Block && !is_top_of_eval {
            self.hoistable.add(meter, name, span, statement, depth);
        }
    }

    /// Declares a variable in the open scope at this depth, the one in which `var` declares.
    pub(super) fn declare_variable_at(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        depth: usize,
        name: Name,
        span: Span,
    ) -> usize {
        if let Some(found) = self.variable(name) {
            return found;
        }
        if self.open[depth].by_name {
            if let Some(id) = self.open[depth].id {
                meter.push(&mut tree.scopes[id.0 as usize].declared_names, name);
            }
            return self.declare(meter, name, depth, span.start, None);
        }
        self.bind(tree, meter, depth, name, BindingKind::Variable, span);
        self.declarations.len() - 1
    }

    /// Gives the import that a module has by this name another one, so that a declaration at the top can have it. Returns
    /// whether there is such an import.
    pub fn rename_import(&mut self, tree: &mut Tree, meter: &mut Meter, name: Name, new: Name) -> bool {
        let found = self.innermost.get(name);
        let Some(declaration) = self.declarations.get(found as usize).copied() else { return false };
        let Some(binding) = declaration.binding else { return false };
        let is_import = tree.bindings[binding.0 as usize].kind == BindingKind::Import;
        if !is_import || declaration.depth != 0 || self.variable_depth() != 0 {
            return false;
        }
        tree.bindings[binding.0 as usize].name = new;
        self.innermost.reset(name, declaration.hidden);
        _ = self.innermost.replace(new, found, meter);
        true
    }

    /// Returns whether the innermost scope has a declaration of the name, to which an enum or a namespace adds.
    pub fn merging(&self, name: Name, is_top: bool) -> Option<Result<(), Conflict>> {
        let found = self.find(name, self.open.len() - 1)?;
        let declaration = &self.declarations[found];
        // At the top the name is that of a `var`, which may be repeated.
        let is_variable = is_top && !declaration.is_lexical;
        let is_open = declaration.is_open || declaration.is_function || is_variable;
        Some(if is_open { Ok(()) } else { Err(Conflict { first: declaration.start }) })
    }

    /// Notes that enums and namespaces may add to what the name has been declared as.
    pub fn merges(&mut self, name: Name) {
        let found = self.innermost.get(name);
        if let Some(declaration) = self.declarations.get_mut(found as usize) {
            declaration.is_open = true;
        }
    }

    /// Returns the start of the innermost scope, and the number of open scopes. No other scope has both.
    pub fn place(&self) -> ScopePlace {
        (self.open.last().map_or(0, |scope| scope.start), self.open.len() as u32)
    }

    /// Returns the places of all open scopes, innermost first.
    pub fn places(&self) -> impl Iterator<Item = ScopePlace> {
        self.open.iter().enumerate().rev().map(|(index, scope)| (scope.start, index as u32 + 1))
    }

    /// Returns whether a scope of [`ScopeBuilder::place`] is open.
    pub fn is_open(&self, (start, depth): ScopePlace) -> bool {
        depth.checked_sub(1).and_then(|index| self.open.get(index as usize)).is_some_and(|scope| scope.start == start)
    }

    /// Returns the number of scopes around the innermost declaration of a name, and that declaration's own.
    pub fn depth_of(&self, name: Name) -> Option<u32> {
        match self.innermost.get(name) {
            NONE => None,
            found => Some(self.declarations[found as usize].depth + 1),
        }
    }

    /// Returns whether the innermost scope is that of the program.
    pub fn is_outermost(&self) -> bool {
        self.open.len() == 1
    }

    /// Returns whether the innermost scope is that of a function.
    pub fn is_function_scope(&self) -> bool {
        self.open.last().is_some_and(|scope| matches!(scope.kind, ScopeKind::Function | ScopeKind::Body))
    }

    /// Returns the binding that a name has now, in the innermost scope or an outer one.
    pub fn binding_of(&self, name: Name) -> Option<BindingId> {
        match self.innermost.get(name) {
            NONE => None,
            found => self.declarations[found as usize].binding,
        }
    }
}
