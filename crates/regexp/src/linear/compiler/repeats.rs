//! Loops and counted repeats. Counts are written out. A loop is one of
//!
//! ```text
//! e*    head: split(entry, exit)         e+   entry: reset…; e
//!       entry: begin; reset…; e; end                 split(entry, exit)
//!             jump head                        exit:
//!       exit:
//! ```
//!
//! `begin` and `end` stand only around bodies that may be empty. One flag of a thread is enough for any nesting:
//! `begin` clears it, consuming sets it, and `end` tests it. An inner iteration that ends has consumed something, and
//! so have all those around it.

use super::super::counters::Counter;
use super::super::program::{Instruction, MOST_UNITS};
use super::{Label, Task, Writer, Written};
use crate::tree::{Node, NodeId};

/// A repetition whose body is written.
#[derive(Copy, Clone)]
pub(super) struct Repeat {
    pub body: NodeId,
    pub greedy: bool,
}

/// Bounds on the number of iterations.
#[derive(Copy, Clone)]
struct Times {
    minimum: u64,
    maximum: Option<u64>,
}

impl Times {
    /// Returns these bounds repeated `outer` times. None if some number between the least and the most would be
    /// missing, such as 1 and 4 of {2,3}{0,2}.
    fn repeated(self, outer: Times) -> Option<Times> {
        let is_one_number = outer.maximum == Some(outer.minimum);
        // The first possible gap follows the least number of times; later ones are narrower.
        let has_no_gap = match self.maximum {
            None if outer.minimum > 0 => true,
            None => self.minimum <= 1,
            Some(maximum) => {
                outer.minimum.saturating_mul(maximum).saturating_add(1)
                    >= (outer.minimum + 1).saturating_mul(self.minimum)
            }
        };
        let maximum = match (self.maximum, outer.maximum) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(inner), Some(outer)) => Some(inner.saturating_mul(outer)),
            _ => None,
        };
        (is_one_number || has_no_gap).then_some(Times { minimum: self.minimum.saturating_mul(outer.minimum), maximum })
    }
}

impl Repeat {
    /// Chooses between an iteration, which a greedy repeat tries first, and leaving the loop.
    fn split(self, entry: Label, exit: Label) -> Task {
        Task::Emit(match self.greedy {
            true => Instruction::Split { first: entry, second: exit },
            false => Instruction::Split { first: exit, second: entry },
        })
    }
}

