//! Chains that lean to the left, `a.b(c).d`, `a + b + c`, `a && b && c`: followed by loops, so that their length costs no
//! native stack.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, LogicalOperator, Tree};

use crate::meter::{Pace, push};

/// The links of the chains that are being compiled: those of the innermost chain last, its innermost link on top.
#[derive(Default)]
pub(crate) struct Spine {
    links: Vec<ExpressionId>,
}

impl Spine {
    /// Puts the links of a chain on, from the outermost one down to the root. `inner` says what an expression hangs on, if
    /// it is a link. Gives the height from before, and the root.
    pub fn descend(
        &mut self,
        tree: &Tree,
        outermost: ExpressionId,
        inner: impl Fn(ExpressionKind) -> Option<ExpressionId>,
        budget: &mut Budget,
    ) -> Result<(usize, ExpressionId), Termination> {
        let start = self.links.len();
        let mut root = outermost;
        let mut pace = Pace::new(budget);
        while let Some(next) = inner(tree[root].kind) {
            self.link(root, &mut pace)?;
            root = next;
        }
        Ok((start, root))
    }

    /// Puts the operands of `a && b && c` on, the first one on top. Gives the height from before.
    pub fn push_operands(
        &mut self,
        tree: &Tree,
        id: ExpressionId,
        operator: LogicalOperator,
        budget: &mut Budget,
    ) -> Result<usize, Termination> {
        let start = self.links.len();
        let mut node = id;
        let mut pace = Pace::new(budget);
        while let ExpressionKind::Logical { operator: same, left, right } = tree[node].kind
            && same == operator
        {
            self.link(right, &mut pace)?;
            node = left;
        }
        self.link(node, &mut pace)?;
        Ok(start)
    }

    fn link(&mut self, id: ExpressionId, pace: &mut Pace) -> Result<(), Termination> {
        pace.row()?;
        let grown = push(&mut self.links, id);
        pace.budget.charge(grown)
    }

    pub fn height(&self) -> usize {
        self.links.len()
    }

    /// The topmost link of the chain that begins at a height.
    pub fn top(&self, start: usize) -> Option<ExpressionId> {
        self.links.get(start..)?.last().copied()
    }

    /// Takes off the topmost link of the chain that begins at a height.
    pub fn pop(&mut self, start: usize) -> Option<ExpressionId> {
        if self.links.len() > start { self.links.pop() } else { None }
    }
}

/// The links of `a.b[c](d)`: members and calls.
pub(crate) fn inner_of_member(kind: ExpressionKind) -> Option<ExpressionId> {
    match kind {
        ExpressionKind::Member { object, .. } | ExpressionKind::ComputedMember { object, .. } => Some(object),
        ExpressionKind::Call { callee, .. } => Some(callee),
        _ => None,
    }
}

/// The links of `a + b * c + d`: binary operators.
pub(crate) fn inner_of_binary(kind: ExpressionKind) -> Option<ExpressionId> {
    match kind {
        ExpressionKind::Binary { left, .. } => Some(left),
        _ => None,
    }
}
