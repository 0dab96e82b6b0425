//! Builds scopes while the parser reads.
//!
//! Open scopes are a stack. What makes resolving linear in the size of the text, however scopes nest:
//! - `innermost` leads from a name to its innermost open declaration, each declaration to the one it hides. So no scope
//!   needs a table of its own. What a `var` has to know of the declarations that it passes by is kept with the innermost one.
//! - References wait by name ([`references`]): a scope that closes touches only those of the names it declares.
//! - A block gets a [`Scope`] only when something is declared in it. Until then it is a region ([`regions`]).
//! - What stands in parentheses is a region too. If it turns out to be the head of an arrow function, its region becomes that
//!   function's scope, and the references since its start are the function's: nothing is read or moved again.
//! - Functions in blocks that may become variables wait by name as well ([`hoistable`]).

mod declarations;
mod declare;
mod hoistable;
mod implicit;
mod references;
mod regions;

use ferrotape_text::{Name, Span};

use self::declarations::Declaration;
use self::hoistable::HoistableFunctions;
use self::references::{Closing, PendingReferences};
use self::regions::Regions;
use super::{Binding, BindingId, BindingKind, Disposal, ReferenceId, Resolution, Scope, ScopeId, ScopeKind};
use crate::by_name::ByName;
use crate::meter::Meter;
use crate::tree::{FunctionId, List, StatementKind, Tree};

#[derive(Default)]
pub(crate) struct ScopeBuilder {
    open: Vec<OpenScope>,
    references: PendingReferences,
    regions: Regions,
    /// The region that references stand in now.
    region: u32,
    hoistable: HoistableFunctions,
    /// Direct evals so far.
    evals: u32,
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
    /// Of a catch clause whose parameter is a pattern.
    has_pattern: bool,
    first_reference: u32,
    /// Of a class: the first one in its body.
    first_private: u32,
    first_hoistable: usize,
    /// Of a `switch`: how many of its bindings are from `case`s before the current one.
    bindings_of_cases: usize,
}

/// The name has been declared in a way that does not go together.
#[derive(Debug)]
pub(crate) struct Conflict {
    /// Where that was.
    pub first: u32,
}

/// A declaration whose initialisation is to come.
#[derive(Copy, Clone)]
pub(crate) struct Declared(u32);

/// What may turn out to be the head of an arrow function.
#[derive(Copy, Clone)]
pub(crate) struct Head {
    region: u32,
    first_reference: u32,
    /// Direct evals before it.
    evals: u32,
}

