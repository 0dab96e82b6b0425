//! Builds scopes while the parser reads.
//!
//! Open scopes are a stack. What makes resolving linear in the size of the text, however scopes nest:
//! - `innermost` leads from a name to its innermost open declaration, each declaration to the one it hides. So no scope
//!   needs a table of its own. What a `var` has to know of the declarations that it passes by is kept with the innermost one.
//! - References wait by name ([`references`]): a scope that closes touches only those of the names it declares.
//! - A block gets a [`Scope`] only when a function is declared in it. Until then it is a region ([`regions`]).
//! - Functions in blocks that may become variables wait by name as well ([`hoistable`]).

mod hoistable;
mod references;
mod regions;

use ferrotape_text::{Name, Span};

use self::hoistable::HoistableFunctions;
use self::references::PendingReferences;
use self::regions::Regions;
use super::{Binding, BindingId, BindingKind, ReferenceId, Resolution, Scope, ScopeId, ScopeKind};
use crate::by_name::{ByName, NONE};
use crate::meter::Meter;
use crate::tree::{FunctionId, StatementId, StatementKind, Tree};

#[derive(Default)]
pub(crate) struct ScopeBuilder {
    open: Vec<OpenScope>,
    references: PendingReferences,
    regions: Regions,
    /// The region that references stand in now.
    region: u32,
    hoistable: HoistableFunctions,
    declarations: Vec<Declaration>,
    /// By name: the innermost open declaration.
    innermost: ByName,
}

struct OpenScope {
    kind: ScopeKind,
    /// None for a block in which nothing has been declared yet.
    id: Option<ScopeId>,
    function: FunctionId,
    /// Index in `open` of the scope that `var` declares in.
    variable_depth: u32,
    /// Where the text of this scope begins.
    start: u32,
    /// Names are only declared, not bound: `Script` and sloppy `Eval`.
    by_name: bool,
    /// A direct eval stands in here, at any depth.
    has_eval: bool,
    /// A direct eval stands in the code of this function itself.
    own_eval: bool,
    /// And that is sloppy.
    dynamic: bool,
    first_reference: u32,
    first_hoistable: usize,
}

#[derive(Copy, Clone)]
struct Declaration {
    /// Index in `open` of the scope.
    depth: u32,
    /// The declaration of the same name in a scope further out, or `NONE`.
    hidden: u32,
    /// For a name of a block or a catch clause: the variable of the same name of the function around, or `NONE`.
    variable: u32,
    /// None where names are only declared.
    binding: Option<BindingId>,
    is_function: bool,
    /// This declaration, or one between it and the function around, is that of a block.
    in_block: bool,
    /// Behind the start of the last `var` of this name, 0 if there was none.
    last_var: u32,
}

/// The name has been declared in a way that does not go together.
#[derive(Debug)]
pub(crate) struct Conflict;

/// What the parser knows when a function or program ends.
pub(crate) struct CloseFunction {
    pub strict: bool,
    /// The name `arguments`, if it occurred or an eval may mention it.
    pub arguments: Option<Name>,
    /// What a reference becomes that nothing in the program declares.
    pub unresolved: Resolution,
}

impl ScopeBuilder {
    /// Opens a scope that exists in the tree.
    pub fn open(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        kind: ScopeKind,
        function: FunctionId,
        start: u32,
    ) -> ScopeId {
        self.open_block(tree, meter, function, start);
        let depth = self.open.len() - 1;
        let scope = &mut self.open[depth];
        scope.kind = kind;
        scope.by_name = matches!(kind, ScopeKind::Script | ScopeKind::Eval);
        if matches!(kind, ScopeKind::Function | ScopeKind::Script | ScopeKind::Eval) {
            scope.variable_depth = depth as u32;
        }
        let id = self.realize(tree, meter);
        tree.scopes[id.0 as usize].needs_record = kind == ScopeKind::With;
        id
    }

