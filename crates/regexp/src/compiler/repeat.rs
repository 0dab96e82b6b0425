//! Repetitions: the simplest code that implements RepeatMatcher (ECMA-262 22.2.2.3.1).

use ferrotape_budget::Termination;

use super::{Compiler, Context, Task};
use crate::guard::Guard;
use crate::program::{Instruction, Loop, Run, RunKind};
use crate::tree::{Captures, Node, NodeId};

/// A repetition of the tree.
#[derive(Copy, Clone)]
pub(super) struct Repeat {
    pub node: NodeId,
    pub minimum: u32,
    /// Most iterations; `u32::MAX` for no maximum.
    pub maximum: u32,
    pub greedy: bool,
    pub captures: Captures,
}

impl Compiler<'_, '_> {
    /// Chooses the code for a repetition: a run of one set, a choice without a counter if no iteration can be empty, or a loop.
    pub(super) fn repeat(&mut self, repeat: Repeat, context: Context) -> Result<(), Termination> {
        let body = if context.backward { Guard::ANYTHING } else { self.before(repeat.node, context) };
        let may_be_empty = self.first[repeat.node.0 as usize].may_be_empty || context.backward;
        match (self.run_set(repeat.node)?, repeat) {
            (Some(set), _) if !context.backward => self.run(set, repeat, context.follow),
            (_, Repeat { minimum: 0, maximum: 1, .. }) if !may_be_empty => self.optional(repeat, body, context),
            (_, Repeat { minimum: 0, maximum: u32::MAX, .. }) if !may_be_empty => self.star(repeat, body, context),
            (_, Repeat { minimum: 1, maximum: u32::MAX, .. }) if !may_be_empty => self.plus(repeat, body, context),
            _ => self.counted(repeat, body, context),
        }
    }

    /// Returns the set, if the node is a single set or a character.
    fn run_set(&mut self, node: NodeId) -> Result<Option<u32>, Termination> {
        match self.tree.node(node) {
            Node::Character(character) => self.character_set(character).map(Some),
            Node::Set(set) => Ok(Some(set.0)),
            _ => Ok(None),
        }
    }

    /// Emits a run over one set. It is possessive where giving back could not help: nothing that follows is in the set.
    fn run(&mut self, set: u32, repeat: Repeat, follow: Guard) -> Result<(), Termination> {
        let guard = Guard::set(&self.program.sets[set as usize]);
        let kind = match repeat.greedy {
            _ if guard.is_disjoint(follow) => RunKind::Possessive,
            _ if repeat.minimum == repeat.maximum => RunKind::Possessive,
            true => RunKind::Greedy,
            false => RunKind::Lazy,
        };
        let follow = self.guard(follow)?;
        let Repeat { minimum, maximum, .. } = repeat;
        let (table, bit) = self.run_table(set)?;
        let most = if kind == RunKind::Lazy { minimum } else { maximum };
        let run = Run { set, table, bit, minimum, maximum, most, kind, follow, next: self.here() + 1 };
        self.meter.push(&mut self.program.runs, run)?;
        self.emit(Instruction::Run(self.program.runs.len() as u32 - 1))
    }

    /// Returns the task of compiling the body of a repetition without end.
    fn body(&self, repeat: Repeat, inner: Context, follow: Guard) -> Task {
        match self.tree.node(repeat.node) {
            Node::Alternation(children) if !inner.backward => Task::Repeated(children, inner, follow),
            _ => Task::Node(repeat.node, inner),
        }
    }

    /// Emits a run of at least one, which nothing after it can shorten, of a character or a set.
    pub(super) fn possessive_run(&mut self, node: NodeId) -> Result<(), Termination> {
        let captures = Captures { start: 0, end: 0 };
        let repeat = Repeat { node, minimum: 1, maximum: u32::MAX, greedy: true, captures };
        match self.run_set(node)? {
            Some(set) => self.run(set, repeat, Guard::NOTHING),
            None => self.emit(Instruction::Fail),
        }
    }

