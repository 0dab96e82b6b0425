//! Writes the code of a tree without recursion: the remaining work lies on a stack. Tables, where neither captures nor
//! priorities matter, need no slots and empty checks.

mod repeats;

use ferrotape_budget::Termination;

use super::counters::Counter;
use super::facts::{Facts, facts, has_visible_captures};
use super::first_units::first_units;
use super::program::{Assertion, Code, Instruction, LinearProgram, Look, Slot};
use crate::meter::Meter;
use crate::tree::{Children, Node, NodeId, Tree};
use repeats::Repeat;

/// Most instructions of a pattern's code, in which counted repetitions are written out. A pattern that needs more has
/// only the backtracker.
pub const LONGEST_LINEAR_PROGRAM: usize = 1 << 18;

/// Most nodes visited while the code is written, as many of them write nothing.
const MOST_STEPS: usize = 8 * LONGEST_LINEAR_PROGRAM;

/// Fewest instructions of a program for which a counting program, which finds where matches begin, is worth it.
const SHORT: usize = if cfg!(test) { 1 } else { 256 };

/// Factor by which the counting program must be shorter.
const SHORTER: usize = if cfg!(test) { 1 } else { 8 };

/// The reason why there is no program.
enum Stop {
    /// The pattern has a back reference, or its program would be too long.
    NotLinear,
    Terminated(Termination),
}

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination)
    }
}

type Written<T> = Result<T, Stop>;

/// Target of a jump until the code is complete.
type Label = u32;

/// Work that remains, on a stack.
#[derive(Copy, Clone)]
enum Task {
    Node(NodeId),
    /// The node, as far as it matches without consuming anything.
    EmptyPath(NodeId),
    Emit(Instruction),
    Place(Label),
    /// The required iterations that are left.
    Required {
        repeat: Repeat,
        left: u32,
    },
    /// The optional iterations that are left; without a further one control goes to `exit`.
    Optional {
        repeat: Repeat,
        left: u32,
        exit: Label,
    },
}

/// Compiles a tree, unless it has back references or its program would be too long. The program's memory stays charged.
pub(super) fn compile(tree: &Tree, meter: &mut Meter<'_>) -> Result<Option<LinearProgram>, Termination> {
    if tree.has_back_references {
        return Ok(None);
    }
    let before = meter.charged();
    let program = match write_all(tree, meter) {
        Ok(program) => Some(program),
        Err(Stop::NotLinear) => None,
        Err(Stop::Terminated(termination)) => return Err(termination),
    };
    meter.settle(before + program.as_ref().map_or(0, LinearProgram::memory))?;
    Ok(program)
}

/// Writes the code of the pattern and of its look-arounds.
fn write_all(tree: &Tree, meter: &mut Meter<'_>) -> Written<LinearProgram> {
    let facts = facts(tree, meter)?;
    meter.charge(tree.nodes.len() * size_of::<Option<u32>>())?;
    let look_of_node = vec![None; tree.nodes.len()];
    let mut compiler = Compiler { tree, meter, facts, look_of_node, looks: Vec::new(), instructions: 0, steps: 0 };
    let main = match compiler.code(tree.root, false, true) {
        Ok(main) => Some(main),
        Err(Stop::NotLinear) => None,
        Err(stop) => return Err(stop),
    };
    let beginnings = compiler.beginnings(main.as_ref())?;
    let mut looks = Vec::new();
    let mut looks_behind = false;
    // The list grows during the loop, by the look-arounds inside of look-arounds.
    while let Some(&id) = compiler.looks.get(looks.len()) {
        let node = tree.node(id);
        let Node::Look { behind, node: body, .. } = node else { return Err(Stop::NotLinear) };
        looks_behind |= behind;
        let table = compiler.code(body, !behind, false)?;
        let captures = match has_visible_captures(node) {
            true => Some(compiler.code(body, behind, true)?),
            false => None,
        };
        compiler.meter.push(&mut looks, Look { table, captures })?;
    }
    let meter = compiler.meter;
    Ok(LinearProgram {
        first_units: match &main {
            Some(main) => first_units(&main.instructions, tree.sets(), tree.flags.last_character(), meter)?,
            None => None,
        },
        main,
        beginnings,
        looks: looks.into(),
        looks_behind,
        sets: tree.copy_sets(meter)?.into(),
        group_count: tree.group_count as usize,
    })
}

