//! Builds scopes while the parser reads.
//!
//! Open scopes are a stack. Three things make resolving cheap:
//! - `innermost` leads from a name to its innermost open declaration, each declaration to the one it hides. So no scope
//!   needs a table of its own.
//! - References wait on one stack, `pending`, of which every open scope has a part. When a scope closes, what it declares
//!   is resolved and the rest closes ranks: it thereby belongs to the scope around.
//! - A block gets a [`Scope`] only when a function is declared in it. References and scopes that were made before, within
//!   the block, are moved into it then.
//!
//! Functions in blocks of sloppy code that may also become variables (ECMA-262 B.3.2) wait in `hoistable`, likewise a
//! stack with a part for every open scope, until it is known whether a block around declares the same name.

use ferrotape_text::{Name, Span};

use super::{Binding, BindingId, BindingKind, Reference, ReferenceId, Resolution, Scope, ScopeId, ScopeKind};
use crate::tree::{FunctionId, StatementId, StatementKind, Tree};

const NONE: u32 = u32::MAX;

pub(crate) struct ScopeBuilder {
    open: Vec<OpenScope>,
    /// The scope that references stand in now: the innermost open one that exists in the tree.
    current: ScopeId,
    pending: Vec<Pending>,
    hoistable: Vec<Hoistable>,
    declarations: Vec<Declaration>,
    /// By name: the innermost open declaration, or `NONE`.
    innermost: Vec<u32>,
    /// By reference: it is assigned to.
    written: Vec<bool>,
}

struct OpenScope {
    kind: ScopeKind,
    /// None for a block in which nothing has been declared yet.
    id: Option<ScopeId>,
    /// `current` outside of this scope.
    outer: ScopeId,
    function: FunctionId,
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
    first_pending: usize,
    first_hoistable: usize,
    first_scope: usize,
    first_reference: usize,
}

/// A reference that is not resolved yet, or one that is only looked for to tell its bindings that they can be reached.
#[derive(Copy, Clone)]
struct Pending {
    name: Name,
    reference: ReferenceId,
    function: FunctionId,
    /// Something dynamic stands between: it is resolved as `Dynamic`, whatever comes.
    is_dynamic: bool,
}

/// A function of a block that may become a variable of the function around.
#[derive(Copy, Clone)]
struct Hoistable {
    name: Name,
    span: Span,
    statement: StatementId,
    /// How deep the block is in `open`.
    depth: u32,
}

