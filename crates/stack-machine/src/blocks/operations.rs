//! Operations that enter and leave blocks.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_heap::stack_activation::{Block, Resume};

use crate::Next;
use crate::blocks::Ended;
use ferrotape_runtime::code::Scope;
use ferrotape_runtime::convert;
use ferrotape_runtime::enumeration;
use ferrotape_runtime::environment::{self, Record, RecordKind};
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::heap::{RecordId, ScopeId};
use ferrotape_runtime::throw_site::{self, Waiting};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::watch;

/// S.ENUM: saves E, and sets it to the enumeration of a value's property names.
pub(crate) fn start_enum(vm: &mut Vm, value: Value) -> Completion<()> {
    let enumeration = enumeration::start_enumeration(vm, value)?;
    let saved = std::mem::replace(&mut vm.execution.stack_machine.running().enumeration, enumeration);
    vm.execution.stack_machine.blocks.push(Block::Enum { saved });
    Ok(())
}

/// Inserts a record in front of the scope chain, and creates a WITH block that removes it.
pub(crate) fn start_scope(vm: &mut Vm, kind: RecordKind) {
    let (scope, _) = insert_scope(vm, kind);
    vm.execution.stack_machine.blocks.push(Block::With { scope });
}

/// Inserts a record in front of the scope chain. Returns the previous scope chain and the new record.
pub(crate) fn insert_scope(vm: &mut Vm, kind: RecordKind) -> (Option<RecordId>, RecordId) {
    let parent = vm.frame().environment;
    let record = vm.heap.new_record(Record { parent, kind });
    set_scope(vm, Some(record));
    (parent, record)
}

fn set_scope(vm: &mut Vm, scope: Option<RecordId>) {
    if let Some(frame) = vm.execution.frames.last_mut() {
        frame.environment = scope;
    }
}

/// S.BLOCK: opens a scope for the declarations of a block.
pub(crate) fn start_block_scope(vm: &mut Vm, scope: ScopeId) {
    let count = vm.heap.scope(scope).names.len();
    vm.heap.budget.work_later(count as u64 / ELEMENTS_PER_TICK);
    let values: Vec<Value> = vm.heap.scope(scope).first_values().collect();
    start_scope(vm, RecordKind::closed(scope, count, values.into_iter()));
}

/// FRESH: copies the innermost scope for the next turn of the loop; closures made in the scope keep the original
/// (CreatePerIterationEnvironment, ECMA-262 14.7.4.4).
pub(crate) fn copy_scope(vm: &mut Vm) {
    let Some(innermost) = vm.frame().environment else { return };
    let Record { parent, kind } = &vm.heap[innermost];
    let (parent, Some(scope)) = (*parent, kind.scope()) else { return };
    let count = vm.heap.scope(scope).names.len();
    vm.heap.budget.work_later(count as u64 / ELEMENTS_PER_TICK);
    let values: Vec<Value> = (0..count as u32).map(|index| environment::bound_value(vm, innermost, index)).collect();
    let kind = RecordKind::closed(scope, count, values.into_iter());
    let copy = vm.heap.new_record(Record { parent, kind });
    set_scope(vm, Some(copy));
}

/// S.TRYC: creates a CATCH block.
pub(crate) fn start_catch(vm: &mut Vm, name: Value, handler: u32) {
    let machine = &mut vm.execution.stack_machine;
    let height = machine.height();
    machine.blocks.push(Block::Catch { height, handler, name, caught: None });
}

/// S.TRYF: creates a FINALLY block.
pub(crate) fn start_finally(vm: &mut Vm, handler: u32) {
    let machine = &mut vm.execution.stack_machine;
    let height = machine.height();
    machine.blocks.push(Block::Finally { height, handler });
}

/// S.CATCH: converts the CATCH block on top, which has caught, into a WITH block whose scope has the exception under
/// the parameter's name.
pub(crate) fn convert_catch(vm: &mut Vm) -> Completion<()> {
    let Some(&Block::Catch { name, caught: Some(value), .. }) = vm.execution.stack_machine.blocks.last() else {
        unreachable!("the verifier sees that S.CATCH stands in a catch handler");
    };
    let parameter = convert::to_property_key(vm, name)?;
    let scope = vm.heap.new_scope(Scope::of_catch_parameter(parameter));
    let (scope, _) = insert_scope(vm, RecordKind::closed(scope, 1, std::iter::once(value)));
    if let Some(block) = vm.execution.stack_machine.blocks.last_mut() {
        *block = Block::With { scope };
    }
    Ok(())
}

