//! Facts computed once for a whole tree, in one pass over each arena. With them code generation never looks ahead, nor
//! walks from scope to scope.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::scope::ScopeKind;
use ferrotape_syntax::scope::{BindingId, Resolution, ScopeId};
use ferrotape_syntax::tree::{
    BinaryOperator, ExpressionId, ExpressionKind, FunctionId, Property, PropertyName, Tree, UnaryOperator,
};

use crate::meter::{Pace, filled};

/// The possible effects of evaluating an expression, as a set. One bit means "may run script", the others are the
/// hashed bindings that the expression assigns itself. If two bindings share a bit, that costs at most a copy.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Effects(u32);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Calls, accessors, `valueOf` and `toString`: any effect of another function on captured variables.
    pub const SCRIPT: Effects = Effects(1 << 31);
    pub const ALL: Effects = Effects(u32::MAX);

    fn assigns(binding: BindingId) -> Effects {
        Effects(1 << (binding.0 % 31))
    }

    pub fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    pub fn may_run_script(self) -> bool {
        self.0 & Self::SCRIPT.0 != 0
    }

    pub fn may_assign(self, binding: BindingId) -> bool {
        self.0 & Self::assigns(binding).0 != 0
    }
}

/// The facts, looked up by id.
pub(crate) struct Facts {
    effects: Vec<Effects>,
    /// Index of each captured binding in its scope's record, which is its place among the scope's captured bindings.
    capture_indices: Vec<u32>,
    chains: ScopeChains,
    /// The scopes of each function: `scopes[ends[function - 1]..ends[function]]`.
    scopes: Vec<ScopeId>,
    ends: Vec<u32>,
}

impl Facts {
    pub fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        let (scopes, ends) = scopes_by_function(tree, budget)?;
        Ok(Facts {
            effects: effects(tree, budget)?,
            capture_indices: capture_indices(tree, budget)?,
            chains: ScopeChains::new(tree, budget)?,
            scopes,
            ends,
        })
    }

    pub fn effects(&self, expression: ExpressionId) -> Effects {
        self.effects[expression.0 as usize]
    }

    /// Returns the index of a captured binding in its record.
    pub fn capture_index(&self, binding: BindingId) -> u32 {
        self.capture_indices[binding.0 as usize]
    }

    /// Returns the number of records from `scope` outwards, its own included.
    pub fn record_count(&self, scope: Option<ScopeId>) -> u32 {
        scope.map_or(0, |scope| self.chains.record_counts[scope.0 as usize])
    }

    /// Returns the innermost scope from `scope` outwards that needs a record, in whichever function.
    pub fn record_around(&self, scope: ScopeId) -> Option<ScopeId> {
        known(self.chains.with_record[scope.0 as usize])
    }

    /// Returns the innermost scope from `scope` outwards with names that the tree does not show: that of a `with`, or
    /// one that a direct eval adds to.
    pub fn dynamic_around(&self, scope: ScopeId) -> Option<ScopeId> {
        known(self.chains.dynamic[scope.0 as usize])
    }

    /// Returns the scopes whose registers are in the frame of `function`, in the order of the tree.
    pub fn scopes_of(&self, function: FunctionId) -> &[ScopeId] {
        let index = function.0 as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.scopes[start as usize..self.ends[index] as usize]
    }
}

/// Numbers the captured bindings of each scope from 0 on: these are their places in the scope's records. Others have 0.
fn capture_indices(tree: &Tree, budget: &mut Budget) -> Result<Vec<u32>, Termination> {
    let mut indices = filled(0, tree.bindings.len(), budget)?;
    let mut pace = Pace::new(budget);
    for scope in &tree.scopes {
        let mut next = 0;
        for &binding in &scope.bindings {
            pace.row()?;
            if tree[binding].captured {
                indices[binding.0 as usize] = next;
                next += 1;
            }
        }
    }
    Ok(indices)
}

/// Stands for no scope, and for an unknown number.
const NONE: u32 = u32::MAX;

fn known(scope: u32) -> Option<ScopeId> {
    (scope != NONE).then_some(ScopeId(scope))
}

/// Facts about the chain from each scope outwards.
struct ScopeChains {
    /// Number of records, the scope's own included.
    record_counts: Vec<u32>,
    /// The first scope with a record; `dynamic` has the first with names that the tree does not show.
    with_record: Vec<u32>,
    dynamic: Vec<u32>,
}

