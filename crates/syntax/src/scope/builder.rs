//! Builds scopes during the parse.
//!
//! Open scopes form a stack. The following makes resolution linear in the size of the text, however deeply scopes nest:
//! - `innermost` maps a name to its innermost open declaration. Each declaration leads to the one that it hides, so no
//!   scope needs its own table. A `var` passes declarations on its way out; its check of them needs only the innermost
//!   one.
//! - References wait by name ([`references`]). A closing scope touches only those of the names that it declares.
//! - A block gets a [`Scope`] only when something is declared in it. Until then it is a region ([`regions`]).
//! - Parentheses are a region too. If they turn out to be the head of an arrow function, their region becomes that
//!   function's scope, and the references since their start belong to the function. Nothing is parsed again or moved.
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

/// The start of a scope, and the number of scopes that are open in it. No other scope has both.
pub type ScopePlace = (u32, u32);

/// Opens and closes scopes beside the parser, and resolves references when their scopes end.
#[derive(Default)]
pub(crate) struct ScopeBuilder {
    open: Vec<OpenScope>,
    references: PendingReferences,
    regions: Regions,
    /// The region of references added now.
    region: u32,
    hoistable: HoistableFunctions,
    /// Number of direct evals so far.
    evals: u32,
    declarations: Vec<Declaration>,
    /// The innermost open declaration, by name.
    innermost: ByName,
    /// Imports without a reference, in the order of the text.
    unused_imports: Vec<BindingId>,
}

/// A scope whose end the parser has not reached.
struct OpenScope {
    kind: ScopeKind,
    /// The scope of the tree. None for a block without a declaration so far.
    id: Option<ScopeId>,
    function: FunctionId,
    /// Index in `open` of the scope in which a `var` declares.
    variable_depth: u32,
    /// Start of the scope's text.
    start: u32,
    /// Names are declared, but not bound to registers: in `Script` and sloppy `Eval` scopes.
    by_name: bool,
    /// A direct eval stands in the scope, at any depth.
    has_eval: bool,
    /// A direct eval stands in the code of this function itself.
    own_eval: bool,
    /// A sloppy direct eval stands in the code of this function itself.
    dynamic: bool,
    /// The scope is that of a catch clause whose parameter is a pattern.
    has_pattern: bool,
    first_reference: u32,
    /// First reference in the class body, in a class scope.
    first_private: u32,
    first_hoistable: usize,
    /// Number of bindings from `case`s before the current one, in the scope of a `switch`.
    bindings_of_cases: usize,
}

/// A conflict with an earlier declaration of the name.
#[derive(Debug)]
pub(crate) struct Conflict {
    /// Position of the earlier declaration.
    pub first: u32,
}

/// A declaration that is not initialised yet.
#[derive(Copy, Clone)]
pub(crate) struct Declared(u32);

/// Text that may turn out to be the head of an arrow function.
#[derive(Copy, Clone)]
pub(crate) struct Head {
    region: u32,
    first_reference: u32,
    /// Number of direct evals before it.
    evals: u32,
}

/// The parser's knowledge at the end of a function or program.
pub(crate) struct CloseFunction {
    pub strict: bool,
    pub is_arrow: bool,
    /// The function is the constructor of a class with `extends`, or an arrow function in one.
    pub is_derived: bool,
    /// The name `arguments`, if it occurred or an eval may mention it.
    pub arguments: Option<Name>,
    /// `arguments` occurs only as an argument of `apply`.
    pub only_applies_arguments: bool,
    /// The names of implicit bindings, if there are references to any.
    pub implicit: Option<[Name; 3]>,
    /// Resolution of references that nothing in the program declares.
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

    /// Opens a block, or the head of a loop. It becomes a scope of the tree only when something is declared in it.
    pub fn open_block(&mut self, tree: &Tree, meter: &mut Meter, kind: ScopeKind, function: FunctionId, start: u32) {
        self.region = self.regions.open(meter, self.region);
        self.push(meter, kind, function, start, tree.references.len() as u32);
    }

    /// Opens a region that may turn out to be the head of an arrow function.
    #[inline]
    pub fn open_head(&mut self, tree: &Tree, meter: &mut Meter) -> Head {
        self.region = self.regions.open(meter, self.region);
        Head { region: self.region, first_reference: tree.references.len() as u32, evals: self.evals }
    }

    #[inline]
    pub fn close_head(&mut self) {
        self.region = self.regions.around(self.region);
    }

    /// Makes a head of the last reference: the only parameter of an arrow function.
    pub fn head_of(&mut self, tree: &mut Tree, meter: &mut Meter, reference: ReferenceId) -> Head {
        let region = self.regions.open(meter, self.region);
        let head = Head { region, first_reference: reference.0, evals: self.evals };
        tree.references[reference.0 as usize].scope = ScopeId(head.region);
        head
    }

