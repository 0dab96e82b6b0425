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
    const END: Guard = Guard { bitmap: [0; 4], wide: false, end: true };

    fn character(character: u32) -> Guard {
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

    pub fn union(self, other: Guard) -> Guard {
        let mut bitmap = self.bitmap;
        bitmap.iter_mut().zip(other.bitmap).for_each(|(word, more)| *word |= more);
        Guard { bitmap, wide: self.wide || other.wide, end: self.end || other.end }
    }

    pub fn is_disjoint(self, other: Guard) -> bool {
        let bitmaps = self.bitmap.iter().zip(other.bitmap).all(|(word, more)| word & more == 0);
        bitmaps && !(self.wide && other.wide) && !(self.end && other.end)
    }

    /// Returns which units below 256 the guard allows.
    pub fn table(&self) -> [bool; 256] {
        std::array::from_fn(|unit| self.allows(Some(unit as u32)))
    }

    /// Returns the only unit that the guard allows, if there is just one.
    pub fn single(&self) -> Option<u8> {
        let count: u32 = self.bitmap.iter().map(|word| word.count_ones()).sum();
        let only = || (0..=u8::MAX).find(|&unit| self.allows(Some(unit.into())));
        if count == 1 && !self.wide && !self.end { only() } else { None }
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
    /// The node matches at the beginning of the text only.
    pub is_anchored: bool,
}

impl Guard {
    /// Makes the beginning of a node that takes one of these units, or looks at them.
    fn first(self) -> First {
        First { guard: self, empty: false, may_be_empty: false, is_anchored: false }
    }
}

impl First {
    /// Returns the guard before a node that precedes something with the guard `follow`.
    pub fn before(self, follow: Guard) -> Guard {
        if self.empty { self.guard.union(follow) } else { self.guard }
    }
}

/// Computes the beginnings of all nodes of a tree, whose children come first in the arena.
pub(crate) fn first_of_all(tree: &Tree, meter: &mut Meter<'_>) -> Result<Vec<First>, Termination> {
    let mut all: Vec<First> = Vec::new();
    meter.reserve(&mut all, tree.nodes.len())?;
    for &node in &tree.nodes {
        meter.tick(1 + tree.child_count(node))?;
        let first = first_of(tree, node, |id| all[id.0 as usize]);
        all.push(first);
    }
    Ok(all)
}

fn first_of(tree: &Tree, node: Node, of: impl Fn(NodeId) -> First) -> First {
    let nothing = First { empty: true, may_be_empty: true, ..Guard::NOTHING.first() };
    match node {
        Node::Character(character) => Guard::character(character).first(),
        Node::Set(set) => Guard::set(tree.set(set)).first(),
        Node::Sequence(children) => {
            let children = tree.children(children);
            let is_anchored = children.first().is_some_and(|&child| of(child).is_anchored);
            let all = children.iter().rev().fold(nothing, |rest, &child| {
                let child = of(child);
                First {
                    guard: child.before(rest.guard),
                    empty: child.empty && rest.empty,
                    may_be_empty: child.may_be_empty && rest.may_be_empty,
                    is_anchored: false,
                }
            });
            First { is_anchored, ..all }
        }
        Node::Alternation(children) => {
            let children = tree.children(children).iter();
            let impossible = First { is_anchored: true, ..Guard::NOTHING.first() };
            children.fold(impossible, |all, &child| {
                let child = of(child);
                First {
                    guard: all.guard.union(child.guard),
                    empty: all.empty || child.empty,
                    may_be_empty: all.may_be_empty || child.may_be_empty,
                    is_anchored: all.is_anchored && child.is_anchored,
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
                is_anchored: body.is_anchored && !is_optional,
            }
        }
        Node::InputStart => First { is_anchored: true, ..nothing },
        Node::InputEnd => First { may_be_empty: true, ..Guard::END.first() },
        Node::LineEnd => {
            let guard = Guard::END.union(Guard::set(&CharacterSet::of(LINE_TERMINATORS)));
            First { may_be_empty: true, ..guard.first() }
        }
        Node::BackReference { .. } => First { guard: Guard::ANYTHING, ..nothing },
        Node::Empty | Node::LineStart | Node::WordBoundary { .. } | Node::Look { .. } => nothing,
    }
}