    /// Returns the place of a set in [`crate::program::Program::run_tables`]: a table and a bit.
    fn run_table(&mut self, set: u32) -> Result<(u32, u8), Termination> {
        let index = set as usize;
        if let Some(missing) = (index + 1).checked_sub(self.run_tables.len()) {
            self.meter.reserve(&mut self.run_tables, missing)?;
            self.run_tables.resize(self.run_tables.len() + missing, None);
        }
        if let Some(place) = self.run_tables[index] {
            return Ok(place);
        }
        self.meter.tick(4)?;
        let (table, bit) = (self.table_count / 8, 1 << (self.table_count % 8));
        if bit == 1 {
            self.meter.push(&mut self.program.run_tables, [0; 256])?;
        }
        Guard::set(&self.program.sets[index]).mark(&mut self.program.run_tables[table as usize], bit);
        self.run_tables[index] = Some((table, bit));
        self.table_count += 1;
        Ok((table, bit))
    }

    fn optional(&mut self, repeat: Repeat, body: Guard, context: Context) -> Result<(), Termination> {
        self.plan([Task::Land, Task::Node(repeat.node, context)])?;
        self.choose_iteration(repeat, body, context)
    }

    /// ```text
    /// start: Choose body or exit      start: Choose exit or body
    ///        body                            Jump exit
    ///        Jump start                body: …
    /// exit:                                  Jump start
    ///                                  exit:
    /// ```
    fn star(&mut self, repeat: Repeat, body: Guard, context: Context) -> Result<(), Termination> {
        let start = self.here();
        let inner = Context { follow: body.union(context.follow), ..context };
        self.plan([Task::Land, Task::Emit(Instruction::Jump(start)), self.body(repeat, inner, context.follow)])?;
        self.plan_reset(repeat)?;
        self.choose_iteration(repeat, body, context)
    }

    /// Chooses between an iteration and the code after it. Greed decides which of them is tried first.
    fn choose_iteration(&mut self, repeat: Repeat, body: Guard, context: Context) -> Result<(), Termination> {
        match repeat.greedy {
            true => self.plan([Task::Choose(body, context.follow)]),
            false => self.plan([Task::Otherwise, Task::Choose(context.follow, body)]),
        }
    }

    fn plus(&mut self, repeat: Repeat, body: Guard, context: Context) -> Result<(), Termination> {
        let (start, follow) = (self.here(), context.follow);
        let inner = Context { follow: body.union(follow), ..context };
        let again = Task::Again { start, body, follow, greedy: repeat.greedy };
        self.plan([again, self.body(repeat, inner, follow)])?;
        self.plan_reset(repeat)
    }

    /// Emits a loop with registers for the number of iterations and the start of the current one, as far as it needs them.
    fn counted(&mut self, repeat: Repeat, body: Guard, context: Context) -> Result<(), Termination> {
        let Repeat { node, minimum, maximum, greedy, captures } = repeat;
        let may_be_empty = self.first[node.0 as usize].may_be_empty;
        let is_counted = minimum > 0 || maximum < u32::MAX;
        let counter = is_counted.then(|| self.new_register());
        // An iteration that belongs to the minimum may be empty.
        let start = (may_be_empty && maximum > minimum).then(|| self.new_register());
        let reset = (captures.start * 2, captures.end * 2);
        let id = self.program.loops.len() as u32;
        let head = self.here() + 1;
        let new = Loop { minimum, maximum, greedy, counter, start, reset, head, exit: 0 };
        self.meter.push(&mut self.program.loops, new)?;
        self.leave_open()?;
        self.emit(Instruction::LoopStart(id))?;
        self.emit(Instruction::LoopHead(id))?;
        self.emit(Instruction::LoopEnter(id))?;
        let inner = Context { follow: body.union(context.follow), ..context };
        self.plan([Task::Land, Task::Emit(Instruction::LoopBack(id)), Task::Node(node, inner)])
    }

    /// Plans the reset of captures at the start of each iteration (RepeatMatcher, step 4).
    fn plan_reset(&mut self, Repeat { captures, .. }: Repeat) -> Result<(), Termination> {
        if captures.is_empty() {
            return Ok(());
        }
        self.plan([Task::Emit(Instruction::Reset { start: captures.start * 2, end: captures.end * 2 })])
    }
}
