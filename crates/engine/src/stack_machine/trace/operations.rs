//! Steps shown to an observer.

use ferrotape_bytecode::StackListing;

use crate::code::CodeBlock;
use crate::stack_machine::blocks::{Block, Resume};
use crate::stack_machine::trace::{Step, StepObserver};
use crate::vm::Vm;

impl Vm {
    /// Has the observer told each step of stack code from now on.
    pub fn observe_steps(&mut self, observer: StepObserver) {
        self.stack_machine.observer = Some(observer);
    }

    #[cold]
    pub(in crate::stack_machine) fn show_step(&mut self, code: &CodeBlock, pc: usize) {
        let listing = StackListing { unit: &code.unit.unit, code: code.stack_code() };
        let first = self.stack_machine.running().first_block;
        let blocks: Vec<Block> = self.stack_machine.blocks[first..].to_vec();
        let step = Step {
            depth: self.stack_machine.activations.len(),
            pc,
            blocks: blocks.into_iter().map(|block| self.describe_block(block)).collect(),
            instruction: listing.instruction(code.stack_code().instructions[pc]),
        };
        if let Some(observer) = &mut self.stack_machine.observer {
            observer(&step);
            self.heap.budget.look_after_host();
        }
    }

    fn describe_block(&mut self, block: Block) -> String {
        match block {
            Block::Enum { .. } => "ENUM".to_owned(),
            Block::With { .. } => "WITH".to_owned(),
            Block::Catch { handler, caught: None, .. } => format!("CATCH<{handler}>"),
            Block::Catch { handler, caught: Some(exception), .. } => {
                format!("CATCH<{handler},{}>", self.describe_exception(exception))
            }
            Block::Finally { handler, .. } => format!("FINALLY<{handler}>"),
            Block::Finally2(Resume::At { pc, .. }) => format!("FINALLY2<{pc}>"),
            Block::Finally2(Resume::Return(value)) => format!("FINALLY2<return {}>", self.describe(value)),
            Block::Finally2(Resume::Throw(exception)) => format!("FINALLY2<{}>", self.describe_exception(exception)),
        }
    }
}
