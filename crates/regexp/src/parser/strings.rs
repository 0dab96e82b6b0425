//! Nodes for classes that contain strings. The longest matching string is tried first, ECMA-262 22.2.2.7 (CompileAtom
//! of CharacterClass).
//!
//! All strings that match at one position share their beginning. So a trie of their characters, which tries longer
//! strings before ending, tests them in that order and visits each character once. In a lookbehind it is a trie of
//! the reversed strings.

use std::collections::HashMap;

use ferrotape_budget::{Termination, order};

use super::class_set::ClassSet;
use super::{FrameKind, Parsed, Parser, error};
use crate::character_set::{CharacterRange, CharacterSet};
use crate::meter::Meter;
use crate::tree::{Node, NodeId};

/// Branch of the trie, where strings with a common beginning part.
#[derive(Default)]
struct Branch {
    /// Characters, in order, and the branches that they lead to.
    ways: Vec<(u32, u32)>,
    /// A string ends here.
    is_end: bool,
}

/// Characters with equal continuations, and the first of the branches that they lead to.
type Way = (Vec<u32>, u32);

/// Most characters of all strings of a class. Tables of this size grow without a check of the clock.
const MOST_CHARACTERS: usize = 1 << 17;

/// Approximate bytes that a character of a string takes while the trie is built.
const BYTES_PER_CHARACTER: usize = 192;

impl Parser<'_, '_> {
    /// Makes an alternation of a class: its strings by the trie, then its characters, then the empty string.
    pub(super) fn class_set_node(&mut self, set: ClassSet) -> Parsed<NodeId> {
        if set.strings.is_empty() {
            return Ok(self.set(set.characters)?);
        }
        let characters: usize = set.strings.iter().map(|string| string.len() + 1).sum();
        if characters > MOST_CHARACTERS {
            return Err(error("the regular expression is too large", self.position));
        }
        let before = self.meter.charged();
        self.meter.charge(characters.saturating_mul(BYTES_PER_CHARACTER))?;
        let temporary = self.meter.charged() - before;
        let is_backward = self.is_backward();
        let branches = branches(set.strings, is_backward, self.meter)?;
        let ways = ways(&branches, self.meter)?;
        let mut alternatives = self.alternatives_of(&branches, &ways, is_backward)?;
        if !set.characters.is_empty() {
            let characters = self.set(set.characters)?;
            alternatives.push(characters);
        }
        if branches[0].is_end {
            let empty = self.add(Node::Empty)?;
            alternatives.push(empty);
        }
        let node = self.builder.alternation(&alternatives, self.meter)?;
        let held = self.meter.charged() - temporary;
        self.meter.settle(held)?;
        Ok(node)
    }

    /// Returns whether the current part of the pattern is matched from its end to its beginning.
    fn is_backward(&self) -> bool {
        let looks = self.frames.iter().rev().filter_map(|frame| match frame.kind {
            FrameKind::Look { behind, .. } => Some(behind),
            _ => None,
        });
        looks.take(1).any(|behind| behind)
    }

    /// Returns the alternatives from the first branch, without strings that end there.
    fn alternatives_of(&mut self, branches: &[Branch], ways: &[Vec<Way>], is_backward: bool) -> Parsed<Vec<NodeId>> {
        let mut is_needed = vec![false; branches.len()];
        is_needed[0] = true;
        for (index, ways) in ways.iter().enumerate() {
            if is_needed[index] {
                ways.iter().for_each(|&(_, branch)| is_needed[branch as usize] = true);
            }
        }
        // Nodes after each branch, computed from the last one, as branches lead to later ones.
        let mut after: Vec<Vec<NodeId>> = branches.iter().map(|_| Vec::new()).collect();
        for index in (0..branches.len()).rev().filter(|&index| is_needed[index]) {
            self.meter.tick(8)?;
            if let ([(characters, branch)], false, true) = (&*ways[index], branches[index].is_end, index > 0) {
                let mut nodes = std::mem::take(&mut after[*branch as usize]);
                let node = self.one_of(characters)?;
                self.meter.push(&mut nodes, node)?;
                after[index] = nodes;
                continue;
            }
            let mut alternatives = Vec::with_capacity(ways[index].len() + 1);
            for (characters, branch) in &ways[index] {
                let mut nodes = std::mem::take(&mut after[*branch as usize]);
                nodes.push(self.one_of(characters)?);
                if !is_backward {
                    nodes.reverse();
                }
                alternatives.push(self.builder.sequence(&nodes, self.meter)?);
            }
            if index == 0 {
                return Ok(alternatives);
            }
            if branches[index].is_end && !alternatives.is_empty() {
                alternatives.push(self.add(Node::Empty)?);
            }
            if !alternatives.is_empty() {
                after[index] = vec![self.builder.alternation(&alternatives, self.meter)?];
            }
        }
        Ok(Vec::new())
    }

    fn one_of(&mut self, characters: &[u32]) -> Parsed<NodeId> {
        let ranges: Vec<CharacterRange> =
            characters.iter().map(|&character| CharacterRange::new(character, character)).collect();
        let set = self.flags.folding().close(CharacterSet::new(ranges).ranges());
        Ok(self.set(set)?)
    }
}

/// Builds the trie of some strings; the first branch is their beginning.
fn branches(
    mut strings: Vec<Box<[u32]>>,
    is_backward: bool,
    meter: &mut Meter<'_>,
) -> Result<Vec<Branch>, Termination> {
    if is_backward {
        strings.iter_mut().for_each(|string| string.reverse());
        order::sort(&mut strings);
    }
    let mut branches = vec![Branch::default()];
    for string in &strings {
        let mut here = 0;
        meter.tick(2 * string.len() + 1)?;
        for &character in string {
            here = match branches[here].ways.last() {
                Some(&(last, branch)) if last == character => branch as usize,
                _ => {
                    let branch = branches.len();
                    branches[here].ways.push((character, branch as u32));
                    branches.push(Branch::default());
                    branch
                }
            };
        }
        branches[here].is_end = true;
    }
    Ok(branches)
}

/// Returns the ways of each branch, joining characters with equal continuations.
fn ways(branches: &[Branch], meter: &mut Meter<'_>) -> Result<Vec<Vec<Way>>, Termination> {
    // Equal continuations of branches have one number.
    let mut numbers: HashMap<(bool, Vec<Way>), u32> = HashMap::new();
    let mut number_of = vec![0; branches.len()];
    let mut all: Vec<Vec<Way>> = branches.iter().map(|_| Vec::new()).collect();
    for (index, branch) in branches.iter().enumerate().rev() {
        meter.tick(8 * branch.ways.len() + 4)?;
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut ways: Vec<Way> = Vec::new();
        for &(character, next) in &branch.ways {
            let place = *places.entry(number_of[next as usize]).or_insert(ways.len());
            match ways.get_mut(place) {
                Some((characters, _)) => characters.push(character),
                None => ways.push((vec![character], next)),
            }
        }
        let key = ways.iter().map(|(characters, next)| (characters.clone(), number_of[*next as usize])).collect();
        let next_number = numbers.len() as u32;
        number_of[index] = *numbers.entry((branch.is_end, key)).or_insert(next_number);
        all[index] = ways;
    }
    Ok(all)
}