#[derive(Copy, Clone)]
struct Declaration {
    /// Index in `open` of the scope.
    depth: u32,
    /// The declaration of the same name in a scope further out, or `NONE`.
    hidden: u32,
    /// None where names are only declared.
    binding: Option<BindingId>,
    is_function: bool,
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
    pub fn new() -> Self {
        ScopeBuilder {
            open: Vec::new(),
            current: ScopeId(0),
            pending: Vec::new(),
            hoistable: Vec::new(),
            declarations: Vec::new(),
            innermost: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Opens a scope that exists in the tree.
    pub fn open(&mut self, tree: &mut Tree, kind: ScopeKind, function: FunctionId, start: u32) -> ScopeId {
        self.open_block(tree, function, start);
        let id = self.realize(tree);
        let depth = self.open.len() - 1;
        let scope = &mut self.open[depth];
        scope.kind = kind;
        scope.by_name = matches!(kind, ScopeKind::Script | ScopeKind::Eval);
        let scope = &mut tree.scopes[id.0 as usize];
        scope.kind = kind;
        scope.needs_record = kind == ScopeKind::With;
        scope.parent = if depth == 0 { None } else { scope.parent };
        id
    }

    /// Opens a block. It only becomes a scope of the tree when something is declared in it.
    pub fn open_block(&mut self, tree: &Tree, function: FunctionId, start: u32) {
        self.open.push(OpenScope {
            kind: ScopeKind::Block,
            id: None,
            outer: self.current,
            function,
            start,
            by_name: false,
            has_eval: false,
            own_eval: false,
            dynamic: false,
            first_pending: self.pending.len(),
            first_hoistable: self.hoistable.len(),
            first_scope: tree.scopes.len(),
            first_reference: tree.references.len(),
        });
    }

    /// The program turned out to be strict: eval code then has bindings of its own.
    pub fn program_is_strict(&mut self) {
        if let Some(program) = self.open.first_mut() {
            program.by_name = program.kind == ScopeKind::Script;
        }
    }

    /// Notes a use of a name.
    pub fn refer(&mut self, tree: &mut Tree, name: Name, function: FunctionId) -> ReferenceId {
        let reference = ReferenceId(tree.references.len() as u32);
        tree.references.push(Reference { name, scope: self.current, resolution: Resolution::Global });
        self.pending.push(Pending { name, reference, function, is_dynamic: false });
        self.written.push(false);
        reference
    }

    /// Notes that a reference is assigned to.
    pub fn write(&mut self, reference: ReferenceId) {
        self.written[reference.0 as usize] = true;
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
    pub fn declare_parameter(&mut self, tree: &mut Tree, name: Name, span: Span, index: u32) -> (BindingId, bool) {
        let depth = self.open.len() - 1;
        let kind = BindingKind::Parameter { index };
        if let Some(binding) = self.find(name, depth).and_then(|found| self.declarations[found].binding) {
            tree.bindings[binding.0 as usize].kind = kind;
            return (binding, true);
        }
        (self.bind(tree, depth, name, kind, span), false)
    }

    /// Declares the one name of a catch clause or of a function expression.
    pub fn declare_only(&mut self, tree: &mut Tree, name: Name, kind: BindingKind, span: Span) -> BindingId {
        self.bind(tree, self.open.len() - 1, name, kind, span)
    }

    /// Declares a variable of the function around. A block between must not declare a function of that name.
    pub fn declare_variable(&mut self, tree: &mut Tree, name: Name, span: Span) -> Result<(), Conflict> {
        let depth = self.variable_depth();
        let mut found = self.innermost(name);
        while found != NONE && self.declarations[found as usize].depth as usize > depth {
            let declaration = self.declarations[found as usize];
            if self.open[declaration.depth as usize].kind == ScopeKind::Block {
                return Err(Conflict);
            }
            found = declaration.hidden;
        }
        let declaration = self.declare_variable_at(tree, depth, name, span);
        self.declarations[declaration].last_var = span.start + 1;
        Ok(())
    }

    /// Declares a function in the innermost scope: a function's, a program's or a block's. Must be called before the
    /// function's own scopes are opened.
    pub fn declare_function(
        &mut self,
        tree: &mut Tree,
        name: Name,
        span: Span,
        function: FunctionId,
        strict: bool,
    ) -> Result<(), Conflict> {
        let depth = self.open.len() - 1;
        let id = self.realize(tree);
        let declaration = if self.open[depth].kind == ScopeKind::Block {
            self.declare_in_block(tree, depth, name, span, strict)?
        } else {
            self.declare_variable_at(tree, depth, name, span)
        };
        let declaration = &mut self.declarations[declaration];
        declaration.is_function = true;
        if let Some(binding) = declaration.binding {
            let kind = &mut tree.bindings[binding.0 as usize].kind;
            if *kind == BindingKind::Variable {
                *kind = BindingKind::Function;
            }
        }
        tree.scopes[id.0 as usize].functions.push(function);
        Ok(())
    }

    /// Notes the statement of a function that was declared last, if that stands in a block of sloppy code.
    pub fn may_hoist(&mut self, name: Name, span: Span, statement: StatementId) {
        let depth = self.open.len() - 1;
        if self.open[depth].kind == ScopeKind::Block {
            self.hoistable.push(Hoistable { name, span, statement, depth: depth as u32 });
        }
    }

    /// Closes a block, and tells whether it became a scope of the tree.
    pub fn close_block(&mut self, tree: &mut Tree) -> Option<ScopeId> {
        let depth = self.open.len() - 1;
        if self.open[depth].id.is_some() {
            let hides = |builder: &Self, item: &Hoistable| {
                item.depth as usize > depth && builder.find(item.name, depth).is_some()
            };
            let first = self.open[depth].first_hoistable;
            let mut kept = first;
            for index in first..self.hoistable.len() {
                let item = self.hoistable[index];
                if !hides(self, &item) {
                    self.hoistable[kept] = item;
                    kept += 1;
                }
            }
            self.hoistable.truncate(kept);
            self.resolve(tree, depth);
        }
        self.pop(tree).id
    }

    /// Closes the scope of a catch clause or of a function's own name.
    pub fn close(&mut self, tree: &mut Tree) {
        self.resolve(tree, self.open.len() - 1);
        self.pop(tree);
    }

    /// Closes the scope of a `with` statement: every name may mean a property of its object.
    pub fn close_with(&mut self, tree: &mut Tree) {
        let first = self.open[self.open.len() - 1].first_pending;
        self.make_dynamic(tree, first);
        self.pop(tree);
    }

    /// Closes the scope of a function or a program, and fills in what the function's node says of it.
    pub fn close_function(&mut self, tree: &mut Tree, end: &CloseFunction) {
        let depth = self.open.len() - 1;
        let (id, function, kind) = (self.current, self.open[depth].function, self.open[depth].kind);
        self.hoist(tree, depth);
        if kind == ScopeKind::Function {
            self.bind_arguments(tree, depth, end);
        }
        self.resolve(tree, depth);
        let scope = &self.open[depth];
        let (has_eval, first_pending) = (scope.has_eval, scope.first_pending);
        tree[function].contains_direct_eval = has_eval;
        let dynamic = scope.dynamic && kind != ScopeKind::Script;
        tree.scopes[id.0 as usize].dynamic = dynamic;
        if dynamic && kind == ScopeKind::Function {
            self.make_dynamic(tree, first_pending);
        }
        if self.open[depth].by_name {
            self.finish_declared_names(tree, id);
        } else {
            tree.scopes[id.0 as usize].needs_record |= has_eval;
        }
        if depth == 0 && end.unresolved == Resolution::Dynamic {
            self.make_dynamic(tree, 0);
        }
        self.pop(tree);
    }

    /// The innermost open scope is a block whose name is declared outside already: the parameter of a catch clause.
    pub fn is_body_of_catch_declaring(&self, name: Name) -> bool {
        let depth = self.open.len() - 1;
        depth > 0 && self.open[depth - 1].kind == ScopeKind::Catch && self.find(name, depth - 1).is_some()
    }

    /// The open scope that `var` declares in.
    fn variable_depth(&self) -> usize {
        let is_variable_scope =
            |scope: &OpenScope| matches!(scope.kind, ScopeKind::Function | ScopeKind::Script | ScopeKind::Eval);
        self.open.iter().rposition(is_variable_scope).unwrap_or(0)
    }

    fn innermost(&self, name: Name) -> u32 {
        self.innermost.get(name.0 as usize).copied().unwrap_or(NONE)
    }

    /// The declaration of a name in the open scope of that depth.
    fn find(&self, name: Name, depth: usize) -> Option<usize> {
        let mut found = self.innermost(name);
        while found != NONE {
            let declaration = &self.declarations[found as usize];
            if declaration.depth as usize <= depth {
                return (declaration.depth as usize == depth).then_some(found as usize);
            }
            found = declaration.hidden;
        }
        None
    }

    /// Adds a declaration below those of scopes further in.
    fn declare(&mut self, name: Name, depth: usize, binding: Option<BindingId>) -> usize {
        if self.innermost.len() <= name.0 as usize {
            self.innermost.resize((name.0 as usize + 1).next_power_of_two(), NONE);
        }
        let new = self.declarations.len() as u32;
        let mut above = NONE;
        let mut hidden = self.innermost[name.0 as usize];
        while hidden != NONE && self.declarations[hidden as usize].depth as usize > depth {
            above = hidden;
            hidden = self.declarations[hidden as usize].hidden;
        }
        let depth = depth as u32;
        self.declarations.push(Declaration { depth, hidden, binding, is_function: false, last_var: 0 });
        match above {
            NONE => self.innermost[name.0 as usize] = new,
            above => self.declarations[above as usize].hidden = new,
        }
        new as usize
    }

    fn bind(&mut self, tree: &mut Tree, depth: usize, name: Name, kind: BindingKind, span: Span) -> BindingId {
        let binding = BindingId(tree.bindings.len() as u32);
        let scope = self.open[depth].id.unwrap_or(self.current);
        tree.bindings.push(Binding { name, kind, scope, span, captured: false, assigned: false });
        tree.scopes[scope.0 as usize].bindings.push(binding);
        self.declare(name, depth, Some(binding));
        binding
    }

    fn declare_variable_at(&mut self, tree: &mut Tree, depth: usize, name: Name, span: Span) -> usize {
        if let Some(found) = self.find(name, depth) {
            return found;
        }
        if self.open[depth].by_name {
            if let Some(id) = self.open[depth].id {
                tree.scopes[id.0 as usize].declared_names.push(name);
            }
            return self.declare(name, depth, None);
        }
        self.bind(tree, depth, name, BindingKind::Variable, span);
        self.declarations.len() - 1
    }

    fn declare_in_block(
        &mut self,
        tree: &mut Tree,
        depth: usize,
        name: Name,
        span: Span,
        strict: bool,
    ) -> Result<usize, Conflict> {
        let variable = self.find(name, self.variable_depth());
        let block_start = self.open[depth].start;
        let is_var_inside = variable.is_some_and(|found| self.declarations[found].last_var > block_start);
        if is_var_inside || self.is_body_of_catch_declaring(name) {
            return Err(Conflict);
        }
        match self.find(name, depth) {
            Some(_) if strict => Err(Conflict),
            Some(found) => Ok(found),
            None => {
                self.bind(tree, depth, name, BindingKind::Function, span);
                Ok(self.declarations.len() - 1)
            }
        }
    }

    /// Makes the innermost open scope one of the tree, with what has been noted within it so far.
    fn realize(&mut self, tree: &mut Tree) -> ScopeId {
        let depth = self.open.len() - 1;
        let scope = &mut self.open[depth];
        if let Some(id) = scope.id {
            return id;
        }
        let id = ScopeId(tree.scopes.len() as u32);
        for inner in &mut tree.scopes[scope.first_scope..] {
            if inner.parent == Some(scope.outer) {
                inner.parent = Some(id);
            }
        }
        for reference in &mut tree.references[scope.first_reference..] {
            if reference.scope == scope.outer {
                reference.scope = id;
            }
        }
        tree.scopes.push(Scope {
            kind: scope.kind,
            parent: Some(scope.outer),
            function: scope.function,
            bindings: Vec::new(),
            functions: Vec::new(),
            declared_names: Vec::new(),
            hoisted_names: Vec::new(),
            dynamic: false,
            needs_record: false,
        });
        scope.id = Some(id);
        self.current = id;
        id
    }

    /// Resolves the references to what the scope of that depth, the innermost one, declares.
    fn resolve(&mut self, tree: &mut Tree, depth: usize) {
        let scope = &self.open[depth];
        let (function, first) = (scope.function, scope.first_pending);
        let mut kept = first;
        for index in first..self.pending.len() {
            let pending = self.pending[index];
            let found = self.innermost(pending.name);
            if found == NONE || self.declarations[found as usize].depth as usize != depth {
                self.pending[kept] = pending;
                kept += 1;
                continue;
            }
            let Some(binding) = self.declarations[found as usize].binding else {
                // Declared by name: global, unless something is dynamic.
                self.pending[kept] = pending;
                kept += 1;
                continue;
            };
            let bound = &mut tree.bindings[binding.0 as usize];
            bound.captured |= pending.is_dynamic || pending.function != function;
            bound.assigned |= self.written[pending.reference.0 as usize];
            if !pending.is_dynamic {
                tree.references[pending.reference.0 as usize].resolution = Resolution::Binding(binding);
            }
        }
        self.pending.truncate(kept);
    }

    /// From here on outwards, names are looked up while the program runs.
    fn make_dynamic(&mut self, tree: &mut Tree, first_pending: usize) {
        for pending in &mut self.pending[first_pending..] {
            pending.is_dynamic = true;
            tree.references[pending.reference.0 as usize].resolution = Resolution::Dynamic;
        }
    }

    /// Functions in blocks become variables as well, unless a parameter has the name (ECMA-262 B.3.2.1 to B.3.2.3).
    fn hoist(&mut self, tree: &mut Tree, depth: usize) {
        let first = self.open[depth].first_hoistable;
        if first == self.hoistable.len() {
            return;
        }
        let id = self.current;
        let declared = tree.scopes[id.0 as usize].declared_names.len();
        for index in first..self.hoistable.len() {
            let Hoistable { name, span, statement, .. } = self.hoistable[index];
            let binding = self.find(name, depth).and_then(|found| self.declarations[found].binding);
            let kind = binding.map(|binding| tree[binding].kind);
            if matches!(kind, Some(BindingKind::Parameter { .. })) {
                continue;
            }
            self.declare_variable_at(tree, depth, name, span);
            let reference = self.refer(tree, name, self.open[depth].function);
            self.write(reference);
            if let StatementKind::FunctionDeclaration { outer, .. } = &mut tree[statement].kind {
                *outer = Some(reference);
            }
        }
        self.hoistable.truncate(first);
        let scope = &mut tree.scopes[id.0 as usize];
        scope.hoisted_names = scope.declared_names.split_off(declared);
    }

    /// Declares the implicit `arguments` where it can be seen (ECMA-262 10.2.11), and shares the parameters with it in
    /// sloppy code.
    fn bind_arguments(&mut self, tree: &mut Tree, depth: usize, end: &CloseFunction) {
        let Some(name) = end.arguments else { return };
        let scope = &self.open[depth];
        let (function, id, first_pending) = (scope.function, self.current, scope.first_pending);
        let binding = match self.find(name, depth).and_then(|found| self.declarations[found].binding) {
            Some(binding) if tree[binding].kind == BindingKind::Variable => binding,
            Some(_) => return,
            None => {
                let is_mentioned = self.pending[first_pending..].iter().any(|pending| pending.name == name);
                if !is_mentioned && !scope.own_eval {
                    return;
                }
                let span = tree[function].name_span;
                self.bind(tree, depth, name, BindingKind::Arguments, span)
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
    fn finish_declared_names(&mut self, tree: &mut Tree, id: ScopeId) {
        let mut names = std::mem::take(&mut tree.scopes[id.0 as usize].declared_names);
        names.retain(|&name| !self.find(name, 0).is_some_and(|found| self.declarations[found].is_function));
        tree.scopes[id.0 as usize].declared_names = names;
    }

    /// Takes the innermost scope from the stack, and its declarations from the names.
    fn pop(&mut self, tree: &mut Tree) -> OpenScope {
        let depth = self.open.len() - 1;
        let scope = self.open.swap_remove(depth);
        if let Some(id) = scope.id {
            let mut needs_record = tree.scopes[id.0 as usize].needs_record;
            for &binding in &tree.scopes[id.0 as usize].bindings {
                let binding = &mut tree.bindings[binding.0 as usize];
                binding.captured |= scope.has_eval;
                needs_record |= binding.captured;
                let top = self.innermost[binding.name.0 as usize];
                self.innermost[binding.name.0 as usize] = self.declarations[top as usize].hidden;
            }
            tree.scopes[id.0 as usize].needs_record = needs_record;
        }
        if let Some(around) = self.open.last_mut() {
            around.has_eval |= scope.has_eval;
        }
        self.current = scope.outer;
        scope
    }
}
