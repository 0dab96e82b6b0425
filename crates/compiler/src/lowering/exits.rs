//! Statements that leave others (`break`, `continue`, `return`), and `try`, which intercepts them (ECMA-262 14.8 to
//! 14.10, 14.15).

use ferrotape_bytecode::debug::BranchKind;
use ferrotape_syntax::tree::{CatchClause, ExpressionId, ExpressionKind, StatementId, Tree};
use ferrotape_text::Name;

use super::condition::{all_but_last, condition, decides};
use super::debug::{branch, note_outer, note_return};
use super::generators::is_async_generator;
use super::statement::{statement, undefined_completion};
use super::{Compiled, Machine};
use crate::control_flow::{Branches, Label, Labels};
use crate::spine::may_be_tail_call;

/// Emits `body` inside of a statement that `break` leaves with one of those labels; also without a label if it is
/// `plain`.
pub(super) fn in_break<'t, M: Machine<'t>>(
    m: &mut M,
    labels: Labels,
    plain: bool,
    to: Label,
    body: impl FnOnce(&mut M) -> Compiled,
) -> Compiled {
    let depth = m.depth();
    let core = m.core();
    core.grown += core.targets.enter_break(labels, plain, to, depth);
    body(m)?;
    m.core().targets.leave_break();
    Ok(())
}

/// Emits `body` inside of a loop whose next turn `continue` begins, with one of those labels or without one.
pub(super) fn in_continue<'t, M: Machine<'t>>(
    m: &mut M,
    labels: Labels,
    to: Label,
    body: impl FnOnce(&mut M) -> Compiled,
) -> Compiled {
    let depth = m.depth();
    let core = m.core();
    core.grown += core.targets.enter_continue(labels, to, depth);
    body(m)?;
    m.core().targets.leave_continue();
    Ok(())
}

pub(super) fn break_statement<'t>(m: &mut impl Machine<'t>, label: Option<Name>) -> Compiled {
    let found = m.core().targets.of_break(label);
    found.map_or(Ok(()), |(to, depth)| m.leave(to, depth))
}

pub(super) fn continue_statement<'t>(m: &mut impl Machine<'t>, label: Option<Name>) -> Compiled {
    let found = m.core().targets.of_continue(label);
    found.map_or(Ok(()), |(to, depth)| m.leave(to, depth))
}

/// Emits `return` (ECMA-262 14.10.1). A value that waits for cleanup goes to its place directly, and is no tail call.
pub(super) fn return_statement<'t>(m: &mut impl Machine<'t>, argument: Option<ExpressionId>) -> Compiled {
    let Some(argument) = argument else { return m.return_undefined() };
    if is_async_generator(m.core().function) {
        return m.return_awaited(argument);
    }
    match m.waiting_result() {
        Some(join) => {
            m.join(argument, join)?;
            note_return(m);
            m.return_joined(join)
        }
        None => return_value(m, argument),
    }
}

/// Returns the value of an expression. A call in tail position (ECMA-262 15.10.2) may replace this function's frame.
fn return_value<'t>(m: &mut impl Machine<'t>, id: ExpressionId) -> Compiled {
    let core = m.core();
    let (tree, expression) = (core.tree, core.tree[id]);
    core.node(expression.span)?;
    let mark = m.mark();
    match expression.kind {
        ExpressionKind::Conditional { test, consequent, alternate } => {
            let (on_true, on_false) = (m.core().label(), m.core().label());
            condition(m, test, Branches { on_true, on_false, next: true })?;
            m.bind(on_true);
            let part = |part: ExpressionId| (BranchKind::Conditional, expression.span.start, tree[part].span);
            branch(m, part(consequent), |m| return_value(m, consequent))?;
            m.bind(on_false);
            branch(m, part(alternate), |m| return_value(m, alternate))?;
        }
        ExpressionKind::Sequence { expressions } => {
            let last = all_but_last(m, expressions)?;
            return_value(m, last)?;
        }
        ExpressionKind::Logical { operator, left, right } if may_end_in_call(tree, right) => {
            let join = m.new_join()?;
            let decided = m.core().label();
            m.join(left, join)?;
            m.branch_joined(decides(operator), join, decided);
            let noted = (BranchKind::Logical, expression.span.start, tree[right].span);
            branch(m, noted, |m| return_value(m, right))?;
            m.bind(decided);
            note_return(m);
            m.return_joined(join)?;
        }
        _ => m.return_leaf(id)?,
    }
    m.release(mark);
    Ok(())
}

/// Returns whether the value, or a part of it, may be a tail call.
fn may_end_in_call(tree: &Tree, id: ExpressionId) -> bool {
    use ExpressionKind::{Conditional, Logical, Sequence};
    matches!(tree[id].kind, Conditional { .. } | Logical { .. } | Sequence { .. }) || may_be_tail_call(tree, id)
}

/// Emits `try` (ECMA-262 14.15.3). A `finally` protects the `catch` clause as well as the block.
pub(super) fn try_statement<'t>(
    m: &mut impl Machine<'t>,
    block: StatementId,
    handler: Option<CatchClause>,
    finalizer: Option<StatementId>,
) -> Compiled {
    undefined_completion(m)?;
    match finalizer {
        Some(last) => m.protected(
            None,
            |m| finally(m, last),
            |m| {
                try_catch(m, block, handler)?;
                note_end_of_block(m, last);
                Ok(())
            },
        ),
        None => try_catch(m, block, handler),
    }
}

/// Emits the block, with a handler if there is a `catch` clause. The completion value starts afresh in the handler.
fn try_catch<'t>(m: &mut impl Machine<'t>, block: StatementId, handler: Option<CatchClause>) -> Compiled {
    let Some(clause) = handler else { return statement(m, block) };
    m.catching(
        clause,
        |m| {
            statement(m, block)?;
            note_end_of_block(m, clause.body);
            Ok(())
        },
        |m| {
            undefined_completion(m)?;
            statement(m, clause.body)
        },
    )
}

/// Notes that the block ends here: the instructions up to the next one lead past it, or into it.
fn note_end_of_block<'t>(m: &mut impl Machine<'t>, next: StatementId) {
    let start = m.core().tree[next].span.start;
    note_outer(m, start);
}

/// Emits a `finally` block. The machine has saved the completion value: the block's own one only counts if the block is
/// left early.
fn finally<'t>(m: &mut impl Machine<'t>, finalizer: StatementId) -> Compiled {
    undefined_completion(m)?;
    statement(m, finalizer)
}