    /// Opens the scope of an arrow function whose head has been parsed.
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
        // Functions in the head have already reported their direct evals to the enclosing scope.
        if let Some(scope) = self.open.last_mut() {
            scope.has_eval = self.evals != head.evals;
        }
        self.realize(tree, meter)
    }

    /// Reopens the scope of a function for a class's fields or static elements.
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

    /// Returns the imports of a module without a reference. The module's scope is closed.
    pub fn unused_imports(&mut self) -> Vec<BindingId> {
        std::mem::take(&mut self.unused_imports)
    }

    /// Returns the region of references added now, for [`ScopeBuilder::reopen`].
    pub fn region(&self) -> u32 {
        self.region
    }

    /// Returns the scope of the tree that a region belongs to. All scopes are closed.
    pub fn scope_of(&self, region: u32) -> ScopeId {
        self.regions.scope_of(region)
    }

    /// Opens a scope. Those of functions and programs, and static blocks, receive the variables declared within.
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

    /// Notes that the program is strict: eval code then has its own bindings.
    pub fn program_is_strict(&mut self) {
        if let Some(program) = self.open.first_mut() {
            program.by_name = program.kind == ScopeKind::Script;
        }
    }

    /// Notes that the parameter of the catch clause is a pattern.
    pub fn catches_pattern(&mut self) {
        if let Some(scope) = self.open.last_mut() {
            scope.has_pattern = true;
        }
    }

    /// Makes the innermost scope one of the tree and returns it.
    pub fn realized(&mut self, tree: &mut Tree, meter: &mut Meter) -> ScopeId {
        self.realize(tree, meter)
    }

    /// Begins the body of a class. The text before, in the heritage, cannot access the private names.
    pub fn open_private_names(&mut self, tree: &Tree) {
        if let Some(scope) = self.open.last_mut() {
            scope.first_private = tree.references.len() as u32;
        }
    }

    /// Notes that the innermost scope has a `using` declaration.
    pub fn disposes(&mut self, tree: &mut Tree, meter: &mut Meter, is_async: bool) {
        let id = self.realize(tree, meter);
        let scope = &mut tree.scopes[id.0 as usize];
        if scope.disposes.is_none() || is_async {
            scope.disposes = Some(if is_async { Disposal::Async } else { Disposal::Sync });
        }
    }

    /// Adds a reference for a use of a name.
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

    /// Notes a direct eval in text that may be the head of an arrow function. The scope of a class in that text ends before
    /// [`ScopeBuilder::direct_eval`] is called, which then notes the eval in the function that it belongs to.
    pub fn eval_in_head(&mut self) {
        if let Some(scope) = self.open.last_mut().filter(|scope| scope.kind == ScopeKind::Class) {
            scope.has_eval = true;
        }
    }

    /// Returns whether a direct eval has been read in the innermost scope. It may stand in what is inside.
    pub fn has_eval(&self) -> bool {
        self.open.last().is_some_and(|scope| scope.has_eval)
    }

    /// Closes a block or the head of a loop. Returns its scope, if it became one of the tree.
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

    /// Keeps functions in inner blocks from becoming variables with the names that the innermost scope declares.
    fn hide_functions(&mut self, tree: &Tree, meter: &mut Meter, id: ScopeId) {
        for &binding in &tree.scopes[id.0 as usize].bindings {
            self.hide_functions_of_name(meter, tree[binding].name);
        }
    }

    /// Keeps functions in blocks within the innermost scope from becoming variables of this name.
    pub fn hide_functions_of_name(&mut self, meter: &mut Meter, name: Name) {
        let depth = self.open.len() - 1;
        self.hoistable.hide(meter, name, depth, self.open[depth].first_hoistable);
    }

    /// Closes the scope of a `with` statement. Every name inside may be a property of its object.
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

    /// Closes the scope of a function's body, apart from the one of its parameters.
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

    /// Closes the scope of a function or a program, and fills in the function's node.
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
        // If the function's own name has a scope, that is still inside of the function.
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

    /// Adds a binding to the open scope at this depth, and makes it the innermost declaration of its name.
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
        // A scope with declarations is always one of the tree.
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

    /// Makes variables of functions in blocks, unless a parameter or a lexical declaration has the name (ECMA-262
    /// B.3.2.1 to B.3.2.3). The implicit `arguments` of a function is no parameter: the variable begins with its value.
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

    /// Removes the declared names that functions declare already.
    fn finish_declared_names(&mut self, tree: &mut Tree, meter: &mut Meter, id: ScopeId) {
        let mut names = std::mem::take(&mut tree.scopes[id.0 as usize].declared_names);
        names.retain(|&name| {
            meter.tick(1);
            !self.find(name, 0).is_some_and(|found| self.declarations[found].is_function)
        });
        tree.scopes[id.0 as usize].declared_names = names;
    }

    /// Resolves the references to the innermost scope's bindings, and removes its declarations from `innermost`.
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
            if kind == BindingKind::Import && !uses.any {
                meter.push(&mut self.unused_imports, binding);
            }
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

    /// Pops the innermost scope from the stack.
    fn pop(&mut self) {
        let Some(scope) = self.open.pop() else { return };
        if let Some(around) = self.open.last_mut() {
            around.has_eval |= scope.has_eval;
        }
        self.region = self.regions.around(self.region);
    }
}