    /// Opens a block. It only becomes a scope of the tree when something is declared in it.
    pub fn open_block(&mut self, tree: &Tree, meter: &mut Meter, function: FunctionId, start: u32) {
        self.region = self.regions.open(meter, self.region);
        let scope = OpenScope {
            kind: ScopeKind::Block,
            id: None,
            function,
            variable_depth: self.open.last().map_or(0, |around| around.variable_depth),
            start,
            by_name: false,
            has_eval: false,
            own_eval: false,
            dynamic: false,
            first_reference: tree.references.len() as u32,
            first_hoistable: self.hoistable.len(),
        };
        meter.push(&mut self.open, scope);
    }

    /// The program turned out to be strict: eval code then has bindings of its own.
    pub fn program_is_strict(&mut self) {
        if let Some(program) = self.open.first_mut() {
            program.by_name = program.kind == ScopeKind::Script;
        }
    }

    /// Notes a use of a name.
    #[inline]
    pub fn refer(&mut self, tree: &mut Tree, meter: &mut Meter, name: Name) -> ReferenceId {
        self.references.add(tree, meter, name, ScopeId(self.region))
    }

    /// Notes that a reference is assigned to.
    pub fn write(&mut self, reference: ReferenceId) {
        self.references.write(reference);
    }

    /// Notes a direct eval.
    pub fn direct_eval(&mut self, strict: bool) {
        let depth = self.variable_depth();
        if let Some(scope) = self.open.last_mut() {
            scope.has_eval = true;
        }
        self.open[depth].own_eval = true;
        self.open[depth].dynamic |= !strict;
    }

