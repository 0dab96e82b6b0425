//! Statements (ECMA-262 14) other than loops, `switch`, and those that leave statements.
//!
//! Script and eval code has a completion value (ECMA-262 14.1 ff., UpdateEmpty). Statements with a value set it.
//! Statements that turn an empty value into undefined set it to undefined where they begin.

use ferrotape_bytecode::debug::{BranchKind, MarkKind};
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::{
    BindingTarget, DeclaratorId, ExpressionId, ExpressionKind, LexicalKind, List, StatementId, StatementKind, Tree,
};

use super::class::class_declaration;
use super::condition::{condition, effect};
use super::debug::{branch, note_initialized, note_mark, note_outer};
use super::disposal::{disposing, using};
use super::exits::{break_statement, continue_statement, in_break, return_statement, try_statement};
use super::function::hoist_functions;
use super::iteration::{IteratorHint, for_of};
use super::loops::{do_while, for_in, for_loop, while_loop};
use super::module::export_default;
use super::pattern::bind_pattern;
use super::switch::switch;
use super::{Compiled, Machine};
use crate::control_flow::{Branches, Labels};

pub(super) fn statements<'t>(m: &mut impl Machine<'t>, list: List<StatementId>) -> Compiled {
    let tree = m.core().tree;
    tree.list(list).try_for_each(|id| statement(m, id))
}

/// Emits a statement with the labels before it. `break` with any of them leaves it.
pub(super) fn statement<'t>(m: &mut impl Machine<'t>, mut id: StatementId) -> Compiled {
    let core = m.core();
    let labels = core.targets.labels();
    while let StatementKind::Labeled { label, body } = core.tree[id].kind {
        core.grown += core.targets.put_label(label);
        core.work(1)?;
        id = body;
    }
    let tree = core.tree;
    let statement = tree[id];
    core.node(statement.span)?;
    let is_left_as_a_whole = core.targets.is_labeled(labels) && !has_break_of_its_own(statement.kind);
    m.begin_statement(statement.span.start);
    if begins_something(tree, statement.kind) {
        note_mark(m, statement.span.start, MarkKind::Statement);
    } else if is_around_others(statement.kind) {
        note_outer(m, statement.span.start);
    }
    let mark = m.mark();
    if is_left_as_a_whole {
        let on_break = m.core().label();
        in_break(m, labels, false, on_break, |m| unlabeled(m, labels, id))?;
        m.bind(on_break);
    } else {
        unlabeled(m, labels, id)?;
    }
    m.release(mark);
    Ok(())
}

/// Returns whether a debugger stops at the statement itself, and not only at those within it or at its parts.
fn begins_something(tree: &Tree, kind: StatementKind) -> bool {
    use StatementKind::*;
    match kind {
        // The parser has put `void 0` behind the members of an enum: in the text an operand is a part of the expression.
        Expression { expression } => match tree[expression].kind {
            ExpressionKind::Unary { argument, .. } => tree[argument].span != tree[expression].span,
            _ => true,
        },
        Block { .. } | Empty | Debugger | Labeled { .. } | ModuleDeclaration | Try { .. } | DoWhile { .. } => false,
        FunctionDeclaration { .. } | While { .. } => false,
        For { init, .. } => init.is_some(),
        _ => true,
    }
}

/// Returns whether the statement has instructions of its own around those of other statements.
fn is_around_others(kind: StatementKind) -> bool {
    use StatementKind::{Block, DoWhile, For, Try, While};
    matches!(kind, Block { .. } | Try { .. } | DoWhile { .. } | While { .. } | For { .. })
}

/// Returns whether `break` without a label leaves the statement.
fn has_break_of_its_own(kind: StatementKind) -> bool {
    use StatementKind::{DoWhile, For, ForIn, ForOf, Switch, While};
    matches!(kind, DoWhile { .. } | While { .. } | For { .. } | ForIn { .. } | ForOf { .. } | Switch { .. })
}

/// Emits the statement behind the labels.
fn unlabeled<'t>(m: &mut impl Machine<'t>, labels: Labels, id: StatementId) -> Compiled {
    let statement = m.core().tree[id];
    match statement.kind {
        StatementKind::DoWhile { body, test } => do_while(m, labels, body, test),
        StatementKind::While { test, body } => while_loop(m, labels, test, body),
        StatementKind::For { init, test, update, body } => for_loop(m, labels, init, test, update, body),
        StatementKind::ForIn { left, right, body } => for_in(m, labels, left, right, body),
        StatementKind::ForOf { left, right, body, is_await } => {
            let hint = if is_await { IteratorHint::Async } else { IteratorHint::Sync };
            for_of(m, labels, hint, left, right, body)
        }
        StatementKind::Switch { discriminant, cases, scope } => switch(m, labels, discriminant, cases, scope),
        StatementKind::Expression { expression } if m.core().keeps_completion => m.completion(expression),
        StatementKind::Expression { expression } => effect(m, expression),
        StatementKind::Block { body, scope } => in_scope(m, scope, |m| statements(m, body)),
        StatementKind::VariableDeclaration { declarations } => variables(m, declarations),
        StatementKind::LexicalDeclaration { kind, declarations } => lexical(m, kind, declarations),
        StatementKind::FunctionDeclaration { function, outer: Some(outer) } => m.function_in_block(function, outer),
        StatementKind::ClassDeclaration { class, reference } => {
            class_declaration(m, class, reference)?;
            note_initialized(m, statement.span);
            Ok(())
        }
        StatementKind::If { .. } => if_statement(m, id),
        StatementKind::Continue { label } => continue_statement(m, label),
        StatementKind::Break { label } => break_statement(m, label),
        StatementKind::Return { argument } => {
            m.core().note_end_of_return(Some(statement.span.end));
            return_statement(m, argument)?;
            m.core().note_end_of_return(None);
            Ok(())
        }
        StatementKind::With { object, body, scope } => with(m, object, body, scope),
        StatementKind::Throw { argument } => {
            let value = m.value(argument)?;
            m.throw(value, statement.span.start)
        }
        StatementKind::Try { block, handler, finalizer } => try_statement(m, block, handler, finalizer),
        StatementKind::Labeled { body, .. } => self::statement(m, body),
        StatementKind::ExportDefault { expression, reference } => {
            export_default(m, expression, reference, statement.span.start)
        }
        StatementKind::Debugger => {
            note_mark(m, statement.span.start, MarkKind::Debugger);
            m.nothing();
            Ok(())
        }
        StatementKind::Empty
        | StatementKind::ModuleDeclaration
        | StatementKind::FunctionDeclaration { outer: None, .. } => Ok(()),
    }
}

