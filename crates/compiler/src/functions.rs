//! What both back-ends do alike with the functions of a tree: their order, their names, what they declare, the names that
//! they look for in it.

use ferrotape_bytecode::{Declarations, DeclaredFunction, FunctionKind, TextId};
use ferrotape_syntax::scope::{Scope, ScopeKind};
use ferrotape_syntax::tree::{
    self, ExpressionId, ExpressionKind, Function, FunctionId, Property, PropertyKind, PropertyName, Tree,
};
use ferrotape_text::{Interner, Name, TextBuilder};
use rustc_hash::FxHashSet;

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

/// The functions declared in a scope that are made; of equal names the last one counts.
pub(crate) fn declared_functions(tree: &Tree, scope: &Scope) -> Vec<(Name, FunctionId)> {
    let mut seen = FxHashSet::default();
    let names = scope.functions.iter().rev().filter_map(|&id| Some((tree[id].name?, id)));
    let mut functions: Vec<_> = names.filter(|&(name, _)| seen.insert(name)).collect();
    functions.reverse();
    functions
}

/// What scripts and sloppy eval code declare by name (GlobalDeclarationInstantiation, ECMA-262 16.1.7).
pub(crate) fn declarations(tree: &Tree, function: &Function, text_id: impl Fn(Name) -> TextId) -> Declarations {
    let scope = &tree[function.scope];
    let by_name = match scope.kind {
        ScopeKind::Script => true,
        ScopeKind::Eval => !function.strict,
        _ => false,
    };
    if !by_name {
        return Declarations::default();
    }
    let functions = declared_functions(tree, scope)
        .into_iter()
        .map(|(name, id)| DeclaredFunction { name: text_id(name), function: index_of(tree, id) })
        .collect();
    let variables = scope.declared_names.iter().map(|&name| text_id(name)).collect();
    let hoisted = scope.hoisted_names.iter().map(|&name| text_id(name)).collect();
    Declarations { functions, variables, hoisted }
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
    pub fn new(tree: &Tree) -> Self {
        InferredNames { by_function: vec![None; tree.functions.len()] }
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

    /// `{key: function () {}}` and accessors name the function (ECMA-262 13.2.5.5, 15.4.5).
    pub fn property(&mut self, tree: &Tree, names: &mut Interner, property: &Property) {
        let ExpressionKind::Function { function } = tree[property.value].kind else { return };
        let prefix = match property.kind {
            PropertyKind::Prototype => return,
            PropertyKind::Get => "get ",
            PropertyKind::Set => "set ",
            PropertyKind::Init if tree[function].name.is_some() => return,
            PropertyKind::Init => "",
        };
        let mut builder = TextBuilder::default();
        builder.push_str(prefix);
        match property.key {
            PropertyName::Text(name) if prefix.is_empty() => {
                self.by_function[function.0 as usize] = Some(name);
                return;
            }
            PropertyName::Text(name) => names.text(name).units().for_each(|unit| builder.push_unit(unit)),
            PropertyName::Number(number) => builder.push_str(ryu_js::Buffer::new().format(number + 0.0)),
        }
        self.by_function[function.0 as usize] = Some(names.intern(builder.finish()));
    }
}