    /// Declares a parameter; of equal names the last one counts, and true is returned for all but the first.
    pub fn declare_parameter(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
        index: u32,
    ) -> (BindingId, bool) {
        let depth = self.open.len() - 1;
        let kind = BindingKind::Parameter { index };
        if let Some(binding) = self.find(name, depth).and_then(|found| self.declarations[found].binding) {
            tree.bindings[binding.0 as usize].kind = kind;
            return (binding, true);
        }
        (self.bind(tree, meter, depth, name, kind, span), false)
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

    /// Declares a variable of the function around. A block between must not declare a function of that name.
    pub fn declare_variable(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
    ) -> Result<(), Conflict> {
        let innermost = self.innermost.get(name);
        if innermost != NONE && self.declarations[innermost as usize].in_block && !self.is_outside(innermost) {
            return Err(Conflict);
        }
        let declaration = self.declare_variable_at(tree, meter, self.variable_depth(), name, span);
        self.declarations[declaration].last_var = span.start + 1;
        Ok(())
    }

    /// Declares a function in the innermost scope: a function's, a program's or a block's. Must be called before the
    /// function's own scopes are opened.
    pub fn declare_function(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        name: Name,
        span: Span,
        function: FunctionId,
        strict: bool,
    ) -> Result<(), Conflict> {
        let depth = self.open.len() - 1;
        let id = self.realize(tree, meter);
        let declaration = if self.open[depth].kind == ScopeKind::Block {
            self.declare_in_block(tree, meter, depth, name, span, strict)?
        } else {
            self.declare_variable_at(tree, meter, depth, name, span)
        };
        let declaration = &mut self.declarations[declaration];
        declaration.is_function = true;
        if let Some(binding) = declaration.binding {
            let kind = &mut tree.bindings[binding.0 as usize].kind;
            if *kind == BindingKind::Variable {
                *kind = BindingKind::Function;
            }
        }
        meter.push(&mut tree.scopes[id.0 as usize].functions, function);
        Ok(())
    }

    /// Notes the statement of a function that was declared last, if that stands in a block of sloppy code.
    pub fn may_hoist(&mut self, meter: &mut Meter, name: Name, span: Span, statement: StatementId) {
        let depth = self.open.len() - 1;
        if self.open[depth].kind == ScopeKind::Block {
            self.hoistable.add(meter, name, span, statement, depth);
        }
    }

    /// Closes a block, and tells whether it became a scope of the tree.
    pub fn close_block(&mut self, tree: &mut Tree, meter: &mut Meter) -> Option<ScopeId> {
        let depth = self.open.len() - 1;
        let OpenScope { id, first_hoistable, .. } = self.open[depth];
        if let Some(id) = id {
            for &binding in &tree.scopes[id.0 as usize].bindings {
                self.hoistable.hide(meter, tree[binding].name, depth, first_hoistable);
            }
            self.close_bindings(tree, meter, id);
        }
        self.pop();
        id
    }

    /// Closes the scope of a catch clause or of a function's own name.
    pub fn close(&mut self, tree: &mut Tree, meter: &mut Meter) {
        let OpenScope { id, kind, first_reference, .. } = self.open[self.open.len() - 1];
        if let Some(id) = id {
            self.close_bindings(tree, meter, id);
        }
        if kind == ScopeKind::FunctionName {
            self.references.close_function(tree, meter, first_reference);
        }
        self.pop();
    }

    /// Closes the scope of a `with` statement: every name may mean a property of its object.
    pub fn close_with(&mut self, tree: &mut Tree, meter: &mut Meter) {
        let first = self.open[self.open.len() - 1].first_reference;
        self.references.close_dynamic(tree, meter, first);
        self.pop();
    }

    /// Closes the scope of a function or a program, and fills in what the function's node says of it.
    pub fn close_function(&mut self, tree: &mut Tree, meter: &mut Meter, end: &CloseFunction) {
        let depth = self.open.len() - 1;
        let OpenScope { id, function, kind, has_eval, first_reference, .. } = self.open[depth];
        let Some(id) = id else { return };
        self.hoist(tree, meter, depth, id);
        if kind == ScopeKind::Function {
            self.bind_arguments(tree, meter, depth, id, end);
        }
        let scope = &self.open[depth];
        tree[function].contains_direct_eval = has_eval;
        let dynamic = scope.dynamic && kind != ScopeKind::Script;
        tree.scopes[id.0 as usize].dynamic = dynamic;
        if scope.by_name {
            self.finish_declared_names(tree, meter, id);
        } else {
            tree.scopes[id.0 as usize].needs_record |= has_eval;
        }
        self.close_bindings(tree, meter, id);
        if dynamic && kind == ScopeKind::Function {
            self.references.close_dynamic(tree, meter, first_reference);
        }
        // The function's own name, if it has a scope, is still seen from within.
        if depth > 0 && self.open[depth - 1].kind != ScopeKind::FunctionName {
            self.references.close_function(tree, meter, first_reference);
        }
        self.pop();
        if depth == 0 {
            self.finish(tree, meter, end.unresolved);
        }
    }

    fn finish(&mut self, tree: &mut Tree, meter: &mut Meter, unresolved: Resolution) {
        if unresolved == Resolution::Dynamic {
            self.references.close_dynamic(tree, meter, 0);
        }
        self.references.finish(tree, meter);
        self.regions.finish(tree, meter);
    }

    /// The innermost open scope is a block whose name is declared outside already: the parameter of a catch clause.
    fn is_body_of_catch_declaring(&self, name: Name) -> bool {
        let depth = self.open.len() - 1;
        depth > 0 && self.open[depth - 1].kind == ScopeKind::Catch && self.find(name, depth - 1).is_some()
    }

    /// The open scope that `var` declares in.
    fn variable_depth(&self) -> usize {
        self.open.last().map_or(0, |scope| scope.variable_depth as usize)
    }

    /// Is the declaration one of the scopes around the function that is being read, or of that function's variables?
    fn is_outside(&self, declaration: u32) -> bool {
        self.declarations[declaration as usize].depth as usize <= self.variable_depth()
    }

    /// The variable of that name of the function that is being read.
    fn variable(&self, name: Name) -> Option<usize> {
        let innermost = self.innermost.get(name);
        if innermost == NONE {
            return None;
        }
        let found = if self.is_outside(innermost) { innermost } else { self.declarations[innermost as usize].variable };
        let is_variable =
            |found: &u32| *found != NONE && self.declarations[*found as usize].depth as usize == self.variable_depth();
        Some(found).filter(is_variable).map(|found| found as usize)
    }

    /// The declaration of a name in the open scope of that depth: the innermost one or the one around it.
    fn find(&self, name: Name, depth: usize) -> Option<usize> {
        let mut found = self.innermost.get(name);
        while found != NONE {
            let declaration = &self.declarations[found as usize];
            if declaration.depth as usize <= depth {
                return (declaration.depth as usize == depth).then_some(found as usize);
            }
            found = declaration.hidden;
        }
        None
    }

    /// Adds a declaration: in the innermost scope, or a variable below those of the scopes between.
    fn declare(&mut self, meter: &mut Meter, name: Name, depth: usize, binding: Option<BindingId>) -> usize {
        let new = self.declarations.len() as u32;
        let (mut above, mut hidden) = (NONE, self.innermost.get(name));
        // Each declaration is passed once at most: then it knows the variable.
        while hidden != NONE && self.declarations[hidden as usize].depth as usize > depth {
            let between = &mut self.declarations[hidden as usize];
            between.variable = new;
            (above, hidden) = (hidden, between.hidden);
        }
        match above {
            NONE => _ = self.innermost.replace(name, new, meter),
            above => self.declarations[above as usize].hidden = new,
        }
        let is_inner = depth > self.variable_depth();
        let around = if is_inner && hidden != NONE { Some(self.declarations[hidden as usize]) } else { None };
        let in_function = around.filter(|around| around.depth as usize >= self.variable_depth());
        let declaration = Declaration {
            depth: depth as u32,
            hidden,
            variable: match in_function {
                Some(around) if around.depth as usize == self.variable_depth() => hidden,
                Some(around) => around.variable,
                None => NONE,
            },
            binding,
            is_function: false,
            in_block: is_inner
                && (self.open[depth].kind == ScopeKind::Block || in_function.is_some_and(|around| around.in_block)),
            last_var: 0,
        };
        meter.push(&mut self.declarations, declaration);
        new as usize
    }

    fn bind(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        depth: usize,
        name: Name,
        kind: BindingKind,
        span: Span,
    ) -> BindingId {
        let binding = BindingId(tree.bindings.len() as u32);
        // What declares is a scope of the tree.
        let scope = self.open[depth].id.unwrap_or(ScopeId(0));
        let declared = Binding { name, kind, scope, span, captured: false, assigned: false };
        meter.push(&mut tree.bindings, declared);
        meter.push(&mut tree.scopes[scope.0 as usize].bindings, binding);
        self.declare(meter, name, depth, Some(binding));
        binding
    }

    /// Declares a variable in the open scope of that depth: the one that `var` declares in.
    fn declare_variable_at(
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
            return self.declare(meter, name, depth, None);
        }
        self.bind(tree, meter, depth, name, BindingKind::Variable, span);
        self.declarations.len() - 1
    }