impl ScopeChains {
    /// Walks up from each scope to the next one already counted, and down again.
    fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        let count = tree.scopes.len();
        let [record_counts, with_record, dynamic] =
            [filled(NONE, count, budget)?, filled(NONE, count, budget)?, filled(NONE, count, budget)?];
        let mut chains = ScopeChains { record_counts, with_record, dynamic };
        let mut pace = Pace::new(budget);
        let mut path = Vec::new();
        for index in 0..count {
            let mut next = Some(ScopeId(index as u32));
            while let Some(scope) = next.filter(|scope| chains.record_counts[scope.0 as usize] == NONE) {
                pace.row()?;
                path.push(scope);
                next = tree[scope].parent;
            }
            while let Some(scope) = path.pop() {
                pace.row()?;
                chains.add(tree, scope);
            }
        }
        Ok(chains)
    }

    /// Adds a scope whose parent has been added.
    fn add(&mut self, tree: &Tree, id: ScopeId) {
        let (scope, index) = (&tree[id], id.0 as usize);
        let outside = scope.parent.map(|parent| parent.0 as usize);
        let (count, with_record, dynamic) = outside.map_or((0, NONE, NONE), |outside| {
            (self.record_counts[outside], self.with_record[outside], self.dynamic[outside])
        });
        let is_dynamic = scope.needs_record && (scope.kind == ScopeKind::With || scope.dynamic);
        self.record_counts[index] = count + u32::from(scope.needs_record);
        self.with_record[index] = if scope.needs_record { id.0 } else { with_record };
        self.dynamic[index] = if is_dynamic { id.0 } else { dynamic };
    }
}

/// Sorts the scopes by function, with a counting sort.
fn scopes_by_function(tree: &Tree, budget: &mut Budget) -> Result<(Vec<ScopeId>, Vec<u32>), Termination> {
    let mut ends = filled(0u32, tree.functions.len(), budget)?;
    let mut next = filled(0u32, tree.functions.len(), budget)?;
    let mut scopes = filled(ScopeId(0), tree.scopes.len(), budget)?;
    let mut pace = Pace::new(budget);
    for scope in &tree.scopes {
        pace.row()?;
        ends[scope.function.0 as usize] += 1;
    }
    let mut total = 0;
    for (end, next) in ends.iter_mut().zip(&mut next) {
        pace.row()?;
        total += *end;
        (*end, *next) = (total, total);
    }
    for (index, scope) in tree.scopes.iter().enumerate().rev() {
        pace.row()?;
        let place = &mut next[scope.function.0 as usize];
        *place -= 1;
        scopes[*place as usize] = ScopeId(index as u32);
    }
    Ok((scopes, ends))
}

/// Computes the effects of all expressions in one pass, since children stand before their parents in the arena. A child
/// that stands behind its parent is assumed to have all effects.
fn effects(tree: &Tree, budget: &mut Budget) -> Result<Vec<Effects>, Termination> {
    budget.take(tree.expressions.len() * size_of::<Effects>())?;
    let mut effects: Vec<Effects> = Vec::with_capacity(tree.expressions.len());
    let mut pace = Pace::new(budget);
    for expression in &tree.expressions {
        pace.row()?;
        let of = |child: ExpressionId| effects.get(child.0 as usize).copied().unwrap_or(Effects::ALL);
        let own = effects_of(tree, expression.kind, of, &mut pace)?;
        effects.push(own);
    }
    Ok(effects)
}

