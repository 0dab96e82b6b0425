//! Writes the code of a tree, without recursion: what is still to be written lies on a stack. Tables, where neither
//! captures nor priorities matter, do without slots and empty checks.

mod repeats;

use super::facts::{Facts, facts, has_visible_captures};
use super::first_units::first_units;
use super::program::{Assertion, Code, Instruction, LinearProgram, Look, Slot};
use crate::tree::{Node, NodeId, Tree};
use repeats::Repeat;

/// Of all the code of a pattern. A pattern that needs more has only the backtracker.
const MOST_INSTRUCTIONS: usize = 1 << 18;

/// Nodes that may be looked at in writing it, since many of them write nothing.
const MOST_STEPS: usize = 8 * MOST_INSTRUCTIONS;

/// Until the code is complete, jumps lead to labels.
type Label = u32;

#[derive(Copy, Clone)]
enum Task {
    Node(NodeId),
    /// The node, as far as it matches without consuming anything.
    EmptyPath(NodeId),
    Emit(Instruction),
    Place(Label),
    /// So many iterations that must be.
    Required {
        repeat: Repeat,
        left: u32,
    },
    /// So many that may be; none further leads to `exit`.
    Optional {
        repeat: Repeat,
        left: u32,
        exit: Label,
    },
}

pub(super) fn compile(tree: &Tree) -> Option<LinearProgram> {
    if tree.has_back_references {
        return None;
    }
    let mut compiler = Compiler {
        tree,
        facts: facts(tree),
        look_of_node: vec![None; tree.nodes.len()],
        looks: Vec::new(),
        instructions: 0,
        steps: 0,
    };
    let main = compiler.code(tree.root, false, true)?;
    let mut looks = Vec::new();
    let mut looks_behind = false;
    // The list grows while it is worked on: by the look-arounds inside of look-arounds.
    while let Some(&id) = compiler.looks.get(looks.len()) {
        let node = tree.node(id);
        let Node::Look { behind, node: body, .. } = node else { return None };
        looks_behind |= behind;
        let table = compiler.code(body, !behind, false)?;
        let captures = match has_visible_captures(node) {
            true => Some(compiler.code(body, behind, true)?),
            false => None,
        };
        looks.push(Look { table, captures });
    }
    Some(LinearProgram {
        first_units: first_units(&main.instructions, tree.sets()),
        main,
        looks: looks.into(),
        looks_behind,
        sets: tree.sets().into(),
        group_count: tree.group_count as usize,
    })
}

struct Compiler<'t> {
    tree: &'t Tree,
    facts: Vec<Facts>,
    look_of_node: Vec<Option<u32>>,
    looks: Vec<NodeId>,
    /// Written so far, in complete codes.
    instructions: usize,
    steps: usize,
}

impl<'t> Compiler<'t> {
    fn code(&mut self, root: NodeId, backward: bool, captures: bool) -> Option<Code> {
        let facts = self.facts[root.0 as usize];
        let is_main = root == self.tree.root;
        let slot_count = if captures { facts.slots as usize + usize::from(is_main) } else { 0 };
        let writer = Writer {
            compiler: self,
            backward,
            captures,
            instructions: Vec::new(),
            labels: Vec::new(),
            tasks: vec![Task::Emit(Instruction::Accept), Task::Node(root)],
            slots: vec![Slot::MatchStart; slot_count],
        };
        let (instructions, slots) = writer.write(is_main && captures)?;
        self.instructions += instructions.len();
        Some(Code { instructions: instructions.into(), backward, slots: slots.into() })
    }

    fn look(&mut self, node: NodeId) -> u32 {
        let looks = &mut self.looks;
        *self.look_of_node[node.0 as usize].get_or_insert_with(|| {
            looks.push(node);
            looks.len() as u32 - 1
        })
    }
}

struct Writer<'c, 't> {
    compiler: &'c mut Compiler<'t>,
    backward: bool,
    /// With slots, priorities and empty checks.
    captures: bool,
    instructions: Vec<Instruction>,
    /// The instruction at which each label stands.
    labels: Vec<u32>,
    tasks: Vec<Task>,
    slots: Vec<Slot>,
}