    fn declare_in_block(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        depth: usize,
        name: Name,
        span: Span,
        strict: bool,
    ) -> Result<usize, Conflict> {
        let variable = self.variable(name);
        let block_start = self.open[depth].start;
        let is_var_inside = variable.is_some_and(|found| self.declarations[found].last_var > block_start);
        if is_var_inside || self.is_body_of_catch_declaring(name) {
            return Err(Conflict);
        }
        match self.find(name, depth) {
            Some(_) if strict => Err(Conflict),
            Some(found) => Ok(found),
            None => {
                self.bind(tree, meter, depth, name, BindingKind::Function, span);
                Ok(self.declarations.len() - 1)
            }
        }
    }

    /// Makes the innermost open scope one of the tree.
    fn realize(&mut self, tree: &mut Tree, meter: &mut Meter) -> ScopeId {
        let depth = self.open.len() - 1;
        let scope = &mut self.open[depth];
        if let Some(id) = scope.id {
            return id;
        }
        let id = ScopeId(tree.scopes.len() as u32);
        self.regions.realize(self.region, id);
        let new = Scope {
            kind: scope.kind,
            parent: (depth > 0).then_some(ScopeId(self.regions.around(self.region))),
            function: scope.function,
            bindings: Vec::new(),
            functions: Vec::new(),
            declared_names: Vec::new(),
            hoisted_names: Vec::new(),
            dynamic: false,
            needs_record: false,
        };
        meter.push(&mut tree.scopes, new);
        scope.id = Some(id);
        id
    }

