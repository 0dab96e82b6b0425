//! Syntax that the front end accepts but the generators do not support yet. It is rejected before any code is
//! generated, as a syntax error with its position. Once everything is supported, this file is removed.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::tree::{ForInit, ForTarget, LexicalKind, StatementKind, Tree};
use ferrotape_text::Span;

use crate::meter::Pace;
use crate::{SourceError, SourceErrorKind};

/// Message for a node that [`check`] should have rejected.
pub(crate) const UNBUILT: &str = "this syntax is not supported yet";

/// The first unsupported syntax in the source text.
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

/// Fails unless the whole tree is supported.
pub(crate) fn check(tree: &Tree, budget: &mut Budget) -> Result<(), SourceError> {
    let mut first = First(None);
    look(tree, budget, &mut first)?;
    match first.0 {
        Some((span, message)) => Err(SourceError::of_code(SourceErrorKind::Syntax, message, span)),
        None => Ok(()),
    }
}

fn look(tree: &Tree, budget: &mut Budget, first: &mut First) -> Result<(), Termination> {
    let mut pace = Pace::new(budget);
    for statement in &tree.statements {
        pace.row()?;
        first.note(statement.span, of_statement(statement.kind));
    }
    Ok(())
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
