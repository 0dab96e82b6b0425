//! Search for a character that every match contains. If the text has none, a pattern need not be tried at each
//! position. The check is made after the backtracker has given up, and for patterns without a linear program before it
//! begins.

use ferrotape_budget::{Budget, Termination};

use crate::input::InputText;
use crate::tree::{Node, NodeId, Tree};

/// Characters between two checks of the budget.
const PIECE: usize = 1 << 12;

/// Characters that are checked in one step.
const CHARACTERS_PER_STEP: usize = 8;

/// Returns a character or set that every match contains: the last one outside of all groups.
pub(crate) fn required(tree: &Tree) -> Option<NodeId> {
    let taken = |id: NodeId| match tree.node(id) {
        Node::Character(_) | Node::Set(_) => Some(id),
        Node::Repeat { node, minimum: 1.., .. } => {
            matches!(tree.node(node), Node::Character(_) | Node::Set(_)).then_some(node)
        }
        _ => None,
    };
    match tree.node(tree.root) {
        Node::Sequence(children) => tree.children(children).iter().rev().find_map(|&child| taken(child)),
        _ => taken(tree.root),
    }
}

/// Returns whether the text contains one of these from `start` on.
pub(crate) fn occurs<I: InputText>(
    tree: &Tree,
    required: NodeId,
    text: I,
    start: usize,
    budget: &mut Budget,
) -> Result<bool, Termination> {
    let is_wanted = |character: u32| match tree.node(required) {
        Node::Character(wanted) => character == wanted,
        Node::Set(set) => tree.set(set).contains(character),
        _ => true,
    };
    let (mut position, mut counted) = (start, start);
    let found = loop {
        match text.unit(position) {
            None => break false,
            Some(character) if is_wanted(character) => break true,
            Some(character) => position += text.width(character),
        }
        if position - counted >= PIECE {
            budget.work((PIECE / CHARACTERS_PER_STEP) as u64)?;
            counted = position;
        }
    };
    budget.work(((position - counted) / CHARACTERS_PER_STEP) as u64)?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::{Flags, Input, Regexp, Scratch};
    use ferrotape_budget::Budget;

    fn work(pattern: &str, text: &[u8]) -> (bool, u64) {
        let mut budget = Budget::default();
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let regexp = Regexp::new(&units, Flags::default(), &mut budget).expect("a pattern");
        let before = budget.fuel_spent();
        let found = regexp.find(Input::Latin1(text), 0, &mut budget, &mut Scratch::default());
        (found.expect("no limits"), budget.fuel_spent() - before)
    }

    #[test]
    fn what_no_match_can_do_without_is_looked_for_first() {
        let text = [b'a'; 20_000];
        for pattern in ["(?:a{1,1000}){1,1000}b", "(a{0,100}){0,100}b", "(a*)*\\1b", "(?:(a+)+\\1)*[bc]+$"] {
            let (found, work) = work(pattern, &text);
            assert!(!found && work < 5_000_000, "{pattern}: {work}");
        }
        assert!(work("(a*)\\1b", b"xaaaab").0);
        assert!(work("(?:a(b)?\\1)+[bc]?", b"ab").0);
    }
}
