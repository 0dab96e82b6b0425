//! Tree of a pattern, independent of its spelling.
//!
//! Nodes lie in one arena, children before their parents. So one walk over the arena, without recursion, answers most
//! questions about a pattern. Non-capturing groups have vanished. Characters and classes under `i` are closed under
//! Canonicalize (and complemented after that), so that matching is a lookup in a set. Only back references still
//! canonicalize.

use ferrotape_budget::Termination;

use crate::character_set::{CharacterSet, write_character};
use crate::flags::Flags;
use crate::group_names::GroupNames;
use crate::meter::{Index, Meter, vector_bytes};

/// Number of a node in its tree.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// Number of a set in its tree.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(pub u32);

/// A run of [`Tree::children`], or of [`Tree::references`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Children {
    pub start: u32,
    pub end: u32,
}

/// The groups from `start` to before `end`: those that are opened inside of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Captures {
    pub start: u32,
    pub end: u32,
}

impl Captures {
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// A node of a pattern's tree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Matches without taking anything.
    Empty,
    /// One character: a code unit, or with `u` or `v` a code point.
    Character(u32),
    /// One character of a set. The empty set matches nothing.
    Set(SetId),
    /// At least two nodes, one after the other.
    Sequence(Children),
    /// At least two nodes, of which the first that leads to a match is taken.
    Alternation(Children),
    /// A capturing group. The first one has index 1.
    Group { index: u32, node: NodeId },
    /// RepeatMatcher, ECMA-262 22.2.2.3.1. `captures` are reset at the beginning of each iteration. An iteration beyond
    /// the minimum that took nothing fails. Without a maximum, as often as possible. The minimum is not above the
    /// maximum.
    Repeat { node: NodeId, minimum: u32, maximum: Option<u32>, greedy: bool, captures: Captures },
    /// `^`
    InputStart,
    /// `^` under `m`
    LineStart,
    /// `$`
    InputEnd,
    /// `$` under `m`
    LineEnd,
    /// `\b`, `\B`. With `folded`, characters that equal a word character under `i` and `u` count as well.
    WordBoundary { negated: bool, folded: bool },
    /// `(?=…)`, `(?!…)`; with `behind` `(?<=…)`, `(?<!…)`. After a negated one its groups are undefined.
    Look { behind: bool, negated: bool, node: NodeId, captures: Captures },
    /// The text last matched by one of [`Tree::references`]. Matches without taking anything if none has matched.
    BackReference { groups: Children, ignore_case: bool },
}

/// The tree of a pattern.
#[derive(Clone, Debug)]
pub struct Tree {
    pub flags: Flags,
    pub root: NodeId,
    /// Nodes, each after the nodes below it; `root` is the last.
    pub nodes: Vec<Node>,
    children: Vec<NodeId>,
    sets: Vec<CharacterSet>,
    /// Number of groups, including group 0, which is the whole match and has no node.
    pub group_count: u32,
    pub has_back_references: bool,
    pub names: GroupNames,
    references: Vec<u32>,
}

impl Tree {
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    pub fn children(&self, children: Children) -> &[NodeId] {
        &self.children[children.start as usize..children.end as usize]
    }

    /// Returns the groups that a back reference may mean. Of several with the same name, at most one has matched.
    pub fn references(&self, groups: Children) -> &[u32] {
        &self.references[groups.start as usize..groups.end as usize]
    }

    /// Returns the number of children of a sequence or an alternation.
    pub(crate) fn child_count(&self, node: Node) -> usize {
        match node {
            Node::Sequence(Children { start, end }) | Node::Alternation(Children { start, end }) => {
                (end - start) as usize
            }
            _ => 0,
        }
    }

    pub fn set(&self, id: SetId) -> &CharacterSet {
        &self.sets[id.0 as usize]
    }

    pub fn sets(&self) -> &[CharacterSet] {
        &self.sets
    }

    /// Copies all sets, in the same order.
    pub(crate) fn copy_sets(&self, meter: &mut Meter<'_>) -> Result<Vec<CharacterSet>, Termination> {
        let mut sets = Vec::new();
        meter.reserve(&mut sets, self.sets.len())?;
        for set in &self.sets {
            meter.charge(set.memory())?;
            meter.tick(set.ranges().len() / 4 + 4)?;
            sets.push(set.clone());
        }
        Ok(sets)
    }