/// Returns the effects of an expression, from those of its parts.
fn effects_of(
    tree: &Tree,
    kind: ExpressionKind,
    of: impl Fn(ExpressionId) -> Effects,
    pace: &mut Pace,
) -> Result<Effects, Termination> {
    use ExpressionKind::*;
    Ok(match kind {
        Identifier { reference, .. } => match tree[reference].resolution {
            Resolution::Binding(_) => Effects::NONE,
            Resolution::Global | Resolution::Dynamic => Effects::SCRIPT,
        },
        NullLiteral | BooleanLiteral { .. } | NumericLiteral { .. } | BigIntLiteral { .. } | StringLiteral { .. } => {
            Effects::NONE
        }
        RegExpLiteral { .. } | This | ThisReference { .. } | NewTarget { .. } | ImportMeta | Function { .. } => {
            Effects::NONE
        }
        Template { template } => all(tree.list(tree[template].expressions).map(&of), pace)?.and(Effects::SCRIPT),
        TaggedTemplate { tag, template } => {
            all(tree.list(tree[template].expressions).map(&of), pace)?.and(of(tag)).and(Effects::SCRIPT)
        }
        Chain { expression: part } | Optional { argument: part } => of(part),
        SuperMember { .. } => Effects::SCRIPT,
        // Keys and the heritage may have any effect.
        Class { .. } => Effects::ALL,
        PrivateMember { object, .. } | PrivateIn { right: object, .. } => of(object).and(Effects::SCRIPT),
        SuperCall { arguments, .. } => all(tree.list(arguments).map(&of), pace)?.and(Effects::SCRIPT),
        SuperComputedMember { property, .. } => of(property).and(Effects::SCRIPT),
        Array { elements } => all(tree.list(elements).map(|item| item.map_or(Effects::NONE, &of)), pace)?,
        Object { properties } => all(tree.list(properties).map(|property| of_property(&tree[property], &of)), pace)?,
        Unary { operator: UnaryOperator::Not | UnaryOperator::TypeOf | UnaryOperator::Void, argument } => of(argument),
        Unary { argument, .. } => of(argument).and(Effects::SCRIPT),
        Update { argument, .. } => of(argument).and(assignment_to(tree, argument)).and(Effects::SCRIPT),
        Binary { operator: BinaryOperator::StrictEqual | BinaryOperator::StrictNotEqual, left, right } => {
            of(left).and(of(right))
        }
        Binary { left, right, .. } => of(left).and(of(right)).and(Effects::SCRIPT),
        Logical { left, right, .. } => of(left).and(of(right)),
        Assignment { operator, left, right } => {
            let both = of(left).and(of(right)).and(assignment_to(tree, left));
            if operator.is_some() { both.and(Effects::SCRIPT) } else { both }
        }
        LogicalAssignment { left, right, .. } => {
            of(left).and(of(right)).and(assignment_to(tree, left)).and(Effects::SCRIPT)
        }
        Spread { argument, .. } => of(argument).and(Effects::SCRIPT),
        ArrayPattern { .. } | ObjectPattern { .. } | AssignmentPattern { .. } | Rest { .. } => Effects::ALL,
        Conditional { test, consequent, alternate } => of(test).and(of(consequent)).and(of(alternate)),
        Call { callee, arguments } | New { callee, arguments } => {
            all(tree.list(arguments).map(&of), pace)?.and(of(callee)).and(Effects::SCRIPT)
        }
        ImportCall { source, options, .. } => of(source).and(options.map_or(Effects::SCRIPT, &of)).and(Effects::SCRIPT),
        Member { object, .. } => of(object).and(Effects::SCRIPT),
        ComputedMember { object, property } => of(object).and(of(property)).and(Effects::SCRIPT),
        Sequence { expressions } => all(tree.list(expressions).map(&of), pace)?,
        // Anything may happen while the activation is suspended.
        Yield { .. } | Await { .. } => Effects::ALL,
    })
}

/// Returns the effects of a literal's member.
fn of_property(property: &Property, of: &impl Fn(ExpressionId) -> Effects) -> Effects {
    match property.key {
        PropertyName::Computed(key) => of(key).and(of(property.value)).and(Effects::SCRIPT),
        _ => of(property.value),
    }
}

/// Returns the effects of all parts together.
fn all(parts: impl Iterator<Item = Effects>, pace: &mut Pace) -> Result<Effects, Termination> {
    let mut sum = Effects::NONE;
    for part in parts {
        pace.row()?;
        sum = sum.and(part);
    }
    Ok(sum)
}

/// Returns the assignment's own effect on its target.
fn assignment_to(tree: &Tree, target: ExpressionId) -> Effects {
    match tree[target].kind {
        ExpressionKind::Identifier { reference, .. } => match tree[reference].resolution {
            Resolution::Binding(binding) => Effects::assigns(binding),
            Resolution::Global | Resolution::Dynamic => Effects::SCRIPT,
        },
        _ => Effects::SCRIPT,
    }
}