impl Writer<'_, '_, '_> {
    /// Returns the counter of a counted repetition of one character or set, where neither captures nor priorities
    /// matter. None for anything else, or if counting is not worth it. Nested repetitions become one, if together they
    /// allow every number between the least and the most.
    fn counter(&mut self, repeat: Repeat, minimum: u32, maximum: Option<u32>) -> Written<Option<Counter>> {
        let (mut id, mut times) = (repeat.body, Times { minimum: minimum.into(), maximum: maximum.map(u64::from) });
        let body = loop {
            self.compiler.meter.tick(1)?;
            match self.compiler.tree.node(id) {
                Node::Character(character) => break Instruction::Character(character),
                Node::Set(set) => break Instruction::Set(set.0),
                Node::Group { node, .. } => id = node,
                Node::Repeat { node, minimum, maximum, .. } => {
                    let inner = Times { minimum: minimum.into(), maximum: maximum.map(u64::from) };
                    let Some(both) = inner.repeated(times) else { return Ok(None) };
                    (id, times) = (node, both);
                }
                _ => return Ok(None),
            }
        };
        // A maximum beyond any text is no maximum; a minimum beyond any text cannot be reached.
        let minimum = times.minimum.min(MOST_UNITS as u64) as u32;
        let maximum = times.maximum.filter(|&maximum| maximum < MOST_UNITS as u64).map(|maximum| maximum as u32);
        let is_simple = minimum <= 1 && maximum.is_none_or(|maximum| maximum <= 1);
        Ok((!is_simple).then_some(Counter { body, minimum, maximum }))
    }

    /// Writes a repetition: by a counter in tables, else written out. Bounds beyond any text are none.
    pub(super) fn repeat(&mut self, repeat: Repeat, minimum: u32, maximum: Option<u32>) -> Written<()> {
        if !self.captures
            && let Some(counter) = self.counter(repeat, minimum, maximum)?
        {
            self.compiler.meter.push(&mut self.counters, counter)?;
            return self.emit(Instruction::Count(self.counters.len() as u32 - 1));
        }
        let facts = self.facts(repeat.body);
        if facts.always_empty {
            // A second required empty iteration changes nothing, and an optional one fails.
            return self.plan(Task::Required { repeat, left: minimum.min(1) });
        }
        if minimum as usize >= MOST_UNITS && !facts.nullable {
            return self.emit(Instruction::Fail);
        }
        let optional = maximum.map(|maximum| maximum.saturating_sub(minimum));
        match optional.filter(|&optional| (optional as usize) < MOST_UNITS) {
            None => self.unbounded(repeat, minimum),
            Some(left) => {
                let exit = self.label()?;
                let optional = Task::Optional { repeat, left, exit };
                self.then([Task::Required { repeat, left: minimum }, optional, Task::Place(exit)])
            }
        }
    }

    pub(super) fn required(&mut self, repeat: Repeat, left: u32) -> Written<()> {
        if left == 0 {
            return Ok(());
        }
        self.plan(Task::Required { repeat, left: left - 1 })?;
        self.plan(Task::Node(repeat.body))?;
        self.reset(repeat.body).map_or(Ok(()), |reset| self.emit(reset))
    }

    pub(super) fn optional(&mut self, repeat: Repeat, left: u32, exit: Label) -> Written<()> {
        if left == 0 {
            return Ok(());
        }
        let entry = self.label()?;
        let mut tasks = vec![repeat.split(entry, exit), Task::Place(entry)];
        tasks.extend(self.iteration(repeat.body));
        tasks.push(Task::Optional { repeat, left: left - 1, exit });
        self.then(tasks)
    }

    /// Writes an unbounded loop. If that saves a copy, its first iteration is the last required one: nested `+` would
    /// otherwise double the code at each level.
    fn unbounded(&mut self, repeat: Repeat, minimum: u32) -> Written<()> {
        let (head, entry, exit) = (self.label()?, self.label()?, self.label()?);
        let is_checked = self.is_checked(repeat.body);
        let iteration = self.iteration(repeat.body);
        let split = repeat.split(entry, exit);
        if minimum == 0 || (is_checked && !repeat.greedy) {
            let mut tasks = vec![Task::Required { repeat, left: minimum }];
            tasks.extend([Task::Place(head), split, Task::Place(entry)]);
            tasks.extend(iteration);
            tasks.extend([Task::Emit(Instruction::Jump(head)), Task::Place(exit)]);
            return self.then(tasks);
        }
        let mut tasks = vec![Task::Required { repeat, left: minimum - 1 }];
        if !is_checked {
            tasks.push(Task::Place(entry));
            tasks.extend(iteration);
            tasks.extend([split, Task::Place(exit)]);
            return self.then(tasks);
        }
        // An empty required iteration followed by others is equivalent to these others alone. A greedy loop has tried
        // them before. So after the empty iteration only leaving the loop is new.
        let empty = self.label()?;
        tasks.extend([repeat.split(entry, empty), Task::Place(entry)]);
        tasks.extend(iteration);
        tasks.extend([split, Task::Place(empty)]);
        tasks.extend(self.reset(repeat.body).map(Task::Emit));
        tasks.extend([Task::EmptyPath(repeat.body), Task::Place(exit)]);
        self.then(tasks)
    }

    /// Writes the node as far as it matches without consuming: no loops, and never larger than the node.
    pub(super) fn empty_path(&mut self, id: NodeId) -> Written<()> {
        let tree = self.compiler.tree;
        match tree.node(id) {
            _ if !self.is_nullable(id) => self.emit(Instruction::Fail),
            Node::Sequence(children) => {
                let children = self.children(children)?;
                self.then(children.iter().map(|&child| Task::EmptyPath(child)))
            }
            Node::Alternation(children) => {
                let children = self.children(children)?;
                let nullable: Vec<NodeId> =
                    children.iter().filter(|child| self.is_nullable(**child)).copied().collect();
                self.alternatives(nullable.into_iter().map(Task::EmptyPath))
            }
            Node::Group { index, node } => self.group(id, index, Task::EmptyPath(node)),
            Node::Repeat { minimum: 0, .. } => Ok(()),
            Node::Repeat { node, .. } => self.plan(Task::EmptyPath(node)),
            _ => self.plan(Task::Node(id)),
        }
    }

    fn is_nullable(&self, node: NodeId) -> bool {
        self.facts(node).nullable
    }

    /// Returns the tasks of an iteration that fails if it is empty.
    fn iteration(&self, body: NodeId) -> Vec<Task> {
        let check = |instruction| self.is_checked(body).then_some(Task::Emit(instruction));
        let mut tasks = Vec::with_capacity(4);
        tasks.extend(check(Instruction::BeginIteration));
        tasks.extend(self.reset(body).map(Task::Emit));
        tasks.push(Task::Node(body));
        tasks.extend(check(Instruction::EndIteration));
        tasks
    }

    fn is_checked(&self, body: NodeId) -> bool {
        self.captures && self.facts(body).nullable
    }

    /// Returns the reset of captures at the start of each iteration (RepeatMatcher, ECMA-262 22.2.2.3.1).
    fn reset(&self, body: NodeId) -> Option<Instruction> {
        let facts = self.facts(body);
        let reset = Instruction::Reset { first: facts.first_slot, end: facts.first_slot + facts.slots };
        (self.captures && facts.slots > 0).then_some(reset)
    }
}
