//! Reservation of stack space for activations.

use ferrotape_budget::growth;

use crate::error::Completion;
use crate::messages;
use crate::vm::Vm;

/// Makes room on both stacks for an activation; a RangeError if that is too deep.
pub fn reserve_activation(vm: &mut Vm, max_values: usize, max_blocks: usize) -> Completion<()> {
    let machine = &vm.execution.stack_machine;
    if machine.in_use() + max_values + max_blocks + vm.execution.top >= vm.options.stack_values {
        return vm.range_error(messages::TOO_MUCH_RECURSION);
    }
    let added = added_bytes(&machine.values, max_values)
        + added_bytes(&machine.blocks, max_blocks)
        + added_bytes(&machine.activations, 1);
    if added > 0 {
        vm.heap.room(added)?;
        let machine = &mut vm.execution.stack_machine;
        reserve(&mut machine.values, max_values);
        reserve(&mut machine.blocks, max_blocks);
        reserve(&mut machine.activations, 1);
        vm.account_stacks();
    }
    Ok(())
}

/// Bytes that making room for `more` takes.
fn added_bytes<T>(stack: &Vec<T>, more: usize) -> usize {
    growth(stack, more).map_or(0, |(_, bytes)| bytes)
}

fn reserve<T>(stack: &mut Vec<T>, more: usize) {
    if let Some((capacity, _)) = growth(stack, more) {
        stack.reserve_exact(capacity - stack.len());
    }
}
