//! Names: meanings of identifiers, known names, and names that functions get from their context.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::BindingForm;
use ferrotape_syntax::scope::{Binding, BindingId, BindingKind, ReferenceId, Resolution, ScopeId, ScopeKind};
use ferrotape_syntax::tree::{
    ExpressionId, ExpressionKind, Function, FunctionId, FunctionKind, Property, PropertyKind, PropertyName, Tree,
};
use ferrotape_text::{Interner, Name, TextBuilder};

use super::{Compiled, Core};
use crate::meter::{filled, push};

/// The meaning of an identifier at its place.
#[derive(Copy, Clone)]
pub(crate) enum Resolved {
    /// A binding of the function being compiled.
    Own(BindingId),
    /// A binding of an enclosing function.
    Outer(BindingId),
    /// A property of the global object, or nothing.
    Global,
    /// A binding found by name at run time.
    Dynamic,
}

/// A global that can be neither changed nor deleted.
#[derive(Copy, Clone)]
pub(crate) enum ConstantGlobal {
    Undefined,
    Number(f64),
}

impl Core<'_> {
    pub fn resolve(&self, reference: ReferenceId) -> Resolved {
        match self.tree[reference].resolution {
            Resolution::Binding(binding) if self.is_own(binding) => Resolved::Own(binding),
            Resolution::Binding(binding) => Resolved::Outer(binding),
            Resolution::Global => Resolved::Global,
            Resolution::Dynamic => Resolved::Dynamic,
        }
    }

    /// Returns whether the reference's binding may be uninitialised. Imports always count as such, as nothing is known
    /// of them.
    pub fn is_checked(&self, reference: ReferenceId) -> bool {
        self.tree[reference].checked || self.is_import(reference)
    }

    /// Returns whether the reference means the binding of another module.
    pub fn is_import(&self, reference: ReferenceId) -> bool {
        let resolution = self.tree[reference].resolution;
        matches!(resolution, Resolution::Binding(binding) if self.tree[binding].kind == BindingKind::Import)
    }

    fn is_own(&self, binding: BindingId) -> bool {
        let scope = &self.tree[self.tree[binding].scope];
        scope.function == self.id && scope.kind != ScopeKind::Module
    }

    /// Returns whether the binding is the own name of a function expression. Assignments to it have no effect in sloppy
    /// code.
    pub fn is_own_name(&self, binding: BindingId) -> bool {
        self.tree[binding].kind == BindingKind::FunctionName
    }

    /// Returns whether the binding cannot be assigned to once it is initialised.
    pub fn is_immutable(&self, binding: BindingId) -> bool {
        matches!(self.form_of(binding), BindingForm::OwnName | BindingForm::Const)
    }

    /// Returns the form of a binding for lookups by name.
    pub fn form_of(&self, binding: BindingId) -> BindingForm {
        form_of(self.tree, binding)
    }

    /// Returns the bindings of a scope that must be emptied on entry.
    pub fn emptied(&mut self, scope: ScopeId) -> Compiled<Vec<BindingId>> {
        let tree = self.tree;
        let mut emptied = Vec::new();
        for &binding in &tree[scope].bindings {
            self.work(1)?;
            let Binding { checked, kind, .. } = tree[binding];
            // `arguments` is initialised on entry.
            let is_looked_at = checked || kind == BindingKind::This;
            if is_looked_at && kind != BindingKind::Arguments && self.form_of(binding).begins_empty() {
                self.grown += push(&mut emptied, binding);
            }
        }
        Ok(emptied)
    }

    /// Returns the value of `undefined`, `NaN` or `Infinity` of the global object (ECMA-262 19.1).
    pub fn constant_global(&self, reference: ReferenceId) -> Option<ConstantGlobal> {
        let reference = &self.tree[reference];
        if reference.resolution != Resolution::Global {
            return None;
        }
        let known = &self.session.known;
        match reference.name {
            name if name == known.undefined => Some(ConstantGlobal::Undefined),
            name if name == known.nan => Some(ConstantGlobal::Number(f64::NAN)),
            name if name == known.infinity => Some(ConstantGlobal::Number(f64::INFINITY)),
            _ => None,
        }
    }
}

/// Returns the form of a binding for lookups by name.
pub(super) fn form_of(tree: &Tree, binding: BindingId) -> BindingForm {
    let Binding { kind, scope, checked, .. } = tree[binding];
    match kind {
        // The name stands in a pattern.
        BindingKind::CatchParameter if checked => BindingForm::Let,
        BindingKind::FunctionName => BindingForm::OwnName,
        BindingKind::Let | BindingKind::Class => BindingForm::Let,
        BindingKind::Const | BindingKind::ClassName | BindingKind::Import => BindingForm::Const,
        // `this` of a derived constructor has no value before `super()`.
        BindingKind::This if tree[tree[scope].function].kind == FunctionKind::DerivedConstructor => BindingForm::Let,
        BindingKind::Function if tree[scope].kind == ScopeKind::Block => BindingForm::Function,
        // Parameters with expressions are initialised in order, and an eval in one of them cannot declare their names.
        BindingKind::Parameter { .. } | BindingKind::PatternParameter | BindingKind::Arguments
            if has_body_scope(tree, scope) =>
        {
            BindingForm::Let
        }
        _ => BindingForm::Variable,
    }
}