/// END,n at `pc`: ends all blocks from number n on, the topmost first, until a handler takes over.
pub(crate) fn end_blocks(vm: &mut Vm, n: usize, pc: usize) -> Ended {
    loop {
        let count = vm.execution.stack_machine.block_count();
        if count < n {
            return Ended::GoOn;
        }
        if count == 0 {
            return Ended::Program;
        }
        // One END may end many blocks.
        vm.heap.budget.spend(1);
        let completion = vm.execution.stack_machine.running().completion;
        if end_block(vm, Resume::At { pc, completion }) {
            return Ended::GoOn;
        }
    }
}

/// Ends all blocks of the running function, which returns the value. Returns whether a handler took over.
pub(crate) fn end_blocks_for_return(vm: &mut Vm, value: Value) -> bool {
    while vm.execution.stack_machine.block_count() > 0 {
        vm.heap.budget.spend(1);
        if end_block(vm, Resume::Return(value)) {
            vm.execution.top = vm.frame().top as usize;
            return true;
        }
    }
    false
}

/// Pops the top block and invokes its end behaviour. Returns whether that transferred control to a handler, after which
/// `resume` says how to continue.
fn end_block(vm: &mut Vm, resume: Resume) -> bool {
    let Some(block) = vm.execution.stack_machine.blocks.pop() else { return false };
    match block {
        Block::With { scope } => set_scope(vm, scope),
        Block::Enum { saved } => vm.execution.stack_machine.running().enumeration = saved,
        // Nothing was caught: the block only stops waiting for exceptions.
        Block::Catch { .. } => {}
        // The finally block left by another way, so its planned continuation is dropped.
        Block::Finally2(_) => {}
        Block::Finally { height, handler } => {
            let machine = &mut vm.execution.stack_machine;
            machine.cut(height);
            machine.running().pc = handler as usize;
            machine.blocks.push(Block::Finally2(resume));
            return true;
        }
    }
    false
}

/// ENDF: ends the FINALLY2 block on top, which says how to continue.
pub(crate) fn end_finally(vm: &mut Vm) -> Completion<Next> {
    match vm.execution.stack_machine.blocks.pop() {
        Some(Block::Finally2(Resume::Throw(exception))) => {
            let blocks_len = Waiting::Block(vm.execution.stack_machine.blocks.len());
            throw_site::resume_throw_site(vm, exception, blocks_len);
            Err(Throw::Exception(exception))
        }
        Some(Block::Finally2(Resume::Return(value))) => Ok(Next::ReturnThrough(value)),
        Some(Block::Finally2(Resume::At { pc, completion })) => {
            let activation = vm.execution.stack_machine.running();
            activation.pc = pc;
            activation.completion = completion;
            watch::note_going_on(vm);
            Ok(Next::Instruction)
        }
        _ => unreachable!("the verifier sees that ENDF stands in a finally handler"),
    }
}

/// Continues with the running function's handler for an exception. Returns whether there is one.
pub(crate) fn enter_block_handler(vm: &mut Vm, exception: Value) -> Result<bool, Termination> {
    let machine = &mut vm.execution.stack_machine;
    let first = machine.running().first_block;
    for (number, block) in machine.blocks.iter_mut().enumerate().skip(first).rev() {
        vm.heap.budget.spend(1);
        let (height, handler, waiting) = match *block {
            Block::Catch { height, handler, name, caught: None } => {
                *block = Block::Catch { height, handler, name, caught: Some(exception) };
                (height, handler, None)
            }
            Block::Finally { height, handler } => {
                *block = Block::Finally2(Resume::Throw(exception));
                (height, handler, Some(Waiting::Block(number)))
            }
            _ => continue,
        };
        machine.cut(height);
        machine.running().pc = handler as usize;
        vm.execution.top = vm.frame().top as usize;
        match waiting {
            Some(waiting) => throw_site::keep_throw_site(vm, exception, waiting)?,
            None => throw_site::note_caught(vm),
        }
        return Ok(true);
    }
    Ok(false)
}
