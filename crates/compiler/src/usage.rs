//! How much the variables of functions are used, as far as the text tells: in wide mode the most used ones get the low
//! registers. Needed by few programs, so it is computed when the first function turns out to be wide.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::scope::{BindingId, Resolution};
use ferrotape_syntax::tree::{ExpressionKind, StatementKind, Tree};
use ferrotape_text::Span;

use crate::meter::{Pace, filled};

/// How many times a loop is taken to run its body.
const TURNS: u32 = 8;
/// Deeper nesting makes no difference.
const DEEPEST: i32 = 6;

/// By binding: its uses in its own function, those in loops with the weight of the loops.
pub(crate) struct Usage {
    weights: Vec<u32>,
}

impl Usage {
    pub fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        let starts = identifier_starts(tree, budget)?;
        let changes = depth_changes(tree, &starts, budget)?;
        let mut weights = filled(0u32, tree.bindings.len(), budget)?;
        let mut pace = Pace::new(budget);
        let (mut depth, mut index) = (0, 0);
        for expression in &tree.expressions {
            pace.row()?;
            let ExpressionKind::Identifier { reference, .. } = expression.kind else { continue };
            depth += changes[index];
            index += 1;
            let Resolution::Binding(binding) = tree[reference].resolution else { continue };
            // Other functions go through records.
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

/// Where the identifiers of the arena stand, which is in the order of the text.
fn identifier_starts(tree: &Tree, budget: &mut Budget) -> Result<Vec<u32>, Termination> {
    let mut starts = filled(0, tree.references.len(), budget)?;
    starts.clear();
    let mut pace = Pace::new(budget);
    for expression in &tree.expressions {
        pace.row()?;
        if let ExpressionKind::Identifier { .. } = expression.kind {
            starts.push(expression.span.start);
        }
    }
    Ok(starts)
}

/// By identifier: how much deeper in loops it stands than the one before.
fn depth_changes(tree: &Tree, starts: &[u32], budget: &mut Budget) -> Result<Vec<i32>, Termination> {
    let mut changes = filled(0, starts.len() + 1, budget)?;
    let mut pace = Pace::new(budget);
    for statement in &tree.statements {
        pace.row()?;
        use StatementKind::{DoWhile, For, ForIn, ForOf, While};
        if let DoWhile { .. } | For { .. } | ForIn { .. } | ForOf { .. } | While { .. } = statement.kind {
            pace.budget.tick(1)?;
            let Span { start, end } = statement.span;
            let index_of = |place: u32| starts.partition_point(|&identifier| identifier < place);
            changes[index_of(start)] += 1;
            changes[index_of(end)] -= 1;
        }
    }
    Ok(changes)
}
