//! Shows steps to an observer.

use ferrotape_bytecode::StackListing;

use crate::blocks::{Block, Resume};
use ferrotape_runtime::Step;
use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::error_report;
use ferrotape_runtime::messages;
use ferrotape_runtime::vm::Vm;

#[cold]
pub(crate) fn show_step(vm: &mut Vm, code: &CodeBlock, pc: usize) {
    let listing = StackListing { unit: &code.unit.unit, code: code.stack_code() };
    let first = vm.execution.stack_machine.running().first_block;
    let blocks: Vec<Block> = vm.execution.stack_machine.blocks[first..].to_vec();
    let blocks = blocks.into_iter().map(|block| describe_block(vm, block)).collect();
    let instruction = listing.instruction(code.stack_code().instructions[pc]);
    let step = Step::new(vm.execution.stack_machine.activations.len(), pc, blocks, instruction);
    if let Some(observer) = &mut vm.execution.stack_machine.observer {
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
