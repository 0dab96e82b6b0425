//! Guards: what may follow in the text. With them the backtracker looks one unit ahead instead of trying what cannot
//! succeed.

use ferrotape_budget::Termination;

use crate::character_set::{CharacterSet, LINE_TERMINATORS};
use crate::meter::Meter;
use crate::tree::{Node, NodeId, Tree};

/// A set of next units and of the end of the text. Exact below 256; of the units above, all or none are in the set.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Guard {
    bitmap: [u64; 4],
    wide: bool,
    end: bool,
}

impl Guard {
    pub const NOTHING: Guard = Guard { bitmap: [0; 4], wide: false, end: false };
    pub const ANYTHING: Guard = Guard { bitmap: [u64::MAX; 4], wide: true, end: true };
    /// All units above 255.
    pub const WIDE: Guard = Guard { bitmap: [0; 4], wide: true, end: false };
    const END: Guard = Guard { bitmap: [0; 4], wide: false, end: true };

    pub fn character(character: u32) -> Guard {
        let mut guard = Guard { wide: character > 255, ..Guard::NOTHING };
        if let Some(word) = guard.bitmap.get_mut(character as usize >> 6) {
            *word = 1 << (character & 63);
        }
        guard
    }

    pub fn set(set: &CharacterSet) -> Guard {
        let wide = set.ranges().last().is_some_and(|range| range.last > 255);
        Guard { bitmap: set.bitmap(), wide, end: false }
    }

    #[inline(always)]
    pub fn allows(&self, next: Option<u32>) -> bool {
        match next {
            Some(unit @ 0..256) => self.bitmap[(unit >> 6) as usize & 3] >> (unit & 63) & 1 != 0,
            Some(_) => self.wide,
            None => self.end,
        }
    }

    pub fn allows_all_units(&self) -> bool {
        self.bitmap == Guard::ANYTHING.bitmap && self.wide
    }

    pub fn union(self, other: Guard) -> Guard {
        let mut bitmap = self.bitmap;
        bitmap.iter_mut().zip(other.bitmap).for_each(|(word, more)| *word |= more);
        Guard { bitmap, wide: self.wide || other.wide, end: self.end || other.end }
    }

    pub fn intersection(self, other: Guard) -> Guard {
        let mut bitmap = self.bitmap;
        bitmap.iter_mut().zip(other.bitmap).for_each(|(word, more)| *word &= more);
        Guard { bitmap, wide: self.wide && other.wide, end: self.end && other.end }
    }

    pub fn is_disjoint(self, other: Guard) -> bool {
        self.intersection(other) == Guard::NOTHING
    }

    /// Sets a bit of all units below 256 that the guard allows. It was not set for others.
    pub fn mark(self, table: &mut [u8; 256], bit: u8) {
        let (is_most, few) = self.few_units();
        if is_most {
            table.iter_mut().for_each(|bits| *bits |= bit);
        }
        few.for_each(|unit| table[usize::from(unit)] ^= bit);
    }

    /// Returns which units below 256 the guard allows.
    pub fn table(self) -> [bool; 256] {
        let (is_most, few) = self.few_units();
        let mut table = [is_most; 256];
        few.for_each(|unit| table[usize::from(unit)] = !is_most);
        table
    }

    /// Returns the units below 256 that are in the set or, if those are fewer, all that are not; and which of both.
    pub fn few_units(self) -> (bool, impl Iterator<Item = u8>) {
        let count: u32 = self.bitmap.iter().map(|word| word.count_ones()).sum();
        let is_most = count > 128;
        let words = self.bitmap.map(|word| if is_most { !word } else { word });
        let of_word = |(index, word): (u8, u64)| {
            let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|&rest| rest != 0).map(move |rest| index << 6 | rest.trailing_zeros() as u8)
        };
        (is_most, (0..).zip(words).flat_map(of_word))
    }

    /// Returns the only unit that the guard allows, if there is just one. The end is not asked for.
    pub fn single(self) -> Option<u8> {
        match self.few_units() {
            (false, mut few) if !self.wide => few.next().filter(|_| few.next().is_none()),
            _ => None,
        }
    }
}

/// Possible beginnings of a node.
#[derive(Copy, Clone, Debug)]
pub(crate) struct First {
    /// Guard of a node that takes something, or that itself checks what follows, as `$` does.
    guard: Guard,
    /// The node may also match without taking anything, whatever follows.
    empty: bool,
    /// The node may match without taking anything.
    pub may_be_empty: bool,
}

impl Guard {
    /// Makes the beginning of a node that takes one of these units, or looks at them.
    fn first(self) -> First {
        First { guard: self, empty: false, may_be_empty: false }
    }
}

impl First {
    /// Returns the guard before a node that precedes something with the guard `follow`.
    pub fn before(self, follow: Guard) -> Guard {
        if self.empty { self.guard.union(follow) } else { self.guard }
    }
}

/// Computes the beginnings of all nodes of a tree, whose children come first in the arena. `at_input_start` tells whether
/// `^` can match.
pub(crate) fn first_of_all(
    tree: &Tree,
    at_input_start: bool,
    meter: &mut Meter<'_>,
) -> Result<Vec<First>, Termination> {
    let mut all: Vec<First> = Vec::new();
    meter.reserve(&mut all, tree.nodes.len())?;
    for &node in &tree.nodes {
        meter.tick(1 + tree.child_count(node))?;
        all.push(match node {
            Node::InputStart if !at_input_start => Guard::NOTHING.first(),
            _ => first_of(tree, node, |id| all[id.0 as usize]),
        });
    }
    Ok(all)
}

/// Returns the units with which a match of the node may begin.
fn first_of(tree: &Tree, node: Node, of: impl Fn(NodeId) -> First) -> First {
    let nothing = First { empty: true, may_be_empty: true, ..Guard::NOTHING.first() };
    match node {
        Node::Character(character) => Guard::character(character).first(),
        Node::Set(set) => Guard::set(tree.set(set)).first(),
        Node::Sequence(children) => {
            let children = tree.children(children);
            children.iter().rev().fold(nothing, |rest, &child| {
                let child = of(child);
                First {
                    guard: child.before(rest.guard),
                    empty: child.empty && rest.empty,
                    may_be_empty: child.may_be_empty && rest.may_be_empty,
                }
            })
        }
        Node::Alternation(children) => {
            let children = tree.children(children).iter();
            children.fold(Guard::NOTHING.first(), |all, &child| {
                let child = of(child);
                First {
                    guard: all.guard.union(child.guard),
                    empty: all.empty || child.empty,
                    may_be_empty: all.may_be_empty || child.may_be_empty,
                }
            })
        }
        Node::Group { node, .. } => of(node),
        Node::Repeat { node, minimum, .. } => {
            let (body, is_optional) = (of(node), minimum == 0);
            First {
                guard: body.guard,
                empty: body.empty || is_optional,
                may_be_empty: body.may_be_empty || is_optional,
            }
        }
        Node::InputEnd => First { may_be_empty: true, ..Guard::END.first() },
        Node::LineEnd => {
            let guard = Guard::END.union(Guard::set(&CharacterSet::of(LINE_TERMINATORS)));
            First { may_be_empty: true, ..guard.first() }
        }
        Node::BackReference { .. } => First { guard: Guard::ANYTHING, ..nothing },
        Node::Empty | Node::InputStart | Node::LineStart | Node::WordBoundary { .. } | Node::Look { .. } => nothing,
    }
}