impl Writer<'_, '_> {
    fn write(mut self, saves_start: bool) -> Option<(Vec<Instruction>, Vec<Slot>)> {
        if saves_start {
            self.instructions.push(Instruction::Save(0));
        }
        while let Some(task) = self.tasks.pop() {
            self.compiler.steps += 1;
            let written = self.compiler.instructions + self.instructions.len();
            if written > MOST_INSTRUCTIONS || self.compiler.steps > MOST_STEPS {
                return None;
            }
            match task {
                Task::Node(node) => self.node(node)?,
                Task::EmptyPath(node) => self.empty_path(node),
                Task::Emit(instruction) => self.instructions.push(instruction),
                Task::Place(label) => self.labels[label as usize] = self.instructions.len() as u32,
                Task::Required { repeat, left } => self.required(repeat, left),
                Task::Optional { repeat, left, exit } => self.optional(repeat, left, exit),
            }
        }
        let labels = &self.labels;
        for instruction in &mut self.instructions {
            match instruction {
                Instruction::Jump(target) => *target = labels[*target as usize],
                Instruction::Split { first, second } => {
                    *first = labels[*first as usize];
                    *second = labels[*second as usize];
                }
                _ => {}
            }
        }
        Some((self.instructions, self.slots))
    }

    fn facts(&self, node: NodeId) -> Facts {
        self.compiler.facts[node.0 as usize]
    }

    fn label(&mut self) -> Label {
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    /// The tasks are done in this order, before all others.
    fn then(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn node(&mut self, id: NodeId) -> Option<()> {
        let tree = self.compiler.tree;
        match tree.node(id) {
            Node::Empty => {}
            Node::Character(character) => self.instructions.push(Instruction::Character(character)),
            Node::Set(set) => self.instructions.push(Instruction::Set(set.0)),
            Node::Sequence(children) => {
                let children = tree.children(children);
                match self.backward {
                    false => self.then(children.iter().map(|&child| Task::Node(child))),
                    true => self.then(children.iter().rev().map(|&child| Task::Node(child))),
                }
            }
            Node::Alternation(children) => {
                let children = tree.children(children).iter().map(|&child| Task::Node(child)).collect();
                self.alternatives(children);
            }
            Node::Group { index, node } => self.group(id, index, Task::Node(node)),
            Node::Repeat { node, minimum, maximum, greedy, .. } => {
                self.repeat(Repeat { body: node, greedy }, minimum, maximum);
            }
            Node::Look { negated, .. } => self.look(id, negated),
            Node::InputStart => self.assert(Assertion::InputStart),
            Node::LineStart => self.assert(Assertion::LineStart),
            Node::InputEnd => self.assert(Assertion::InputEnd),
            Node::LineEnd => self.assert(Assertion::LineEnd),
            Node::WordBoundary { negated: false } => self.assert(Assertion::WordBoundary),
            Node::WordBoundary { negated: true } => self.assert(Assertion::NotWordBoundary),
            Node::BackReference(_) => return None,
        }
        Some(())
    }

    fn assert(&mut self, assertion: Assertion) {
        self.instructions.push(Instruction::Assert(assertion));
    }

    fn alternatives(&mut self, tasks: Vec<Task>) {
        let exit = self.label();
        let last = tasks.len().saturating_sub(1);
        let mut all = Vec::with_capacity(tasks.len() * 5);
        for (index, task) in tasks.into_iter().enumerate() {
            if index == last {
                all.push(task);
                break;
            }
            let (first, second) = (self.label(), self.label());
            let jump = Task::Emit(Instruction::Jump(exit));
            let split = Task::Emit(Instruction::Split { first, second });
            all.extend([split, Task::Place(first), task, jump, Task::Place(second)]);
        }
        all.push(Task::Place(exit));
        self.then(all);
    }

    fn group(&mut self, id: NodeId, index: u32, body: Task) {
        if !self.captures {
            return self.tasks.push(body);
        }
        let start = self.facts(id).first_slot;
        self.slots[start as usize] = Slot::GroupStart(index);
        self.slots[start as usize + 1] = Slot::GroupEnd(index);
        let (before, after) = if self.backward { (start + 1, start) } else { (start, start + 1) };
        self.instructions.push(Instruction::Save(before));
        self.then([body, Task::Emit(Instruction::Save(after))]);
    }

    fn look(&mut self, id: NodeId, negated: bool) {
        let look = self.compiler.look(id);
        self.instructions.push(Instruction::Look { look, expected: !negated });
        let facts = self.facts(id);
        if self.captures && facts.slots > 0 {
            self.slots[facts.first_slot as usize] = Slot::Look(look);
            self.instructions.push(Instruction::Save(facts.first_slot));
        }
    }
}
