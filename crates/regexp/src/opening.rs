//! Opening of a pattern: the units that its matches can have at their first places. Matches at the beginning of the text
//! are not considered, since `^` lets them begin in other ways.
//!
//! Nodes have sets of small numbers, one bit for each. From the leaves up, they are the numbers of units that a node can
//! take. From the root down, they are the places at which a node can begin. At such a place stand the units of the node.

use ferrotape_budget::Termination;

use crate::guard::{Guard, first_of_all};
use crate::meter::Meter;
use crate::tree::{Node, NodeId, Tree};

/// Most places that are known.
pub(crate) const REACH: usize = 8;

/// A set of places, or of numbers of units. Bit [`REACH`] stands for all from there on.
type Numbers = u16;

const NONE: Numbers = 0;
const ZERO: Numbers = 1;
const ALL: Numbers = (2 << REACH) - 1;

/// Units of a match at its first places, unless it begins at the beginning of the text.
pub(crate) struct Opening {
    sets: [Guard; REACH],
    length: usize,
    /// Guard for the first unit, or the end.
    pub first: Guard,
    /// A match may begin elsewhere than at the beginning of the text.
    pub is_possible: bool,
    /// Guard for a match at the beginning of the text, if such matches may be of another kind.
    pub input_start: Option<Guard>,
}

impl Opening {
    /// Computes the opening of a tree, whose children come first in the arena. `at_input_start` is the guard for a match at
    /// the beginning of the text.
    pub fn new(tree: &Tree, at_input_start: Guard, meter: &mut Meter<'_>) -> Result<Opening, Termination> {
        let lengths = lengths(tree, meter)?;
        let mut starts: Vec<Numbers> = Vec::new();
        meter.reserve(&mut starts, tree.nodes.len())?;
        starts.resize(tree.nodes.len(), NONE);
        let root = tree.root.0 as usize;
        starts[root] = ZERO;
        let mut opening = Opening {
            sets: [Guard::NOTHING; REACH],
            length: (lengths[root] | 1 << REACH).trailing_zeros() as usize,
            first: Guard::NOTHING,
            is_possible: lengths[root] != NONE,
            input_start: None,
        };
        // Places in front of which a match may end do not matter.
        let relevant = (ZERO << opening.length.max(1)) - 1;
        for (id, &node) in tree.nodes.iter().enumerate().rev() {
            let start = starts[id] & relevant;
            meter.tick(1)?;
            if start != NONE {
                meter.tick(tree.child_count(node))?;
                opening.take(tree, node, start);
                if node == Node::InputStart {
                    opening.input_start = Some(at_input_start);
                }
                pass_on(tree, node, start, &lengths, &mut starts);
            }
        }
        opening.first = match opening.sets() {
            [first, ..] => *first,
            [] => first_of_all(tree, false, meter)?[root].before(Guard::ANYTHING),
        };
        Ok(opening)
    }

    /// Returns the units possible at each place that every match has.
    pub fn sets(&self) -> &[Guard] {
        &self.sets[..self.length]
    }

    /// Adds the units of a node that begins at these places.
    fn take(&mut self, tree: &Tree, node: Node, start: Numbers) {
        match node {
            Node::Character(character) => self.add(start, Guard::character(character), character > 0xFFFF),
            Node::Set(set) => {
                let set = tree.set(set);
                self.add(start, Guard::set(set), set.ranges().last().is_some_and(|range| range.last > 0xFFFF));
            }
            // Anything may stand where it begins, and after that.
            Node::BackReference { .. } => self.add(ALL << start.trailing_zeros(), Guard::ANYTHING, false),
            _ => {}
        }
    }

    /// Adds units at some places and, if there is a second half of a character, at the places after them.
    fn add(&mut self, places: Numbers, units: Guard, with_second_half: bool) {
        let halves = if with_second_half { places << 1 } else { 0 };
        for (place, set) in self.sets[..self.length].iter_mut().enumerate() {
            if places >> place & 1 != 0 {
                *set = set.union(units);
            }
            if halves >> place & 1 != 0 {
                *set = set.union(Guard::WIDE);
            }
        }
    }
}

/// Computes for each node how many units it can take.
fn lengths(tree: &Tree, meter: &mut Meter<'_>) -> Result<Vec<Numbers>, Termination> {
    let mut lengths: Vec<Numbers> = Vec::new();
    meter.reserve(&mut lengths, tree.nodes.len())?;
    for &node in &tree.nodes {
        meter.tick(1 + tree.child_count(node))?;
        let length = length(tree, node, |id| lengths[id.0 as usize]);
        lengths.push(length);
    }
    Ok(lengths)
}

/// Returns the numbers of code units that a node can take. `of` gives those of its children.
fn length(tree: &Tree, node: Node, of: impl Fn(NodeId) -> Numbers) -> Numbers {
    match node {
        Node::Character(character) => 0b10 << u32::from(character > 0xFFFF),
        Node::Set(set) => match tree.set(set).ranges() {
            [] => NONE,
            [first, .., last] | [first @ last] => {
                Numbers::from(first.first <= 0xFFFF) << 1 | Numbers::from(last.last > 0xFFFF) << 2
            }
        },
        Node::Sequence(children) => tree.children(children).iter().fold(ZERO, |all, &child| sums(all, of(child))),
        Node::Alternation(children) => tree.children(children).iter().fold(NONE, |all, &child| all | of(child)),
        Node::Group { node, .. } => of(node),
        Node::Repeat { node, minimum, maximum, .. } => {
            let more = maximum.map_or(u32::MAX, |maximum| maximum - minimum);
            sums(multiples(of(node), minimum), multiples(of(node) | ZERO, more))
        }
        Node::BackReference { .. } => ALL,
        Node::InputStart => NONE,
        Node::Empty | Node::LineStart | Node::InputEnd | Node::LineEnd => ZERO,
        Node::WordBoundary { .. } | Node::Look { .. } => ZERO,
    }
}

