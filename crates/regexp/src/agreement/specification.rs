//! Matching as ECMA-262 22.2.2 specifies it, with continuations: slow, recursive, and easy to compare with the
//! specification.

use std::cell::Cell;
use std::ops::Range;

use crate::character_set::{is_line_terminator, is_word};
use crate::flags::Flags;
use crate::input::{CodePoints, InputText};
use crate::tree::{Captures, Node, NodeId, Tree};

/// The search takes too long.
#[derive(Debug)]
pub struct TooMuch;

/// A MatchState.
#[derive(Clone)]
struct State {
    end: usize,
    captures: Vec<Option<Range<usize>>>,
}

type MatchResult = Result<Option<State>, TooMuch>;

type Continuation<'c> = &'c dyn Fn(&State) -> MatchResult;

/// Returns the groups of the first match at `start`, or after it if not sticky; group 0 is the whole match.
pub fn find(
    tree: &Tree,
    text: &[u16],
    start: usize,
    sticky: bool,
) -> Result<Option<Vec<Option<Range<usize>>>>, TooMuch> {
    // Starts of all characters, and the end of the text.
    let mut offsets = vec![0];
    let mut characters = Vec::new();
    while let Some(character) = character_at(tree, text, offsets[offsets.len() - 1]) {
        characters.push(character);
        offsets.push(offsets[offsets.len() - 1] + if character > 0xFFFF { 2 } else { 1 });
    }
    let start = offsets.partition_point(|&offset| offset <= start) - 1;
    let matcher = Matcher { tree, text: &characters, steps: Cell::new(0), depth: Cell::new(0) };
    let last = if sticky { start } else { characters.len() };
    for position in start..=last {
        let state = State { end: position, captures: vec![None; tree.group_count as usize] };
        let result = matcher.node(tree.root, false, &state, &|end| Ok(Some(end.clone())))?;
        if let Some(State { end, mut captures }) = result {
            captures[0] = Some(position..end);
            let in_units = |range: Range<usize>| offsets[range.start]..offsets[range.end];
            return Ok(Some(captures.into_iter().map(|capture| capture.map(in_units)).collect()));
        }
    }
    Ok(None)
}

fn character_at(tree: &Tree, text: &[u16], offset: usize) -> Option<u32> {
    if tree.flags.full_unicode() { CodePoints(text).unit(offset) } else { text.unit(offset) }
}

/// A match by the specification's algorithm.
struct Matcher<'t> {
    tree: &'t Tree,
    text: &'t [u32],
    steps: Cell<u32>,
    depth: Cell<u32>,
}

/// The constant parameters of RepeatMatcher.
#[derive(Copy, Clone)]
struct Repeat {
    body: NodeId,
    greedy: bool,
    captures: Captures,
    backward: bool,
}

