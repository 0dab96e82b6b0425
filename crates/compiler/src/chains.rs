//! Chains that both back-ends follow: jumps that lead to jumps, and operands that stand side by side.

use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, LogicalOperator, Tree};

/// Where chains of jumps end, each found once.
pub(crate) struct JumpChains {
    /// By jump; [`UNKNOWN`] for one that nobody came to yet.
    ends: Vec<u32>,
    /// The jumps of the chain that is being followed.
    seen: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl JumpChains {
    /// For so many instructions.
    pub fn new(length: usize) -> Self {
        JumpChains { ends: vec![UNKNOWN; length], seen: Vec::new() }
    }

    /// The instruction that the way from `start` comes to. `jump` says where an instruction leads that does nothing else.
    pub fn end(&mut self, start: u32, jump: impl Fn(u32) -> Option<u32>) -> u32 {
        let mut at = start;
        while let Some(target) = jump(at) {
            if self.ends[at as usize] != UNKNOWN {
                at = self.ends[at as usize];
                break;
            }
            // Marks the jump as seen: a chain that runs into itself is an endless loop, and ends here.
            self.ends[at as usize] = at;
            self.seen.push(at);
            at = target;
        }
        for seen in self.seen.drain(..) {
            self.ends[seen as usize] = at;
        }
        at
    }
}

/// Puts the operands of `a && b && c` on the spine, the first one on top. Gives the height from before.
pub(crate) fn push_operands(
    spine: &mut Vec<ExpressionId>,
    tree: &Tree,
    id: ExpressionId,
    operator: LogicalOperator,
) -> usize {
    let start = spine.len();
    let mut node = id;
    while let ExpressionKind::Logical { operator: same, left, right } = tree[node].kind
        && same == operator
    {
        spine.push(right);
        node = left;
    }
    spine.push(node);
    start
}
