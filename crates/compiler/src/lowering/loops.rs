//! Loops (ECMA-262 14.7). A turn takes one branch, as the condition stands below the body.

use ferrotape_bytecode::debug::MarkKind;
use ferrotape_syntax::scope::{ReferenceId, ScopeId};
use ferrotape_syntax::tree::{
    BindingTarget, DeclaratorId, ExpressionId, ExpressionKind, ForInit, ForTarget, LexicalKind, List, StatementId, Tree,
};

use super::condition::{condition, effect};
use super::debug::{note_mark, note_outer};
use super::exits::{in_break, in_continue};
use super::pattern::{bind_pattern, is_pattern};
use super::statement::{in_scope, initialize, lexical, statement, undefined_completion, variables};
use super::{Compiled, Machine};
use crate::control_flow::{Branches, Label, Labels};

/// Emits `do` … `while` (ECMA-262 14.7.2.2). `continue` leads to the condition.
pub(super) fn do_while<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    body: StatementId,
    test: ExpressionId,
) -> Compiled {
    undefined_completion(m)?;
    let (top, on_break, on_continue) = (m.core().label(), m.core().label(), m.core().label());
    m.bind_turn(top);
    loop_body(m, labels, body, on_break, on_continue)?;
    m.bind(on_continue);
    let at = m.core().tree[test].span.start;
    note_mark(m, at, MarkKind::Statement);
    condition(m, test, Branches { on_true: top, on_false: on_break, next: false })?;
    m.bind(on_break);
    Ok(())
}

pub(super) fn while_loop<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    test: ExpressionId,
    body: StatementId,
) -> Compiled {
    undefined_completion(m)?;
    loop_with_test(m, labels, Parts { test: Some(test), update: None, body, fresh: None })
}

/// Emits `for (…; …; …)` (ECMA-262 14.7.4.2). Only lexical declarations in its head have a scope of their own.
pub(super) fn for_loop<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    init: Option<ForInit>,
    test: Option<ExpressionId>,
    update: Option<ExpressionId>,
    body: StatementId,
) -> Compiled {
    match init {
        Some(ForInit::Expression(expression)) => effect(m, expression)?,
        Some(ForInit::Variables(declarations)) => variables(m, declarations)?,
        Some(ForInit::Lexical { kind, declarations, scope }) => {
            let parts = Parts { test, update, body, fresh: None };
            return in_scope(m, Some(scope), |m| lexical_loop(m, labels, kind, declarations, scope, parts));
        }
        None => {}
    }
    undefined_completion(m)?;
    loop_with_test(m, labels, Parts { test, update, body, fresh: None })
}

/// Emits `for (let …; …; …)` within the scope of its head. Each turn has a copy of the scope, or the scope itself where
/// nothing captures it.
fn lexical_loop<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    kind: LexicalKind,
    declarations: List<DeclaratorId>,
    scope: ScopeId,
    parts: Parts,
) -> Compiled {
    lexical(m, kind, declarations)?;
    undefined_completion(m)?;
    let is_copied = kind == LexicalKind::Let && has_captured(m, scope)?;
    if is_copied {
        m.fresh_scope(scope);
    }
    loop_with_test(m, labels, Parts { fresh: is_copied.then_some(scope), ..parts })
}

fn has_captured<'t>(m: &mut impl Machine<'t>, scope: ScopeId) -> Compiled<bool> {
    let tree = m.core().tree;
    for &binding in &tree[scope].bindings {
        m.core().work(1)?;
        if tree[binding].captured {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The parts of each turn of a loop.
struct Parts {
    test: Option<ExpressionId>,
    update: Option<ExpressionId>,
    body: StatementId,
    /// The scope that is copied for the next turn.
    fresh: Option<ScopeId>,
}

/// Generates a loop that has a condition.
fn loop_with_test<'t>(m: &mut impl Machine<'t>, labels: Labels, parts: Parts) -> Compiled {
    let tree = m.core().tree;
    let Parts { test, update, body, fresh } = parts;
    let (on_break, on_continue) = (m.core().label(), m.core().label());
    let (top, bottom) = (m.core().label(), m.core().label());
    let mark = m.mark();
    let limit = test.map_or(Ok(None), |test| m.hold_limit(test))?;
    match test {
        Some(test) if m.is_worth_copying(test) => {
            note_mark(m, tree[test].span.start, MarkKind::Statement);
            m.use_limit(test, limit);
            condition(m, test, Branches { on_true: top, on_false: on_break, next: true })?;
        }
        Some(_) => m.jump(bottom),
        None => {}
    }
    m.bind_turn(top);
    loop_body(m, labels, body, on_break, on_continue)?;
    m.bind(on_continue);
    if let Some(scope) = fresh {
        m.fresh_scope(scope);
    }
    if let Some(update) = update {
        m.core().position = tree[update].span.start;
        note_mark(m, tree[update].span.start, MarkKind::Statement);
        effect(m, update)?;
    }
    m.bind(bottom);
    match test {
        Some(test) => {
            note_mark(m, tree[test].span.start, MarkKind::Statement);
            m.use_limit(test, limit);
            condition(m, test, Branches { on_true: top, on_false: on_break, next: false })?;
        }
        None => m.jump(top),
    }
    m.release(mark);
    m.bind(on_break);
    Ok(())
}

fn loop_body<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    body: StatementId,
    on_break: Label,
    on_continue: Label,
) -> Compiled {
    in_break(m, labels, true, on_break, |m| in_continue(m, labels, on_continue, |m| statement(m, body)))
}

/// Emits a `for`-`in` loop (ECMA-262 14.7.5). The initializer of a `var` is that of B.3.5.
pub(super) fn for_in<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    left: ForTarget,
    right: ExpressionId,
    body: StatementId,
) -> Compiled {
    if let ForTarget::Variable(declarator) = left {
        initialize(m, declarator)?;
    }
    undefined_completion(m)?;
    let around = scope_before_turns(m, left)?;
    let names = m.enumerate(right, around)?;
    let (on_break, on_continue) = (m.core().label(), m.core().label());
    m.bind_turn(on_continue);
    note_turn(m, left);
    let target = target_name(m.core().tree, left);
    let name = m.next_name(names, target, on_break)?;
    in_break(m, labels, true, on_break, |m| {
        in_continue(m, labels, on_continue, |m| {
            in_turn(m, left, |m| {
                bind_turn_value(m, left, name)?;
                statement(m, body)
            })
        })
    })?;
    note_end_of_body(m, left);
    m.jump(on_continue);
    m.bind(on_break);
    m.end_enumeration(names);
    Ok(())
}