impl Matcher<'_> {
    fn node(&self, id: NodeId, backward: bool, x: &State, c: Continuation<'_>) -> MatchResult {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > 40_000 || self.depth.get() > 800 {
            return Err(TooMuch);
        }
        self.depth.set(self.depth.get() + 1);
        let result = self.node_itself(id, backward, x, c);
        self.depth.set(self.depth.get() - 1);
        result
    }

    /// CompileSubpattern and CompileAtom, ECMA-262 22.2.2.3 and 22.2.2.7.
    fn node_itself(&self, id: NodeId, backward: bool, x: &State, c: Continuation<'_>) -> MatchResult {
        let unit = |position: usize| self.text.get(position).copied();
        let (before, after) = (x.end.checked_sub(1).and_then(unit), unit(x.end));
        let assert = |holds: bool| if holds { c(x) } else { Ok(None) };
        let consume = |matches: &dyn Fn(u32) -> bool| {
            if !(if backward { before } else { after }).is_some_and(matches) {
                return Ok(None);
            }
            c(&State { end: if backward { x.end - 1 } else { x.end + 1 }, captures: x.captures.clone() })
        };
        match self.tree.node(id) {
            Node::Empty => c(x),
            Node::Character(character) => consume(&|unit| unit == character),
            Node::Set(set) => consume(&|unit| self.tree.set(set).contains(unit)),
            Node::Sequence(children) => {
                let mut children = self.tree.children(children).to_vec();
                if backward {
                    children.reverse();
                }
                self.sequence(&children, backward, x, c)
            }
            Node::Alternation(children) => {
                for &child in self.tree.children(children) {
                    if let Some(result) = self.node(child, backward, x, c)? {
                        return Ok(Some(result));
                    }
                }
                Ok(None)
            }
            Node::Group { index, node } => self.node(node, backward, x, &|y| {
                let mut z = y.clone();
                z.captures[index as usize] = Some(if backward { y.end..x.end } else { x.end..y.end });
                c(&z)
            }),
            Node::Repeat { node, minimum, maximum, greedy, captures } => {
                self.repeat(Repeat { body: node, greedy, captures, backward }, minimum, maximum, x, c)
            }
            Node::InputStart => assert(before.is_none()),
            Node::LineStart => assert(before.is_none_or(is_line_terminator)),
            Node::InputEnd => assert(after.is_none()),
            Node::LineEnd => assert(after.is_none_or(is_line_terminator)),
            Node::WordBoundary { negated, folded } => {
                let is_word = |character| is_word(character, folded);
                let is_boundary = before.is_some_and(is_word) != after.is_some_and(is_word);
                assert(is_boundary != negated)
            }
            Node::Look { behind, negated, node, .. } => {
                match (self.node(node, behind, x, &|y| Ok(Some(y.clone())))?, negated) {
                    (None, true) => c(x),
                    (Some(y), false) => c(&State { end: x.end, captures: y.captures }),
                    _ => Ok(None),
                }
            }
            Node::BackReference { groups, ignore_case } => {
                let groups = self.tree.references(groups);
                let matched = groups.iter().find(|&&group| x.captures[group as usize].is_some());
                self.back_reference(*matched.unwrap_or(&groups[0]), ignore_case, backward, x, c)
            }
        }
    }

    fn sequence(&self, nodes: &[NodeId], backward: bool, x: &State, c: Continuation<'_>) -> MatchResult {
        match nodes {
            [] => c(x),
            [first, rest @ ..] => self.node(*first, backward, x, &|y| self.sequence(rest, backward, y, c)),
        }
    }

    /// RepeatMatcher, ECMA-262 22.2.2.3.1.
    fn repeat(
        &self,
        repeat: Repeat,
        minimum: u32,
        maximum: Option<u32>,
        x: &State,
        c: Continuation<'_>,
    ) -> MatchResult {
        if maximum == Some(0) {
            return c(x);
        }
        let d = |y: &State| {
            if minimum == 0 && y.end == x.end {
                return Ok(None);
            }
            self.repeat(repeat, minimum.saturating_sub(1), maximum.map(|maximum| maximum - 1), y, c)
        };
        let mut xr = x.clone();
        xr.captures[repeat.captures.start as usize..repeat.captures.end as usize].fill(None);
        let iterate = || self.node(repeat.body, repeat.backward, &xr, &d);
        if minimum > 0 {
            return iterate();
        }
        let first = if repeat.greedy { iterate()? } else { c(x)? };
        match (first, repeat.greedy) {
            (Some(result), _) => Ok(Some(result)),
            (None, true) => c(x),
            (None, false) => iterate(),
        }
    }

    /// BackreferenceMatcher, ECMA-262 22.2.2.7.2.
    fn back_reference(
        &self,
        index: u32,
        ignore_case: bool,
        backward: bool,
        x: &State,
        c: Continuation<'_>,
    ) -> MatchResult {
        let Some(group) = x.captures[index as usize].clone() else { return c(x) };
        let here = match backward {
            false => x.end.checked_add(group.len()).filter(|&end| end <= self.text.len()).map(|end| x.end..end),
            true => x.end.checked_sub(group.len()).map(|start| start..x.end),
        };
        let Some(here) = here else { return Ok(None) };
        let folding = Flags { ignore_case, ..self.tree.flags }.folding();
        let fold = |&character: &u32| folding.canonical(character);
        if !self.text[group].iter().map(fold).eq(self.text[here.clone()].iter().map(fold)) {
            return Ok(None);
        }
        c(&State { end: if backward { here.start } else { here.end }, captures: x.captures.clone() })
    }
}