/// What the parser knows when a function or program ends.
pub(crate) struct CloseFunction {
    pub strict: bool,
    pub is_arrow: bool,
    /// Of a class with `extends`.
    pub is_derived: bool,
    /// The name `arguments`, if it occurred or an eval may mention it.
    pub arguments: Option<Name>,
    /// It stands nowhere but where `apply` is given it.
    pub only_applies_arguments: bool,
    /// The names of implicit bindings, if there are any references to such.
    pub implicit: Option<[Name; 3]>,
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
        self.region = self.regions.open(meter, self.region);
        let first_reference = tree.references.len() as u32;
        self.push(meter, kind, function, start, first_reference);
        let id = self.realize(tree, meter);
        tree.scopes[id.0 as usize].needs_record = matches!(kind, ScopeKind::With | ScopeKind::Module);
        id
    }

    /// Opens a block, or the head of a loop. It only becomes a scope of the tree when something is declared in it.
    pub fn open_block(&mut self, tree: &Tree, meter: &mut Meter, kind: ScopeKind, function: FunctionId, start: u32) {
        self.region = self.regions.open(meter, self.region);
        self.push(meter, kind, function, start, tree.references.len() as u32);
    }

    /// What begins here may be the head of an arrow function.
    #[inline]
    pub fn open_head(&mut self, tree: &Tree, meter: &mut Meter) -> Head {
        self.region = self.regions.open(meter, self.region);
        Head { region: self.region, first_reference: tree.references.len() as u32, evals: self.evals }
    }

    #[inline]
    pub fn close_head(&mut self) {
        self.region = self.regions.around(self.region);
    }

    /// Makes a head of the reference that was noted last: the only parameter of an arrow function.
    pub fn head_of(&mut self, tree: &mut Tree, meter: &mut Meter, reference: ReferenceId) -> Head {
        let region = self.regions.open(meter, self.region);
        let head = Head { region, first_reference: reference.0, evals: self.evals };
        tree.references[reference.0 as usize].scope = ScopeId(head.region);
        head
    }

    /// Opens the scope of an arrow function whose head has been read.
    pub fn open_arrow(
        &mut self,
        tree: &mut Tree,
        meter: &mut Meter,
        function: FunctionId,
        head: Head,
        start: u32,
    ) -> ScopeId {
        self.region = head.region;
        self.push(meter, ScopeKind::Function, function, start, head.first_reference);
        // Functions in the head have told the scope around of their direct evals.
        if let Some(scope) = self.open.last_mut() {
            scope.has_eval = self.evals != head.evals;
        }
        self.realize(tree, meter)
    }

    /// Opens the scope of a function once more, of a class's fields or static elements.
    pub fn reopen(&mut self, tree: &mut Tree, meter: &mut Meter, function: FunctionId, region: u32, start: u32) {
        let id = tree[function].scope;
        self.region = region;
        self.push(meter, ScopeKind::Function, function, start, tree.references.len() as u32);
        let depth = self.open.len() - 1;
        self.open[depth].id = Some(id);
        for index in 0..tree[id].bindings.len() {
            let binding = tree[id].bindings[index];
            self.declare(meter, tree[binding].name, depth, start, Some(binding));
        }
    }

    /// The region that references stand in now, for [`ScopeBuilder::reopen`].
    pub fn region(&self) -> u32 {
        self.region
    }

    fn push(&mut self, meter: &mut Meter, kind: ScopeKind, function: FunctionId, start: u32, first_reference: u32) {
        use ScopeKind::{Body, Eval, Function, Module, Script, StaticBlock};
        let declares_variables = matches!(kind, Function | Script | Eval | Module | Body | StaticBlock);
        let variable_depth = match self.open.last() {
            Some(around) if !declares_variables => around.variable_depth,
            _ => self.open.len() as u32,
        };
        let scope = OpenScope {
            kind,
            id: None,
            function,
            variable_depth,
            start,
            by_name: matches!(kind, Script | Eval),
            has_eval: false,
            own_eval: false,
            dynamic: false,
            has_pattern: false,
            first_reference,
            first_private: first_reference,
            first_hoistable: self.hoistable.len(),
            bindings_of_cases: 0,
        };
        meter.push(&mut self.open, scope);
    }

    /// The program turned out to be strict: eval code then has bindings of its own.
    pub fn program_is_strict(&mut self) {
        if let Some(program) = self.open.first_mut() {
            program.by_name = program.kind == ScopeKind::Script;
        }
    }

    /// The parameter of the catch clause is a pattern.
    pub fn catches_pattern(&mut self) {
        if let Some(scope) = self.open.last_mut() {
            scope.has_pattern = true;
        }
    }

    /// The innermost scope, which becomes one of the tree.
    pub fn realized(&mut self, tree: &mut Tree, meter: &mut Meter) -> ScopeId {
        self.realize(tree, meter)
    }

    /// The body of a class begins: what stands before it, in the heritage, does not see the private names.
    pub fn open_private_names(&mut self, tree: &Tree) {
        if let Some(scope) = self.open.last_mut() {
            scope.first_private = tree.references.len() as u32;
        }
    }

    /// The innermost scope has a `using` declaration.
    pub fn disposes(&mut self, tree: &mut Tree, meter: &mut Meter, is_async: bool) {
        let id = self.realize(tree, meter);
        let scope = &mut tree.scopes[id.0 as usize];
        if scope.disposes.is_none() || is_async {
            scope.disposes = Some(if is_async { Disposal::Async } else { Disposal::Sync });
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

    /// Notes that a reference gives a binding its first value.
    pub fn initialize(&mut self, tree: &mut Tree, reference: ReferenceId) {
        self.references.unwrite(reference);
        tree.references[reference.0 as usize].initializes = true;
    }

    /// Notes a direct eval.
    pub fn direct_eval(&mut self, strict: bool) {
        let depth = self.variable_depth();
        self.evals += 1;
        if let Some(scope) = self.open.last_mut() {
            scope.has_eval = true;
        }
        self.open[depth].own_eval = true;
        self.open[depth].dynamic |= !strict;
    }

    /// Closes a block or the head of a loop, and tells whether it became a scope of the tree.
    pub fn close_block(&mut self, tree: &mut Tree, meter: &mut Meter) -> Option<ScopeId> {
        let id = self.open[self.open.len() - 1].id;
        if let Some(id) = id {
            self.hide_functions(tree, meter, id);
            self.close_bindings(tree, meter, id);
        }
        self.pop();
        id
    }

    /// Closes the scope of a catch clause, a class or a function's own name.
    pub fn close(&mut self, tree: &mut Tree, meter: &mut Meter) {
        let OpenScope { id, kind, first_reference, has_pattern, .. } = self.open[self.open.len() - 1];
        if let Some(id) = id {
            if has_pattern {
                self.hide_functions(tree, meter, id);
            }
            self.close_bindings(tree, meter, id);
        }
        if kind == ScopeKind::FunctionName {
            self.references.close_function(tree, meter, first_reference);
        }
        self.pop();
    }

    /// Functions in blocks within the innermost scope do not become variables of the names that it declares.
    fn hide_functions(&mut self, tree: &Tree, meter: &mut Meter, id: ScopeId) {
        let depth = self.open.len() - 1;
        for &binding in &tree.scopes[id.0 as usize].bindings {
            self.hoistable.hide(meter, tree[binding].name, depth, self.open[depth].first_hoistable);
        }
    }

    /// Closes the scope of a `with` statement: every name may mean a property of its object.
    pub fn close_with(&mut self, tree: &mut Tree, meter: &mut Meter) {
        let first = self.open[self.open.len() - 1].first_reference;
        self.references.close_dynamic(tree, meter, first);
        self.pop();
    }

    /// Closes the scope of a static block.
    pub fn close_static_block(&mut self, tree: &mut Tree, meter: &mut Meter) {
        let depth = self.open.len() - 1;
        if let Some(id) = self.open[depth].id {
            tree.scopes[id.0 as usize].needs_record |= self.open[depth].has_eval;
            self.close_bindings(tree, meter, id);
        }
        self.pop();
    }

    /// Closes the scope that the body of a function has besides its parameters.
    pub fn close_body(&mut self, tree: &mut Tree, meter: &mut Meter, arguments: Option<Name>) {
        let depth = self.open.len() - 1;
        let OpenScope { id, has_eval, own_eval, dynamic, first_reference, .. } = self.open[depth];
        let Some(id) = id else { return };
        self.hoist(tree, meter, depth, id);
        self.copy_parameters(tree, meter, id, arguments);
        let scope = &mut tree.scopes[id.0 as usize];
        scope.dynamic = dynamic;
        scope.needs_record |= has_eval;
        self.close_bindings(tree, meter, id);
        if dynamic {
            self.references.close_dynamic(tree, meter, first_reference);
        }
        self.open[depth - 1].own_eval |= own_eval;
        self.pop();
    }

    /// Closes the scope of a function or a program, and fills in what the function's node says of it.
    pub fn close_function(&mut self, tree: &mut Tree, meter: &mut Meter, end: &CloseFunction) {
        let depth = self.open.len() - 1;
        let OpenScope { id, function, kind, has_eval, first_reference, .. } = self.open[depth];
        let Some(id) = id else { return };
        let has_arguments = kind == ScopeKind::Function && !end.is_arrow;
        self.hoist(tree, meter, depth, id);
        if has_arguments {
            self.bind_arguments(tree, meter, depth, id, end);
        }
        if matches!(kind, ScopeKind::Function | ScopeKind::Module) && !end.is_arrow {
            self.bind_implicit(tree, meter, end);
        }
        let scope = &self.open[depth];
        tree[function].contains_direct_eval |= has_eval;
        let dynamic = scope.dynamic && matches!(kind, ScopeKind::Function | ScopeKind::Eval);
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
            self.finish(tree, meter, end);
        }
    }

    fn finish(&mut self, tree: &mut Tree, meter: &mut Meter, end: &CloseFunction) {
        let mut invisible = end.implicit.as_ref().map_or(&[][..], |names| names);
        if end.unresolved == Resolution::Dynamic {
            self.references.close_dynamic(tree, meter, 0);
            invisible = &[];
        }
        self.references.finish(tree, meter, invisible);
        self.regions.finish(tree, meter);
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
        let binding = self.add_binding(tree, meter, depth, name, kind, span);
        self.declare(meter, name, depth, span.start, Some(binding));
        binding
    }

    /// Adds a binding that no reference finds by its name.
    fn add_binding(
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
        let captured = self.open[depth].kind == ScopeKind::Module;
        let declared = Binding { name, kind, scope, span, captured, assigned: false, checked: false };
        meter.push(&mut tree.bindings, declared);
        meter.push(&mut tree.scopes[scope.0 as usize].bindings, binding);
        binding
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
            copies: List::EMPTY,
            dynamic: false,
            needs_record: false,
            disposes: None,
        };
        meter.push(&mut tree.scopes, new);
        scope.id = Some(id);
        id
    }

    /// Functions in blocks become variables as well, unless a parameter or something lexical has the name (ECMA-262 B.3.2.1 to
    /// B.3.2.3). The implicit `arguments` of a function is no parameter: the variable begins with it.
    fn hoist(&mut self, tree: &mut Tree, meter: &mut Meter, depth: usize, id: ScopeId) {
        let first = self.open[depth].first_hoistable;
        if first == self.hoistable.len() {
            return;
        }
        let declared = tree.scopes[id.0 as usize].declared_names.len();
        let is_body = self.open[depth].kind == ScopeKind::Body;
        for index in first..self.hoistable.len() {
            if meter.tick(1) {
                return;
            }
            let Some(function) = self.hoistable.get(index) else { continue };
            let found = self.find(function.name, depth).map(|found| self.declarations[found]);
            let kind = found.and_then(|found| found.binding).map(|binding| tree[binding].kind);
            let is_parameter = matches!(kind, Some(BindingKind::Parameter { .. } | BindingKind::PatternParameter))
                || is_body && self.find(function.name, depth - 1).is_some();
            if is_parameter || found.is_some_and(|found| found.is_lexical) {
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
        let OpenScope { has_eval, first_reference, first_private, .. } = self.open[self.open.len() - 1];
        let bindings = std::mem::take(&mut tree.scopes[id.0 as usize].bindings);
        let mut needs_record = tree.scopes[id.0 as usize].needs_record;
        for &binding in &bindings {
            let (name, kind) = (tree[binding].name, tree[binding].kind);
            if kind == BindingKind::Hidden {
                needs_record = true;
                continue;
            }
            let innermost = self.innermost.get(name) as usize;
            let Declaration { hidden, certain_from, certain_until, .. } = self.declarations[innermost];
            let certain = certain_from..certain_until;
            let is_private = matches!(kind, BindingKind::Private(_));
            let first = if is_private { first_private } else { first_reference };
            let visible = kind.is_visible();
            let uses = self.references.resolve(tree, meter, Closing { name, binding, first, certain, visible });
            let bound = &mut tree.bindings[binding.0 as usize];
            bound.captured |= uses.captured || has_eval;
            bound.assigned |= uses.assigned;
            bound.checked |= uses.checked || has_eval && certain_from != 0;
            needs_record |= bound.captured;
            self.innermost.reset(name, hidden);
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