/// State of the compiler for all codes of a pattern.
struct Compiler<'t, 'm> {
    tree: &'t Tree,
    meter: &'t mut Meter<'m>,
    facts: Vec<Facts>,
    look_of_node: Vec<Option<u32>>,
    looks: Vec<NodeId>,
    /// Number of instructions written so far, in complete codes.
    instructions: usize,
    steps: usize,
}

impl<'t, 'm> Compiler<'t, 'm> {
    /// Writes the code of a pattern or look-around. Slots exist only if it finds captures.
    fn code(&mut self, root: NodeId, backward: bool, captures: bool) -> Written<Code> {
        let facts = self.facts[root.0 as usize];
        let is_main = root == self.tree.root;
        let slot_count = if captures { facts.slots as usize + usize::from(is_main) } else { 0 };
        self.meter.charge(slot_count * size_of::<Slot>())?;
        self.meter.tick(slot_count / 4)?;
        let writer = Writer {
            compiler: self,
            backward,
            captures,
            instructions: Vec::new(),
            labels: Vec::new(),
            tasks: vec![Task::Emit(Instruction::Accept), Task::Node(root)],
            slots: vec![Slot::MatchStart; slot_count],
            counters: Vec::new(),
        };
        let code = writer.write(is_main && captures)?;
        self.instructions += code.instructions.len();
        Ok(code)
    }

    /// Writes the code that finds where matches begin, if the pattern's own code is long because of counts and this one
    /// is not.
    fn beginnings(&mut self, main: Option<&Code>) -> Written<Option<Code>> {
        let length = main.map_or(LONGEST_LINEAR_PROGRAM, |main| main.instructions.len());
        if length < SHORT {
            return Ok(None);
        }
        let before = std::mem::take(&mut self.steps);
        let code = self.code(self.tree.root, true, false);
        self.steps += before;
        match code {
            Ok(code) if code.instructions.len() <= length / SHORTER => Ok(Some(code)),
            Ok(code) if main.is_some() => {
                self.instructions -= code.instructions.len();
                Ok(None)
            }
            Err(Stop::NotLinear) if main.is_some() => Ok(None),
            Ok(_) => Err(Stop::NotLinear),
            Err(stop) => Err(stop),
        }
    }

    fn look(&mut self, node: NodeId) -> Written<u32> {
        if let Some(look) = self.look_of_node[node.0 as usize] {
            return Ok(look);
        }
        let look = self.looks.len() as u32;
        self.meter.push(&mut self.looks, node)?;
        self.look_of_node[node.0 as usize] = Some(look);
        Ok(look)
    }
}

/// State of the compiler for one code.
struct Writer<'c, 't, 'm> {
    compiler: &'c mut Compiler<'t, 'm>,
    backward: bool,
    /// The code has slots, priorities and empty checks.
    captures: bool,
    instructions: Vec<Instruction>,
    /// Index of the instruction at each label.
    labels: Vec<u32>,
    tasks: Vec<Task>,
    slots: Vec<Slot>,
    counters: Vec<Counter>,
}

impl<'t> Writer<'_, 't, '_> {
    /// Writes the code of a node, task by task.
    fn write(mut self, saves_start: bool) -> Written<Code> {
        if saves_start {
            self.emit(Instruction::Save(0))?;
        }
        while let Some(task) = self.tasks.pop() {
            self.compiler.steps += 1;
            self.compiler.meter.tick(2)?;
            let written = self.compiler.instructions + self.instructions.len();
            if written > LONGEST_LINEAR_PROGRAM || self.compiler.steps > MOST_STEPS {
                return Err(Stop::NotLinear);
            }
            match task {
                Task::Node(node) => self.node(node)?,
                Task::EmptyPath(node) => self.empty_path(node)?,
                Task::Emit(instruction) => self.emit(instruction)?,
                Task::Place(label) => self.labels[label as usize] = self.instructions.len() as u32,
                Task::Required { repeat, left } => self.required(repeat, left)?,
                Task::Optional { repeat, left, exit } => self.optional(repeat, left, exit)?,
            }
        }
        self.compiler.meter.tick(self.instructions.len() / 8)?;
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
        Ok(Code {
            instructions: self.instructions.into(),
            backward: self.backward,
            slots: self.slots.into(),
            counters: self.counters.into(),
        })
    }

    fn facts(&self, node: NodeId) -> Facts {
        self.compiler.facts[node.0 as usize]
    }

    fn emit(&mut self, instruction: Instruction) -> Written<()> {
        Ok(self.compiler.meter.push(&mut self.instructions, instruction)?)
    }

