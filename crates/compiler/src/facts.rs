//! What is computed once for a whole tree, in one pass over each arena, so that code generation never has to look ahead.

use ferrotape_syntax::scope::{BindingId, Resolution, ScopeId};
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, FunctionId, Tree, UnaryOperator};

/// What evaluating an expression may change, as a set: one bit for "may run script", the others for the bindings it
/// assigns itself, hashed. Two bindings may share a bit: that costs a copy at most.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Effects(u32);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Calls, accessors, `valueOf` and `toString`: anything that another function may do to captured variables.
    pub const SCRIPT: Effects = Effects(1 << 31);
    const ALL: Effects = Effects(u32::MAX);

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

/// Looked up by id from the code generator.
pub(crate) struct Facts {
    effects: Vec<Effects>,
    /// By binding: its place among the captured ones of its scope, which is its index in the scope's record.
    capture_indices: Vec<u32>,
    /// By scope: how many records the chain from it outwards has, itself included.
    record_counts: Vec<u32>,
    /// The scopes of each function: `scopes[ends[function - 1]..ends[function]]`.
    scopes: Vec<ScopeId>,
    ends: Vec<u32>,
}

impl Facts {
    pub fn new(tree: &Tree) -> Self {
        let (scopes, ends) = scopes_by_function(tree);
        Facts {
            effects: effects(tree),
            capture_indices: capture_indices(tree),
            record_counts: record_counts(tree),
            scopes,
            ends,
        }
    }

    pub fn effects(&self, expression: ExpressionId) -> Effects {
        self.effects[expression.0 as usize]
    }

    /// The index of a captured binding in its record.
    pub fn capture_index(&self, binding: BindingId) -> u32 {
        self.capture_indices[binding.0 as usize]
    }

    /// How many records the chain from `scope` outwards has, its own included.
    pub fn record_count(&self, scope: Option<ScopeId>) -> u32 {
        scope.map_or(0, |scope| self.record_counts[scope.0 as usize])
    }

    /// The scopes whose registers are in the frame of `function`, in the order of the tree.
    pub fn scopes_of(&self, function: FunctionId) -> &[ScopeId] {
        let index = function.0 as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.scopes[start as usize..self.ends[index] as usize]
    }
}

fn capture_indices(tree: &Tree) -> Vec<u32> {
    let mut indices = vec![0; tree.bindings.len()];
    for scope in &tree.scopes {
        let captured = scope.bindings.iter().filter(|&&binding| tree[binding].captured);
        for (index, binding) in captured.enumerate() {
            indices[binding.0 as usize] = index as u32;
        }
    }
    indices
}

/// Goes up from each scope to the next one already counted, and down again.
fn record_counts(tree: &Tree) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut counts = vec![UNKNOWN; tree.scopes.len()];
    let mut path = Vec::new();
    for index in 0..tree.scopes.len() {
        let mut next = Some(ScopeId(index as u32));
        let mut count = 0;
        while let Some(scope) = next {
            if counts[scope.0 as usize] != UNKNOWN {
                count = counts[scope.0 as usize];
                break;
            }
            path.push(scope);
            next = tree[scope].parent;
        }
        while let Some(scope) = path.pop() {
            count += u32::from(tree[scope].needs_record);
            counts[scope.0 as usize] = count;
        }
    }
    counts
}

/// Sorts the scopes by function, by counting.
fn scopes_by_function(tree: &Tree) -> (Vec<ScopeId>, Vec<u32>) {
    let mut ends = vec![0u32; tree.functions.len()];
    for scope in &tree.scopes {
        ends[scope.function.0 as usize] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut scopes = vec![ScopeId(0); tree.scopes.len()];
    let mut next = ends.clone();
    for (index, scope) in tree.scopes.iter().enumerate().rev() {
        let place = &mut next[scope.function.0 as usize];
        *place -= 1;
        scopes[*place as usize] = ScopeId(index as u32);
    }
    (scopes, ends)
}

/// Children stand before their parents in the arena, so one pass does it. A child that stands behind is taken to do
/// anything.
fn effects(tree: &Tree) -> Vec<Effects> {
    let mut effects: Vec<Effects> = Vec::with_capacity(tree.expressions.len());
    for expression in &tree.expressions {
        let of = |child: ExpressionId| effects.get(child.0 as usize).copied().unwrap_or(Effects::ALL);
        let own = effects_of(tree, expression.kind, of);
        effects.push(own);
    }
    effects
}

fn effects_of(tree: &Tree, kind: ExpressionKind, of: impl Fn(ExpressionId) -> Effects) -> Effects {
    use ExpressionKind::*;
    match kind {
        Identifier { reference, .. } => match tree[reference].resolution {
            Resolution::Binding(_) => Effects::NONE,
            Resolution::Global | Resolution::Dynamic => Effects::SCRIPT,
        },
        NullLiteral | BooleanLiteral { .. } | NumericLiteral { .. } | StringLiteral { .. } => Effects::NONE,
        RegExpLiteral { .. } | This | Function { .. } => Effects::NONE,
        Array { elements } => tree.list(elements).flatten().fold(Effects::NONE, |sum, element| sum.and(of(element))),
        Object { properties } => {
            tree.list(properties).fold(Effects::NONE, |sum, property| sum.and(of(tree[property].value)))
        }
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
        Conditional { test, consequent, alternate } => of(test).and(of(consequent)).and(of(alternate)),
        Call { .. } | New { .. } | Member { .. } => nested_call(tree, kind, of).and(Effects::SCRIPT),
        ComputedMember { object, property } => of(object).and(of(property)).and(Effects::SCRIPT),
        Sequence { expressions } => tree.list(expressions).fold(Effects::NONE, |sum, item| sum.and(of(item))),
    }
}

fn nested_call(tree: &Tree, kind: ExpressionKind, of: impl Fn(ExpressionId) -> Effects) -> Effects {
    match kind {
        ExpressionKind::Call { callee, arguments } | ExpressionKind::New { callee, arguments } => {
            tree.list(arguments).fold(of(callee), |sum, argument| sum.and(of(argument)))
        }
        ExpressionKind::Member { object, .. } => of(object),
        _ => Effects::NONE,
    }
}

/// The assignment's own effect on its target.
fn assignment_to(tree: &Tree, target: ExpressionId) -> Effects {
    match tree[target].kind {
        ExpressionKind::Identifier { reference, .. } => match tree[reference].resolution {
            Resolution::Binding(binding) => Effects::assigns(binding),
            Resolution::Global | Resolution::Dynamic => Effects::SCRIPT,
        },
        _ => Effects::SCRIPT,
    }
}
