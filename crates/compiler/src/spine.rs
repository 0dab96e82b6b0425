//! Chains that lean to the left, `a.b(c).d`, `a + b + c`, `a && b && c`. Loops follow them, so that their length costs
//! no native stack.

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, LogicalOperator, Tree};

use crate::meter::{Pace, push};

/// Links of the chains being compiled. Those of the innermost chain come last, with its innermost link on top.
#[derive(Default)]
pub(crate) struct Spine {
    links: Vec<ExpressionId>,
}

impl Spine {
    /// Pushes the links of a chain, from the outermost one down to the root. `inner` returns the next inner expression
    /// of a link. Returns the previous height, and the root.
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

    /// Pushes the operands of `a && b && c`, with the first one on top. Returns the previous height.
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
        pace.budget.take(grown)
    }

    /// Returns the bytes of memory taken.
    pub fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<ExpressionId>()
    }

    pub fn clear(&mut self) {
        self.links.clear();
    }

    pub fn height(&self) -> usize {
        self.links.len()
    }

    /// Returns the topmost link of the chain that begins at a height.
    pub fn top(&self, start: usize) -> Option<ExpressionId> {
        self.links.get(start..)?.last().copied()
    }

    /// Pops the links down to a call whose callee is the value at hand. A `?.`, and the end of an optional chain, may
    /// stand between the two.
    pub fn pop_call(&mut self, tree: &Tree, start: usize) -> Option<CallAhead> {
        let mut ahead = CallAhead { ends_chain: false, is_optional: false, call: self.top(start)? };
        let mut height = self.links.len();
        loop {
            height = height.checked_sub(1).filter(|&height| height >= start)?;
            ahead.call = self.links[height];
            match tree[ahead.call].kind {
                ExpressionKind::Chain { .. } if !ahead.ends_chain && !ahead.is_optional => ahead.ends_chain = true,
                ExpressionKind::Optional { .. } if !ahead.is_optional => ahead.is_optional = true,
                ExpressionKind::Call { .. } | ExpressionKind::TaggedTemplate { .. } => break,
                _ => return None,
            }
        }
        self.links.truncate(height);
        Some(ahead)
    }

    /// Iterates over the links of the chain that begins at a height, from the topmost one down.
    pub fn links(&self, start: usize) -> impl Iterator<Item = ExpressionId> + '_ {
        self.links.get(start..).unwrap_or_default().iter().rev().copied()
    }

    /// Pops the topmost link of the chain that begins at a height.
    pub fn pop(&mut self, start: usize) -> Option<ExpressionId> {
        if self.links.len() > start { self.links.pop() } else { None }
    }
}

/// The next call in a chain.
#[derive(Copy, Clone)]
pub(crate) struct CallAhead {
    /// The callee is an optional chain in parentheses: `(a?.b)()`.
    pub ends_chain: bool,
    /// The call is optional: `a?.()`.
    pub is_optional: bool,
    pub call: ExpressionId,
}

/// Returns the inner expression of a link of `a.b[c](d)`: members and calls, with `?.` and the ends of optional chains.
pub(crate) fn inner_of_member(kind: ExpressionKind) -> Option<ExpressionId> {
    match kind {
        ExpressionKind::Member { object, .. } | ExpressionKind::ComputedMember { object, .. } => Some(object),
        ExpressionKind::PrivateMember { object, .. } => Some(object),
        ExpressionKind::Call { callee, .. } => Some(callee),
        ExpressionKind::TaggedTemplate { tag, .. } => Some(tag),
        ExpressionKind::Chain { expression } => Some(expression),
        ExpressionKind::Optional { argument } => Some(argument),
        _ => None,
    }
}

/// Returns whether the expression is a call, or an optional chain that ends with one.
pub(crate) fn may_be_tail_call(tree: &Tree, id: ExpressionId) -> bool {
    matches!(tree[id].kind, ExpressionKind::Call { .. } | ExpressionKind::TaggedTemplate { .. })
        || call_at_end_of_chain(tree, id).is_some()
}

/// Returns the call at the end of an optional chain: `a?.b()`.
pub(crate) fn call_at_end_of_chain(tree: &Tree, id: ExpressionId) -> Option<ExpressionId> {
    let ExpressionKind::Chain { expression } = tree[id].kind else { return None };
    matches!(tree[expression].kind, ExpressionKind::Call { .. }).then_some(expression)
}

/// Returns the inner expression of a link of `a + b * c + d`: binary operators.
pub(crate) fn inner_of_binary(kind: ExpressionKind) -> Option<ExpressionId> {
    match kind {
        ExpressionKind::Binary { left, .. } => Some(left),
        _ => None,
    }
}