    fn label(&mut self) -> Written<Label> {
        self.compiler.meter.push(&mut self.labels, 0)?;
        Ok(self.labels.len() as u32 - 1)
    }

    /// Plans tasks to be done in this order, before all others.
    fn then(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) -> Written<()> {
        tasks.into_iter().rev().try_for_each(|task| self.plan(task))
    }

    fn plan(&mut self, task: Task) -> Written<()> {
        Ok(self.compiler.meter.push(&mut self.tasks, task)?)
    }

    /// Returns a node's children, if they are not more than a program may have instructions. Nodes that write nothing
    /// are rarely this many.
    fn children(&mut self, children: Children) -> Written<&'t [NodeId]> {
        let children = self.compiler.tree.children(children);
        if children.len() > LONGEST_LINEAR_PROGRAM {
            return Err(Stop::NotLinear);
        }
        self.compiler.meter.tick(children.len())?;
        Ok(children)
    }

    /// Writes a node without children, or plans the tasks for its children.
    fn node(&mut self, id: NodeId) -> Written<()> {
        let tree = self.compiler.tree;
        match tree.node(id) {
            Node::Empty => Ok(()),
            Node::Character(character) => self.emit(Instruction::Character(character)),
            Node::Set(set) => self.emit(Instruction::Set(set.0)),
            Node::Sequence(children) => {
                let children = self.children(children)?;
                match self.backward {
                    false => self.then(children.iter().map(|&child| Task::Node(child))),
                    true => self.then(children.iter().rev().map(|&child| Task::Node(child))),
                }
            }
            Node::Alternation(children) => {
                let children = self.children(children)?;
                self.alternatives(children.iter().map(|&child| Task::Node(child)))
            }
            Node::Group { index, node } => self.group(id, index, Task::Node(node)),
            Node::Repeat { node, minimum, maximum, greedy, .. } => {
                self.repeat(Repeat { body: node, greedy }, minimum, maximum)
            }
            Node::Look { negated, .. } => self.look(id, negated),
            Node::InputStart => self.assert(Assertion::InputStart),
            Node::LineStart => self.assert(Assertion::LineStart),
            Node::InputEnd => self.assert(Assertion::InputEnd),
            Node::LineEnd => self.assert(Assertion::LineEnd),
            Node::WordBoundary { negated, folded } => self.assert(Assertion::WordBoundary { negated, folded }),
            Node::BackReference { .. } => Err(Stop::NotLinear),
        }
    }

    fn assert(&mut self, assertion: Assertion) -> Written<()> {
        self.emit(Instruction::Assert(assertion))
    }

    /// Writes paths in their order of priority. A split before each but the last leads to it first, then to the later ones.
    fn alternatives(&mut self, tasks: impl DoubleEndedIterator<Item = Task>) -> Written<()> {
        let exit = self.label()?;
        self.plan(Task::Place(exit))?;
        // The task planned last is done first.
        for (index, task) in tasks.rev().enumerate() {
            if index == 0 {
                self.plan(task)?;
                continue;
            }
            let (first, second) = (self.label()?, self.label()?);
            let jump = Task::Emit(Instruction::Jump(exit));
            let split = Task::Emit(Instruction::Split { first, second });
            self.then([split, Task::Place(first), task, jump, Task::Place(second)])?;
        }
        Ok(())
    }

    /// Writes the saves around a group's body, exchanged if the code runs backwards. Tables need none.
    fn group(&mut self, id: NodeId, index: u32, body: Task) -> Written<()> {
        if !self.captures {
            return self.plan(body);
        }
        let start = self.facts(id).first_slot;
        self.slots[start as usize] = Slot::GroupStart(index);
        self.slots[start as usize + 1] = Slot::GroupEnd(index);
        let (before, after) = if self.backward { (start + 1, start) } else { (start, start + 1) };
        self.emit(Instruction::Save(before))?;
        self.then([body, Task::Emit(Instruction::Save(after))])
    }

    fn look(&mut self, id: NodeId, negated: bool) -> Written<()> {
        let look = self.compiler.look(id)?;
        self.emit(Instruction::Look { look, expected: !negated })?;
        let facts = self.facts(id);
        if self.captures && facts.slots > 0 {
            self.slots[facts.first_slot as usize] = Slot::Look(look);
            self.emit(Instruction::Save(facts.first_slot))?;
        }
        Ok(())
    }
}
