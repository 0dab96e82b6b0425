//! Facts about the subtree of a node that the compiler needs before it writes code for the node.

use ferrotape_budget::Termination;

use crate::meter::Meter;
use crate::tree::{Node, NodeId, Tree};

/// Facts about the subtree of a node.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Facts {
    /// The node may match without consuming anything.
    pub nullable: bool,
    /// The node never consumes anything.
    pub always_empty: bool,
    /// Number of slots of the groups and look-arounds in the node. Those inside of look-arounds run as code of their
    /// own, and do not count.
    pub slots: u32,
    /// The first of these slots.
    pub first_slot: u32,
}

/// Returns whether a look-around has groups that are visible outside. A thread only needs the position at which it
/// passed such a look-around. The look-around begins with all its groups reset, since only a further iteration of a
/// loop around leads to it again.
pub(super) fn has_visible_captures(node: Node) -> bool {
    matches!(node, Node::Look { negated: false, captures, .. } if !captures.is_empty())
}

/// Computes the facts of all nodes, by their index.
pub(super) fn facts(tree: &Tree, meter: &mut Meter<'_>) -> Result<Vec<Facts>, Termination> {
    let mut facts: Vec<Facts> = Vec::new();
    meter.reserve(&mut facts, tree.nodes.len())?;
    for &node in &tree.nodes {
        // Once here, and once for numbering slots.
        meter.tick(1 + tree.child_count(node))?;
        let of_node = facts_of(tree, node, &facts);
        facts.push(of_node);
    }
    number_slots(tree, &mut facts);
    Ok(facts)
}

/// Returns the facts of a node, from those of its children.
fn facts_of(tree: &Tree, node: Node, facts: &[Facts]) -> Facts {
    let of = |node: NodeId| facts[node.0 as usize];
    match node {
        Node::Character(_) | Node::Set(_) => Facts::default(),
        Node::Sequence(children) => {
            let mut children = tree.children(children).iter().map(|&child| of(child));
            let start = Facts { nullable: true, always_empty: true, ..Facts::default() };
            children.by_ref().fold(start, |all, child| Facts {
                nullable: all.nullable && child.nullable,
                always_empty: all.always_empty && child.always_empty,
                slots: all.slots + child.slots,
                first_slot: 0,
            })
        }
        Node::Alternation(children) => {
            let start = Facts { always_empty: true, ..Facts::default() };
            tree.children(children).iter().map(|&child| of(child)).fold(start, |all, child| Facts {
                nullable: all.nullable || child.nullable,
                always_empty: all.always_empty && child.always_empty,
                slots: all.slots + child.slots,
                first_slot: 0,
            })
        }
        Node::Group { node, .. } => Facts { slots: of(node).slots + 2, ..of(node) },
        Node::Repeat { node, minimum, maximum, .. } => Facts {
            nullable: minimum == 0 || of(node).nullable,
            always_empty: maximum == Some(0) || of(node).always_empty,
            ..of(node)
        },
        Node::Look { .. } => {
            Facts { nullable: true, always_empty: true, slots: u32::from(has_visible_captures(node)), first_slot: 0 }
        }
        Node::Empty
        | Node::InputStart
        | Node::LineStart
        | Node::InputEnd
        | Node::LineEnd
        | Node::WordBoundary { .. }
        | Node::BackReference { .. } => Facts { nullable: true, always_empty: true, ..Facts::default() },
    }
}

/// Numbers the slots. Those below a node are consecutive, so that an iteration resets one run of them. Slot 0 of the
/// whole pattern is the start of the match; the bodies of look-arounds count from 0.
fn number_slots(tree: &Tree, facts: &mut [Facts]) {
    facts[tree.root.0 as usize].first_slot = 1;
    for index in (0..tree.nodes.len()).rev() {
        let first_slot = facts[index].first_slot;
        match tree.nodes[index] {
            Node::Sequence(children) | Node::Alternation(children) => {
                let mut next = first_slot;
                for child in tree.children(children) {
                    let child = &mut facts[child.0 as usize];
                    child.first_slot = next;
                    next += child.slots;
                }
            }
            Node::Group { node, .. } => facts[node.0 as usize].first_slot = first_slot + 2,
            Node::Repeat { node, .. } => facts[node.0 as usize].first_slot = first_slot,
            _ => {}
        }
    }
}
