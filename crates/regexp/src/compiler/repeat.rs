//! Repetitions: the simplest code that does what RepeatMatcher (ECMA-262 22.2.2.3.1) does.

use super::{Compiler, Context, Task};
use crate::guard::Guard;
use crate::program::{Instruction, Loop, Run, RunKind};
use crate::tree::{Captures, Node, NodeId};

#[derive(Copy, Clone)]
pub(super) struct Repeat {
    pub node: NodeId,
    pub minimum: u32,
    /// `u32::MAX`: no maximum.
    pub maximum: u32,
    pub greedy: bool,
    pub captures: Captures,
}

impl Compiler<'_> {
    pub(super) fn repeat(&mut self, repeat: Repeat, context: Context) {
        let body = if context.backward { Guard::ANYTHING } else { self.before(repeat.node, context) };
        let may_be_empty = self.first[repeat.node.0 as usize].may_be_empty || context.backward;
        match (self.run_set(repeat.node), repeat) {
            (Some(set), _) if !context.backward => self.run(set, repeat, context.follow),
            (_, Repeat { minimum: 0, maximum: 1, .. }) if !may_be_empty => self.optional(repeat, body, context),
            (_, Repeat { minimum: 0, maximum: u32::MAX, .. }) if !may_be_empty => self.star(repeat, body, context),
            (_, Repeat { minimum: 1, maximum: u32::MAX, .. }) if !may_be_empty => self.plus(repeat, body, context),
            _ => self.counted(repeat, body, context),
        }
    }

    /// The set, if the node is a single one or a character.
    fn run_set(&mut self, node: NodeId) -> Option<u32> {
        match self.tree.node(node) {
            Node::Character(character) => Some(self.character_set(character)),
            Node::Set(set) => Some(set.0),
            _ => None,
        }
    }

    fn run(&mut self, set: u32, repeat: Repeat, follow: Guard) {
        let guard = Guard::set(&self.program.sets[set as usize]);
        let kind = match repeat.greedy {
            _ if guard.is_disjoint(follow) => RunKind::Possessive,
            _ if repeat.minimum == repeat.maximum => RunKind::Possessive,
            true => RunKind::Greedy,
            false => RunKind::Lazy,
        };
        let follow = self.guard(follow);
        let Repeat { minimum, maximum, .. } = repeat;
        self.program.runs.push(Run { set, minimum, maximum, kind, follow, next: self.here() + 1 });
        self.emit(Instruction::Run(self.program.runs.len() as u32 - 1));
    }

    fn optional(&mut self, repeat: Repeat, body: Guard, context: Context) {
        self.tasks.extend([Task::Land, Task::Node(repeat.node, context)]);
        self.tasks.push(Task::Choose(body, context.follow));
        self.turn_if_lazy(repeat, body, context);
    }

    /// ```text
    /// start: Choose body or exit      start: Choose exit or body
    ///        body                            Jump exit
    ///        Jump start                body: …
    /// exit:                                  Jump start
    ///                                  exit:
    /// ```
    fn star(&mut self, repeat: Repeat, body: Guard, context: Context) {
        let start = self.here();
        let inner = Context { follow: body.union(context.follow), ..context };
        self.tasks.extend([Task::Land, Task::Emit(Instruction::Jump(start)), Task::Node(repeat.node, inner)]);
        self.tasks.extend(reset(repeat.captures).map(Task::Emit));
        self.tasks.push(Task::Choose(body, context.follow));
        self.turn_if_lazy(repeat, body, context);
    }

    /// Replaces the choice that was just planned by one that goes on after the body first.
    fn turn_if_lazy(&mut self, repeat: Repeat, body: Guard, context: Context) {
        if !repeat.greedy {
            self.tasks.pop();
            self.tasks.extend([Task::Otherwise, Task::Choose(context.follow, body)]);
        }
    }

    fn plus(&mut self, repeat: Repeat, body: Guard, context: Context) {
        let (start, follow) = (self.here(), context.follow);
        let inner = Context { follow: body.union(follow), ..context };
        let again = Task::Again { start, body, follow, greedy: repeat.greedy };
        self.tasks.extend([again, Task::Node(repeat.node, inner)]);
        self.tasks.extend(reset(repeat.captures).map(Task::Emit));
    }

    fn counted(&mut self, repeat: Repeat, body: Guard, context: Context) {
        let Repeat { node, minimum, maximum, greedy, captures } = repeat;
        let may_be_empty = self.first[node.0 as usize].may_be_empty;
        let is_counted = minimum > 0 || maximum < u32::MAX;
        let counter = is_counted.then(|| self.new_register());
        // An iteration that belongs to the minimum may be empty.
        let start = (may_be_empty && maximum > minimum).then(|| self.new_register());
        let reset = (captures.start * 2, captures.end * 2);
        let id = self.program.loops.len() as u32;
        self.program.loops.push(Loop {
            minimum,
            maximum,
            greedy,
            counter,
            start,
            reset,
            head: self.here() + 1,
            exit: 0,
        });
        self.open.push(self.here());
        self.emit(Instruction::LoopStart(id));
        self.emit(Instruction::LoopHead(id));
        self.emit(Instruction::LoopEnter(id));
        let inner = Context { follow: body.union(context.follow), ..context };
        self.tasks.extend([Task::Land, Task::Emit(Instruction::LoopBack(id)), Task::Node(node, inner)]);
    }
}

fn reset(captures: Captures) -> Option<Instruction> {
    let reset = Instruction::Reset { start: captures.start * 2, end: captures.end * 2 };
    (!captures.is_empty()).then_some(reset)
}
