//! Estimated use of functions' variables, from the source text alone. In wide mode the most used ones get the low
//! registers. Few programs need it, so it is computed when the first function turns out to be wide.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::scope::{BindingId, ReferenceId, Resolution};
use ferrotape_syntax::tree::{ExpressionKind, StatementKind, Tree};
use ferrotape_text::Span;

use crate::meter::{Pace, filled};

/// Assumed turns of a loop.
const TURNS: u32 = 8;
/// Deepest nesting that still changes the weight.
const DEEPEST: i32 = 6;

/// Uses of each binding in its own function; those in loops have the loops' weight.
pub(crate) struct Usage {
    weights: Vec<u32>,
}

impl Usage {
    /// Weighs each binding by its uses, those in loops more. Uses by other functions do not count.
    pub fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        let uses = uses(tree, budget)?;
        let changes = depth_changes(tree, &uses, budget)?;
        let mut weights = filled(0u32, tree.bindings.len(), budget)?;
        let mut pace = Pace::new(budget);
        let mut depth = 0;
        for (&Use { reference, .. }, change) in uses.iter().zip(changes) {
            pace.row()?;
            depth += change;
            let Resolution::Binding(binding) = tree[reference].resolution else { continue };
            // Other functions access it through records.
            if tree[tree[reference].scope].function == tree[tree[binding].scope].function {
                let weight = &mut weights[binding.0 as usize];
                *weight = weight.saturating_add(TURNS.pow(depth.clamp(0, DEEPEST) as u32));
            }
        }
        Ok(Usage { weights })
    }

    pub fn weight(&self, binding: BindingId) -> u32 {
        self.weights[binding.0 as usize]
    }
}

/// An identifier of the arena.
#[derive(Copy, Clone)]
struct Use {
    start: u32,
    reference: ReferenceId,
}

/// Returns all identifiers, in the order of the text.
fn uses(tree: &Tree, budget: &mut Budget) -> Result<Vec<Use>, Termination> {
    budget.take(tree.references.len() * size_of::<Use>())?;
    let mut uses = Vec::with_capacity(tree.references.len());
    let mut pace = Pace::new(budget);
    for expression in &tree.expressions {
        pace.row()?;
        if let ExpressionKind::Identifier { reference, .. } = expression.kind {
            uses.push(Use { start: expression.span.start, reference });
        }
    }
    Ok(uses)
}

/// Returns how much deeper in loops each identifier stands than the previous one.
fn depth_changes(tree: &Tree, uses: &[Use], budget: &mut Budget) -> Result<Vec<i32>, Termination> {
    let mut changes = filled(0, uses.len() + 1, budget)?;
    let mut pace = Pace::new(budget);
    for statement in &tree.statements {
        pace.row()?;
        use StatementKind::{DoWhile, For, ForIn, ForOf, While};
        if let DoWhile { .. } | For { .. } | ForIn { .. } | ForOf { .. } | While { .. } = statement.kind {
            pace.budget.work(1)?;
            let Span { start, end } = statement.span;
            let index_of = |place: u32| uses.partition_point(|identifier| identifier.start < place);
            changes[index_of(start)] += 1;
            changes[index_of(end)] -= 1;
        }
    }
    Ok(changes)
}
