//! What the front end reads and the generators cannot build yet: refused before any code is made, as a syntax error with its
//! place.
//!
//! The macros name the kinds of nodes. The matches of the generators use them for their arms, so that a kind that is taken out
//! here does not compile until both generators have it. When the last one is gone, so is this file.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::tree::{
    ExpressionKind, ForInit, ForTarget, LexicalKind, Property, PropertyName, StatementKind, Tree,
};
use ferrotape_text::Span;

use crate::meter::Pace;
use crate::{CompileError, CompileErrorKind};

/// The kinds of expressions that are not built.
macro_rules! unbuilt_expressions {
    () => {
        ExpressionKind::BigIntLiteral { .. }
    };
}

/// The kinds of keys that are not built.
macro_rules! unbuilt_keys {
    () => {
        PropertyName::BigInt(_)
    };
}

pub(crate) use {unbuilt_expressions, unbuilt_keys};

/// What is said of a node that [`check`] lets nobody come to.
pub(crate) const UNBUILT: &str = "this syntax is not supported yet";

/// The first thing in the text that cannot be built.
struct First(Option<(Span, &'static str)>);

impl First {
    fn note(&mut self, span: Span, message: Option<&'static str>) {
        if let Some(message) = message
            && self.0.is_none_or(|(first, _)| span.start < first.start)
        {
            self.0 = Some((span, message));
        }
    }
}

/// An error unless all of the tree can be built.
pub(crate) fn check(tree: &Tree, budget: &mut Budget) -> Result<(), CompileError> {
    let mut first = First(None);
    look(tree, budget, &mut first)?;
    match first.0 {
        Some((span, message)) => Err(CompileError { kind: CompileErrorKind::Unbuilt, message, span }),
        None => Ok(()),
    }
}

fn look(tree: &Tree, budget: &mut Budget, first: &mut First) -> Result<(), Termination> {
    let mut pace = Pace::new(budget);
    for expression in &tree.expressions {
        pace.row()?;
        first.note(expression.span, of_expression(expression.kind));
    }
    for statement in &tree.statements {
        pace.row()?;
        first.note(statement.span, of_statement(statement.kind));
    }
    for property in &tree.properties {
        pace.row()?;
        first.note(property.span, of_property(property));
    }
    for member in &tree.members {
        pace.row()?;
        if let PropertyName::BigInt(_) = member.key {
            first.note(member.span, Some("BigInt literals are not supported yet"));
        }
    }
    Ok(())
}

fn of_expression(kind: ExpressionKind) -> Option<&'static str> {
    use ExpressionKind::*;
    Some(match kind {
        BigIntLiteral { .. } => "BigInt literals are not supported yet",
        _ => return None,
    })
}

fn of_statement(kind: StatementKind) -> Option<&'static str> {
    use LexicalKind::{AwaitUsing, Using};
    const USING: &str = "`using` declarations are not supported yet";
    Some(match kind {
        StatementKind::LexicalDeclaration { kind: Using | AwaitUsing, .. } => USING,
        StatementKind::ForIn { left: ForTarget::Lexical { kind: Using | AwaitUsing, .. }, .. }
        | StatementKind::ForOf { left: ForTarget::Lexical { kind: Using | AwaitUsing, .. }, .. } => USING,
        StatementKind::For { init: Some(ForInit::Lexical { kind: Using | AwaitUsing, .. }), .. } => USING,
        _ => return None,
    })
}

fn of_property(property: &Property) -> Option<&'static str> {
    match (property.kind, property.key) {
        (_, PropertyName::BigInt(_)) => Some("BigInt literals are not supported yet"),
        _ => None,
    }
}