    /// Copies the groups that back references mean.
    pub(crate) fn copy_references(&self, meter: &mut Meter<'_>) -> Result<Vec<u32>, Termination> {
        let mut references = Vec::new();
        meter.reserve(&mut references, self.references.len())?;
        meter.tick(self.references.len() / 16)?;
        references.extend_from_slice(&self.references);
        Ok(references)
    }

    /// Returns the bytes held.
    pub fn memory(&self) -> usize {
        let sets: usize = self.sets.iter().map(CharacterSet::memory).sum();
        let tables = vector_bytes(&self.nodes) + vector_bytes(&self.children) + vector_bytes(&self.sets);
        tables + self.names.memory() + vector_bytes(&self.references) + sets
    }
}

/// Builds the arenas of a tree, from the leaves up.
pub(crate) struct TreeBuilder {
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    sets: Vec<CharacterSet>,
    set_ids: Index,
    has_back_references: bool,
    /// Whether each node may take a character.
    may_take: Vec<bool>,
    pub names: GroupNames,
    references: Vec<u32>,
}

impl TreeBuilder {
    /// Makes an empty builder. The meters that its methods get are charged for its memory.
    pub fn new() -> Self {
        TreeBuilder {
            nodes: Vec::new(),
            children: Vec::new(),
            sets: Vec::new(),
            set_ids: Index::new(),
            has_back_references: false,
            may_take: Vec::new(),
            names: GroupNames::default(),
            references: Vec::new(),
        }
    }

    pub fn add(&mut self, node: Node, meter: &mut Meter<'_>) -> Result<NodeId, Termination> {
        self.has_back_references |= matches!(node, Node::BackReference { .. });
        let may_take = self.may_take(node);
        meter.push(&mut self.may_take, may_take)?;
        meter.push(&mut self.nodes, node)?;
        Ok(NodeId(self.nodes.len() as u32 - 1))
    }

    /// Returns whether a node may take a character, by what is known of its children, which were added before.
    fn may_take(&self, node: Node) -> bool {
        let of = |id: NodeId| self.may_take[id.0 as usize];
        match node {
            Node::Character(_) | Node::Set(_) | Node::BackReference { .. } => true,
            Node::Sequence(Children { start, end }) | Node::Alternation(Children { start, end }) => {
                self.children[start as usize..end as usize].iter().any(|&child| of(child))
            }
            Node::Group { node, .. } | Node::Repeat { node, .. } => of(node),
            Node::Empty | Node::InputStart | Node::LineStart | Node::InputEnd | Node::LineEnd => false,
            Node::WordBoundary { .. } | Node::Look { .. } => false,
        }
    }

    /// Adds a node that repeats another one. It is a `Repeat` only if it differs from the node once, or from nothing.
    ///
    /// A node that can take nothing fails in each iteration beyond the minimum, and has the same effect in all others.
    /// So once is enough, even for a minimum of a thousand million.
    pub fn repeat(
        &mut self,
        node: NodeId,
        minimum: u32,
        maximum: Option<u32>,
        greedy: bool,
        captures: Captures,
        meter: &mut Meter<'_>,
    ) -> Result<NodeId, Termination> {
        let may_take = self.may_take[node.0 as usize];
        if maximum == Some(0) || (!may_take && minimum == 0) {
            self.add(Node::Empty, meter)
        } else if (minimum, maximum) == (1, Some(1)) || !may_take {
            Ok(node)
        } else {
            self.add(Node::Repeat { node, minimum, maximum, greedy, captures }, meter)
        }
    }

    /// Adds a set, or finds an equal one: each set is stored once.
    pub fn set(&mut self, set: CharacterSet, meter: &mut Meter<'_>) -> Result<SetId, Termination> {
        meter.tick(set.ranges().len() / 2 + 4)?;
        let (next, sets) = (self.sets.len() as u32, &self.sets);
        if let Some(id) = self.set_ids.find_or_add(&set, next, |id| sets[id as usize] == set, meter)? {
            return Ok(SetId(id));
        }
        meter.charge(set.memory())?;
        meter.push(&mut self.sets, set)?;
        Ok(SetId(next))
    }

    pub fn sequence(&mut self, nodes: &[NodeId], meter: &mut Meter<'_>) -> Result<NodeId, Termination> {
        match *nodes {
            [] => self.add(Node::Empty, meter),
            [node] => Ok(node),
            _ => {
                let children = self.add_children(nodes, meter)?;
                self.add(Node::Sequence(children), meter)
            }
        }
    }

