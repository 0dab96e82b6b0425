//! What both back-ends do alike with the functions of a tree: their order, their names, what they declare, the names that
//! they look for in it.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::{Declarations, DeclaredFunction, FunctionKind, TextId};
use ferrotape_syntax::scope::{Scope, ScopeKind};
use ferrotape_syntax::tree::{
    self, ExpressionId, ExpressionKind, Function, FunctionId, Property, PropertyKind, PropertyName, Tree,
};
use ferrotape_text::{Interner, Name, TextBuilder};

use crate::meter::{Pace, filled, push};

/// Names whose meaning decides what code is made.
pub(crate) struct KnownNames {
    pub undefined: Name,
    pub nan: Name,
    pub infinity: Name,
    pub eval: Name,
    pub length: Name,
}

impl KnownNames {
    pub fn new(names: &mut Interner) -> Self {
        KnownNames {
            undefined: names.intern_ascii("undefined"),
            nan: names.intern_ascii("NaN"),
            infinity: names.intern_ascii("Infinity"),
            eval: names.intern_ascii("eval"),
            length: names.intern_ascii("length"),
        }
    }
}

/// What a name takes besides the units of its text.
pub(crate) const BYTES_PER_NAME: usize = 64;

/// Functions keep the tree's order, but the program comes first.
pub(crate) fn function_at(tree: &Tree, index: u32) -> FunctionId {
    match index {
        0 => tree.program,
        index if index <= tree.program.0 => FunctionId(index - 1),
        index => FunctionId(index),
    }
}

/// The unit's index of a function: the inverse of [`function_at`].
pub(crate) fn index_of(tree: &Tree, id: FunctionId) -> u32 {
    match id {
        id if id == tree.program => 0,
        id if id.0 < tree.program.0 => id.0 + 1,
        id => id.0,
    }
}

pub(crate) fn template_kind(kind: tree::FunctionKind) -> FunctionKind {
    match kind {
        tree::FunctionKind::Script => FunctionKind::Script,
        tree::FunctionKind::Eval => FunctionKind::Eval,
        _ => FunctionKind::Function,
    }
}

pub(crate) fn is_constructor(kind: tree::FunctionKind) -> bool {
    matches!(kind, tree::FunctionKind::Declaration | tree::FunctionKind::Expression)
}

/// Numbers given to names for as long as one scope is looked at.
pub(crate) struct NameMarks {
    marks: Vec<u32>,
}

impl NameMarks {
    const NONE: u32 = u32::MAX;

    /// For the names that there are; none is marked.
    pub fn new(names: &Interner, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(NameMarks { marks: filled(Self::NONE, names.len(), budget)? })
    }

    pub fn get(&self, name: Name) -> Option<u32> {
        self.marks.get(name.0 as usize).copied().filter(|&mark| mark != Self::NONE)
    }

    pub fn set(&mut self, name: Name, mark: u32) {
        if let Some(place) = self.marks.get_mut(name.0 as usize) {
            *place = mark;
        }
    }

    pub fn clear(&mut self, name: Name) {
        self.set(name, Self::NONE);
    }
}

/// The functions declared in a scope that are made; of equal names the last one counts. Nothing is marked before and
/// afterwards.
pub(crate) fn declared_functions(
    tree: &Tree,
    scope: &Scope,
    marks: &mut NameMarks,
    budget: &mut Budget,
) -> Result<Vec<(Name, FunctionId)>, Termination> {
    let mut functions = Vec::new();
    let mut pace = Pace::new(budget);
    for &id in scope.functions.iter().rev() {
        pace.row()?;
        if let Some(name) = tree[id].name
            && marks.get(name).is_none()
        {
            marks.set(name, 0);
            let grown = push(&mut functions, (name, id));
            pace.budget.charge(grown)?;
        }
    }
    for &(name, _) in &functions {
        pace.row()?;
        marks.clear(name);
    }
    functions.reverse();
    Ok(functions)
}

