//! Alternations: a chain of choices and, before many of them, a jump to the first that can succeed.

use ferrotape_budget::Termination;

use super::{Compiler, Context, Task};
use crate::guard::Guard;
use crate::program::{Instruction, Switch};
use crate::tree::{Children, Node, NodeId};

/// Fewest alternatives that begin with a [`Switch`].
const MANY: usize = 5;

impl Compiler<'_, '_> {
    /// Compiles an alternation. If it is repeated without end, `after` is the guard for what follows the repetition.
    pub(super) fn alternation(
        &mut self,
        children: Children,
        context: Context,
        after: Option<Guard>,
    ) -> Result<(), Termination> {
        let nodes = self.tree.children(children);
        let shared = after.map(|after| self.shared(nodes, context, after));
        self.plan([Task::LandAll(nodes.len() - 1)])?;
        let targets = self.program.switch_targets.len() as u32;
        let mut switch = if nodes.len() >= MANY && !context.backward { Some(Switch::new(targets)) } else { None };
        // Guard for any of the paths after the current one.
        let mut rest = Guard::NOTHING;
        for (index, &node) in nodes.iter().enumerate().rev() {
            let guard = self.before(node, context);
            let is_run = shared.is_some_and(|shared| self.is_single(node) && guard.is_disjoint(shared));
            let task = if is_run { Task::Run(node) } else { Task::Node(node, context) };
            if index + 1 < nodes.len() {
                self.plan([Task::Otherwise, task, Task::Choose(guard, rest)])?;
            } else {
                self.plan([task])?;
            }
            if let Some(switch) = &mut switch {
                self.meter.tick(switch.add(index, guard) / 4)?;
                self.plan([Task::Alternative(targets + index as u32)])?;
            }
            rest = rest.union(guard);
            self.meter.tick(2)?;
        }
        if let Some(switch) = switch {
            self.meter.reserve(&mut self.program.switch_targets, nodes.len())?;
            self.program.switch_targets.resize(targets as usize + nodes.len(), 0);
            self.emit(Instruction::Switch(self.program.switches.len() as u32))?;
            self.meter.push(&mut self.program.switches, switch)?;
        }
        Ok(())
    }

    /// Returns the units that several alternatives can begin with, or that may follow the repetition. If a unit is none
    /// of them, and one alternative is that unit, the next iterations also take it as long as it stands there: they
    /// have no other way. So a run takes them all.
    fn shared(&self, nodes: &[NodeId], context: Context, after: Guard) -> Guard {
        let (mut once, mut shared) = (after, after);
        for &node in nodes {
            let guard = self.before(node, context);
            shared = shared.union(once.intersection(guard));
            once = once.union(guard);
        }
        shared
    }

    /// Returns whether a node takes one character of a set.
    fn is_single(&self, node: NodeId) -> bool {
        matches!(self.tree.node(node), Node::Character(_) | Node::Set(_))
    }
}
