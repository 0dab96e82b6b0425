//! What the compiler must know of the nodes below a node before it writes code for it.

use ferrotape_budget::Termination;

use crate::meter::Meter;
use crate::tree::{Node, NodeId, Tree};

#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Facts {
    /// May match without consuming anything.
    pub nullable: bool,
    /// Never consumes anything.
    pub always_empty: bool,
    /// Slots of the groups and look-arounds in it, without those inside of look-arounds, which run as code of their own.
    pub slots: u32,
    /// The first of these slots.
    pub first_slot: u32,
}

/// A look-around whose groups can be seen outside. Where it was passed is all a thread must know of them: it begins
/// with all its groups reset, since only a further iteration of a loop around it leads to it again.
pub(super) fn has_visible_captures(node: Node) -> bool {
    matches!(node, Node::Look { negated: false, captures, .. } if !captures.is_empty())
}

/// Facts of all nodes, by their index.
pub(super) fn facts(tree: &Tree, meter: &mut Meter<'_>) -> Result<Vec<Facts>, Termination> {
    let mut facts: Vec<Facts> = Vec::new();
    meter.reserve(&mut facts, tree.nodes.len())?;
    for &node in &tree.nodes {
        // Once here, and once where slots get their numbers.
        meter.tick(1 + tree.child_count(node))?;
        let of_node = facts_of(tree, node, &facts);
        facts.push(of_node);
    }
    number_slots(tree, &mut facts);
    Ok(facts)
}

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

/// The slots below a node follow each other, so that an iteration resets one run of them. Slot 0 of the whole pattern is
/// where the match began; the bodies of look-arounds count from 0.
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
