//! Conditions and logical operators as control flow, and expressions evaluated for their effects only.
//!
//! A condition that makes a decision leaves no value. It jumps to its target for true or for false, one of which comes
//! next in the code. `!` exchanges the targets; `&&` and `||` put one condition before another.

use ferrotape_bytecode::debug::BranchKind;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, List, LogicalOperator, UnaryOperator};

use super::debug::branch;
use super::{Compiled, Machine};
use crate::control_flow::{Branches, Test};

/// Role of an expression whose value is not needed: operands in an order that conditions decide, or a leaf.
enum Control {
    Not(ExpressionId),
    Void(ExpressionId),
    /// `&&` or `||`.
    Logical {
        operator: LogicalOperator,
        left: ExpressionId,
        right: ExpressionId,
    },
    Conditional {
        test: ExpressionId,
        consequent: ExpressionId,
        alternate: ExpressionId,
    },
    Sequence(List<ExpressionId>),
    Leaf,
}

impl Control {
    /// Classifies an expression. Every kind is named, so that a new one must be classified here.
    fn of(kind: ExpressionKind) -> Control {
        match kind {
            ExpressionKind::Unary { operator: UnaryOperator::Not, argument } => Control::Not(argument),
            ExpressionKind::Unary { operator: UnaryOperator::Void, argument } => Control::Void(argument),
            ExpressionKind::Logical { operator: LogicalOperator::Coalesce, .. } => Control::Leaf,
            ExpressionKind::Logical { operator, left, right } => Control::Logical { operator, left, right },
            ExpressionKind::Conditional { test, consequent, alternate } => {
                Control::Conditional { test, consequent, alternate }
            }
            ExpressionKind::Sequence { expressions } => Control::Sequence(expressions),
            ExpressionKind::Identifier { .. }
            | ExpressionKind::NullLiteral
            | ExpressionKind::BooleanLiteral { .. }
            | ExpressionKind::NumericLiteral { .. }
            | ExpressionKind::BigIntLiteral { .. }
            | ExpressionKind::StringLiteral { .. }
            | ExpressionKind::RegExpLiteral { .. }
            | ExpressionKind::This
            | ExpressionKind::ThisReference { .. }
            | ExpressionKind::NewTarget { .. }
            | ExpressionKind::ImportMeta
            | ExpressionKind::ImportCall { .. }
            | ExpressionKind::Template { .. }
            | ExpressionKind::TaggedTemplate { .. }
            | ExpressionKind::LogicalAssignment { .. }
            | ExpressionKind::SuperMember { .. }
            | ExpressionKind::SuperComputedMember { .. }
            | ExpressionKind::SuperCall { .. }
            | ExpressionKind::Class { .. }
            | ExpressionKind::PrivateMember { .. }
            | ExpressionKind::PrivateIn { .. }
            | ExpressionKind::Chain { .. }
            | ExpressionKind::Optional { .. }
            | ExpressionKind::Spread { .. }
            | ExpressionKind::ArrayPattern { .. }
            | ExpressionKind::ObjectPattern { .. }
            | ExpressionKind::AssignmentPattern { .. }
            | ExpressionKind::Rest { .. }
            | ExpressionKind::Array { .. }
            | ExpressionKind::Object { .. }
            | ExpressionKind::Function { .. }
            | ExpressionKind::Unary { .. }
            | ExpressionKind::Update { .. }
            | ExpressionKind::Binary { .. }
            | ExpressionKind::Assignment { .. }
            | ExpressionKind::Call { .. }
            | ExpressionKind::New { .. }
            | ExpressionKind::Member { .. }
            | ExpressionKind::ComputedMember { .. }
            | ExpressionKind::Yield { .. }
            | ExpressionKind::Await { .. } => Control::Leaf,
        }
    }
}

/// Evaluates a condition for its decision alone.
pub(crate) fn condition<'t>(m: &mut impl Machine<'t>, id: ExpressionId, branches: Branches) -> Compiled {
    let core = m.core();
    let expression = core.tree[id];
    core.node(expression.span)?;
    let mark = m.mark();
    match Control::of(expression.kind) {
        Control::Not(argument) => condition(m, argument, branches.negated())?,
        Control::Logical { operator, .. } => logical_condition(m, id, operator, branches)?,
        Control::Conditional { test, consequent, alternate } => {
            let (first, second) = (m.core().label(), m.core().label());
            condition(m, test, Branches { on_true: first, on_false: second, next: true })?;
            m.bind(first);
            let tree = m.core().tree;
            let part = |part: ExpressionId| (BranchKind::Conditional, expression.span.start, tree[part].span);
            branch(m, part(consequent), |m| condition(m, consequent, branches))?;
            m.jump(branches.goal(branches.next));
            m.bind(second);
            branch(m, part(alternate), |m| condition(m, alternate, branches))?;
        }
        Control::Sequence(expressions) => {
            let last = all_but_last(m, expressions)?;
            condition(m, last, branches)?;
        }
        Control::Void(_) | Control::Leaf => m.condition_leaf(id, branches)?,
    }
    m.release(mark);
    Ok(())
}

