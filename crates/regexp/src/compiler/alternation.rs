//! Alternations: a chain of choices and, before many of them, a jump to the first that can succeed.

use ferrotape_budget::Termination;

use super::{Compiler, Context, Task};
use crate::guard::Guard;
use crate::program::{Instruction, Switch};
use crate::tree::Children;

/// Fewest alternatives that begin with a [`Switch`].
const MANY: usize = 5;

impl Compiler<'_, '_> {
    pub(super) fn alternation(&mut self, children: Children, context: Context) -> Result<(), Termination> {
        let nodes = self.tree.children(children);
        self.plan([Task::LandAll(nodes.len() - 1)])?;
        let targets = self.program.switch_targets.len() as u32;
        let mut switch = if nodes.len() >= MANY && !context.backward { Some(Switch::new(targets)) } else { None };
        // Guard for any of the paths after the current one.
        let mut rest = Guard::NOTHING;
        for (index, &node) in nodes.iter().enumerate().rev() {
            let guard = self.before(node, context);
            if index + 1 < nodes.len() {
                self.plan([Task::Otherwise, Task::Node(node, context), Task::Choose(guard, rest)])?;
            } else {
                self.plan([Task::Node(node, context)])?;
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
}