fn has_body_scope(tree: &Tree, scope: ScopeId) -> bool {
    let body = tree[tree[scope].function].body_scope;
    body.is_some_and(|body| tree[body].kind == ScopeKind::Body)
}

/// Names whose meaning decides which code is generated.
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

/// Bytes that a name takes besides the units of its text.
pub(crate) const BYTES_PER_NAME: usize = 64;

/// Numbers attached to names while one scope is processed.
pub(crate) struct NameMarks {
    marks: Vec<u32>,
}

impl NameMarks {
    const NONE: u32 = u32::MAX;

    /// Makes a table for all names of the interner, of which none is marked.
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

/// Names that functions get from their context (NamedEvaluation, ECMA-262 8.4.5).
pub(crate) struct InferredNames {
    by_function: Vec<Option<Name>>,
}

impl InferredNames {
    pub fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(InferredNames { by_function: filled(None, tree.functions.len(), budget)? })
    }

    /// Returns the name of the function's closures.
    pub fn name_of(&self, tree: &Tree, id: FunctionId) -> Option<Name> {
        let Function { name, class, kind, .. } = tree[id];
        let of_class = match kind {
            FunctionKind::Constructor | FunctionKind::DerivedConstructor => class.and_then(|class| tree[class].name),
            _ => None,
        };
        self.by_function[id.0 as usize].or(name).or(of_class)
    }

    pub fn set(&mut self, id: FunctionId, name: Name) {
        self.by_function[id.0 as usize] = Some(name);
    }

    /// Names the function in `name = function () {}`.
    pub fn value(&mut self, tree: &Tree, value: ExpressionId, name: Name) {
        if let Some(function) = anonymous(tree, value) {
            self.by_function[function.0 as usize] = Some(name);
        }
    }

    /// Names the function in `{key: function () {}}` and in accessors (ECMA-262 13.2.5.5, 15.4.5). Returns the bytes
    /// charged for a new name.
    pub fn property(
        &mut self,
        tree: &Tree,
        names: &mut Interner,
        property: &Property,
        budget: &mut Budget,
    ) -> Result<usize, Termination> {
        let ExpressionKind::Function { function } = tree[property.value].kind else {
            let (PropertyKind::Init, Some(function)) = (property.kind, anonymous(tree, property.value)) else {
                return Ok(0);
            };
            return self.by_key(names, function, "", property.key, budget);
        };
        let prefix = match property.kind {
            PropertyKind::Prototype | PropertyKind::Spread => return Ok(0),
            PropertyKind::Get => "get ",
            PropertyKind::Set => "set ",
            PropertyKind::Init if tree[function].name.is_some() => return Ok(0),
            PropertyKind::Init => "",
        };
        self.by_key(names, function, prefix, property.key, budget)
    }

    /// Names a function after a key, with `prefix` before it. Returns the bytes charged for a new name.
    fn by_key(
        &mut self,
        names: &mut Interner,
        function: FunctionId,
        prefix: &str,
        key: PropertyName,
        budget: &mut Budget,
    ) -> Result<usize, Termination> {
        let mut builder = TextBuilder::default();
        builder.push_str(prefix);
        match key {
            PropertyName::Text(name) | PropertyName::Private(name) if prefix.is_empty() => {
                self.by_function[function.0 as usize] = Some(name);
                return Ok(0);
            }
            PropertyName::Text(name) | PropertyName::Private(name) => {
                let text = names.text(name);
                budget.work(text.len() as u64 / UNITS_PER_TICK)?;
                budget.take(text.bytes() * 2)?;
                builder.push_text(text);
                budget.resized(text.bytes() * 2, 0);
            }
            PropertyName::Number(number) => builder.push_str(ryu_js::Buffer::new().format(number + 0.0)),
            PropertyName::Computed(_) => return Ok(0),
        }
        let (text, count) = (builder.finish(), names.len());
        let bytes = text.bytes() + BYTES_PER_NAME;
        self.by_function[function.0 as usize] = Some(names.intern(text));
        if names.len() == count {
            return Ok(0);
        }
        budget.take(bytes)?;
        Ok(bytes)
    }
}

/// Returns the function that an expression defines, or a class's constructor, if it has no name of its own
/// (IsAnonymousFunctionDefinition, ECMA-262 8.4.3).
pub(crate) fn anonymous(tree: &Tree, value: ExpressionId) -> Option<FunctionId> {
    match tree[value].kind {
        ExpressionKind::Function { function } => Some(function).filter(|&function| tree[function].name.is_none()),
        ExpressionKind::Class { class } if tree[class].name.is_none() => Some(tree[class].constructor),
        _ => None,
    }
}