    pub fn alternation(&mut self, nodes: &[NodeId], meter: &mut Meter<'_>) -> Result<NodeId, Termination> {
        match *nodes {
            [node] => Ok(node),
            _ => {
                let children = self.add_children(nodes, meter)?;
                self.add(Node::Alternation(children), meter)
            }
        }
    }

    fn add_children(&mut self, nodes: &[NodeId], meter: &mut Meter<'_>) -> Result<Children, Termination> {
        meter.tick(nodes.len() / 4)?;
        meter.reserve(&mut self.children, nodes.len())?;
        let start = self.children.len() as u32;
        self.children.extend_from_slice(nodes);
        Ok(Children { start, end: self.children.len() as u32 })
    }

    /// Lists the groups of a name, for back references.
    pub fn groups_of_name(&mut self, name: usize, meter: &mut Meter<'_>) -> Result<Children, Termination> {
        let start = self.references.len() as u32;
        for group in self.names.groups(name) {
            meter.tick(1)?;
            meter.push(&mut self.references, group)?;
        }
        Ok(Children { start, end: self.references.len() as u32 })
    }

    /// Sets the groups that a back reference means.
    pub fn set_back_reference(&mut self, node: NodeId, meant: Children) {
        if let Node::BackReference { groups, .. } = &mut self.nodes[node.0 as usize] {
            *groups = meant;
        }
    }

    /// Adds a back reference to a group by its number.
    pub fn back_reference(
        &mut self,
        group: u32,
        ignore_case: bool,
        meter: &mut Meter<'_>,
    ) -> Result<NodeId, Termination> {
        let start = self.references.len() as u32;
        meter.push(&mut self.references, group)?;
        self.add(Node::BackReference { groups: Children { start, end: start + 1 }, ignore_case }, meter)
    }

    /// Returns the tree without spare room, so that its memory is what it keeps.
    pub fn finish(mut self, flags: Flags, root: NodeId, group_count: u32) -> Tree {
        self.nodes.shrink_to_fit();
        self.children.shrink_to_fit();
        self.sets.shrink_to_fit();
        self.names.shrink_to_fit();
        self.references.shrink_to_fit();
        Tree {
            flags,
            root,
            nodes: self.nodes,
            children: self.children,
            sets: self.sets,
            group_count,
            has_back_references: self.has_back_references,
            names: self.names,
            references: self.references,
        }
    }
}

/// Writes the tree fully bracketed, for tests: `(seq a (repeat 0.. b))`.
impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        enum Step {
            Node(NodeId),
            Text(&'static str),
        }
        let mut steps = vec![Step::Node(self.root)];
        while let Some(step) = steps.pop() {
            let id = match step {
                Step::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Step::Node(id) => id,
            };
            let mut nest = |nodes: &[NodeId]| {
                steps.push(Step::Text(")"));
                steps.extend(nodes.iter().rev().flat_map(|&node| [Step::Node(node), Step::Text(" ")]));
            };
            match self.node(id) {
                Node::Empty => f.write_str("empty")?,
                Node::Character(character) => write_character(f, character)?,
                Node::Set(set) => write!(f, "{}", self.set(set))?,
                Node::Sequence(children) => {
                    f.write_str("(seq")?;
                    nest(self.children(children));
                }
                Node::Alternation(children) => {
                    f.write_str("(or")?;
                    nest(self.children(children));
                }
                Node::Group { index, node } => {
                    write!(f, "(group {index}")?;
                    nest(&[node]);
                }
                Node::Repeat { node, minimum, maximum, greedy, captures } => {
                    write!(f, "({} {minimum}..", if greedy { "repeat" } else { "lazy" })?;
                    if let Some(maximum) = maximum {
                        write!(f, "{maximum}")?;
                    }
                    if !captures.is_empty() {
                        write!(f, " reset {}..{}", captures.start, captures.end)?;
                    }
                    nest(&[node]);
                }
                Node::InputStart => f.write_str("^")?,
                Node::LineStart => f.write_str("^m")?,
                Node::InputEnd => f.write_str("$")?,
                Node::LineEnd => f.write_str("$m")?,
                Node::WordBoundary { negated, .. } => f.write_str(if negated { "\\B" } else { "\\b" })?,
                Node::Look { behind, negated, node, .. } => {
                    f.write_str(if negated { "(not-" } else { "(look-" })?;
                    f.write_str(if behind { "behind" } else { "ahead" })?;
                    nest(&[node]);
                }
                Node::BackReference { groups, .. } => {
                    self.references(groups).iter().try_for_each(|group| write!(f, "\\{group}"))?;
                }
            }
        }
        Ok(())
    }
}