/// Evaluates `a && b && c` as a condition. Each operand but the last either decides or leads to the next.
fn logical_condition<'t>(
    m: &mut impl Machine<'t>,
    id: ExpressionId,
    operator: LogicalOperator,
    branches: Branches,
) -> Compiled {
    let goes_on = goes_on(operator);
    let tree = m.core().tree;
    let start = m.core().push_operands(id, operator)?;
    while let Some(part) = m.core().session.spine.pop(start) {
        let noted = (BranchKind::Logical, tree[id].span.start, tree[part].span);
        if m.core().session.spine.height() == start {
            return branch(m, noted, |m| condition(m, part, branches));
        }
        let next = m.core().label();
        let (on_true, on_false) = if goes_on { (next, branches.on_false) } else { (branches.on_true, next) };
        let branches = Branches { on_true, on_false, next: goes_on };
        branch(m, noted, |m| condition(m, part, branches))?;
        m.bind(next);
    }
    Ok(())
}

/// Evaluates `a && b` as a value: that of the operand that decides.
pub(crate) fn logical<'t, M: Machine<'t>>(
    m: &mut M,
    id: ExpressionId,
    operator: LogicalOperator,
    join: M::Join,
) -> Compiled {
    let (tree, end) = (m.core().tree, m.core().label());
    let start = m.core().push_operands(id, operator)?;
    while let Some(part) = m.core().session.spine.pop(start) {
        branch(m, (BranchKind::Logical, tree[id].span.start, tree[part].span), |m| m.join(part, join))?;
        if m.core().session.spine.height() > start {
            m.branch_joined(decides(operator), join, end);
        }
    }
    m.bind(end);
    Ok(())
}

/// Returns the test by which a left side makes the right one needless.
pub(crate) fn decides(operator: LogicalOperator) -> Test {
    match operator {
        LogicalOperator::And => Test::False,
        LogicalOperator::Or => Test::True,
        LogicalOperator::Coalesce => Test::NotNullish,
    }
}

/// Returns which result of the left side, as a condition, leads on to the right one.
fn goes_on(operator: LogicalOperator) -> bool {
    decides(operator) == Test::False
}

/// Evaluates `test ? a : b ? c : d …` as a value. A loop goes down the right side.
pub(crate) fn conditional<'t, M: Machine<'t>>(m: &mut M, id: ExpressionId, join: M::Join) -> Compiled {
    let tree = m.core().tree;
    let end = m.core().label();
    let mut node = id;
    while let ExpressionKind::Conditional { test, consequent, alternate } = tree[node].kind {
        let (on_true, on_false) = (m.core().label(), m.core().label());
        condition(m, test, Branches { on_true, on_false, next: true })?;
        m.bind(on_true);
        branch(m, (BranchKind::Conditional, tree[node].span.start, tree[consequent].span), |m| {
            m.join(consequent, join)
        })?;
        m.jump(end);
        m.bind(on_false);
        node = alternate;
    }
    branch(m, (BranchKind::Conditional, tree[id].span.start, tree[node].span), |m| m.join(node, join))?;
    m.bind(end);
    Ok(())
}

/// Evaluates an expression for its effects only.
pub(crate) fn effect<'t>(m: &mut impl Machine<'t>, id: ExpressionId) -> Compiled {
    let core = m.core();
    let expression = core.tree[id];
    core.node(expression.span)?;
    let mark = m.mark();
    match Control::of(expression.kind) {
        Control::Void(argument) | Control::Not(argument) => effect(m, argument)?,
        Control::Logical { operator, left, right } => effect_of_logical(m, operator, left, right)?,
        Control::Conditional { test, consequent, alternate } => {
            let (end, first, second) = (m.core().label(), m.core().label(), m.core().label());
            condition(m, test, Branches { on_true: first, on_false: second, next: true })?;
            m.bind(first);
            let tree = m.core().tree;
            let part = |part: ExpressionId| (BranchKind::Conditional, expression.span.start, tree[part].span);
            branch(m, part(consequent), |m| effect(m, consequent))?;
            m.jump(end);
            m.bind(second);
            branch(m, part(alternate), |m| effect(m, alternate))?;
            m.bind(end);
        }
        Control::Sequence(expressions) => {
            let last = all_but_last(m, expressions)?;
            effect(m, last)?;
        }
        Control::Leaf => m.effect_leaf(id)?,
    }
    m.release(mark);
    Ok(())
}

/// Evaluates `a && b` for its effects. The left side is a condition.
fn effect_of_logical<'t>(
    m: &mut impl Machine<'t>,
    operator: LogicalOperator,
    left: ExpressionId,
    right: ExpressionId,
) -> Compiled {
    let (end, first) = (m.core().label(), m.core().label());
    let next = goes_on(operator);
    let (on_true, on_false) = if next { (first, end) } else { (end, first) };
    condition(m, left, Branches { on_true, on_false, next })?;
    m.bind(first);
    let tree = m.core().tree;
    branch(m, (BranchKind::Logical, tree[left].span.start, tree[right].span), |m| effect(m, right))?;
    m.bind(end);
    Ok(())
}

/// Evaluates all but the last operand of the comma operator for their effects. Returns the last one.
pub(crate) fn all_but_last<'t>(m: &mut impl Machine<'t>, expressions: List<ExpressionId>) -> Compiled<ExpressionId> {
    let tree = m.core().tree;
    let mut items = tree.list(expressions);
    let mut last = items.next().expect("a sequence has operands");
    for next in items {
        effect(m, std::mem::replace(&mut last, next))?;
    }
    Ok(last)
}
