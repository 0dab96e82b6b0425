//! Loops (ECMA-262 14.7). A turn takes one branch: the condition stands below the body.

use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, ForInit, ForTarget, StatementId};

use super::condition::{condition, effect};
use super::exits::{in_break, in_continue};
use super::statement::{initialize, plain_target, statement, undefined_completion, variables};
use super::{Compiled, Machine, Stop};
use crate::control_flow::{Branches, Label, Labels};

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
    loop_with_test(m, labels, Some(test), None, body)
}

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
        Some(ForInit::Lexical { .. }) => return Err(Stop::Unbuilt(m.core().tree[body].span)),
        None => {}
    }
    undefined_completion(m)?;
    loop_with_test(m, labels, test, update, body)
}

fn loop_with_test<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    test: Option<ExpressionId>,
    update: Option<ExpressionId>,
    body: StatementId,
) -> Compiled {
    let tree = m.core().tree;
    let (on_break, on_continue) = (m.core().label(), m.core().label());
    let (top, bottom) = (m.core().label(), m.core().label());
    match test {
        Some(test) if m.is_worth_copying(test) => {
            condition(m, test, Branches { on_true: top, on_false: on_break, next: true })?;
        }
        Some(_) => m.jump(bottom),
        None => {}
    }
    m.bind_turn(top);
    loop_body(m, labels, body, on_break, on_continue)?;
    m.bind(on_continue);
    if let Some(update) = update {
        m.core().position = tree[update].span.start;
        effect(m, update)?;
    }
    m.bind(bottom);
    match test {
        Some(test) => condition(m, test, Branches { on_true: top, on_false: on_break, next: false })?,
        None => m.jump(top),
    }
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

/// ECMA-262 14.7.5; the initializer of a `var` is that of B.3.5.
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
    let names = m.enumerate(right)?;
    let (on_break, on_continue) = (m.core().label(), m.core().label());
    m.bind_turn(on_continue);
    next_name(m, names, left, on_break)?;
    loop_body(m, labels, body, on_break, on_continue)?;
    m.jump(on_continue);
    m.bind(on_break);
    m.end_enumeration(names);
    Ok(())
}

/// Assigns the next name to the target, which is evaluated on every turn.
fn next_name<'t, M: Machine<'t>>(m: &mut M, names: M::Held, left: ForTarget, end: Label) -> Compiled {
    let tree = m.core().tree;
    let reference = match left {
        ForTarget::Variable(declarator) => Some(plain_target(tree, declarator)?.1),
        ForTarget::Lexical { declarator, .. } => return Err(Stop::Unbuilt(tree[declarator].span)),
        ForTarget::Expression(id) => match tree[id].kind {
            ExpressionKind::Identifier { reference, .. } => Some(reference),
            _ => None,
        },
    };
    let name = m.next_name(names, reference, end)?;
    let mark = m.mark();
    let place = match left {
        ForTarget::Variable(declarator) | ForTarget::Lexical { declarator, .. } => {
            m.place_of(plain_target(tree, declarator)?.1, tree[declarator].span.start)?
        }
        ForTarget::Expression(id) => m.place(id)?,
    };
    m.store_earlier(place, name)?;
    m.release(mark);
    Ok(())
}