/// Tells the children of a node where they can begin.
fn pass_on(tree: &Tree, node: Node, start: Numbers, lengths: &[Numbers], starts: &mut [Numbers]) {
    match node {
        Node::Sequence(children) => {
            let mut start = start;
            for child in tree.children(children) {
                starts[child.0 as usize] |= start;
                start = sums(start, lengths[child.0 as usize]);
            }
        }
        Node::Alternation(children) => {
            tree.children(children).iter().for_each(|child| starts[child.0 as usize] |= start);
        }
        Node::Group { node, .. } => starts[node.0 as usize] |= start,
        Node::Repeat { node, maximum, .. } => {
            let before = maximum.map_or(u32::MAX, |maximum| maximum.saturating_sub(1));
            starts[node.0 as usize] |= sums(start, multiples(lengths[node.0 as usize] | ZERO, before));
        }
        // A look-around takes nothing, and may look anywhere.
        _ => {}
    }
}

/// Returns the sums of a number of each set.
fn sums(some: Numbers, others: Numbers) -> Numbers {
    let (mut rest, mut sums) = (some, 0);
    while rest != NONE {
        sums |= u32::from(others) << rest.trailing_zeros();
        rest &= rest - 1;
    }
    let is_far = sums >> REACH != 0;
    sums as Numbers & (ALL >> 1) | Numbers::from(is_far) << REACH
}

/// Returns the sums of this many numbers of a set.
fn multiples(numbers: Numbers, count: u32) -> Numbers {
    // After so many additions, nothing is new.
    (0..count.min(REACH as u32)).fold(ZERO, |all, _| sums(all, numbers))
}

#[cfg(test)]
mod tests {
    use ferrotape_budget::Budget;

    use super::*;
    use crate::character_set::write_character;
    use crate::flags::Flags;
    use crate::parser::parse;

    /// Shows a set as its units; `*` for those above 255, `!` for all but a few.
    struct Units(Guard);

    impl std::fmt::Display for Units {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let allowed = |wanted: bool| (0..256).filter(move |&unit| self.0.allows(Some(unit)) == wanted);
            let is_most = allowed(true).count() > 128;
            f.write_str(if is_most { "!" } else { "" })?;
            allowed(!is_most).try_for_each(|unit| write_character(f, unit))?;
            f.write_str(if self.0.allows(Some(256)) { "*" } else { "" })
        }
    }

    fn opening(pattern: &str, flags: &str) -> Opening {
        let [units, flags] = [pattern, flags].map(|text| text.encode_utf16().collect::<Vec<u16>>());
        let mut budget = Budget::default();
        let mut meter = Meter::new(&mut budget);
        let tree = parse(&units, Flags::parse(&flags).expect("flags"), &mut meter).expect("a pattern");
        Opening::new(&tree, Guard::ANYTHING, &mut meter).expect("no limits")
    }

    #[track_caller]
    fn check(pattern: &str, flags: &str, expected: &str) {
        let opening = opening(pattern, flags);
        let sets: Vec<String> = opening.sets().iter().map(|&set| Units(set).to_string()).collect();
        let shown = if opening.is_possible { sets.join(" ") } else { "never".to_owned() };
        assert_eq!(shown, expected, "/{pattern}/");
    }

    #[test]
    fn alternatives_are_unions() {
        check("abc", "", "a b c");
        check("abcdefghijk", "", "a b c d e f g h");
        check("ab|cde", "", "ac bd");
        check(r"(^|[^\\])xyz", "", r"!\* x y z");
        check("(?:^|;)ab", "", "; a b");
        check("(?:^a|^b)cd", "", "never");
        check("(|a)(|b)cd", "", "abc bcd");
        check("(?:)|abc", "", "");
        check("[]|ab", "", "a b");
        check("a[]", "", "never");
        check("(?:^|a)^b", "", "never");
    }

    #[test]
    fn repetitions_shift_what_follows() {
        check("ab*c", "", "a bc");
        check("a{2}b", "", "a a b");
        check("a{2,}bc", "", "a a ab abc");
        check("(?:ab){2,3}?c", "", "a b a b ac");
        check("(?:a?){9}bc", "", "ab abc");
        check("(?:a{9}){1000000000}b", "", "a a a a a a a a");
        check("(?:ab?){3}", "", "a ab ab");
        check("a*", "", "");
    }

    #[test]
    fn assertions_take_nothing_and_back_references_anything() {
        check(r"(?=xy)\ba(?<!z)b$", "", "a b");
        check(r"(a)b\1c", "", "a b !*");
        check(r"\1(a)", "", "!*");
    }

    #[test]
    fn what_may_be_empty_has_a_first_unit_or_the_end() {
        for (pattern, units) in
            [("^a*|b*$", [false, true, true]), ("(?:^|$)a*", [false, false, true]), ("a*", [true; 3])]
        {
            let first = opening(pattern, "").first;
            let allowed = [Some(0x61), Some(0x62), None].map(|next| first.allows(next));
            assert_eq!(allowed, units, "/{pattern}/");
        }
    }

    #[test]
    fn folding_and_characters_of_two_units() {
        check("ak", "i", "Aa Kk");
        check("ak", "iu", "Aa Kk*");
        check("a\u{1F600}b", "u", "a * * b");
        check("[a\u{1F600}]bc", "u", "a* b* bc");
        check("[^a]b", "u", "!a* b*");
        check("\u{1F600}", "", "* *");
    }
}
