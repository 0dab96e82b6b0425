//! The block stack of a state, as a list that states share: deep code has a state at each of its targets, and all of
//! them have most blocks in common.
//!
//! ```text
//! state at a target    ──► FINALLY ──► WITH ──► CATCH ──► nothing
//! state of a handler   ──► FINALLY2 ────┘
//! ```

use std::sync::Arc;

use super::Kinds;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) kinds: Kinds,
    /// Height of the value stack at the start of the block.
    pub(super) height: usize,
}

/// A block, and what is known of it and those around it, so that no instruction needs to look through them.
#[derive(Debug)]
struct Node {
    block: Block,
    around: Option<Arc<Node>>,
    /// Number of blocks, this one included.
    count: usize,
    /// Height at the innermost block that needs its values later; 0 without one.
    guarded: usize,
    /// Kinds of the innermost block that may be an ENUM block.
    innermost_enum: Option<Kinds>,
}

#[derive(Clone, Default, Debug)]
pub(super) struct Blocks(Option<Arc<Node>>);

impl Blocks {
    /// Bytes of a block, with the counters before it.
    pub(super) const BYTES_OF_ONE: usize = size_of::<Node>() + 2 * size_of::<usize>();

    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |top| top.count)
    }

    pub(super) fn last(&self) -> Option<Block> {
        self.0.as_ref().map(|top| top.block)
    }

    /// Puts a block inside of the others, which other states may still share.
    pub(super) fn push(&mut self, block: Block) {
        let around = self.0.take();
        let (count, guarded, innermost_enum) =
            around.as_ref().map_or((0, 0, None), |around| (around.count, around.guarded, around.innermost_enum));
        self.0 = Some(Arc::new(Node {
            block,
            around,
            count: count + 1,
            guarded: if block.kinds.may_be(Kinds::GUARDS) { block.height } else { guarded },
            innermost_enum: if block.kinds.may_be(Kinds::ENUM) { Some(block.kinds) } else { innermost_enum },
        }));
    }

    pub(super) fn pop(&mut self) -> Option<Block> {
        let top = self.0.take()?;
        self.0 = top.around.clone();
        Some(top.block)
    }

    /// Removes all but the outermost blocks.
    pub(super) fn truncate(&mut self, count: usize) {
        while self.len() > count {
            self.pop();
        }
    }

    /// Returns the height of the values that a handler wants back.
    pub(super) fn guarded(&self) -> usize {
        self.0.as_ref().map_or(0, |top| top.guarded)
    }

    /// Returns the kinds of the innermost block that may be an ENUM block.
    pub(super) fn innermost_enum(&self) -> Option<Kinds> {
        self.0.as_ref().and_then(|top| top.innermost_enum)
    }

    /// Iterates over the blocks, innermost first.
    pub(super) fn inwards_out(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.0.as_deref(), |node| node.around.as_deref()).map(|node| node.block)
    }

    /// Joins as many blocks of another state. Gives the number of new ones too. None if two of them began at different
    /// heights. Their common part is not visited.
    pub(super) fn join(&self, other: &Blocks) -> Option<(Blocks, usize)> {
        let (mut own, mut others) = (&self.0, &other.0);
        let mut differing = Vec::new();
        while let (Some(a), Some(b)) = (own, others)
            && !Arc::ptr_eq(a, b)
        {
            if a.block.height != b.block.height {
                return None;
            }
            differing.push((a, Block { kinds: Kinds(a.block.kinds.0 | b.block.kinds.0), ..a.block }));
            (own, others) = (&a.around, &b.around);
        }
        let (mut joined, mut made) = (Blocks(own.clone()), 0);
        for (node, block) in differing.into_iter().rev() {
            if block == node.block && is_same(&joined.0, &node.around) {
                joined.0 = Some(Arc::clone(node));
            } else {
                joined.push(block);
                made += 1;
            }
        }
        Some((joined, made))
    }
}

/// Tells whether two lists are one and the same.
fn is_same(a: &Option<Arc<Node>>, b: &Option<Arc<Node>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

impl PartialEq for Blocks {
    fn eq(&self, other: &Blocks) -> bool {
        let (mut own, mut others) = (&self.0, &other.0);
        while let (Some(a), Some(b)) = (own, others)
            && !Arc::ptr_eq(a, b)
        {
            if a.block != b.block {
                return false;
            }
            (own, others) = (&a.around, &b.around);
        }
        own.is_some() == others.is_some()
    }
}

impl Eq for Blocks {}

/// A long list is taken apart in a loop: a list that drops its rest would need the native stack for each block.
impl Drop for Blocks {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.around.take());
        }
    }
}