    /// Functions in blocks become variables as well, unless a parameter has the name (ECMA-262 B.3.2.1 to B.3.2.3).
    fn hoist(&mut self, tree: &mut Tree, meter: &mut Meter, depth: usize, id: ScopeId) {
        let first = self.open[depth].first_hoistable;
        if first == self.hoistable.len() {
            return;
        }
        let declared = tree.scopes[id.0 as usize].declared_names.len();
        for index in first..self.hoistable.len() {
            if meter.tick(1) {
                return;
            }
            let Some(function) = self.hoistable.get(index) else { continue };
            let binding = self.find(function.name, depth).and_then(|found| self.declarations[found].binding);
            let kind = binding.map(|binding| tree[binding].kind);
            if matches!(kind, Some(BindingKind::Parameter { .. })) {
                continue;
            }
            self.declare_variable_at(tree, meter, depth, function.name, function.span);
            let reference = self.refer(tree, meter, function.name);
            self.write(reference);
            if let StatementKind::FunctionDeclaration { outer, .. } = &mut tree[function.statement].kind {
                *outer = Some(reference);
            }
        }
        self.hoistable.truncate(first);
        let scope = &mut tree.scopes[id.0 as usize];
        scope.hoisted_names = scope.declared_names.split_off(declared);
    }

    /// Declares the implicit `arguments` where it can be seen (ECMA-262 10.2.11), and shares the parameters with it in
    /// sloppy code.
    fn bind_arguments(&mut self, tree: &mut Tree, meter: &mut Meter, depth: usize, id: ScopeId, end: &CloseFunction) {
        let Some(name) = end.arguments else { return };
        let OpenScope { function, first_reference, own_eval, .. } = self.open[depth];
        let binding = match self.find(name, depth).and_then(|found| self.declarations[found].binding) {
            Some(binding) if tree[binding].kind == BindingKind::Variable => binding,
            Some(_) => return,
            None if !own_eval && !self.references.is_used_since(name, first_reference) => return,
            None => {
                let span = tree[function].name_span;
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

    /// A name that is also that of a function is declared by the function.
    fn finish_declared_names(&mut self, tree: &mut Tree, meter: &mut Meter, id: ScopeId) {
        let mut names = std::mem::take(&mut tree.scopes[id.0 as usize].declared_names);
        names.retain(|&name| {
            meter.tick(1);
            !self.find(name, 0).is_some_and(|found| self.declarations[found].is_function)
        });
        tree.scopes[id.0 as usize].declared_names = names;
    }

    /// Resolves the references to what the innermost scope binds, and takes its declarations from the names.
    fn close_bindings(&mut self, tree: &mut Tree, meter: &mut Meter, id: ScopeId) {
        let OpenScope { has_eval, first_reference, .. } = self.open[self.open.len() - 1];
        let bindings = std::mem::take(&mut tree.scopes[id.0 as usize].bindings);
        let mut needs_record = tree.scopes[id.0 as usize].needs_record;
        for &binding in &bindings {
            let name = tree[binding].name;
            let uses = self.references.resolve(tree, meter, name, first_reference, binding);
            let bound = &mut tree.bindings[binding.0 as usize];
            bound.captured |= uses.captured || has_eval;
            bound.assigned |= uses.assigned;
            needs_record |= bound.captured;
            let declaration = self.innermost.get(name);
            self.innermost.reset(name, self.declarations[declaration as usize].hidden);
            if meter.tick(1) {
                break;
            }
        }
        tree.scopes[id.0 as usize].bindings = bindings;
        tree.scopes[id.0 as usize].needs_record = needs_record;
    }

    /// Takes the innermost scope from the stack.
    fn pop(&mut self) {
        let Some(scope) = self.open.pop() else { return };
        if let Some(around) = self.open.last_mut() {
            around.has_eval |= scope.has_eval;
        }
        self.region = self.regions.around(self.region);
    }
}
