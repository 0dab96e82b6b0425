//! Steps shown to an observer.

use ferrotape_bytecode::StackListing;

use crate::code::CodeBlock;
use crate::error_report;
use crate::messages;
use crate::stack_machine::blocks::{Block, Resume};
use crate::stack_machine::trace::{Step, StepObserver};
use crate::vm::Vm;

/// Has the observer told each step of stack code from now on.
pub fn observe_steps(vm: &mut Vm, observer: StepObserver) {
    vm.stack_machine.observer = Some(observer);
}

#[cold]
pub(in crate::stack_machine) fn show_step(vm: &mut Vm, code: &CodeBlock, pc: usize) {
    let listing = StackListing { unit: &code.unit.unit, code: code.stack_code() };
    let first = vm.stack_machine.running().first_block;
    let blocks: Vec<Block> = vm.stack_machine.blocks[first..].to_vec();
    let step = Step {
        depth: vm.stack_machine.activations.len(),
        pc,
        blocks: blocks.into_iter().map(|block| describe_block(vm, block)).collect(),
        instruction: listing.instruction(code.stack_code().instructions[pc]),
    };
    if let Some(observer) = &mut vm.stack_machine.observer {
        observer(&step);
        vm.heap.budget.look_after_host();
    }
}

fn describe_block(vm: &mut Vm, block: Block) -> String {
    match block {
        Block::Enum { .. } => "ENUM".to_owned(),
        Block::With { .. } => "WITH".to_owned(),
        Block::Catch { handler, caught: None, .. } => format!("CATCH<{handler}>"),
        Block::Catch { handler, caught: Some(exception), .. } => {
            format!("CATCH<{handler},{}>", error_report::describe_exception(vm, exception))
        }
        Block::Finally { handler, .. } => format!("FINALLY<{handler}>"),
        Block::Finally2(Resume::At { pc, .. }) => format!("FINALLY2<{pc}>"),
        Block::Finally2(Resume::Return(value)) => format!("FINALLY2<return {}>", messages::describe(vm, value)),
        Block::Finally2(Resume::Throw(exception)) => {
            format!("FINALLY2<{}>", error_report::describe_exception(vm, exception))
        }
    }
}