/// What scripts and sloppy eval code declare by name (GlobalDeclarationInstantiation, ECMA-262 16.1.7).
pub(crate) fn declarations(
    tree: &Tree,
    function: &Function,
    text_id: impl Fn(Name) -> TextId,
    marks: &mut NameMarks,
    budget: &mut Budget,
) -> Result<Declarations, Termination> {
    let scope = &tree[function.scope];
    let by_name = match scope.kind {
        ScopeKind::Script => true,
        ScopeKind::Eval => !function.strict,
        _ => false,
    };
    if !by_name {
        return Ok(Declarations::default());
    }
    let declared = declared_functions(tree, scope, marks, budget)?;
    let mut declarations = Declarations::default();
    let rows = declared.len() * size_of::<DeclaredFunction>()
        + (scope.declared_names.len() + scope.hoisted_names.len()) * size_of::<TextId>();
    budget.charge(rows)?;
    declarations.functions.reserve_exact(declared.len());
    declarations.variables.reserve_exact(scope.declared_names.len());
    declarations.hoisted.reserve_exact(scope.hoisted_names.len());
    let mut pace = Pace::new(budget);
    for (name, id) in declared {
        pace.row()?;
        declarations.functions.push(DeclaredFunction { name: text_id(name), function: index_of(tree, id) });
    }
    for &name in &scope.declared_names {
        pace.row()?;
        declarations.variables.push(text_id(name));
    }
    for &name in &scope.hoisted_names {
        pace.row()?;
        declarations.hoisted.push(text_id(name));
    }
    Ok(declarations)
}

/// Where the name of `object.name` is written: it ends where the expression ends.
pub(crate) fn property_position(tree: &Tree, names: &Interner, member: ExpressionId, name: Name) -> u32 {
    let span = tree[member].span;
    span.end.saturating_sub(names.text(name).len() as u32).max(span.start)
}

/// Where a call stands that is not a method's: where it begins, or right behind what is called when that is itself the
/// value of a call, so that each of `f()()` has its own place.
pub(crate) fn call_position(tree: &Tree, call: ExpressionId) -> u32 {
    match tree[call].kind {
        ExpressionKind::Call { callee, .. }
            if matches!(tree[callee].kind, ExpressionKind::Call { .. } | ExpressionKind::New { .. }) =>
        {
            tree[callee].span.end
        }
        _ => tree[call].span.start,
    }
}

/// The names that functions get by their places (NamedEvaluation, ECMA-262 8.4.5).
pub(crate) struct InferredNames {
    by_function: Vec<Option<Name>>,
}

impl InferredNames {
    pub fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(InferredNames { by_function: filled(None, tree.functions.len(), budget)? })
    }

    /// The name that the function's closures have.
    pub fn name_of(&self, tree: &Tree, id: FunctionId) -> Option<Name> {
        self.by_function[id.0 as usize].or(tree[id].name)
    }

    /// `name = function () {}` names the function.
    pub fn value(&mut self, tree: &Tree, value: ExpressionId, name: Name) {
        if let ExpressionKind::Function { function } = tree[value].kind
            && tree[function].name.is_none()
        {
            self.by_function[function.0 as usize] = Some(name);
        }
    }

    /// `{key: function () {}}` and accessors name the function (ECMA-262 13.2.5.5, 15.4.5). Gives the bytes charged for a new
    /// name.
    pub fn property(
        &mut self,
        tree: &Tree,
        names: &mut Interner,
        property: &Property,
        budget: &mut Budget,
    ) -> Result<usize, Termination> {
        let ExpressionKind::Function { function } = tree[property.value].kind else { return Ok(0) };
        let prefix = match property.kind {
            PropertyKind::Prototype => return Ok(0),
            PropertyKind::Get => "get ",
            PropertyKind::Set => "set ",
            PropertyKind::Init if tree[function].name.is_some() => return Ok(0),
            PropertyKind::Init => "",
        };
        let mut builder = TextBuilder::default();
        builder.push_str(prefix);
        match property.key {
            PropertyName::Text(name) if prefix.is_empty() => {
                self.by_function[function.0 as usize] = Some(name);
                return Ok(0);
            }
            PropertyName::Text(name) => {
                let text = names.text(name);
                budget.tick_many(text.len() as u64 / UNITS_PER_TICK)?;
                budget.charge(text.bytes() * 2)?;
                builder.push_text(text);
                budget.release(text.bytes() * 2);
            }
            PropertyName::Number(number) => builder.push_str(ryu_js::Buffer::new().format(number + 0.0)),
        }
        let (text, count) = (builder.finish(), names.len());
        let bytes = text.bytes() + BYTES_PER_NAME;
        self.by_function[function.0 as usize] = Some(names.intern(text));
        if names.len() == count {
            return Ok(0);
        }
        budget.charge(bytes)?;
        Ok(bytes)
    }
}