/// Sets the completion value to undefined, at the start of a statement whose parts may have another.
pub(super) fn undefined_completion<'t>(m: &mut impl Machine<'t>) -> Compiled {
    if m.core().keeps_completion { m.undefined_completion() } else { Ok(()) }
}

/// Emits `body` inside of `scope`, which every exit of the body leaves.
pub(super) fn in_scope<'t, M: Machine<'t>>(
    m: &mut M,
    scope: Option<ScopeId>,
    body: impl FnOnce(&mut M) -> Compiled,
) -> Compiled {
    let Some(scope) = scope else { return body(m) };
    m.enter_scope(scope)?;
    m.empty_bindings(scope)?;
    hoist_functions(m, scope)?;
    disposing(m, scope, body)?;
    m.leave_scope(scope);
    Ok(())
}

/// Emits variable declarations, ECMA-262 14.3.2
pub(super) fn variables<'t>(m: &mut impl Machine<'t>, declarations: List<DeclaratorId>) -> Compiled {
    let tree = m.core().tree;
    for declarator in tree.list(declarations) {
        m.core().work(1)?;
        initialize(m, declarator)?;
    }
    Ok(())
}

/// Emits declarations of `let`, `const` and `using`, ECMA-262 14.3.1
pub(super) fn lexical<'t>(m: &mut impl Machine<'t>, kind: LexicalKind, declarations: List<DeclaratorId>) -> Compiled {
    let tree = m.core().tree;
    for declarator in tree.list(declarations) {
        m.core().work(1)?;
        match tree[declarator].init {
            Some(init) if kind.disposes() => using(m, declarator, kind, init)?,
            Some(_) => initialize(m, declarator)?,
            None => {
                if let BindingTarget::Identifier { reference, .. } = tree[declarator].target {
                    m.initialize_undefined(reference, tree[declarator].span.start)?;
                }
            }
        }
        note_initialized(m, tree[declarator].span);
    }
    Ok(())
}

/// Assigns the initializer of a variable, if there is one.
pub(super) fn initialize<'t>(m: &mut impl Machine<'t>, id: DeclaratorId) -> Compiled {
    let core = m.core();
    let declarator = core.tree[id];
    let Some(init) = declarator.init else { return Ok(()) };
    match declarator.target {
        BindingTarget::Identifier { name, reference } => {
            core.session.inferred_names.value(core.tree, init, name);
            m.assign(reference, declarator.span.start, init)
        }
        BindingTarget::Pattern(pattern) => {
            let mark = m.mark();
            let value = m.value(init)?;
            bind_pattern(m, pattern, value, Some(init))?;
            m.release(mark);
            Ok(())
        }
    }
}

/// Emits `if … else if … else …` in a loop.
fn if_statement<'t>(m: &mut impl Machine<'t>, id: StatementId) -> Compiled {
    let tree = m.core().tree;
    undefined_completion(m)?;
    let end = m.core().label();
    let mut next = Some(id);
    while let Some(node) = next.take() {
        let StatementKind::If { test, consequent, alternate } = tree[node].kind else {
            branch(m, (BranchKind::Else, tree[id].span.start, tree[node].span), |m| statement(m, node))?;
            break;
        };
        m.begin_statement(tree[node].span.start);
        if node != id {
            // The first one has its mark before the completion value: a debugger stops there once.
            note_mark(m, tree[node].span.start, MarkKind::Statement);
        }
        let (on_true, on_false) = (m.core().label(), m.core().label());
        condition(m, test, Branches { on_true, on_false, next: true })?;
        m.bind(on_true);
        let (of, span) = (tree[node].span.start, tree[consequent].span);
        branch(m, (BranchKind::If, of, span), |m| statement(m, consequent))?;
        if alternate.is_some() {
            m.jump(end);
        }
        m.bind(on_false);
        next = alternate;
    }
    m.bind(end);
    Ok(())
}

/// Emits a `with` statement, ECMA-262 14.11
fn with<'t>(m: &mut impl Machine<'t>, object: ExpressionId, body: StatementId, scope: ScopeId) -> Compiled {
    let at = m.core().tree[object].span.start;
    let value = m.value(object)?;
    undefined_completion(m)?;
    m.enter_with(scope, value, at)?;
    statement(m, body)?;
    m.leave_scope(scope);
    Ok(())
}