/// Returns the scope in which a loop's object is evaluated, where the names of the head are not initialised yet
/// (ForIn/OfHeadEvaluation, ECMA-262 14.7.5.6). None if nothing there accesses them.
pub(super) fn scope_before_turns<'t>(m: &mut impl Machine<'t>, left: ForTarget) -> Compiled<Option<ScopeId>> {
    let ForTarget::Lexical { scope, .. } = left else { return Ok(None) };
    let is_looked_at = !m.core().emptied(scope)?.is_empty();
    Ok(is_looked_at.then_some(scope))
}

/// Emits a turn with its own bindings of the head's names. A plain name whose binding is a register has its value
/// already.
pub(super) fn in_turn<'t, M: Machine<'t>>(
    m: &mut M,
    left: ForTarget,
    body: impl FnOnce(&mut M) -> Compiled,
) -> Compiled {
    let ForTarget::Lexical { scope, declarator, .. } = left else { return body(m) };
    m.enter_scope(scope)?;
    if let BindingTarget::Pattern(_) = m.core().tree[declarator].target {
        m.empty_bindings(scope)?;
    }
    body(m)?;
    m.leave_scope(scope);
    Ok(())
}

/// Notes that a turn of a loop over something begins here.
pub(super) fn note_turn<'t>(m: &mut impl Machine<'t>, left: ForTarget) {
    let start = start_of(m.core().tree, left);
    note_mark(m, start, MarkKind::Statement);
}

/// Notes that the body of such a loop ends here: the instructions behind it are those of the loop.
pub(super) fn note_end_of_body<'t>(m: &mut impl Machine<'t>, left: ForTarget) {
    let start = start_of(m.core().tree, left);
    note_outer(m, start);
}

/// Returns where the target in the head of such a loop begins.
fn start_of(tree: &Tree, left: ForTarget) -> u32 {
    match left {
        ForTarget::Variable(declarator) | ForTarget::Lexical { declarator, .. } => tree[declarator].span.start,
        ForTarget::Expression(id) => tree[id].span.start,
    }
}

/// Returns the name that is a loop's target, if it is one.
fn target_name(tree: &Tree, left: ForTarget) -> Option<ReferenceId> {
    match left {
        ForTarget::Variable(declarator) | ForTarget::Lexical { declarator, .. } => match tree[declarator].target {
            BindingTarget::Identifier { reference, .. } => Some(reference),
            BindingTarget::Pattern(_) => None,
        },
        ForTarget::Expression(id) => match tree[id].kind {
            ExpressionKind::Identifier { reference, .. } => Some(reference),
            _ => None,
        },
    }
}

/// Assigns a turn's value to the target, which is evaluated on every turn.
pub(super) fn bind_turn_value<'t, M: Machine<'t>>(m: &mut M, left: ForTarget, value: M::Value) -> Compiled {
    let tree = m.core().tree;
    let mark = m.mark();
    let place = match left {
        ForTarget::Variable(declarator) | ForTarget::Lexical { declarator, .. } => match tree[declarator].target {
            BindingTarget::Identifier { reference, .. } => m.place_of(reference, tree[declarator].span.start)?,
            BindingTarget::Pattern(pattern) => return bind_pattern(m, pattern, value, None),
        },
        ForTarget::Expression(id) if is_pattern(tree[id].kind) => return bind_pattern(m, id, value, None),
        ForTarget::Expression(id) => m.place(id)?,
    };
    m.store_earlier(place, value)?;
    m.release(mark);
    Ok(())
}
